"""How long standings are behind a result: server, worker, beat and broker as `manage.py serve` starts them.

The last round of an evening, the rounds before played hand by hand. A score goes in over HTTP; the lag runs
from its commit to that of the standings that have it, both as another connection sees them. It is held
against a Celery task that does nothing, sent to the same worker turn about. Then the faults, each with a
result whose task is lost: the worker killed, the broker emptied, the broker gone and back. From when parts
run again the sweep must repair it. At last a field of 500 sides, read from the public page.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import eventstore_scene as scene

sys.path.insert(0, str(scene.ROOT))

from benchmarks import served

TIMES, SWEEP = 5.0, 5.0
AFTER_A_FAULT = SWEEP + 1.0
LARGE_FIELD, ON_THE_PAGE = 500, 2.0
PLAYERS, ROUNDS, SAMPLES, WARM = 16, 5, 60, 5
SETTINGS = {"DJANGO_SETTINGS_MODULE": "benchmarks.lag_settings"}


def main() -> int:
    with scene.club("PostgreSQL") as url:
        if url is None:
            return 1
        return scene.child([__file__, "measure"], url, settings=SETTINGS).wait()


def measure() -> int:
    """In a process of its own, on the club's database."""
    from tests.services import broker

    with broker.one_of_our_own() as server:
        os.environ["REDIS_URL"] = server.connection_url
        scene.set_up()
        url = os.environ["DATABASE_URL"]
        with served.served(url, REDIS_URL=server.connection_url, **SETTINGS) as (port, club):
            evening, large = Evening.new(port, PLAYERS, ROUNDS), Evening.new(port, LARGE_FIELD, 1)
            until(lambda: not evening.is_behind() and not large.is_behind(), 120.0)
            met = against_nothing(evening)
            met &= after_faults(evening, server, club)
            met &= on_the_page(large)
    return 0 if met else 1


@dataclass
class Evening:
    """A running event whose director's program enters results over HTTP."""

    port: int
    row: Any
    matches: list[str]
    token: str
    entered: int = 0

    @classmethod
    def new(cls, port: int, players: int, rounds_planned: int) -> Evening:
        """The last round is out, those before it are played."""
        from django.contrib.auth import get_user_model
        from django.utils import timezone

        from games.engine.rulesets import preset
        from games.services.command import Actor, Command
        from scoring.tiebreaks import SWISS_ORDER
        from tournaments import simulation
        from tournaments.models.tournament import Match, Tournament
        from tournaments.services import clubs, registration, rounds, tournaments

        name, word = f"director-{players}", uuid.uuid4().hex
        user = get_user_model().objects.create_user(username=name, password=word)
        club = clubs.create_club(name=f"Club of {players}", tables=players // 2, admin_id=user.pk)
        order = lambda: Command(actor=Actor(kind="user", id=str(user.pk), role="director"))  # noqa: E731
        row = tournaments.create_tournament(
            order(), club=club, name="Thursday", starts_at=timezone.now(), zone="UTC", side_size=1,
            rules=preset("club25"), format="swiss", rounds=rounds_planned, tiebreaks=SWISS_ORDER,
            director_id=user.pk, live_standings=Tournament.Audience.PUBLIC,
        )  # fmt: skip
        sides = [registration.NewSide(names=(f"Player {number}",)) for number in range(players)]
        registration.enter_sides(order(), row, sides)
        tournaments.announce(row)
        bots = simulation.Bots(row, Random(1))
        for number in range(1, rounds_planned + 1):
            rounds.draw_round(order(), row, stage=1, seed=number)
            rounds.publish_round(order(), row, stage=1, round=number)
            of_the_round = Match.objects.filter(
                round__stage__tournament=row, round__number=number
            ).select_related("round__stage__tournament", "table")
            if number < rounds_planned:
                for match in of_the_round:
                    bots.enter_counts(match)
                    bots.accept(match)
                rounds.close_round(order(), row, stage=1, round=number)
        status, answer = served.ask(port, "POST", "/api/v1/tokens/", {"username": name, "password": word})
        assert status == 201, answer
        return cls(port, row, [str(pk) for pk in of_the_round.values_list("pk", flat=True)], answer["token"])

    def enter(self) -> int:
        """A score at the next table, in the end corrections of it; the log's position after it."""
        self.matches.append(self.matches.pop(0))
        first = self.entered < len(self.matches)
        self.entered += 1
        loser = 20 + self.entered % 100
        points, won = ([130, loser], [6, 2]) if self.entered % 3 else ([loser, 130], [2, 6])
        body = {"points": [points], "hands_won": [won]} | ({} if first else {"reason": "misread"})
        status, answer = served.ask(
            self.port, "POST", f"/api/v1/matches/{self.matches[0]}/{'score' if first else 'correct'}/", body,
            Authorization=f"Token {self.token}",
        )  # fmt: skip
        assert status == 201, (status, answer)
        return int(answer["position"])

    def shown(self) -> int:
        """What the standings are as of."""
        return head_and_shown(self.row.pk)[1]

    def is_behind(self) -> bool:
        """Are they older than the facts?"""
        from tournaments.models.tournament import Stage
        from tournaments.services.standings import is_behind

        return any(is_behind(stage) for stage in Stage.objects.filter(tournament=self.row))

    def lag(self) -> float:
        """Seconds from the commit of a result to that of standings that have it."""
        before, committed, found = head_and_shown(self.row.pk)[0], 0.0, 0
        with ThreadPoolExecutor(1) as sender:
            entered = sender.submit(self.enter)
            while not (entered.done() and entered.exception()):
                head, found = head_and_shown(self.row.pk)
                now = time.perf_counter()
                committed = committed or (now if head > before else 0.0)
                if committed and found >= head:
                    break
                time.sleep(0.002)
        assert found >= entered.result()
        return now - committed


def head_and_shown(tournament_id: Any) -> tuple[int, int]:
    """Where the log is, and what the standings are as of, at one moment."""
    return (
        watcher()
        .execute(
            "SELECT position, (SELECT standings_position FROM tournaments_stage WHERE tournament_id = %s)"
            " FROM games_loghead",
            [tournament_id],
        )
        .fetchone()
    )


@cache
def watcher() -> Any:
    """A connection that looks on; a look costs as little as it can."""
    import psycopg

    return psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, prepare_threshold=1)


def against_nothing(evening: Evening) -> bool:
    """The lag, and a round trip of a task that does nothing, turn about."""
    from benchmarks.lag_tasks import nothing

    def round_trip() -> float:
        began = time.perf_counter()
        nothing.delay().get(timeout=60)
        return time.perf_counter() - began

    pairs = [(evening.lag(), round_trip()) for _ in range(WARM + SAMPLES)][WARM:]
    lag, nothing_done = (statistics.median(side) for side in zip(*pairs, strict=True))
    met = lag / nothing_done <= TIMES
    print(f"standings lag of {PLAYERS} players in round {ROUNDS}, p50: {lag * 1000:.1f} ms, a task that does "
          f"nothing {nothing_done * 1000:.1f} ms: {lag / nothing_done:.1f} x (at most {TIMES:g})"
          f"{'' if met else '  ABOVE'}")  # fmt: skip
    return met


def after_faults(evening: Evening, server: Any, club: Any) -> bool:
    """Three faults; each time the seconds from when the parts run again to standings that have the result."""
    import redis

    broker = redis.Redis.from_url(server.connection_url)

    def killed() -> int:
        family = worker_of(club)
        for process in family:
            process.suspend()
        position = evening.enter()
        for process in family:
            process.kill()
        until(lambda: worker_of(club), 30.0)
        return position

    def emptied() -> int:
        family = worker_of(club)
        for process in family:
            process.suspend()
        broker.client_kill_filter(_type="normal", skipme=True)  # else it has the task in its hands
        position = evening.enter()
        assert broker.flushall()
        for process in family:
            process.resume()
        return position

    def gone_and_back() -> int:
        server.terminate()
        position = evening.enter()
        server.start()
        return position

    met = True
    faults = {"worker killed": killed, "broker emptied": emptied, "broker gone and back": gone_and_back}
    for name, fault in faults.items():
        position = fault()
        seconds = until(lambda position=position: evening.shown() >= position, 90.0)
        ok = seconds <= AFTER_A_FAULT
        met &= ok
        print(f"standings after a fault, {name}: {seconds:.1f} s (at most {AFTER_A_FAULT:g})"
              f"{'' if ok else '  ABOVE'}")  # fmt: skip
        until(lambda: not evening.is_behind(), 60.0)
    return met


def worker_of(club: Any) -> list[Any]:
    """The Celery worker beside the server and the processes that work for it; empty while there is none."""
    import psutil

    for each in psutil.Process(club.pid).children():
        try:
            if {"celery", "worker"} <= set(each.cmdline()):
                return [each, *each.children(recursive=True)]
        except psutil.Error:  # it ended just now
            continue
    return []


def on_the_page(large: Evening) -> bool:
    """A result of a large field, until the public page has it."""
    page = f"/clubs/{large.row.club.slug}/{large.row.slug}/live.json"
    seconds = []
    for _ in range(5):
        began = time.perf_counter()
        position = large.enter()
        until(lambda position=position: served.ask(large.port, "GET", page)[1]["as_of"] >= position, 60.0)
        seconds.append(time.perf_counter() - began)
    slowest = max(seconds)
    print(f"a result of {LARGE_FIELD} sides on the public page: slowest {slowest:.2f} s "
          f"(at most {ON_THE_PAGE:g}){'' if slowest <= ON_THE_PAGE else '  ABOVE'}")  # fmt: skip
    return slowest <= ON_THE_PAGE


def until(holds: Callable[[], Any], within: float, *, every: float = 0.02) -> float:
    """Wait until something holds; the seconds it took."""
    began = time.perf_counter()
    while not holds():
        assert time.perf_counter() - began < within, f"not in {within:g} s"
        time.sleep(every)
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(measure() if len(sys.argv) > 1 else main())
