"""A form that was sent when the login had ended: shown to the same person, who sends it now or lets it go."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.held_form import HeldForm, held_for, let_go
from tournaments.views.desk.base import at_desk

SILENT = frozenset({"key", "version", "stage", "round", "back", "present", "sure"})
"""Fields a page fills in by itself."""


@at_desk
@require_http_methods(["GET", "POST"])
def held(request: HttpRequest) -> HttpResponse:
    """What would be sent, by a button to where it was sent before; or it is let go.

    Nothing has been done yet. What is sent after all has the key it had: twice does it once.
    """
    form = held_for(request)
    if form is None:
        messages.info(request, _("Nothing of yours waits to be sent."))
        return redirect("desk")
    if request.method == "POST":
        let_go(request)
        return redirect(form.page or "desk")
    context = {"held": form, "lines": _lines(form)}
    return render(request, "tournaments/desk/held.html", context)


def _lines(form: HeldForm) -> list[dict[str, str]]:
    words = {
        "line": _("A result in one line"),
        "names": _("Names"),
        "reason": _("Reason"),
        "announcement": _("Announcement"),
        "name": _("Name"),
        "minutes": _("Minutes"),
        "points": _("Points"),
    }
    return [
        {"name": words.get(name, name.replace("_", " ")), "value": value}
        for name, value in form.fields
        if value.strip() and name not in SILENT and not _is_id(value)
    ]


def _is_id(value: str) -> bool:
    try:
        UUID(value)
    except ValueError:
        return False
    return True
