"""Three-handed gin played through the API: two sit, the dealer looks on, the loser deals the next hand."""

import re
from uuid import UUID

import pytest

from games import logs
from games.engine import record
from games.engine.bots import Temper
from games.engine.by_bots import next_event
from games.engine.cards import card_text, cards_of
from tests.tournaments.views.rounds import table_evening
from tournaments.engine.match.entering import places_waiting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
CARD = re.compile(r"\b([A23456789TJQK][shdc])\b")


class Table:
    """A hand dealt by the server at a table of three."""

    def __init__(self):
        self.scene = table_evening(rules="three_handed")
        self.phones = [self.scene.phone(side) for side in range(3)]
        self.place = places_waiting(self.scene.state)[0]
        self.hand = self.deal()

    @property
    def state(self):
        return logs.hand_at(self.hand)[1].state

    def deal(self) -> UUID:
        address = f"/api/v1/matches/{self.scene.match.pk}/deal/"
        answer = self.phones[0].post(address, {}, content_type="application/json")
        assert answer.status_code == 201, answer.json()
        return UUID(answer.json()["hand"])

    def move(self, side: int | None = None):
        """What a bot would do in the seat whose turn it is, sent from that side's phone or another's."""
        version, seen = logs.hand_at(self.hand)
        line = record.family_of(seen.state.rules).write_event(next_event(seen.state, Temper()))
        side = self.place.sides[seen.state.turn] if side is None else side
        address = f"/api/v1/hands/{self.hand}/moves/"
        body = {**line, "version": version}
        return self.phones[side].post(address, body, content_type="application/json")


def test_the_dealer_looks_on_without_cards_or_moves():
    table = Table()
    dealer = table.place.dealer
    assert dealer not in table.place.sides
    answer = table.phones[dealer].get(f"/api/v1/hands/{table.hand}/")
    assert (answer.status_code, answer.json()["seat"], answer.json()["moves"]) == (200, None, [])
    held = {card_text(card) for hand in table.state.hands for card in cards_of(hand.known)}
    assert not set(CARD.findall(answer.text)) & (held | {card_text(card) for card in table.state.stock})
    assert table.move(dealer).status_code == 403


def test_the_result_is_of_the_two_who_sat_and_the_loser_deals():
    table = Table()
    while not table.state.is_over:
        answer = table.move()
        assert answer.status_code == 201, answer.json()
    (line,) = table.scene.state.lines
    assert (line.hand, line.seats) == (str(table.hand), table.place.sides)
    points = line.result.points
    totals = [0, 0, 0]
    for seat, side in enumerate(table.place.sides):
        totals[side] = points[seat]
    assert list(table.scene.state.sheet.games[0].columns[0].hand_points) == totals
    after = places_waiting(table.scene.state)[0]
    winner = table.place.sides[0 if points[0] > points[1] else 1]
    loser = next(side for side in table.place.sides if side != winner)
    assert points[0] != points[1]
    assert (after.dealer, set(after.sides)) == (loser, {winner, table.place.dealer})
