"""A tournament and a season under another rule set, beside what was played; every number worked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from games.engine.errors import Refusal
from games.engine.results import HandResult
from games.engine.rulesets import RuleSet, change, preset
from tests.tournaments.engine.evenings import Evening
from tests.tournaments.engine.matches import after, begin, enter, knocked, void_hand
from tournaments.engine import match, tournament
from tournaments.engine.match import MatchState
from tournaments.engine.what_if import (
    StageWhatIf,
    match_what_if,
    season_what_if,
    stage_what_if,
    tournament_what_if,
)

CLUB25, PAGAT = preset("club25"), preset("pagat")
PAGAT_125 = change(PAGAT, {"target": 125})


def gin(side: int, other: int) -> HandResult:
    """Gin at Club 25's 25."""
    counts = (0, other) if side == 0 else (other, 0)
    return HandResult(
        outcome="gin", knocker=side, winner=side, deadwood=counts,
        points=(25 + other, 0) if side == 0 else (0, 25 + other), verified=False, fidelity="counts",
    )  # fmt: skip


TIE = knocked(0, 10, 10)
"""The second side's undercut: 25 under Club 25, 10 under Pagat."""
FLIPS = (knocked(0, 2, 42), TIE, knocked(0, 2, 42), TIE, TIE, knocked(0, 2, 32), TIE, TIE)
"""40, 25, 40, 25, 25, 30, 25, 25: 110-125 for the second side. Pagat to 100: 110-30 with the sixth hand."""
CLEAR = (gin(0, 20), knocked(0, 10, 6), knocked(0, 3, 33), gin(0, 31))
"""45, 29, 30, 56: 131-29 for the first side. Pagat: 40, 14, 30, 51: 121-14."""


def play(evening: Evening, name: str, results: Sequence[HandResult], *, accepted: bool = True) -> None:
    state = evening.matches[name]
    state = enter(state, *results, by="table", side=0)
    if accepted:
        state = after(state, match.accept(state, by="player", side=1))
    evening.matches[name] = state


def evening(*names: str, rounds: int = 1) -> Evening:
    """The first round is out."""
    there = Evening(*names, rounds=rounds)
    order = {"tiebreaks": ("GP", "GW", "NS", "SH")}
    there.do(tournament.change_stage(there.state, stage=1, changes=order))
    there.draw()
    there.publish()
    return there


def thursday(*, rounds: int = 1) -> tuple[Evening, dict[str, str]]:
    """Both matches of four sides are played: "flips" and "clear", each with its sides 0 and 1."""
    there = evening("ada", "bo", "cy", "dee", rounds=rounds)
    first, second = there.state.rounds[(1, 1)].pairings
    play(there, first.match, FLIPS)
    play(there, second.match, CLEAR)
    sides = {"flips 0": first.sides[0], "flips 1": first.sides[1]}
    return there, sides | {"clear 0": second.sides[0], "clear 1": second.sides[1]}


def asked(there: Evening, other: RuleSet, **options) -> StageWhatIf:
    return stage_what_if(there.state, 1, there.matches, other, **options)


def table(standings, sides: dict[str, str]) -> list[tuple]:
    called = {side: name for name, side in sides.items()}
    return [
        (called[line.side], *(line.values[code] for code in ("GP", "GW", "NS", "SH")), line.played)
        for line in standings.lines
    ]


def test_the_standings_of_both_stand_beside_each_other():
    there, sides = thursday()
    found = asked(there, PAGAT)
    assert table(found.real, sides) == [
        ("clear 0", 2, 1, 102, 0, 1), ("flips 1", 2, 1, 15, 0, 1),
        ("flips 0", 0, 0, -15, 0, 1), ("clear 1", 0, 0, -102, 0, 1),
    ]  # fmt: skip
    # 121 - 14 = 107, of which the target, 100, counts; 110 - 30 = 80
    assert table(found.standings, sides) == [
        ("clear 0", 2, 1, 100, 0, 1), ("flips 0", 2, 1, 80, 0, 1),
        ("flips 1", 0, 0, -80, 0, 1), ("clear 1", 0, 0, -100, 0, 1),
    ]  # fmt: skip


def test_the_real_standings_are_those_the_club_shows():
    there, _sides = thursday()
    state = there.state
    shown = tournament.rank(
        state, 1, tournament.records_of(state, 1, there.matches), byes=tournament.byes_of(state, 1),
        penalties=tournament.penalties_of(state, 1),
    )  # fmt: skip
    assert asked(there, PAGAT).real == shown
    same = asked(there, CLUB25)
    assert same.standings == same.real == shown


def test_standings_count_finished_games_only():
    there, sides = thursday()
    found = asked(there, PAGAT_125)
    games = [each.beside.rescored.games[0] for each in found.matches]
    assert [(game.status, game.score, game.leader, game.lead) for game in games] == [
        ("unfinished", (110, 50), 0, 60), ("unfinished", (121, 14), 0, 107),
    ]  # fmt: skip
    assert {(line.rank, line.played, line.values["GP"]) for line in found.standings.lines} == {(1, 0, 0)}
    assert len(table(found.standings, sides)) == 4


def test_later_hands_are_listed_as_unused():
    there, _sides = thursday()
    flips, clear = asked(there, PAGAT).matches
    assert [hand.place.deal for hand in flips.beside.rescored.games[0].unused] == [7, 8]
    assert clear.beside.rescored.games[0].unused == ()
    assert (flips.round, flips.table, flips.sides) == (1, None, there.matches[flips.match].started.sides)


def test_what_does_not_count_yet_is_not_there():
    there = evening("ada", "bo", "cy", "dee")
    first, second = there.state.rounds[(1, 1)].pairings
    play(there, first.match, FLIPS, accepted=False)
    play(there, second.match, CLEAR)
    found = asked(there, PAGAT)
    assert [each.match for each in found.matches] == [second.match]
    assert sorted(line.played for line in found.standings.lines) == [0, 0, 1, 1]


def test_later_rounds_are_left_out_where_asked():
    there, _sides = thursday(rounds=2)
    there.close()
    there.draw()
    there.publish()
    for pairing in there.state.rounds[(1, 2)].pairings:
        play(there, pairing.match, CLEAR)
    assert {each.round for each in asked(there, PAGAT).matches} == {1, 2}
    one = asked(there, PAGAT, through=1)
    assert (one.through, {each.round for each in one.matches}) == (1, {1})
    assert {line.played for line in one.real.lines} == {line.played for line in one.standings.lines} == {1}


def test_a_final_score_alone_is_left_out():
    there = evening("ada", "bo")
    (name,) = there.matches
    state = there.matches[name]
    state = after(state, match.enter_score(
        state, points=((125, 87),), hands_won=((6, 3),), by="table", side=0,
    ))  # fmt: skip
    there.matches[name] = after(state, match.accept(state, by="player", side=1))
    found = asked(there, PAGAT)
    (only,) = found.matches
    assert (only.beside.left_out, only.beside.rescored) == ("score_only", None)
    assert [line.played for line in found.real.lines] == [1, 1]
    assert [line.played for line in found.standings.lines] == [0, 0]


def test_byes_forfeits_and_penalties_stay():
    """Best of three there: a bye and a forfeit stand for two games."""
    there = evening("ada", "bo", "cy")
    (pairing,) = there.state.rounds[(1, 1)].pairings
    state = there.matches[pairing.match]
    lost = match.forfeit(state, losers=(0,), reason="not here", by="director")
    there.matches[pairing.match] = after(state, lost)
    there.do(tournament.give_penalty(
        there.state, penalty="p", side=pairing.sides[1], stage=1, round=1, game_points=1, reason="late",
    ))  # fmt: skip
    found = asked(there, change(PAGAT, {"games": 3}))
    (resting,) = {"ada", "bo", "cy"} - set(pairing.sides)
    assert found.matches[0].beside.left_out == "forfeit"
    for standings, games in ((found.real, 1), (found.standings, 2)):
        by_side = {line.side: (line.values["GP"], line.values["GW"]) for line in standings.lines}
        assert by_side == {resting: (2, games), pairing.sides[1]: (1, games), pairing.sides[0]: (0, 0)}


def test_a_void_match_counts_for_nothing_in_either():
    there = evening("ada", "bo")
    (name,) = there.matches
    there.matches[name] = after(
        there.matches[name], match.void(there.matches[name], reason="wrong pack", by="director")
    )
    found = asked(there, PAGAT)
    assert found.matches == ()
    assert match_what_if(there.matches[name], PAGAT).left_out == "void"


# ---------------------------------------------------------------- a match


def test_a_match_still_being_played_is_told_as_far_as_it_is():
    state = enter(begin(), *CLEAR[:2])
    (game,) = match_what_if(state, PAGAT).rescored.games
    assert (game.status, game.score, game.leader, game.lead) == ("unfinished", (40, 14), 0, 26)


def test_time_called_ends_it_there_too():
    state = enter(begin(), *CLEAR[:2])
    state = after(state, match.call_time(state, by="director"))
    found = match_what_if(state, PAGAT).rescored
    assert (found.games[0].status, found.over, found.winner) == ("finished", True, 0)


def test_a_hand_called_void_and_dealt_again_is_as_it_was():
    state = enter(begin(), void_hand(), CLEAR[0])
    (game,) = match_what_if(state, PAGAT).rescored.games
    assert [(hand.result.outcome, hand.used) for hand in game.hands] == [("void", True), ("gin", True)]
    assert game.score == (40, 0)


def test_a_match_of_gin_is_no_manipulation_rummy():
    with pytest.raises(Refusal) as refusal:
        match_what_if(begin(), preset("manipulation"))
    assert refusal.value.code == "other_game"


def three(*results: HandResult) -> MatchState:
    state = match.fold([match.start(
        tournament="t", stage=1, round=1, sides=("ada", "bo", "cy"), persons=[("ADA",), ("BO",), ("CY",)],
        first_dealer=0, rules=preset("three_handed"),
    )])  # fmt: skip
    return enter(state, *results)


def test_three_handed_nobody_changes_his_chair():
    """Ada deals: Bo's gin on Cy's 20 (Pagat 40). Cy lost and deals: Ada sits first and gins on Bo's 10 (30).

    Where the winner deals Bo would have dealt second: he sat, and his points do not move to Cy.
    """
    ginned = [
        HandResult(
            outcome="gin", knocker=0, winner=0, deadwood=(0, other), points=(20 + other, 0), verified=False,
            fidelity="counts",
        )
        for other in (20, 10)
    ]  # fmt: skip
    state = three(*ginned)
    assert state.sheet.games[0].lines[-1].running == (30, 40, 0)
    other = change(preset("three_handed"), {"next_dealer": "winner", "gin_bonus": 25})
    (game,) = match_what_if(state, other).rescored.games
    assert game.score == (35, 45, 0)


# ---------------------------------------------------------------- a season


def evening_of(name: str, there: Evening):
    return tournament_what_if(name, there.state, there.matches, PAGAT)


def shares(lines, which: str) -> dict[str, tuple]:
    return {
        line.person: (getattr(line, which).points, getattr(line, which).won, getattr(line, which).net)
        for line in lines
    }


def test_a_season_adds_up_the_shares_of_its_evenings_person_by_person() -> None:
    """ "flips" and "clear" on one evening, "flips" again between two of them on another: of 3 points each."""
    first, sides = thursday()
    second = evening("ada", "bo")
    (pairing,) = second.state.rounds[(1, 1)].pairings
    play(second, pairing.match, FLIPS)
    lines = season_what_if([evening_of("one", first), evening_of("two", second)])
    was = {"clear 0": (2, 102), "flips 1": (2, 15), "flips 0": (0, -15), "clear 1": (0, -102)}
    there = {"clear 0": (2, 100), "flips 0": (2, 80), "flips 1": (0, -80), "clear 1": (0, -100)}
    loser, winner = pairing.sides
    for which, numbers, gains in (
        ("real", was, {loser: (0, -15), winner: (2, 15)}),
        ("other", there, {loser: (2, 80), winner: (0, -80)}),
    ):
        expected = {}
        for name, side in sides.items():
            points, net = numbers[name]
            more, spread = gains.get(side, (0, 0))
            won = (points > 0) + (more > 0)
            expected[side.upper()] = (Fraction(points + more, 3), won, net + spread)
        assert shares(lines, which) == expected
    assert {line.person: line.real.evenings for line in lines} == {"ADA": 2, "BO": 2, "CY": 1, "DEE": 1}
    ranks = [line.other.rank for line in lines]
    assert ranks == sorted(ranks)


def test_only_the_best_evenings_count_and_they_are_chosen_anew() -> None:
    """An evening of "flips" and one of "clear": the second side has won one of them, there none."""
    flips, clear = evening("ada", "bo"), evening("ada", "bo")
    for there, results in ((flips, FLIPS), (clear, CLEAR)):
        (pairing,) = there.state.rounds[(1, 1)].pairings
        play(there, pairing.match, results)
    first, second = flips.state.rounds[(1, 1)].pairings[0].sides
    assert clear.state.rounds[(1, 1)].pairings[0].sides == (first, second)
    lines = season_what_if([evening_of("flips", flips), evening_of("clear", clear)], best_of=1)
    assert shares(lines, "real") == {
        first.upper(): (Fraction(2, 3), 1, 102), second.upper(): (Fraction(2, 3), 1, 15),
    }  # fmt: skip
    assert shares(lines, "other") == {first.upper(): (Fraction(2, 3), 1, 100), second.upper(): (0, 0, -80)}
    assert [each.event for line in lines for each in line.other.counted] == ["clear", "flips"]


def test_fewer_evenings_than_the_minimum_have_no_rank() -> None:
    there, _sides = thursday()
    lines = season_what_if([evening_of("one", there)], minimum=2)
    assert {(line.real.rank, line.other.rank) for line in lines} == {(None, None)}


def test_a_best_of_three_can_give_another_share() -> None:
    """A straight win is 2 of 2 where matches are of several games, 2 of 3 where they are of one."""
    there, _sides = thursday()
    other = change(PAGAT, {"games": 3})
    (line, *_rest) = season_what_if([tournament_what_if("one", there.state, there.matches, other)])
    assert (line.real.points, line.other.points) == (Fraction(2, 3), 1)
