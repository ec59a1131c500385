"""What each event of a tournament's own stream says, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.erased import is_erased
from tournaments.engine.events import (
    ClockCleared,
    ClockPaused,
    ClockResumed,
    ClockSet,
    ClockStarted,
    DisqualificationLifted,
    DraftDiscarded,
    HouseSideEntered,
    MatchAdjourned,
    MatchResumed,
    PairingAmended,
    PartnerBack,
    PartnerLeft,
    PenaltyGiven,
    PenaltyLifted,
    PersonSubstituted,
    PlayBySet,
    RemnantsJoined,
    RoundClosed,
    RoundDrawn,
    RoundPublished,
    RoundRecalled,
    RoundReopened,
    RoundTimeCalled,
    SideAbsent,
    SideCheckedIn,
    SideDisqualified,
    SideEntered,
    SideExpected,
    SideRemoved,
    SideReturned,
    SidesFormed,
    SidesKeptApart,
    SidesQualified,
    SideWithdrew,
    StageChanged,
    StageOpened,
    StageRemoved,
    StandingsPublished,
    StandingsWithdrawn,
    StartPointsSet,
    StepTakenBack,
    TimeGiven,
    TournamentCreated,
    TournamentFinished,
    TournamentGoesOn,
)
from tournaments.engine.money.till import MoneyEvent
from tournaments.engine.tournament import TournamentState
from tournaments.selectors.money_words import words_of_money

Group = Literal["setup", "people", "rounds", "results", "rulings", "standings", "money"]
Sides = Mapping[str, str]
"""The names of the sides by id."""

GROUPS: dict[type, Group] = {
    **dict.fromkeys(
        (TournamentCreated, StageOpened, StageChanged, SidesQualified, TournamentFinished), "setup"
    ),
    **dict.fromkeys((RoundDrawn, DraftDiscarded, PairingAmended, RoundPublished, RoundClosed), "rounds"),
    **dict.fromkeys((RoundRecalled, RoundReopened, MatchAdjourned, MatchResumed, ClockCleared), "rounds"),
    **dict.fromkeys((StageRemoved, TournamentGoesOn, StepTakenBack), "setup"),
    **dict.fromkeys((PenaltyGiven, PenaltyLifted, SideDisqualified, DisqualificationLifted), "rulings"),
    **dict.fromkeys((StandingsPublished, StandingsWithdrawn), "standings"),
    **dict.fromkeys(get_args(MoneyEvent), "money"),
    SidesFormed: "rounds",
    PlayBySet: "rounds",
    ClockSet: "setup",
    **dict.fromkeys((ClockStarted, ClockPaused, ClockResumed, TimeGiven, RoundTimeCalled), "rounds"),
}


def group_of(event: object) -> Group:
    """Which group a tournament's event is listed under."""
    return GROUPS.get(type(event), "people")


def words_of(event: object, before: TournamentState | None, names: Sides) -> str:
    """One sentence; `before` is the tournament before it."""
    if is_erased(event):
        return erased_words()
    return (
        _setup(event)
        or _people(event, names)
        or _rounds(event, names)
        or _taken_back(event, before, names)
        or _clock(event, before, names)
        or words_of_money(event, before, names)
        or _rulings(event, before, names)
    )


def erased_words() -> str:
    """What is said of an event whose payload is gone."""
    return _("What was said here is erased; nothing rests on it.")


def _setup(event: object) -> str:
    match event:
        case TournamentCreated(side_size=1):
            return _("The event was made, for single players.")
        case TournamentCreated(side_size=size):
            return _("The event was made, for sides of %(size)s.") % {"size": size}
        case StageOpened(stage=stage, format=format, rounds=rounds):
            said: dict[str, Any] = {"stage": stage, "format": format.replace("_", " "), "rounds": rounds}
            return (
                ngettext(
                    "Stage %(stage)s opened: %(format)s, %(rounds)s round.",
                    "Stage %(stage)s opened: %(format)s, %(rounds)s rounds.",
                    rounds,
                )
                % said
            )
        case StageChanged(stage=stage, changes=changes):
            what = {"stage": stage, "changes": ", ".join(sorted(changes))}
            return _("Stage %(stage)s changed: %(changes)s.") % what
        case SidesQualified(stage=stage, sides=sides, how=how, seed=seed, reason=reason):
            said = {"stage": stage, "count": len(sides), "seed": seed, "reason": reason}
            sentence = {
                "rank": _("%(count)s sides qualified for stage %(stage)s."),
                "lot": _("%(count)s sides qualified for stage %(stage)s, a tie settled by lot (%(seed)s)."),
                "director": _("%(count)s sides qualified for stage %(stage)s, a tie settled: %(reason)s"),
            }[how]
            return sentence % said
        case TournamentFinished():
            return _("The event was finished.")
        case _:
            return ""


def _people(event: object, names: Sides) -> str:
    match event:
        case SideEntered(side=side, from_round=1):
            return _("%(side)s entered.") % {"side": name(names, side)}
        case SideEntered(side=side, from_round=round):
            return _("%(side)s entered late, from round %(round)s.") % _with(names, side, round=round)
        case HouseSideEntered(side=side, from_round=round):
            said = _with(names, side, round=round)
            return _("From round %(round)s on %(side)s sits in where the field is odd.") % said
        case SideCheckedIn(side=side, present=True):
            return _("%(side)s is here.") % {"side": name(names, side)}
        case SideCheckedIn(side=side):
            return _("%(side)s is not here.") % {"side": name(names, side)}
        case SideWithdrew(side=side, from_round=round, reason=reason):
            said = _with(names, side, round=round, reason=reason or "–")
            return _("%(side)s withdrew from round %(round)s on: %(reason)s") % said
        case SideReturned(side=side, from_round=round):
            return _("%(side)s plays again from round %(round)s on.") % _with(names, side, round=round)
        case SideAbsent(side=side, round=round, points=points):
            said = _with(names, side, round=round, points=points)
            return _("%(side)s misses round %(round)s and gets %(points)s game points.") % said
        case SideExpected(side=side, round=round):
            return _("%(side)s is expected in round %(round)s after all.") % _with(names, side, round=round)
        case StartPointsSet(side=side, points=points):
            return _("%(side)s starts games with %(points)s points from now on.") % _with(
                names, side, points=points
            )
        case PersonSubstituted(side=side, from_round=round, reason=reason):
            said = _with(names, side, round=round, reason=reason or "–")
            return _("From round %(round)s on a substitute plays for %(side)s: %(reason)s") % said
        case PartnerLeft(side=side, from_round=round, joins=None, reason=reason):
            said = _with(names, side, round=round, reason=reason or "–")
            return _("A partner of %(side)s does not play from round %(round)s on: %(reason)s") % said
        case PartnerLeft(side=side, joins=str(other)):
            return _("Who is left of %(side)s and of %(other)s are to be one side after this round.") % _with(
                names, side, other=name(names, other)
            )
        case PartnerBack(side=side):
            return _("Both partners of %(side)s play on.") % {"side": name(names, side)}
        case RemnantsJoined(side=side, other=other, from_round=round):
            return _(
                "From round %(round)s on who was left of %(other)s plays for %(side)s, with the lower score."
            ) % _with(names, side, other=name(names, other), round=round)
        case SidesKeptApart(sides=(one, other), how=how):
            sentence = {
                "never": _("%(one)s and %(other)s must not meet."),
                "rather_not": _("%(one)s and %(other)s should not meet."),
                "free": _("%(one)s and %(other)s may meet again."),
            }[how]
            return sentence % {"one": name(names, one), "other": name(names, other)}
        case _:
            return ""


def _rounds(event: object, names: Sides) -> str:
    match event:
        case SidesFormed(round=round, sides=sides):
            pairs = "; ".join(" & ".join(name(names, each) for each in members) for _, members in sides)
            return _("Partners for round %(round)s: %(pairs)s") % {"round": round, "pairs": pairs}
        case RoundDrawn(round=round, seed=seed, pairings=pairings):
            said: dict[str, Any] = {"round": round, "tables": len(pairings), "seed": seed}
            return (
                ngettext(
                    "Round %(round)s drawn: %(tables)s table, seed %(seed)s.",
                    "Round %(round)s drawn: %(tables)s tables, seed %(seed)s.",
                    len(pairings),
                )
                % said
            )
        case DraftDiscarded(round=round):
            return _("The draft of round %(round)s was discarded.") % {"round": round}
        case PairingAmended(round=round, reason=reason):
            said = {"round": round, "reason": reason or "–"}
            return _("The pairings of round %(round)s were changed by hand: %(reason)s") % said
        case PlayBySet(round=round, until=None):
            return _("Round %(round)s has no last day.") % {"round": round}
        case PlayBySet(round=round, until=until):
            return _("Round %(round)s is to be played by %(day)s.") % {"round": round, "day": until}
        case RoundPublished(round=round):
            return _("Round %(round)s was published.") % {"round": round}
        case RoundClosed(round=round, open_matches=left):
            closed = _("Round %(round)s was closed.") % {"round": round}
            return f"{closed} {_left_open(left)}".rstrip()
        case _:
            return ""


def _taken_back(event: object, before: TournamentState | None, names: Sides) -> str:
    """What was taken back, put off or put right."""
    match event:
        case StepTakenBack(reason=reason):
            return _("A step was taken back: %(reason)s") % {"reason": reason or "–"}
        case RoundRecalled(round=round, reason=reason):
            said = {"round": round, "reason": reason or "–"}
            return _("Round %(round)s was called back and is a draft again: %(reason)s") % said
        case RoundReopened(round=round, reason=reason):
            said = {"round": round, "reason": reason or "–"}
            return _("Round %(round)s was opened again: %(reason)s") % said
        case StandingsWithdrawn(publication=number, reason=reason):
            hung = before.published[number - 1].round if before is not None else "–"
            said = {"round": hung, "reason": reason or "–"}
            return _("The standings after round %(round)s were withdrawn: %(reason)s") % said
        case SideRemoved(side=side, reason=reason):
            said = _with(names, side, reason=reason or "–")
            return _("%(side)s was taken off the list: %(reason)s") % said
        case StageRemoved(stage=stage):
            return _("Stage %(stage)s is planned no more.") % {"stage": stage}
        case TournamentGoesOn(reason=reason):
            return _("The event goes on after all: %(reason)s") % {"reason": reason or "–"}
        case ClockCleared(round=round):
            return _("The clock of round %(round)s was put back to before its start.") % {"round": round}
        case MatchAdjourned(stage=stage, round=round, match=match, reason=reason):
            sides = _sides_of(before, (stage, round), match, names)
            return _("%(sides)s are adjourned: %(reason)s") % {"sides": sides, "reason": reason or "–"}
        case MatchResumed(stage=stage, round=round, match=match):
            return _("%(sides)s play on now.") % {"sides": _sides_of(before, (stage, round), match, names)}
        case _:
            return ""


def _clock(event: object, before: TournamentState | None, names: Sides) -> str:
    match event:
        case ClockSet(stage=stage, play=None):
            return _("The rounds of stage %(stage)s have no clock.") % {"stage": stage}
        case ClockSet(stage=stage, play=int(play), walk_in=walk_in):
            said = {"stage": stage, "play": length_words(play), "walk_in": length_words(walk_in)}
            return _("The rounds of stage %(stage)s last %(play)s after a walk-in of %(walk_in)s.") % said
        case ClockStarted(round=round, play=play, walk_in=walk_in):
            said = {"round": round, "play": length_words(play), "walk_in": length_words(walk_in)}
            return _("The clock of round %(round)s started: walk-in %(walk_in)s, play %(play)s.") % said
        case ClockPaused(round=round):
            return _("The clock of round %(round)s was stopped.") % {"round": round}
        case ClockResumed(round=round):
            return _("The clock of round %(round)s went on.") % {"round": round}
        case TimeGiven(round=round, seconds=seconds, match=None):
            said = {"round": round, "time": length_words(seconds)}
            return _("Round %(round)s was given %(time)s more.") % said
        case TimeGiven(stage=stage, round=round, seconds=seconds, match=match):
            return _("%(sides)s were given %(time)s more in round %(round)s.") % {
                "sides": _sides_of(before, (stage, round), match, names), "round": round,
                "time": length_words(seconds),
            }  # fmt: skip
        case RoundTimeCalled(round=round):
            return _("Time was called in round %(round)s.") % {"round": round}
        case _:
            return ""


def length_words(seconds: int) -> str:
    """A length of time as a clock shows it: 3:00, 1:15:00, −0:30."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    shown = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"−{shown}" if seconds < 0 else shown


def _sides_of(before: TournamentState | None, key: tuple[int, int], match: str | None, names: Sides) -> str:
    """Who sits at a match of a round."""
    there = before.rounds.get(key) if before is not None else None
    found = (each.sides for each in (there.pairings if there else ()) if each.match == match)
    return " – ".join(name(names, side) for side in next(found, ()))


def _rulings(event: object, before: TournamentState | None, names: Sides) -> str:
    match event:
        case PenaltyGiven(side=side, game_points=points, spread=spread, reason=reason):
            said = _with(names, side, points=points, spread=spread, reason=reason)
            return _("%(side)s was penalised: %(points)s game points, %(spread)s net: %(reason)s") % said
        case PenaltyLifted(penalty=penalty, reason=reason):
            given = before.penalties.get(penalty) if before is not None else None
            said = {"side": name(names, given.side) if given else "–", "reason": reason}
            return _("The penalty of %(side)s was lifted: %(reason)s") % said
        case SideDisqualified(side=side, reason=reason):
            return _("%(side)s was disqualified: %(reason)s") % _with(names, side, reason=reason)
        case DisqualificationLifted(side=side, reason=reason):
            return _("The disqualification of %(side)s was lifted: %(reason)s") % _with(
                names, side, reason=reason
            )
        case StandingsPublished(round=round, final=True):
            return _("The final standings after round %(round)s were published.") % {"round": round}
        case StandingsPublished(round=round):
            return _("The standings after round %(round)s were published.") % {"round": round}
        case _:
            return str(getattr(type(event), "NAME", ""))


def name(names: Sides, side: str) -> str:
    """The name of a side; a dash for one that is not there any more."""
    return names.get(side, "–")


def _with(names: Sides, side: str, **more: Any) -> dict[str, Any]:
    return {"side": name(names, side), **more}


def _left_open(left: tuple[tuple[str, str, str], ...]) -> str:
    """How many matches were still open, and how each kind was decided."""
    if not left:
        return ""
    words = {
        "stands": _("stand as they are"),
        "adjourned": _("adjourned"),
        "forfeit": _("forfeited"),
        "void": _("void"),
    }
    kinds = [how for _match, how, _reason in left]
    parts = [f"{kinds.count(how)} {words[how]}" for how in dict.fromkeys(kinds)]
    return _("Matches still open: %(parts)s.") % {"parts": ", ".join(parts)}
