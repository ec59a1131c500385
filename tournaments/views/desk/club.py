"""The club's room at the desk: tables, cards to print, the phones that reach this computer."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from tournaments.access.desk import club_for
from tournaments.access.evening_code import code_of
from tournaments.access.table_codes import code_for
from tournaments.access.viewer import viewer_of
from tournaments.forms.club import EveningCodeForm, PrintedForm, RevokeForm, TablesForm, WantTablesForm
from tournaments.models.club import Club, RoomTable
from tournaments.selectors.desk_files import tables_csv
from tournaments.selectors.room import cards_of, phones_at, plays_partners, qr, tables_of
from tournaments.services import clubs
from tournaments.views.desk.base import Keys, at_desk, done, want_form
from tournaments.views.public.answers import as_csv

WAITED_MOST = timedelta(days=1)


@at_desk
@require_GET
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Every table of the room, and what is special about it; `format=csv` as a file."""
    club = club_for(viewer_of(request), slug)
    there = tables_of(club)
    if request.GET.get("format") == "csv":
        return as_csv(tables_csv(there), f"{club.slug}-tables")
    context = {
        "tables": there,
        "in_use": sum(1 for table in there if not table.out_of_use),
        "form": WantTablesForm(initial={"tables": len(there) or 10}),
    }
    return _page(request, "tables.html", club, context, at="tables")


@at_desk
@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """The room has so many tables from now on; pressed twice it adds none twice."""
    club = club_for(viewer_of(request), slug)

    def act() -> str:
        made = clubs.want_tables(club, want_form(WantTablesForm(request.POST))["tables"])
        if not made:
            return _("The room has so many tables already. Take a table out of use where it is gone.")
        said = ngettext("%(count)s table added.", "%(count)s tables added.", len(made))
        return said % {"count": len(made)}

    return done(request, act, back=reverse("desk_tables", args=[slug]))


@at_desk
@require_POST
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Which tables are step-free, well lit, out of use."""
    club = club_for(viewer_of(request), slug)

    def act() -> str:
        form = TablesForm(request.POST, tables=RoomTable.objects.filter(room__club=club))
        want_form(form)
        clubs.change_tables(form.changes)
        return _("The tables are saved.")

    return done(request, act, back=reverse("desk_tables", args=[slug]))


@at_desk
@require_POST
def revoke(request: HttpRequest, slug: str, table: UUID) -> HttpResponse:
    """The table's printed card opens nothing any more."""
    row = _table(club_for(viewer_of(request), slug), table)

    def act() -> str:
        clubs.revoke_card(row, generation=want_form(RevokeForm(request.POST))["generation"])
        return _("The old card of table %(table)s opens nothing any more. Print a new one.") % {
            "table": row.number
        }

    return done(request, act, back=reverse("desk_tables", args=[slug]) + f"#table-{row.number}")


def _table(club: Club, pk: UUID) -> RoomTable:
    found = RoomTable.objects.select_related("room__club").filter(room__club=club, pk=pk).first()
    if found is None:
        raise Http404("There is no such table.")
    return found


# ---------------------------------------------------------------- cards and phones


@at_desk
@require_GET
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards to print: one a table, or one for each of its two boards where partners play."""
    club = club_for(viewer_of(request), slug)
    wanted = request.GET.get("boards", "")
    boards = int(wanted) if wanted in ("1", "2") else 2 if plays_partners(club) else 1
    context = {
        "cards": cards_of(club, settings.PUBLIC_URL, code_for, boards=boards),
        "boards": boards,
        "address": settings.PUBLIC_URL,
        "moved": _moved(club),
        "only_here": _only_here(),
        "tabs": [
            {"words": _("One card a table"), "href": "?boards=1", "current": boards == 1},
            {"words": _("Two cards a table, for partners"), "href": "?boards=2", "current": boards == 2},
        ],
    }
    return _page(request, "cards.html", club, context, at="cards")


@at_desk
@require_POST
def printed(request: HttpRequest, slug: str) -> HttpResponse:
    """These cards lie on the tables now: from here on the desk warns where the address moves away."""
    club = club_for(viewer_of(request), slug)

    def act() -> str:
        address = want_form(PrintedForm(request.POST))["address"]
        clubs.cards_printed(club, address)
        return _("Noted: the cards on the tables lead to %(address)s.") % {"address": address}

    return done(request, act, back=reverse("desk_cards", args=[slug]))


@at_desk
@require_POST
def evening_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether phones are asked for the code of the evening; those at the tables are then asked once."""
    club = club_for(viewer_of(request), slug)

    def act() -> str:
        asks = want_form(EveningCodeForm(request.POST))["asks"]
        clubs.ask_evening_code(club, asks)
        if asks:
            return _("Phones are asked for the code of the evening: %(code)s.") % {"code": code_of(club)}
        return _("Phones open their table by its card alone.")

    return done(request, act, back=reverse("desk_phones", args=[slug]))


@at_desk
@require_GET
def phones(request: HttpRequest, slug: str) -> HttpResponse:
    """The address for phones, and which came: a warning where none does for two minutes."""
    club = club_for(viewer_of(request), slug)
    since = _since(request.GET.get("since", ""))
    hello = settings.PUBLIC_URL + reverse("phone_hello", args=[slug])
    context = {
        **phones_at(club, waited_since=since),
        "evening_code": code_of(club) if club.asks_evening_code else "",
        "since": int(since.timestamp()),
        "address": settings.PUBLIC_URL,
        "hello": hello,
        "svg": qr(hello),
        "moved": _moved(club),
        "only_here": _only_here(),
    }
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "tournaments/desk/_phones.html", {"club": club, **context})
    return _page(request, "phones.html", club, context, at="phones")


def _since(text: str) -> datetime:
    """Since when somebody looks at the page: as its own polling says, else from now on."""
    now = timezone.now()
    if not text.isdecimal() or len(text) > 11:
        return now
    since = datetime.fromtimestamp(int(text), tz=now.tzinfo)
    return since if now - WAITED_MOST < since <= now else now


def _moved(club: Club) -> bool:
    """Do the cards on the tables lead somewhere else than this computer's address?"""
    return bool(club.cards_address) and club.cards_address != settings.PUBLIC_URL


def _only_here() -> bool:
    """Does the address lead no phone anywhere, because it names this computer to itself?"""
    return urlsplit(settings.PUBLIC_URL).hostname in ("localhost", "127.0.0.1", "::1")


def _page(
    request: HttpRequest, template: str, club: Club, context: dict[str, Any], *, at: str
) -> HttpResponse:
    full = {"club": club, "keys": Keys(), f"at_{at}": True, **context}
    return render(request, f"tournaments/desk/{template}", full)
