"""Partners for one match: each has what the side has, and never met the partner."""

from __future__ import annotations

from fractions import Fraction

from scoring.records import GameRecord, MatchRecord
from scoring.standings import standings
from scoring.tiebreaks import ROTATING_ORDER


def match(round: int, winners: str, losers: str, points: tuple[int, int] = (130, 80)) -> MatchRecord:
    game = GameRecord(
        winner=0, hand_points=points, grand_totals=points, hands_won=(5, 3), shutout=False, clamp=125
    )
    return MatchRecord(
        match=f"m{round}{winners}", round=round, table=1, sides=(*winners, *losers), teams=(0, 0, 1, 1),
        games=(game,),
    )  # fmt: skip


THREE_ROUNDS = [match(1, "ab", "cd"), match(2, "ac", "bd", (130, 60)), match(3, "bc", "ad", (130, 100))]


def test_each_of_a_side_has_what_the_side_has() -> None:
    found = standings("abcd", THREE_ROUNDS, order=ROTATING_ORDER)
    table = [(line.rank, line.side, line.values["GP"], line.values["NS"]) for line in found.lines]
    assert table == [(1, "a", 4, 90), (2, "c", 4, 50), (3, "b", 4, 10), (4, "d", 0, -150)]
    assert [(line.won, line.lost, line.tied) for line in found.lines] == [(2, 1, 0)] * 3 + [(0, 3, 0)]
    assert found.net.holds


def test_opponents_are_those_across_and_not_the_partner() -> None:
    found = standings("abcd", THREE_ROUNDS, order=("GP", "OPP", "H2H"))
    terms = found.terms_of("a", "OPP")
    assert [(term.round, term.opponents) for term in terms] == [
        (1, ("c",)), (1, ("d",)), (2, ("b",)), (2, ("d",)), (3, ("b",)), (3, ("c",)),
    ]  # fmt: skip
    assert found.line_of("a").values["OPP"] == Fraction(8, 9)


def test_the_quotient_is_the_opponents_sum_over_the_partners() -> None:
    """a met b and c twice each and d twice; its partners were b, c and d."""
    found = standings("abcd", THREE_ROUNDS, order=("GP", "OQ"))
    assert found.line_of("a").values["OQ"] == Fraction(4 + 4 + 4 + 4, 4 + 4)
    assert found.line_of("d").values["OQ"] == Fraction(6 * 4, 3 * 4)


def test_a_tie_is_a_tie_for_all_four() -> None:
    game = GameRecord(
        winner=None, hand_points=(90, 90), grand_totals=(90, 90), hands_won=(4, 4), shutout=False, clamp=125
    )
    record = MatchRecord(match="m", round=1, table=1, sides=tuple("abcd"), teams=(0, 0, 1, 1), games=(game,))
    found = standings("abcd", [record])
    assert [(line.tied, line.values["GP"]) for line in found.lines] == [(1, 1)] * 4
