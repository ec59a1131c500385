"""Tables: fixed seats first, best scores at low numbers, fewest moves."""

from __future__ import annotations

from dataclasses import replace

from tests.tournaments.engine.fields import side
from tournaments.engine.field import DrawnMatch, Entrant, Field
from tournaments.engine.pairing.tables import seat


def drawn(*pairs: tuple[str, str]) -> list[DrawnMatch]:
    return [DrawnMatch(sides=pair, first_dealer=0, reasons={}) for pair in pairs]


def field(*entrants: Entrant) -> Field:
    return Field(entrants=entrants, rounds=3)


ADA, BO, CY, DI = side("ada", 0, 4), side("bo", 1, 4), side("cy", 2, 2), side("di", 3, 2)
EVE, FLO = side("eve", 4, 0), side("flo", 5, 0)
PAIRS = drawn(("eve", "flo"), ("ada", "bo"), ("cy", "di"))


def test_best_scores_sit_at_low_numbers() -> None:
    assert seat(PAIRS, field(ADA, BO, CY, DI, EVE, FLO), (1, 2, 3), {}) == [3, 1, 2]


def test_a_fixed_side_keeps_its_table_whatever_its_score() -> None:
    assert seat(PAIRS, field(ADA, BO, CY, DI, EVE, FLO), (1, 2, 3), {"flo": 1}) == [1, 2, 3]


def test_two_fixed_sides_sit_at_the_lower_number() -> None:
    assert seat(PAIRS, field(ADA, BO, CY, DI, EVE, FLO), (1, 2, 3, 4), {"cy": 4, "di": 2}) == [3, 1, 2]


def test_a_fixed_table_out_of_use_falls_to_a_free_one() -> None:
    assert seat(PAIRS, field(ADA, BO, CY, DI, EVE, FLO), (1, 2, 3), {"ada": 9}) == [3, 1, 2]


def test_two_matches_that_want_one_fixed_table() -> None:
    given = seat(PAIRS, field(ADA, BO, CY, DI, EVE, FLO), (1, 2, 3), {"ada": 2, "cy": 2})
    assert sorted(each for each in given if each) == [1, 2, 3]
    assert 2 in (given[1], given[2])


def test_equal_scores_share_tables_so_that_the_fewest_move() -> None:
    level = [replace(each, score=ADA.score) for each in (ADA, BO, CY, DI)]
    sat = [replace(each, last_table=table) for each, table in zip(level, (2, 1, 1, 2), strict=True)]
    assert seat(drawn(("ada", "di"), ("bo", "cy")), field(*sat), (1, 2), {}) == [2, 1]


def test_the_score_outweighs_staying() -> None:
    stays = replace(CY, last_table=1), replace(DI, last_table=1)
    assert seat(drawn(("cy", "di"), ("ada", "bo")), field(ADA, BO, *stays), (1, 2), {}) == [2, 1]


def test_matches_without_a_table_have_none() -> None:
    assert seat(PAIRS, field(ADA, BO, CY, DI, EVE, FLO), (7,), {}) == [None, 7, None]
