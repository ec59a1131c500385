"""What the views of the desk share: who acts, under which key, and how a refusal is said."""

from __future__ import annotations

import json
import uuid
import zoneinfo
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.forms import BaseForm, Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure

from games.engine.errors import Refusal
from games.eventstore.log import Conflict as LostRace
from games.eventstore.log import KeyReused
from games.services.acting import Stale
from games.services.command import Actor, Command, digest_of
from tournaments.access.desk import RUN, AtDesk, event_for
from tournaments.access.held_form import hold, is_sent, remember_person
from tournaments.access.viewer import Viewer, viewer_of
from tournaments.engine.errors import SENTENCES, Conflict, NotAllowed
from tournaments.models.tournament import KeptEntry, Match, Tournament
from tournaments.selectors.adjourned import flagged, overdue
from tournaments.views.desk import following

REFUSALS = (Stale, KeyReused, LostRace, Refusal)
View = Callable[..., HttpResponse]


def at_desk(view: View) -> View:
    """A page of the desk: for a login alone, and never kept by a browser or a proxy.

    What is sent when the login has ended waits for the same person (`views/desk/held.py`).
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated and request.method == "POST":
            return _login_first(request)
        try:
            response = view(request, *args, **kwargs)
        finally:
            timezone.deactivate()  # the next request of this thread is another club's
        patch_cache_control(response, private=True, no_cache=True, max_age=0)
        if request.user.is_authenticated:
            remember_person(request, response)
            if request.method == "POST":
                is_sent(request)
        return response

    def entered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            return guarded(request, *args, **kwargs)
        return login_required(guarded)(request, *args, **kwargs)

    return wraps(view)(entered)


def _login_first(request: HttpRequest) -> HttpResponse:
    """To the login; what was sent is kept where that can be."""
    page = _page_before(request)
    after = reverse("desk_held") if hold(request, page=page) else page or reverse("desk")
    return whole_page(request, redirect_to_login(after)["Location"])


def whole_page(request: HttpRequest, address: str) -> HttpResponse:
    """On to another page, also where a script asked for a part."""
    if not request.headers.get("HX-Request"):
        return redirect(address)
    answer = HttpResponse()
    answer["HX-Redirect"] = address
    return answer


def token_is_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form with the token of a login before this one: kept, and shown to be sent now (CSRF_FAILURE_VIEW).

    Only what a page of this very site sent; everything else is refused as ever.
    """
    own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    at_the_desk = request.path.startswith(reverse("desk")) and request.user.is_authenticated
    if own and at_the_desk and hold(request, page=_page_before(request)):
        return whole_page(request, reverse("desk_held"))
    return csrf_failure(request, reason)


def _page_before(request: HttpRequest) -> str:
    """The page of this site that a form stood on; empty where the browser does not say."""
    told = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(told, {request.get_host()}):
        return ""
    parts = urlsplit(told)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


class Keys:
    """`{{ keys.new }}`: a key of its own for each form of a page."""

    @property
    def new(self) -> str:
        """A new key."""
        return str(uuid.uuid4())


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """One request at the desk of a tournament."""

    request: HttpRequest
    viewer: Viewer
    event: AtDesk

    @property
    def row(self) -> Tournament:
        """The tournament."""
        return self.event.row

    @property
    def home(self) -> str:
        """Its evening page."""
        return reverse("desk_event", args=[self.row.pk])

    def command(self, route: str, key: UUID, body: Any = None, match: Match | None = None) -> Command:
        """A command of this login: the same key with the same body is the same wish."""
        actor = self.viewer.actor(self.row, match)
        return command_of(actor, f"{route} {match.pk if match else self.row.pk}", key, body)

    def page(
        self,
        template: str,
        context: dict[str, Any],
        *,
        current: str,
        status: int = 200,
        follows: bool = False,
        at: str = "",
    ) -> HttpResponse:
        """A page with the event's head and tabs. `follows`: it keeps itself up to date; one that shows what
        was refused says only that it moved on (`at`: its address).
        """
        is_opened = self.request.method == "GET"
        at = self.request.get_full_path() if is_opened else at
        row, found = self.row, flagged(self.row)
        full = {
            "tournament": row, "club": row.club, "desk": self, "keys": Keys(),
            "tabs": event_tabs(self, current, found),
            "overdue": overdue(row, found) if self.event.rules else (),
            "follows": at if follows else "", "follows_etag": following.MARK if is_opened else "", **context,
        }  # fmt: skip
        if following.asks_anew(self.request):
            full["messages"] = ()  # words that wait for somebody are not read by a page that only follows
        answer = render(self.request, f"tournaments/desk/{template}", full, status=status)
        return following.tagged(self.request, answer) if follows and is_opened else answer


def desk_of(request: HttpRequest, pk: UUID, roles: frozenset[str] = RUN) -> Desk:
    """The desk of a tournament for those who have one of these roles. Raises Http404."""
    viewer = viewer_of(request)
    return desk_at(request, viewer, event_for(viewer, pk, roles))


def desk_at(request: HttpRequest, viewer: Viewer, event: AtDesk) -> Desk:
    """The desk of this event; from here on times are told in its zone."""
    timezone.activate(zoneinfo.ZoneInfo(event.row.zone))
    return Desk(request=request, viewer=viewer, event=event)


def command_of(actor: Actor, route: str, key: UUID, body: Any) -> Command:
    """A command whose digest says what was asked, by whom."""
    plain = json.loads(json.dumps(body, default=str))
    return Command(actor=actor, key=key, digest=digest_of(route, actor, plain))


def event_tabs(desk: Desk, current: str, found: Sequence[Match]) -> list[dict[str, Any]]:
    """The pages of an event, as far as this login may open them; `found`: the matches that want the desk."""
    waiting = KeptEntry.objects.filter(tournament=desk.row, settled_at=None).count()
    waiting += sum(each.director_called or each.state == Match.State.DISPUTED for each in found)
    inbox = _("Inbox (%(count)s)") % {"count": waiting} if waiting else _("Inbox")
    every = [
        ("desk_event", _("Evening"), True),
        ("desk_people", _("People"), True),
        ("desk_standings", _("Standings"), desk.event.runs),
        ("desk_money", _("Money"), desk.event.runs),
        ("desk_inbox", inbox, desk.event.rules),
        ("desk_log", _("Log"), desk.event.rules),
        ("desk_settings", _("Settings"), desk.event.runs),
        ("desk_roles", _("Helpers"), desk.event.runs),
    ]
    return [
        {
            "words": words,
            "href": reverse(name, args=[desk.row.pk]),
            "current": name == current,
            "waits": waiting and name == "desk_inbox",
        }
        for name, words, shown in every
        if shown
    ]


# ---------------------------------------------------------------- carrying out


def done(request: HttpRequest, act: Callable[[], str], *, back: str) -> HttpResponse:
    """Carry out what one button does; what it came to, or why it was refused, is said on the page it leads
    to.
    """
    try:
        said = act()
    except REFUSALS as error:
        messages.error(request, words_of(error))
    else:
        if said:
            messages.success(request, said)
    return redirect(back)


def tried(form: BaseForm, act: Callable[[], object]) -> bool:
    """Carry out what a form asks; a refusal stands in the form, beside what was entered."""
    try:
        act()
    except REFUSALS as error:
        form.add_error(None, words_of(error))
        return False
    return True


def want_form(form: Form) -> dict[str, Any]:
    """What a button’s form carries. Raises a refusal: it names the fields a person wrote in that cannot be;
    where none is, the form is not whole (an old page, a hand-made request).
    """
    if not form.is_valid():
        written = [
            f"{form[name].label}: {' '.join(map(str, errors))}"
            for name, errors in form.errors.items()
            if name in form.fields and form.fields[name].label and not form[name].is_hidden
        ]
        if written:
            raise Refusal("unreadable", " ".join(written))
        raise Refusal("unreadable", _("That did not work. Reload the page and try again."))
    return form.cleaned_data


def words_of(error: Exception) -> str:
    """A refusal's sentence in the reader's language."""
    if isinstance(error, Refusal):
        sentence = SENTENCES.get(error.code)
        return _(sentence) % error.data if sentence else error.message
    if isinstance(error, KeyReused):
        return _("This was sent before with other values. Look at the page and enter it again.")
    return _("Somebody else was faster. This is how it stands now; decide again.")


def status_of(error: Exception) -> int:
    """The HTTP status of a refusal."""
    if isinstance(error, Stale | Conflict | LostRace):
        return 409
    return 403 if isinstance(error, NotAllowed) else 422
