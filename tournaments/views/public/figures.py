"""A club's ratings and seasons, as computed from what everybody may see."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.views.frames import shared
from tournaments.models.club import Club
from tournaments.models.season import Season
from tournaments.selectors import figures
from tournaments.selectors import records as club_records
from tournaments.views.public.answers import Form, as_csv, as_json, followed


@require_safe
def ratings(request: HttpRequest, slug: str, form: Form = "html") -> HttpResponse:
    """Everybody who has played a match that counts, by rating."""
    club = get_object_or_404(Club, slug=slug)
    lines = figures.ratings_of(club)
    if form == "json":
        return as_json({"club": club.slug, "lines": lines})
    if form == "csv":
        return as_csv(figures.ratings_csv(lines), f"{club.slug}-ratings")
    context = {"club": club, "league": figures.ratings_league(lines)}
    return followed(request, "ratings.html", "_ratings_now.html", {**context, "title": _("Ratings")})


@require_safe
def records(request: HttpRequest, slug: str, form: Form = "html") -> HttpResponse:
    """The club's records, each with who holds it and where it was set."""
    club = get_object_or_404(Club, slug=slug)
    found = club_records.records_of(club)
    if form == "json":
        return as_json(club_records.records_json(club, found))
    if form == "csv":
        return as_csv(club_records.records_csv(found), f"{club.slug}-records")
    context = {"club": club, "records": found, "title": _("Records")}
    return followed(request, "records.html", "_records_now.html", context)


@require_safe
def season(request: HttpRequest, slug: str, pk: UUID, form: Form = "html") -> HttpResponse:
    """A season's table, how it is made, and each line's evenings."""
    club = get_object_or_404(Club, slug=slug)
    found = get_object_or_404(Season, club=club, pk=pk)
    if form == "json":
        return as_json(figures.season_json(found))
    lines = figures.season_lines(found)
    if form == "csv":
        return as_csv(figures.season_csv(lines), f"{club.slug}-season")
    context = {
        "club": club,
        "season": found,
        "days": figures.days_words(found),
        "rule": figures.rule_words(found),
        "lines": lines,
        "league": figures.season_league(lines),
        "shared": shared(
            reverse("season", args=[slug, pk]), reverse("season_embed", args=[slug, pk]),
            title=f"{found.name} · {club.name}", height=560,
        ),
    }  # fmt: skip
    return followed(request, "season.html", "_season_now.html", context)
