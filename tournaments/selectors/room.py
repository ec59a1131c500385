"""A club's room at the desk: its tables, the cards to print, the phones that came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import segno
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from games.live import MOST
from tournaments.models.club import Club, RoomTable
from tournaments.models.tournament import PhoneSeen, Tournament

BOARDS = "ab"
EVENING = timedelta(hours=12)
PATIENCE = timedelta(minutes=2)
MOST_PHONES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card to print: the table, its board where it has two, and the code drawn and in clear."""

    table: RoomTable
    board: str
    address: str
    svg: SafeString


def tables_of(club: Club) -> list[RoomTable]:
    """The tables of the club's room in order: one query."""
    return list(RoomTable.objects.filter(room__club=club).select_related("room__club").order_by("number"))


def events_to_come(club: Club) -> list[UUID]:
    """The events of the club whose next round a phone at its tables may wait for, those running first."""
    states = (Tournament.State.RUNNING, Tournament.State.OPEN)
    rows = Tournament.objects.filter(club=club, state__in=states).order_by("-state", "-starts_at")
    return list(rows.values_list("pk", flat=True)[:MOST])


def qr(address: str) -> SafeString:
    """A QR code as SVG without style attributes, quiet zone and all."""
    drawn = segno.make(address, micro=False, error="m")
    return mark_safe(drawn.svg_inline(svgclass=None, lineclass=None, omitsize=True, border=4))  # noqa: S308 - drawn here


def cards_of(
    club: Club, public_url: str, code_for: Callable[[RoomTable, int], str], *, boards: int
) -> list[Card]:
    """The cards of all tables in use: one a table, or one a board where partners play at two boards.

    `code_for` gives the code that opens a table's board; who may have it is `access`' to know.
    """
    return [
        Card(
            table=table,
            board=BOARDS[board].upper() if boards > 1 else "",
            address=address,
            svg=qr(address),
        )
        for table in tables_of(club)
        if not table.out_of_use
        for board in range(boards)
        for address in [public_url + reverse("table_code", args=[code_for(table, board)])]
    ]


def plays_partners(club: Club) -> bool:
    """Has the club an event for partners still to come or running?"""
    return club.tournaments.filter(side_size=2).exclude(state=Tournament.State.FINISHED).exists()


def phones_of(club: Club, *, now: datetime | None = None) -> list[PhoneSeen]:
    """The phones that came in the last hours, the newest first."""
    since = (now or timezone.now()) - EVENING
    return list(club.phones.filter(last_seen__gte=since)[:MOST_PHONES])


def phones_at(club: Club, *, waited_since: datetime | None) -> dict[str, Any]:
    """The phones seen; `lost` where none has come though somebody has waited two minutes."""
    seen = phones_of(club)
    waited = waited_since is not None and timezone.now() - waited_since >= PATIENCE
    return {"phones": seen, "lost": not seen and waited}
