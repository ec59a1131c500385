"""The way in: clubs and their events."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access import fetch
from tournaments.access.viewer import viewer_of
from tournaments.exchange.csv_out import write_csv
from tournaments.models.club import Club
from tournaments.selectors import club_home, public
from tournaments.selectors.figures import seasons_of
from tournaments.views.public.answers import Form, as_csv, as_json, followed


@require_safe
def home(request: HttpRequest, form: Form = "html") -> HttpResponse:
    """One club: its page. Several: their list. None yet: what to do first."""
    clubs = list(public.clubs())
    if form == "json":
        return as_json({"clubs": [public.club_json(each) for each in clubs]})
    if form == "csv":
        rows = [(each.name, each.zone, public.club_path(each)) for each in clubs]
        return as_csv(write_csv([_("Name"), _("Time zone"), _("Address")], rows), "clubs")
    if len(clubs) == 1:
        return _club_page(request, clubs[0])
    return render(request, "tournaments/public/home.html", {"clubs": clubs})


@require_safe
def club(request: HttpRequest, slug: str, form: Form = "html") -> HttpResponse:
    """A club's events: running, coming, finished."""
    found = public.clubs().filter(slug=slug).first()
    if found is None:
        raise Http404("There is no such club.")
    if form == "html":
        return _club_page(request, found)
    events = public.events_of(fetch.tournaments_for(viewer_of(request), found))
    if form == "json":
        return as_json({**public.club_json(found), "events": [public.event_json(each) for each in events]})
    headings = [_("Name"), _("Start"), _("Time zone"), _("State"), _("Players a side"), _("Sides"),
                _("Address")]  # fmt: skip
    return as_csv(write_csv(headings, public.event_rows(events)), found.slug)


def _club_page(request: HttpRequest, club: Club) -> HttpResponse:
    events = public.events_of(fetch.tournaments_for(viewer_of(request), club))
    groups = public.by_state(events)
    groups["finished"] = club_home.with_winners(groups["finished"], events)
    context = {
        "club": club,
        "groups": groups,
        "seasons": seasons_of(club),
        **club_home.at_a_glance(club, events),
    }
    return followed(request, "club.html", "_club_now.html", context)
