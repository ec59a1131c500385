"""A move over HTTP that is appended to the log, against the same view without a database, in one run.

The server is the production server (`manage.py serve`, as many processes and threads as it takes by itself)
on a club of its own, once on PostgreSQL and once on SQLite. Eight connections ask without a pause, each for a
stream of its own; the two views take turns and the ratio is the median. No answer may be a 5xx: with other
writers at the log a sender may wait, never fail.
"""

from __future__ import annotations

import statistics
import sys
import uuid
from collections.abc import Iterator

import eventstore_scene as scene

sys.path.insert(0, str(scene.ROOT))

from benchmarks.served import Load, press, request, served

BOUND = 0.3
CONNECTIONS, ROUNDS, SECONDS = 8, 9, 1.5
BODY = '{"e":"discarded","seat":1,"card":"Kd","version":%d}'


def main() -> int:
    met = True
    for engine in ("PostgreSQL", "SQLite"):
        with scene.club(engine) as url:
            met &= url is not None and measure(engine, url)
    return 0 if met else 1


def measure(engine: str, url: str) -> bool:
    """Both views of one club, turn about."""
    with served(url, DJANGO_SETTINGS_MODULE="benchmarks.http_settings") as (port, _club):
        appending, plain = ([moves(kind) for _ in range(CONNECTIONS)] for kind in ("append", "no-database"))
        for askers in (appending, plain):
            press(port, askers, 1.0)
        pairs = [(press(port, appending, SECONDS), press(port, plain, SECONDS)) for _ in range(ROUNDS)]
    ratio = statistics.median(ours.rate / theirs.rate for ours, theirs in pairs)
    ours, theirs = (statistics.median(load.rate for load in side) for side in zip(*pairs, strict=True))
    late = statistics.median(load.late(0.99) for load, _ in pairs)
    detail = f"{ours:,.0f} against {theirs:,.0f} a second, 99 of 100 within {late * 1000:.0f} ms"
    met = scene.holds(f"HTTP append on {engine}", ratio, BOUND, detail)
    return none_failed(engine, [load for pair in pairs for load in pair]) and met


def none_failed(engine: str, loads: list[Load]) -> bool:
    """Was every answer a 201?"""
    answers = sum((load.statuses for load in loads), start=type(loads[0].statuses)())
    failed = sum(number for status, number in answers.items() if status >= 500)
    other = answers.total() - failed - answers[201]
    print(f"HTTP append on {engine}: {failed} answers of {answers.total()} are 5xx (at most 0), "
          f"{other} anything else but 201")  # fmt: skip
    return not failed and not other


def moves(kind: str) -> Iterator[bytes]:
    """The requests of one connection: each a move more in its stream, under a key of its own."""
    path, version = f"/bench/{kind}/{uuid.uuid4()}/", 0
    while True:
        version += 1
        yield request("POST", path, (BODY % version).encode(), **{"Idempotency-Key": str(uuid.uuid4())})


if __name__ == "__main__":
    sys.exit(main())
