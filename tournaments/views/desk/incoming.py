"""A tournament from another installation: its file, what it would bring, and the bar while it comes in."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.eventstore.transfer.lines import BrokenFile
from games.eventstore.transfer.packed import unpacked
from tournaments.access.desk import club_for
from tournaments.access.viewer import viewer_of
from tournaments.forms.incoming import TournamentFileForm
from tournaments.models.club import Club
from tournaments.services import incoming, long_work
from tournaments.services.long_work import Failed, Work
from tournaments.views.desk.base import at_desk

TIMES_PACKED = 10
"""So many times as large as the file may be what is packed in it."""


@at_desk
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """The file; nothing is written before it was seen what it would bring."""
    club = club_for(viewer_of(request), slug, admin=True)
    form = TournamentFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        work = long_work.keep(form.cleaned_data["file"].chunks(), owner=request.user.pk or 0, about=club.slug)
        try:
            with work.file.open("rb") as file:
                looked = incoming.look(unpacked(file, most=_most()), club)
        except BrokenFile as error:
            long_work.drop(work)
            form.add_error("file", _said(error))
        else:
            context = {"club": club, "work": work, "looked": looked}
            return render(request, "tournaments/desk/event_looked.html", context)
    context = {"club": club, "form": form}
    return render(request, "tournaments/desk/event_upload.html", context, status=422 if form.errors else 200)


@at_desk
@require_POST
def begin(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """What was shown comes in. A second tap finds it under way."""
    club = club_for(viewer_of(request), slug, admin=True)
    work = _work(request, club, pk)
    if work.state == "waiting":
        with work.file.open("rb") as file:
            work.total = incoming.line_count(unpacked(file, most=_most()))
        long_work.begin(work, _taking_in(work, club, get_language()))
    return redirect("desk_event_coming", slug, pk)


@at_desk
@require_GET
def coming(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """How far it is; at the end where it is, or why nothing came in."""
    club = club_for(viewer_of(request), slug, admin=True)
    return render(
        request, "tournaments/desk/event_coming.html", {"club": club, "work": _work(request, club, pk)}
    )


def _taking_in(
    work: Work, club: Club, language: str | None
) -> Callable[[Callable[[], object]], tuple[str, str]]:
    def do(step: Callable[[], object]) -> tuple[str, str]:
        with override(language):
            try:
                with work.file.open("rb") as file:
                    row = incoming.take_in(unpacked(file, most=_most()), club, step)
            except BrokenFile as error:
                raise Failed(_said(error)) from error
            return row.name, reverse("desk_event", args=[row.pk])

    return do


def _most() -> int:
    return TIMES_PACKED * settings.IMPORT_MEGABYTES * 1_000_000


def _said(error: BrokenFile) -> str:
    return _("Nothing comes in. Line %(line)s: %(reason)s") % {"line": error.line, "reason": error.reason}


def _work(request: HttpRequest, club: Club, pk: UUID) -> Work:
    found = long_work.find(pk, owner=request.user.pk or 0, about=club.slug)
    if found is None:
        raise Http404("There is no such work.")
    return found
