"""A house player sits in while the field is odd: real results for the others, no line of his own."""

from __future__ import annotations

from random import Random

import pytest

from tests.tournaments.engine.evenings import Evening
from tournaments.engine import tournament
from tournaments.engine.errors import NotNow
from tournaments.engine.formats import FORMATS
from tournaments.engine.money.orders import set_money
from tournaments.engine.money.sheet import owing
from tournaments.engine.money.winners import side_pot_groups
from tournaments.engine.tournament.undoing import undo_last

ORDER = ("GP", "GW", "NS", "OPP", "H2H", "SH", "BF")


def with_house(*names: str, **more: object) -> Evening:
    evening = Evening(*names, tiebreaks=ORDER, **more)  # type: ignore[arg-type]
    evening.do(tournament.enter_house(evening.state, side="house", persons=("HOUSE",)))
    return evening


def seated(evening: Evening, round: int, stage: int = 1) -> list[set[str]]:
    return [set(pairing.sides) for pairing in evening.state.rounds[stage, round].pairings]


def play_round(evening: Evening, winner: object = None) -> None:
    """One round, drawn, played and closed."""
    evening.draw()
    evening.publish()
    evening.play(winner or alphabetic)  # type: ignore[arg-type]
    evening.close()


def alphabetic(sides: tuple[str, ...]) -> int:
    """Who comes first in the alphabet wins; `house` stands behind Ann, Bo, Cy, Di and Ed."""
    return sides.index(min(sides))


def test_in_an_odd_field_he_plays_and_nobody_has_a_bye() -> None:
    evening = with_house("ann", "bo", "cy")
    evening.draw()
    there = evening.state.rounds[1, 1]
    assert there.byes == ()
    assert sorted(side for match in there.pairings for side in match.sides) == ["ann", "bo", "cy", "house"]


def test_he_meets_nobody_twice_while_somebody_is_left() -> None:
    evening = with_house("ann", "bo", "cy", "di", "ed", rounds=5)
    for _ in range(5):
        play_round(evening)
    met = [
        side for round in range(1, 6) for pair in seated(evening, round) if "house" in pair for side in pair
    ]
    assert sorted(met) == ["ann", "bo", "cy", "di", "ed", *["house"] * 5]


def test_he_rests_when_the_field_is_even_and_comes_back_when_it_is_odd_again() -> None:
    evening = with_house("ann", "bo", "cy", rounds=3)
    play_round(evening)
    evening.enter("di")
    play_round(evening)
    assert not any("house" in pair for pair in seated(evening, 2))
    assert evening.state.rounds[1, 2].byes == ()
    evening.do(tournament.withdraw(evening.state, side="ann"))
    evening.draw(everybody=True)
    assert any("house" in pair for pair in seated(evening, 3))


def test_what_is_made_against_him_counts_but_in_opp_and_he_has_no_line() -> None:
    """Ann beats Cy and Bo, Bo and Cy beat the house player: 90 net for each win, one win against him too.

    In OPP he is on neither side: Bo met Ann alone (4 in 2 matches), and his 2 points against the house player
    are not among what Ann's opponents made.
    """
    evening = with_house("ann", "bo", "cy", rounds=2)
    play_round(evening)
    play_round(evening)
    assert seated(evening, 1) == [{"ann", "cy"}, {"bo", "house"}]
    assert seated(evening, 2) == [{"ann", "bo"}, {"cy", "house"}]
    codes = ("GP", "GW", "NS", "OPP", "BF")
    found = {
        line["side"]: (line["rank"], *(line["values"][code] for code in codes)) for line in evening.lines()
    }
    assert found == {"ann": (1, 4, 2, 180, 0, 0), "bo": (2, 2, 1, 0, 2, 0), "cy": (2, 2, 1, 0, 2, 0)}
    terms = next(line["terms"]["OPP"] for line in evening.lines() if line["side"] == "bo")
    assert [term["opponents"] for term in terms] == [["ann"]]


def test_lives_lost_to_him_are_lost_and_he_never_wins_the_event() -> None:
    evening = with_house("ann", "bo", "cy", format="lives", rounds=9, stage_options={"format": {"lives": 1}})
    play_round(evening, lambda sides: sides.index("house" if "house" in sides else min(sides)))
    out = next(iter({side for pair in seated(evening, 1) if "house" in pair for side in pair} - {"house"}))
    state = evening.state
    assert state.stages[1].rounds == 1, "of three one beat another and the third lost to the house"
    line = {each["side"]: each for each in evening.lines()}
    assert set(line) == {"ann", "bo", "cy"}
    assert line[out]["rank"] > 1


@pytest.mark.parametrize(
    "format", [each for each in FORMATS if not each.takes_house], ids=lambda each: each.key
)
def test_a_format_drawn_as_a_whole_keeps_its_byes_and_says_so(format: object) -> None:
    key = format.key  # type: ignore[attr-defined]
    rules = {"rotating_partners": "partnership_125", "pods": "three_handed"}.get(key, "club25")
    evening = Evening("ann", "bo", "cy", "di", "ed", format=key, rounds=4, rules=rules)
    with pytest.raises(NotNow) as refused:
        tournament.enter_house(evening.state, side="house", persons=("HOUSE",))
    assert refused.value.code == "no_house_here"


def test_one_house_player_at_a_time_and_nobody_who_plays() -> None:
    evening = with_house("ann", "bo", "cy")
    with pytest.raises(NotNow, match="already"):
        tournament.enter_house(evening.state, side="other", persons=("OTHER",))
    evening.do(tournament.withdraw(evening.state, side="house"))
    with pytest.raises(NotNow) as refused:
        tournament.enter_house(evening.state, side="other", persons=("ANN",))
    assert refused.value.code == "already_entered"
    evening.do(tournament.enter_house(evening.state, side="other", persons=("OTHER",)))
    with pytest.raises(NotNow) as again:
        tournament.return_side(evening.state, side="house")
    assert again.value.code == "house_there"


def test_who_sat_in_may_enter_once_he_is_taken_out() -> None:
    evening = with_house("ann", "bo", "cy")
    with pytest.raises(NotNow) as refused:
        tournament.enter_side(evening.state, side="late", persons=("HOUSE",))
    assert refused.value.code == "already_entered"
    evening.do(tournament.withdraw(evening.state, side="house"))
    evening.do(tournament.enter_side(evening.state, side="late", persons=("HOUSE",)))
    evening.draw()
    assert sorted(side for pair in seated(evening, 1) for side in pair) == ["ann", "bo", "cy", "late"]


def test_he_has_no_byes_no_substitute_and_no_disqualification() -> None:
    evening = with_house("ann", "bo", "cy")
    for order in (
        lambda: tournament.absent(evening.state, side="house", stage=1, round=1),
        lambda: tournament.disqualify(evening.state, side="house", reason="Marked cards"),
        lambda: tournament.substitute(evening.state, side="house", gone="HOUSE", comes="NEW"),
    ):
        with pytest.raises(NotNow) as refused:
            order()
        assert refused.value.code == "is_house"


def test_naming_him_makes_a_draft_stale_and_is_undone_by_a_new_event() -> None:
    evening = Evening("ann", "bo", "cy", tiebreaks=ORDER)
    evening.draw()
    evening.do(tournament.enter_house(evening.state, side="house", persons=("HOUSE",)))
    with pytest.raises(NotNow) as refused:
        tournament.publish(evening.state, stage=1, round=1)
    assert refused.value.code == "roster_changed"
    evening.do(undo_last(evening.events, reason="Nobody sits in"))
    evening.draw(redraw=True)
    assert len(evening.state.rounds[1, 1].byes) == 1


def test_who_has_not_checked_in_is_asked_for_but_not_the_house_player() -> None:
    evening = with_house("ann", "bo", "cy", check_in=True)
    for name in ("ann", "bo", "cy"):
        evening.do(tournament.check_in(evening.state, side=name))
    evening.draw()
    assert len(evening.state.rounds[1, 1].pairings) == 2


def test_he_is_changed_for_somebody_by_hand_like_anybody() -> None:
    evening = with_house("ann", "bo", "cy")
    evening.draw()
    pair = next(pair for pair in seated(evening, 1) if "house" in pair)
    rival = next(iter(pair - {"house"}))
    other = next(side for side in ("ann", "bo", "cy") if side != rival)
    evening.do(
        tournament.swap_sides(evening.state, stage=1, round=1, sides=(rival, other), new_id=evening.new_id)
    )
    assert {other, "house"} in seated(evening, 1)
    evening.publish()
    assert tournament.status_of(evening.state, "house", (1, 1)).kind == "playing"
    assert tournament.status_of(evening.state, "house", (1, 2)).kind == "house"


@pytest.mark.parametrize("count", [3, 5, 7, 9])
@pytest.mark.parametrize("seed", range(4))
def test_any_odd_swiss_is_played_through_without_a_bye_and_nobody_meets_him_twice(
    count: int, seed: int
) -> None:
    random = Random(seed)
    names = [f"side{number}" for number in range(count)]
    rounds = min(count, 5)
    evening = with_house(*names, rounds=rounds)
    for _ in range(rounds):
        play_round(evening, lambda _sides: random.randrange(2))
    state = evening.state
    for number in range(1, rounds + 1):
        there = state.rounds[1, number]
        sides = [side for pairing in there.pairings for side in pairing.sides]
        assert there.byes == ()
        assert sorted(sides) == sorted([*names, "house"])
    pairs = [frozenset(pair) for number in range(1, rounds + 1) for pair in seated(evening, number)]
    assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize("count", [3, 4, 5, 8])
@pytest.mark.parametrize("lives", [1, 2, 3])
def test_any_event_with_lives_ends_with_one_side_left_whoever_beats_whom(count: int, lives: int) -> None:
    random = Random(count * 10 + lives)
    names = [f"side{number}" for number in range(count)]
    evening = with_house(*names, format="lives", rounds=30, stage_options={"format": {"lives": lives}})
    for _ in range(30):
        play_round(evening, lambda _sides: random.randrange(2))
        there = evening.state.rounds_of(1)[-1]
        assert there.byes == ()
        if evening.state.stages[1].rounds == there.number:
            break
    lines = evening.lines()
    assert {line["side"] for line in lines} == set(names)
    assert [line["rank"] for line in lines].count(1) == 1


def test_he_wins_no_side_pot_and_owes_no_fee() -> None:
    evening = with_house("ann", "bo", "cy")
    evening.do(
        set_money(
            evening.state,
            terms={
                "currency": "EUR",
                "fee": 500,
                "side_pots": [{"what": "highest_hand", "share": {"fixed": 300}}],
            },
        )
    )
    play_round(evening, lambda sides: sides.index("house" if "house" in sides else min(sides)))
    groups = side_pot_groups(evening.state, "highest_hand", evening.matches.values(), order=())
    won = {side for group in groups for side in group}
    assert won == {"ann", "bo", "cy"}  # who lost to him has the best of his own hands
    assert {side for side, _person in owing(evening.state)} == {"ann", "bo", "cy"}
