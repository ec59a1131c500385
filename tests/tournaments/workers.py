"""A real Celery worker as a process of its own, and what the standings ought to be."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from scoring import standings as scoring
from tournaments import logs
from tournaments.models.tournament import Stage, StandingLine, Tournament
from tournaments.services import standings
from tournaments.services.rounds import states_of

SECONDS = 60.0


class Worker:
    """`celery worker` in a session of its own; `with_beat` has it send the sweep as well."""

    def __init__(self, environment: Mapping[str, str], folder: Path, *, with_beat: bool = False) -> None:
        command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--loglevel", "WARNING"]
        command += ["--without-gossip", "--without-mingle", "--concurrency", "1"]
        if with_beat:
            command += ["--beat", "--schedule", str(folder / "beat")]
        self.log = folder / f"worker-{time.monotonic_ns()}.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, env=dict(environment), stdout=log, stderr=log, start_new_session=True
            )

    def kill(self) -> None:
        """kill -9 of the worker and the process that works for it."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def kill_the_child(self) -> None:
        """kill -9 of the process that has the task; the worker itself lives on."""
        with Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").open() as children:
            for child in children.read().split():
                os.kill(int(child), signal.SIGKILL)


@contextmanager
def worker(environment: Mapping[str, str], folder: Path, *, with_beat: bool = False) -> Iterator[Worker]:
    """A worker that is gone at the end, whatever happened."""
    one = Worker(environment, folder, with_beat=with_beat)
    try:
        yield one
    finally:
        one.kill()


@contextmanager
def club_at(broker_url: str, settings: Any) -> Iterator[None]:
    """This process is a club with a broker at this address."""
    from config.celery import app

    settings.REDIS_URL, settings.HAS_BROKER = broker_url, True
    with app.connection_for_write():
        before = app.conf.broker_url
    _send_to(app, broker_url)
    try:
        yield
    finally:
        _send_to(app, before)


def _send_to(app: Any, broker_url: str | None) -> None:
    app.conf.broker_url = broker_url
    app.close()
    app.amqp._producer_pool = None  # it outlives `close` and would still send to the broker before


def is_working(app: Any) -> bool:
    """Has a worker a task in its hands now?"""
    active = app.control.inspect(timeout=0.5).active() or {}
    return any(tasks for tasks in active.values())


def until(holds: Callable[[], Any], within: float = SECONDS) -> float:
    """Wait until something holds; the seconds it took. An AssertionError when it never does."""
    started = time.monotonic()
    while not holds():
        assert time.monotonic() - started < within, f"not in {within} s"
        time.sleep(0.05)
    return time.monotonic() - started


def is_behind(row: Tournament) -> bool:
    """What pages ask: are the lines of any stage older than the facts?"""
    return any(standings.is_behind(stage) for stage in Stage.objects.filter(tournament=row))


def shown(row: Tournament, stage: int = 1) -> list[tuple[int, UUID, Any]]:
    """The lines as they stand in the rows."""
    lines = StandingLine.objects.filter(stage__tournament=row, stage__number=stage).order_by("order")
    return list(lines.values_list("rank", "entry_id", "line"))


def ought(row: Tournament, stage: int = 1) -> list[tuple[int, UUID, Any]]:
    """The lines as the log has them, folded here and now."""
    _, state = logs.tournament_at(row.pk)
    ranked, _ = standings.standings_of(state, stage, states_of(row.pk))
    return [(line.rank, UUID(line.side), scoring.line_to_wire(line)) for line in ranked.with_terms()]
