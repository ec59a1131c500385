"""Every benchmark in one run: `make bench`, or `python -m benchmarks deadwood append` for some of them.

Each `bench_*.py` is a script of its own that measures us and a peer, prints ratios and ends with 1 when one
is below its bound. A real PostgreSQL (as durable as it comes) and a real Redis-protocol server are there for
all: BENCH_DATABASE_URL_POSTGRES, BENCH_REDIS_URL. Beside each name stands how busy the machine was before it:
ratios of what computes hold on a busy machine too, those of what waits for a disk or another process do not.
"""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tests.services import broker, postgres

HERE = Path(__file__).resolve().parent


def main(names: list[str]) -> int:
    """Run them one after the other; 1 when any missed a bound."""
    scripts = [script for script in sorted(HERE.glob("bench_*.py")) if not names or name_of(script) in names]
    unknown = set(names) - {name_of(script) for script in scripts}
    if unknown or not scripts:
        every = ", ".join(name_of(script) for script in sorted(HERE.glob("bench_*.py")))
        print(f"No benchmark is called {', '.join(sorted(unknown)) or 'so'}; there are: {every}.")
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with ExitStack() as running:
        os.environ["BENCH_DATABASE_URL_POSTGRES"] = running.enter_context(postgres.running(durable=True))
        os.environ["BENCH_REDIS_URL"] = running.enter_context(broker.running())
        missed = [name_of(script) for script in scripts if not holds(script)]
    print(f"\nBelow a bound: {', '.join(missed)}." if missed else "\nEvery bound is met.")
    return 1 if missed else 0


def name_of(script: Path) -> str:
    """What it is called on the command line."""
    return script.stem.removeprefix("bench_")


def holds(script: Path) -> bool:
    """Run one and tell whether it met its bounds."""
    print(f"\n{name_of(script)}{busy()}", flush=True)
    return subprocess.run([sys.executable, str(script)], cwd=HERE.parent, check=False).returncode == 0


def busy() -> str:
    """How much ran on this machine in the last minute, where the system tells."""
    if not hasattr(os, "getloadavg"):
        return ""
    return f" (load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors)"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
