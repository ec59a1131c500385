"""The log of an event in words: who did what, when and why; to filter and to take away."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.access.desk import RULE
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.selectors.log_page import GROUPS, Wanted, log_csv, log_of
from tournaments.views.desk.base import at_desk, desk_of
from tournaments.views.public.answers import as_csv

ON_A_PAGE = 50


@at_desk
@require_GET
def page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Newest first, fifty a page; `format=csv` gives all that is wanted."""
    desk = desk_of(request, pk, RULE)
    names = desk_names(entries_of(desk.row))
    wanted = _wanted(request, names)
    lines = [line for line in log_of(desk.row.pk, names) if wanted.fits(line)]
    if request.GET.get("format") == "csv":
        return as_csv(log_csv(lines), f"{desk.row.slug}-log")
    shown = Paginator(lines[::-1], ON_A_PAGE).get_page(request.GET.get("page"))
    asked = {"group": wanted.group, "side": wanted.side, "q": wanted.text}
    query = urlencode({key: value for key, value in asked.items() if value})
    context: dict[str, Any] = {
        "lines": shown,
        "wanted": wanted,
        "query": f"{query}&" if query else "",
        "groups": [("", _("Everything")), *GROUPS.items()],
        "sides": sorted(names.items(), key=lambda each: each[1].casefold()),
    }
    return desk.page("log.html", context, current="desk_log")


def _wanted(request: HttpRequest, names: dict[str, str]) -> Wanted:
    """What is asked for; what no page offers is not asked."""
    group, side = request.GET.get("group", ""), request.GET.get("side", "")
    return Wanted(
        group=group if group in GROUPS else "",
        side=side if side in names else "",
        text=request.GET.get("q", "").strip()[:100],
    )
