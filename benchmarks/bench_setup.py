"""A fresh machine: `make setup` in under a minute, then `make run` until the club is open.

In a copy of the program without anything that was made beside it. Downloads are not counted: a run of `make
setup` that took too long is done once more, when pip has all packages in its cache.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import eventstore_scene as scene

sys.path.insert(0, str(scene.ROOT))

from tests.services import ports

SECONDS, OPENS_WITHIN = 60.0, 180.0
MADE = shutil.ignore_patterns(".*", "__pycache__", "data", "staticfiles*", "*.sqlite3*")


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="club-fresh-") as folder:
        fresh = Path(folder) / "club"
        shutil.copytree(scene.ROOT, fresh, ignore=MADE)
        seconds = set_up(fresh)
        if seconds >= SECONDS:
            print(f"make setup: {seconds:.1f} s with what was downloaded; once more without")
            shutil.rmtree(fresh / ".venv")
            seconds = set_up(fresh)
        met = seconds < SECONDS
        print(f"make setup: {seconds:.1f} s (under {SECONDS:g}){'' if met else '  ABOVE'}")
        print(f"make run after it, to the open demo club: {until_open(fresh):.1f} s")
    return 0 if met else 1


def surroundings() -> dict[str, str]:
    """The environment without what this run put into it."""
    ours = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "PUBLIC_URL", "DJANGO_SETTINGS_MODULE", "MAKEFLAGS")
    return {name: value for name, value in os.environ.items() if name not in (*ours, "MAKELEVEL", "MFLAGS")}


def set_up(fresh: Path) -> float:
    """Seconds of `make setup`."""
    began = time.perf_counter()
    subprocess.run(
        ["make", "--silent", "setup"], cwd=fresh, env=surroundings(), check=True, stdout=sys.stderr
    )
    return time.perf_counter() - began


def until_open(fresh: Path) -> float:
    """Seconds of `make run` until the club answers: database, demo club and server."""
    port, began = ports.free(), time.perf_counter()
    command = ["make", "--silent", "run", f"SERVE=--port {port}"]
    club = subprocess.Popen(
        command, cwd=fresh, env=surroundings(), start_new_session=True, stdout=subprocess.DEVNULL
    )
    try:
        while time.perf_counter() - began < OPENS_WITHIN:
            assert club.poll() is None, "the club did not open"
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
                    assert answer.status == 200
                    return time.perf_counter() - began
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the club did not open in time")
    finally:
        os.killpg(club.pid, signal.SIGTERM)
        club.wait(60)


if __name__ == "__main__":
    sys.exit(main())
