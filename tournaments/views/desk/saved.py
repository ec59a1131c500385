"""Whether the club lies in a second place: what the evening's page says of it, and "save now"."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.selectors.backups import BackupNow, backup_now
from tournaments.services import backups
from tournaments.views.desk.base import at_desk, desk_of, done


def saved_now() -> BackupNow:
    """How the backups stand."""
    return backup_now(backups.known())


@at_desk
@require_GET
def saved(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of the evening's page alone, asked for while a backup is being written."""
    desk = desk_of(request, pk)
    context = {"tournament": desk.row, "backup": saved_now()}
    return render(request, "tournaments/desk/_saved.html", context)


@at_desk
@require_POST
def save_now(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Have one written within seconds, whatever was closed."""
    desk = desk_of(request, pk)

    def act() -> str:
        if settings.BACKUP_FOLDER is None:
            return _("No backups are written here: BACKUP_FOLDER is set to nothing.")
        backups.ask(desk.viewer.actor(desk.row))
        return ""

    return done(request, act, back=f"{desk.home}#saved")
