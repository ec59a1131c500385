"""The wrong people sat down, or wrote on the wrong sheet: the round is rewritten to what was played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine.errors import Refusal
from tests.tournaments.engine.evenings import Evening
from tests.tournaments.engine.matches import after as match_after
from tests.tournaments.engine.matches import won
from tournaments.engine import match, tournament
from tournaments.engine.clock import ClockPlan
from tournaments.engine.formats import FORMATS
from tournaments.engine.match import put_back
from tournaments.engine.tournament import TournamentState
from tournaments.engine.tournament.seating import Seated

SIX = ("ada", "bo", "cy", "di", "ed", "flo")


def out(*names: str, **more: Any) -> Evening:
    evening = Evening(*(names or SIX), **more)
    evening.draw(tables=range(1, 9))
    evening.publish()
    return evening


def tables(evening: Evening) -> list[tuple[int | None, str, tuple[str, ...]]]:
    current = evening.state.current
    assert current is not None
    return [(each.table, each.match, each.sides) for each in current.pairings]


def carry_out(evening: Evening, events: Any) -> TournamentState:
    """As the service does: the round, then each match that is told of it."""
    before = evening.state
    key = before.current.key  # type: ignore[union-attr]
    evening.do(events)
    told = tournament.reseated(before, evening.state, key, evening.matches, by="director", reason="so")
    for name, news in told.items():
        evening.matches[name] = match_after(evening.matches[name], news)
    return evening.state


def seat(evening: Evening, seated: Seated, reason: str = "They sat down so") -> TournamentState:
    number = evening.state.current.number  # type: ignore[union-attr]
    return carry_out(
        evening,
        tournament.played_as_seated(
            evening.state, stage=1, round=number, seated=seated, matches=evening.matches,
            new_id=evening.new_id, reason=reason,
        ),
    )  # fmt: skip


def move(evening: Evening, one: str, other: str, **more: Any) -> TournamentState:
    said: dict[str, Any] = {"columns": (0, 1), "reason": "A wrong sheet", **more}
    return carry_out(
        evening,
        tournament.sheet_belongs_to(
            evening.state, stage=1, round=1, match=one, other=other, matches=evening.matches, **said
        ),
    )


def code_of(call: Any) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def test_hands_go_with_the_people_who_sat_there_and_are_accepted_anew() -> None:
    evening = out()
    (one_table, one, (a, b)), (other_table, other, (c, d)), rest = tables(evening)
    evening.result(one, 0)
    seat(evening, {one: (a, d), other: (c, b)})
    assert tables(evening) == [(one_table, one, (a, d)), (other_table, other, (c, b)), rest]
    first, second = evening.matches[one], evening.matches[other]
    assert (first.started.sides, first.started.persons) == ((a, d), ((a.upper(),), (d.upper(),)))
    assert [line.result.points for line in first.lines] == [(60, 0), (0, 40), (70, 0)]
    assert (first.status, second.status) == ("entered", "none")
    # Either of the two may accept what neither of them is known to have entered.
    for side in (0, 1):
        assert match.accept(first, by="player", side=side)
    evening.matches[one] = match_after(first, match.accept(first, by="player", side=1))
    (record,) = tournament.records_of(evening.state, 1, evening.matches)
    assert (record.match, record.sides) == (one, (a, d))  # type: ignore[union-attr]


def test_columns_that_were_crossed_are_put_right_at_one_table() -> None:
    evening = out()
    (_, one, (a, b)), *_rest = tables(evening)
    evening.result(one, 0)
    dealer = evening.matches[one].started.first_dealer
    seat(evening, {one: (b, a)})
    state = evening.matches[one]
    assert (state.started.sides, state.sheet.winner, state.started.first_dealer) == ((b, a), 0, dealer)
    assert evening.state.current.pairings[0].first_dealer == dealer  # type: ignore[union-attr]


def test_three_tables_are_put_right_in_one_step() -> None:
    evening = out()
    (_, one, (a, b)), (_, other, (c, d)), (_, third, (e, f)) = tables(evening)
    seat(evening, {one: (a, d), other: (c, f), third: (e, b)})
    assert [sides for _, _, sides in tables(evening)] == [(a, d), (c, f), (e, b)]
    assert [type(each).__name__ for each in evening.events[-1:]] == ["PairingAmended"]


def test_repeats_are_counted_anew_and_told_with_the_pair() -> None:
    evening = out(rounds=4)
    evening.play()
    evening.close()
    evening.draw()
    evening.publish()
    met = {frozenset(each.sides) for each in evening.state.rounds[1, 1].pairings}
    second = tables(evening)
    again = next(
        ((one, side), (other, across))
        for _, one, sides in second
        for _, other, others in second
        if one != other
        for side in sides
        for across in others
        if {frozenset((side, across))} & met
    )
    (one, side), (other, across) = again
    known = {name: sides for _, name, sides in second}
    left = next(each for each in known[one] if each != side)
    right = next(each for each in known[other] if each != across)
    state = seat(evening, {one: (side, across), other: (left, right)})
    told = {each.match: each.reasons for each in state.current.pairings}  # type: ignore[union-attr]
    assert told[one]["met"] == [1]
    assert told[one]["by_hand"]
    field = tournament.field_of(state, (1, 3), evening.matches)
    assert field.by_id[side].rounds_met(across) == (1, 2)
    assert left not in [name for name, when in field.by_id[side].met if when == 2]


def test_who_sat_down_with_the_bye_leaves_it_to_who_did_not() -> None:
    evening = out(*SIX, "gus")
    (bye, kind, points) = evening.state.current.byes[0]  # type: ignore[union-attr]
    (_, one, (a, b)), *_rest = tables(evening)
    state = seat(evening, {one: (a, bye)})
    assert state.current.byes == ((b, kind, points),)  # type: ignore[union-attr]
    assert code_of(lambda: seat(evening, {one: (a, tables(evening)[1][2][0])})) == "not_at_these_tables"


def test_a_forfeit_of_somebody_who_sat_elsewhere_is_gone() -> None:
    evening = out()
    (_, one, (a, b)), (_, other, (c, d)), *_rest = tables(evening)
    state = evening.matches[one]
    evening.matches[one] = match_after(
        state, match.forfeit(state, losers=[1], by="director", reason="not here")
    )
    seat(evening, {one: (a, d), other: (c, b)})
    assert (evening.matches[one].status, evening.matches[one].losers) == ("none", ())


def test_partners_of_a_round_who_sat_otherwise_are_other_partners() -> None:
    names = tuple("abcdefgh")
    evening = Evening(*names, format="rotating_partners", rules="partnership_125", rounds=3)
    evening.draw(tables=range(1, 5))
    evening.publish()
    (_, one, (north, east)), *_rest = tables(evening)
    state = evening.state
    (a, b), (c, d) = state.members_of(north), state.members_of(east)
    state = seat(evening, {one: (a, c, b, d)})
    sides = tables(evening)[0][2]
    assert [state.members_of(side) for side in sides] == [(a, c), (b, d)]
    assert evening.matches[one].started.persons == ((a.upper(), c.upper()), (b.upper(), d.upper()))
    # Sat as drawn after all: the sides there were are those sides again.
    seat(evening, {one: (a, b, c, d)})
    assert tables(evening)[0][2] == (north, east)


@pytest.mark.parametrize(
    ("seated", "code"),
    [
        ({"m1": "ab"}, ""),
        ({"m1": "ac"}, "not_at_these_tables"),
        ({"m1": "aa"}, "same_side_twice"),
        ({"m1": "a"}, "wrong_players_here"),
        ({"m9": "ab"}, "unknown_match"),
    ],
)
def test_what_cannot_have_been_is_refused(seated: dict[str, str], code: str) -> None:
    evening = out()
    names = dict(zip("abcdef", [side for _, _, sides in tables(evening) for side in sides], strict=True))
    wanted = {name: tuple(names[letter] for letter in letters) for name, letters in seated.items()}
    if not code:
        events = len(evening.events)
        seat(evening, wanted)
        assert len(evening.events) == events
        return
    assert code_of(lambda: seat(evening, wanted)) == code


def test_a_draft_and_a_closed_round_are_not_repaired_and_a_reason_is_asked() -> None:
    evening = Evening(*SIX)
    evening.draw()
    call = lambda: tournament.played_as_seated(  # noqa: E731
        evening.state, stage=1, round=1, seated={"m1": ()}, matches={}, new_id=evening.new_id, reason="so"
    )
    assert code_of(call) == "not_published"
    evening.publish()
    (_, one, (a, b)), (_, other, (c, d)), *_rest = tables(evening)
    assert code_of(lambda: seat(evening, {one: (a, d), other: (c, b)}, reason=" ")) == "reason_missing"
    evening.play()
    evening.close()
    assert code_of(call) == "round_closed_repair"


def test_a_sheet_goes_to_the_table_it_belongs_to_and_leaves_its_own_empty() -> None:
    evening = out()
    (_, one, (a, b)), (_, other, (c, d)), *_rest = tables(evening)
    evening.result(one, 0)
    before = {each.sides: each for each in evening.state.current.pairings}  # type: ignore[union-attr]
    state = move(evening, one, other, columns=(1, 0))
    now = {frozenset(each.sides): each for each in state.current.pairings}  # type: ignore[union-attr]
    theirs, ours = now[frozenset((c, d))], now[frozenset((a, b))]
    assert (theirs.table, theirs.match, theirs.sides) == (before[c, d].table, one, (d, c))
    assert (ours.table, ours.match, ours.sides) == (before[a, b].table, other, (a, b))
    assert (theirs.reasons, ours.reasons) == (before[c, d].reasons, before[a, b].reasons)
    assert ours.first_dealer == before[a, b].first_dealer
    sheet, empty = evening.matches[one], evening.matches[other]
    assert (sheet.started.sides, sheet.status, sheet.sheet.winner) == ((d, c), "entered", 0)
    assert (empty.started.sides, empty.status, empty.lines) == ((a, b), "none", ())


def test_two_sheets_are_swapped_only_when_it_is_said() -> None:
    evening = out()
    (_, one, (a, b)), (_, other, (c, d)), *_rest = tables(evening)
    evening.result(one, 0)
    evening.result(other, 1)
    assert code_of(lambda: move(evening, one, other)) == "other_sheet_begun"
    move(evening, one, other, swap=True, other_columns=(1, 0))
    assert evening.matches[one].started.sides == (c, d)
    assert evening.matches[other].started.sides == (b, a)
    assert {state.status for name, state in evening.matches.items() if name in (one, other)} == {"entered"}


def test_a_sheet_is_not_moved_to_itself_from_nothing_or_in_columns_that_are_not_there() -> None:
    evening = out()
    (_, one, _a), (_, other, _b), *_rest = tables(evening)
    assert code_of(lambda: move(evening, one, other)) == "nothing_to_move"
    evening.result(one, 0)
    assert code_of(lambda: move(evening, one, one)) == "same_match"
    assert code_of(lambda: move(evening, one, "m9")) == "unknown_match"
    assert code_of(lambda: move(evening, one, other, columns=(0, 0))) == "wrong_columns"
    assert code_of(lambda: move(evening, one, other, reason="")) == "reason_missing"


def test_time_given_to_a_table_stays_with_the_pair_that_sits_there() -> None:
    evening = out()
    (_, one, _sides), (_, other, _others), *_rest = tables(evening)
    evening.result(one, 0)
    evening.do(tournament.set_clock(evening.state, stage=1, plan=ClockPlan(play=3000)))
    evening.do(tournament.start_clock(evening.state, stage=1, round=1))
    evening.do(tournament.give_time(evening.state, stage=1, round=1, seconds=60, match=one))
    state = move(evening, one, other)
    assert state.clocks[1, 1].extra == {other: 60}


def test_a_match_is_put_back_as_it_was_before_a_step_that_only_ruled() -> None:
    evening = out()
    (_, one, (a, b)), (_, other, (c, d)), *_rest = tables(evening)
    evening.result(one, 0)
    before = evening.matches[one]
    seat(evening, {one: (a, d), other: (c, b)})
    reseated = evening.matches[one]
    back = match_after(reseated, put_back(reseated, version=before.version, by="director", reason="no"))
    assert back == replace(before, version=before.version + 2, seats_changed=True)
    # Undone itself, it is the step again.
    anew = match_after(back, put_back(back, version=reseated.version, by="director", reason="yes"))
    assert anew == replace(reseated, version=anew.version)
    accepted = match_after(reseated, match.accept(reseated, by="player", side=1))
    assert put_back(accepted, version=before.version, by="director", reason="no"), "acceptance rules too"
    begun = evening.matches[other]
    place = begun.sheet.open_places[0].place
    entered = match_after(begun, match.enter_hand(begun, place=place, result=won(0, 20), by="table", side=0))
    assert code_of(lambda: put_back(entered, version=1, by="director", reason="no")) == "done_since"


EVERY: dict[str, dict[str, Any]] = {
    "swiss": {},
    "round_robin": {"rounds": 7},
    "double_round_robin": {"rounds": 14},
    "knockout": {"tiebreaks": ("SV",)},
    "lives": {"tiebreaks": ("SV",), "stage_options": {"format": {"lives": 2}}},
    "groups": {"stage_options": {"format": {"groups": 2}}, "rounds": 3},
    "rotating_partners": {"rules": "partnership_125"},
    "pods": {"rules": "manipulation"},
}


def test_every_format_is_among_those_played_as_seated() -> None:
    assert {each.key for each in FORMATS} - {"one_table"} == set(EVERY), "one table has no other"


@pytest.mark.parametrize("format", EVERY)
def test_every_format_draws_on_from_what_was_played(format: str) -> None:
    evening = Evening(*"abcdefgh", format=format, **{"tiebreaks": ("GP",), **EVERY[format]})
    evening.draw(tables=range(1, 9))
    evening.publish()
    state = evening.state
    (_, one, sides), (_, other, others), *_rest = tables(evening)
    here, there = ([member for side in each for member in state.members_of(side)] for each in (sides, others))
    here[-1], there[-1] = there[-1], here[-1]
    seat(evening, {one: here, other: there})
    for pairing in evening.state.current.pairings:  # type: ignore[union-attr]
        played = evening.matches[pairing.match]
        assert played.started.sides == pairing.sides
        evening.matches[pairing.match] = match_after(
            played, match.forfeit(played, losers=range(1, len(pairing.sides)), by="director", reason="so")
        )
    evening.close()
    evening.draw(tables=range(1, 9))
    assert evening.state.rounds[1, 2].pairings
    assert not tournament.misplaced(evening.state, 1, evening.matches)
