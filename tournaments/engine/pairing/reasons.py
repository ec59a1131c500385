"""What each table says of itself, and what the director is told of a draw."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from tournaments.engine.field import Apart, DrawnMatch, Entrant, Field

WIDE_GAP = 3
"""More than the most a single game can give."""


def reasons_of(one: Entrant, other: Entrant, apart: Apart) -> dict[str, Any]:
    """Why these two meet, in plain JSON; lists are by side.

    Always `scores`, `gap`, `ranks` (from 1), `byes`, `first_deals`; `floats` (1 meets a lower score, -1 a
    higher), `met` (rounds), `apart` (never, rather_not) where there is something to say.
    """
    gap = abs(one.score - other.score)
    said: dict[str, Any] = {
        "scores": [plain(one.score), plain(other.score)],
        "gap": plain(gap),
        "ranks": [one.rank + 1, other.rank + 1],
        "byes": [one.byes, other.byes],
        "first_deals": [one.first_deals, other.first_deals],
    }
    if gap:
        down = 1 if one.score > other.score else -1
        said["floats"] = [down, -down]
    if one.times_met(other.id):
        said["met"] = list(one.rounds_met(other.id))
    how = apart.get(frozenset((one.id, other.id)))
    if how is not None:
        said["apart"] = how
    return said


def notes_on(
    field: Field, matches: Iterable[DrawnMatch], bye: Entrant | None = None
) -> tuple[dict[str, Any], ...]:
    """What the draw could not avoid, weightiest first.

    Codes: `forced_forbidden`, `forced_repeat` (rounds), `second_bye` (byes), `forced_undesired`, `wide_gap`
    (gap).
    """
    notes: list[dict[str, Any]] = []
    drawn = list(matches)
    notes.extend(_note("forced_forbidden", each) for each in drawn if each.reasons.get("apart") == "never")
    notes.extend(
        _note("forced_repeat", each, rounds=each.reasons["met"]) for each in drawn if each.reasons.get("met")
    )
    if bye is not None and bye.byes:
        notes.append({"code": "second_bye", "side": bye.id, "byes": bye.byes})
    notes.extend(
        _note("forced_undesired", each) for each in drawn if each.reasons.get("apart") == "rather_not"
    )
    for each in drawn:
        one, other = (field.by_id[side] for side in each.sides)
        if abs(one.score - other.score) > WIDE_GAP:
            notes.append(_note("wide_gap", each, gap=plain(abs(one.score - other.score))))
    return tuple(notes)


def plain(number: Fraction) -> int | str:
    """An exact number in JSON: whole, or "7/3"."""
    return number.numerator if number.denominator == 1 else str(number)


def _note(code: str, match: DrawnMatch, **data: Any) -> dict[str, Any]:
    return {"code": code, "sides": list(match.sides), **data}
