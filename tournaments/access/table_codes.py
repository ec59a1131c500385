"""The code printed on a table's card: it opens whatever match is seated at the table now.

A code is the table's short name and an HMAC (130 bits, base32) of club, table, board and generation under
the club's
card key. Nothing secret is stored per table; any card can be printed again; a generation more makes old
cards void.
The card key is part of the backup, so printed cards outlive a laptop.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass

from tournaments.models.club import Club, RoomTable

MAC_LETTERS = 26  # 26 letters of 5 bits: 130 bits


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table as its card names it: the row and the board (0 or 1)."""

    table: RoomTable
    board: int

    @property
    def club(self) -> Club:
        """The club whose room it stands in."""
        return self.table.room.club


def code_for(table: RoomTable, board: int = 0) -> str:
    """The code of a table's card, for printing and for the address `/t/<code>/`."""
    return f"{table.number}{'ab'[board]}-{_mac(table, board)}"


def read_code(code: str) -> TableCard | None:
    """The table a code belongs to, or None for a code that is wrong, revoked or of a table no longer
    there.
    """
    name, _, mac = code.strip().lower().partition("-")
    if len(mac) != MAC_LETTERS or len(name) < 2 or name[-1] not in "ab" or not code.isascii():
        return None
    if not name[:-1].isdigit() or len(name) > 6:
        return None
    board = "ab".index(name[-1])
    tables = RoomTable.objects.filter(number=int(name[:-1])).select_related("room__club")
    for table in tables:
        if hmac.compare_digest(_mac(table, board), mac):
            return TableCard(table, board)
    return None


def _mac(table: RoomTable, board: int) -> str:
    club = table.room.club
    text = f"{club.id}|{table.id}|{board}|{table.generation}"
    digest = hmac.new(bytes.fromhex(club.card_key), text.encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower()[:MAC_LETTERS]
