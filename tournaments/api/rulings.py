"""Rulings on who plays: kept apart, disqualified and reinstated, substituted; the last step taken back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.recording import answer
from tournaments import logs
from tournaments.access.desk import RULE
from tournaments.api import bodies
from tournaments.api.base import View, entry_of, tournament_now
from tournaments.selectors.desk_people import beaten_now, desk_names, entries_of, next_status, reasons_of
from tournaments.services import apart, partners, registration, tournaments, undoing

ONE = {200: dict[str, Any]}
LIST = {200: list[dict[str, Any]]}
APART = ["never", "rather_not", "free"]
RECORDED = {200: dict[str, Any], 201: dict[str, Any]}


class Apart(serializers.Serializer[dict[str, Any]]):
    """Two sides that must not meet, should not, or may again. A `reason` is kept beside the log, for those
    who run the event; "" leaves what stands.
    """

    other = serializers.UUIDField()
    how = serializers.ChoiceField(APART)
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class AllApart(serializers.Serializer[dict[str, Any]]):
    """Two or more sides, each two of them as in `Apart`."""

    sides = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=20)
    how = serializers.ChoiceField(APART)
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class Ban(bodies.Leaving):
    """Why a side is put out, and what becomes of the match it plays."""

    reason = serializers.CharField(max_length=200)


class Reason(serializers.Serializer[dict[str, Any]]):
    """Why."""

    reason = serializers.CharField(max_length=200)


class NewPerson(serializers.Serializer[dict[str, Any]]):
    """Who leaves the side (a person's id), and the name of who plays instead."""

    gone = serializers.UUIDField()
    name = serializers.CharField(max_length=80)
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class Leaves(serializers.Serializer[dict[str, Any]]):
    """Which person leaves his side. `now`: in the middle of the round, so that his board is walled; else
    after it. `then`: a substitute (`name`), joined with what is left of another side (`other`), withdrawn,
    or said later.
    """

    gone = serializers.UUIDField()
    now = serializers.BooleanField(default=False)
    then = serializers.ChoiceField(["later", "substitute", "join", "withdraw"], default="later")
    name = serializers.CharField(max_length=80, allow_blank=True, default="")
    other = serializers.UUIDField(required=False)
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class LastStep(serializers.Serializer[dict[str, Any]]):
    """The tournament's version as it was seen: nothing is undone that was not. `again`: do again what the
    last step took back.
    """

    version = serializers.IntegerField(min_value=1, max_value=bodies.MOST_VERSION)
    again = serializers.BooleanField(default=False)
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class KeepApart(View):
    """GET whom a side is kept apart from; POST keeps it from another one, or lets them meet again."""

    @extend_schema(responses=LIST, operation_id="entry_kept_apart")
    def get(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """For those who run the event; nobody else learns of it."""
        row = self.run(pk)
        side, (_version, state) = str(entry_of(row, entry).pk), logs.tournament_at(row.pk)
        names = desk_names(entries_of(row))
        found = [(next(iter(pair - {side})), how) for pair, how in state.apart.items() if side in pair]
        reasons = reasons_of(row)
        return Response(
            [
                {"other": each, "name": names.get(each, "–"), "how": how,
                 "reason": reasons.get(frozenset((side, each)), "")}
                for each, how in found
            ]
        )  # fmt: skip

    @extend_schema(request=Apart, responses=RECORDED, operation_id="entry_keep_apart")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """From the next draw on."""
        row, body = self.run(pk), self.read(Apart)
        sides = (str(entry_of(row, entry).pk), str(entry_of(row, body["other"]).pk))
        command = self.command(row)
        return answer(
            lambda: apart.keep_apart(command, row.pk, sides=sides, how=body["how"], reason=body["reason"]),
            lambda: tournament_now(row),
        )


class KeepAllApart(View):
    """POST: each two of these sides are kept apart, or may meet again."""

    @extend_schema(request=AllApart, responses=RECORDED, operation_id="entries_keep_apart")
    def post(self, request: Request, pk: UUID) -> Response:
        """From the next draw on."""
        row, body = self.run(pk), self.read(AllApart)
        sides = [str(entry_of(row, each).pk) for each in dict.fromkeys(body["sides"])]
        command = self.command(row)
        return answer(
            lambda: apart.keep_apart(command, row.pk, sides=sides, how=body["how"], reason=body["reason"]),
            lambda: tournament_now(row),
        )


class Disqualify(View):
    """POST: a side is put out by ruling."""

    @extend_schema(request=Ban, responses=RECORDED, operation_id="entry_disqualify")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """It stands behind everybody; while it plays, `removal` says what becomes of its match."""
        row, body = self.run(pk), self.read(Ban)
        side, command = str(entry_of(row, entry).pk), self.command(row)
        return answer(
            lambda: registration.disqualify(
                command, row, side=side, reason=body["reason"], removal=body.get("removal")
            ),
            lambda: tournament_now(row),
        )


class Reinstate(View):
    """POST: a disqualification is taken back."""

    @extend_schema(request=Reason, responses=RECORDED, operation_id="entry_reinstate")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """The side stands where its results put it, and plays from the next round on."""
        row, body = self.run(pk), self.read(Reason)
        side, command = str(entry_of(row, entry).pk), self.command(row)
        return answer(
            lambda: registration.lift_disqualification(command, row.pk, side=side, reason=body["reason"]),
            lambda: tournament_now(row),
        )


class Substitute(View):
    """POST: somebody else plays for a side in a person's place."""

    @extend_schema(request=NewPerson, responses=RECORDED, operation_id="entry_substitute")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """From the next round on; the side keeps its score."""
        row, body = self.run(pk), self.read(NewPerson)
        side, command = str(entry_of(row, entry).pk), self.command(row)
        return answer(
            lambda: registration.substitute(
                command, row, side=side, gone=str(body["gone"]), name=body["name"], reason=body["reason"]
            ),
            lambda: tournament_now(row),
        )


class PartnerLeaves(View):
    """POST: a partner leaves his side."""

    @extend_schema(request=Leaves, responses=RECORDED, operation_id="entry_partner_leaves")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """What becomes of the side holds from the next round on; said again, the last word holds."""
        row, body = self.run(pk), self.read(Leaves)
        side, command = str(entry_of(row, entry).pk), self.command(row)
        other = str(entry_of(row, body["other"]).pk) if "other" in body else ""
        return answer(
            lambda: partners.partner_leaves(
                command, row, side=side, gone=str(body["gone"]), now=body["now"], then=body["then"],
                name=body["name"], other=other, reason=body["reason"],
            ),
            lambda: tournament_now(row),
        )  # fmt: skip


class PartnerBack(View):
    """POST: the partner who had left plays on."""

    @extend_schema(request=None, responses=RECORDED, operation_id="entry_partner_back")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """At his table too, if its round still runs."""
        row = self.run(pk)
        side, command = str(entry_of(row, entry).pk), self.command(row)
        return answer(lambda: partners.partner_is_back(command, row, side=side), lambda: tournament_now(row))


class Status(View):
    """GET what a side is in the next round."""

    @extend_schema(responses=ONE, operation_id="entry_status")
    def get(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """`expected`, `withdrawn`, `out` (beaten) …, and whether it is disqualified."""
        row = self.run(pk)
        side, (_version, state) = str(entry_of(row, entry).pk), logs.tournament_at(row.pk)
        kind = next_status(state, side, beaten_now(row, state))
        return Response({"next": kind, "disqualified": state.sides[side].is_disqualified})


class LiftPenalty(View):
    """POST: points taken by ruling are given back."""

    @extend_schema(request=Reason, responses=RECORDED, operation_id="penalty_lift")
    def post(self, request: Request, pk: UUID, penalty: UUID) -> Response:
        """By the penalty's id: the key of the request that gave it. A deputy rules too."""
        row, body = self.helped(pk, RULE), self.read(Reason)
        if str(penalty) not in logs.tournament_at(row.pk)[1].penalties:
            raise Http404
        command = self.command(row)
        return answer(
            lambda: tournaments.lift_penalty(command, row.pk, penalty=str(penalty), reason=body["reason"]),
            lambda: tournament_now(row),
        )


class Undo(View):
    """POST: the newest step that stands is taken back, or done again, by new events."""

    @extend_schema(request=LastStep, responses=RECORDED, operation_id="tournament_undo")
    def post(self, request: Request, pk: UUID) -> Response:
        """One after the other; where one cannot be, the answer says why and what is possible (422)."""
        row, body = self.run(pk), self.read(LastStep)
        command, reason = self.command(row), body["reason"] or _("Taken back")
        return answer(
            lambda: undoing.undo(
                command, row.pk, version=body["version"], reason=reason, again=body["again"]
            ),
            lambda: tournament_now(row),
        )
