"""A tournament: entries, rounds, closing, publishing; and the faults other systems' users met."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.engine.errors import Refusal
from games.engine.rulesets import change, preset
from scoring.lines import Line
from scoring.records import Bye, Forfeit, MatchRecord, Penalty
from tests.tournaments.engine.evenings import Evening
from tests.tournaments.engine.matches import after, at, wall
from tournaments.engine import match, tournament
from tournaments.engine.events import Pairing, SideEntered, SideWithdrew
from tournaments.engine.tournament import SideStatus, status_of

FOUR = ("ada", "bo", "cy", "di")
EIGHT = (*FOUR, "eve", "flo", "gus", "hal")


def refused(call: object, *args: object, **named: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call(*args, **named)  # type: ignore[operator]
    return caught.value


def sides_drawn(evening: Evening) -> list[tuple[str, ...]]:
    return [pairing.sides for pairing in evening.state.rounds_of(1)[-1].pairings]


# ---------------------------------------------------------------- stages


def test_stages_are_numbered_on() -> None:
    evening = Evening()
    evening.do(
        tournament.open_stage(
            evening.state, format="round_robin", rounds=3, rules=preset("pagat"), tiebreaks=()
        )
    )
    assert [(each.number, each.format, each.rounds) for each in evening.state.stages.values()] == [
        (1, "swiss", 3), (2, "round_robin", 3),
    ]  # fmt: skip
    assert evening.state.stages[2].rules == preset("pagat")


def test_a_stage_of_the_wrong_kind_is_refused() -> None:
    state = Evening().state
    partners = preset("partnership_125")
    asked = {"rounds": 3, "rules": partners, "tiebreaks": ()}
    assert refused(tournament.open_stage, state, format="swiss", **asked).code == "wrong_rules"
    asked["rules"] = preset("club25")
    assert refused(tournament.open_stage, state, format="ladder", **asked).code == "unknown_format"
    assert refused(tournament.open_stage, state, format="swiss", **{**asked, "rounds": 0}).code == "no_rounds"
    assert refused(tournament.create, side_size=3).code == "bad_side_size"


def test_partners_play_under_partnership_rules() -> None:
    state = tournament.fold(tournament.create(side_size=2))
    events = tournament.open_stage(
        state, format="swiss", rounds=3, rules=preset("partnership_125"), tiebreaks=()
    )
    state = tournament.evolve(state, events[0])
    events = tournament.enter_side(state, side="we", persons=("ADA", "BO"))
    assert events[0] == SideEntered(side="we", persons=("ADA", "BO"), seed=None, from_round=1, missed="zero")
    assert refused(tournament.enter_side, state, side="me", persons=("ADA",)).code == "wrong_side_size"
    assert (
        refused(tournament.enter_side, state, side="me", persons=("ADA", "ADA")).code == "same_person_twice"
    )


def test_what_is_not_in_use_can_be_changed() -> None:
    evening = Evening(*FOUR)
    rules = change(preset("club25"), {"target": 100})
    evening.do(tournament.change_stage(evening.state, stage=1, changes={"rules": rules, "rounds": 2}))
    assert (evening.state.stages[1].rules.target, evening.state.stages[1].rounds) == (100, 2)
    assert tournament.change_stage(evening.state, stage=1, changes={"rounds": 2}) == ()


def test_what_is_in_use_stays() -> None:
    evening = Evening(*EIGHT)
    evening.whole_round()
    evening.draw()
    state = evening.state
    for field, value in (("rules", preset("pagat")), ("format", "round_robin")):
        refusal = refused(tournament.change_stage, state, stage=1, changes={field: value})
        assert (refusal.code, refusal.data) == ("already_used", {"field": field})
    assert refused(tournament.change_stage, state, stage=1, changes={"rounds": 1}).code == "too_few_rounds"
    assert refused(tournament.change_stage, state, stage=1, changes={"name": "x"}).code == "unknown_change"
    assert refused(tournament.change_stage, state, stage=9, changes={}).code == "unknown_stage"
    assert tournament.change_stage(state, stage=1, changes={"rounds": 5, "tiebreaks": ("game_points",)}) != ()


# ---------------------------------------------------------------- who plays


def test_the_same_player_cannot_be_added_twice() -> None:
    evening = Evening("ada")
    assert tournament.enter_side(evening.state, side="ada", persons=("ADA",)) == ()
    refusal = refused(tournament.enter_side, evening.state, side="ada2", persons=("ADA",))
    assert (refusal.code, refusal.data) == ("already_entered", {"side": "ada", "persons": ["ADA"]})


def test_leaving_and_entering_again_gives_no_bye() -> None:
    evening = Evening(*EIGHT)
    evening.whole_round()
    evening.do(tournament.withdraw(evening.state, side="ada"))
    assert (
        refused(tournament.enter_side, evening.state, side="ada2", persons=("ADA",), missed="bye").code
        == "already_entered"
    )
    evening.whole_round()
    evening.do(tournament.return_side(evening.state, side="ada"))
    evening.whole_round()
    byes = [bye for bye in tournament.byes_of(evening.state, 1) if bye.side == "ada"]
    assert byes == []
    assert status_of(evening.state, "ada", (1, 2)).kind == "withdrawn"
    assert status_of(evening.state, "ada", (1, 3)).kind == "playing"


def test_a_partner_left_alone_may_enter_with_another_without_byes() -> None:
    state = tournament.fold(tournament.create(side_size=2))
    log = [*tournament.create(side_size=2)]
    log += tournament.open_stage(
        state, format="swiss", rounds=3, rules=preset("partnership_125"), tiebreaks=()
    )
    for side, persons in (("a", ("ADA", "BO")), ("b", ("CY", "DI"))):
        log += tournament.enter_side(tournament.fold(log), side=side, persons=persons)
    log += tournament.withdraw(tournament.fold(log), side="a", reason="Ada is ill")
    events = tournament.enter_side(tournament.fold(log), side="c", persons=("BO", "EVE"), missed="bye")
    assert events[0].missed == "zero"  # type: ignore[union-attr]
    refusal = refused(tournament.enter_side, tournament.fold(log), side="d", persons=("ADA", "BO"))
    assert refusal.code == "already_entered"


def test_a_late_entry_is_not_absent_and_gets_what_is_configured() -> None:
    evening = Evening(*FOUR, "eve", "flo", rounds=4)
    evening.whole_round()
    evening.whole_round()
    evening.enter("late", missed="bye")
    evening.enter("later", missed="zero")
    state = evening.state
    assert state.sides["late"].entered == (1, 3)
    assert status_of(state, "late", (1, 1)) == SideStatus(kind="not_yet", bye="late", points=2)
    assert status_of(state, "later", (1, 1)) == SideStatus(kind="not_yet", bye="late", points=0)
    assert tournament.byes_of(state, 1) == (
        Bye(side="late", round=1, kind="late", points=2), Bye(side="late", round=2, kind="late", points=2),
    )  # fmt: skip
    evening.whole_round()
    assert status_of(evening.state, "late", (1, 3)).kind == "playing"


def test_late_byes_can_be_limited() -> None:
    evening = Evening(*FOUR, "eve", "flo", rounds=4, late_byes=1)
    evening.whole_round()
    evening.whole_round()
    evening.enter("late", missed="bye")
    assert [bye.round for bye in tournament.byes_of(evening.state, 1)] == [2]


def test_each_side_is_exactly_one_thing_in_a_round() -> None:
    evening = Evening(*EIGHT, "ina")
    evening.do(tournament.absent(evening.state, side="ada", stage=1, round=1))
    evening.do(tournament.absent(evening.state, side="bo", stage=1, round=1, points=2))
    evening.do(tournament.withdraw(evening.state, side="cy", reason="ill"))
    evening.draw()
    assert status_of(evening.state, "di", (1, 1)).kind == "expected"
    evening.publish()
    kinds = {name: status_of(evening.state, name, (1, 1)).kind for name in evening.state.sides}
    assert {name: kinds[name] for name in ("ada", "bo", "cy")} == {
        "ada": "absent",
        "bo": "bye",
        "cy": "withdrawn",
    }
    assert list(kinds.values()).count("playing") == 6
    bye = status_of(evening.state, "bo", (1, 1))
    assert bye == SideStatus(kind="bye", bye="requested", points=2)


def test_three_checked_in_of_forty_give_no_byes_to_the_others() -> None:
    names = [f"p{n}" for n in range(40)]
    evening = Evening(*names, check_in=True)
    for name in names[:3]:
        evening.do(tournament.check_in(evening.state, side=name))
    refusal = refused(evening.draw)
    assert (refusal.code, refusal.data) == ("not_checked_in", {"sides": names[3:], "count": 37})
    evening.draw(everybody=True)
    assert (len(sides_drawn(evening)), evening.state.rounds[1, 1].byes) == (20, ())


def test_without_check_in_everybody_entered_plays() -> None:
    evening = Evening(*FOUR)
    evening.draw()
    assert len(sides_drawn(evening)) == 2


def test_an_absence_can_be_taken_back_until_the_round_is_out() -> None:
    evening = Evening(*FOUR)
    evening.do(tournament.absent(evening.state, side="ada", stage=1, round=1))
    evening.do(tournament.expect(evening.state, side="ada", stage=1, round=1))
    assert tournament.expect(evening.state, side="ada", stage=1, round=1) == ()
    evening.draw()
    evening.publish()
    refusal = refused(tournament.absent, evening.state, side="ada", stage=1, round=1)
    assert (refusal.code, refusal.data) == ("already_published", {"round": 1})


def test_removing_somebody_mid_round_asks_what_becomes_of_the_match() -> None:
    evening = Evening(*FOUR)
    evening.draw()
    evening.publish()
    refusal = refused(tournament.withdraw, evening.state, side="ada")
    assert (refusal.code, refusal.data["choices"]) == ("is_playing", ["forfeit", "void", "keep"])
    assert refused(tournament.withdraw, evening.state, side="ada", removal="void").code == "reason_missing"
    events = tournament.withdraw(evening.state, side="ada", removal="forfeit", reason="ill")
    assert events == (SideWithdrew(side="ada", from_round=2, reason="ill"),)
    playing = status_of(evening.state, "ada", (1, 1)).match
    state = evening.matches[playing]  # type: ignore[index]
    losers = (state.started.sides.index("ada"),)
    evening.matches[playing] = after(state, match.forfeit(state, losers=losers, by="director", reason="ill"))  # type: ignore[index]
    assert status_of(evening.state, "ada", (1, 1), matches=evening.matches).kind == "forfeited"
    other = next(side for side in state.started.sides if side != "ada")
    assert status_of(evening.state, other, (1, 1), matches=evening.matches).kind == "playing"


def test_withdrawing_twice_or_returning_without_leaving() -> None:
    evening = Evening(*FOUR)
    evening.do(tournament.withdraw(evening.state, side="ada"))
    assert tournament.withdraw(evening.state, side="ada") == ()
    assert refused(tournament.return_side, evening.state, side="bo").code == "not_withdrawn"
    assert refused(tournament.withdraw, evening.state, side="zoe").code == "unknown_side"
    assert refused(tournament.absent, evening.state, side="ada", stage=1, round=1).code == "is_withdrawn"


def test_a_substitute_leaves_who_played_before_where_he_played() -> None:
    evening = Evening(*FOUR)
    evening.whole_round()
    evening.do(tournament.substitute(evening.state, side="ada", gone="ADA", comes="ZOE"))
    evening.do(tournament.substitute(evening.state, side="ada", gone="ZOE", comes="ZED", reason="late"))
    assert tournament.substitute(evening.state, side="ada", gone="ZOE", comes="ZED") == ()
    side = evening.state.sides["ada"]
    assert (side.persons_in((1, 1)), side.persons_in((1, 2))) == (("ADA",), ("ZED",))
    assert refused(tournament.substitute, evening.state, side="ada", gone="BO", comes="YAN").code == (
        "not_of_this_side"
    )
    taken = refused(tournament.substitute, evening.state, side="ada", gone="ZED", comes="BO")
    assert (taken.code, taken.data["side"]) == ("already_entered", "bo")
    evening.draw()
    evening.publish()
    evening.do(tournament.substitute(evening.state, side="ada", gone="ZED", comes="ADA"))
    assert tournament.persons_now(evening.state, "ada") == ("ZED",)  # at the table of the round that runs
    assert evening.state.sides["ada"].persons_in((1, 3)) == ("ADA",)


def test_a_disqualified_side_is_last_and_what_parted_the_others_is_told_right() -> None:
    evening = Evening(*EIGHT, tiebreaks=("GP", "GW", "NS"))
    evening.whole_round()
    evening.whole_round()

    def lines() -> list[Line]:
        state = evening.state
        found = tournament.records_of(state, 1, evening.matches)
        byes = tournament.byes_of(state, 1)
        penalties = tournament.penalties_of(state, 1)
        return list(tournament.rank(state, 1, found, byes=byes, penalties=penalties).lines)

    before = lines()
    for place, out in enumerate(line.side for line in before):
        evening.do(tournament.disqualify(evening.state, side=out, reason="marked cards"))
        now = lines()
        assert (now[-1].side, now[-1].rank, now[-1].shared) == (out, 8, False)
        assert [line.side for line in now[:-1]] == [line.side for line in before if line.side != out]
        assert [line.values for line in now[:-1]] == [line.values for line in before if line.side != out]
        for line, above in zip(now[1:-1], now[:-2], strict=True):
            code = _parted_by(line, above)
            assert (line.rank == above.rank) == (code is None)
            assert line.decided_by == (None if code == "GP" else code)
        evening.do(tournament.lift_disqualification(evening.state, side=out, reason="worn"))
        assert lines() == before, place


def _parted_by(line: Line, above: Line) -> str | None:
    """The first criterion of the order that differs between two lines."""
    return next((code for code in ("GP", "GW", "NS") if line.values[code] != above.values[code]), None)


def test_a_disqualification_is_lifted_once_and_leaves_a_withdrawal_alone() -> None:
    evening = Evening(*FOUR)
    evening.do(tournament.withdraw(evening.state, side="ada"))
    assert refused(tournament.disqualify, evening.state, side="ada", reason=" ").code == "reason_missing"
    assert (
        refused(tournament.lift_disqualification, evening.state, side="ada", reason="x").code
        == "not_disqualified"
    )
    evening.do(tournament.disqualify(evening.state, side="ada", reason="marked cards"))
    assert tournament.disqualify(evening.state, side="ada", reason="again") == ()
    assert refused(tournament.return_side, evening.state, side="ada").code == "is_disqualified"
    again = {"side": "ada2", "persons": ("ADA",)}
    assert refused(tournament.enter_side, evening.state, **again).code == "is_disqualified"
    evening.do(tournament.lift_disqualification(evening.state, side="ada", reason="worn"))
    assert evening.state.sides["ada"].is_withdrawn((1, 1))
    evening.do(tournament.return_side(evening.state, side="ada"))
    assert not evening.state.sides["ada"].is_withdrawn((1, 1))


# ---------------------------------------------------------------- drawing


def test_a_round_is_drawn_published_played_and_closed() -> None:
    evening = Evening(*EIGHT)
    evening.whole_round()
    round = evening.state.rounds[1, 1]
    assert (round.status, round.seed, len(round.pairings), round.byes) == ("closed", 7, 4, ())
    assert len(tournament.records_of(evening.state, 1, evening.matches)) == 4


def test_pairing_twice_makes_one_round() -> None:
    evening = Evening(*EIGHT)
    evening.draw()
    assert refused(evening.draw).code == "already_drawn"
    evening.publish()
    refusal = refused(evening.draw, round=1)
    assert (refusal.code, refusal.data) == ("already_published", {"round": 1})
    before = len(evening.events)
    evening.do(tournament.publish(evening.state, stage=1, round=1))
    assert len(evening.events) == before
    assert len(evening.state.rounds) == 1


def test_drawing_again_replaces_the_draft_and_its_byes() -> None:
    evening = Evening(*FOUR, "eve")
    for seed in range(4):
        evening.draw(seed=seed, redraw=True)
    round = evening.state.rounds[1, 1]
    assert (len(round.byes), len(round.pairings), round.seed) == (1, 2, 3)
    evening.publish()
    assert len(tournament.byes_of(evening.state, 1)) == 1


def test_a_draft_can_be_discarded() -> None:
    evening = Evening(*FOUR)
    evening.draw()
    evening.do(tournament.discard_draft(evening.state, stage=1, round=1))
    assert evening.state.rounds == {}
    assert tournament.discard_draft(evening.state, stage=1, round=1) == ()
    assert refused(tournament.publish, evening.state, stage=1, round=1).code == "no_draft"


def test_the_next_round_waits_for_the_results() -> None:
    evening = Evening(*FOUR)
    evening.draw()
    evening.publish()
    refusal = refused(evening.draw)
    assert (refusal.code, refusal.data) == ("round_open", {"round": 1})


def test_a_changed_roster_asks_for_a_new_draw() -> None:
    evening = Evening(*FOUR)
    for changed in (
        lambda state: tournament.enter_side(state, side="new", persons=("NEW",)),
        lambda state: tournament.withdraw(state, side="new"),
        lambda state: tournament.absent(state, side="ada", stage=1, round=1),
        lambda state: tournament.keep_apart(state, sides=("bo", "cy"), how="never"),
    ):
        evening.draw()
        evening.do(changed(evening.state))
        refusal = refused(tournament.publish, evening.state, stage=1, round=1)
        assert (refusal.code, refusal.data) == ("roster_changed", {"round": 1})
    evening.draw()
    evening.publish()
    assert evening.state.rounds[1, 1].status == "published"


def test_checking_in_makes_no_draft_stale_unless_somebody_is_missing_after_all() -> None:
    evening = Evening(*FOUR, check_in=True)
    for name in FOUR[1:]:
        evening.do(tournament.check_in(evening.state, side=name))
    evening.draw(everybody=True)
    evening.do(tournament.check_in(evening.state, side="ada"))
    assert tournament.publish(evening.state, stage=1, round=1) != ()
    evening.do(tournament.check_in(evening.state, side="bo", present=False))
    assert refused(tournament.publish, evening.state, stage=1, round=1).code == "roster_changed"


def test_when_everybody_left_there_is_no_round() -> None:
    evening = Evening(*FOUR)
    evening.whole_round()
    for name in FOUR[1:]:
        evening.do(tournament.withdraw(evening.state, side=name))
    refusal = refused(evening.draw)
    assert (refusal.code, refusal.data) == ("too_few_sides", {"sides": 1, "fewest": 2})


def test_more_rounds_than_opponents_are_refused_before_the_first() -> None:
    evening = Evening(*"abcdef", rounds=6)
    refusal = refused(evening.draw)
    assert (refusal.code, refusal.data) == (
        "more_rounds_than_opponents",
        {"rounds": 6, "most": 5, "sides": 6},
    )
    evening.do(tournament.change_stage(evening.state, stage=1, changes={"rounds": 5}))
    for _ in range(5):
        evening.whole_round()
    assert [len(each.pairings) for each in evening.state.rounds_of(1)] == [3] * 5
    assert refused(evening.draw).code == "no_rounds_left"


def test_start_points_stay_below_the_target() -> None:
    evening = Evening("ada", "bo")
    evening.enter("cy", start_points=125)
    refusal = refused(evening.draw)
    assert (refusal.code, refusal.data) == ("start_points_too_high", {"sides": ["cy"], "target": 125})


def test_a_pairing_that_fails_leaves_no_empty_round() -> None:
    evening = Evening(*FOUR)

    def broken() -> str:
        raise RuntimeError("no ids")

    with pytest.raises(RuntimeError):
        evening.do(tournament.draw_round(evening.state, stage=1, seed=1, matches={}, new_id=broken))
    assert evening.state.rounds == {}


def test_a_tie_in_the_history_is_not_forgotten() -> None:
    """Equal at time: both have a point, and they do not meet again."""
    evening = Evening(*FOUR)
    evening.draw()
    evening.publish()
    for name, state in evening.matches.items():
        state = after(state, match.enter_hand(state, place=at(1), result=wall(), by="table"))
        state = after(state, match.settle(state, "stands", by="director", reason="time"))
        evening.matches[name] = state
    first = {frozenset(sides) for sides in sides_drawn(evening)}
    evening.close()
    field = tournament.field_of(evening.state, (1, 2), evening.matches)
    assert {each.score for each in field.entrants} == {Fraction(1)}
    evening.draw()
    assert not first & {frozenset(sides) for sides in sides_drawn(evening)}


def test_a_void_match_gives_nothing_and_its_pair_may_meet_again() -> None:
    evening = Evening("ada", "bo", rounds=1)
    evening.draw()
    evening.publish()
    ((name, state),) = evening.matches.items()
    evening.matches[name] = after(state, match.void(state, by="director", reason="wrong pack"))
    evening.close()
    evening.do(tournament.change_stage(evening.state, stage=1, changes={"rounds": 2}))
    evening.draw()
    assert evening.state.rounds[1, 2].notes == ()
    assert sides_drawn(evening) == [("ada", "bo")]


def test_the_field_knows_each_sides_history() -> None:
    evening = Evening("ada", "bo", "cy", rounds=3)
    evening.draw()
    evening.publish()
    evening.play()
    evening.close()
    field = tournament.field_of(evening.state, (1, 2), evening.matches)
    (resting,) = (each for each in field.entrants if each.byes)
    assert (resting.score, resting.met, resting.matches) == (2, (), 0)
    winner = next(each for each in field.entrants if each.met and each.score == 2)
    (loser,) = (each for each in field.entrants if each.met and each is not winner)
    assert (winner.met, loser.met) == (((loser.id, 1),), ((winner.id, 1),))
    assert {winner.first_deals, loser.first_deals} == {0, 1}


def test_seeds_stand_before_the_order_of_entry() -> None:
    evening = Evening()
    for name, seed in (("ada", None), ("bo", 2), ("cy", 1), ("di", None)):
        evening.enter(name, seed=seed)
    field = tournament.field_of(evening.state, (1, 1), {})
    assert [each.id for each in field.entrants] == ["cy", "bo", "ada", "di"]


def test_a_stage_of_those_who_qualified_is_seeded_in_their_order() -> None:
    evening = Evening(*EIGHT, rounds=1)
    evening.do(
        tournament.open_stage(
            evening.state,
            format="round_robin",
            rounds=3,
            rules=preset("club25"),
            tiebreaks=(),
            options={"sides": ["di", "bo", "hal", "ada"]},
        )
    )
    assert refused(evening.draw, stage=2).code == "stage_open"
    evening.whole_round()
    assert tournament.upcoming(evening.state) == (2, 1)
    evening.draw(stage=2)
    field = tournament.field_of(evening.state, (2, 1), evening.matches)
    assert [each.id for each in field.entrants] == ["di", "bo", "hal", "ada"]
    assert {each.score for each in field.entrants} == {0}
    assert status_of(evening.state, "cy", (2, 1)).kind == "not_in_stage"


# ---------------------------------------------------------------- amending


def test_swapping_two_sides_gives_new_matches_and_keeps_the_others() -> None:
    evening = Evening(*EIGHT)
    evening.draw(tables=range(1, 9))
    before = evening.state.rounds[1, 1].pairings
    one, other = before[0].sides[0], before[1].sides[0]
    evening.do(
        tournament.swap_sides(evening.state, stage=1, round=1, sides=(one, other), new_id=evening.new_id)
    )
    now = evening.state.rounds[1, 1].pairings
    assert now[0].sides == (other, before[0].sides[1])
    assert now[1].sides == (one, before[1].sides[1])
    assert now[2:] == before[2:]
    assert {each.match for each in now[:2]}.isdisjoint(each.match for each in before)
    assert [each.table for each in now] == [each.table for each in before]
    evening.publish()


def test_a_bye_undone_by_hand_leaves_no_win() -> None:
    evening = Evening("ada", "bo", "cy", rounds=3)
    evening.draw()
    resting = evening.state.rounds[1, 1].byes[0][0]
    other = sides_drawn(evening)[0][0]
    evening.do(
        tournament.swap_sides(evening.state, stage=1, round=1, sides=(resting, other), new_id=evening.new_id)
    )
    evening.publish()
    assert tournament.byes_of(evening.state, 1) == (Bye(side=other, round=1, kind="pairing", points=2),)
    assert status_of(evening.state, resting, (1, 1)).kind == "playing"


def test_nobody_is_drawn_twice_left_out_or_against_himself_by_hand() -> None:
    evening = Evening(*FOUR)
    evening.draw()
    state, new = evening.state, Pairing(match="x", sides=("ada", "bo"), table=1, first_dealer=0, reasons={})
    asked = {"stage": 1, "round": 1, "byes": ()}
    assert refused(tournament.amend_pairing, state, pairings=[new], **asked).data == {
        "sides": ["cy", "di"],
        "count": 2,
    }
    twice = Pairing(match="y", sides=("bo", "cy"), table=2, first_dealer=0, reasons={})
    assert refused(tournament.amend_pairing, state, pairings=[new, twice], **asked).code == "same_side_twice"
    self_pair = Pairing(match="y", sides=("cy", "cy"), table=2, first_dealer=0, reasons={})
    assert (
        refused(tournament.amend_pairing, state, pairings=[new, self_pair], **asked).code == "same_side_twice"
    )
    stranger = Pairing(match="y", sides=("cy", "zoe"), table=2, first_dealer=0, reasons={})
    assert refused(tournament.amend_pairing, state, pairings=[new, stranger], **asked).code == "unknown_side"
    same_table = Pairing(match="y", sides=("cy", "di"), table=1, first_dealer=0, reasons={})
    assert refused(tournament.amend_pairing, state, pairings=[new, same_table], **asked).code == "table_taken"


def test_a_side_away_cannot_be_drawn_by_hand() -> None:
    evening = Evening(*FOUR, "eve")
    evening.do(tournament.withdraw(evening.state, side="eve"))
    evening.draw()
    first, second = evening.state.rounds[1, 1].pairings
    wrong = [
        first,
        Pairing(match="y", sides=(second.sides[0], "eve"), table=None, first_dealer=0, reasons={}),
    ]
    refusal = refused(tournament.amend_pairing, evening.state, stage=1, round=1, pairings=wrong, byes=())
    assert (refusal.code, refusal.data) == ("not_playing", {"side": "eve"})


def test_a_late_entry_is_put_into_a_draft_by_hand() -> None:
    evening = Evening("ada", "bo", "cy")
    evening.draw()
    evening.enter("late")
    assert refused(tournament.publish, evening.state, stage=1, round=1).code == "roster_changed"
    round = evening.state.rounds[1, 1]
    resting = round.byes[0][0]
    added = Pairing(match="x", sides=(resting, "late"), table=None, first_dealer=0, reasons={"by_hand": True})
    evening.do(
        tournament.amend_pairing(evening.state, stage=1, round=1, pairings=[*round.pairings, added], byes=())
    )
    evening.publish()
    assert evening.state.rounds[1, 1].status == "published"


def test_a_match_with_results_keeps_its_sides() -> None:
    evening = Evening(*FOUR)
    evening.draw(tables=(1, 2, 3))
    evening.publish()
    first, second = evening.state.rounds[1, 1].pairings
    swap = {"stage": 1, "round": 1, "sides": (first.sides[0], second.sides[0]), "new_id": evening.new_id}
    assert refused(tournament.swap_sides, evening.state, **swap).code == "reason_missing"
    refusal = refused(
        tournament.swap_sides, evening.state, **swap, reason="sat wrong", under_way={first.match}
    )
    assert (refusal.code, refusal.data) == ("match_under_way", {"match": first.match})
    moved = {"stage": 1, "round": 1, "match": first.match}
    evening.do(tournament.move_match(evening.state, **moved, table=3))
    assert refused(tournament.move_match, evening.state, **moved, table=second.table).code == "table_taken"
    evening.do(tournament.swap_tables(evening.state, stage=1, round=1, matches=(first.match, second.match)))
    assert [each.table for each in evening.state.rounds[1, 1].pairings] == [second.table, 3]


# ---------------------------------------------------------------- closing and publishing


def test_closing_asks_for_each_open_match() -> None:
    evening = Evening(*FOUR)
    evening.draw()
    evening.publish()
    first, second = (pairing.match for pairing in evening.state.rounds[1, 1].pairings)
    evening.result(first, 0)
    evening.result(second, 0, accepted=False)
    refusal = refused(evening.close)
    assert (refusal.code, refusal.data) == ("matches_open", {"round": 1, "matches": [second], "count": 1})
    assert refused(evening.close, **{second: ("adjourned", " ")}).code == "reason_missing"
    evening.close(**{second: ("adjourned", "next week")})
    round = evening.state.rounds[1, 1]
    assert (round.status, round.open_matches) == ("closed", ((second, "adjourned", "next week"),))
    before = len(evening.events)
    evening.close()
    assert len(evening.events) == before


def test_an_adjourned_match_is_a_tie_for_the_next_draw_only() -> None:
    evening = Evening(*FOUR)
    evening.draw()
    evening.publish()
    first, second = evening.state.rounds[1, 1].pairings
    evening.result(first.match, 0)
    evening.close(**{second.match: ("adjourned", "next week")})
    scores = {
        each.id: each.score for each in tournament.field_of(evening.state, (1, 2), evening.matches).entrants
    }
    assert {scores[side] for side in second.sides} == {1}
    assert len(tournament.records_of(evening.state, 1, evening.matches)) == 1
    evening.result(second.match, 1)
    scores = {
        each.id: each.score for each in tournament.field_of(evening.state, (1, 2), evening.matches).entrants
    }
    assert [scores[side] for side in second.sides] == [0, 2]


def test_unconfirmed_and_void_matches_are_no_records_and_a_replay_counts_once() -> None:
    evening = Evening("ada", "bo", rounds=1)
    evening.draw()
    evening.publish()
    (name,) = evening.matches
    evening.result(name, 0, accepted=False)
    assert tournament.records_of(evening.state, 1, evening.matches) == ()
    state = evening.matches[name]
    evening.matches[name] = after(state, match.void(state, by="director", reason="wrong pack"))
    assert tournament.records_of(evening.state, 1, evening.matches) == ()
    state = evening.matches[name]
    state = after(state, match.reopen(state, by="director", reason="right pack"))
    evening.matches[name] = after(state, match.accept(state, by="player", side=1))
    assert len(tournament.records_of(evening.state, 1, evening.matches)) == 1


def test_records_in_order_with_forfeits() -> None:
    evening = Evening(*FOUR)
    evening.draw(tables=(1, 2))
    evening.publish()
    first, second = evening.state.rounds[1, 1].pairings
    evening.result(first.match, 0)
    state = evening.matches[second.match]
    evening.matches[second.match] = after(
        state, match.forfeit(state, losers=(1,), by="director", reason="gone")
    )
    records = tournament.records_of(evening.state, 1, evening.matches)
    assert [type(each) for each in records] == [MatchRecord, Forfeit]
    assert [each.match for each in records] == [first.match, second.match]
    field = tournament.field_of(evening.state, (1, 2), evening.matches)
    forfeited = field.by_id[second.sides[0]]
    assert (forfeited.score, forfeited.byes) == (2, 1)


def test_penalties_are_taken_and_taken_back() -> None:
    evening = Evening(*FOUR)
    asked = {"side": "ada", "stage": 1, "round": 1, "reason": "late"}
    early = refused(tournament.give_penalty, evening.state, penalty="p", game_points=1, **asked)
    assert early.code == "not_out"
    evening.draw()
    evening.publish()
    evening.do(tournament.give_penalty(evening.state, penalty="p", game_points=1, **asked))
    assert tournament.give_penalty(evening.state, penalty="p", game_points=1, **asked) == ()
    assert tournament.penalties_of(evening.state, 1) == (
        Penalty(side="ada", round=1, game_points=1, reason="late"),
    )
    assert tournament.field_of(evening.state, (1, 1), {}).by_id["ada"].score == -1
    assert refused(tournament.give_penalty, evening.state, penalty="q", **asked).code == "no_points"
    assert (
        refused(tournament.give_penalty, evening.state, penalty="q", spread=5, **{**asked, "reason": ""}).code
        == "reason_missing"
    )
    evening.do(tournament.lift_penalty(evening.state, penalty="p", reason="was here"))
    assert tournament.penalties_of(evening.state, 1) == ()
    assert refused(tournament.lift_penalty, evening.state, penalty="p", reason="x").code == "unknown_penalty"


def test_standings_are_published_of_closed_rounds_and_the_end_needs_final_ones() -> None:
    evening = Evening("ada", "bo", rounds=1)
    asked = {"stage": 1, "round": 1, "position": 40, "lines": [{"side": "ada", "rank": 1}]}
    assert refused(tournament.publish_standings, evening.state, **asked).code == "round_not_closed"
    evening.whole_round()
    assert refused(tournament.finish, evening.state).code == "not_final"
    refusal = refused(tournament.publish_standings, evening.state, **asked, final=True, open_matches=("m9",))
    assert (refusal.code, refusal.data) == ("adjourned_open", {"matches": ["m9"]})
    evening.do(tournament.publish_standings(evening.state, **asked, final=True))
    assert evening.state.published[0].lines == ({"side": "ada", "rank": 1},)
    assert refused(tournament.change_stage, evening.state, stage=1, changes={"tiebreaks": ()}).data == {
        "field": "tiebreaks"
    }
    evening.do(tournament.finish(evening.state))
    assert evening.state.finished
    assert tournament.finish(evening.state) == ()
    assert refused(evening.draw).code == "finished"
    assert refused(evening.enter, "late").code == "finished"


def test_final_standings_wait_for_the_last_round() -> None:
    evening = Evening(*EIGHT)
    evening.whole_round()
    refusal = refused(
        tournament.publish_standings, evening.state, stage=1, round=1, position=1, lines=[], final=True
    )
    assert refusal.code == "rounds_left"


def test_a_replay_of_the_log_never_draws_again(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(*EIGHT)
    evening.whole_round()
    evening.whole_round()
    state = evening.state

    def drawn_again(*_: object, **__: object) -> object:
        raise AssertionError("a replay draws nothing")

    monkeypatch.setattr("tournaments.engine.formats.swiss.matched_draw", drawn_again)
    assert tournament.fold(evening.events) == state
    assert state.version == len(evening.events)


def test_a_round_robin_of_five_gives_everybody_one_bye() -> None:
    evening = Evening(*FOUR, "eve", rounds=5, format="round_robin")
    for _ in range(5):
        evening.whole_round()
    assert sorted(bye.side for bye in tournament.byes_of(evening.state, 1)) == sorted((*FOUR, "eve"))
    met = {frozenset(pairing.sides) for round in evening.state.rounds_of(1) for pairing in round.pairings}
    assert len(met) == 10


def test_who_left_before_the_start_has_no_seat_in_a_round_robin() -> None:
    evening = Evening(*FOUR, "gone", "eve", "flo", rounds=5, format="round_robin")
    evening.do(tournament.withdraw(evening.state, side="gone"))
    for _ in range(5):
        evening.whole_round()
    assert [(len(each.pairings), each.byes) for each in evening.state.rounds_of(1)] == [(3, ())] * 5


def test_in_a_round_robin_who_is_away_leaves_a_bye() -> None:
    evening = Evening(*FOUR, rounds=3, format="round_robin")
    evening.whole_round()
    evening.do(tournament.withdraw(evening.state, side="ada"))
    evening.draw()
    round = evening.state.rounds[1, 2]
    assert (len(round.pairings), len(round.byes)) == (1, 1)
    assert round.notes[0]["code"] == "opponent_away"


def test_a_late_entry_takes_the_seat_of_the_bye_in_a_round_robin() -> None:
    evening = Evening("ada", "bo", "cy", rounds=3, format="round_robin")
    evening.whole_round()
    evening.enter("late")
    for _ in range(2):
        evening.whole_round()
    met = [frozenset(pairing.sides) for round in evening.state.rounds_of(1) for pairing in round.pairings]
    assert len(met) == len(set(met)) == 5
