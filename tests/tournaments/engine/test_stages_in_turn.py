"""From stage to stage: cuts, ties on the line, tie-break games, and formats one after the other."""

from __future__ import annotations

import pytest

from games.engine.errors import NotationError
from scoring.tiebreaks import KNOCKOUT_ORDER, ROUND_ROBIN_ORDER
from tests.tournaments.engine.evenings import Evening
from tournaments.engine import match, tournament
from tournaments.engine.cuts import Cut, cut_from_wire, cut_to_wire
from tournaments.engine.errors import NotNow
from tournaments.engine.events import SidesQualified

EIGHT = ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hal")


def swiss(
    *names: str, rounds: int = 1, cut: dict[str, object] | None = None, then: str = "knockout"
) -> Evening:
    """A Swiss ranked by game points alone, so that half the field ties after a round; then a final."""
    night = Evening(*(names or EIGHT), rounds=rounds, tiebreaks=("GP",))
    night.then(then, cut=cut or {"kind": "top", "count": 4}, tiebreaks=KNOCKOUT_ORDER)
    return night


def better(sides: tuple[str, ...]) -> int:
    """The one first in the alphabet wins."""
    return sides.index(min(sides))


def qualified(night: Evening, stage: int = 2, **how: object) -> tuple[str, ...]:
    night.do(tournament.qualify(night.state, stage=stage, matches=night.matches, **how))  # type: ignore[arg-type]
    return night.state.stages[stage].chosen or ()


def refused(act: object, *args: object, **more: object) -> NotNow:
    with pytest.raises(NotNow) as caught:
        act(*args, **more)  # type: ignore[operator]
    return caught.value


@pytest.mark.parametrize(
    ("cut", "sides", "places"),
    [
        (Cut("top", 8), 24, 8),
        (Cut("quarter"), 121, 31),
        (Cut("quarter"), 124, 31),
        (Cut("of_group", 2), 16, 8),
    ],
)
def test_how_many_go_on(cut: Cut, sides: int, places: int) -> None:
    assert cut.places(sides, groups=4) == places
    assert cut_from_wire(cut_to_wire(cut)) == cut


@pytest.mark.parametrize(
    "wire", [{}, {"kind": "top"}, {"kind": "top", "count": 0}, {"kind": "best", "count": 2}]
)
def test_a_cut_nobody_can_make_is_unreadable(wire: dict[str, object]) -> None:
    with pytest.raises(NotationError) as caught:
        cut_from_wire(wire)
    assert caught.value.code == "bad_cut"


def test_the_best_go_on_in_the_order_of_the_final_standings() -> None:
    night = swiss()
    night.whole_stage(winner=better)
    assert qualified(night) == tuple(line["side"] for line in night.lines()[:4])
    night.whole_stage(2, winner=better)
    assert len(night.state.rounds_of(2)) == 2
    assert night.lines(2)[0]["side"] == "ada"
    night.do(tournament.finish(night.state))
    assert tournament.fold(list(night.events)) == night.state


def test_nobody_is_drawn_before_the_cut_is_made() -> None:
    night = swiss()
    night.whole_stage()
    assert refused(night.draw, stage=2).code == "not_qualified_yet"
    assert not tournament.active_sides(night.state, (2, 1))


def test_the_cut_waits_for_the_final_standings() -> None:
    night = swiss()
    night.draw()
    night.publish()
    night.play()
    night.close()
    caught = refused(qualified, night)
    assert (caught.code, caught.data) == ("cut_before_final", {"stage": 1})


@pytest.mark.parametrize(("count", "rounds"), [(3, 1), (3, 2), (5, 1), (5, 3)])
def test_a_tie_on_the_line_is_told_and_settled_by_tie_break_games(count: int, rounds: int) -> None:
    night = swiss(rounds=rounds, cut={"kind": "top", "count": count})
    night.whole_stage(winner=better)
    caught = refused(qualified, night)
    assert caught.code == "tie_on_the_cut"
    before = night.lines()
    above = [line["side"] for line in before if line["rank"] < before[count]["rank"]]
    tied = [line["side"] for line in before if line["rank"] == before[count]["rank"]]
    assert (sorted(caught.data["sides"]), caught.data["places"]) == (sorted(tied), count - len(above))
    for _ in range(4):
        if not tournament.cut_line(night.state, 2, night.matches).ties:
            break
        play_tiebreak(night)
    sides = qualified(night)
    assert len(sides) == count
    assert list(sides[: len(above)]) == above
    assert set(sides) <= {*above, *tied}
    assert night.lines() == before, "tie-break games count in no standings"
    night.draw(stage=2)


def play_tiebreak(night: Evening) -> None:
    drawn = tournament.draw_tiebreak(
        night.state, stage=2, seed=3, matches=night.matches, new_id=night.new_id, tables=(1, 2, 3, 4)
    )
    night.do(drawn)
    number = night.state.rounds_of(1)[-1].number
    started = tournament.started_matches(night.state, tournament="t", stage=1, round=number)
    night.matches.update({name: match.fold([event]) for name, event in started.items()})
    assert refused(qualified, night).code == "tiebreak_open"
    night.play()
    night.close()


def test_of_three_for_one_place_one_rests_by_lot_and_the_last_two_play() -> None:
    night = Evening("ada", "bo", "cy", rounds=3, tiebreaks=("GP",))
    night.then("knockout", cut={"kind": "top", "count": 2}, tiebreaks=KNOCKOUT_ORDER)
    winner = {("ada", "bo"): "ada", ("bo", "cy"): "bo", ("ada", "cy"): "cy"}
    night.whole_stage(winner=lambda sides: sides.index(winner[tuple(sorted(sides))]))
    line = tournament.cut_line(night.state, 2, night.matches)
    assert (line.qualified, [(sorted(tie.sides), tie.places) for tie in line.ties]) == (
        (), [(["ada", "bo", "cy"], 2)],
    )  # fmt: skip
    play_tiebreak(night)
    rested = night.state.rounds_of(1)[-1].byes[0][0]
    line = tournament.cut_line(night.state, 2, night.matches)
    assert (line.ties, len(line.qualified)) == ((), 2)
    assert rested in line.qualified


def test_tie_break_games_are_told_in_their_round_and_need_winners() -> None:
    night = swiss(cut={"kind": "top", "count": 3})
    night.whole_stage(winner=better)
    night.do(
        tournament.draw_tiebreak(night.state, stage=2, seed=1, matches=night.matches, new_id=night.new_id)
    )
    round = night.state.rounds_of(1)[-1]
    assert (round.number, round.is_tiebreak, len(round.pairings)) == (2, True, 2)
    started = tournament.started_matches(night.state, tournament="t", stage=1, round=2)
    assert all(event.deciding for event in started.values())


def test_the_lot_settles_it_and_the_same_seed_the_same_way() -> None:
    night = swiss(cut={"kind": "top", "count": 3})
    night.whole_stage(winner=better)
    sides = qualified(night, ties="lot", seed=5)
    event = night.events[-1]
    assert isinstance(event, SidesQualified)
    assert (event.how, event.seed) == ("lot", 5)
    assert len(sides) == 3
    assert tournament.qualify(night.state, stage=2, matches=night.matches, ties="lot", seed=5) == ()


def test_the_director_names_who_goes_on_and_says_why() -> None:
    night = swiss(cut={"kind": "top", "count": 3})
    night.whole_stage(winner=better)
    tied = tournament.cut_line(night.state, 2, night.matches).ties[0].sides
    choice = {"ties": "director", "chosen": tied[:3]}
    assert refused(qualified, night, **choice).code == "reason_missing"
    assert refused(qualified, night, ties="director", chosen=tied[:2], reason="ill").code == "wrong_choice"
    assert qualified(night, **choice, reason="one is ill") == tied[:3]


def test_whoever_withdrew_is_passed_over() -> None:
    night = swiss("ada", "bo", "cy", "di", rounds=3, cut={"kind": "top", "count": 2})
    night.whole_stage(winner=better)
    night.do(tournament.withdraw(night.state, side="ada"))
    assert qualified(night) == ("bo", "cy")


def test_a_cut_larger_than_the_field_is_refused_before_the_first_round() -> None:
    night = swiss("ada", "bo", "cy", cut={"kind": "top", "count": 4})
    caught = refused(night.draw)
    assert (caught.code, caught.data) == ("cut_too_large", {"places": 4, "sides": 3})
    night.do(tournament.change_stage(night.state, stage=2, changes={"options": {"cut": {"kind": "quarter"}}}))
    night.draw()


def test_a_quarter_of_four_is_too_few() -> None:
    night = swiss("ada", "bo", "cy", "di", rounds=3, cut={"kind": "quarter"})
    night.whole_stage(winner=better)
    assert refused(qualified, night).code == "cut_too_small"


def test_another_cut_asks_for_the_cut_again() -> None:
    night = swiss("ada", "bo", "cy", "di", rounds=3, cut={"kind": "top", "count": 2})
    night.whole_stage(winner=better)
    qualified(night)
    cut = {"kind": "top", "count": 3}
    night.do(
        tournament.change_stage(
            night.state, stage=2, changes={"options": {**night.state.stages[2].options, "cut": cut}}
        )
    )
    assert night.state.stages[2].chosen == ()
    assert qualified(night) == ("ada", "bo", "cy")


def test_once_its_first_round_is_out_the_cut_stands() -> None:
    night = swiss("ada", "bo", "cy", "di", rounds=3, cut={"kind": "top", "count": 2})
    night.whole_stage(winner=better)
    qualified(night)
    night.draw(stage=2)
    night.publish(stage=2)
    assert refused(qualified, night).code == "already_published"


def test_nobody_enters_a_stage_that_is_cut() -> None:
    night = swiss()
    night.whole_stage()
    assert refused(night.enter, "ida").code == "stage_is_cut"


@pytest.mark.parametrize(
    ("count", "groups", "best"), [(8, 2, 2), (9, 3, 1), (12, 4, 2), (11, 3, 2), (16, 4, 2)]
)
def test_groups_then_a_knockout_of_their_best(count: int, groups: int, best: int) -> None:
    names = [f"p{number:02}" for number in range(count)]
    night = Evening(
        *names, format="groups", tiebreaks=ROUND_ROBIN_ORDER, stage_options={"format": {"groups": groups}}
    )
    night.then("knockout", cut={"kind": "of_group", "count": best}, tiebreaks=KNOCKOUT_ORDER)
    night.whole_stage(winner=better)
    lines = night.lines()
    first = [line["side"] for line in lines if line["rank"] == 1]
    assert [line["group"] for line in lines] == sorted(line["group"] for line in lines)
    assert first == names[:groups]
    sides = qualified(night)
    assert sides == tuple(names[: groups * best]) or sorted(sides) == names[: groups * best]
    night.whole_stage(2, winner=better)
    assert night.lines(2)[0]["side"] == "p00"
    assert tournament.fold(list(night.events)) == night.state


def test_a_tie_in_one_group_is_settled_for_that_group() -> None:
    night = Evening(*EIGHT[:6], format="groups", tiebreaks=("GP",), stage_options={"format": {"groups": 2}})
    night.then("round_robin", cut={"kind": "of_group", "count": 1})
    circle = {("ada", "di"): "ada", ("di", "ed"): "di", ("ada", "ed"): "ed"}
    night.whole_stage(winner=lambda sides: sides.index(circle.get(tuple(sorted(sides)), min(sides))))
    line = tournament.cut_line(night.state, 2, night.matches)
    assert [(sorted(tie.sides), tie.places, tie.group) for tie in line.ties] == [(["ada", "di", "ed"], 1, 0)]
    assert line.qualified == ("bo",)
    sides = qualified(night, ties="lot", seed=1)
    assert len(sides) == 2
    assert sorted(night.state.stages[2].options["groups"]) == [0, 1]


@pytest.mark.parametrize(
    ("first", "cut", "code"),
    [
        ("groups", {"kind": "top", "count": 4}, "cut_does_not_fit"),
        ("swiss", {"kind": "of_group", "count": 2}, "cut_does_not_fit"),
    ],
)
def test_groups_are_cut_one_by_one_and_nothing_else_is(first: str, cut: dict[str, object], code: str) -> None:
    night = Evening(*EIGHT, format=first)
    assert refused(night.then, "knockout", cut=cut).code == code


def test_the_first_stage_has_no_cut() -> None:
    caught = refused(Evening, *EIGHT, stage_options={"cut": {"kind": "quarter"}})
    assert caught.code == "first_stage_has_no_cut"


@pytest.mark.parametrize("first", ["swiss", "round_robin", "lives"])
@pytest.mark.parametrize("second", ["swiss", "round_robin", "double_round_robin", "knockout", "lives"])
def test_any_format_follows_any_other(first: str, second: str) -> None:
    night = Evening(
        *EIGHT[:6], format=first, rounds=2, tiebreaks=("SV", "GP", "LOT"),
        stage_options={"standings": {"lot_seed": 7}},
    )  # fmt: skip
    night.then(second, rounds=2, cut={"kind": "top", "count": 4}, tiebreaks=("SV", "H2H", "GP"))
    night.whole_stage(winner=better)
    assert len(qualified(night)) == 4
    night.whole_stage(2, winner=better)
    night.do(tournament.finish(night.state))
    assert night.state.finished
    assert tournament.fold(list(night.events)) == night.state


def test_a_stage_without_a_cut_takes_everybody_on() -> None:
    night = Evening(*EIGHT, rounds=2, tiebreaks=("GP",))
    night.then("swiss", rounds=1)
    night.whole_stage()
    assert refused(qualified, night).code == "no_cut"
    night.draw(stage=2)
    assert len(night.state.rounds[2, 1].pairings) == 4
