"""SV: the last round after which a side was still in."""

from __future__ import annotations

import pytest

from scoring.options import StandingsOptions
from scoring.records import Bye, Forfeit, GameRecord, MatchRecord
from scoring.standings import standings
from scoring.tiebreaks import KNOCKOUT_ORDER

GAME = GameRecord(
    winner=0, hand_points=(130, 80), grand_totals=(230, 80), hands_won=(6, 4), shutout=False, clamp=125
)


def match(round: int, winner: str, loser: str) -> MatchRecord:
    return MatchRecord(
        match=f"{round}{winner}{loser}", round=round, table=None, sides=(winner, loser),
        games=(GAME,),
    )  # fmt: skip


def ranks(records: list[MatchRecord], lives: int = 1, **more: object) -> list[tuple[int, str, object]]:
    sides = sorted({side for record in records for side in record.sides})
    found = standings(
        sides, records, order=KNOCKOUT_ORDER, options=StandingsOptions(lives=lives), **more,  # type: ignore[arg-type]
    )  # fmt: skip
    return [(line.rank, line.side, line.values["SV"]) for line in found.lines]


SEMIS_AND_FINAL = [match(1, "a", "b"), match(1, "c", "d"), match(2, "a", "c")]


def test_a_knockout_ranks_by_how_far_each_came() -> None:
    assert ranks(SEMIS_AND_FINAL) == [(1, "a", 2), (2, "c", 1), (3, "b", 0), (3, "d", 0)]


def test_the_game_for_the_third_place_parts_only_those_who_play_it() -> None:
    assert ranks([*SEMIS_AND_FINAL, match(2, "d", "b")]) == [
        (1, "a", 2),
        (2, "c", 1),
        (3, "d", 0),
        (4, "b", 0),
    ]


def test_with_two_lives_a_first_loss_is_survived() -> None:
    records = [match(1, "a", "b"), match(2, "b", "a"), match(3, "a", "b")]
    assert ranks(records, lives=2) == [(1, "a", 3), (2, "b", 2)]


def test_a_rest_is_survived_and_a_round_missed_is_a_loss() -> None:
    records = [match(2, "a", "c")]
    byes = [Bye(side="a", round=1, kind="pairing"), Bye(side="c", round=1, kind="requested", points=0)]
    assert ranks(records, byes=byes) == [(1, "a", 2), (2, "c", 0)]


@pytest.mark.parametrize("lives", [1, 2, 3])
def test_a_forfeit_costs_a_life_like_a_loss(lives: int) -> None:
    forfeits = [
        Forfeit(match=f"f{round}", round=round, winners=("a",), losers=("b",))
        for round in range(1, lives + 1)
    ]
    found = standings(["a", "b"], [], forfeits=forfeits, order=("SV",), options=StandingsOptions(lives=lives))
    assert [(line.side, line.values["SV"]) for line in found.lines] == [("a", lives), ("b", lives - 1)]
