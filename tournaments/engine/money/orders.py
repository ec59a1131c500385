"""Orders on the till: terms, fees taken and waived, lives bought back, prizes paid, cash counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from scoring.money import amount_text
from tournaments.engine.errors import not_now
from tournaments.engine.events import (
    CashCounted,
    FeeSettled,
    LifeBought,
    LifeReturned,
    MoneySet,
    PrizePaid,
    TournamentEvent,
)
from tournaments.engine.formats import LIVES
from tournaments.engine.formats.lives import lives_of, losses
from tournaments.engine.match import MatchState
from tournaments.engine.money.terms import MOST, Rebuy, Terms, terms_from_wire, terms_to_wire
from tournaments.engine.tournament.history import field_of
from tournaments.engine.tournament.state import Side, TournamentState

Events = tuple[TournamentEvent, ...]
PLACES = "places"
"""The pot that is not a side pot."""


def set_money(state: TournamentState, *, terms: Mapping[str, Any]) -> Events:
    """What the event costs and pays (`terms` as JSON), all of it anew. The same again: nothing new.

    What was taken before stays as it was taken. Raises what `terms_from_wire` refuses, NotNow
    `rebuy_needs_lives`, `currency_used` (data: currency).
    """
    wanted, till = terms_from_wire(terms), state.till
    if wanted == till.terms:
        return ()
    if till.terms is not None and till.holds_money and till.terms.currency != wanted.currency:
        raise not_now("currency_used", currency=till.terms.currency)
    if wanted.rebuy is not None and not any(each.format == LIVES.key for each in state.stages.values()):
        raise not_now("rebuy_needs_lives")
    return (MoneySet(terms=terms_to_wire(wanted)),)


def settle_fee(
    state: TournamentState,
    *,
    side: str,
    person: str,
    how: Literal["paid", "waived", "open"],
    by: str,
    amount: int | None = None,
    reason: str = "",
) -> Events:
    """A person's fee is taken (`amount` left out: whole), waived, or open again because it was given back.

    Said again: nothing new, whoever says it. Raises NotNow `no_money_set`, `unknown_side`,
    `not_of_this_side`, `bad_amount`, `fee_too_high` (data: fee).
    """
    terms = _terms(state)
    known = _side(state, side)
    was = state.till.fees.get(person)
    if was is None and person not in known.persons:
        raise not_now("not_of_this_side")
    taken = 0 if how != "paid" else terms.fee if amount is None else amount
    _want_amount(taken)
    if taken > terms.fee:
        raise not_now("fee_too_high", fee=amount_text(terms.fee, terms.currency))
    if (was.how, was.amount) == (how, taken) if was else how == "open":
        return ()
    return (FeeSettled(side=side, person=person, how=how, amount=taken, by=by, reason=reason.strip()),)


def buy_life(
    state: TournamentState,
    *,
    life: str,
    side: str,
    matches: Mapping[str, MatchState],
    by: str,
    waived: bool = False,
) -> Events:
    """A beaten side buys a life back and is in the next draw; a draft there was is stale.

    Raises NotNow `finished`, `no_rebuys`, `unknown_side`, `rebuy_needs_lives`, `stage_has_ended`,
    `rebuy_over` (data: until, round), `is_withdrawn`, `still_in`, `rebuys_used` (data: most).
    """
    rebuy = _rebuy(state)
    known, stage = _side(state, side), _stage_of_lives(state)
    round = state.next_number(stage)
    if round > rebuy.until_round:
        raise not_now("rebuy_over", until=rebuy.until_round, round=round)
    if known.is_withdrawn((stage, round)):
        raise not_now("is_withdrawn")
    field = field_of(state, (stage, round), matches)
    if side not in field.by_id or losses(field)[side] < lives_of(field, side):
        raise not_now("still_in")
    if field.bought.get(side, 0) >= rebuy.most:
        raise not_now("rebuys_used", most=rebuy.most)
    amount = 0 if waived else rebuy.fee
    return (LifeBought(life=life, side=side, stage=stage, from_round=round, amount=amount, by=by),)


def may_buy_life(state: TournamentState, *, side: str, matches: Mapping[str, MatchState]) -> bool:
    """Could the side buy a life back now?"""
    try:
        return bool(buy_life(state, life="", side=side, matches=matches, by=""))
    except ValueError:
        return False


def return_life(state: TournamentState, *, life: str, reason: str) -> Events:
    """A life is taken away again, its money returned. Raises NotNow `unknown_life`, `life_is_played`."""
    bought = state.till.lives.get(life)
    if bought is None:
        raise not_now("unknown_life")
    there = state.rounds.get((bought.stage, bought.from_round))
    if there is not None and there.status != "draft":
        raise not_now("life_is_played", round=bought.from_round)
    return (LifeReturned(life=life, reason=reason.strip()),)


def pay_prize(
    state: TournamentState, *, pot: str, side: str, amount: int, due: Mapping[str, int], by: str
) -> Events:
    """What a side has been given out of a pot so far, in all; 0 takes it back. `due`: what the pot owes whom.

    Raises NotNow `no_money_set`, `unknown_side`, `unknown_pot` (data: pots), `bad_amount`, `prize_over_due`.
    """
    terms = _terms(state)
    _side(state, side)
    pots = (PLACES, *(each.what for each in terms.side_pots))
    was = state.till.paid.get((pot, side))
    if pot not in pots and was is None:
        raise not_now("unknown_pot", pots=", ".join(pots))
    _want_amount(amount)
    if amount > due.get(side, 0):
        raise not_now("prize_over_due", due=amount_text(due.get(side, 0), terms.currency))
    if amount == (was.amount if was else 0):
        return ()
    return (PrizePaid(pot=pot, side=side, amount=amount, by=by),)


def count_cash(state: TournamentState, *, amount: int, by: str, note: str = "") -> Events:
    """What is in the box, and what a difference comes from. Raises NotNow `no_money_set`, `bad_amount`."""
    _terms(state)
    _want_amount(amount)
    counted = CashCounted(amount=amount, by=by, note=note.strip())
    return () if counted == state.till.counted else (counted,)


def _terms(state: TournamentState) -> Terms:
    if state.till.terms is None:
        raise not_now("no_money_set")
    return state.till.terms


def _rebuy(state: TournamentState) -> Rebuy:
    if state.finished:
        raise not_now("finished")
    terms = state.till.terms
    if terms is None or terms.rebuy is None:
        raise not_now("no_rebuys")
    return terms.rebuy


def _stage_of_lives(state: TournamentState) -> int:
    """The stage that is played now, if by lives and not over."""
    stage = state.current.stage if state.current is not None else min(state.stages, default=0)
    if stage not in state.stages or state.stages[stage].format != LIVES.key:
        raise not_now("rebuy_needs_lives")
    if any(each.final and each.stage == stage for each in state.hanging):
        raise not_now("stage_has_ended")
    return stage


def _side(state: TournamentState, side: str) -> Side:
    if side not in state.sides:
        raise not_now("unknown_side")
    return state.sides[side]


def _want_amount(amount: int) -> None:
    if not 0 <= amount <= MOST:
        raise not_now("bad_amount", most=MOST)
