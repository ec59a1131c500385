"""A round of Manipulation Rummy in play, its hidden cards searched for in every answer the club gives.

Two packs are in play: a card is hidden with its pack, and its face where none like it lies open.
"""

import logging
import re
from dataclasses import dataclass

import pytest

from games.engine import cards as faces
from games.engine.cards import cards_of
from games.engine.manipulation.cards import card_text
from games.models.hand import Hand
from tests.tournaments.views import rounds
from tests.tournaments.views.public.scene import ROLES, Scene, announced
from tests.tournaments.views.searching import (
    InPlay,
    Nothing,
    answers,
    cards_in,
    exact_cards_in,
    text_of,
    urls_of,
)

pytestmark = pytest.mark.django_db

PICTURE = re.compile(r'data-card="([A2-9TJQK][shdc])"')


@dataclass
class Planted(InPlay):
    """The round of the one table, in the middle of play, with cards on the table."""

    scene: Scene
    hand: Hand

    def hidden(self, seat: int | None) -> set[str]:
        """What this seat (None: everybody else) may not know: the others' hands, and the stock."""
        state = self.state
        others = [held.known for other, held in enumerate(state.hands) if other != seat]
        return {
            card_text(card) for card in (*(each for held in others for each in cards_of(held)), *state.stock)
        }

    def hidden_faces(self, seat: int | None) -> set[str]:
        state = self.state
        known = {faces.card_text(laid.face) for group in state.table for laid in group}
        if seat is not None:
            known |= {card_text(card)[:2] for card in cards_of(state.hands[seat].known)}
        return {card[:2] for card in self.hidden(seat) if not card.startswith("*")} - known


def planted() -> Planted:
    scene = announced(
        names=("Ada Lovelace", "Bo Diddley", "Cy Young"), rules="manipulation", format="one_table"
    )
    scene.publish_round(1)
    scene.seat_the_player(1)
    scene.refresh()
    row = scene.matches(1)[0]
    return Planted(scene, rounds.planted_round_of(row, moves=14, seed=3))


@pytest.fixture(scope="module")
def everything(django_db_setup, django_db_blocker):
    """One scene for all viewers."""
    with django_db_blocker.unblock(), Nothing():
        there = planted()
        assert there.state.table, "something lies on the table"
        yield there, urls_of(there.scene, there.hand.pk, round=1)


@pytest.mark.parametrize("role", ROLES)
def test_no_answer_of_any_address_holds_a_hidden_card(everything, role, caplog):
    there, urls = everything
    caplog.set_level(logging.DEBUG)
    seat = 0 if role == "player" else None
    hidden, unseen, salt, opened = there.hidden(seat), there.hidden_faces(seat), there.salt, 0
    assert len(hidden) > 80
    assert len(unseen) > 25
    client = there.scene.client(role)
    for name, url in urls.items():
        for answer in answers(client, name, url):
            text = text_of(answer)
            assert salt not in text, url
            if name == "schema":
                continue  # its examples stand in the code
            if name.startswith("match_scribe"):
                assert exact_cards_in(text) == set(), url
                continue
            assert exact_cards_in(text) & hidden == set(), (url, answer.status_code)
            assert cards_in(text) & unseen == set(), (url, answer.status_code)
            opened += answer.status_code == 200
    assert opened > 25
    assert salt not in caplog.text
    assert exact_cards_in(caplog.text) & hidden == set()


def test_a_player_is_shown_the_table_and_his_own_cards_alone(everything):
    there, urls = everything
    text = text_of(there.scene.client("player").get(urls["hand_play"]))
    own = [card_text(card)[:2] for card in cards_of(there.state.hands[0].known)]
    laid = [card_text(each.card)[:2] for group in there.state.table for each in group]
    assert sorted(PICTURE.findall(text)) == sorted(card for card in own + laid if card != "*.")
