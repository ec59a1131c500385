"""How a hand ended: the one fact a score sheet needs, at every fidelity (rules 7.1 to 7.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["knock", "gin", "big_gin", "undercut", "out", "stock", "wall", "void", "unfinished"]
Fidelity = Literal["play", "showdown", "counts", "points"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """Who ended the hand, how, the counts and the hand's points before they meet the sheet.

    `outcome` is None only where points alone were recorded and nobody said how. Lists are by seat. `points`
    already hold bonus and spade multiplier (rules 2.1, last line). `best_defence` is the least count the
    defender could have reached (own melds only after gin). `verified` says the cards were seen.
    `limit_card` is the card that set the knock limit and the spade rule (the upcard, or the second pack's
    card); `multiplier` is the factor in force (1 or 2). `eleven_melded`: no discard, all eleven melded,
    whatever it was paid as. `declared` is the defender's count as he declared it, None if he left it to the
    engine; `over_limit` marks a hand priced under a rule set that would not have let it be knocked.
    `least` is the least count the knocker could have knocked with (None: his cards were not seen).
    `limit_card`, `eleven_melded`, `declared`, `best_defence` and `least` make a result priceable under
    another rule set (rules 7.1). `winners`: every seat that won the round, where several may (Manipulation
    Rummy, rules 3.2); empty: `winner` alone.
    """

    outcome: Outcome | None
    knocker: int | None
    winner: int | None
    deadwood: tuple[int, ...] | None
    points: tuple[int, ...]
    best_defence: int | None = None
    verified: bool = True
    fidelity: Fidelity = "play"
    limit_card: str | None = None
    multiplier: int = 1
    eleven_melded: bool = False
    declared: int | None = None
    over_limit: bool = False
    least: int | None = None
    events: int = 0
    winners: tuple[int, ...] = ()
