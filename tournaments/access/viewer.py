"""Who is looking: a login, a phone at a table, or anybody."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any, Literal, get_args
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core import signing
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.models.player import Player
from games.services.command import Actor
from tournaments.access import own_link
from tournaments.access.evening_code import evening_of
from tournaments.access.table_codes import TableCard
from tournaments.engine.events import Role
from tournaments.models.club import Club, ClubRole, RoomTable
from tournaments.models.tournament import Match, MatchPerson, Tournament, TournamentRole

COOKIE = "table"
SALT = "tournaments.table"
Helping = Literal["director", "admin", "deputy", "scorer"]
STRONGEST: tuple[Helping, ...] = get_args(Helping)
"""The roles of a login at an event; who has several acts in the first of them."""
WANTED = "table_wanted"
WANTED_SECONDS = 900
HOURS = 18  # an evening and its morning after; the card opens the table again at any time


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that opened a table's card: the card, whose phone it is (None: it only keeps score), and its
    own key.

    `person` was seated at the table when it said so, and stays that person's phone for the evening.
    """

    card: TableCard
    person: UUID | None
    key: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Viewer:
    """Everything the rights of one request hang on."""

    user: AbstractBaseUser | AnonymousUser
    phone: Phone | None = None
    link: UUID | None = None
    """Whose own link this browser opened: a player's id."""

    @property
    def is_known(self) -> bool:
        """A login, as opposed to anybody."""
        return bool(self.user.is_authenticated)

    @property
    def user_id(self) -> int:
        """The login's id; 0 for anybody, which no login has."""
        return int(self.user.pk or 0)

    @property
    def person(self) -> UUID | None:
        """Whose phone, own link or login it is: a player's id."""
        if self.phone is not None and self.phone.person is not None:
            return self.phone.person
        if self.link is not None:
            return self.link
        player = getattr(self.user, "player", None) if self.is_known else None
        return None if player is None else player.pk

    def is_admin_of(self, club: Club) -> bool:
        """May this login run the club's people, rule sets and directors?"""
        return self.is_known and ClubRole.objects.filter(club=club, user_id=self.user_id).exists()

    def roles_in(self, tournament: Tournament) -> frozenset[str]:
        """Every role this login has in a tournament: admin, director, deputy, scorer."""
        if not self.is_known:
            return frozenset()
        held = TournamentRole.objects.filter(tournament=tournament, user_id=self.user_id)
        kinds = set(
            held.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now())).values_list("kind", flat=True)
        )
        if self.is_admin_of(tournament.club):
            kinds.add("admin")
        return frozenset(kinds)

    def runs(self, tournament: Tournament) -> bool:
        """Director of the tournament or admin of its club."""
        return bool(self.roles_in(tournament) & {"director", "admin"})

    def helps_as(self, tournament: Tournament) -> Helping | None:
        """The strongest role of a login here, if it has any."""
        held = self.roles_in(tournament)
        return next((role for role in STRONGEST if role in held), None)

    def role_in(self, tournament: Tournament) -> Role | None:
        """The strongest role of a login here, or the table's, or None for a visitor."""
        helping = self.helps_as(tournament)
        if helping is not None:
            return helping
        if self.phone is not None and self.phone.card.club.pk == tournament.club_id:
            return "table"
        return "player" if self._plays_in(tournament) else None

    def _plays_in(self, tournament: Tournament) -> bool:
        if self.link is not None and tournament.entries.filter(persons__player=self.link).exists():
            return True
        return self.is_known and tournament.entries.filter(persons__player__user_id=self.user_id).exists()

    def side_in(self, match: Match) -> int | None:
        """The side of a match this viewer sits on: by login or own link, or by whose phone it is.

        Who sat there before somebody came for him is of that side too.
        """
        for side in match.sides.all():
            if any(self._is(each.player) for each in side.entry.persons.all()):
                return side.index
        if hasattr(match, "seat_then"):
            found: int | None = match.seat_then
            return found
        return self.seats_then().filter(side__match=match).values_list("side__index", flat=True).first()

    def with_seat(self, rows: QuerySet[Match]) -> QuerySet[Match]:
        """Matches with what `side_in` asks of those who sat there, read along with them."""
        seats = self.seats_then().filter(side__match=OuterRef("pk"))
        return rows.annotate(seat_then=Subquery(seats.values("side__index")[:1]))

    def seats_then(self) -> QuerySet[MatchPerson]:
        """The seats this viewer had in matches, whoever sits for his side now."""
        wanted = [each for each in (self.link, self.phone and self.phone.person) if each]
        sat = Q(player__in=wanted)
        return MatchPerson.objects.filter(sat | Q(player__user_id=self.user_id) if self.is_known else sat)

    def _is(self, player: Player) -> bool:
        by_login = self.is_known and player.user_id == self.user_id
        by_phone = self.phone is not None and self.phone.person == player.pk
        return by_login or by_phone or self.link == player.pk

    def actor(self, tournament: Tournament, match: Match | None = None) -> Actor:
        """The actor of a command of this viewer, as the log will name him."""
        side = None if match is None else self.side_in(match)
        role = self.role_in(tournament) or "player"
        if role == "table" and self.phone is not None:
            table = self.phone.card.table
            person = self.phone.person
            return Actor(kind="table", id=f"{table.pk}/{self.phone.card.board}", role="table", side=side,
                         player=str(person) if person else None)  # fmt: skip
        if not self.is_known and self.link is not None:
            return Actor(kind="link", id=str(self.link), role=role, side=side, player=str(self.link))
        return Actor(kind="user", id=str(self.user_id), role=role, side=side)


def viewer_of(request: HttpRequest) -> Viewer:
    """The viewer of a request, read once."""
    found: Viewer | None = getattr(request, "_viewer", None)
    if found is None or found.user != request.user:
        found = Viewer(request.user, _phone_of(request), own_link.person_of(request))
        request._viewer = found  # type: ignore[attr-defined]
    return found


def remember_phone(
    request: HttpRequest, response: HttpResponse, card: TableCard, *, person: UUID | None, chosen: bool
) -> str:
    """Hand the phone its cookie: the code itself leaves the address and is not asked again this evening.

    Returns the phone's own key, by which it is known among the phones seen.
    """
    known = _phone_of(request)
    key = known.key if known else uuid.uuid4().hex
    fields = {
        "table": str(card.table.pk), "board": card.board, "generation": card.table.generation,
        "person": str(person) if person else None, "chosen": chosen,
        "key": key, "evening": evening_of(card.club),
    }  # fmt: skip
    response.set_cookie(
        COOKIE, signing.dumps(fields, salt=SALT, compress=True), max_age=HOURS * 3600,
        httponly=True, samesite="Lax", secure=request.is_secure(),
    )  # fmt: skip
    return key


def remember_wanted(request: HttpRequest, response: HttpResponse, card: TableCard) -> None:
    """Keep the card that was scanned while the phone is asked for the code of the evening."""
    fields = {"table": str(card.table.pk), "board": card.board, "generation": card.table.generation}
    response.set_cookie(
        WANTED, signing.dumps(fields, salt=SALT, compress=True), max_age=WANTED_SECONDS, httponly=True,
        samesite="Lax", secure=request.is_secure(),
    )  # fmt: skip


def wanted_card(request: HttpRequest) -> TableCard | None:
    """The card that was scanned by a phone that has not given the code of the evening yet."""
    try:
        fields = signing.loads(request.COOKIES.get(WANTED, ""), salt=SALT, max_age=WANTED_SECONDS)
    except signing.BadSignature:
        return None
    table = RoomTable.objects.filter(pk=fields["table"]).select_related("room__club").first()
    if table is None or table.generation != fields["generation"]:
        return None
    return TableCard(table, fields["board"])


def _phone_of(request: HttpRequest) -> Phone | None:
    text = request.COOKIES.get(COOKIE)
    if not text:
        return None
    try:
        fields: dict[str, Any] = signing.loads(text, salt=SALT, max_age=HOURS * 3600)
    except signing.BadSignature:
        return None
    table = RoomTable.objects.filter(pk=fields["table"]).select_related("room__club").first()
    if table is None or table.generation != fields["generation"]:
        return None
    club = table.room.club
    if club.asks_evening_code and fields.get("evening") != evening_of(club):
        return None
    person = UUID(fields["person"]) if fields["person"] else None
    return Phone(TableCard(table, fields["board"]), person, fields["key"], fields["chosen"])
