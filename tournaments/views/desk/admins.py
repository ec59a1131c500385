"""Who runs the club: its admins, and invitations to become one."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.access.desk import club_for
from tournaments.access.invitations import backed
from tournaments.access.viewer import viewer_of
from tournaments.forms.club import TakeRoleForm
from tournaments.forms.roles import InviteForm, RevokeForm
from tournaments.models.club import Club
from tournaments.models.invitation import Invitation
from tournaments.selectors.roles import invitation_lines
from tournaments.services import roles
from tournaments.views.desk.base import Keys, at_desk, done, want_form
from tournaments.views.desk.roles import link_shown

KINDS = (Invitation.Kind.ADMIN.value,)


@at_desk
@require_GET
def admins(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's admins and the invitations still open."""
    return _page(request, club_for(viewer_of(request), slug, admin=True))


@at_desk
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """A new invitation; its link is shown on this answer and nowhere else."""
    club = club_for(viewer_of(request), slug, admin=True)
    form = InviteForm(request.POST, kinds=KINDS, auto_id="invite_%s")
    if not form.is_valid():
        return _page(request, club, invite_form=form, status=422)
    made, token = roles.invite(club=club, user_id=request.user.pk, **form.values)
    if not token:
        messages.info(
            request, _("This link was shown already. If it is lost, take it back and make a new one.")
        )
        return redirect("desk_admins", slug)
    return _page(request, club, fresh=link_shown(made, token))


@at_desk
@require_POST
def revoke(request: HttpRequest, slug: str) -> HttpResponse:
    """The link opens nothing any more."""
    club = club_for(viewer_of(request), slug, admin=True)

    def act() -> str:
        data = want_form(RevokeForm(request.POST))
        for found in Invitation.objects.filter(club=club, tournament=None, pk=data["invitation"]):
            roles.revoke(found)
        return _("The link opens nothing any more.")

    return done(request, act, back=reverse("desk_admins", args=[slug]))


@at_desk
@require_POST
def take(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody runs the club no more."""
    club = club_for(viewer_of(request), slug, admin=True)

    def act() -> str:
        roles.take_club_role(club, pk=want_form(TakeRoleForm(request.POST))["role"])
        return _("The role is taken away.")

    return done(request, act, back=reverse("desk_admins", args=[slug]))


def _page(
    request: HttpRequest,
    club: Club,
    *,
    invite_form: InviteForm | None = None,
    fresh: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    timezone.activate(ZoneInfo(club.zone))
    context = {
        "club": club,
        "keys": Keys(),
        "held": club.roles.select_related("user").order_by("user__username"),
        "invite_form": invite_form or InviteForm(kinds=KINDS, auto_id="invite_%s"),
        "invitations": invitation_lines(backed(Invitation.objects.filter(club=club, tournament=None))),
        "fresh": fresh,
        "invite_to": reverse("desk_admins_invite", args=[club.slug]),
        "revoke_at": reverse("desk_admins_revoke", args=[club.slug]),
    }
    return render(request, "tournaments/desk/admins.html", context, status=status)
