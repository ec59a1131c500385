"""Rotating partners as a tournament keeps them: sides made for a round, points for everybody of a side."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.rulesets import preset
from scoring.tiebreaks import ROTATING_ORDER
from tests.tournaments.engine.evenings import Evening
from tests.tournaments.engine.matches import after as match_after
from tournaments.engine import match, tournament
from tournaments.engine.errors import NotNow
from tournaments.engine.tournament import status_of

EIGHT = ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hal")


def rotating(*names: str, rounds: int = 3) -> Evening:
    return Evening(
        *(names or EIGHT), format="rotating_partners", rounds=rounds, rules="partnership_125",
        tiebreaks=ROTATING_ORDER,
    )  # fmt: skip


def play(night: Evening) -> None:
    """The first side of every match wins 125-90."""
    for pairing in night.state.current.pairings:  # type: ignore[union-attr]
        state = night.matches[pairing.match]
        entered = match.enter_score(state, points=((130, 90),), hands_won=((6, 4),), by="director")
        night.matches[pairing.match] = match_after(state, entered)


def whole_round(night: Evening) -> None:
    night.draw()
    night.publish()
    play(night)
    night.close()


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8])
def test_everybody_of_the_winning_side_has_its_points(count: int) -> None:
    night = rotating(*EIGHT[:count], rounds=3)
    for _ in range(3):
        whole_round(night)
    state = night.state
    records = tournament.records_of(state, 1, night.matches)
    won = Counter(side for each in records for side in each.sides[:2])
    rested = Counter(side for round in state.rounds_of(1) for side, _, _ in round.byes)
    lines = {line["side"]: line for line in night.lines()}
    assert set(lines) == set(EIGHT[:count])
    for side, line in lines.items():
        assert line["values"]["GP"] == 2 * (won[side] + rested[side])
    assert sum(line["values"]["NS"] for line in lines.values()) == 0
    night.hang()
    night.do(tournament.finish(night.state))
    assert tournament.fold(list(night.events)) == night.state


def test_a_side_is_made_for_the_round_and_has_both_persons() -> None:
    night = rotating()
    night.draw()
    night.publish()
    pairing = night.state.rounds[1, 1].pairings[0]
    side = night.state.formed[pairing.sides[0]]
    assert side.round == (1, 1)
    assert night.matches[pairing.match].started.persons[0] == tuple(each.upper() for each in side.members)
    assert status_of(night.state, side.members[0], (1, 1)).match == pairing.match
    assert set(night.state.sides) == set(EIGHT), "who is entered stays who is entered"


def test_start_points_of_partners_are_the_mean_of_theirs() -> None:
    night = rotating("ada", "bo", "cy")
    night.enter("di", start_points=25)
    night.draw()
    night.publish()
    (started,) = (state.started for state in night.matches.values())
    assert sorted(started.start_points) == [0, 12]


def test_two_people_swapped_by_hand_change_partners() -> None:
    night = rotating(*EIGHT, "ida")
    night.draw()
    round = night.state.rounds[1, 1]
    rests = round.byes[0][0]
    taken = night.state.members_of(round.pairings[0].sides[0])[0]
    partner = night.state.members_of(round.pairings[0].sides[0])[1]
    night.do(tournament.swap_sides(night.state, stage=1, round=1, sides=(rests, taken), new_id=night.new_id))
    after = night.state.rounds[1, 1]
    assert after.byes[0][0] == taken
    seat = night.state.seat_of(rests, after)
    assert seat is not None
    assert set(night.state.members_of(seat[0].sides[seat[1]])) == {rests, partner}
    night.publish()
    assert len(night.matches) == 2


def test_who_leaves_in_the_middle_of_a_round_is_asked_for() -> None:
    night = rotating()
    night.draw()
    night.publish()
    with pytest.raises(NotNow) as refused:
        tournament.withdraw(night.state, side="ada")
    assert refused.value.code == "is_playing"


def test_a_forfeit_counts_for_both_partners() -> None:
    night = rotating("ada", "bo", "cy", "di", rounds=1)
    night.draw()
    night.publish()
    (pairing,) = night.state.rounds[1, 1].pairings
    state = night.matches[pairing.match]
    night.matches[pairing.match] = match_after(
        state, match.forfeit(state, losers=(0,), by="director", reason="left")
    )
    night.close()
    points = {line["side"]: line["values"]["GP"] for line in night.lines()}
    lost = night.state.members_of(pairing.sides[0])
    assert {side for side, value in points.items() if value == 0} == set(lost)


def test_rules_for_two_are_refused_and_fixed_partners_do_not_rotate() -> None:
    for rules, size, code in (("club25", 1, "wrong_rules"), ("partnership_125", 2, "partners_do_not_rotate")):
        state = tournament.fold(tournament.create(side_size=size))
        with pytest.raises(NotNow) as refused:
            tournament.open_stage(
                state, format="rotating_partners", rounds=3, rules=preset(rules), tiebreaks=ROTATING_ORDER
            )
        assert refused.value.code == code


def test_a_final_of_the_best_four_may_rotate_too() -> None:
    night = rotating(*EIGHT, rounds=2)
    night.do(
        tournament.open_stage(
            night.state, format="rotating_partners", rounds=3, rules=night.state.stages[1].rules,
            tiebreaks=ROTATING_ORDER, options={"cut": {"kind": "top", "count": 4}},
        )
    )  # fmt: skip
    for _ in range(2):
        whole_round(night)
    night.hang()
    night.do(tournament.qualify(night.state, stage=2, matches=night.matches, ties="lot", seed=3))
    night.draw(stage=2)
    assert len(night.state.rounds[2, 1].pairings) == 1
