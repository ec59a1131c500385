"""Hands as the API gives them: what one seat, or the public, may see."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from games import access
from games.api.moves import KINDS
from games.engine.record import RecordedHand, family_of
from games.models.hand import Hand

KINDS_OF_WORDS = {word: kind for kind, word in KINDS.items()}


def hand(row: Hand, version: int, recorded: RecordedHand, seat: int | None) -> dict[str, Any]:
    """A hand in the perspective of a seat (None: the public), with what that seat may do now."""
    family = family_of(recorded.rules)
    finished = access.is_finished(row)
    return {
        "id": str(row.pk),
        "match": str(row.match_id) if row.match_id else None,
        "game": row.game,
        "deal": row.deal,
        "board": row.board,
        "fidelity": row.fidelity,
        "phase": row.phase,
        "version": version,
        "seat": seat,
        "view": asdict(family.perspective(recorded.state, seat)),
        "moves": [] if finished else _moves(recorded, seat),
        "result": row.result if finished else None,
    }


def _moves(recorded: RecordedHand, seat: int | None) -> list[str]:
    """The kinds of moves this seat has now."""
    if seat is None or recorded.state.turn != seat:
        return []
    return [KINDS_OF_WORDS[word] for word in family_of(recorded.rules).possible(recorded.state)]
