"""Eight processes that write to one SQLite file: no error, and nobody waits long."""

from __future__ import annotations

import subprocess
import sys
import time
import uuid

import eventstore_scene as scene

WRITERS, EACH, SLOWEST = 8, 100, 1.0


def main() -> int:
    with scene.club("SQLite") as url:
        assert url is not None
        start = time.time() + 4
        arguments = [__file__, str(start)]
        writers = [scene.child(arguments, url, stdout=subprocess.PIPE, text=True) for _ in range(WRITERS)]
        said = [writer.communicate()[0].split() for writer in writers]
        errors = sum(writer.returncode != 0 for writer in writers) + sum(
            int(words[0]) for words in said if words
        )
        slowest = max((float(words[1]) for words in said if words), default=float("inf"))
        whole = scene.child(["manage.py", "check_log"], url, stdout=subprocess.PIPE, text=True)
        verdict = whole.communicate()[0].strip()
    done = f"position {WRITERS * EACH}," in verdict
    met = errors == 0 and slowest <= SLOWEST and done and whole.returncode == 0
    print(f"8 SQLite writers: {errors} errors (at most 0)")
    print(f"their slowest append: {slowest:.3f} s (at most {SLOWEST:g} s)")
    print(verdict)
    return 0 if met else 1


def write(start: float) -> int:
    """One writer: its errors and its slowest append."""
    scene.set_up()
    from django.db import DatabaseError

    from games.eventstore.log import append_many, head

    head()
    stream_id, slowest, errors = uuid.uuid4(), 0.0, 0
    time.sleep(max(0.0, start - time.time()))
    for version in range(EACH):
        began = time.perf_counter()
        try:
            append_many(scene.plan(stream_id, version))
        except DatabaseError:
            errors += 1
        slowest = max(slowest, time.perf_counter() - began)
    print(errors, slowest)
    return 0


if __name__ == "__main__":
    sys.exit(write(float(sys.argv[1])) if len(sys.argv) > 1 else main())
