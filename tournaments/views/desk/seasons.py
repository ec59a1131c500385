"""The club's seasons at the desk: for those who run the club."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.desk import club_for
from tournaments.access.viewer import viewer_of
from tournaments.forms.entry import KeyedForm
from tournaments.forms.seasons import SeasonForm, values_of
from tournaments.models.club import Club
from tournaments.models.season import Season
from tournaments.selectors.figures import seasons_of
from tournaments.services import seasons
from tournaments.views.desk.base import Keys, at_desk, done, want_form


@at_desk
@require_http_methods(["GET", "POST"])
def listing(request: HttpRequest, slug: str) -> HttpResponse:
    """All seasons, and a new one."""
    club = club_for(viewer_of(request), slug, admin=True)
    form = SeasonForm(request.POST or None, taken=_names(club))
    if request.method == "POST" and form.is_valid():
        season = seasons.make(club, **form.values)
        messages.success(request, _("The season %(name)s is there.") % {"name": season.name})
        return redirect("season", slug=slug, pk=season.pk)
    there = [
        {**each, "edit": reverse("desk_season", args=[slug, season.pk])}
        for each, season in zip(seasons_of(club), Season.objects.filter(club=club), strict=True)
    ]
    return _page(request, "seasons.html", club, {"form": form, "seasons": there})


@at_desk
@require_http_methods(["GET", "POST"])
def season(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Change a season; its table follows at once."""
    club = club_for(viewer_of(request), slug, admin=True)
    found = get_object_or_404(Season, club=club, pk=pk)
    taken = _names(club) - {found.name}
    form = SeasonForm(request.POST or None, initial=values_of(found), taken=taken)
    if request.method == "POST" and form.is_valid():
        seasons.change(found, **form.values)
        messages.success(request, _("The season %(name)s is saved.") % {"name": found.name})
        return redirect("season", slug=slug, pk=pk)
    return _page(request, "season.html", club, {"form": form, "season": found, "keys": Keys()})


@at_desk
@require_POST
def remove(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """The season is gone; pressed twice it is gone once."""
    club = club_for(viewer_of(request), slug, admin=True)

    def act() -> str:
        want_form(KeyedForm(request.POST))
        for found in Season.objects.filter(club=club, pk=pk):
            seasons.remove(found)
            return _("The season %(name)s is removed; its events stay.") % {"name": found.name}
        return ""

    return done(request, act, back=reverse("desk_seasons", args=[slug]))


def _names(club: Club) -> set[str]:
    return set(Season.objects.filter(club=club).values_list("name", flat=True))


def _page(request: HttpRequest, template: str, club: Club, context: dict[str, object]) -> HttpResponse:
    form = context["form"]
    status = 422 if isinstance(form, SeasonForm) and form.errors else 200
    full = {"club": club, **context}
    return render(request, f"tournaments/desk/{template}", full, status=status)
