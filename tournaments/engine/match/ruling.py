"""What the director rules on an irregularity at the table (rules 4.3), and what it does to the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.gin import pricing
from games.engine.results import HandResult
from scoring.sheets import games_to_win
from scoring.sheets.deals import alone
from scoring.sheets.sheet import Place
from tournaments.engine.clock import NO_SHOW
from tournaments.engine.errors import not_now
from tournaments.engine.events import IrregularityRuled, MatchEvent, MatchForfeited, Role, RulingWithdrawn
from tournaments.engine.irregularities import (
    Choice,
    Facts,
    Irregularity,
    default_choice,
    games_lost,
    irregularities_for,
)
from tournaments.engine.match.deciding import (
    answer_director,
    want_agreement,
    want_aside,
    want_director,
    want_reason,
)
from tournaments.engine.match.entering import amend_hand, enter_hand, place_at, places_waiting, strike_last
from tournaments.engine.match.state import MatchState

MOST_POINTS = 500
"""More than this a ruling does not award."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What a director rules. `code` and `choice` are the catalogue's; `choice` empty: what the rules propose.

    `offender`: the side it is held against. `place`: the hand it is about (None: the one being played).
    `counts`: the knocker's count and the other side's, for a hand that is scored anew. `points` and `to`: how
    many points, and to which side, instead of what the choice says; `in_game`: they are held against the
    target too (None: where the match has to have a winner, and its sheet can hold them). `games`: how many
    games are lost. `late`: seconds after play began, `grace`: seconds that are forgiven.
    """

    code: str
    choice: str = ""
    offender: int | None = None
    place: Place | None = None
    counts: tuple[int, int] | None = None
    points: int | None = None
    to: int | None = None
    in_game: bool | None = None
    games: int | None = None
    late: int | None = None
    grace: int = NO_SHOW
    note: str = ""


def rule(
    state: MatchState,
    ruling: Ruling,
    *,
    by: Role,
    side: int | None = None,
    agreed: Sequence[int] = (),
    late: bool = False,
    deciders: Sequence[str] = (),
) -> tuple[MatchEvent, ...]:
    """The ruling, and what follows for a hand or the match; a call for the director is answered with it.

    `side`: where the person acting sits. `late`: the time for corrections is over; then every side has to be
    among the `agreed`. `deciders`: the ids of two sides that do not sit here, who decided what somebody of
    the desk that does enters; a hand that ends the match then waits for the other side's acceptance. Raises
    NotAllowed `director_only`, `own_match`; NotNow `rule_yourself`, `two_uninvolved`, `unknown_ruling`,
    `unknown_choice`, `who_was_it`, `unknown_side`, `ruling_after_result`, `ruling_without_play`,
    `award_to_whom`, `award_too_high`, `award_not_in_game`, `within_grace`, `no_game_left`,
    `ruling_needs_counts`, `ruling_not_priced`, `not_at_this_hand`, `asks_both_sides`, and what taking back or
    entering a hand raises.
    """
    _want_ruler(state, deciders, by=by, side=side)
    said = want_agreement(state, agreed, late=late)
    kind = _kind(state, ruling.code)
    offender = _offender(state, kind, ruling.offender)
    choice = _choice(state, kind, ruling, offender)
    _want_possible(state, choice)
    games, forfeit = _games(state, choice, ruling, offender)
    ruled = IrregularityRuled(
        number=state.version + 1,
        code=kind.code,
        choice=choice.key,
        offender=offender,
        place=ruling.place or _running(state, kind),
        chooser=_other(state, offender) if choice.chosen_by_other else None,
        warned=choice.warns and offender is not None,
        points=_points(state, choice, ruling, offender),
        games=games,
        forfeit=forfeit,
        late=ruling.late if kind.group == "late" else None,
        note=ruling.note.strip(),
        by=by,
        agreed=said,
        toward=_toward(state, choice, ruling),
        deciders=tuple(deciders),
    )
    follows = _for_the_hand(state, choice, ruling, offender, Entered(by, side))
    if forfeit:
        assert offender is not None
        follows = (MatchForfeited(losers=(offender,), reason=ruled.note or kind.code, by=by, agreed=said),)
    came = answer_director(state, by=by) if state.director_call is not None else ()
    return (ruled, *follows, *came)


def withdraw_ruling(
    state: MatchState,
    number: int,
    *,
    by: Role,
    side: int | None = None,
    reason: str,
    agreed: Sequence[int] = (),
    late: bool = False,
    deciders: Sequence[str] = (),
) -> tuple[MatchEvent, ...]:
    """A ruling is taken back: points, games and the warning count no more; a hand it changed stays.

    `agreed`, `late`, `deciders`: as in `rule`. Raises NotAllowed `director_only`, `own_match`; NotNow
    `rule_yourself`, `two_uninvolved`, `reason_missing`, `no_such_ruling`, `ruling_forfeit`,
    `ruling_after_result`, `asks_both_sides`.
    """
    _want_ruler(state, deciders, by=by, side=side)
    want_reason(reason)
    ruled = next((each for each in state.rulings if each.number == number), None)
    if ruled is None:
        raise not_now("no_such_ruling")
    if ruled.forfeit and state.decided == "forfeit":
        raise not_now("ruling_forfeit")
    if (ruled.games or ruled.toward) and not state.is_open:
        raise not_now("ruling_after_result")
    said = want_agreement(state, agreed, late=late)
    return (
        RulingWithdrawn(number=number, reason=reason.strip(), by=by, agreed=said, deciders=tuple(deciders)),
    )


def proposed(
    state: MatchState,
    code: str,
    *,
    offender: int | None,
    place: Place | None,
    late: int = 0,
    grace: int = NO_SHOW,
) -> str:
    """The key of the choice the rules propose as things stand. Raises NotNow `unknown_ruling`."""
    kind = _kind(state, code)
    line = None if place is None else state.line_at(place)
    knocker = None
    if line is not None and line.result.knocker is not None:
        seats = line.seats or tuple(range(len(state.started.sides)))
        knocker = seats[line.result.knocker]
    facts = Facts(
        rules=state.rules,
        times=times(state, code, offender),
        is_entered=line is not None,
        offender_knocked=offender is not None and knocker == offender,
        late=late,
        grace=grace,
    )
    return default_choice(kind, facts)


def chosen(state: MatchState, ruling: Ruling) -> Choice:
    """What is ruled, by the director or as the rules propose. Raises as `rule` does of what is not known."""
    kind = _kind(state, ruling.code)
    return _choice(state, kind, ruling, _offender(state, kind, ruling.offender))


def times(state: MatchState, code: str, offender: int | None) -> int:
    """How often this was ruled against the side in this match."""
    return sum((each.code, each.offender) == (code, offender) for each in state.rulings)


class Entered(NamedTuple):
    """Who enters what a ruling makes of a hand: his role, and where he sits if he plays here."""

    by: Role
    side: int | None


def _want_ruler(state: MatchState, deciders: Sequence[str], *, by: Role, side: int | None) -> None:
    """Nobody rules on his own match: two who do not sit here may, and he enters what they decided."""
    if deciders:
        want_aside(state, deciders, by=by, side=side)
    else:
        want_director(by, side)


# ---------------------------------------------------------------- what was ruled


def _kind(state: MatchState, code: str) -> Irregularity:
    here = irregularities_for(state.rules.family, sides=len(state.started.sides))
    kind = next((each for each in here if each.code == code), None)
    if kind is None:
        raise not_now("unknown_ruling")
    return kind


def _offender(state: MatchState, kind: Irregularity, given: int | None) -> int | None:
    if kind.who == "nobody":
        return None
    if given is None and kind.who == "one":
        raise not_now("who_was_it")
    _want_side(state, given)
    return given


def _choice(state: MatchState, kind: Irregularity, ruling: Ruling, offender: int | None) -> Choice:
    late = max(ruling.late or 0, ruling.grace if ruling.games else 0)
    key = ruling.choice or proposed(
        state, kind.code, offender=offender, place=ruling.place, late=late, grace=ruling.grace
    )
    choice = kind.choice(key)
    if choice is None:
        raise not_now("unknown_choice")
    return choice


def _want_possible(state: MatchState, choice: Choice) -> None:
    if state.decided in ("forfeit", "void") and (choice.hand or choice.games or choice.points):
        raise not_now("ruling_without_play")
    if state.decided in ("accepted", "corrected") and (choice.hand or choice.games):
        raise not_now("ruling_after_result")


def _points(state: MatchState, choice: Choice, ruling: Ruling, offender: int | None) -> tuple[int, ...]:
    if choice.points is None:
        return ()
    worth = state.rules.undercut_bonus if choice.points == "undercut_bonus" else choice.points
    points = worth if ruling.points is None else ruling.points
    if not 1 <= points <= MOST_POINTS:
        raise not_now("award_too_high", most=MOST_POINTS)
    to = ruling.to if ruling.to is not None else _other(state, offender)
    if to is None or to == offender:
        raise not_now("award_to_whom")
    _want_side(state, to)
    return alone(to, points, len(state.started.sides))


def may_run(state: MatchState) -> bool:
    """Can points be awarded toward the game being played? Three columns and tables hold none, and a final
    score has none to come.
    """
    one_column = state.rules.columns == 1 and state.rules.seats != "table"
    running = bool(state.sheet.games) and not state.sheet.over and not state.sheet.games[-1].over
    return one_column and running and state.is_open and state.score is None


def _toward(state: MatchState, choice: Choice, ruling: Ruling) -> tuple[int, int] | None:
    """The running game and its deals so far, where the points are held against the target too."""
    if choice.points is None:
        return None
    wanted = state.started.deciding and may_run(state) if ruling.in_game is None else ruling.in_game
    if not wanted:
        return None
    if not may_run(state):
        raise not_now("award_not_in_game")
    game = state.sheet.games[-1]
    place = ruling.place
    if choice.hand and place is not None and place.game == game.number:
        return game.number, min(len(game.lines), place.deal - 1)
    return game.number, len(game.lines)


def _games(
    state: MatchState, choice: Choice, ruling: Ruling, offender: int | None
) -> tuple[tuple[tuple[int, int], ...], bool]:
    """The games lost by coming late, given to the other side; or that they decide a match not begun."""
    if not choice.games:
        return (), False
    if state.sheet.over:
        raise not_now("no_game_left")
    late = ruling.late or 0
    lost = games_lost(late, grace=ruling.grace) if ruling.games is None else ruling.games
    if lost < 1:
        raise not_now("within_grace", late=late // 60, grace=ruling.grace // 60)
    other = _other(state, offender)
    assert other is not None, "only where two sides meet"
    missing = games_to_win(state.rules) - sum(winner == other for _number, winner in state.given)
    if state.status == "none" and lost >= missing:
        return (), True
    taken = {number for number, _winner in state.given} | {line.place.game for line in state.lines}
    free = [number for number in range(1, state.rules.games + 1) if number not in taken]
    if not free:
        raise not_now("no_game_left")
    return tuple((number, other) for number in free[:lost]), False


def _other(state: MatchState, offender: int | None) -> int | None:
    """The other side where two meet."""
    return 1 - offender if offender is not None and len(state.started.sides) == 2 else None


def _running(state: MatchState, kind: Irregularity) -> Place | None:
    """The hand being played, where a single one is; coming late is about no hand."""
    if kind.group == "late" or not state.is_open or state.score is not None:
        return None
    waiting = places_waiting(state)
    return waiting[0].place if len(waiting) == 1 else None


def _want_side(state: MatchState, side: int | None) -> None:
    if side is not None and not 0 <= side < len(state.started.sides):
        raise not_now("unknown_side", side=side)


# ---------------------------------------------------------------- what follows for the hand


def _for_the_hand(
    state: MatchState, choice: Choice, ruling: Ruling, offender: int | None, who: Entered
) -> tuple[MatchEvent, ...]:
    place = ruling.place
    if place is not None and place_at(state, place) is None:
        raise not_now("place_empty", place=[place.game, place.deal, place.board])
    if choice.hand in ("goes_on", "dealt_again"):
        line = None if place is None else state.line_at(place)
        return (
            () if line is None or place is None else strike_last(state, place=place, by=who.by, side=who.side)
        )
    if choice.hand in ("as_knock", "not_below_zero"):
        return _scored(state, choice, ruling, offender, who)
    return ()


def _scored(
    state: MatchState, choice: Choice, ruling: Ruling, offender: int | None, who: Entered
) -> tuple[MatchEvent, ...]:
    """The hand with both counts, entered or changed; nothing where neither a result nor counts are known."""
    place = ruling.place or next((each.place for each in places_waiting(state)), None)
    line = None if place is None else state.line_at(place)
    at = None if place is None else place_at(state, place)
    if place is None or at is None:
        return ()
    if offender not in at.sides:
        raise not_now("not_at_this_hand")
    seat = at.sides.index(offender)
    knocker = seat if choice.hand == "as_knock" else 1 - seat
    known = line.result.deadwood if line is not None and line.result.knocker == knocker else None
    counts = ruling.counts
    if counts is None and choice.hand == "not_below_zero" and known is not None:
        counts = (known[knocker], known[1 - knocker])
    if counts is None:
        if line is not None:
            raise not_now("ruling_needs_counts")
        return ()
    result = _priced(state, knocker, counts, line.result.limit_card if line is not None else None)
    if choice.hand == "not_below_zero":
        result = _not_below_zero(result)
    if line is not None:
        return amend_hand(state, place=place, result=result, by=who.by, side=who.side)
    return enter_hand(state, place=place, result=result, by=who.by, side=who.side)


def _priced(state: MatchState, knocker: int, counts: tuple[int, int], limit_card: str | None) -> HandResult:
    """A knock with these counts (the knocker's first) under the rules of the match; gin is none here."""
    own, other = counts
    facts = HandResult(
        outcome="knock",
        knocker=knocker,
        winner=None,
        deadwood=(own, other) if knocker == 0 else (other, own),
        points=(0, 0),
        verified=False,
        fidelity="counts",
        limit_card=limit_card,
    )
    priced = pricing.reprice(facts, state.rules)
    if priced is None:
        raise not_now("ruling_not_priced")
    return priced


def _not_below_zero(result: HandResult) -> HandResult:
    """The same hand for a knocker who cannot be undercut: he wins it with 0 at least (rules IR-4).

    Where he would have been undercut the counts no longer tell the score, so the points alone are kept.
    """
    assert result.knocker is not None
    if result.outcome != "undercut" and result.winner == result.knocker:
        return result
    return HandResult(
        outcome="knock",
        knocker=result.knocker,
        winner=result.knocker,
        deadwood=None,
        points=(0, 0),
        verified=False,
        fidelity="points",
        limit_card=result.limit_card,
        multiplier=result.multiplier,
    )
