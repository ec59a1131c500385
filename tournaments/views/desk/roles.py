"""Who directs, deputises and keeps score: for the club's admins; helpers, for the event's directors too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.desk import kinds_given
from tournaments.access.invitations import backed
from tournaments.forms.club import TakeRoleForm
from tournaments.forms.roles import InviteForm, RevokeForm, RoleForm
from tournaments.models.invitation import Invitation
from tournaments.selectors.desk_files import helpers_csv
from tournaments.selectors.roles import invitation_lines
from tournaments.selectors.room import qr
from tournaments.services import roles as services
from tournaments.services import tournaments
from tournaments.views.desk.base import Desk, at_desk, desk_of, done, want_form
from tournaments.views.public.answers import as_csv


@at_desk
@require_http_methods(["GET", "POST"])
def roles(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The logins with a role in this event, the invitations still open; one more of either. `format=csv`: the
    logins as a file.
    """
    desk = desk_of(request, pk)
    if request.method == "GET" and request.GET.get("format") == "csv":
        held = desk.row.roles.select_related("user").order_by("kind", "user__username")
        return as_csv(helpers_csv(held, desk.row.zone), f"{desk.row.slug}-helpers")
    form = RoleForm(request.POST or None, kinds=kinds_given(desk.event))
    if request.method == "POST" and form.is_valid():
        tournaments.give_role(
            desk.row, user_id=form.user_id, kind=form.cleaned_data["kind"], expires_at=form.expires_at
        )
        messages.success(request, _("%(name)s may help now.") % {"name": form.cleaned_data["username"]})
        return redirect("desk_roles", pk)
    return _page(desk, form=form, status=422 if form.errors else 200)


@at_desk
@require_POST
def invite(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A new invitation; its link is shown on this answer and nowhere else."""
    desk = desk_of(request, pk)
    form = InviteForm(request.POST, kinds=kinds_given(desk.event), auto_id="invite_%s")
    if not form.is_valid():
        return _page(desk, invite_form=form, status=422)
    made, token = services.invite(
        club=desk.row.club, tournament=desk.row, user_id=request.user.pk, **form.values
    )
    if not token:
        messages.info(
            request, _("This link was shown already. If it is lost, take it back and make a new one.")
        )
        return redirect("desk_roles", pk)
    return _page(desk, fresh=link_shown(made, token))


def link_shown(made: Invitation, token: str) -> dict[str, Any]:
    """The link of a new invitation, to copy, send or scan."""
    address = settings.PUBLIC_URL + reverse("invitation_door", args=[token])
    return {"address": address, "svg": qr(address), "kind": made.get_kind_display(), "note": made.note,
            "until": made.expires_at}  # fmt: skip


@at_desk
@require_POST
def revoke(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The link opens nothing any more."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(RevokeForm(request.POST))
        for found in _invitations(desk).filter(pk=data["invitation"]):
            services.revoke(found)
        return _("The link opens nothing any more.")

    return done(request, act, back=reverse("desk_roles", args=[pk]))


@at_desk
@require_POST
def take(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A role is taken away: by who could have given it."""
    desk = desk_of(request, pk)

    def act() -> str:
        role = want_form(TakeRoleForm(request.POST))["role"]
        if desk.row.roles.filter(pk=role, kind__in=kinds_given(desk.event)).exists():
            tournaments.take_role(desk.row, pk=role)
        return _("The role is taken away.")

    return done(request, act, back=reverse("desk_roles", args=[pk]))


def _invitations(desk: Desk) -> Any:
    return Invitation.objects.filter(tournament=desk.row, kind__in=kinds_given(desk.event))


def _page(
    desk: Desk,
    *,
    form: RoleForm | None = None,
    invite_form: InviteForm | None = None,
    fresh: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    kinds: Sequence[str] = kinds_given(desk.event)
    held = [
        {"role": role, "mine": role.kind in kinds}
        for role in desk.row.roles.select_related("user").order_by("kind", "user__username")
    ]
    context = {
        "held": held,
        "form": form or RoleForm(kinds=kinds),
        "invite_form": invite_form or InviteForm(kinds=kinds, auto_id="invite_%s"),
        "invitations": invitation_lines(backed(_invitations(desk))),
        "fresh": fresh,
        "invite_to": reverse("desk_invite", args=[desk.row.pk]),
        "revoke_at": reverse("desk_invitation_revoke", args=[desk.row.pk]),
    }
    return desk.page("roles.html", context, current="desk_roles", status=status)
