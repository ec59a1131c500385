"""Matches: reading them, entering hands and scores, accepting, and what the director decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.recording import answer
from games.eventstore import clock
from games.eventstore.log import Appended
from games.services.command import Command
from scoring.sheets.sheet import Place
from tournaments import logs
from tournaments.access import fetch
from tournaments.access.hands import sees_hands
from tournaments.access.results import sees_result
from tournaments.api import bodies, shapes
from tournaments.api.base import View
from tournaments.api.records import NdjsonParser, records_in
from tournaments.models.tournament import Match
from tournaments.selectors.corrections import corrections_json
from tournaments.selectors.withheld import veiled
from tournaments.services import hands, inbox, matches

JSON = {200: dict[str, Any]}
RECORDED = {200: dict[str, Any], 201: dict[str, Any]}


class MatchView(View):
    """A match and everybody's way to it."""

    def match(self, pk: UUID) -> Match:
        """The match, as far as this viewer may know of it."""
        return fetch.match_for(self.viewer, pk)

    def writable(self, pk: UUID) -> Match:
        """The match, for those who may enter its result."""
        self.want_somebody()
        return fetch.writable_match(self.viewer, pk)

    def directed(self, pk: UUID) -> Match:
        """The match, for those who run its tournament."""
        self.want_somebody()
        row = fetch.match_for(self.viewer, pk)
        if not self.viewer.roles_in(row.round.stage.tournament) & {"director", "deputy", "admin"}:
            raise PermissionDenied("Only the director can do this.")
        return row

    def shown(self, row: Match) -> dict[str, Any]:
        """The match as this viewer sees it."""
        tournament = row.round.stage.tournament
        row = fetch.match_for(self.viewer, row.pk)
        private = self.viewer.runs(tournament)
        if not sees_result(self.viewer, row):
            return shapes.match_line(veiled(row))
        versions = logs.matches_at([row.pk])
        if row.pk not in versions:
            return shapes.match_line(row, private=private)
        hands = sees_hands(self.viewer, row)
        shown = shapes.match(row, versions[row.pk], hands=hands, private=private)
        return {**shown, "corrections": corrections_json(row, clock.now())}

    def carry_out(self, row: Match, act: Callable[[Command], Appended]) -> Response:
        """Carry a command on this match out and answer it."""
        command = self.command(row.round.stage.tournament, row)
        return answer(lambda: act(command), lambda: self.shown(row))


class MatchDetail(MatchView):
    """GET a match with its sheet."""

    @extend_schema(responses=JSON, operation_id="match_read")
    def get(self, request: Request, pk: UUID) -> Response:
        """The match; single hands once it counts, or for those at its table."""
        return Response(self.shown(self.match(pk)))


class Hands(MatchView):
    """POST hands of any fidelity onto the sheet."""

    parser_classes = (*View.parser_classes, NdjsonParser)

    @extend_schema(request=bodies.Records, responses=RECORDED, operation_id="match_hands_record")
    def post(self, request: Request, pk: UUID) -> Response:
        """Record lines (JSON: `records`; or application/x-ndjson) into the places that wait."""
        row = self.writable(pk)
        body = records_in(self)
        command = self.command(row.round.stage.tournament, row)
        place = body.get("place")
        version, records = body.get("version"), body["records"]

        def act() -> Appended:
            if len(records) == 1:
                at = Place(**place) if place else None
                return hands.record_hand(
                    command, row, records[0], place=at, amend=body.get("amend", False), version=version
                )
            return hands.record_hands(command, row, records, version=version)

        with inbox.keeping(row, command, dict(body)):
            return answer(act, lambda: self.shown(row))


class Deal(MatchView):
    """POST: the next hand is dealt here, to be played move by move."""

    @extend_schema(request=bodies.Versioned, responses=RECORDED, operation_id="match_hand_deal")
    def post(self, request: Request, pk: UUID) -> Response:
        """Shuffled by the server; one that is being played already is the answer. Moves go to the hand."""
        row, body = self.writable(pk), self.read(bodies.Versioned)
        return self.carry_out(row, lambda command: hands.deal_hand(command, row, version=body.get("version")))


class Struck(MatchView):
    """POST: the last line is taken back."""

    @extend_schema(request=bodies.Strike, responses=RECORDED, operation_id="match_hand_strike")
    def post(self, request: Request, pk: UUID) -> Response:
        """Undo of the last hand, before acceptance."""
        row, body = self.writable(pk), self.read(bodies.Strike)
        place = Place(**body["place"])
        return self.carry_out(
            row, lambda command: matches.strike_hand(command, row, place=place, version=body.get("version"))
        )


class Score(MatchView):
    """POST a final score alone."""

    @extend_schema(request=bodies.Score, responses=RECORDED, operation_id="match_score_enter")
    def post(self, request: Request, pk: UUID) -> Response:
        """The final score; the same from the other side accepts it."""
        row, body = self.writable(pk), self.read(bodies.Score)
        command = self.command(row.round.stage.tournament, row)
        with inbox.keeping(row, command, dict(body)):
            return answer(
                lambda: matches.enter_score(
                    command, row, points=numbers(body["points"]), hands_won=numbers(body["hands_won"]),
                    confirm=body["confirm"], replace=body["replace"], version=body.get("version"),
                ),
                lambda: self.shown(row),
            )  # fmt: skip


class Accept(MatchView):
    """POST: the result counts."""

    @extend_schema(request=bodies.Acceptance, responses=RECORDED, operation_id="match_accept")
    def post(self, request: Request, pk: UUID) -> Response:
        """Accept, as the side this viewer sits on, as the named side of a shared phone, or as the desk."""
        row, body = self.writable(pk), self.read(bodies.Acceptance)
        own = self.viewer.side_in(row)
        shared = body["via"] == "shared_table"
        side = body.get("side") if shared else own
        desk = own is None and not shared
        via: Any = "desk" if desk else body["via"]
        return self.carry_out(
            row, lambda command: matches.accept(command, row, side=side, via=via, version=body.get("version"))
        )


class Dispute(MatchView):
    """POST: NOT RIGHT."""

    @extend_schema(request=bodies.Disagreement, responses=RECORDED, operation_id="match_dispute")
    def post(self, request: Request, pk: UUID) -> Response:
        """The result waits for an amendment or the director."""
        row, body = self.writable(pk), self.read(bodies.Disagreement)
        own = self.viewer.side_in(row)
        side = own if own is not None else body.get("side")
        return self.carry_out(
            row,
            lambda command: matches.dispute(
                command, row, side=side, reason=body["reason"], version=body.get("version")
            ),
        )


class Correct(MatchView):
    """POST another score in place of the one that stands."""

    @extend_schema(request=bodies.Correction, responses=RECORDED, operation_id="match_correct")
    def post(self, request: Request, pk: UUID) -> Response:
        """The director's correction, with its reason."""
        row, body = self.directed(pk), self.read(bodies.Correction)
        how = {key: body[key] for key in ("reason", "with_time", "resume", "agreed")}

        def act(command: Command) -> Appended:
            version = body.get("version")
            if "place" in body:
                place = Place(**body["place"])
                return hands.correct_hand(
                    command, row, place=place, lines=body["record"], version=version, **how
                )
            points, won = numbers(body["points"]), numbers(body["hands_won"])
            return matches.correct(command, row, points=points, hands_won=won, version=version, **how)

        return self.carry_out(row, act)


class Forfeit(MatchView):
    """POST: decided without play."""

    @extend_schema(request=bodies.Losers, responses=RECORDED, operation_id="match_forfeit")
    def post(self, request: Request, pk: UUID) -> Response:
        """These sides lose; the others win."""
        row, body = self.directed(pk), self.read(bodies.Losers)
        return self.carry_out(
            row,
            lambda command: matches.forfeit(
                command,
                row,
                losers=body["losers"],
                reason=body["reason"],
                agreed=body["agreed"],
                version=body.get("version"),
            ),
        )


class Void(MatchView):
    """POST: it counts for nothing."""

    @extend_schema(request=bodies.Agreed, responses=RECORDED, operation_id="match_void")
    def post(self, request: Request, pk: UUID) -> Response:
        """Its sides may meet again."""
        row, body = self.directed(pk), self.read(bodies.Agreed)
        return self.carry_out(
            row,
            lambda command: matches.void(
                command, row, reason=body["reason"], agreed=body["agreed"], version=body.get("version")
            ),
        )


class Reopen(MatchView):
    """POST: a decision is taken back."""

    @extend_schema(request=bodies.Reasoned, responses=RECORDED, operation_id="match_reopen")
    def post(self, request: Request, pk: UUID) -> Response:
        """The match stands where its lines left it."""
        row, body = self.directed(pk), self.read(bodies.Reasoned)
        return self.carry_out(
            row,
            lambda command: matches.reopen(command, row, reason=body["reason"], version=body.get("version")),
        )


class EntrantsDecided(MatchView):
    """POST what two uninvolved entrants decided, where the director plays himself and there is no deputy."""

    @extend_schema(request=bodies.EntrantsDecision, responses=RECORDED, operation_id="match_entrants_decided")
    def post(self, request: Request, pk: UUID) -> Response:
        """Both are named in the event, with the reason."""
        row, body = self.directed(pk), self.read(bodies.EntrantsDecision)
        return self.carry_out(
            row,
            lambda command: matches.enter_decision(
                command, row, deciders=[str(each) for each in body["deciders"]], decision=body["decision"],
                reason=body["reason"], losers=body["losers"], version=body.get("version"),
                points=numbers(body["points"]) if "points" in body else None,
                hands_won=numbers(body["hands_won"]) if "hands_won" in body else None,
            ),
        )  # fmt: skip


class CallDirector(MatchView):
    """POST: the table asks for the director."""

    @extend_schema(request=None, responses=RECORDED, operation_id="match_call_director")
    def post(self, request: Request, pk: UUID) -> Response:
        """Asking again before he came is nothing new."""
        row = self.writable(pk)
        return self.carry_out(row, lambda command: matches.call_director(command, row))


def numbers(lists: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    """Lists of numbers as the engine takes them."""
    return tuple(tuple(each) for each in lists)
