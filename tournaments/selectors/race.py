"""The race of a match: the running scores hand by hand, a picture for each game, and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.deadwood_line import drawn_words
from scoring.sheets.sheet import GameSheet
from tournaments.engine.match import MatchState

LEFT, RIGHT, TOP, BOTTOM = 44, 306, 18, 186
BETWEEN_LABELS = 20
SIDES = "abcde"


def races_of(state: MatchState, names: Sequence[str]) -> list[dict[str, Any]]:
    """One race a game of two deals or more; `names` are the sides' short names."""
    games = state.sheet.games
    return [
        _race(
            state, game, names, title=_("Game %(number)s") % {"number": game.number} if len(games) > 1 else ""
        )
        for game in games
        if len(game.lines) > 1
    ]


def _race(state: MatchState, game: GameSheet, names: Sequence[str], *, title: str) -> dict[str, Any]:
    rules = state.rules
    totals = [tuple(state.started.start_points), *(line.running for line in game.lines)]
    # Three columns have a target each, and what runs is their sum.
    target = rules.target if rules.length == "target" and len(game.columns) == 1 else 0
    top = max(target, *(max(each) for each in totals), 1)
    low = min(0, *(min(each) for each in totals))
    last = len(totals) - 1

    def x(index: int) -> int:
        return round(LEFT + (RIGHT - LEFT) * index / last)

    def y(points: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * (points - low) / (top - low))

    lines = []
    for side, name in enumerate(names):
        points = [(x(index), y(total[side])) for index, total in enumerate(totals)]
        lines.append({
            "side": SIDES[side], "name": name, "score": totals[-1][side], "drawn": drawn_words(side),
            "path": "M" + "L".join(f"{px} {py}" for px, py in points),
            "end_x": points[-1][0], "end_y": points[-1][1], "label_y": points[-1][1] + 5,
        })  # fmt: skip
    _part_labels(lines)
    return {
        "title": title,
        "words": _words(names, totals[-1], hands=last),
        "lines": lines,
        "limit_y": y(target) if target else None,
        "target": target,
        "zero_y": y(0),
        "zero_label": y(0) + 5,
    }


def _words(names: Sequence[str], scores: Sequence[int], *, hands: int) -> str:
    if len(names) == 2:
        said = {"first": names[0], "a": scores[0], "second": names[1], "b": scores[1], "hands": hands}
        return _("After %(hands)s hands %(first)s has %(a)s and %(second)s has %(b)s.") % said
    told = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
    said = {"hands": hands, "scores": told}
    return ngettext("After %(hands)s hand: %(scores)s.", "After %(hands)s hands: %(scores)s.", hands) % said


def _part_labels(lines: list[dict[str, Any]]) -> None:
    """Labels of scores that end close together stand one above the other, in their order."""
    ordered = sorted(lines, key=lambda line: (int(line["end_y"]), line["side"]))
    groups: list[list[dict[str, Any]]] = []
    for line in ordered:
        groups.append([line])
        while len(groups) > 1 and _first_of(groups[-1]) - _last_of(groups[-2]) < BETWEEN_LABELS:
            groups[-2:] = [[*groups[-2], *groups[-1]]]
    for group in groups:
        for place, line in enumerate(group):
            line["label_y"] = _first_of(group) + place * BETWEEN_LABELS


def _first_of(group: Sequence[dict[str, Any]]) -> int:
    """Where the first label of a group stands: the group around the middle of its lines' ends."""
    middle = sum(int(line["end_y"]) + 5 for line in group) // len(group)
    return middle - (len(group) - 1) * BETWEEN_LABELS // 2


def _last_of(group: Sequence[dict[str, Any]]) -> int:
    return _first_of(group) + (len(group) - 1) * BETWEEN_LABELS
