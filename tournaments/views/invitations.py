"""Accepting an invitation: what it grants is shown first; then by the login one has, or a new one."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods

from games.engine.errors import Refusal
from tournaments.access import invitations
from tournaments.access.viewer import viewer_of
from tournaments.engine.errors import NotNow
from tournaments.forms.roles import NewLoginForm
from tournaments.models.invitation import Invitation
from tournaments.selectors.roles import grants, where
from tournaments.services import roles
from tournaments.views import secret_links
from tournaments.views.desk.base import tried, words_of


@never_cache
@require_GET
def door(request: HttpRequest, token: str) -> HttpResponse:
    """The address of the link: its secret leaves the address; nothing is accepted by opening it."""
    found = invitations.invitation_of(token)
    return secret_links.let_in(
        request,
        None if found is None else lambda: invitations.remember(request, found),
        to="/invitation/",
        else_words=_("This link opens nothing. Ask whoever sent it for a new one."),
    )


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest) -> HttpResponse:
    """What is offered, by whom, until when; and the two ways to accept."""
    found = invitations.remembered(request)
    if found is None:
        return secret_links.closed(request, _("No invitation is open here. Open the link again."), status=404)
    why = roles.closed(found)
    if why is not None:
        return secret_links.closed(request, words_of(why), status=410)
    known = request.user.is_authenticated
    form = NewLoginForm(request.POST or None) if not known else NewLoginForm()
    if request.method == "POST":
        if known:
            return _accepted(request, found)
        if form.is_valid() and tried(form, lambda: _with_a_new_login(request, found, form)):
            return _led_on(request, found, fresh=True)
    context: dict[str, Any] = {
        "invitation": found,
        "where": where(found),
        "grants": grants(found.kind),
        "form": form,
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "tournaments/invitation.html", context, status=status)


def _with_a_new_login(request: HttpRequest, found: Invitation, form: NewLoginForm) -> None:
    user = form.save(commit=False)  # the slow digest of a password is made before anything is locked
    if not roles.accept_with_a_new_login(found, user):
        raise Refusal("name_taken", _("This name was taken in this moment. Choose another one."))
    login(request, user, backend=secret_links.BACKEND)


def _accepted(request: HttpRequest, found: Invitation) -> HttpResponse:
    try:
        fresh = roles.accept(found, viewer_of(request).user_id)
    except NotNow as error:
        return secret_links.closed(request, words_of(error), status=410)
    return _led_on(request, found, fresh=fresh)


def _led_on(request: HttpRequest, found: Invitation, *, fresh: bool) -> HttpResponse:
    invitations.forget(request)
    said = {"role": found.get_kind_display(), "where": where(found)}
    words = _("You are %(role)s of %(where)s now.") if fresh else _("You were %(role)s of %(where)s already.")
    messages.success(request, words % said)
    return redirect("desk_event", found.tournament_id) if found.tournament_id else redirect("desk")
