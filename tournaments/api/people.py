"""A club's people, and the sides of a tournament."""

from __future__ import annotations

import base64
import binascii
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ValidationError

from games.api.recording import answer
from games.models.player import Player
from tournaments import logs
from tournaments.access import fetch
from tournaments.access.desk import HELP
from tournaments.api import bodies, shapes
from tournaments.api.base import View, entry_of, tournament_now
from tournaments.exchange.names import read_names
from tournaments.exchange.players_csv import read_players
from tournaments.exchange.preview import Preview
from tournaments.exchange.problems import SENTENCES
from tournaments.models.tournament import Tournament
from tournaments.selectors.fees import fees_json
from tournaments.services import registration

LIST = {200: list[dict[str, Any]]}
RECORDED = {200: dict[str, Any], 201: dict[str, Any]}


class People(View):
    """GET a club's people."""

    @extend_schema(responses=LIST, operation_id="people_list")
    def get(self, request: Request, club: str) -> Response:
        """Everybody on the club's list, for its admins."""
        row = self.club_run_by(club)
        players = Player.objects.filter(memberships__club=row, erased_at=None, merged_into=None)
        return Response(
            [{"id": str(p.pk), "name": p.name, "private": p.is_private, "email": p.email} for p in players]
        )


class Entries(View):
    """GET the sides of a tournament; POST new ones."""

    @extend_schema(responses=LIST, operation_id="entry_list")
    def get(self, request: Request, pk: UUID) -> Response:
        """Every side, withdrawn ones too."""
        row = fetch.tournament_for(self.viewer, pk=pk)
        private = self.viewer.runs(row)
        sides = row.entries.prefetch_related("persons__player")
        shown = [shapes.entry(side, private=private) for side in sides]
        if self.viewer.roles_in(row) & HELP:  # whoever checks people in takes their fees
            _version, state = logs.tournament_at(row.pk)
            for side, entry in zip(shown, sides, strict=True):
                side["fees"] = fees_json(state, entry)
        return Response(shown)

    @extend_schema(request=bodies.NewSides, responses=RECORDED, operation_id="entry_create")
    def post(self, request: Request, pk: UUID) -> Response:
        """All of them or none; sides entered already are left alone."""
        row, body = self.run(pk), self.read(bodies.NewSides)
        sides = [
            registration.NewSide(
                names=tuple(side["names"]), seed=side.get("seed"), start_points=side["start_points"],
                private=side["private"],
            )
            for side in body["sides"]
        ]  # fmt: skip
        entered = registration.enter_sides(self.command(row), row, sides, missed=body["missed"])
        return Response(
            {"entered": list(entered.entered), "already": list(entered.already),
             "new_people": list(entered.new_people)}, status=201,
        )  # fmt: skip


class House(View):
    """POST: somebody sits in while the field is odd. Taken out by `withdraw`, like any side."""

    @extend_schema(request=bodies.HouseSide, responses=RECORDED, operation_id="house_create")
    def post(self, request: Request, pk: UUID) -> Response:
        """From the next round on. It has no line in the standings, no fee and no rating from it."""
        row, body = self.run(pk), self.read(bodies.HouseSide)
        command = self.command(row)
        return answer(
            lambda: registration.enter_house(command, row, names=body["names"]), lambda: tournament_now(row)
        )


class Import(View):
    """POST a list of players: a preview, and with `commit` their entry."""

    @extend_schema(request=bodies.PlayersList, responses=RECORDED, operation_id="entry_import")
    def post(self, request: Request, pk: UUID) -> Response:
        """Rows that can come in, problems by line; what cannot come in keeps nobody else out."""
        row, body = self.run(pk), self.read(bodies.PlayersList)
        preview = _preview(row, body)
        shown: dict[str, Any] = _shown(preview)
        if not body["commit"]:
            return Response({**shown, "committed": False})
        sides = [
            registration.NewSide(
                names=each.names, seed=each.seed, start_points=each.start_points, private=each.private,
                emails=each.emails,
            )
            for each in preview.rows
        ]  # fmt: skip
        entered = registration.enter_sides(self.command(row), row, sides)
        done = {"entered": list(entered.entered), "already": list(entered.already), "committed": True}
        return Response({**shown, **done}, status=201)


def _preview(row: Tournament, body: dict[str, Any]) -> Preview:
    known = list(
        Player.objects.filter(memberships__club=row.club_id, erased_at=None).values_list("name", flat=True)
    )
    if "text" in body:
        return read_names(body["text"], known=known, side_size=row.side_size)
    if "csv_base64" not in body:
        raise ValidationError({"text": [_("Give text or csv_base64.")]})
    try:
        data = base64.b64decode(body["csv_base64"], validate=True)
    except binascii.Error:
        raise ValidationError({"csv_base64": [_("This is not base64.")]}) from None
    return read_players(data, known=known, side_size=row.side_size)


def _shown(preview: Preview) -> dict[str, Any]:
    return {
        "rows": [{"line": each.line, "names": list(each.names)} for each in preview.rows],
        "problems": [
            {"line": each.line, "code": each.code, "kept": each.kept,
             "message": _(SENTENCES[each.code]) % each.data if each.code in SENTENCES else each.code}
            for each in preview.problems
        ],
        "encoding": preview.encoding,
        "delimiter": preview.delimiter,
    }  # fmt: skip


class CheckIn(View):
    """POST: a side is in the room."""

    @extend_schema(request=bodies.Present, responses=RECORDED, operation_id="entry_check_in")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """Present or not; by everybody who helps at the event."""
        row = self.helped(pk, HELP)
        side, present = str(entry_of(row, entry).pk), self.read(bodies.Present)["present"]
        command = self.command(row)
        return answer(lambda: registration.check_in(command, row.pk, side=side, present=present), dict)


class StartPoints(View):
    """POST: a handicap for a side."""

    @extend_schema(request=bodies.StartPoints, responses=RECORDED, operation_id="entry_start_points")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """In matches of rounds published from now on."""
        row = self.run(pk)
        side, points = str(entry_of(row, entry).pk), self.read(bodies.StartPoints)["points"]
        command = self.command(row)
        return answer(lambda: registration.set_start_points(command, row.pk, side=side, points=points), dict)


class Withdraw(View):
    """POST: a side leaves."""

    @extend_schema(request=bodies.Leaving, responses=RECORDED, operation_id="entry_withdraw")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """From the next round on; while it plays, `removal` says what becomes of its match."""
        row = self.run(pk)
        side, body, command = str(entry_of(row, entry).pk), self.read(bodies.Leaving), self.command(row)
        return answer(
            lambda: registration.withdraw(
                command, row, side=side, reason=body["reason"], removal=body.get("removal")
            ),
            dict,
        )


class Return(View):
    """POST: a withdrawn side plays again."""

    @extend_schema(request=None, responses=RECORDED, operation_id="entry_return")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """From the next round on."""
        row = self.run(pk)
        side, command = str(entry_of(row, entry).pk), self.command(row)
        return answer(lambda: registration.return_side(command, row.pk, side=side), dict)


class Absent(View):
    """POST: a side misses one round."""

    @extend_schema(request=bodies.Absence, responses=RECORDED, operation_id="entry_absent")
    def post(self, request: Request, pk: UUID, entry: UUID) -> Response:
        """A bye with points, or absent with none."""
        row = self.run(pk)
        side, body, command = str(entry_of(row, entry).pk), self.read(bodies.Absence), self.command(row)
        return answer(lambda: registration.absent(command, row.pk, side=side, **body), dict)
