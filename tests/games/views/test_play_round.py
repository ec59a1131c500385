"""A round of Manipulation Rummy on its players' own phones: dealt, moves, proposals, onto the sheet."""

import re
import uuid

import pytest
from django.test import Client

from games import logs
from games.engine.cards import cards_of
from games.engine.manipulation.cards import card_text, laid_text, parse_card
from games.engine.manipulation.proposals import best_play
from games.models.hand import Hand
from tests.tournaments.views.rounds import held_by, planted_round, table_evening

pytestmark = pytest.mark.django_db(transaction=True)
CARD = re.compile(r"(?:[A23456789TJQK][shdc]|\*)\.[12]")
DRAWN = re.compile(r'data-card="([^"]+)"')


class Table:
    def __init__(self, moves: int = 0, seed: int = 1):
        self.scene = table_evening()
        self.phones = [self.scene.phone(side) for side in range(3)]
        self.hand = planted_round(self.scene, moves=moves, seed=seed)

    @property
    def state(self):
        return logs.hand_at(self.hand.pk)[1].state

    @property
    def turn(self) -> int:
        return self.state.turn

    def page(self, seat: int):
        return self.phones[seat].get(f"/hands/{self.hand.pk}/play/")

    def press(self, do: str, seat: int | None = None, **data):
        seat = self.turn if seat is None else seat
        version = logs.hand_at(self.hand.pk)[0]
        body = {"key": str(uuid.uuid4()), "version": version, "do": do, **data}
        return self.phones[seat].post(f"/hands/{self.hand.pk}/play/", body, headers={"HX-Request": "true"})


@pytest.fixture
def table() -> Table:
    return Table()


def meldable(table: Table) -> tuple[int, ...]:
    """Cards of whoever's turn it is that can be melded, drawn for until there are some."""
    while True:
        state = table.state
        held = tuple(cards_of(state.hands[state.turn].known))
        found = best_play(state.table, held) if state.phase == "meld" else None
        if found is not None:
            lying = {tile.card for group in found for tile in group}
            before = {tile.card for group in state.table for tile in group}
            return tuple(sorted(lying - before))
        kinds = table.page(state.turn).context["view"]["can"]
        assert table.press("draw" if kinds["draw"] else "end").status_code == 200


def test_a_round_is_dealt_when_everybody_is_ready():
    scene = table_evening()
    phones = [scene.phone(side) for side in range(3)]
    address = f"/matches/{scene.match.pk}/play/"
    for phone in phones[:2]:
        phone.post(f"{address}ready/", {"key": str(uuid.uuid4())})
    assert not Hand.objects.filter(match_id=scene.match.pk).exists()
    assert "You are ready. Waiting for" in phones[0].get(address).text
    answer = phones[2].post(f"{address}ready/", {"key": str(uuid.uuid4())})
    hand = Hand.objects.get(match_id=scene.match.pk)
    assert answer["Location"] == f"/hands/{hand.pk}/play/"
    assert [phone.get(answer["Location"]).status_code for phone in phones] == [200] * 3


def test_the_sheet_of_a_table_of_more_speaks_of_all_their_phones():
    table = Table()
    assert "Hand 1 is being played on your phones." in table.phones[0].get("/table/").text


def test_each_phone_shows_its_own_cards_and_no_other():
    table = Table(moves=9)
    for seat in range(3):
        page = table.page(seat)
        shown = set(CARD.findall(page.text))
        others = {card for other in range(3) if other != seat for card in held_by(table.state, other)}
        hidden = others | {card_text(card) for card in table.state.stock}
        assert not shown & hidden
        faces = [card["text"] for card in page.context["view"]["own"]["cards"]]
        assert sorted(faces) == sorted(held_by(table.state, seat))
        drawn = DRAWN.findall(page.text)
        assert len(drawn) == len(faces) + sum(len(group) for group in table.state.table)
    keeper = table.scene.phone()
    assert keeper.get(f"/hands/{table.hand.pk}/play/")["Location"] == f"/hands/{table.hand.pk}/"
    assert Client().get(f"/hands/{table.hand.pk}/play/").status_code == 404


def test_what_others_draw_is_told_without_its_name(table):
    first = table.turn
    table.press("draw")
    told = table.page((first + 1) % 3).context["view"]["last"]
    assert len(told) == 1
    assert told[0].endswith("draws a card.")


def test_only_the_moves_of_the_moment_are_offered(table):
    seat = table.turn
    assert table.page(seat).context["view"]["can"] == {
        "draw": True, "play": False, "end": False, "knock": False,
    }  # fmt: skip
    assert table.page((seat + 1) % 3).context["view"]["can"] == {
        "draw": False, "play": False, "end": False, "knock": False,
    }  # fmt: skip
    table.press("draw")
    assert table.page(seat).context["view"]["can"]["play"]


def test_chosen_cards_are_proposed_and_laid_as_proposed(table):
    cards = meldable(table)
    seat, before = table.turn, table.state
    asked = table.press("propose", cards=[card_text(card) for card in cards])
    assert asked.status_code == 200
    chooser = asked.context["chooser"]
    assert sum(len(group["cards"]) for group in chooser["groups"]) == len(cards) + sum(map(len, before.table))
    assert sum(card["new"] for group in chooser["groups"] for card in group["cards"]) == len(cards)
    assert table.state == before  # nothing is laid yet
    laid = table.press("lay", table=chooser["text"])
    assert laid.status_code == 200
    assert table.state.hands[seat].count == before.hands[seat].count - len(cards)
    assert [[laid_text(tile) for tile in group] for group in table.state.table] == [
        line.split() for line in chooser["text"].splitlines()
    ]


def test_other_ways_are_offered_and_cards_are_put_together_by_taps():
    table = Table(moves=40, seed=5)
    cards = [card_text(card) for card in meldable(table)]
    before, seat = table.state, table.turn
    chooser = table.press("propose", cards=cards).context["chooser"]
    groups = [line.split() for line in chooser["text"].splitlines()]
    ours = next(group for group in groups if set(cards) & {text.partition("=")[0] for text in group})
    asked = table.press("together", cards=cards, tiles=ours)
    assert asked.context["chooser"]["together"] == [" ".join(ours)]
    assert " ".join(ours) in asked.context["chooser"]["text"].splitlines()
    ways = [asked.context["chooser"], *asked.context["chooser"]["others"]]
    assert len({way["text"] for way in ways}) == len(ways)
    strange = next(card_text(card) for card in before.stock)
    for tiles in (ours[:1], [*ours, strange]):
        refused = table.press("together", cards=cards, tiles=tiles)
        assert (refused.status_code, "(rules 5.4)" in refused.context["refused"]) == (422, True)
    assert table.state == before
    assert table.press("lay", table=ways[-1]["text"]).status_code == 200
    assert table.state.hands[seat].count == before.hands[seat].count - len(cards)


def test_cards_that_fit_nowhere_are_refused_and_stay_chosen(table):
    table.press("draw")
    state = table.state
    card = next(card for card in cards_of(state.hands[state.turn].known) if card % 53 != 52)
    answer = table.press("propose", cards=[card_text(card)])
    assert answer.status_code == 422
    assert "cannot be laid" in answer.context["refused"]
    assert answer.context["chosen"] == [card_text(card)]
    assert table.state == state


@pytest.mark.parametrize(
    ("text", "status", "why"),
    [
        ("8s.1 9h.1 Td.1", 422, "(rules 5.4)"),
        ("8s.1 8s.1 8h.1", 422, "(rules 5."),
        ("8s", 422, "is not a card"),
        ("", 422, "(rules 5.5)"),
    ],
)
def test_a_written_table_that_breaks_a_rule_is_refused_and_kept(table, text, status, why):
    table.press("draw")
    before = table.state
    answer = table.press("lay", table=text)
    assert answer.status_code == status
    assert why in answer.context["refused"]
    assert answer.context["written"] == text
    assert table.state == before


def test_a_round_is_played_out_on_the_pages_and_stands_on_the_sheet(table):
    while not table.state.is_over:
        state = table.state
        can = table.page(state.turn).context["view"]["can"]
        held = tuple(cards_of(state.hands[state.turn].known))
        found = best_play(state.table, held) if can["play"] else None
        if found is not None:
            lying = {tile.card for group in state.table for tile in group}
            cards = [card_text(tile.card) for group in found for tile in group if tile.card not in lying]
            chooser = table.press("propose", cards=cards).context["chooser"]
            assert table.press("lay", table=chooser["text"]).status_code == 200
        else:
            do = next(do for do in ("draw", "knock", "end") if can[do])
            assert table.press(do).status_code == 200
    (line,) = table.scene.state.lines
    page = table.page(0)
    assert page.context["finished"]
    assert f"+{max(line.result.points)}" in table.scene.phone().get("/table/").text
    assert line.result.deadwood == tuple(seat["count"] for seat in page.context["step"]["seats"])


def test_an_older_page_and_another_seat_change_nothing(table):
    seat = table.turn
    table.press("draw")
    other = (seat + 1) % 3
    refused = table.press("draw", seat=other)
    assert (refused.status_code, "not your turn" in refused.context["refused"]) == (422, True)
    body = {"key": str(uuid.uuid4()), "version": 1, "do": "draw"}
    stale = table.phones[seat].post(f"/hands/{table.hand.pk}/play/", body)
    assert stale.status_code == 409


def test_the_api_proposes_a_table_to_the_seat_whose_turn_it_is(table):
    cards = meldable(table)
    seat = table.turn
    address = f"/api/v1/hands/{table.hand.pk}/proposals/"
    asked = {"cards": [card_text(card) for card in cards]}
    told = table.phones[seat].post(address, asked, content_type="application/json")
    assert told.status_code == 200
    laid = [parse_card(text.partition("=")[0]) for group in told.json()["table"] for text in group]
    assert set(cards) <= set(laid)
    other = table.phones[(seat + 1) % 3].post(address, asked, content_type="application/json")
    assert (other.status_code, other.json()["code"]) == (422, "wrong_seat")
    strange = next(card for card in held_by(table.state, (seat + 1) % 3))
    probe = table.phones[seat].post(address, {"cards": [strange]}, content_type="application/json")
    assert (probe.status_code, probe.json()["code"]) == (422, "card_not_held")
    assert Client().post(address, asked, content_type="application/json").status_code == 401
