"""Who deals first: the side with fewer first deals; where both had as many, the seed says."""

from __future__ import annotations

from random import Random

from tournaments.engine.field import Entrant


def first_dealer(one: Entrant, other: Entrant, random: Random) -> int:
    """0 or 1: the index of the side that deals the first hand."""
    mine, theirs = (one.first_deals, one.deal_balance), (other.first_deals, other.deal_balance)
    if mine == theirs:
        return random.randint(0, 1)
    return 0 if mine < theirs else 1
