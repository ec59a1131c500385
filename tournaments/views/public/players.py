"""A person's page: the matches that counted, as far as everybody may know."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from tournaments.selectors import against as selectors
from tournaments.selectors import player_page
from tournaments.selectors.figures import curve_of
from tournaments.views.public.answers import Form, as_csv, as_json, followed

ON_A_PAGE = 50


@require_safe
def player(request: HttpRequest, pk: UUID, form: Form = "html") -> HttpResponse:
    """Counted matches, newest first; 404 for those who are in no event that everybody may see. The address of
    a duplicate leads to its person.
    """
    person = player_page.who_is(pk)
    if person != pk:
        return redirect(f"player{'' if form == 'html' else f'_{form}'}", person)
    found = player_page.player_at(pk)
    if found is None:
        raise Http404("There is no such player.")
    history = player_page.history_of(found)
    if form == "json":
        return as_json(player_page.player_json(found, history))
    if form == "csv":
        return as_csv(player_page.player_csv(found, history), "player")
    curve = curve_of(found)
    page = Paginator(history, ON_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "player": found,
        "page": page,
        "rows": [player_page.row_of(each, found) for each in page.object_list],
        "curve": curve,
        "club": curve["club"] if curve else None,
        "totals": player_page.totals_of(found),
        "met": selectors.met_most(found),
    }
    return followed(request, "player.html", "_player_now.html", context)


@require_safe
def against(request: HttpRequest, pk: UUID, other: UUID, form: Form = "html") -> HttpResponse:
    """Two players head to head, from published results; 404 where one of them has no page."""
    now = player_page.who_is(pk), player_page.who_is(other)
    if now != (pk, other):
        return redirect(f"against{'' if form == 'html' else f'_{form}'}", *now)
    one, two = player_page.player_at(pk), player_page.player_at(other)
    if one is None or two is None or one == two:
        raise Http404("There are no such two players.")
    meetings = selectors.meetings_of(one, two)
    if form == "json":
        return as_json(selectors.against_json(one, two, meetings))
    if form == "csv":
        return as_csv(selectors.against_csv(one, two, meetings), "head-to-head")
    rows = [selectors.row_of(seat, one, two) for seat in meetings]
    context = {
        "one": one, "other": two, "sums": selectors.against(one, two, meetings), "rows": rows,
        "club": selectors.club_of(meetings),
    }  # fmt: skip
    return followed(request, "against.html", "_against_now.html", context)
