"""kill -9 of the web process while results come in: what was answered is there, once, and nothing else is."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from knox.models import AuthToken

from games.eventstore.log import head, known_command
from tests.services import ports
from tests.tournaments.views.desk.scene import user
from tests.tournaments.views.scene import evening
from tests.tournaments.workers import until
from tournaments import logs
from tournaments.management.commands.serve import server
from tournaments.models.tournament import Match
from tournaments.services import tournaments

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PEOPLE = tuple((f"Player {letter}",) for letter in "ABCDEFGH")
FOUR = 4
Ask = Callable[..., tuple[int, Any]]


class Web:
    """The server as `serve` starts it, in a session of its own."""

    def __init__(self, environment: Mapping[str, str], folder: Path) -> None:
        self.port, self.environment, self.log = ports.free(), environment, folder / "web.log"

    def start(self) -> None:
        child = server("127.0.0.1", {"port": self.port, "cert": None}, dict(self.environment))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *child.module], env=dict(child.environment), cwd=child.folder,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        until(self.answers, within=40)

    def answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        try:
            return ask(self.port, "GET", "/api/v1/tournaments/")[0] == 200
        except OSError:
            return False

    def kill(self) -> None:
        """kill -9 of the server and of the process that answers for it."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def web(environment: Mapping[str, str], folder: Path) -> Iterator[Web]:
    one = Web(environment, folder)
    try:
        one.start()
        yield one
    finally:
        one.kill()


def ask(port: int, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    """Status and JSON of an answer; OSError where none came whole."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        sent = None if body is None else json.dumps(body)
        link.request(method, path, sent, {"Content-Type": "application/json", **headers})
        answer = link.getresponse()
        text = answer.read()
    except http.client.HTTPException as error:
        raise ConnectionError from error
    finally:
        link.close()
    return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else None


def ask_here(method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    """The same of the club in this process: opened again, without the seconds a server takes to start."""
    answer = Client().generic(method, path, json.dumps(body), "application/json", headers=headers)
    return answer.status_code, answer.json()


class Scribe(threading.Thread):
    """Sends the hands of one match, each with its key, again and again until it is answered; an impatient one
    gives up where nobody answers.
    """

    def __init__(self, ask: Ask, token: str, match: Match, count: int, *, patient: bool) -> None:
        super().__init__(daemon=True)
        self.ask, self.token, self.match, self.count, self.patient = ask, token, match, count, patient
        self.keys = [str(uuid.uuid4()) for _hand in range(count)]
        self.answered: list[tuple[int, Any]] = []
        self.unanswered = 0
        self.strange: list[tuple[int, Any]] = []

    def counts(self, number: int) -> list[int]:
        """The counts of a hand, a point apart: a match of so few points is never over. No two say the same
        next to each other.
        """
        return [1 + number % 8, 2 + number % 8]

    def send(self, number: int) -> tuple[int, Any]:
        lines = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": self.counts(number)}]
        return self.ask(
            "POST", f"/api/v1/matches/{self.match.pk}/hands/", {"records": [lines]},
            **{"Authorization": f"Token {self.token}", "Idempotency-Key": self.keys[number]},
        )  # fmt: skip

    def run(self) -> None:
        while len(self.answered) < self.count:
            try:
                status, said = self.send(len(self.answered))
            except OSError:
                self.unanswered += 1
                if not self.patient:
                    return
                time.sleep(0.05)
                continue
            if status not in (200, 201):
                self.strange.append((status, said))
                return
            self.answered.append((status, said))


def tonight() -> tuple[str, list[Match]]:
    """An evening with four tables, and the token of a scorer."""
    there = evening(names=PEOPLE)
    login = user("scribe")
    tournaments.give_role(there.tournament, user_id=login.pk, kind="scorer")
    _row, token = AuthToken.objects.create(login)
    return token, [there.match_at(table) for table in range(1, FOUR + 1)]


def kill_in_the_midst(web: Web, scribes: list[Scribe], kills: int) -> None:
    """Kill and start again, so often, spread over what is to be sent."""
    every = sum(each.count for each in scribes)
    for kill in range(1, kills + 1):
        until(lambda kill=kill: done(scribes) >= every * kill // (kills + 1), within=240)
        web.kill()
        web.start()


def done(scribes: list[Scribe]) -> int:
    assert not [each.strange for each in scribes if each.strange]
    return sum(len(each.answered) for each in scribes)


def begun(ask: Ask, hands: int, *, patient: bool) -> tuple[int, list[Scribe]]:
    """The end of the log, and four who send their hands since."""
    token, tables = tonight()
    before = head().position
    scribes = [Scribe(ask, token, match, hands, patient=patient) for match in tables]
    for each in scribes:
        each.start()
    return before, scribes


def nothing_is_lost_nor_twice(before: int, scribes: list[Scribe], *, cut_off: int) -> None:
    """All was answered; what a sender repeats is known; the log has each hand once and nothing beside."""
    hands = scribes[0].count
    assert done(scribes) == hands * len(scribes)
    assert sum(each.unanswered for each in scribes) >= cut_off, "nobody was cut off: nothing was proved"
    again = [each.send(number) for each in scribes for number in range(0, hands, 5)]
    assert [status for status, _said in again] == [200] * len(again)
    for each in scribes:
        lines = logs.match_at(each.match.pk)[1].lines
        assert [list(line.result.deadwood) for line in lines] == [each.counts(n) for n in range(hands)]
        assert all(known_command(uuid.UUID(key)) is not None for key in each.keys)
    # Each hand is its own event and its line on the sheet's; nothing was written beside them.
    assert head().position - before == 3 * hands * len(scribes)
    call_command("check_log", stdout=StringIO())  # both raise what they find
    call_command("rebuild", "--check", stdout=StringIO())


@pytest.mark.database
@pytest.mark.soak
def test_killed_again_and_again_under_load_it_loses_nothing_and_writes_nothing_twice(
    child_environment, tmp_path
):
    with web(child_environment, tmp_path) as running:
        before, scribes = begun(partial(ask, running.port), 110, patient=True)
        kill_in_the_midst(running, scribes, 8)
        for each in scribes:
            each.join(timeout=240)
        nothing_is_lost_nor_twice(before, scribes, cut_off=8)


def test_killed_in_the_midst_what_was_answered_is_there_once(child_environment, tmp_path, settings):
    settings.WEB_PROCESSES = 1
    with web(child_environment, tmp_path) as running:
        before, scribes = begun(partial(ask, running.port), 8, patient=False)
        until(lambda: done(scribes) >= FOUR * 4)
        running.kill()
        for each in scribes:
            each.join(timeout=30)
    for each in scribes:
        each.ask = ask_here
        each.run()
    nothing_is_lost_nor_twice(before, scribes, cut_off=1)
