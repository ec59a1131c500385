"""A reader that follows the log while eight processes write to PostgreSQL misses nothing.

Its naive control follows a table numbered by a sequence, in the same run: writers commit out of the order of
their numbers, and the reader has passed some before they can be seen. Missing none would show nothing.
"""

from __future__ import annotations

import random
import sys
import time
import uuid

import eventstore_scene as scene

WRITERS, EACH = 8, 250


def main() -> int:
    with scene.club("PostgreSQL") as url:
        return 1 if url is None else scene.child([__file__, "read"], url).wait()


def read() -> int:
    """The reader: first behind the log, then behind the sequence."""
    scene.set_up()
    import os

    from django.db import connection

    from games.eventstore.log import positions_after

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE naive (id bigserial PRIMARY KEY)")

    def behind_the_sequence(last: int) -> list[int]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT id FROM naive WHERE id > %s ORDER BY id LIMIT 500", [last])
            return [row[0] for row in cursor.fetchall()]

    url, total = os.environ["DATABASE_URL"], WRITERS * EACH
    ours = total - follow(url, "log", lambda last: [entry.position for entry in positions_after(last)])
    naive = total - follow(url, "sequence", behind_the_sequence)
    print(f"gap test, 8 writers on PostgreSQL: {ours} of {total} missed (at most 0)")
    print(f"its naive control: {naive} of {total} missed, {naive / total:.1%} (more than 0)")
    return 0 if ours == 0 < naive else 1


def follow(url: str, what: str, next_after) -> int:
    """How many events a reader sees while the writers write."""
    writers = [scene.child([__file__, what], url) for _ in range(WRITERS)]
    seen, last = 0, 0
    while True:
        done = all(writer.poll() is not None for writer in writers)
        found = next_after(last)
        seen += len(found)
        last = max([last, *found])
        if done and not found:
            assert all(writer.returncode == 0 for writer in writers)
            return seen


def write(what: str) -> int:
    """One writer. Each transaction writes something else too, as commands do, so it lasts a moment."""
    scene.set_up()
    from django.db import connection, transaction

    from games.eventstore.log import append_many

    stream_id = uuid.uuid4()
    for version in range(EACH):
        if what == "log":
            plan = scene.plan(stream_id, version)
            plan.write(lambda: time.sleep(random.random() * 0.001))
            append_many(plan)
        else:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("INSERT INTO naive DEFAULT VALUES")
                time.sleep(random.random() * 0.001)
    return 0


if __name__ == "__main__":
    mode = sys.argv[1] if len(sys.argv) > 1 else "main"
    sys.exit({"main": main, "read": read}.get(mode, lambda: write(mode))())
