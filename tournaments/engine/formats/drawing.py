"""From pairs to a draw: order of sides, first dealers, reasons, byes, notes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from scoring.records import ByeKind, SideId
from tournaments.engine.field import Draw, DrawnMatch, Entrant, Field
from tournaments.engine.formats.berger import Seat
from tournaments.engine.pairing.costs import in_order
from tournaments.engine.pairing.dealers import first_dealer
from tournaments.engine.pairing.look_ahead import pairs_with_a_way_on
from tournaments.engine.pairing.matching import Pairs
from tournaments.engine.pairing.reasons import notes_on, reasons_of
from tournaments.engine.points import STRAIGHT_WIN


def matched_draw(field: Field, round: int, seed: int, *, by_score: bool) -> Draw:
    """A draw by matching, looking ahead where the rounds are more than half the field."""
    random = Random(seed)
    sides = len(field.active)
    left = field.rounds - round if 2 * field.rounds > sides else 0
    left = min(left, sides - 1 + sides % 2)
    pairs, has_way = pairs_with_a_way_on(
        field.active, field.apart, random, rounds_left=left, by_score=by_score
    )
    ahead: tuple[dict[str, Any], ...] = (
        () if has_way or left < 1 else ({"code": "repeats_ahead", "rounds_left": left},)
    )
    return _draw(field, pairs, random, by_score=by_score, more=ahead)


def _draw(
    field: Field, pairs: Pairs, random: Random, *, by_score: bool, more: tuple[dict[str, Any], ...]
) -> Draw:
    ordered = in_order(field.active, by_score=by_score)
    matches, bye = [], None
    for one, other in pairs:
        if other == len(ordered):
            bye = ordered[one]
            continue
        a, b = ordered[one], ordered[other]
        matches.append(
            DrawnMatch(
                sides=(a.id, b.id),
                first_dealer=first_dealer(a, b, random),
                reasons=reasons_of(a, b, field.apart),
            )
        )
    resting = [bye] if bye is not None else []
    return Draw(matches=tuple(matches), byes=_byes(resting), notes=(*notes_on(field, matches, bye), *more))


def seated_draw(field: Field, pairs: Sequence[tuple[Seat, Seat]], *, repeats_meant: bool = False) -> Draw:
    """A draw from a table of seats: the first of a pair deals first; who has nobody across has a bye.

    `repeats_meant`: the second cycle of a double round robin is no forced repeat.
    """
    matches: list[DrawnMatch] = []
    byes: list[Entrant] = []
    away: list[dict[str, Any]] = []
    for one, other in pairs:
        here = [each for each in (one, other) if each is not None and each.active]
        if len(here) == 2:
            matches.append(_seated_match(field, here[0], here[1], repeats_meant))
        elif here:
            byes.append(here[0])
            if one is not None and other is not None:
                gone = other if here[0] is one else one
                away.append({"code": "opponent_away", "side": here[0].id, "opponent": gone.id})
    notes = () if repeats_meant else notes_on(field, matches)
    return Draw(
        matches=tuple(matches),
        byes=_byes(byes),
        notes=(*notes, *away),
    )


def _seated_match(field: Field, first: Entrant, second: Entrant, repeats_meant: bool) -> DrawnMatch:
    reasons = reasons_of(first, second, field.apart)
    if repeats_meant:
        reasons.pop("met", None)
    return DrawnMatch(sides=(first.id, second.id), first_dealer=0, reasons={**reasons, "by": "berger"})


def _byes(resting: Sequence[Entrant]) -> tuple[tuple[SideId, ByeKind, int], ...]:
    return tuple((each.id, "pairing", STRAIGHT_WIN) for each in resting)
