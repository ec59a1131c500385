"""The desk's lists as files for spreadsheets: names in full, for those who run the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from tournaments.exchange.csv_out import Cell, write_csv
from tournaments.models.club import RoomTable
from tournaments.models.tournament import Stage, TournamentRole
from tournaments.selectors.desk_people import DeskSide
from tournaments.selectors.sides import Person, Sides
from tournaments.selectors.standings import Table, codes_of, table_csv


def sides_csv(sides: Iterable[DeskSide]) -> bytes:
    """The people, in the order of the list. “Import a list” reads it again."""
    every = list(sides)
    partners = any(len(side.people) > 1 for side in every)
    headings = [
        _("Name"), *([_("Partner")] if partners else []), _("Seed"), _("Start points"), _("Here"), _("Table"),
        _("Next round"),
    ]  # fmt: skip
    return write_csv(headings, (_side(side, partners=partners) for side in every))


def _side(side: DeskSide, *, partners: bool) -> list[Cell]:
    names: list[Cell] = [player.name for player in side.people]
    names += [None] * (2 - len(names)) if partners else []
    here = None if side.here is None else side.here
    return [*names, side.entry.seed, side.start_points or None, here, side.table, side.next_words]


def standings_csv(
    stage: Stage, lines: Sequence[Mapping[str, Any]], sides: Sides, names: Mapping[str, str]
) -> bytes:
    """The lines with whole names."""
    named = Sides({
        key: replace(side, persons=(Person(id=side.persons[0].id, name=names[key], is_shown=True),))
        for key, side in sides.items()
        if key in names and side.persons
    })  # fmt: skip
    return table_csv(Table(codes=codes_of(stage.tiebreaks, lines), lines=tuple(lines), sides=named))


def helpers_csv(held: Iterable[TournamentRole], zone: str) -> bytes:
    """The logins with a role in an event, and until when."""

    def until(role: TournamentRole) -> str | None:
        if role.expires_at is None:
            return None
        return role.expires_at.astimezone(ZoneInfo(zone)).isoformat(timespec="minutes")

    headings = [_("Login"), _("Role"), _("Until")]
    rows = ([role.user.get_username(), role.get_kind_display(), until(role)] for role in held)
    return write_csv(headings, rows)


def tables_csv(tables: Iterable[RoomTable]) -> bytes:
    """The tables of the room, and how often each one's card was made anew."""
    headings = [_("Table"), _("Step-free"), _("Good light"), _("Out of use"), _("Card")]
    return write_csv(
        headings,
        ([each.number, each.step_free, each.good_light, each.out_of_use, each.generation] for each in tables),
    )
