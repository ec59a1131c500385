"""The way in: clubs and their events."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.access import fetch
from tournaments.access.viewer import viewer_of
from tournaments.models.club import Club
from tournaments.selectors import public


def home(request: HttpRequest) -> HttpResponse:
    """One club: its page. Several: their list. None yet: what to do first."""
    clubs = list(Club.objects.all()[:100])
    if len(clubs) == 1:
        return redirect("club", slug=clubs[0].slug)
    return render(request, "tournaments/public/home.html", {"clubs": clubs})


def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's events: running, coming, finished."""
    found = Club.objects.filter(slug=slug).first()
    if found is None:
        raise Http404
    viewer = viewer_of(request)
    heads = public.by_time(fetch.tournaments_for(viewer, found))
    context = {"club": found, "heads": heads, "admin": viewer.is_admin_of(found)}
    return render(request, "tournaments/public/club.html", context)
