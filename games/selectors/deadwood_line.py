"""The deadwood of a finished hand, event by event, as lines of an SVG and as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine.gin.held import Held
from games.engine.gin.state import Hand as GinHand
from games.engine.melds import deadwood, least_after_discard
from games.engine.record import RecordedHand, family_of, state_at

LEFT, RIGHT, TOP, BOTTOM = 40, 344, 16, 186
Counts = list[tuple[int | None, ...]]


def deadwood_line(
    recorded: RecordedHand, names: Sequence[str], at: int, seats: Sequence[int] = (0, 1)
) -> dict[str, Any] | None:
    """The least deadwood of these seats after each event; None where their cards are not known."""
    counts = _by_event(recorded)
    if len(counts) < 3 or not all(any(each[seat] is not None for each in counts) for seat in seats):
        return None
    top = max((each[seat] or 0 for each in counts for seat in seats), default=1) or 1
    last = len(counts) - 1

    def x(index: int) -> int:
        return round(LEFT + (RIGHT - LEFT) * index / last)

    def y(count: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * count / top)

    now = min(at, last)
    limit = recorded.state.limit
    lines = []
    for seat in seats:
        known = [(index, count) for index, each in enumerate(counts) if (count := each[seat]) is not None]
        here = counts[now][seat]
        lines.append(
            {
                "side": "ab"[seat],
                "name": names[seat],
                "path": "M" + "L".join(f"{x(index)} {y(count)}" for index, count in known),
                "now_y": None if here is None else y(here),
            }
        )
    return {
        "top": top,
        "limit": limit,
        "limit_y": y(limit) if 0 < limit <= top else None,
        "now_x": x(now),
        "lines": lines,
        "words": _words(counts, names, seats),
    }


def _by_event(recorded: RecordedHand) -> Counts:
    """The counts of both after each event up to a knock; None where a hand is not known."""
    state: GinHand = state_at(recorded.rules, recorded.dealt, recorded.events, 0)
    counts: Counts = [_both(state)]
    family = family_of(recorded.rules)
    for event in recorded.events:
        if state.showdown is None:
            state = family.evolve(state, event)
            if state.told is None:
                counts.append(_both(state))
    return counts


def _both(state: GinHand) -> tuple[int | None, ...]:
    return tuple(_least(held) for held in state.hands)


def _least(held: Held) -> int | None:
    if not held.is_open or held.count < 10:
        return None
    return least_after_discard(held.known) if held.count == 11 else deadwood(held.known)


def _words(counts: Counts, names: Sequence[str], seats: Sequence[int]) -> str:
    ends = {seat: [count for each in counts if (count := each[seat]) is not None] for seat in seats}
    if len(seats) == 1:
        (seat,) = seats
        said = {"name": names[seat], "a": ends[seat][0], "b": ends[seat][-1]}
        return _("Deadwood: %(name)s from %(a)s to %(b)s.") % said
    return _("Deadwood: %(first)s from %(a)s to %(b)s, %(second)s from %(c)s to %(d)s.") % {
        "first": names[0], "a": ends[0][0], "b": ends[0][-1],
        "second": names[1], "c": ends[1][0], "d": ends[1][-1],
    }  # fmt: skip
