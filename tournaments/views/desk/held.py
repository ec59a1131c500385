"""A form that was sent when the login had ended: shown to the same person, who sends it now or lets it go."""

from __future__ import annotations

from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.held_form import HeldForm, held_for, let_go
from tournaments.models.tournament import Match
from tournaments.selectors.ids import is_id
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
    context = {"held": form, "deed": _deed(form.address), "lines": _lines(form)}
    return render(request, "tournaments/desk/held.html", context)


def _deed(address: str) -> str:
    """What the button does, for forms that may hold nothing to read; empty where their fields say it."""
    words = {
        "desk_draw": _("Draw the round"),
        "desk_discard": _("Throw the draft away"),
        "desk_publish": _("Publish the round"),
        "desk_recall": _("Call the round back"),
        "desk_close": _("Close the round"),
        "desk_publish_standings": _("Publish the standings"),
        "desk_finish": _("Finish the event"),
        "desk_announce": _("Announce the event"),
        "desk_undo": _("Take a step of the log back"),
        "desk_tiebreak": _("Play a tie-break"),
        "desk_qualify": _("Make the cut"),
        "desk_check_in": _("Change who is here"),
        "desk_fee": _("Change a fee"),
        "desk_cash_pay": _("Pay out"),
        "desk_life": _("Sell a life"),
        "desk_life_back": _("Take a life back"),
        "desk_swap": _("Change the pairs"),
        "desk_swap_tables": _("Change the tables"),
        "desk_settle": _("Settle an entry of the inbox"),
        "desk_match_act": _("Change a match"),
        "desk_match_rule": _("Rule on a match"),
        "desk_match_ruling": _("Rule on a match"),
        "desk_side_act": _("Change a side"),
        "desk_role_take": _("Take a helper's role away"),
        "desk_admins_revoke": _("Take an invitation back"),
        "desk_admins_take": _("Take an admin's role away"),
        "desk_table_revoke": _("Make a table's card worthless"),
    }
    try:
        return words.get(resolve(urlsplit(address).path).url_name or "", "")
    except Resolver404:  # an address of a version before
        return ""


def _lines(form: HeldForm) -> list[dict[str, str]]:
    words = {
        "line": _("A result in one line"),
        "names": _("Names"),
        "reason": _("Reason"),
        "announcement": _("Announcement"),
        "name": _("Name"),
        "minutes": _("Minutes"),
        "points": _("Points"),
        "kind": _("What becomes of it"),
    }
    tables = _tables(form)

    def label(field: str) -> str:
        name, table = tables.get(field, (field, None))
        said = words.get(name, name.replace("_", " "))
        return said if table is None else _("Table %(number)s: %(field)s") % {"number": table, "field": said}

    return [
        {"name": label(name), "value": value}
        for name, value in form.fields
        if value.strip() and name not in SILENT and not is_id(value)
    ]


def _tables(form: HeldForm) -> dict[str, tuple[str, int | None]]:
    """Fields that are about one match, by `name_id`: what they are without it, and the match's table."""
    parts = {name: name.rpartition("_") for name, _value in form.fields}
    ids = {field: (name, UUID(pk)) for field, (name, _line, pk) in parts.items() if name and is_id(pk)}
    pks = [pk for _name, pk in ids.values()]
    tables = dict(Match.objects.filter(pk__in=pks).values_list("pk", "table_number"))
    return {field: (name, tables.get(pk)) for field, (name, pk) in ids.items()}
