"""A hand in play, its hidden cards and its salt searched for in every answer the club gives to anybody.

The addresses come from the code itself: a new page or API route is searched the day it is written.
"""

import json
import logging
import re
from uuid import uuid4

import pytest
from django.test import Client

from games import logs
from games.engine.bots import Temper
from games.engine.cards import card_text, cards_of
from games.models.event import Event
from games.models.hand import Hand
from games.selectors.hands import card_name, card_sign
from games.services import hands as moves
from tests.remembered import rows_of_all
from tests.tournaments.views.public.scene import ROLES, Scene, order, running
from tests.tournaments.views.searching import ALL, InPlay, Nothing, answers, cards_in, text_of, urls_of
from tests.tournaments.views.two_phones import button_of
from tournaments.access.table_codes import code_for
from tournaments.services import hands, own_links

pytestmark = pytest.mark.django_db


class Planted(InPlay):
    """A hand in play at table 1 of the running round."""

    def __init__(self, scene: Scene, *, moves_made: int) -> None:
        self.row = scene.matches(2)[0]
        answer = hands.deal_hand(order(), self.row).answer
        self.hand = Hand.objects.get(pk=answer["hand"])
        for version in range(1, moves_made + 1):
            # Dealt by lot: whoever knocked by luck would have laid his cards open.
            button = button_of(self.state, Temper(knock_at=0, patience=99))
            moves.play(order(), self.hand.pk, button, version=version)
        self.hand.refresh_from_db()
        assert self.hand.phase == Hand.Phase.PLAYING

    def hidden(self, seat: int | None) -> set[str]:
        """What this seat (None: everybody else) may not know: hands, stock, discards beneath the top."""
        state = self.state
        others = [held.known for other, held in enumerate(state.hands) if other != seat]
        kept = {card_text(card) for held in others for card in cards_of(held)}
        return kept | {card_text(card) for card in (*state.stock, *state.pile[:-1])}


@pytest.fixture(scope="module")
def everything(django_db_setup, django_db_blocker):
    """One scene for all viewers."""
    with django_db_blocker.unblock(), Nothing():
        scene = running()
        planted = Planted(scene, moves_made=6)
        yield scene, planted, urls_of(scene, planted.hand.pk)


@pytest.mark.parametrize("role", ROLES)
def test_no_answer_of_any_address_holds_a_hidden_card(everything, role, caplog):
    scene, planted, urls = everything
    caplog.set_level(logging.DEBUG)
    client = scene.client(role)
    seat = 0 if role == "player" else None
    hidden, salt, opened = planted.hidden(seat), planted.salt, 0
    assert len(hidden) > 35
    for name, url in urls.items():
        for answer in answers(client, name, url):
            text = text_of(answer)
            assert salt not in text, url
            if name.startswith("match_scribe"):
                assert cards_in(text) >= ALL or not cards_in(text)  # every card to tap tells of none
                continue
            assert cards_in(text) & hidden == set(), (url, answer.status_code)
            opened += answer.status_code == 200
    assert opened > 30
    assert salt not in caplog.text
    assert set(re.findall(r"\b[A23456789TJQK][shdc]\b", caplog.text)) & hidden == set()


@pytest.mark.parametrize("way", ["own link", "phone", "login"])
def test_the_other_player_sees_his_own_cards_alone_however_he_is_known(everything, way):
    scene, planted, urls = everything
    with Nothing():
        client = Client()
        person = planted.row.sides.get(index=1).entry.people[0]
        assert str(planted.hand.seats[1]) == str(person.pk)
        if way == "own link":
            client.get(f"/p/{own_links.give_link(person)}/")
        elif way == "phone":
            client.get(f"/t/{code_for(planted.row.table)}/")
            client.post("/table/who/", {"person": str(person.pk)})
        else:
            type(person).objects.filter(pk=person.pk).update(user=scene.users["scorer"])
            client.force_login(scene.users["scorer"])
        hidden, salt, seen = planted.hidden(1), planted.salt, set()
        for name, url in urls.items():
            if name.startswith("match_scribe"):
                continue
            for answer in answers(client, name, url):
                text = text_of(answer)
                assert salt not in text, url
                assert cards_in(text) & hidden == set(), (url, answer.status_code)
                seen |= cards_in(text) if name == "hand_play" else set()
        assert {card_text(each) for each in cards_of(planted.state.hands[1].known)} <= seen


def test_no_row_but_the_log_keeps_a_hidden_card(everything):
    _scene, planted, _urls = everything
    of_logins = ("auth_", "django_", "knox_", "axes_")  # digests of theirs look like anything
    there = rows_of_all().items()
    rows = {table: found for table, found in there if not table.startswith(("games_event", *of_logins))}
    text = json.dumps(rows, default=str)
    assert len(rows) > 20
    assert str(planted.hand.pk.hex) in text.replace("-", "")
    assert planted.salt not in text
    assert set(re.findall(r"(?<![\w])[A23456789TJQK][shdc](?![\w])", text)) & planted.hidden(None) == set()


def test_nor_does_any_page_as_it_stood_while_the_hand_was_played(everything):
    scene, planted, urls = everything
    client, hidden = scene.client("player"), planted.hidden(0)
    point, opened = Event.objects.latest("position").position, 0
    for name, url in urls.items():
        if name.startswith("match_scribe"):
            continue
        with Nothing():
            answer = client.get(f"{url}?at={point}")
        if answer.has_header("Memento-Datetime"):
            text = text_of(answer)
            assert planted.salt not in text, url
            assert cards_in(text) & hidden == set(), url
            opened += answer.status_code == 200
    assert opened > 30


def refused(planted, clients, card: str):
    """Everything one can send that names this card, and what comes back, without the card's name."""
    version, turn = logs.hand_at(planted.hand.pk)[0], planted.state.turn
    own = sorted(card_text(each) for each in cards_of(planted.state.hands[turn].known))
    melds, order = [[card, *own[1:3]]], {"seat": turn}
    lines = [
        {"e": "discarded", **order, "card": card},
        {"e": "laid_off", **order, "card": card},
        {"e": "melded", **order, "melds": melds},
        {"e": "knocked", **order, "discard": card},
        {"e": "knocked", **order, "discard": own[0], "melds": melds},
        {"e": "knocked", **order, "discard": card, "cards": [card, *own[2:]]},
        {"e": "showed", "seat": 1 - turn, "cards": [card, *own[1:]]},
    ]
    pressed = [{"do": do, "card": card, "spread": f"{card} {own[1]} {own[2]}"} for do in ("discard", "knock")]
    for client in clients:
        for line in lines:
            body = json.dumps({"key": str(uuid4()), "version": version, **line})
            address = f"/api/v1/hands/{planted.hand.pk}/moves/"
            yield client.post(address, body, content_type="application/json")
        for press in pressed:
            body = {"key": str(uuid4()), "version": version, **press}
            yield client.post(f"/hands/{planted.hand.pk}/play/", body)


def test_no_refusal_tells_whether_the_other_hand_or_the_stock_holds_a_card(everything):
    scene, planted, _urls = everything
    while not (planted.state.turn == 0 and planted.state.phase == "discard"):
        version = logs.hand_at(planted.hand.pk)[0]
        button = button_of(planted.state, Temper(knock_at=0, patience=99))
        moves.play(order(), planted.hand.pk, button, version=version)
    state, told = planted.state, []
    other = [card_text(card) for card in cards_of(state.hands[1 - state.turn].known)]
    stock = [card_text(card) for card in state.stock]
    clients = [scene.client(role) for role in ("player", "director")]
    for card in (other[0], stock[0]):
        nameless = re.compile(rf"\b{card}\b|{re.escape(card_sign(card))}|{card_name(card)}|[0-9a-f-]{{36}}")
        answers = []
        for answer in refused(planted, clients, card):
            assert answer.status_code not in (200, 201)
            words = answer.json()["message"] if answer["Content-Type"].startswith("application") else ""
            notes = re.findall(r'class="note.*?</div>', answer.text, re.DOTALL)
            answers.append((answer.status_code, nameless.sub("CARD", words), notes))
        told.append(answers)
    assert len(told[0]) == 18
    assert told[0] == told[1]


def test_the_keeper_of_the_installation_reads_every_event_and_no_hidden_card(everything, django_user_model):
    _scene, planted, _urls = everything
    keeper = Client()
    keeper.force_login(django_user_model.objects.create_superuser("keeper"))
    text = ""
    for position in Event.objects.filter(stream_id=planted.hand.pk).values_list("position", flat=True):
        text += keeper.get(f"/admin/games/event/{position}/change/").text.replace("&quot;", '"')
    for each in re.findall(r'href="(/admin/\w+/\w+/)"', keeper.get("/admin/").text):
        text += keeper.get(each).text
    assert planted.salt not in text
    assert cards_in(text) & planted.hidden(None) == set()
    assert logs.lines_of(planted.hand.pk)[0]["commitment"] in text
