"""Playing a hand through the API: the order of answers, one winner of a race, nothing told that is hidden."""

import re
import threading
import uuid
from collections import Counter

import pytest
from django.db import connection
from django.test import Client

from games import logs
from games.engine.cards import card_text, cards_of
from tests.tournaments.views.live import planted
from tests.tournaments.views.scene import Evening, evening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
CARD = re.compile(r"\b([A23456789TJQK][shdc])\b")


@pytest.fixture
def scene() -> Evening:
    return evening()


class Table:
    """A live hand whose turn it is to do something, and the phones of both players."""

    def __init__(self, scene: Evening, moves: int):
        self.hand = planted(scene, moves=moves)
        self.phones = [scene.phone(0), scene.phone(1)]

    @property
    def state(self):
        return logs.hand_at(self.hand.pk)[1].state

    @property
    def version(self) -> int:
        return logs.hand_at(self.hand.pk)[0]

    @property
    def own(self) -> list[str]:
        return [card_text(card) for card in cards_of(self.state.hands[self.state.turn].known)]

    @property
    def theirs(self) -> list[str]:
        return [card_text(card) for card in cards_of(self.state.hands[1 - self.state.turn].known)]

    def post(
        self, body: dict, *, seat: int | None = None, key: str | None = None, phone: Client | None = None
    ):
        seat = self.state.turn if seat is None else seat
        headers = {"Idempotency-Key": key} if key else {}
        address = f"/api/v1/hands/{self.hand.pk}/moves/"
        return (phone or self.phones[seat]).post(
            address, body, content_type="application/json", headers=headers
        )


@pytest.fixture
def drawing(scene) -> Table:
    """Somebody has to draw."""
    return at_phase(scene, "draw")


@pytest.fixture
def discarding(scene) -> Table:
    """Somebody holds eleven cards."""
    return at_phase(scene, "discard")


def at_phase(scene: Evening, phase: str) -> Table:
    for moves in range(2, 9):
        table = Table(scene, moves)
        if table.state.phase == phase:
            return table
    raise AssertionError(f"no such moment: {phase}")


def test_a_move_is_201_and_shows_the_own_perspective(drawing):
    version, turn = drawing.version, drawing.state.turn
    answer = drawing.post({"kind": "draw", "from": "stock", "version": version})
    assert answer.status_code == 201
    state = answer.json()["state"]
    assert (state["version"], state["seat"], len(state["view"]["hands"][turn])) == (version + 1, turn, 11)
    assert set(state["view"]["hands"][1 - turn]) == {"??"}
    assert "discard" in state["moves"]


def test_a_line_of_the_record_is_a_move_too(drawing):
    answer = drawing.post({"e": "drew", "from": "stock", "version": drawing.version})
    assert answer.status_code == 201


def test_nobody_is_401_and_others_are_403(drawing, scene):
    body = {"kind": "draw", "from": "stock", "version": drawing.version}
    assert drawing.post(body, phone=Client()).status_code == 401
    assert drawing.post(body, phone=scene.phone(None)).status_code == 403
    assert drawing.post({**body, "seat": 1 - drawing.state.turn}).status_code == 403
    missing = drawing.phones[0].post(
        f"/api/v1/hands/{uuid.uuid4()}/moves/", body, content_type="application/json"
    )
    assert missing.status_code == 404


def test_what_cannot_be_read_is_400_before_anything_else(discarding):
    key = str(uuid.uuid4())
    discarding.post({"kind": "discard", "card": discarding.own[0], "version": discarding.version}, key=key)
    for body in (
        {"kind": "discard", "card": "1x", "version": 1},
        {"kind": "fly", "version": 1},
        {"kind": "draw"},
    ):
        answer = discarding.post(body, key=key)
        assert (answer.status_code, set(answer.json())) == (400, {"code", "message", "data"})


def test_a_known_key_gets_the_first_answer_and_another_body_422(drawing):
    key, body = str(uuid.uuid4()), {"kind": "draw", "from": "stock", "version": drawing.version}
    seat = drawing.state.turn
    first = drawing.post(body, key=key, seat=seat)
    again = drawing.post(body, key=key, seat=seat)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json()["hand_version"] == first.json()["hand_version"]
    assert drawing.version == body["version"] + 1
    other = drawing.post({**body, "from": "pile"}, key=key, seat=seat)
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


def test_a_stale_version_is_409_before_legality_with_the_newer_state(discarding):
    turn, version = discarding.state.turn, discarding.version
    answer = discarding.post({"kind": "discard", "card": discarding.theirs[0], "version": version - 1})
    body = answer.json()
    assert (answer.status_code, body["code"]) == (409, "stale_version")
    assert (body["data"]["expected"], body["data"]["actual"]) == (version - 1, version)
    assert body["data"]["state"]["seat"] == turn


def test_an_illegal_move_is_422_with_the_rule(discarding):
    answer = discarding.post({"kind": "draw", "from": "stock", "version": discarding.version})
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_phase")


def test_no_refusal_tells_where_a_hidden_card_lies(discarding):
    """A card of the other hand and one of the stock are refused alike, and no other card is named."""
    own, version = set(discarding.own), discarding.version
    stock = card_text(discarding.state.stock[3])
    answers = []
    for card in (discarding.theirs[0], stock):
        for body in ({"kind": "discard", "card": card}, {"kind": "knock", "discard": card}):
            answer = discarding.post({**body, "version": version})
            assert answer.status_code == 422
            assert set(CARD.findall(answer.text)) - own - {card} == set()
            answers.append((body["kind"], answer.json()["code"], answer.text.replace(card, "…")))
    assert answers[:2] == answers[2:]


def test_a_named_card_does_not_probe_the_stock(drawing):
    top = card_text(drawing.state.stock[0])
    wrong = next(card for card in ("As", "2h", "3d") if card != top)
    answer = drawing.post({"kind": "draw", "from": "stock", "card": wrong, "version": drawing.version})
    assert answer.status_code == 201
    assert top in answer.json()["state"]["view"]["hands"][answer.json()["state"]["seat"]]


def test_eight_threads_play_the_same_move_and_one_wins(discarding):
    version, seat = discarding.version, discarding.state.turn
    body = {"kind": "discard", "card": discarding.own[0], "version": version}
    cookies, ready, answers = discarding.phones[seat].cookies, threading.Barrier(8), []

    def play() -> None:
        phone = Client()
        phone.cookies = cookies
        try:
            ready.wait(timeout=20)
            answers.append(discarding.post(body, key=str(uuid.uuid4()), seat=seat, phone=phone))
        finally:
            connection.close()

    threads = [threading.Thread(target=play) for _thread in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 7}
    assert discarding.version == version + 1
