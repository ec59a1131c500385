"""The wall screen of an event: who sits where by first name, standings, last results, one announcement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.eventstore.clock import now
from tournaments.access.evening_code import code_of
from tournaments.models.tournament import Match, Publication
from tournaments.selectors import pairings, public
from tournaments.selectors import standings as shown
from tournaments.selectors.clocks import clock_form, clock_time, millis
from tournaments.selectors.withheld import in_words
from tournaments.views.public.answers import etag_of, unless_known
from tournaments.views.public.events import publication_words
from tournaments.views.public.frame import Event, event_of

Item = TypeVar("Item")
LINES = 10
"""Lines of a table that are read from eight metres on one screen."""
NAMES = 48
"""Names with their tables on one screen, in columns."""
RESULTS = 10


@require_safe
def wall(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """All screens of the wall one below the other; a script shows them in turn."""
    event = event_of(request, club, slug)
    event.in_the_room()
    etag = etag_of(request, event.etag, _evening_code(event))
    return unless_known(request, etag, lambda: _page(event, etag))


def _page(event: Event, etag: str) -> HttpResponse:
    context: dict[str, Any] = {
        "club": event.club,
        "tournament": event.row,
        "round": event.current,
        "round_words": _round_words(event),
        "screens": [*_seats(event), *_standings(event), *_results(event)],
        "evening_code": _evening_code(event),
        "zone": event.row.zone,
        "clock": event.clock,
        "now": millis(now()),
        "time": clock_time(now(), zone=event.row.zone),
        "clock_form": clock_form(),
        "address": event.request.path,
        "etag": etag,
    }
    return render(event.request, "tournaments/public/wall.html", context)


def _evening_code(event: Event) -> str:
    """For the desk's own screen alone: the page is open to everybody."""
    if not event.club.asks_evening_code or not event.viewer.roles_in(event.row):
        return ""
    return code_of(event.club)


def _round_words(event: Event) -> str:
    if event.current is None:
        return public.when_words(event.row)
    return _("Round %(number)s") % {"number": event.current.number}


def _seats(event: Event) -> list[dict[str, Any]]:
    """While a round is played: everybody's table by first name, before the first: who is in."""
    round = event.current
    if round is None:
        names = sorted(side.name for side in event.sides.values() if not side.is_house)
        return [{"kind": "people", "title": _("Entered"), "names": each} for each in parts(names, NAMES)]
    if round.state != "published":
        return []
    matches = pairings.matches_of(round)
    seats = pairings.by_name(matches, event.sides, pairings.byes_of(round, event.sides))
    return [{"kind": "seats", "title": _("Your table"), "seats": each} for each in parts(seats, NAMES)]


def _standings(event: Event) -> list[dict[str, Any]]:
    """Live for those who may see them while a round is played, else what hangs on the wall."""
    stage, round = event.stage, event.current
    if stage is not None and round is not None and event.sees_live and round.state == "published":
        table = shown.live_table(stage, event.sides)
        title, state = _("Live standings"), "live"
        words = shown.live_words(stage, updating=event.is_behind)
    elif event.publications:
        hung = Publication.objects.select_related("stage").get(pk=event.publications[-1].pk)
        table = shown.published_table(hung, event.sides)
        title, state, words = _("Standings"), "published", publication_words(event, hung)
    else:
        return []
    league = shown.league(table)
    return [
        {
            "kind": "standings", "title": title, "columns": league["columns"][:4], "lines": _narrow(part),
            "state": state, "words": words,
        }
        for part in parts(league["lines"], LINES)
    ]  # fmt: skip


def _narrow(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first numbers of each line: a wall has room for four."""
    return [{**line, "cells": line["cells"][:4]} for line in lines]


def _results(event: Event) -> list[dict[str, Any]]:
    """The results of the round that came last; how many are in, where they are shown at its close."""
    if event.current is None:
        return []
    if event.withheld_words(event.current):
        words = [event.withheld_words(event.current), in_words(event.matches_of(event.current))]
        return [{"kind": "waiting", "title": _("Results"), "words": words}]
    rows = Match.objects.filter(round=event.current, state__in=Match.COUNTED).prefetch_related("sides")
    last = sorted(rows, key=lambda match: match.changed_at.timestamp() if match.changed_at else 0.0)[
        -RESULTS:
    ]
    if not last:
        return []
    return [
        {
            "kind": "results",
            "title": _("Last results"),
            "pairings": pairings.by_table(last[::-1], event.sides),
        }
    ]


def parts(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Equal parts of at most this size, so that no screen holds one last line alone."""
    if not items:
        return []
    count = -(-len(items) // size)
    each = -(-len(items) // count)
    return [items[start : start + each] for start in range(0, len(items), each)]
