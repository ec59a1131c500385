"""The clock at the desk: what can be pressed now, and who is not at his table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.rulesets import RuleSet
from games.eventstore.clock import EPOCH, now
from tournaments.engine.clock import NO_SHOW, WALK_IN, ClockPlan
from tournaments.engine.evening import estimate
from tournaments.models.tournament import Match, Round
from tournaments.selectors.clocks import clock_of, clock_shown, clock_time, missing_from
from tournaments.selectors.desk_setup import duration_words
from tournaments.selectors.log_words import length_words
from tournaments.selectors.pairings import in_order

STEP = 5
"""Offered lengths are whole fives of minutes."""


def minutes_of_play(rules: RuleSet, tables: int) -> int:
    """A length most rounds fit in, in minutes: what the slowest table is expected to take."""
    expected = estimate(rules, tables=max(tables, 1), rounds=1).round_minutes
    return -(-int(expected) // STEP) * STEP


def clock_advice(rules: RuleSet, plan: ClockPlan | None, *, tables: int, rounds: int) -> str:
    """What rounds take by themselves, and what the clock makes of the evening."""
    free = estimate(rules, tables=max(tables, 1), rounds=rounds)
    slowest = _("The slowest table is expected to need %(minutes)s minutes.") % {
        "minutes": free.round_minutes
    }
    if plan is None or plan.at_time == "play_on":
        return slowest
    timed = estimate(rules, tables=max(tables, 1), rounds=rounds, clock=-(-plan.play // 60))
    said = {"rounds": rounds, "whole": duration_words(timed.evening_minutes)}
    words = ngettext(
        "With this clock the evening of %(rounds)s round takes %(whole)s at most.",
        "With this clock the evening of %(rounds)s rounds takes %(whole)s at most.",
        rounds,
    )
    return f"{slowest} {words % said}"


def desk_clock(
    round: Round, matches: Sequence[Match], names: Mapping[str, str], plan: ClockPlan | None, zone: str
) -> dict[str, Any]:
    """What the clock's part of the board shows and offers."""
    found, shown = clock_of(round), clock_shown(round, zone)
    status = "none" if found is None else found[0].status
    over = shown is not None and shown["phase"] == "over"
    return {
        "shown": shown,
        "plan": plan,
        "start_words": plan_words(plan) if plan else "",
        "running": status == "running" and not over,
        "paused": status == "paused",
        "over": over,
        "called": status == "called",
        "tables": [
            {"id": match.pk, "words": _table_words(match, names)}
            for match in in_order(matches)
            if match.is_open
        ],
    }


def plan_words(plan: ClockPlan) -> str:
    """Walk-in and play: "3:00 + 50:00"."""
    if not plan.walk_in:
        return length_words(plan.play)
    return f"{length_words(plan.walk_in)} + {length_words(plan.play)}"


def absent_at(
    round: Round,
    matches: Sequence[Match],
    names: Mapping[str, str],
    plan: ClockPlan | None,
    zone: str,
    *,
    at: datetime | None = None,
) -> dict[str, list[dict[str, Any]]]:
    """The tables at which somebody is said to be missing (`told`); once the no-show time has passed, also
    those at which nothing is entered (`silent`).

    `ready`: the missing side may be forfeited now; `since`: from when on, in words.
    """
    moment = at or now()
    walk_in = timedelta(seconds=plan.walk_in if plan else WALK_IN)
    patience = timedelta(seconds=plan.no_show if plan else NO_SHOW)
    begins = missing_from(round, walk_in, patience)
    ready = begins is not None and moment >= begins
    told: list[dict[str, Any]] = []
    silent: list[dict[str, Any]] = []
    for match in in_order(matches):
        if match.state != Match.State.NONE or not match.version or match.is_adjourned:
            continue
        missing = match.summary.get("missing") or []
        if missing or ready:
            sides = [names.get(str(side.entry_id), "–") for side in match.sides.all()]
            (told if missing else silent).append(
                {
                    "match": match.pk,
                    "table": match.table_number if match.table_number is not None else "–",
                    "names": " – ".join(sides),
                    "missing": [{"index": index, "name": sides[index]} for index in missing],
                    "missing_names": ", ".join(sides[index] for index in missing),
                    "others": [
                        {"index": index, "name": name}
                        for index, name in enumerate(sides)
                        if index not in missing
                    ],
                    "ready": ready,
                    "kind": "wrong" if ready else "warn",
                    "since": _since(begins, zone),
                    "reason": _reason(patience),
                }
            )
    return {"told": told, "silent": silent}


def _reason(patience: timedelta) -> str:
    return _("Not there %(minutes)s minutes after play began") % {"minutes": patience // timedelta(minutes=1)}


def _since(begins: datetime | None, zone: str) -> str:
    if begins is None:
        return _("The clock stands still.")
    return "" if begins == EPOCH else _("Forfeit from %(time)s on.") % {"time": clock_time(begins, zone)}


def _table_words(match: Match, names: Mapping[str, str]) -> str:
    sides = " – ".join(names.get(str(side.entry_id), "–") for side in match.sides.all())
    return f"{match.table_number if match.table_number is not None else '–'}: {sides}"
