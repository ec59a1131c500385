"""The fees of a side as the desk's list shows them: for each person taken, waived or open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from games.models.player import Player
from tournaments.engine.formats import LIVES
from tournaments.engine.tournament import TournamentState, persons_now, upcoming
from tournaments.models.tournament import Entry
from tournaments.selectors.money_words import amount_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Fee:
    """One person's fee. `amount`: what was taken, or what the fee is. `id`: the person as the log knows him,
    whoever he was merged with since.
    """

    id: str
    person: Player
    how: Literal["paid", "waived", "open"]
    amount: str


def persons_of(state: TournamentState, entry: Entry) -> dict[str, Player]:
    """A side's persons by the ids the log has for them: a duplicate may be somebody else's row by now."""
    known = persons_now(state, str(entry.pk))
    return dict(zip(known, entry.people, strict=False))


def fees_of(state: TournamentState, entry: Entry) -> tuple[Fee, ...]:
    """The fees of a side's persons; nothing where the event costs nothing."""
    terms = state.till.terms
    if terms is None or not terms.fee or entry.is_house:
        return ()
    found: list[Fee] = []
    for key, person in persons_of(state, entry).items():
        settled = state.till.fees.get(key)
        amount = terms.fee if settled is None else settled.amount
        how = "open" if settled is None else settled.how
        found.append(Fee(id=key, person=person, how=how, amount=amount_words(amount, terms.currency)))
    return tuple(found)


def fees_json(state: TournamentState, entry: Entry) -> list[dict[str, Any]]:
    """A side's fees for programs of the desk: in coins."""
    terms = state.till.terms
    if terms is None or not terms.fee or entry.is_house:
        return []
    settled = ((key, state.till.fees.get(key)) for key in persons_of(state, entry))
    return [
        {"person": key, "how": fee.how if fee else "open", "amount": fee.amount if fee else terms.fee}
        for key, fee in settled
    ]


def price_of_a_life(state: TournamentState, side: str) -> str:
    """What a beaten side gives for a life in the next round; "" where none is sold to it (any more)."""
    terms = state.till.terms
    stage, round = upcoming(state)
    if terms is None or terms.rebuy is None or round > terms.rebuy.until_round:
        return ""
    if stage not in state.stages or state.stages[stage].format != LIVES.key:
        return ""
    if state.till.bought_in(stage).get(side, 0) >= terms.rebuy.most:
        return ""
    return amount_words(terms.rebuy.fee, terms.currency)
