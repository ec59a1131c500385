"""The club's room: does a phone reach us, the tables, and the cards that open them."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.access.desk import club_for
from tournaments.access.table_codes import code_for
from tournaments.access.viewer import viewer_of
from tournaments.forms.entry import KeyedForm
from tournaments.forms.room import RevokeForm, TableForm, TablesForm
from tournaments.models.club import Club, RoomTable
from tournaments.models.tournament import PhoneSeen
from tournaments.services import clubs
from tournaments.services.phones import phone_seen
from tournaments.views.desk.base import Keys, at_desk, done, want_form

EVENING = timedelta(hours=12)
NONE_CAME = 120
MOST_PHONES = 500
HELLO = "hello"
NOWHERE = frozenset({"localhost", "127.0.0.1", "::1"})


# ---------------------------------------------------------------- phones


@at_desk
@require_GET
def phones(request: HttpRequest, slug: str) -> HttpResponse:
    """The address, its QR code, and the phones that came this evening."""
    club = club_for(viewer_of(request), slug)
    address = settings.PUBLIC_URL + reverse("phone_hello", args=[club.slug])
    since = int(timezone.now().timestamp())
    context = {
        "club": club, "at_phones": True, "address": address, "qr": qr_of(address),
        "unreachable": urlsplit(settings.PUBLIC_URL).hostname in NOWHERE, **_seen(club, since),
    }  # fmt: skip
    return render(request, "tournaments/desk/phones.html", context)


@at_desk
@require_GET
def phones_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The list alone, asked for every few seconds."""
    club = club_for(viewer_of(request), slug)
    since = request.GET.get("since", "")
    number = int(since) if since.isascii() and since.isdigit() else int(timezone.now().timestamp())
    return render(request, "tournaments/desk/_phones.html", {"club": club, **_seen(club, number)})


def _seen(club: Club, since: int) -> dict[str, Any]:
    now = timezone.now()
    found = list(club.phones.filter(last_seen__gte=now - EVENING).order_by("-last_seen")[:MOST_PHONES])
    waited = int(now.timestamp()) - since
    return {
        "phones": found,
        "since": since,
        "none_came": not found and waited >= NONE_CAME,
        "cards_elsewhere": club.cards_address if _differs(club) else "",
        "public_url": settings.PUBLIC_URL,
    }


def _differs(club: Club) -> bool:
    return bool(club.cards_address) and club.cards_address != settings.PUBLIC_URL


@require_GET
def hello(request: HttpRequest, slug: str) -> HttpResponse:
    """What a phone opens from the Phones page: it reaches us, and the director sees it."""
    club = get_object_or_404(Club, slug=slug)
    key = request.COOKIES.get(HELLO, "")
    if len(key) != 32 or not key.isalnum():
        key = uuid.uuid4().hex
    recent = PhoneSeen.objects.filter(club=club, last_seen__gte=timezone.now() - EVENING).count()
    if recent < MOST_PHONES:
        phone_seen(club, key)
    response = render(request, "tournaments/desk/hello.html", {"club": club})
    response.set_cookie(
        HELLO, key, max_age=int(EVENING.total_seconds()), httponly=True, samesite="Lax",
        secure=request.is_secure(),
    )  # fmt: skip
    return response


# ---------------------------------------------------------------- tables and their cards


@at_desk
@require_GET
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables, and what is to be done about their cards."""
    club = club_for(viewer_of(request), slug)
    tables = _tables(club)
    context = {
        "club": club, "at_cards": True, "tables": tables, "keys": Keys(), "public_url": settings.PUBLIC_URL,
        "cards_elsewhere": club.cards_address if _differs(club) else "",
        "form": TablesForm(initial={"tables": len(tables) or 10}),
    }  # fmt: skip
    return render(request, "tournaments/desk/cards.html", context)


@at_desk
@require_POST
def cards_print(request: HttpRequest, slug: str) -> HttpResponse:
    """The address the cards are printed with is remembered; then the cards."""
    club = club_for(viewer_of(request), slug)
    form = KeyedForm(request.POST)
    if form.is_valid():
        clubs.cards_printed(club, settings.PUBLIC_URL)
    boards = "?boards=2" if request.POST.get("boards") == "2" else ""
    return redirect(reverse("desk_cards_sheet", args=[slug]) + boards)


@at_desk
@require_GET
def cards_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """A card for each table in use, to be printed and cut; with two boards one for each board."""
    club = club_for(viewer_of(request), slug)
    boards = (0, 1) if request.GET.get("boards") == "2" else (0,)
    wanted = request.GET.get("table", "")
    shown = [
        _card(table, board, named=len(boards) > 1)
        for table in _tables(club)
        if not table.out_of_use and wanted in ("", str(table.number))
        for board in boards
    ]
    context = {"club": club, "at_cards": True, "cards": shown, "boards": len(boards)}
    return render(request, "tournaments/desk/cards_sheet.html", context)


def _card(table: RoomTable, board: int, *, named: bool) -> dict[str, Any]:
    address = settings.PUBLIC_URL + reverse("table_code", args=[code_for(table, board)])
    return {
        "number": table.number, "board": "ab"[board] if named else "", "qr": qr_of(address),
        "address": address,
    }  # fmt: skip


@at_desk
@require_POST
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """More tables."""
    club = club_for(viewer_of(request), slug)

    def act() -> str:
        clubs.want_tables(club, want_form(TablesForm(request.POST))["tables"])
        return _("Saved.")

    return done(request, act, back=reverse("desk_cards", args=[slug]))


@at_desk
@require_POST
def table(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Step-free, good light, out of use."""
    club = club_for(viewer_of(request), slug)
    row = _table(club, pk)

    def act() -> str:
        data = want_form(TableForm(request.POST))
        marks = {name: data[name] for name in ("step_free", "good_light", "out_of_use")}
        clubs.change_table(row, **marks)
        return _("Table %(number)s is saved.") % {"number": row.number}

    return done(request, act, back=reverse("desk_cards", args=[slug]) + f"#table-{row.number}")


@at_desk
@require_POST
def revoke(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """The printed card opens nothing any more."""
    club = club_for(viewer_of(request), slug)
    row = _table(club, pk)

    def act() -> str:
        clubs.revoke_card(row, generation=want_form(RevokeForm(request.POST))["generation"])
        return _("The old card of table %(number)s opens nothing any more. Print a new one.") % {
            "number": row.number
        }

    return done(request, act, back=reverse("desk_cards", args=[slug]) + f"#table-{row.number}")


def _tables(club: Club) -> list[RoomTable]:
    rows = RoomTable.objects.filter(room__club=club).select_related("room__club")
    return list(rows.order_by("number"))


def _table(club: Club, pk: UUID) -> RoomTable:
    found = RoomTable.objects.filter(room__club=club, pk=pk).first()
    if found is None:
        raise Http404("There is no such table.")
    return found


def qr_of(text: str) -> SafeString:
    """A QR code as SVG without a style of its own: the page's policy allows none."""
    code = segno.make(text, error="m")
    svg = code.svg_inline(svgclass=None, lineclass=None, omitsize=True, border=2)
    return mark_safe(svg)  # noqa: S308  drawn by segno from numbers alone
