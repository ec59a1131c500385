"""The deadwood of a finished hand (a round: its points), event by event, as lines of an SVG and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine.cards import cards_of
from games.engine.gin.held import Held
from games.engine.gin.state import Hand as GinHand
from games.engine.manipulation.cards import value
from games.engine.manipulation.state import Hand as Round
from games.engine.melds import deadwood, least_after_discard
from games.engine.record import RecordedHand, family_of, state_at

LEFT, RIGHT, TOP, BOTTOM = 40, 344, 16, 186
Counts = list[tuple[int | None, ...]]


def deadwood_line(
    recorded: RecordedHand, names: Sequence[str], at: int, seats: Sequence[int] = (0, 1)
) -> dict[str, Any] | None:
    """The least deadwood of these seats after each event; None where their cards are not known."""
    counts = counts_of(recorded)
    if not _are_known(counts, seats):
        return None
    return _drawn(counts, names, seats, at, limit=recorded.state.limit, words=_words(counts, names, seats))


def points_line(
    recorded: RecordedHand, names: Sequence[str], at: int, seats: Sequence[int]
) -> dict[str, Any] | None:
    """The same of a round of Manipulation Rummy: the points in each of these hands, known since the deal."""
    counts = counts_of(recorded)
    if not _are_known(counts, seats) or any(counts[0][seat] is None for seat in seats):
        return None
    ends = [(names[seat], *_ends(counts, seat)) for seat in seats]
    told = ", ".join(_("%(name)s from %(a)s to %(b)s") % {"name": n, "a": a, "b": b} for n, a, b in ends)
    words = _("Points in hand: %(told)s.") % {"told": told}
    return _drawn(counts, names, seats, at, limit=0, words=words)


def _are_known(counts: Counts, seats: Sequence[int]) -> bool:
    return len(counts) >= 3 and all(any(each[seat] is not None for each in counts) for seat in seats)


def _drawn(
    counts: Counts, names: Sequence[str], seats: Sequence[int], at: int, *, limit: int, words: str
) -> dict[str, Any]:
    top = max((each[seat] or 0 for each in counts for seat in seats), default=1) or 1
    last = len(counts) - 1

    def x(index: int) -> int:
        return round(LEFT + (RIGHT - LEFT) * index / last)

    def y(count: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * count / top)

    now = min(at, last)
    lines = []
    for seat in seats:
        known = [(index, count) for index, each in enumerate(counts) if (count := each[seat]) is not None]
        here = counts[now][seat]
        lines.append(
            {
                "side": "abcde"[seat],
                "name": names[seat],
                "drawn": drawn_words(seat),
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
        "words": words,
    }


def drawn_words(side: int) -> str:
    """How a side's line is told apart without its colour; the first is a plain one."""
    return ("", _("dashed"), _("dotted"), _("long dashes"), _("dash and dot"))[side]


def _in_hand(state: Round) -> tuple[int | None, ...]:
    return tuple(None if held.unseen else value(cards_of(held.known)) for held in state.hands)


def counts_of(recorded: RecordedHand) -> Counts:
    """By seat after the deal and after each event until a knock, the least deadwood; of a round the points in
    hand. None where a hand is not known.
    """
    state = state_at(recorded.rules, recorded.dealt, recorded.events, 0)
    evolve = family_of(recorded.rules).evolve
    if recorded.rules.family == "manipulation":
        counts: Counts = [_in_hand(state)]
        for event in recorded.events:
            state = evolve(state, event)
            if state.told is None:
                counts.append(_in_hand(state))
        return counts
    counts = [_both(state)]
    for event in recorded.events:
        if state.showdown is None:
            state = evolve(state, event)
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
    if len(seats) == 1:
        (seat,) = seats
        first, last = _ends(counts, seat)
        said = {"name": names[seat], "a": first, "b": last}
        return _("Deadwood: %(name)s from %(a)s to %(b)s.") % said
    (a, b), (c, d) = _ends(counts, 0), _ends(counts, 1)
    said = {"first": names[0], "a": a, "b": b, "second": names[1], "c": c, "d": d}
    return _("Deadwood: %(first)s from %(a)s to %(b)s, %(second)s from %(c)s to %(d)s.") % said


def _ends(counts: Counts, seat: int) -> tuple[int, int]:
    known = [count for each in counts if (count := each[seat]) is not None]
    return known[0], known[-1]
