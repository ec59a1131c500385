"""Money of a tournament, for those who run it: terms, fees, lives, prizes, the cash sheet."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.recording import answer
from tournaments import logs
from tournaments.access.desk import HELP, event_for
from tournaments.api import bodies
from tournaments.api.base import View, entry_of
from tournaments.engine.money.sheet import cash_sheet
from tournaments.engine.money.terms import terms_to_wire
from tournaments.models.tournament import Tournament
from tournaments.selectors.cash import cash_json
from tournaments.services import money
from tournaments.services.rounds import states_of

RECORDED = {200: dict[str, Any], 201: dict[str, Any]}


class Money(View):
    """GET the terms and the cash sheet; POST other terms."""

    @extend_schema(responses={200: dict[str, Any]}, operation_id="money")
    def get(self, request: Request, pk: UUID) -> Response:
        """Amounts in the smallest unit of the currency; nothing was said yet: both null."""
        row = self.run(pk)
        return Response(_shown(row))

    @extend_schema(request=bodies.Terms, responses=RECORDED, operation_id="money_set")
    def post(self, request: Request, pk: UUID) -> Response:
        """All of it anew; what was taken before stays as it was taken."""
        row, body = self.run(pk), self.read(bodies.Terms)
        command = self.command(row)
        return answer(
            lambda: money.set_money(command, row.pk, terms=body["terms"], version=body.get("version")),
            lambda: _shown(row),
        )


def _shown(row: Tournament) -> dict[str, Any]:
    version, state = logs.tournament_at(row.pk)
    sheet = cash_sheet(state, states_of(row.pk))
    terms = state.till.terms
    return {
        "version": version,
        "terms": None if terms is None else terms_to_wire(terms),
        "sheet": None if sheet is None else cash_json(sheet),
        "lives": [
            {"id": key, "side": life.side, "from_round": life.from_round, "amount": life.amount}
            for key, life in state.till.lives.items()
        ],
    }


class Fee(View):
    """POST: a person's fee is taken, waived, or open again."""

    @extend_schema(request=bodies.Fee, responses=RECORDED, operation_id="entry_fee")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """Whoever checks people in takes fees; waiving is the director's."""
        self.want_somebody()
        row, body = event_for(self.viewer, pk, HELP).row, self.read(bodies.Fee)
        side, command = str(entry_of(row, entry).pk), self.command(row)
        body["person"] = str(body["person"])

        return answer(lambda: money.settle_fee(command, row.pk, side=side, **body), dict)


class Life(View):
    """POST: a beaten side buys a life back."""

    @extend_schema(request=bodies.Life, responses=RECORDED, operation_id="entry_life")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """The key of the request names the life."""
        row = self.run(pk)
        side, body, command = str(entry_of(row, entry).pk), self.read(bodies.Life), self.command(row)
        return answer(lambda: money.buy_life(command, row, side=side, waived=body["waived"]), dict)


class LifeBack(View):
    """DELETE: a life given back before its round was out."""

    @extend_schema(responses=RECORDED, operation_id="life_return")
    def delete(self, request: Request, pk: UUID, life: UUID) -> Response:
        """Its money is returned."""
        row = self.run(pk)
        command = self.command(row)
        return answer(lambda: money.return_life(command, row.pk, life=str(life)), dict)


class Prizes(View):
    """POST: what a side has been given out of a pot, in all."""

    @extend_schema(request=bodies.Prize, responses=RECORDED, operation_id="prize_pay")
    def post(self, request: Request, pk: UUID) -> Response:
        """At most what the sheet says is due; 0 takes it back."""
        row, body = self.run(pk), self.read(bodies.Prize)
        body["side"] = str(body["side"])
        command = self.command(row)
        return answer(lambda: money.pay_prize(command, row, **body), lambda: _shown(row))


class Count(View):
    """POST: the box was counted."""

    @extend_schema(request=bodies.CashCount, responses=RECORDED, operation_id="cash_count")
    def post(self, request: Request, pk: UUID) -> Response:
        """With what a difference comes from."""
        row, body = self.run(pk), self.read(bodies.CashCount)
        command = self.command(row)
        return answer(lambda: money.count_cash(command, row.pk, **body), lambda: _shown(row))
