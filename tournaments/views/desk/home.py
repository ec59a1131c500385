"""The desk's first page: my events and clubs, and what to do first."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.access.desk import clubs_of, events_of
from tournaments.access.viewer import viewer_of
from tournaments.forms.events import NewClubForm
from tournaments.models.tournament import Tournament
from tournaments.selectors.club_home import cards
from tournaments.selectors.public import event_path
from tournaments.services import clubs
from tournaments.views.desk.base import at_desk, tried

KINDS = {
    Tournament.State.DRAFT: "draft",
    Tournament.State.OPEN: "published",
    Tournament.State.RUNNING: "running",
    Tournament.State.FINISHED: "closed",
}
MOST = 60


@at_desk
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """My events, newest first, and the clubs whose room I look after."""
    viewer = viewer_of(request)
    found: list[dict[str, Any]] = [
        {
            "row": row,
            "href": reverse("desk_event", args=[row.pk]),
            "kind": KINDS[Tournament.State(row.state)],
            "start": row.starts_at.astimezone(zoneinfo.ZoneInfo(row.zone)),
        }
        for row in events_of(viewer)[:MOST]
    ]
    mine = list(clubs_of(viewer).prefetch_related("rooms__tables"))
    context = {
        "now": _at_the_desk(cards([each["row"] for each in found])),
        "coming": [each for each in found if each["row"].state in ("draft", "open")],
        "past": [each for each in found if each["row"].state == Tournament.State.FINISHED],
        "clubs": mine,
        "mine": {club.pk for club in mine if viewer.is_admin_of(club)},
        "mine_is_a_player": hasattr(request.user, "player"),
        "may_found": request.user.is_staff,
        "club": mine[0] if len(mine) == 1 else None,
        "at_home": True,
    }
    return render(request, "tournaments/desk/home.html", context)


def _at_the_desk(cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The running events' cards, with where a director goes from here."""
    return [
        {
            **card,
            "href": reverse("desk_event", args=[card["event"].pk]),
            "actions": [
                {
                    "label": _("The board"),
                    "href": reverse("desk_event", args=[card["event"].pk]),
                    "kind": "primary",
                },
                {"label": _("Inbox"), "href": reverse("desk_inbox", args=[card["event"].pk]), "kind": ""},
                {"label": _("People"), "href": reverse("desk_people", args=[card["event"].pk]), "kind": ""},
                {"label": _("Wall screen"), "href": event_path(card["event"], "wall"), "kind": ""},
            ],
        }
        for card in cards
    ]


@at_desk
@require_http_methods(["GET", "POST"])
def new_club(request: HttpRequest) -> HttpResponse:
    """A club of one's own; for logins that look after this computer."""
    if not request.user.is_staff:
        raise Http404("Clubs are founded by those who look after the computer.")
    form = NewClubForm(request.POST or None, initial={"zone": "UTC"})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        if clubs_of(viewer_of(request)).filter(name=data["name"]).exists():  # pressed twice
            return redirect("desk")
        if tried(form, lambda: clubs.create_club(
            name=data["name"], zone=data["zone"], tables=data["tables"], admin_id=request.user.pk,
        )):  # fmt: skip
            said = _("%(club)s is there. Look at its tables, then make the first event.")
            messages.success(request, said % {"club": data["name"]})
            return redirect("desk")
    return render(
        request, "tournaments/desk/new_club.html", {"form": form}, status=422 if form.errors else 200
    )
