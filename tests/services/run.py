"""Everything that needs a server: start PostgreSQL and a broker once, run the passes, stop both.

`python -m tests.services.run [--jobs 2] [--soak] [--postgres] [pytest arguments]`. With arguments of pytest's
own, only one pass over them is run, with both servers there; `--postgres` has its database on PostgreSQL.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from tests.services import broker, chromium, postgres, scratch

NOT_SOAK = "not soak"


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
        codes = [one_pass(title, args, url) for title, args, url in passes(asked, theirs, server)]
    return next((code for code in codes if code), 0)


def arguments() -> tuple[argparse.Namespace, list[str]]:
    """Our own options, and the rest for pytest."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--jobs", type=int, default=2, help="pytest processes side by side")
    parser.add_argument("--soak", action="store_true", help="the long runs alone, on both databases")
    parser.add_argument("--postgres", action="store_true", help="the tests asked for on PostgreSQL")
    return parser.parse_known_args()


def passes(asked: argparse.Namespace, theirs: list[str], server: str) -> list[tuple[str, list[str], str]]:
    """Title, pytest's arguments and database of each pass; no address means SQLite files."""
    side_by_side = ["-n", str(asked.jobs), "--dist", "loadgroup"] if asked.jobs > 1 else []
    if theirs:
        return [("The tests asked for", [*side_by_side, *theirs], server if asked.postgres else "")]
    which = "soak" if asked.soak else NOT_SOAK
    long = ["--timeout", "3600"] if asked.soak else []
    return [
        ("All tests on SQLite", [*side_by_side, *long, "-m", which], ""),
        (
            "The database tests on PostgreSQL",
            [*side_by_side, *long, "-m", f"database and {which}", *about_databases()],
            server,
        ),
    ]


def about_databases() -> list[str]:
    """The files with database tests: pytest need not read thousands of others to leave them out."""
    return sorted(
        str(file) for file in Path("tests").rglob("test_*.py") if "mark.database" in file.read_text()
    )


def one_pass(title: str, args: list[str], database: str) -> int:
    """Run pytest once, on one database."""
    print(f"\n{title}", flush=True)
    started = time.monotonic()
    # What one process compiled the next one reads: to compile two hundred files of tests takes a while.
    left_out = ("TEST_DATABASE_URL", "PYTHONDONTWRITEBYTECODE")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    if database:
        environment["TEST_DATABASE_URL"] = database
    code = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *args], env=environment, check=False
    ).returncode
    print(f"{title}: exit code {code}, {time.monotonic() - started:.0f} s", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
