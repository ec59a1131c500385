"""Putting a result in: hand by hand in its place, or a final score alone; and taking it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.engine.results import HandResult
from games.engine.rulesets import RuleSet, write_rules
from scoring.sheets.sheet import OpenPlace, Place
from scoring.sheets.three import sat_out
from tournaments.engine.errors import Conflict, conflict, not_now
from tournaments.engine.events import (
    HandAmended,
    HandEntered,
    HandStruck,
    MatchEvent,
    MatchStarted,
    ResultAccepted,
    ResultDisputed,
    Role,
    ScoreEntered,
    ScoreStruck,
)
from tournaments.engine.match.evolve import evolve
from tournaments.engine.match.state import Line, MatchState, hands_sheet, score_sheet, want_winner

Scores = tuple[tuple[int, ...], ...]


def start(
    *,
    tournament: str,
    stage: int,
    round: int,
    sides: Sequence[str],
    persons: Sequence[Sequence[str]],
    first_dealer: int,
    rules: RuleSet,
    start_points: Sequence[int] | None = None,
    deciding: bool = False,
) -> MatchStarted:
    """The first event of a match. `first_dealer` is an index in `sides`; start points default to none.

    The rules of a table say how many play at this one. `deciding`: it needs a winner.
    """
    assert 0 <= first_dealer < len(sides) == len(persons)
    rules = replace(rules, players=len(sides)) if rules.seats == "table" else rules
    return MatchStarted(
        tournament=tournament,
        stage=stage,
        round=round,
        sides=tuple(sides),
        persons=tuple(tuple(each) for each in persons),
        boards=2 if rules.seats == "partners" else 1,
        first_dealer=first_dealer,
        rules=write_rules(rules),
        start_points=tuple(start_points) if start_points else (0,) * len(sides),
        deciding=deciding,
    )


def enter_hand(
    state: MatchState,
    *,
    place: Place,
    result: HandResult,
    hand: str | None = None,
    by: Role,
    side: int | None = None,
) -> tuple[MatchEvent, ...]:
    """A hand in its place. The same values again are nothing new.

    Raises Conflict `place_taken` (data: place, first, second), NotNow `place_not_open`, `wrong_players`,
    `score_stands`, `already_accepted`, `already_decided`. A hand that ends the match entered by an
    uninvolved director, or the last of a match dealt by the server, is accepted with it.
    """
    there = _already_there(state, place, hand)
    if there is not None:
        if same_result(there.result, result):
            return ()
        raise is_taken(there, result)
    _want_open(state)
    if state.score is not None:
        raise not_now("score_stands")
    waiting = places_waiting(state)
    at = next((each for each in waiting if each.place == place), None)
    if at is None:
        raise not_now("place_not_open", place=_place(place), open=[_place(each.place) for each in waiting])
    _want_as_many(result, len(at.sides))
    everybody = len(at.sides) == len(state.started.sides)
    seats = None if everybody else at.sides
    entered = HandEntered(place=place, result=result, hand=hand, by=by, side=side, seats=seats)
    return (entered, *_accepted_at_once(state, entered))


def is_taken(there: Line, result: HandResult) -> Conflict:
    """Another result stands at this place than the one that was sent."""
    first, second = result_data(there.result), result_data(result)
    return conflict("place_taken", place=_place(there.place), first=first, second=second)


def amend_hand(
    state: MatchState,
    *,
    place: Place,
    result: HandResult,
    hand: str | None = None,
    by: Role,
    side: int | None = None,
) -> tuple[MatchEvent, ...]:
    """Another result for a line, before acceptance; by either side. The same values again are nothing new.

    Raises NotNow `place_empty`, `wrong_players`, `score_stands`, `dealt_here`, `already_accepted`,
    `already_decided`.
    """
    _want_open(state)
    there = state.line_at(place)
    if there is None:
        raise not_now("place_empty", place=_place(place))
    _want_changeable(there, by)
    _want_as_many(result, len(there.result.points))
    if state.score is not None:
        raise not_now("score_stands")
    if there.result == result and there.hand == hand:
        return ()
    amended = HandAmended(place=place, result=result, hand=hand, by=by, side=side)
    return (amended, *_accepted_at_once(state, amended))


def strike_last(
    state: MatchState, *, place: Place, by: Role, side: int | None = None
) -> tuple[MatchEvent, ...]:
    """Undo: the last line of its board is taken away. One already gone is nothing new.

    Raises NotNow `not_last`, `score_stands`, `dealt_here`, `already_accepted`, `already_decided`.
    """
    _want_open(state)
    if state.score is not None:
        raise not_now("score_stands")
    there = state.line_at(place)
    if there is None:
        return ()
    _want_changeable(there, by)
    later = [line.place for line in state.lines if _is_after(line, place)]
    if later:
        raise not_now("not_last", place=_place(place), last=_place(later[-1]))
    return (HandStruck(place=place, by=by, side=side),)


def enter_score(
    state: MatchState,
    *,
    points: Scores,
    hands_won: Scores,
    by: Role,
    side: int | None = None,
    confirm: bool = False,
    replace: bool = False,
) -> tuple[MatchEvent, ...]:
    """A final score alone: points (start points in them) and hands won by side, one entry a column.

    The same score from the other side accepts it. A different one raises Conflict `score_taken` whose
    `events` keep it as a dispute, unless `replace` says the table chose it. Raises NotNow `hands_exist`
    unless `confirm`, `already_accepted`, `already_decided`, `winner_needed`, and `ImpossibleScore` for what
    no hands could have given.
    """
    same = state.score is not None and (state.score.points, state.score.hands_won) == (points, hands_won)
    if same and not state.is_open:
        return ()
    _want_open(state)
    want_winner(state, score_sheet(state, points, hands_won))
    if same:
        return _same_again(state, by, side)
    if state.lines and state.score is None and not confirm:
        raise not_now("hands_exist", hands=len(state.lines))
    if state.score is not None and not replace and _is_other_side(state, side):
        raise _second_score(state, points, hands_won, by, side)
    entered = ScoreEntered(points=points, hands_won=hands_won, by=by, side=side)
    return (entered, *_accepted_at_once(state, entered))


def strike_score(state: MatchState, *, by: Role, side: int | None = None) -> tuple[MatchEvent, ...]:
    """Undo of a final score.

    The hands entered before it stand again. Raises NotNow `no_score` and as above.
    """
    _want_open(state)
    if state.score is None:
        raise not_now("no_score")
    return (ScoreStruck(by=by, side=side),)


def places_waiting(state: MatchState) -> tuple[OpenPlace, ...]:
    """The places a hand may be entered at now; after time was called those in play at the call, and the hand
    that has to decide.
    """
    if state.time_called_after is None:
        return hands_sheet(state, state.entered).open_places
    in_play = hands_sheet(state, state.entered[: state.time_called_after], time_called=False).open_places
    left = tuple(each for each in in_play if state.line_at(each.place) is None)
    if not state.started.deciding or left:
        return left
    return hands_sheet(state, state.entered).open_places


def place_at(state: MatchState, place: Place) -> OpenPlace | None:
    """A place with its dealer and who meets there: as it waits now, or as it was when its hand was dealt."""
    waiting = next((each for each in places_waiting(state) if each.place == place), None)
    if waiting is not None:
        return waiting
    before = tuple(each for each in state.entered if each[0] < Place(place.game, place.deal))
    then = hands_sheet(state, before, time_called=False, waits_for_gone=True).open_places
    found = next((each for each in then if each.place == place), None)
    line = state.line_at(place)
    if found is None or line is None or line.seats is None:
        return found
    return replace(found, sides=line.seats, dealer=sat_out(line.seats))


def persons_at(state: MatchState, place: Place) -> tuple[str, ...]:
    """Who sits at a place, by seat: those who meet at a board, three-handed the two who play.

    As it waits now, or as it was when its hand was dealt.
    """
    sides = state.started.persons
    at = place_at(state, place)
    seats = [(side, 0) for side in range(len(sides))]
    if at is not None:
        seats = list(zip(at.sides, at.persons, strict=True))
    return tuple(sides[side][index if index < len(sides[side]) else 0] for side, index in seats)


def same_result(one: HandResult, other: HandResult) -> bool:
    """Do two entries say the same? What only one of them knows (how, the counts) is no difference."""
    return (
        (one.winner, one.points) == (other.winner, other.points)
        and (one.outcome is None or other.outcome is None or one.outcome == other.outcome)
        and (one.deadwood is None or other.deadwood is None or one.deadwood == other.deadwood)
    )


def result_data(result: HandResult) -> dict[str, Any]:
    """What a conflict shows of a result."""
    return {
        "outcome": result.outcome,
        "knocker": result.knocker,
        "winner": result.winner,
        "winners": list(result.winners),
        "deadwood": None if result.deadwood is None else list(result.deadwood),
        "points": list(result.points),
    }


def _want_as_many(result: HandResult, seats: int) -> None:
    if len(result.points) != seats:
        raise not_now("wrong_players", players=len(result.points), seats=seats)


def score_data(points: Scores, hands_won: Scores) -> dict[str, Any]:
    """What a conflict shows of a final score."""
    return {"points": [list(each) for each in points], "hands_won": [list(each) for each in hands_won]}


def _already_there(state: MatchState, place: Place, hand: str | None) -> Line | None:
    """The line this would double: the played one of the place, or the same recorded hand, void or not."""
    again = (line for line in state.lines if hand is not None and (line.place, line.hand) == (place, hand))
    return state.line_at(place) or next(again, None)


def _want_changeable(line: Line, by: Role) -> None:
    """What was dealt here and judged move by move is not a side's to change."""
    if line.by == "system" and by in ("table", "player", "scorer"):
        raise not_now("dealt_here")


def _is_after(line: Line, place: Place) -> bool:
    return line.is_played and line.place.board == place.board and line.place > place


def _want_open(state: MatchState) -> None:
    if state.decided in ("accepted", "corrected"):
        raise not_now("already_accepted", status=state.status)
    if state.decided in ("forfeit", "void"):
        raise not_now("already_decided", status=state.status)


def _accepted_at_once(state: MatchState, entered: MatchEvent) -> tuple[MatchEvent, ...]:
    """An uninvolved director's entry and a server-dealt match need no acceptance once the match is over."""
    after = evolve(state, entered)
    if after.status != "entered" or after.entered_side is not None:
        return ()
    if after.entered_by in ("director", "deputy", "admin"):
        return (ResultAccepted(side=None, by=after.entered_by, via="desk"),)
    if after.score is None and all(line.by == "system" for line in after.lines):
        return (ResultAccepted(side=None, by="system", via="played"),)
    return ()


def _is_other_side(state: MatchState, side: int | None) -> bool:
    first = state.score.side if state.score is not None else None
    return side is not None and first is not None and side != first


def _same_again(state: MatchState, by: Role, side: int | None) -> tuple[MatchEvent, ...]:
    if _is_other_side(state, side):
        return (ResultAccepted(side=side, by=by, via="same_entry"),)
    if side is None and by in ("director", "deputy", "admin"):
        return (ResultAccepted(side=None, by=by, via="desk"),)
    return ()


def _second_score(
    state: MatchState, points: Scores, hands_won: Scores, by: Role, side: int | None
) -> Exception:
    assert state.score is not None
    first = score_data(state.score.points, state.score.hands_won)
    second = score_data(points, hands_won)
    kept = ResultDisputed(side=side, by=by, reason="", claim=second)
    said = state.open_dispute
    repeated = (
        said is not None and said.side == side and said.claim is not None and said.claim.points == points
    )
    return conflict("score_taken", events=() if repeated else (kept,), first=first, second=second)


def _place(place: Place) -> list[int]:
    return [place.game, place.deal, place.board]
