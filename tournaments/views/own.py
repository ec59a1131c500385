"""A player's own page: by the link the club gave, or by a login; what of it is for nobody else's eyes."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from games.models.player import Player
from tournaments.access import own_link
from tournaments.access.viewer import viewer_of
from tournaments.forms.club_people import PrivateForm
from tournaments.forms.roles import NewLoginForm
from tournaments.selectors import own_page, player_page
from tournaments.selectors.against import met_most
from tournaments.selectors.figures import curve_of
from tournaments.services import own_links, people
from tournaments.views import secret_links
from tournaments.views.desk.base import Keys, done, tried, want_form

ON_A_PAGE = 50


@never_cache
@require_GET
def door(request: HttpRequest, token: str) -> HttpResponse:
    """The address of the link: its secret leaves the address."""
    known = own_link.person_of_token(token) is not None
    return secret_links.let_in(
        request,
        (lambda: own_link.remember(request, token)) if known else None,
        to="/me/",
        else_words=_("This link opens nothing. Ask the club for a new one."),
        login=True,
    )


@never_cache
@require_GET
def me(request: HttpRequest) -> HttpResponse:
    """What waits for this person, what comes, its matches and figures."""
    player = _me(request)
    if player is None:
        words = _("Open your own link, or log in with a login that belongs to a player.")
        return secret_links.closed(request, words, status=404, login=True)
    return _page(request, player)


@require_POST
def hide(request: HttpRequest) -> HttpResponse:
    """One tap: everybody else sees initials, or the name again."""
    player = _me(request)
    if player is None:
        raise Http404("This browser is nobody's.")

    def act() -> str:
        people.hide_name(player, private=want_form(PrivateForm(request.POST))["private"])
        if player.is_private:
            return _("From now on everybody else sees %(initials)s.") % {"initials": player.initials}
        return _("The name is shown again.")

    return done(request, act, back="/me/")


@sensitive_post_parameters()
@require_POST
def give_login(request: HttpRequest) -> HttpResponse:
    """Whoever came by the link gets a login: the one that is open here, or a new one."""
    player = _by_link(request)
    if player is None:
        raise Http404("This browser is nobody's.")
    viewer = viewer_of(request)
    if viewer.is_known:

        def act() -> str:
            own_links.give_login(player, viewer.user)  # type: ignore[arg-type]
            return _("From now on this login opens your page.")

        return done(request, act, back="/me/")
    form = NewLoginForm(request.POST)
    if form.is_valid():
        user = form.save(commit=False)  # the slow digest of a password is made before anything is locked
        if tried(form, lambda: own_links.give_login(player, user)):
            login(request, user, backend=secret_links.BACKEND)
            messages.success(request, _("From now on this login opens your page."))
            return redirect("me")
    return _page(request, player, form=form, status=422)


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """This browser is nobody's any more."""
    own_link.forget(request)
    messages.success(request, _("This browser shows nobody’s own page any more."))
    return redirect("home")


def _me(request: HttpRequest) -> Player | None:
    """By the link that was opened here, else by the login."""
    found = _by_link(request)
    if found is not None:
        return found
    viewer = viewer_of(request)
    found = getattr(viewer.user, "player", None) if viewer.is_known else None
    return found if found is not None and found.erased_at is None else None


def _by_link(request: HttpRequest) -> Player | None:
    pk = viewer_of(request).link
    return None if pk is None else Player.objects.select_related("user").get(pk=pk)


def _page(
    request: HttpRequest, player: Player, *, form: NewLoginForm | None = None, status: int = 200
) -> HttpResponse:
    viewer, history = viewer_of(request), player_page.history_of(player, own=True)
    page, curve = Paginator(history, ON_A_PAGE).get_page(request.GET.get("page")), curve_of(player)
    context: dict[str, Any] = {
        "player": player, "keys": Keys(), "page": page,
        "rows": [player_page.row_of(each, player) for each in page.object_list],
        "totals": player_page.totals_of(player, own=True),
        "curve": curve,
        "club": curve["club"] if curve else None,
        "waiting": own_page.waiting_of(player),
        "coming": own_page.coming_of(player),
        "ratings": own_page.ratings_of(player),
        "seasons": own_page.seasons_of(player),
        "met": met_most(player),
        "by_link": viewer.link == player.pk,
        "may_take_login": viewer.link == player.pk and player.user_id is None,
        "form": form or NewLoginForm(),
    }  # fmt: skip
    answer = render(request, "tournaments/own.html", context, status=status)
    patch_cache_control(answer, private=True, no_store=True)
    return answer
