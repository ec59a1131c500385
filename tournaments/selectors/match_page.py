"""What everybody may see of a match: names, table, round, state, the sheet, its hands, the race as a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.models.hand import Hand
from tournaments.engine.match import Line, MatchState
from tournaments.exchange.csv_out import Cell, write_csv
from tournaments.models.tournament import Match
from tournaments.selectors.race import races_of
from tournaments.selectors.sheets import (
    Names,
    gain_words,
    names_at,
    numbered,
    result_sentence,
    sheets_of,
)
from tournaments.selectors.table_page import names_of
from tournaments.selectors.withheld import state_words

STATE_KINDS = {
    "none": "plain", "playing": "running", "entered": "provisional",
    "accepted": "published", "disputed": "wrong",
    "corrected": "warn", "forfeit": "closed", "void": "closed",
}  # fmt: skip


def match_page(
    row: Match, state: MatchState | None, *, hands: bool, private: bool, addresses: Mapping[UUID, str]
) -> dict[str, Any]:
    """The page's facts. `hands`: single hands may be seen; `addresses` of hands that have a page."""
    names = names_of(row, public=not private)

    def href(line: Line) -> str | None:
        return addresses.get(UUID(line.hand)) if line.hand else None

    shown = state is not None and hands
    ruled = replace(names, full=names.short)  # the page's head has the whole names
    return {
        "names": names,
        "state_words": state_words(row),
        "state_kind": "closed" if row.is_in else STATE_KINDS.get(row.state, "plain"),
        "sheets": sheets_of(state, ruled, href=href, public=not private)
        if state is not None and shown
        else [],
        "sentence": result_sentence(state, names) if state is not None else "",
        "races": races_of(state, names.short) if state is not None and shown else [],
        "hands": _hands(state, names, addresses) if state is not None and shown else [],
        "running": [
            {"number": number, "name": name}
            for number, name in zip(row.summary.get("points") or [], names.short, strict=False)
        ],
        "reason": row.summary.get("reason", "") if hands else "",
    }


def hands_csv(state: MatchState | None, names: Names) -> bytes:
    """The lines of the sheet as a file, in order: where, how, what each side got and had left."""
    sides = range(len(names.short))
    boards = state is not None and state.started.boards > 1
    headings = [
        _("Game"), _("Hand"), *([_("Board")] if boards else []), _("Outcome"), _("Knocker"),
        *(_("%(name)s: points") % {"name": names.full[side]} for side in sides),
        *(_("%(name)s: deadwood") % {"name": names.full[side]} for side in sides),
    ]  # fmt: skip
    played = [line for line in state.lines if line.is_played] if state is not None else []
    return write_csv(headings, [_csv_row(line, names, boards=boards) for line in played])


def _csv_row(line: Line, names: Names, *, boards: bool) -> list[Cell]:
    result, place = line.result, line.place
    seats = line.seats or tuple(range(len(names.short)))
    knocker = None if result.knocker is None else names.full[seats[result.knocker]]

    def by_side(numbers: Sequence[int] | None) -> list[Cell]:
        told = dict(zip(seats, numbers or (), strict=False))
        return [told.get(side) for side in range(len(names.short))]

    return [
        place.game, place.deal, *(["AB"[place.board]] if boards else []), result.outcome, knocker,
        *by_side(result.points), *by_side(result.deadwood),
    ]  # fmt: skip


def hands_with_cards(row: Match) -> list[Hand]:
    """The hands of a match that still stand, in the order of the sheet."""
    return list(Hand.objects.filter(match_id=row.pk, struck=False))


def _hands(state: MatchState, names: Names, addresses: Mapping[UUID, str]) -> list[dict[str, Any]]:
    return [
        {
            "words": _("Hand %(number)s") % {"number": numbered(line.place, state)},
            "detail": gain_words(line.result, names_at(state, line, names)),
            "href": addresses[UUID(line.hand)],
        }
        for line in state.lines
        if line.hand and UUID(line.hand) in addresses
    ]
