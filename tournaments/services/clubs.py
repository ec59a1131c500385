"""Clubs, their people and their room: rows, no events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import IntegrityError
from django.db.models import Max
from django.utils.text import slugify

from games.eventstore.log import unit
from games.models.player import Player
from tournaments.engine.errors import not_now
from tournaments.exchange.texts import clean, name_key
from tournaments.models.club import Club, ClubRole, Room, RoomTable
from tournaments.models.tournament import Match
from tournaments.selectors.merged import merged_persons

MOST_LETTERS = 80
MOST_COMPARED = 160
"""Letters of a name as it is kept and as it is compared (`Player.key`)."""


def clean_name(name: str, most: int = MOST_LETTERS) -> str:
    """A name as it is kept: NFC, single spaces, no marks that only turn or hide letters.

    Raises NotNow `name_too_long` (data: most): some letters become several, as they are kept or compared.
    """
    kept = clean(name)
    if len(kept) > most or len(name_key(name)) > MOST_COMPARED:
        raise not_now("name_too_long", most=most)
    return kept


def want_name(name: str, most: int = MOST_LETTERS) -> str:
    """The same of what cannot be without a name. Raises NotNow `name_missing` where nothing of it is seen."""
    kept = clean_name(name, most)
    if not kept:
        raise not_now("name_missing")
    return kept


def free_slug(name: str, taken: Iterable[str], fallback: str) -> str:
    """An address for a name, in its own script, different from all that are taken (never empty)."""
    stem = slugify(name, allow_unicode=False)[:50] or fallback
    used, number, slug = set(taken), 2, stem
    while slug in used:
        slug, number = f"{stem}-{number}", number + 1
    return slug


def create_club(*, name: str, zone: str = "UTC", tables: int = 0, admin_id: int | None = None) -> Club:
    """A club with one room and its tables numbered from 1."""
    while True:
        slug = free_slug(name, Club.objects.values_list("slug", flat=True), "club")
        try:
            with unit():
                return _create(name, slug, zone, tables, admin_id)
        except IntegrityError:
            if not Club.objects.filter(slug=slug).exists():
                raise
            # Another club took the address in the same moment: the next one is free.


def _create(name: str, slug: str, zone: str, tables: int, admin_id: int | None) -> Club:
    club = Club.objects.create(name=want_name(name), slug=slug, zone=zone)
    room = Room.objects.create(club=club, name="1")
    RoomTable.objects.bulk_create([RoomTable(room=room, number=n) for n in range(1, tables + 1)])
    if admin_id is not None:
        ClubRole.objects.create(club=club, user_id=admin_id)
    return club


def room_of(club: Club) -> Room:
    """The room the club plays in, made if it has none."""
    return club.rooms.first() or Room.objects.create(club=club, name="1")


def add_tables(club: Club, count: int) -> list[RoomTable]:
    """More tables, with the next numbers. A match that was given one of these before stands there now."""
    with unit():
        Club.objects.select_for_update().get(pk=club.pk)  # one after the other
        room = room_of(club)
        last = room.tables.aggregate(last=Max("number"))["last"] or 0
        tables = RoomTable.objects.bulk_create(
            [RoomTable(room=room, number=last + n) for n in range(1, count + 1)]
        )
        waiting = Match.objects.filter(round__stage__tournament__club=club, table=None)
        for table in tables:
            waiting.filter(table_number=table.number).update(table=table)
        return tables


def want_tables(club: Club, count: int) -> list[RoomTable]:
    """The room has at least so many tables: asking twice adds none twice."""
    with unit():
        Club.objects.select_for_update().get(pk=club.pk)
        return add_tables(club, max(0, count - room_of(club).tables.count()))


def cards_printed(club: Club, address: str) -> Club:
    """Cards were printed whose QR codes lead to this address."""
    with unit():
        club.cards_address = address
        club.save(update_fields=["cards_address"])
    return club


def change_table(table: RoomTable, **changes: bool) -> RoomTable:
    """Step-free, light, out of use."""
    with unit():
        for field, value in changes.items():
            setattr(table, field, value)
        table.save(update_fields=list(changes))
    return table


def change_tables(changes: Mapping[RoomTable, Mapping[str, bool]]) -> None:
    """Several tables at once, all of them or none."""
    with unit():
        for table, traits in changes.items():
            change_table(table, **traits)


def revoke_card(table: RoomTable, *, generation: int | None = None) -> RoomTable:
    """The printed card of this table opens nothing any more; the next printed one does.

    `generation`: the one to revoke, so that a double click does not revoke the new card too.
    """
    with unit():
        if generation in (None, table.generation):
            table.generation += 1
            table.save(update_fields=["generation"])
    return table


def known_players(club: Club) -> dict[str, Player]:
    """The club's people by the key of their name; the name of a duplicate is one of its person's names."""
    people = Player.objects.filter(memberships__club=club, erased_at=None)
    merged = merged_persons()
    found = {player.key: player for player in people if player.pk not in merged}
    by_id = {player.pk: player for player in found.values()}
    for player in people:
        if player.pk in merged and merged[player.pk] in by_id:
            found.setdefault(player.key, by_id[merged[player.pk]])
    return found


def ask_evening_code(club: Club, asks: bool) -> None:
    """Ask each phone for the code of the evening from now on, or no more."""
    Club.objects.filter(pk=club.pk).update(asks_evening_code=asks)
