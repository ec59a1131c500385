"""The director's board: the tables of a round, green, amber or red by when they are expected to finish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from games.engine.rulesets import RuleSet
from games.eventstore.clock import now as clock_now
from tournaments.engine.clock import WALK_IN, play_ends
from tournaments.engine.evening import estimate, minutes_a_hand, slowest_table
from tournaments.models.tournament import Match, Round
from tournaments.selectors.clocks import clock_of
from tournaments.selectors.pairings import in_order
from tournaments.selectors.scores import score

SOME_MINUTES = timedelta(minutes=10)
WAITS_LONG = timedelta(minutes=5)
WITHOUT_POINTS = (Match.State.NONE, Match.State.VOID, Match.State.FORFEIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A round that is out: its tiles, how many matches are in, and whether nothing is entered yet."""

    round: Round
    tiles: tuple[dict[str, Any], ...]
    every: int
    decided: int
    adjourned: int
    untouched: bool
    deadline: datetime

    @property
    def all_in(self) -> bool:
        """Is no match open any more?"""
        return self.decided == self.every

    @property
    def entered(self) -> int:
        """Matches with a result."""
        return self.decided - self.adjourned

    @property
    def left(self) -> int:
        """Matches still open."""
        return self.every - self.decided


def board_of(
    round: Round,
    matches: Sequence[Match],
    names: Mapping[str, str],
    rules: RuleSet,
    *,
    href: Any,
    now: datetime | None = None,
) -> Board:
    """The board as it stands. `href(match)` is the address a tile opens."""
    moment = now or clock_now()
    deadline = _deadline(round, rules, len(matches), moment)
    tiles = [_tile(match, names, rules, moment, deadline, str(href(match))) for match in in_order(matches)]
    return Board(
        round=round,
        tiles=tuple(tiles),
        every=len(matches),
        untouched=all(match.state == Match.State.NONE for match in matches),
        decided=sum(not match.is_open or match.is_adjourned for match in matches),
        adjourned=sum(match.is_open and match.is_adjourned for match in matches),
        deadline=deadline,
    )


def matches_in(round: Round) -> list[Match]:
    """The round's matches with their sides: two queries."""
    return list(round.matches.prefetch_related("sides"))


def _deadline(round: Round, rules: RuleSet, tables: int, now: datetime) -> datetime:
    """When the round should be over: by its clock where it has one, else as rounds usually last."""
    found = clock_of(round)
    if found is not None:
        clock, since = found
        return play_ends(clock, since if clock.status == "running" else now)
    published = round.published_at or timezone.now()
    minutes = estimate(rules, tables=max(tables, 1), rounds=1).round_minutes
    return published + timedelta(seconds=WALK_IN, minutes=minutes)


def _tile(
    match: Match, names: Mapping[str, str], rules: RuleSet, now: datetime, deadline: datetime, href: str
) -> dict[str, Any]:
    level, state = _level(match, rules, now, deadline)
    return {
        "table": match.table_number if match.table_number is not None else "–",
        "href": href,
        "sides": _sides(match, names),
        "level": level,
        "state": state,
        "detail": _detail(match, rules, now),
    }


def _sides(match: Match, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Each side with its points, once there are any."""
    sides = [names.get(str(side.entry_id), "–") for side in match.sides.all()]
    points = (match.summary or {}).get("points") or []
    shown = points if len(points) == len(sides) and match.state not in WITHOUT_POINTS else [None] * len(sides)
    return [{"name": name, "points": given} for name, given in zip(sides, shown, strict=True)]


def _level(match: Match, rules: RuleSet, now: datetime, deadline: datetime) -> tuple[str, str]:
    if match.director_called:
        return "red", _("calls the director")
    if match.state == Match.State.DISPUTED:
        return "red", _("disputed")
    if match.is_open and match.is_adjourned:
        return "done", _("adjourned")
    if match.state == Match.State.NONE and (match.summary or {}).get("missing"):
        return "amber", _("somebody is missing")
    if not match.is_open:
        return "done", str(match.get_state_display())
    if match.state == Match.State.ENTERED:
        if match.changed_at is not None and now - match.changed_at > WAITS_LONG:
            return "amber", _("to be accepted")
        return "green", _("to be accepted")
    if (match.summary or {}).get("time_called"):
        return "amber", _("time is called")
    finish = expected_finish(match, rules, now)
    if finish <= deadline:
        return "green", _("on time")
    if finish <= deadline + SOME_MINUTES:
        return "amber", _("slow")
    return "red", _("late")


def expected_finish(match: Match, rules: RuleSet, now: datetime) -> datetime:
    """When the match is expected to be over: the hands still missing at the usual pace, from now on."""
    whole = slowest_table(rules, 1)
    left = whole * (1 - _progress(match, rules, whole))
    return now + timedelta(minutes=max(left, 0) * minutes_a_hand(rules))


def _progress(match: Match, rules: RuleSet, whole: float) -> float:
    """The share of the match that is behind it: by points where there is a target, else by hands."""
    summary = match.summary or {}
    hands, points = summary.get("hands", 0), summary.get("points") or [0]
    if rules.length != "target" or rules.columns > 1:
        return min(1.0, hands / whole) if whole else 1.0
    games = int(sum(summary.get("games_won") or [0]))
    running = min(1.0, max(points) / rules.target) if not summary.get("over") else 0.0
    return min(1.0, (games + running) / max(rules.games, 1))


def _detail(match: Match, rules: RuleSet, now: datetime) -> str:
    summary = match.summary or {}
    if match.state in (Match.State.NONE, Match.State.VOID):
        return ""
    if match.state == Match.State.FORFEIT:
        return str(summary.get("reason", ""))
    parts = []
    if match.state == Match.State.PLAYING:
        parts.append(_("hand %(number)s") % {"number": summary.get("hands", 0) + 1})
        finish = timezone.localtime(expected_finish(match, rules, now))
        parts.append(_("until about %(time)s") % {"time": time_format(finish, "TIME_FORMAT")})
    return " · ".join(part for part in parts if part)


def adjourned_words(matches: Sequence[Match], names: Mapping[str, str]) -> list[str]:
    """The matches a closing round does not wait for, by table and names."""
    return [
        _("Table %(table)s: %(names)s")
        % {
            "table": match.table_number if match.table_number is not None else "–",
            "names": " – ".join(names.get(str(side.entry_id), "–") for side in match.sides.all()),
        }
        for match in matches
        if match.is_open and match.is_adjourned
    ]


def open_matches(matches: Sequence[Match], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The matches a closing round has to decide: those adjourned already are not among them."""
    return [
        {
            "id": str(match.pk),
            "table": match.table_number,
            "sides": [names.get(str(side.entry_id), "–") for side in match.sides.all()],
            "state": match.get_state_display(),
            "points": score((match.summary or {}).get("points") or []),
            "can_stand": match.state != Match.State.NONE,
        }
        for match in matches
        if match.is_open and not match.is_adjourned
    ]
