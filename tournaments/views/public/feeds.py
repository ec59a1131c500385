"""What other programs subscribe to: a club's events as a calendar, its published standings as an Atom feed.

Both show what everybody may see, whoever asks: programs fetch them without a login.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from tournaments.models.club import Club
from tournaments.models.season import Season
from tournaments.models.tournament import Publication, Tournament
from tournaments.selectors import public
from tournaments.selectors.sides import name_of, sides_of
from tournaments.selectors.standings import rank_words
from tournaments.services.seasons import day_of

NEWEST = 20
TOP = 3


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Every announced, running and finished event of a club, with its start on the event's own clock."""
    club = get_object_or_404(Club, slug=slug)
    return _as_calendar(request, club.name, _announced(club), club.slug)


@require_safe
def season_calendar(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """The same of the days of one season, its coming evenings among them."""
    season = get_object_or_404(Season.objects.select_related("club"), club__slug=slug, pk=pk)
    rows = [row for row in _announced(season.club) if season.first_day <= day_of(row) <= season.last_day]
    name = f"{season.club.name} · {season.name}"
    return _as_calendar(request, name, rows, f"{season.club.slug}-season")


def _as_calendar(request: HttpRequest, name: str, rows: Iterable[Tournament], file: str) -> HttpResponse:
    found = Calendar()
    found.add("prodid", "-//Gin rummy club manager//EN")
    found.add("version", "2.0")
    found.add("x-wr-calname", name)
    for row in rows:
        found.add_component(_event(request, row))
    answer = HttpResponse(found.to_ical(), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{file}.ics"'
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _event(request: HttpRequest, row: Tournament) -> Event:
    stage = next(iter(row.stages.all()), None)
    address = request.build_absolute_uri(public.event_path(row))
    facts = [] if stage is None else [public.rules_words(public.rules_of(stage)), public.format_words(stage)]
    found = Event()
    found.add("uid", str(row.pk))
    found.add("summary", row.name)
    found.add("dtstart", public.local(row.starts_at, row.zone))
    found.add("dtstamp", row.created_at)
    found.add("url", address)
    found.add("description", "\n".join([*facts, address]))
    return found


def _announced(club: Club) -> Iterable[Tournament]:
    rows = Tournament.objects.filter(club=club).exclude(state=Tournament.State.DRAFT)
    return rows.select_related("club").prefetch_related("stages").order_by("starts_at")


class Results(Feed):
    """What a club published, the newest first."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> Club:
        """The club. Raises Http404."""
        return get_object_or_404(Club, slug=slug)

    def title(self, club: Club) -> str:
        """Its name."""
        return _("Results of %(club)s") % {"club": club.name}

    def link(self, club: Club) -> str:
        """Its page."""
        return public.club_path(club)

    def items(self, club: Club) -> list[Publication]:
        """The newest publications of all its events."""
        rows = Publication.objects.hanging().filter(stage__tournament__club=club)
        rows = rows.exclude(stage__tournament__state=Tournament.State.DRAFT)
        return list(rows.select_related("stage__tournament__club").order_by("-published_at", "-pk")[:NEWEST])

    def item_title(self, item: Any) -> str:
        """The event and the round."""
        said = {"event": item.stage.tournament.name, "round": item.round}
        if item.final:
            return _("%(event)s: final standings") % said
        return _("%(event)s: standings after round %(round)s") % said

    def item_description(self, item: Any) -> str:
        """Who leads."""
        sides = sides_of(item.stage.tournament)
        first = [f"{rank_words(line)} {name_of(sides, line['side'])}" for line in item.lines[:TOP]]
        return ", ".join(first)

    def item_link(self, item: Any) -> str:
        """The publication's own page."""
        return public.event_path(item.stage.tournament, "publication", item.number)

    def item_guid(self, item: Any) -> str:
        """The same for ever, whatever the address becomes."""
        return f"urn:uuid:{item.stage.tournament_id}#{item.number}"

    def item_pubdate(self, item: Any) -> datetime:
        """When it was hung up."""
        return item.published_at  # type: ignore[no-any-return]

    item_updateddate = item_pubdate
