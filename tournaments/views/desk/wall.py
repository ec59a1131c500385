"""The wall from the desk: one announcement, and where the wall is."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.wall import AnnouncementForm
from tournaments.services import wall
from tournaments.views.desk.base import at_desk, desk_of, done, want_form


@at_desk
@require_POST
def announce(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The line stands on the wall within seconds."""
    desk = desk_of(request, pk)

    def act() -> str:
        text = want_form(AnnouncementForm(request.POST))["announcement"]
        wall.announce(desk.row, text)
        return _("The announcement is on the wall.") if text.strip() else _("The announcement is taken away.")

    return done(request, act, back=desk.home)
