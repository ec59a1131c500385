"""Playing Manipulation Rummy through the API: three at a table, each with its own perspective."""

import re

import pytest
from django.test import Client

from games import logs
from games.engine.cards import cards_of
from games.engine.manipulation.cards import card_text, laid_text
from games.engine.manipulation.proposals import best_play
from tests.tournaments.views.rounds import held_by, planted_round, table_evening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
CARD = re.compile(r"(?:[A23456789TJQK][shdc]|\*)\.[12]")


class Table:
    def __init__(self, moves: int = 0, seed: int = 1):
        self.scene = table_evening()
        self.hand = planted_round(self.scene, moves=moves, seed=seed)
        self.phones = [self.scene.phone(side) for side in range(3)]

    @property
    def state(self):
        return logs.hand_at(self.hand.pk)[1].state

    @property
    def url(self) -> str:
        return f"/api/v1/hands/{self.hand.pk}/"

    def move(self, seat: int | None = None, phone: Client | None = None, **body):
        seat = self.state.turn if seat is None else seat
        body = {"version": logs.hand_at(self.hand.pk)[0], **body}
        return (phone or self.phones[seat]).post(f"{self.url}moves/", body, content_type="application/json")

    def hidden_from(self, seat: int | None) -> set[str]:
        hands = {card for owner in range(3) if owner != seat for card in held_by(self.state, owner)}
        return hands | {card_text(card) for card in self.state.stock}

    def seen(self, address: str, seat: int | None) -> set[str]:
        client = Client() if seat is None else self.phones[seat]
        answer = client.get(address)
        assert answer.status_code == 200, answer.text
        return set(CARD.findall(answer.text))


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_draw_turns_up_a_card_for_its_seat_alone(table):
    seat, top = table.state.turn, card_text(table.state.stock[0])
    answer = table.move(kind="draw")
    assert answer.status_code == 201, answer.json()
    state = answer.json()["state"]
    assert top in state["view"]["hands"][seat]
    assert state["view"]["hands"][(seat + 1) % 3] == ["??"] * 10
    assert state["moves"] == ["draw", "play"]
    assert (state["view"]["draws"], state["view"]["stock_count"]) == (1, 75)


@pytest.mark.parametrize("moves", [0, 7, 16])
def test_nobody_is_shown_a_card_without_the_right(moves):
    table = Table(moves)
    for seat in (0, 1, 2):
        assert not table.seen(table.url, seat) & table.hidden_from(seat)
        assert not table.seen(f"{table.url}record", seat) & table.hidden_from(None)
        assert set(held_by(table.state, seat)) <= table.seen(table.url, seat)
        assert not table.seen(f"/hands/{table.hand.pk}/", seat) & table.hidden_from(None)
    keeper = table.scene.phone()  # it sits at the table and plays no hand
    for address in (table.url, f"{table.url}record", f"/hands/{table.hand.pk}/"):
        answer = keeper.get(address)
        assert answer.status_code == 200
        assert not set(CARD.findall(answer.text)) & table.hidden_from(None)
        assert Client().get(address).status_code == 404


def test_the_public_record_says_how_many_play_and_reads_again(table):
    lines = table.scene.phone().get(f"{table.url}record").json()["lines"]
    assert lines[0]["hands"] == [None, None, None]
    assert "stock" not in lines[0]


def test_a_round_is_played_to_its_end_and_goes_onto_the_sheet(table):
    while not table.state.is_over:
        state = table.state
        held = tuple(cards_of(state.hands[state.turn].known))
        kinds = table.phones[state.turn].get(table.url).json()["moves"]
        melded = best_play(state.table, held) if "play" in kinds else None
        if melded is not None:
            body = {"kind": "play", "table": [[laid_text(tile) for tile in group] for group in melded]}
        else:
            body = {"kind": next(kind for kind in ("draw", "knock", "end_turn") if kind in kinds)}
        answer = table.move(**body)
        assert answer.status_code == 201, (body, answer.json())
    (line,) = table.scene.state.lines
    assert line.hand == str(table.hand.pk)
    assert line.result.outcome in ("knock", "out", "stock")
    assert table.scene.state.sheet.games[0].lines[0].points == line.result.points


def test_another_seats_turn_is_refused_and_a_stranger_is_403(table):
    other = (table.state.turn + 1) % 3
    answer = table.move(other, kind="draw")
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_seat")
    stranger = table.scene.phone()
    assert table.move(phone=stranger, kind="draw").status_code == 403


def test_a_table_that_breaks_a_rule_is_refused_with_its_number_and_the_hand_stays(table):
    table.move(kind="draw")
    seat = table.state.turn
    own = held_by(table.state, seat)
    before = table.state
    theirs = held_by(table.state, (seat + 1) % 3)
    for cards, code in (
        ([own[:3]], "not_a_meld"),
        ([[own[0], own[0], own[1]]], "not_a_meld"),
        ([theirs[:1]], "not_a_meld"),
        ([], "not_a_meld"),
    ):
        melded = [[f"{card}=Qh" if card.startswith("*") else card for card in group] for group in cards]
        answer = table.move(kind="play", table=melded)
        assert answer.status_code == 422, melded
        assert answer.json()["code"] == code
        assert re.search(r"\(rules 5\.\d+\)", answer.json()["message"])
    assert table.state == before


def test_a_table_that_cannot_be_read_is_400(table):
    table.move(kind="draw")
    assert table.move(kind="play", table=[["8s"]]).status_code == 400
    assert table.move(kind="play").status_code == 400
    assert table.move(kind="discard", card="8s.1").status_code == 400
