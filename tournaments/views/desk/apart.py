"""Who is kept apart from whom: from a side's page, and for those ticked in the list."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.people import (
    AllApartForm,
    ApartForm,
    FreeForm,
)
from tournaments.models.tournament import Entry
from tournaments.selectors.desk_people import (
    desk_names,
    entries_of,
)
from tournaments.services import apart
from tournaments.views.desk.base import (
    Desk,
    at_desk,
    desk_of,
    tried,
    want_form,
)
from tournaments.views.desk.people import people_context


def set_apart(desk: Desk, side: Entry) -> str:
    """This side and another must not meet, or should not; said in words."""
    names = desk_names(entries_of(desk.row))
    data = want_form(ApartForm(desk.request.POST, others=names.items()))
    _keep_apart(desk, data["key"], (str(side.pk), data["other"]), data["how"], data["reason"])
    said = {"one": side.name, "other": names[data["other"]]}
    if data["how"] == "never":
        return _("%(one)s and %(other)s must not meet.") % said
    return _("%(one)s and %(other)s should not meet.") % said


def may_meet(desk: Desk, side: Entry) -> str:
    """This side and another are drawn like all others again."""
    data = want_form(FreeForm(desk.request.POST))
    other = str(data["other"])
    _keep_apart(desk, data["key"], (str(side.pk), other), "free")
    said = {"one": side.name, "other": desk_names(entries_of(desk.row)).get(other, "–")}
    return _("%(one)s and %(other)s may meet again.") % said


def _keep_apart(desk: Desk, key: UUID, sides: Sequence[str], how: apart.How, reason: str = "") -> None:
    command = desk.command("keep_apart", key, [*sides, how, reason])
    apart.keep_apart(command, desk.row.pk, sides=sides, how=how, reason=reason)


def forget_reason(desk: Desk, side: Entry) -> str:
    """The private reason goes, the two stay apart."""
    data = want_form(FreeForm(desk.request.POST))
    command = desk.command("forget_reason", data["key"], [str(side.pk), str(data["other"])])
    apart.forget_reason(command, desk.row.pk, sides=(str(side.pk), str(data["other"])))
    return _("The reason is gone. The two stay apart.")


@at_desk
@require_POST
def keep_apart(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The sides ticked in the list: each two of them must not meet, or should not."""
    desk = desk_of(request, pk)
    names = desk_names(entries_of(desk.row))
    form = AllApartForm(request.POST, sides=names.items(), auto_id="apart_%s")
    if form.is_valid() and tried(
        form,
        lambda: _keep_apart(
            desk, form.cleaned_data["key"], form.cleaned_data["sides"], form.cleaned_data["how"],
            form.cleaned_data["reason"],
        ),
    ):  # fmt: skip
        said = {"names": ", ".join(names[side] for side in form.cleaned_data["sides"])}
        words = (
            _("Must not meet: %(names)s")
            if form.cleaned_data["how"] == "never"
            else _("Should not meet: %(names)s")
        )
        messages.success(request, words % said)
        return redirect("desk_people", pk)
    context = people_context(desk, apart_form=form)
    return desk.page("people.html", context, current="desk_people", status=422)
