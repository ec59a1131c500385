"""Processes beside ours: started together, watched, ended together."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

SECONDS_TO_END = 10.0
SECONDS_BEFORE_RESTART = 2.0


@dataclass(slots=True)
class Child:
    """One process and how to start it again.

    It leads a session of its own, so that Ctrl-C reaches us alone and each child hears of the end once.
    """

    name: str
    module: Sequence[str]
    environment: Mapping[str, str]
    folder: Path
    needed: bool = False
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    ended_at: float = 0.0

    def start(self) -> None:
        """Start it; what an earlier one left behind when it was killed goes first."""
        self.end_what_is_left()
        command = [sys.executable, "-m", *self.module]
        self.process = subprocess.Popen(  # noqa: S603
            command, env=dict(self.environment), cwd=self.folder, start_new_session=True
        )
        self.ended_at = 0.0

    def exit_code(self) -> int | None:
        """Its exit code once it has ended, None while it runs."""
        return self.process.poll() if self.process else None

    def ask_to_end(self) -> None:
        """Let it finish what it is doing."""
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def end(self, *, within: float) -> None:
        """Wait for its end, and end it where it does not come."""
        if not self.process:
            return
        try:
            self.process.wait(max(within, 0.1))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.end_what_is_left()

    def end_what_is_left(self) -> None:
        """End what a process that has ended had started itself and could not end, as a killed one cannot.

        All of it is in the group that bears the number of its leader; as long as one is there the system
        gives that number to nobody else.
        """
        if self.process and self.process.poll() is not None and hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)


def start_again(child: Child) -> bool:
    """Start an ended child again after a short while; tell whether it was found ended just now."""
    now = time.monotonic()
    if not child.ended_at:
        child.ended_at = now
        return True
    if now - child.ended_at >= SECONDS_BEFORE_RESTART:
        child.start()
    return False


def end_all(children: Sequence[Child]) -> None:
    """Ask all of them to end, then wait for each."""
    for child in children:
        child.ask_to_end()
    deadline = time.monotonic() + SECONDS_TO_END
    for child in children:
        child.end(within=deadline - time.monotonic())
