"""A round's clock for a page: moments as a browser counts them, and words for one that runs no script.

A page carries the server's time beside the moments, so that a device whose own clock is wrong shows the same
time left as every other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import dateformat
from django.utils.formats import get_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.rulesets import RuleSet
from games.eventstore.clock import EPOCH, is_standing, now
from tournaments.engine.clock import (
    WARNING,
    ClockPlan,
    RoundClock,
    clock_from_wire,
    no_show_from,
    phase_at,
    play_begins,
    play_ends,
    spent_at,
)
from tournaments.models.tournament import Round, Tournament
from tournaments.selectors.log_words import length_words

SOON = timedelta(hours=3)
"""So long before its start an event shows how long it is still to go."""


ClockSince = tuple[RoundClock, datetime]
"""A clock, and when it was last set going."""


def clock_in(round: Round) -> ClockSince | None:
    """The clock a round has or had; None where it never was started."""
    if round.clock is None or round.clock_since is None:
        return None
    return clock_from_wire(round.clock), round.clock_since


def clock_of(round: Round) -> ClockSince | None:
    """The clock of a round that is being played; None where there is none."""
    return clock_in(round) if round.state == Round.State.PUBLISHED else None


def clock_shown(
    round: Round, zone: str, *, match: str | None = None, at: datetime | None = None
) -> dict[str, Any] | None:
    """What the clock's part of a page shows, at one match's table or in general; None without a clock."""
    found = clock_of(round)
    if found is None or (at is None and is_standing()):
        return None
    clock, since = found
    moment = at or now()
    phase = phase_at(clock, since, moment, match)
    runs = clock.status == "running"
    left = _left(clock, since, moment, match) if clock.status == "paused" else None
    return {
        **_frame(f"{round.pk}-{match or ''}", moment),
        "state": "over" if clock.status == "called" else clock.status,
        "phase": phase,
        "begins": millis(play_begins(clock, since)) if runs else "",
        "ends": millis(play_ends(clock, since, match)) if runs else "",
        "left": "" if left is None else left,
        "warning": 1000 * WARNING,
        "words": _words(clock, phase),
        "shown": _shown(clock, since, phase, zone, left, match),
        "said": _said(clock, since, phase, zone, match),
        "rings": True,
    }


def start_shown(row: Tournament, *, at: datetime | None = None) -> dict[str, Any] | None:
    """The time left to the start of an event that begins soon; None for any other."""
    moment = at or now()
    if is_standing() and at is None:
        return None
    if not moment < row.starts_at <= moment + SOON:
        return None
    return {
        **_frame(f"start-{row.pk}", moment),
        "state": "running",
        "phase": "walk_in",
        "begins": millis(row.starts_at),
        "ends": millis(row.starts_at),
        "left": "",
        "warning": 0,
        "words": _("It begins at"),
        "words_walk_in": _("It begins in"),
        "words_over": _("It begins"),
        "shown": clock_time(row.starts_at, zone=row.zone),
        "said": "",
        "rings": False,
    }


def _frame(key: str, moment: datetime) -> dict[str, Any]:
    return {
        "key": key,
        "now": millis(moment),
        "sync": reverse("now"),
        "words_walk_in": _("Play begins in"),
        "words_play": _("Time left"),
        "words_paused": _("The clock stands"),
        "words_over": pgettext("the clock has run out", "Time"),
    }


def millis(moment: datetime) -> int:
    """A moment in milliseconds since 1970, as browsers count."""
    return (moment - EPOCH) // timedelta(milliseconds=1)


def clock_time(moment: datetime, zone: str) -> str:
    """The time of day of a moment in a zone, as the reader's language writes it."""
    return time_format(moment.astimezone(ZoneInfo(zone)), "TIME_FORMAT")


def clock_form() -> str:
    """How scripts write a time of day (`static/js/clock.js`): the form of `clock_time`, and its words."""
    morning, evening = time(1), time(13)
    words = {
        "a": [dateformat.time_format(each, "a") for each in (morning, evening)],
        "A": [dateformat.time_format(each, "A") for each in (morning, evening)],
        "P": [dateformat.time_format(each, "P") for each in (time(0), time(12))],
    }
    return json.dumps({"form": get_format("TIME_FORMAT"), **words})


def _left(clock: RoundClock, since: datetime, at: datetime, match: str | None) -> int:
    """Milliseconds left of the walk-in, or of play after it."""
    spent = spent_at(clock, since, at)
    walk_in = 1000 * clock.plan.walk_in
    return max(0, (walk_in if spent < walk_in else clock.length(match)) - spent)


def _words(clock: RoundClock, phase: str) -> str:
    """What stands over the time of day, or over the time left where the clock stands still."""
    if phase == "over":
        return pgettext("the clock has run out", "Time")
    if clock.status == "paused":
        return _("The clock stands")
    return _("Play begins at") if phase == "walk_in" else _("Time at")


def _shown(
    clock: RoundClock, since: datetime, phase: str, zone: str, left: int | None, match: str | None
) -> str:
    """What a browser without scripts reads in the place of the time left."""
    if phase == "over":
        return length_words(0)
    if left is not None:
        return length_words(-(-left // 1000))
    return clock_time(
        play_begins(clock, since) if phase == "walk_in" else play_ends(clock, since, match), zone
    )


def _said(clock: RoundClock, since: datetime, phase: str, zone: str, match: str | None) -> str:
    """The line under it: the times of day to come."""
    if phase == "over":
        return "" if clock.plan.at_time == "play_on" else _("No new hand is dealt.")
    if clock.status == "paused":
        return _("The walk-in is stopped.") if phase == "walk_in" else _("Play is stopped.")
    ends = clock_time(play_ends(clock, since, match), zone)
    extra = clock.extra.get(match, 0) if match is not None else 0
    if extra:
        return _("Time at this table at %(ends)s: %(extra)s more than the others.") % {
            "ends": ends, "extra": length_words(extra),
        }  # fmt: skip
    if phase == "walk_in":
        begins = clock_time(play_begins(clock, since), zone)
        return _("Play begins at %(begins)s; time at %(ends)s.") % {"begins": begins, "ends": ends}
    return _("Time at %(ends)s.") % {"ends": ends}


def clock_json(round: Round) -> dict[str, Any]:
    """The clock of a round for programs; `status` is none where it is not started or the round is over."""
    found = clock_of(round)
    if found is None:
        return {"status": "none", "clock": None}
    clock, since = found

    def running(there: datetime) -> str | None:
        return there.isoformat() if clock.status == "running" else None

    return {
        "status": clock.status,
        "clock": plan_json(clock.plan),
        "play_begins": running(play_begins(clock, since)),
        "ends": running(play_ends(clock, since)),
        "spent": clock.spent / 1000,
        "added": clock.added,
        "tables": [
            {"match": match, "seconds": seconds, "ends": running(play_ends(clock, since, match))}
            for match, seconds in clock.extra.items()
        ],
    }


def clock_now(round: Round, *, at: datetime | None = None) -> dict[str, Any]:
    """The same with where it is now, and the server's time to count from."""
    moment, found = at or now(), clock_of(round)
    phase = {} if found is None else {"phase": phase_at(*found, moment)}
    return {"now": moment.isoformat(), **clock_json(round), **phase}


def plan_json(plan: ClockPlan | None) -> dict[str, Any] | None:
    """What clocks are set to, in seconds."""
    if plan is None:
        return None
    return {
        "play": plan.play, "walk_in": plan.walk_in, "at_time": plan.at_time, "no_show": plan.no_show,
    }  # fmt: skip


# ---------------------------------------------------------------- the rule


def time_rule(rules: RuleSet, clock: RoundClock, *, deciding: bool) -> list[str]:
    """What happens to the hand in progress when the clock has run out, and who has won (rules IR-14)."""
    if clock.plan.at_time == "play_on":
        return [_("The clock is a guide: when it has run out, play goes on to the end of the match.")]
    return list(_when_called(rules, deciding=deciding))


def _when_called(rules: RuleSet, *, deciding: bool) -> Iterator[str]:
    if rules.family != "gin":
        yield _("At time no new round is dealt; one in progress, from its first card on, is played out.")
        yield _("The highest total wins; an equal one is shared.")
        return
    if rules.seats == "partners":
        yield _("At time no new hand is dealt; hands in progress, from the first card on, are played out on "
                "both boards.")  # fmt: skip
    else:
        yield _("At time no new hand is dealt; a hand in progress, from its first card on, is played out.")
    if rules.games > 1:
        yield _("Then more games win the match, then more points over all games.")
    else:
        yield _("Then the side with more points wins.")
    if deciding:
        yield _("If it stands equal, one more hand decides; walls are dealt again.")
    else:
        yield _("Equal is a tie.")
    if rules.columns > 1:
        yield _("Open columns count as they stand, without bonus.")
    elif rules.length == "target":
        yield _("There is no game bonus then, and never a shutout.")


# ---------------------------------------------------------------- who is not there


def missing_from(round: Round, walk_in: timedelta, patience: timedelta) -> datetime | None:
    """From when on a side that is not there may be forfeited; None while the clock stands still.

    Without a clock: so long after the round came out and people walked in.
    """
    found = clock_of(round)
    if found is None:
        return None if round.published_at is None else round.published_at + walk_in + patience
    clock, since = found
    if clock.status != "running":
        spent = clock.spent - 1000 * (clock.plan.walk_in + clock.plan.no_show)
        return EPOCH if spent >= 0 else None
    return no_show_from(clock, since)
