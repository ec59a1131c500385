"""The till: what the event costs, fees taken and waived, lives sold, prizes paid, the box counted.

Who takes or pays is who acts. Nothing is paid by the program; it writes down what was given in hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from uuid import UUID

from games.eventstore.log import Appended
from games.services.command import Command
from tournaments.engine.errors import not_allowed
from tournaments.engine.events import TournamentEvent
from tournaments.engine.money import orders
from tournaments.engine.money.sheet import cash_sheet
from tournaments.engine.tournament import TournamentState
from tournaments.models.tournament import Tournament
from tournaments.services.rights import may, needs
from tournaments.services.rounds import states_of
from tournaments.services.tournaments import decide_on


@needs("change_money")
def set_money(
    command: Command, tournament_id: UUID, *, terms: Mapping[str, Any], version: int | None = None
) -> Appended:
    """What the event costs and pays, all of it anew."""
    return decide_on(
        command, tournament_id, lambda state: orders.set_money(state, terms=terms), version=version
    )


@needs("take_fee")
def settle_fee(
    command: Command,
    tournament_id: UUID,
    *,
    side: str,
    person: str,
    how: Literal["paid", "waived", "open"],
    amount: int | None = None,
    reason: str = "",
) -> Appended:
    """A person's fee taken, waived, or open again.

    Raises NotAllowed `director_only`: waiving is the director's, and what he waived nobody else takes after
    all.
    """

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        was = state.till.fees.get(person)
        waiver = how == "waived" or (was is not None and was.how == "waived")
        if waiver and not may(command.actor, "waive_fee"):
            raise not_allowed("director_only")
        return orders.settle_fee(
            state, side=side, person=person, how=how, amount=amount, reason=reason, by=str(command.actor)
        )

    return decide_on(command, tournament_id, decide)


@needs("sell_life")
def buy_life(command: Command, row: Tournament, *, side: str, waived: bool = False) -> Appended:
    """A beaten side buys a life back. The key of the command names the life."""

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        return orders.buy_life(
            state, life=str(command.key), side=side, matches=states_of(row.pk), by=str(command.actor),
            waived=waived,
        )  # fmt: skip

    return decide_on(command, row.pk, decide)


@needs("sell_life")
def return_life(command: Command, tournament_id: UUID, *, life: str, reason: str = "") -> Appended:
    """A life given back before its round was out."""
    return decide_on(
        command, tournament_id, lambda state: orders.return_life(state, life=life, reason=reason)
    )


@needs("see_cash")
def pay_prize(command: Command, row: Tournament, *, pot: str, side: str, amount: int) -> Appended:
    """What a side has been given out of a pot in all, at most what the cash sheet says is due."""

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        sheet = cash_sheet(state, states_of(row.pk))
        found = sheet.pot_of(pot) if sheet is not None else None
        due = found.due_to() if found is not None else {}
        return orders.pay_prize(state, pot=pot, side=side, amount=amount, due=due, by=str(command.actor))

    return decide_on(command, row.pk, decide)


@needs("see_cash")
def count_cash(command: Command, tournament_id: UUID, *, amount: int, note: str = "") -> Appended:
    """What is in the box, and what a difference comes from."""
    return decide_on(
        command,
        tournament_id,
        lambda state: orders.count_cash(state, amount=amount, note=note, by=str(command.actor)),
    )
