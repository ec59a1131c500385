"""Standings, seasons, matches for other people's pages, in a frame: what anybody may see, small and live."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from games.views.frames import embeddable, theme_of
from tournaments import logs
from tournaments.access import fetch
from tournaments.access.results import sees_result
from tournaments.access.viewer import viewer_of
from tournaments.models.season import Season
from tournaments.models.tournament import Match
from tournaments.selectors import figures
from tournaments.selectors import standings as shown
from tournaments.selectors.match_page import hands_with_cards, match_page
from tournaments.views.public.answers import etag_of, unless_known
from tournaments.views.public.events import publication_words, shows_live
from tournaments.views.public.frame import Event, event_of
from tournaments.views.public.live import live_part


@embeddable
def standings(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The standings of an event: live while it is played and shows them, else what was published last."""
    event = event_of(request, club, slug)
    return unless_known(request, event.etag, lambda: _standings(event))


@embeddable
def season(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """A season's table, as its evenings made it."""
    found = get_object_or_404(Season.objects.select_related("club"), club__slug=slug, pk=pk)
    league = figures.season_league(figures.season_lines(found))
    etag = etag_of(request, found.name, found.club.name, league)
    return unless_known(request, etag, lambda: _season(request, found, league, etag))


@embeddable
def match(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A match with its score, and its sheet and race once the result counts. Raises Http404 where the result
    is shown when the round is closed, and it is not.
    """
    viewer = viewer_of(request)
    row = fetch.match_for(viewer, pk)
    if not sees_result(viewer, row):
        raise Http404("Its result is not shown yet.")
    names = [side.entry.public_name for side in row.sides.all()]
    etag = etag_of(request, row.version, row.state, names, row.round.stage.tournament.name)
    return unless_known(request, etag, lambda: _match(request, row, etag))


def _standings(event: Event) -> HttpResponse:
    hung = event.publications[-1] if event.publications else None
    live = live_part(event) if shows_live(event) else None
    published = None
    if live is None and hung is not None:
        table = shown.published_table(hung, event.sides)
        published = shown.league(
            table, lambda side: event.path("side", hung.number, side), cut=event.cut_after(hung.stage)
        )
    context = {
        "tournament": event.row,
        "club": event.club,
        "live": live,
        "published": published,
        "published_words": publication_words(event, hung) if hung is not None else "",
        "is_live": event.is_live,
        "href": event.path("tournament"),
        "address": event.request.get_full_path(),
        "etag": event.etag,
        "theme": theme_of(event.request),
    }
    return render(event.request, "tournaments/public/embed_standings.html", context)


def _season(request: HttpRequest, found: Season, league: dict[str, Any], etag: str) -> HttpResponse:
    context = {
        "club": found.club, "season": found, "days": figures.days_words(found), "league": league,
        "href": reverse("season", args=[found.club.slug, found.pk]), "theme": theme_of(request),
        "address": request.get_full_path(), "etag": etag,
    }  # fmt: skip
    return render(request, "tournaments/public/embed_season.html", context)


def _match(request: HttpRequest, row: Match, etag: str) -> HttpResponse:
    state = logs.match_at(row.pk)[1] if row.version else None
    there = hands_with_cards(row) if row.is_counted else []
    addresses = {hand.pk: reverse("hand", args=[hand.pk]) for hand in there}
    context = {
        "row": row,
        "tournament": row.round.stage.tournament,
        "match": match_page(row, state, hands=row.is_counted, private=False, addresses=addresses),
        "is_live": row.is_live,
        "address": request.get_full_path(),
        "etag": etag,
        "theme": theme_of(request),
    }
    return render(request, "tournaments/public/embed_match.html", context)
