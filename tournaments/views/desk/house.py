"""An odd field at the desk: one side rests, or a house player sits in."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import logs
from tournaments.engine.errors import not_now
from tournaments.engine.tournament import house_in, upcoming
from tournaments.exchange.names import read_names
from tournaments.forms.entry import KeyedForm
from tournaments.forms.people import HouseForm
from tournaments.services import registration
from tournaments.views.desk.base import at_desk, desk_of, want_form
from tournaments.views.desk.rounds import carried_out


@at_desk
@require_POST
def enter(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Somebody sits in from the next round on, whenever the field is odd."""
    desk = desk_of(request, pk)
    form = HouseForm(request.POST, side_size=desk.row.side_size, auto_id="house_%s")

    def act() -> str:
        data = want_form(form)
        rows = read_names(data["names"], known=[], side_size=desk.row.side_size).rows
        if len(rows) != 1:
            raise not_now("wrong_side_size", size=desk.row.side_size, given=len(rows))
        command = desk.command("house", data["key"], list(rows[0].names))
        registration.enter_house(command, desk.row, names=rows[0].names)
        return _("%(name)s sits in while the field is odd.") % {"name": " & ".join(rows[0].names)}

    return carried_out(desk, act, house_form=form, house_kept=True)


@at_desk
@require_POST
def take_out(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The house player sits in no more; an odd side rests again."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(KeyedForm(request.POST))
        _version, state = logs.tournament_at(desk.row.pk)
        there = house_in(state, upcoming(state))
        if there is not None:
            command = desk.command("house_out", data["key"], there.id)
            registration.withdraw(command, desk.row, side=there.id)
        return _("The house player is taken out. An odd side rests.")

    return carried_out(desk, act)
