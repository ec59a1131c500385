"""Every tie-break of the registry, in one loop (architecture 7)."""

import random
from dataclasses import replace

import pytest

from scoring.standings import StandingsOptions, standings
from scoring.tiebreaks import KNOCKOUT_ORDER, ROUND_ROBIN_ORDER, SWISS_ORDER, TIEBREAKS, tiebreak
from tests.scoring.crosstable import by_side, evening, folded, table_game

SEEDED = StandingsOptions(lot_seed=11)
EVERY = pytest.mark.parametrize("criterion", TIEBREAKS, ids=lambda each: each.code)


def a_long_night():
    """Seven people: wins, a tie, a shutout, byes, a forfeit, a penalty, a table of three, a best of three."""
    night, *people = evening("ada", "bo", "cy", "di", "ed", "flo", "gus")
    ada, bo, cy, di, ed, flo, gus = people
    ada.beats(bo, 130, 44)
    cy.shuts_out(di)
    ed.ties(flo)
    gus.has_a_bye()
    night.next_round()
    bo.beats(ada, 125, 110)
    cy.beats(gus, 140, 20)
    di.wins_by_forfeit(ed)
    flo.has_a_bye(points=0, kind="late")
    night.next_round()
    night.match((ada, cy, flo), (table_game(150, 80, 80),))
    bo.beats_over(di, (125, 60), (60, 130), (126, 125))
    gus.is_penalised(game_points=1, spread=20)
    return night


@EVERY
def test_the_order_of_results_does_not_matter_and_of_equals_who_was_named_first_stands_first(criterion):
    night = a_long_night()
    expected = night.standings(
        order=("GP", criterion.code) if criterion.code != "GP" else ("GP",), options=SEEDED
    )
    for seed in range(10):
        shuffle = random.Random(seed).shuffle
        names = list(night.names)
        lists = [list(each) for each in (night.records, night.byes, night.forfeits, night.penalties)]
        for each in lists:
            shuffle(each)

        def again(names=names, lists=lists):
            return standings(
                names,
                lists[0],
                byes=lists[1],
                forfeits=lists[2],
                penalties=lists[3],
                order=expected.order,
                options=SEEDED,
            )

        assert (again().lines, again().with_terms()) == (expected.lines, expected.with_terms())
        shuffle(names)
        moved = again(names)
        assert by_side(moved) == by_side(expected)
        assert [line.side for line in moved.lines] == sorted(
            names, key=lambda side: (by_side(moved)[side][0], names.index(side))
        )


@EVERY
def test_the_order_of_the_sides_in_a_record_does_not_matter(criterion):
    night, ada, bo, cy = evening("ada", "bo", "cy")
    ada.beats(bo, 125, 60)
    night.next_round()
    bo.shuts_out(cy)
    expected = night.standings(order=(criterion.code,), options=SEEDED).lines
    night.records = [
        replace(
            record,
            sides=record.sides[::-1],
            games=tuple(
                replace(
                    game,
                    winner=1 - game.winner,
                    hand_points=game.hand_points[::-1],
                    grand_totals=game.grand_totals[::-1],
                    hands_won=game.hands_won[::-1],
                )
                for game in record.games
            ),
        )
        for record in night.records
    ]
    assert night.standings(order=(criterion.code,), options=SEEDED).lines == expected


@EVERY
def test_an_empty_field_is_ranked(criterion):
    assert standings([], [], order=(criterion.code,), options=SEEDED).lines == ()


@EVERY
def test_a_field_that_has_not_played_shares_the_first_rank(criterion):
    lines = standings(["bo", "ada"], [], order=(criterion.code,), options=StandingsOptions()).lines
    assert [(line.rank, line.shared, line.side) for line in lines] == [(1, True, "bo"), (1, True, "ada")]


@EVERY
def test_somebody_who_withdrew_keeps_his_line_and_stays_in_the_numbers_of_others(criterion):
    """Bo leaves after round 1; his match stays played for Ada."""
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    ada.beats(bo)
    cy.beats(di)
    before = night.standings(order=(criterion.code,), options=SEEDED)
    night.next_round()
    cy.beats(di)  # without bo
    after = night.standings(order=(criterion.code,), options=SEEDED)
    assert sorted(line.side for line in after.lines) == ["ada", "bo", "cy", "di"]
    if criterion.code != "LOT":
        assert before.line_of("bo").values[criterion.code] == after.line_of("bo").values[criterion.code]
        assert before.terms_of("ada", criterion.code) == after.terms_of("ada", criterion.code)


@EVERY
def test_a_bye_is_no_match_and_no_opponent(criterion):
    night, ada, bo, cy = evening("ada", "bo", "cy")
    ada.beats(bo)
    cy.has_a_bye()
    standing = night.standings(order=(criterion.code,), options=SEEDED)
    expected = {"GP": 2, "GW": 1, "NS": 0, "OPP": 0, "H2H": None, "SH": 0, "PF": 0, "BF": 1, "SV": 1, "OQ": 0}
    if criterion.code != "LOT":
        assert standing.line_of("cy").values[criterion.code] == expected[criterion.code]
    assert all(term.match is None for term in standing.terms_of("cy", criterion.code))


@EVERY
def test_its_numbers_are_what_their_terms_give(criterion):
    night = a_long_night()
    order = ("GP", criterion.code) if criterion.code != "GP" else ("GP",)
    standing = night.standings(order=order, options=SEEDED)
    asked = [line for line in standing.lines if line.values[criterion.code] is not None]
    for line in asked:
        assert folded(standing, line, criterion.code) == line.values[criterion.code]
    assert asked or criterion.among_tied


@EVERY
def test_it_has_words(criterion):
    assert criterion.name
    assert criterion.description.endswith(".")
    assert tiebreak(criterion.code) is criterion


def test_the_default_orders_name_tie_breaks_that_exist():
    codes = [each.code for each in TIEBREAKS]
    assert len(set(codes)) == len(codes)
    assert set(SWISS_ORDER) | set(ROUND_ROBIN_ORDER) | set(KNOCKOUT_ORDER) <= set(codes)
