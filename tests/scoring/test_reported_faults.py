"""Faults other programs' users reported in standings, each with the right value (tournament practice 5)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.engine.rulesets import CLUB25
from scoring.standings import standings
from tests.scoring.crosstable import evening, folded
from tournaments.engine import match


def test_a_tie_break_nobody_can_recompute():
    """OPP is exact and opens into the opponents it is the mean of."""
    night, ada, bo, cy = evening("ada", "bo", "cy")
    ada.beats(bo)
    night.next_round()
    bo.beats(cy)
    night.next_round()
    ada.beats(cy)
    night.next_round()
    bo.beats(cy)
    standing = night.standings()
    terms = standing.terms_of("ada", "OPP")
    assert [(term.round, term.opponents, term.value) for term in terms] == [
        (1, ("bo",), Fraction(4, 3)),
        (3, ("cy",), 0),
    ]
    assert (
        standing.line_of("ada").values["OPP"] == Fraction(2, 3) == folded(standing, standing.lines[0], "OPP")
    )


def test_two_equal_on_all_shown_columns_still_ordered():
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    di.beats(ada, 125, 100)
    cy.beats(bo, 125, 100)
    assert [(line.rank, line.shared) for line in night.standings().lines] == [
        (1, True),
        (1, True),
        (3, True),
        (3, True),
    ]


def test_unconfirmed_results_counted():
    """A result that was entered gives no record until the other side accepts it."""
    started = match.start(
        tournament="t",
        stage=1,
        round=1,
        sides=("ada", "bo"),
        persons=(("ada",), ("bo",)),
        first_dealer=0,
        rules=CLUB25,
    )
    state = match.fold([started])
    for event in match.enter_score(state, points=((125, 87),), hands_won=((6, 3),), by="table", side=0):
        state = match.evolve(state, event)
    assert (state.status, match.record(state, match="m")) == ("entered", None)
    for event in match.accept(state, by="table", side=1):
        state = match.evolve(state, event)
    counted = standings(["ada", "bo"], [match.record(state, match="m")])
    assert [(line.side, line.values["GP"], line.values["NS"]) for line in counted.lines] == [
        ("ada", 2, 38),
        ("bo", 0, -38),
    ]


def test_head_to_head_looks_at_the_first_meeting_only():
    night, ada, bo = evening("ada", "bo")
    ada.beats(bo, 125, 100)
    night.next_round()
    bo.beats(ada, 125, 100)
    night.next_round()
    bo.beats(ada, 125, 100)
    ada.is_penalised(game_points=-2)
    assert [(line.side, line.values["H2H"]) for line in night.standings(order=("GP", "H2H")).lines] == [
        ("bo", 4),
        ("ada", 2),
    ]


def test_open_matches_counted_in_a_tie_break_mid_round():
    """In round 2 Ada has played and Bo has not: her OPP reads what he has from matches that are counted."""
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    ada.beats(bo)
    cy.beats(di)
    night.next_round()
    ada.beats(cy)
    assert night.standings().line_of("ada").values["OPP"] == (Fraction(0) + Fraction(2, 2)) / 2


def test_seeds_for_the_next_stage_use_another_order_than_the_table_shown():
    """There is one function: seeding reads the very lines that are shown."""
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    ada.beats(bo, 125, 90)
    cy.beats(di, 125, 40)
    shown = [line.side for line in night.standings().lines]
    assert shown == [line.side for line in night.standings().with_terms()] == ["cy", "ada", "bo", "di"]


def test_a_wrongly_set_disqualification_removed_and_points_stay_wrong():
    night, ada, bo = evening("ada", "bo")
    record = ada.beats(bo)
    right = night.standings().lines
    night.records = []
    night.forfeit(("bo",), ("ada",))
    assert [(line.side, line.values["GP"]) for line in night.standings().lines] == [("bo", 2), ("ada", 0)]
    night.forfeits, night.records = [], [record]
    assert night.standings().lines == right


def test_an_aborted_and_replayed_match_counted_twice():
    night, ada, bo = evening("ada", "bo")
    record = ada.beats(bo)
    with pytest.raises(ValueError, match="counted twice"):
        standings(night.names, [record, replace(record, games=record.games[:0])])


def test_a_corrected_winner_changes_every_number_that_read_him():
    night, ada, bo, cy = evening("ada", "bo", "cy")
    ada.beats(bo, 125, 60)
    night.next_round()
    bo.beats(cy, 125, 60)
    assert night.numbers("OPP")["cy"] == 1
    turned = night.records[0]
    game = replace(turned.games[0], winner=1, hand_points=(60, 125), grand_totals=(60, 125))
    night.records[0] = replace(turned, games=(game,))
    assert night.numbers("OPP")["cy"] == 2
    assert night.ranks() == [(1, "bo"), (2, "ada"), (2, "cy")]


def test_an_average_for_a_bye_that_changes_later():
    night, ada, bo, cy = evening("ada", "bo", "cy")
    cy.has_a_bye()
    ada.beats(bo, 125, 10)
    first = night.standings(order=("GP", "PF")).line_of("cy").values
    night.next_round()
    ada.beats(bo, 190, 0)
    assert night.standings(order=("GP", "PF")).line_of("cy").values == first == {
        "GP": 2, "GW": 1, "NS": 0, "PF": 0,
    }  # fmt: skip
