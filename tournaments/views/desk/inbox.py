"""What waits for the director: calls, disputes, and what tables sent too late."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.access.desk import RULE
from tournaments.forms.entry import KeyedForm
from tournaments.models.tournament import KeptEntry, Match
from tournaments.selectors.desk_inbox import inbox_csv, inbox_of
from tournaments.services import inbox
from tournaments.views.desk.base import at_desk, desk_of, done, want_form
from tournaments.views.public.answers import as_csv

MOST = 1000
"""So many kept entries are listed, the newest first."""


@at_desk
@require_GET
def listing(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Everything that waits, and what was dealt with; `format=csv` as a file."""
    desk = desk_of(request, pk, RULE)
    rows = Match.objects.filter(round__stage__tournament=desk.row).select_related("round")
    waiting = rows.prefetch_related("sides__entry__persons__player")
    kept = KeptEntry.objects.filter(tournament=desk.row).select_related("match__round")
    context = inbox_of(
        called=list(waiting.filter(director_called=True)),
        disputed=list(waiting.filter(state=Match.State.DISPUTED)),
        adjourned=[each for each in waiting.filter(is_adjourned=True) if each.is_open],
        kept=list(kept.order_by("-received_at")[:MOST]),
    )
    if request.GET.get("format") == "csv":
        return as_csv(inbox_csv(context, desk.row.zone), f"{desk.row.slug}-inbox")
    return desk.page("inbox.html", context, current="desk_inbox", follows=True)


@at_desk
@require_POST
def settle(request: HttpRequest, pk: UUID, entry: int) -> HttpResponse:
    """A kept entry was dealt with."""
    desk = desk_of(request, pk, RULE)

    def act() -> str:
        want_form(KeyedForm(request.POST))
        inbox.settle(desk.row, entry)
        return _("Settled. It stays in the list.")

    return done(request, act, back=reverse("desk_inbox", args=[pk]))
