"""What a draw changed by hand comes to: its pairs explain themselves, and what cannot be right is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tournaments.engine.field import DrawnMatch, Field
from tournaments.engine.pairing.reasons import notes_on, reasons_of
from tournaments.engine.tournament.state import Round

OF_A_PAIR = frozenset({"forced_forbidden", "forced_repeat", "forced_undesired", "wide_gap"})


def explained(round: Round, field: Field) -> Round:
    """The round with reasons for each pair made by hand, and notes on the pairs and the bye there are now.

    `field` is that before the round. A round nobody changed, and matches of more than two, stay as they are.
    """
    if not any(pairing.reasons.get("by_hand") for pairing in round.pairings):
        return round
    known, drawn, pairings = field.by_id, [], []
    for pairing in round.pairings:
        if (
            pairing.reasons.get("by_hand")
            and len(pairing.sides) == 2
            and all(side in known for side in pairing.sides)
        ):
            one, other = (known[side] for side in pairing.sides)
            pairing = replace(pairing, reasons={**reasons_of(one, other, field.apart), **pairing.reasons})
            drawn.append(
                DrawnMatch(sides=pairing.sides, first_dealer=pairing.first_dealer, reasons=pairing.reasons)
            )
        pairings.append(pairing)
    rests = [side for side, kind, _ in round.byes if kind == "pairing" and side in known]
    notes = notes_on(field, drawn, known[rests[0]] if len(rests) == 1 else None)
    return replace(round, pairings=tuple(pairings), notes=(*notes, *_still_true(round)))


def _still_true(round: Round) -> Iterator[dict[str, Any]]:
    """The draw's own notes but those on pairs and byes that are no more, or are told anew."""
    there = {frozenset(each.sides) for each in round.pairings if not each.reasons.get("by_hand")}
    for note in round.notes:
        if note.get("code") in OF_A_PAIR and frozenset(note["sides"]) not in there:
            continue
        if note.get("code") != "second_bye":
            yield note
