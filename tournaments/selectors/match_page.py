"""What everybody may see of a match: names, table, round, state, the sheet, its hands, the race as a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.models.hand import Hand
from tournaments.engine.match import Line, MatchState
from tournaments.models.tournament import Match
from tournaments.selectors.sheets import (
    Names,
    gain_words,
    names_at,
    numbered,
    result_sentence,
    sheets_of,
)
from tournaments.selectors.table_page import names_of

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 350, 18, 186
ROOM_FOR_A_SCORE = 44
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
        "state_words": row.get_state_display(),
        "state_kind": STATE_KINDS.get(row.state, "plain"),
        "sheets": sheets_of(state, ruled, href=href) if state is not None and shown else [],
        "sentence": result_sentence(state, names) if state is not None else "",
        "race": _race(state, names) if state is not None and shown else None,
        "hands": _hands(state, names, addresses) if state is not None and shown else [],
        "points": row.summary.get("points"),
        "reason": row.summary.get("reason", "") if hands else "",
    }


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


def _race(state: MatchState, names: Names) -> dict[str, Any] | None:
    """The running score of the last game as two lines toward the target; None before two deals."""
    games = [game for game in state.sheet.games if game.lines]
    if not games or len(games[-1].columns) > 1 or len(names.short) != 2 or len(games[-1].lines) < 2:
        return None
    game, rules = games[-1], state.rules
    totals = [list(state.started.start_points), *(list(line.running) for line in game.lines)]
    top = max(rules.target if rules.length == "target" else 0, *(max(each) for each in totals), 1)
    last = len(totals) - 1

    def x(index: int) -> int:
        return round(LEFT + (RIGHT - ROOM_FOR_A_SCORE - LEFT) * index / last)

    def y(points: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * points / top)

    lines = []
    for side, name in enumerate(names.short):
        points = [(x(index), y(total[side])) for index, total in enumerate(totals)]
        lines.append({
            "side": "ab"[side],
            "path": "M" + "L".join(f"{px} {py}" for px, py in points),
            "end_x": points[-1][0], "end_y": points[-1][1], "label_y": points[-1][1] + 5,
            "name": name, "score": totals[-1][side],
        })  # fmt: skip
    _part_labels(lines)
    said = {"first": names.short[0], "a": totals[-1][0], "second": names.short[1], "b": totals[-1][1],
            "hands": last}  # fmt: skip
    return {
        "words": _("After %(hands)s hands %(first)s has %(a)s and %(second)s has %(b)s.") % said,
        "lines": lines,
        "limit_y": y(rules.target) if rules.length == "target" else None,
        "target": rules.target,
    }


def _part_labels(lines: list[dict[str, Any]]) -> None:
    """Labels of scores that end close together stand one above the other."""
    first, second = sorted(lines, key=lambda line: int(line["end_y"]))
    if second["label_y"] - first["label_y"] < 20:
        middle = (second["label_y"] + first["label_y"]) // 2
        first["label_y"], second["label_y"] = middle - 10, middle + 10
