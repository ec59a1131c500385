"""The fees of a side as the desk's list shows them: for each person taken, waived or open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.models.player import Player
from tournaments.engine.tournament import TournamentState
from tournaments.models.tournament import Entry
from tournaments.selectors.money_words import amount_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Fee:
    """One person's fee. `amount`: what was taken, or what the fee is."""

    person: Player
    how: Literal["paid", "waived", "open"]
    amount: str


def fees_of(state: TournamentState, entry: Entry) -> tuple[Fee, ...]:
    """The fees of a side's persons; nothing where the event costs nothing."""
    terms = state.till.terms
    if terms is None or not terms.fee:
        return ()
    found: list[Fee] = []
    for person in entry.people:
        settled = state.till.fees.get(str(person.pk))
        amount = terms.fee if settled is None else settled.amount
        how = "open" if settled is None else settled.how
        found.append(Fee(person=person, how=how, amount=amount_words(amount, terms.currency)))
    return tuple(found)
