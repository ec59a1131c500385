"""Which hand somebody may open, and what of it: while it is being played, never more than its public view.

A hand of a match belongs to the club's events, which this app knows nothing of: they register a gate (may
this request know of the hand?) and a finder (which seat does it sit on?) when the apps are ready.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest

from games import logs
from games.engine.record import RecordedHand
from games.models.hand import Hand

Gate = Callable[[HttpRequest, Hand], bool]
SeatFinder = Callable[[HttpRequest, Hand], int | None]
HIDDEN = "??"
PUBLIC_OF_A_DEAL = ("hand", "rules", "dealer", "limit_card", "commitment")

_gates: list[Gate] = []
_finders: list[SeatFinder] = []


def register_gate(gate: Gate) -> None:
    """Ask this too before a hand is shown: one gate that says no is enough."""
    if gate not in _gates:
        _gates.append(gate)


def register_seat_finder(finder: SeatFinder) -> None:
    """Ask this too which seat of a hand a request sits on: the first that knows answers."""
    if finder not in _finders:
        _finders.append(finder)


def hand_for(request: HttpRequest, pk: UUID) -> Hand:
    """The hand, for those who may know of it. Raises Http404: to others it is not there."""
    hand = Hand.objects.filter(pk=pk).first()
    if hand is None or not all(gate(request, hand) for gate in _gates):
        raise Http404("There is no such hand.")
    return hand


def seat_in(request: HttpRequest, hand: Hand) -> int | None:
    """The seat this request plays, None for everybody else."""
    seats = (finder(request, hand) for finder in _finders)
    return next((seat for seat in seats if seat is not None), None)


def is_finished(hand: Hand) -> bool:
    """Is nothing of it hidden any more?"""
    return hand.phase == Hand.Phase.FINISHED


def visible_events(hand: Hand) -> list[dict[str, Any]]:
    """The lines of a hand's record anybody who may open it can read, the deal first.

    A finished hand's are whole. Of one that is being played, whoever asks, no card is told but the pile's
    top, the one that sets the limit, and what was laid open after a knock.
    """
    lines = logs.lines_of(hand.pk)
    return lines if is_finished(hand) else _public(lines)


def visible_hand(hand: Hand) -> tuple[int, RecordedHand]:
    """Version and state of a hand, for views that show a perspective of it and nothing else."""
    return logs.hand_at(hand.pk)


def _public(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    deal, *events = lines
    top = next((index for index in range(len(events) - 1, -1, -1) if _moves_the_pile(events[index])), None)
    return [_public_deal(deal, shows_upcard=top is None), *(
        _public_event(event, is_top=index == top) for index, event in enumerate(events)
    )]  # fmt: skip


def _public_deal(line: dict[str, Any], *, shows_upcard: bool) -> dict[str, Any]:
    rules = line.get("rules", {})
    kept = {key: value for key, value in line.items() if key in PUBLIC_OF_A_DEAL}
    if rules.get("family") == "manipulation" and "hands" in line:
        kept["hands"] = [None] * len(line["hands"])  # how many play is no secret
    reads = rules.get("knock_limit") == "upcard" or rules.get("spade_multiplier", 1) != 1
    if "upcard" in line and (shows_upcard or (reads and rules.get("limit_from") != "second_pack")):
        kept["upcard"] = line["upcard"]
    return kept


def _moves_the_pile(event: dict[str, Any]) -> bool:
    return event["e"] in ("discarded", "knocked") or (event["e"] == "drew" and event.get("from") == "pile")


def _public_event(event: dict[str, Any], *, is_top: bool) -> dict[str, Any]:
    if event["e"] == "drew":
        return {**event, "card": HIDDEN}
    if event["e"] == "discarded":
        return event if is_top else {**event, "card": HIDDEN}
    if event["e"] == "knocked" and event.get("discard") is not None:
        return {**event, "discard": HIDDEN}
    return event
