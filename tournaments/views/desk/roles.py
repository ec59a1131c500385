"""Helpers: who directs, rules as a deputy, keeps score. For the club's admins."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.club import TakeRoleForm
from tournaments.forms.roles import RoleForm
from tournaments.services import tournaments
from tournaments.views.desk.base import at_desk, desk_of, done, want_form

ADMINS = frozenset({"admin"})


@at_desk
@require_http_methods(["GET", "POST"])
def roles(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The logins with a role in this event, and one more."""
    desk = desk_of(request, pk, ADMINS)
    form = RoleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        tournaments.give_role(
            desk.row, user_id=form.user_id, kind=form.cleaned_data["kind"], expires_at=form.expires_at
        )
        messages.success(request, _("%(name)s may help now.") % {"name": form.cleaned_data["username"]})
        return redirect("desk_roles", pk)
    held = desk.row.roles.select_related("user").order_by("kind", "user__username")
    context = {"form": form, "held": held}
    return desk.page("roles.html", context, current="desk_roles", status=422 if form.errors else 200)


@at_desk
@require_POST
def take(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A role is taken away."""
    desk = desk_of(request, pk, ADMINS)

    def act() -> str:
        tournaments.take_role(desk.row, pk=want_form(TakeRoleForm(request.POST))["role"])
        return _("The role is taken away.")

    return done(request, act, back=reverse("desk_roles", args=[pk]))
