"""What a stage chose of how its matches become numbers holds for the standings and for the draw alike."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.engine.errors import NotationError
from games.engine.rulesets import RuleSet, change, preset
from scoring.options import StandingsOptions, options_from_wire, options_to_wire
from scoring.records import Forfeit
from tests.tournaments.engine.evenings import Evening
from tests.tournaments.engine.matches import after, won
from tournaments.engine import match, tournament
from tournaments.engine.errors import NotNow

BEST_OF_THREE = change(preset("club25"), {"games": 3})
HOLLYWOOD = change(preset("hollywood"), {"target": 100, "knock_limit": 10, "spade_multiplier": 1})
TWO_GAMES_TO_ONE = (60, -40, 70, -60, -70, 60, -40, 70)
"""Bo 130-40, Cy 130-0 (a shutout), Bo 130-40."""
THREE_COLUMNS = (60, 50, 45, 30, 40)
"""Bo alone: column 1 closes with the second hand, 2 with the fourth at 125, 3 with the fifth at 115."""


def evening(rules: RuleSet, hands: Sequence[int], **chosen) -> Evening:
    """Bo and Cy have played, Ada had the bye; the second round is not drawn yet."""
    there = Evening("ada", "bo", "cy")
    changes = {"rules": rules, "options": {"standings": chosen}, "tiebreaks": ("GP", "GW", "NS")}
    there.do(tournament.change_stage(there.state, stage=1, changes=changes))
    there.draw()
    there.publish()
    (pairing,) = there.state.rounds[(1, 1)].pairings
    assert set(pairing.sides) == {"bo", "cy"}
    bo = pairing.sides.index("bo")
    state = there.matches[pairing.match]
    for points in hands:
        place = state.sheet.open_places[0].place
        result = won(bo if points > 0 else 1 - bo, abs(points))
        state = after(state, match.enter_hand(state, place=place, result=result, by="table", side=0))
    there.matches[pairing.match] = after(state, match.accept(state, by="player", side=1))
    there.close()
    return there


def in_the_draw(there: Evening) -> dict[str, int]:
    field = tournament.field_of(there.state, (1, 2), there.matches)
    return {each.id: int(each.score) for each in field.entrants}


def in_the_standings(there: Evening, code: str = "GP") -> dict[str, int]:
    state = there.state
    records = tournament.records_of(state, 1, there.matches)
    ranked = tournament.rank(
        state, 1, records, byes=tournament.byes_of(state, 1), penalties=tournament.penalties_of(state, 1)
    )
    return {line.side: int(line.values[code]) for line in ranked.lines}


@pytest.mark.parametrize(
    ("rules", "hands", "chosen", "points"),
    [
        (BEST_OF_THREE, TWO_GAMES_TO_ONE, {}, {"bo": 2, "cy": 0, "ada": 2}),
        # 2 + 0 + 2 and 0 + 3 (shutout) + 0; the bye stands for the two games that win a match.
        (BEST_OF_THREE, TWO_GAMES_TO_ONE, {"per_game": True}, {"bo": 4, "cy": 3, "ada": 4}),
        # One Hollywood sheet won with a shutout; then its three columns, each won with one.
        (HOLLYWOOD, THREE_COLUMNS, {}, {"bo": 3, "cy": 0, "ada": 2}),
        (HOLLYWOOD, THREE_COLUMNS, {"each_column_a_game": True}, {"bo": 2, "cy": 0, "ada": 2}),
        (
            HOLLYWOOD, THREE_COLUMNS, {"each_column_a_game": True, "per_game": True},
            {"bo": 9, "cy": 0, "ada": 4},
        ),
    ],
    ids=["a match", "per game", "a sheet", "columns", "columns per game"],
)  # fmt: skip
def test_the_draw_sees_the_game_points_of_the_standings(rules, hands, chosen, points) -> None:
    there = evening(rules, hands, **chosen)
    assert in_the_draw(there) == points
    assert in_the_standings(there) == points


def test_a_bye_is_worth_the_games_that_win_a_match_of_columns() -> None:
    there = evening(HOLLYWOOD, THREE_COLUMNS, each_column_a_game=True)
    assert in_the_standings(there, "GW") == {"bo": 3, "cy": 0, "ada": 2}


def test_a_forfeit_counts_as_many_games_as_the_bye() -> None:
    there = evening(HOLLYWOOD, THREE_COLUMNS, each_column_a_game=True, per_game=True)
    (name,) = there.matches
    state = match.fold([there.matches[name].started])
    lost = match.forfeit(state, losers=(0,), reason="not here", by="director")
    there.matches[name] = after(state, lost)
    (made,) = tournament.records_of(there.state, 1, there.matches)
    assert isinstance(made, Forfeit)
    assert made.games_to_win == 2
    winner = state.started.sides[1]
    assert in_the_draw(there)[winner] == in_the_standings(there)[winner] == 4


@pytest.mark.parametrize(
    ("chosen", "net"),
    [
        ({}, 90),  # 130 - 40
        ({"clamp": 50}, 50),
        ({"clamp": "none"}, 90),
        # Bo 130 + game bonus 100 + two boxes 50; Cy 40 + one box 25: 280 - 65, the target is the most
        ({"spread": "grand_total"}, 125),
        ({"spread": "grand_total", "clamp": "none"}, 215),
    ],
)  # fmt: skip
def test_the_net_is_counted_as_chosen(chosen, net) -> None:
    there = evening(preset("club25"), (60, -40, 70), **chosen)
    assert in_the_standings(there, "NS") == {"bo": net, "cy": -net, "ada": 0}


def test_what_is_chosen_is_written_out_whole() -> None:
    there = Evening("ada", "bo")
    there.do(tournament.change_stage(there.state, stage=1, changes={"options": {"standings": {"clamp": 50}}}))
    assert there.state.stages[1].options == {"standings": options_to_wire(StandingsOptions(clamp=50))}
    assert there.state.stages[1].standings_options == StandingsOptions(clamp=50)


def test_choosing_what_is_so_already_is_nothing_new() -> None:
    there = Evening("ada", "bo")
    usual = {"options": {"standings": options_to_wire(StandingsOptions())}}
    assert tournament.change_stage(there.state, stage=1, changes=usual) == ()


@pytest.mark.parametrize("chosen", [{"per_game": True}, {"each_column_a_game": True}])
def test_what_the_draw_has_read_stays_once_a_round_is_out(chosen) -> None:
    there = Evening("ada", "bo", rounds=1)
    there.draw()
    there.publish()
    with pytest.raises(NotNow) as refusal:
        tournament.change_stage(there.state, stage=1, changes={"options": {"standings": chosen}})
    assert (refusal.value.code, refusal.value.data) == ("already_used", {"field": "options"})


def test_the_net_may_be_counted_otherwise_until_standings_hang() -> None:
    there = Evening("ada", "bo", rounds=1)
    there.whole_round()
    wanted = {"options": {"standings": {"spread": "grand_total"}}}
    assert tournament.change_stage(there.state, stage=1, changes=wanted) != ()
    there.do(tournament.publish_standings(there.state, stage=1, round=1, position=1, lines=[]))
    with pytest.raises(NotNow, match="options is in use"):
        tournament.change_stage(there.state, stage=1, changes=wanted)


@pytest.mark.parametrize(
    "wire",
    [
        {"spread": "boxes"}, {"clamp": 0}, {"clamp": "50"}, {"clamp": True}, {"per_game": 1},
        {"opp_cut_lowest": -1}, {"opp_cut_lowest": True}, {"lot_seed": "7"}, {"each_column_a_game": None},
        {"colour": "red"},
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_counted_is_refused_by_its_name(wire) -> None:
    with pytest.raises(NotationError) as refusal:
        options_from_wire(wire)
    assert refusal.value.code == "bad_standings_option"
    assert refusal.value.data == {"field": next(iter(wire))}
    there = Evening("ada", "bo")
    with pytest.raises(NotationError):
        tournament.change_stage(there.state, stage=1, changes={"options": {"standings": wire}})


@pytest.mark.parametrize(
    "options",
    [
        StandingsOptions(),
        StandingsOptions(spread="grand_total", clamp="none", per_game=True, opp_cut_lowest=2),
        StandingsOptions(clamp=250, each_column_a_game=True, lot_seed=7),
    ],
)
def test_options_are_read_as_they_were_written(options) -> None:
    assert options_from_wire(options_to_wire(options)) == options
    assert options_from_wire({}) == StandingsOptions()
