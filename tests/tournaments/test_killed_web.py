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
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
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
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def web(environment: Mapping[str, str], folder: Path) -> Iterator[Web]:
    one = Web({**environment, "WEB_PROCESSES": "1"}, folder)
    one.start()
    try:
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


class Scribe(threading.Thread):
    """Sends the hands of one match, each with its key, again and again until it is answered."""

    def __init__(self, web: Web, token: str, match: Match, count: int) -> None:
        super().__init__(daemon=True)
        self.web, self.token, self.match, self.count = web, token, match, count
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
        return ask(
            self.web.port, "POST", f"/api/v1/matches/{self.match.pk}/hands/", {"records": [lines]},
            **{"Authorization": f"Token {self.token}", "Idempotency-Key": self.keys[number]},
        )  # fmt: skip

    def run(self) -> None:
        for number in range(self.count):
            while True:
                try:
                    status, said = self.send(number)
                except OSError:
                    self.unanswered += 1
                    time.sleep(0.05)
                    continue
                if status not in (200, 201):
                    self.strange.append((status, said))
                    return
                self.answered.append((status, said))
                break


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


def lose_nothing(environment: Mapping[str, str], folder: Path, *, hands: int, kills: int) -> None:
    token, tables = tonight()
    before = head().position
    with web(environment, folder) as running:
        scribes = [Scribe(running, token, match, hands) for match in tables]
        for each in scribes:
            each.start()
        kill_in_the_midst(running, scribes, kills)
        for each in scribes:
            each.join(timeout=240)
        assert done(scribes) == hands * FOUR
        assert sum(each.unanswered for each in scribes) >= kills, "nobody was cut off: nothing was proved"
        again = [each.send(number) for each in scribes for number in range(0, hands, 5)]
    assert [status for status, _said in again] == [200] * len(again)
    for each in scribes:
        lines = logs.match_at(each.match.pk)[1].lines
        assert [list(line.result.deadwood) for line in lines] == [each.counts(n) for n in range(hands)]
        assert all(known_command(uuid.UUID(key)) is not None for key in each.keys)
    # Each hand is its own event and its line on the sheet's; nothing was written beside them.
    assert head().position - before == 3 * hands * FOUR
    call_command("check_log", stdout=StringIO())  # both raise what they find
    call_command("rebuild", "--check", stdout=StringIO())


@pytest.mark.database
@pytest.mark.soak
def test_killed_again_and_again_under_load_it_loses_nothing_and_writes_nothing_twice(
    child_environment, tmp_path
):
    lose_nothing(child_environment, tmp_path, hands=110, kills=8)


def test_killed_in_the_midst_what_was_answered_is_there_once(child_environment, tmp_path):
    lose_nothing(child_environment, tmp_path, hands=8, kills=1)
