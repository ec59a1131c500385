"""Everything that needs a server: start PostgreSQL and a broker once, run the passes, stop both.

`python -m tests.services.run [--jobs 2] [--soak] [--postgres] [pytest arguments]`. With arguments of pytest's
own, only one pass over them is run, with both servers there; `--postgres` has its database on PostgreSQL.

With more than one job the pass on PostgreSQL runs beside the one on SQLite, as one process more, and what it
prints comes after: much of a browser's or a worker's test is waiting, and its processor is free meanwhile.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

from tests.services import broker, chromium, postgres, scratch

NOT_SOAK = "not soak"
PATIENCE = 20  # seconds


def main() -> int:
    """Run the passes; the first exit code that is not 0 is ours."""
    asked, theirs = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    chromium.bring()
    with ExitStack() as running:
        server = running.enter_context(postgres.running())
        os.environ["TEST_DATABASE_URL_POSTGRES"] = server
        os.environ["TEST_REDIS_URL"] = running.enter_context(broker.running())
        if asked.soak:
            os.environ["SOAK"] = "1"
        os.environ["TEST_FOLDER"] = running.enter_context(scratch.folder("club-tests-"))
        codes = run(passes(asked, theirs, server), beside=asked.jobs > 1 and not asked.soak)
    return next((code for code in codes if code), 0)


def run(passes: list[Pass], *, beside: bool) -> list[int]:
    """The exit code of each pass. `beside`: all at once; one is seen as it goes, the others after it."""
    if not beside:
        return [each.begin().code() for each in passes]
    shown, *unseen = passes
    with ExitStack() as running:
        for each in unseen:
            running.callback(each.begin(words=running.enter_context(tempfile.TemporaryFile("w+"))).end)
        return [shown.begin().code(), *(each.code() for each in unseen)]


def arguments() -> tuple[argparse.Namespace, list[str]]:
    """Our own options, and the rest for pytest."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--jobs", type=int, default=2, help="pytest processes side by side")
    parser.add_argument("--soak", action="store_true", help="the long runs alone, on both databases")
    parser.add_argument("--postgres", action="store_true", help="the tests asked for on PostgreSQL")
    return parser.parse_known_args()


def passes(asked: argparse.Namespace, theirs: list[str], server: str) -> list[Pass]:
    """What is run on which database; no address means SQLite files."""
    side_by_side = ["-n", str(asked.jobs), "--dist", "loadgroup"] if asked.jobs > 1 else []
    if theirs:
        return [Pass("The tests asked for", [*side_by_side, *theirs], server if asked.postgres else "")]
    which = "soak" if asked.soak else NOT_SOAK
    long = ["--timeout", "3600"] if asked.soak else []
    again = [*long, "-m", f"database and {which}", *about_databases()]
    return [
        Pass("All tests on SQLite", [*side_by_side, *long, "-m", which], ""),
        # Beside the others it is one process: more would wait for the processors they share.
        Pass("The database tests on PostgreSQL", [*side_by_side, *again] if asked.soak else again, server),
    ]


def about_databases() -> list[str]:
    """The files with database tests: pytest need not read thousands of others to leave them out."""
    return sorted(
        str(file) for file in Path("tests").rglob("test_*.py") if "mark.database" in file.read_text()
    )


class Pass:
    """One run of pytest: its title, its arguments and the database it is on."""

    def __init__(self, title: str, args: list[str], database: str) -> None:
        self.title, self.args, self.database = title, args, database

    def begin(self, words: IO[str] | None = None) -> Pass:
        """Start it; what it prints is seen as it comes, or goes to `words` until its end is told."""
        self.words, self.started = words, time.monotonic()
        if words is None:
            print(f"\n{self.title}", flush=True)
        # What one process compiled the next one reads: to compile two hundred files of tests takes a while.
        left_out = ("TEST_DATABASE_URL", "PYTHONDONTWRITEBYTECODE")
        environment = {name: value for name, value in os.environ.items() if name not in left_out}
        if self.database:
            environment["TEST_DATABASE_URL"] = self.database
        command = [sys.executable, "-m", "pytest", "-q", *self.args]
        self.process = subprocess.Popen(command, env=environment, stdout=words, stderr=words)
        return self

    def code(self) -> int:
        """Wait for the end, say how it went, and give pytest's exit code."""
        try:
            code = self.process.wait()
        finally:
            self.end()
        if self.words is not None:
            self.words.seek(0)
            print(f"\n{self.title}\n{self.words.read()}", end="")
        print(f"{self.title}: exit code {code} within {time.monotonic() - self.started:.0f} s", flush=True)
        return code

    def end(self) -> None:
        """Nobody waits any more, or it is over. Interrupted, pytest ends its own processes too."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(PATIENCE)
        self.process.kill()
        self.process.wait()


if __name__ == "__main__":
    sys.exit(main())
