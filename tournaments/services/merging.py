"""Two entries of a club's list found to be one person, and parted again: events of the club's own stream.

The log goes on naming each as it was entered; rows name the person, so history, ratings, seasons and
records count for one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.eventstore.log import Appended, Conflict, Plan, load, streams_of_kind
from games.models.player import Player
from games.services.acting import carry_out, reading
from games.services.command import Command
from tournaments import logs
from tournaments.engine import club as clubs
from tournaments.engine.club import ClubState
from tournaments.engine.club_events import PlayersMerged
from tournaments.engine.errors import NotNow, not_now
from tournaments.models.club import Club
from tournaments.models.tournament import EntryPerson, MatchPerson, Tournament
from tournaments.selectors.merged import merged_persons
from tournaments.services.rows import expected
from tournaments.services.rows.book import Book
from tournaments.services.rows.tables import SEAT


def merge(command: Command, club: Club, *, player: UUID, into: UUID) -> Appended:
    """`player` is a duplicate of `into`, in all that was and will be.

    Raises NotNow `not_of_this_club`, `same_entry`, `merged_already`, `both_played` (data: event: they sat in
    one event, so they are two), `plays_now_merge` (data: event, name: the duplicate is entered in an event
    that is not over), `two_logins`.
    """

    def build(plan: Plan) -> None:
        version, state = _planned(plan, club.pk)
        one, other = _member(club, player), _member(club, into)
        events = clubs.merge(state, player=str(player), into=str(into), login=_login_goes(one, other))
        if events:
            _want_two_lives(one, other)
            _add(plan, club, version, state, events, (player, into))

    return carry_out(command, build)


def part(command: Command, club: Club, *, player: UUID) -> Appended:
    """A duplicate is a person of its own again, with what was entered under it."""

    def build(plan: Plan) -> None:
        version, state = _planned(plan, club.pk)
        events = clubs.part(state, player=str(player))
        if events:
            _add(plan, club, version, state, events, (player, UUID(events[0].into)))

    return carry_out(command, build)


def events_of(player: UUID) -> set[UUID]:
    """The tournaments a person of the list was ever entered or seated in."""
    entered = EntryPerson.objects.filter(player=player)
    found = set(entered.values_list("entry__tournament", flat=True))
    found |= set(entered.values_list("entry__formed_for", flat=True))
    sat = MatchPerson.objects.filter(player=player)
    found |= set(sat.values_list("side__match__round__stage__tournament", flat=True))
    return {pk for pk in found if pk is not None}


def write_all() -> None:
    """Have the rows of all clubs say who is who, as their streams do (after an import)."""
    for club_id in streams_of_kind("club"):
        _version, stored = load(club_id)
        _write_rows(clubs.fold(stored), club_id)


def wrong_rows() -> list[Player]:
    """The people whose row says something else than their club's stream does."""
    wrong = []
    for club_id in streams_of_kind("club"):
        _version, stored = load(club_id)
        merged = clubs.fold(stored).merged
        told = {event.player for event in stored}
        for player in Player.objects.filter(pk__in=[UUID(each) for each in told]):
            made = merged.get(str(player.pk))
            if player.merged_into_id != (UUID(made.into) if made else None):
                wrong.append(player)
    return wrong


def sentence(player: Player) -> str:
    """The finding, for people."""
    return _("The row of person %(id)s says otherwise than its club’s events whose duplicate it is.") % {
        "id": player.pk
    }


# ---------------------------------------------------------------- what is in the way


def _member(club: Club, pk: UUID) -> Player:
    found = Player.objects.filter(pk=pk, memberships__club=club, erased_at=None).first()
    if found is None:
        raise not_now("not_of_this_club")
    return found


def _login_goes(one: Player, other: Player) -> bool:
    if one.user_id is None:
        return False
    if other.user_id is not None:
        raise not_now("two_logins", one=one.name, other=other.name)
    return True


def _want_two_lives(one: Player, other: Player) -> None:
    """They never were at one event, and the duplicate is in none that goes on."""
    mine = events_of(one.pk)
    both = Tournament.objects.filter(pk__in=mine & events_of(other.pk)).first()
    if both is not None:
        raise not_now("both_played", one=one.name, other=other.name, event=both.name)
    going_on = Tournament.objects.filter(pk__in=mine).exclude(state=Tournament.State.FINISHED).first()
    if going_on is not None:
        raise not_now("plays_now_merge", name=one.name, other=other.name, event=going_on.name)


# ---------------------------------------------------------------- event and rows


def _planned(plan: Plan, club_id: UUID) -> tuple[int, ClubState]:
    version, stored = reading(plan, club_id)
    return version, clubs.fold(stored)


def _add(
    plan: Plan, club: Club, version: int, state: ClubState, events: tuple[Any, ...], people: Iterable[UUID]
) -> None:
    after, (event,) = clubs.evolve(state, events[0]), events
    merging = isinstance(event, PlayersMerged)

    def write() -> None:
        one, other = _locked(UUID(event.player), UUID(event.into))
        if merging:
            _still_two_lives(club, one, other)
            _keep_hidden(one, other)
        _move_login(
            one, other, goes=event.login if merging else state.merged[event.player].login, merging=merging
        )
        seated = merged_persons()  # rows name who somebody is by now, through all that were merged
        touched = {
            pk
            for person in {*people, *(seated.get(each, each) for each in people)}
            for pk in events_of(person)
        }
        _write_rows(after, club.pk)
        for tournament_id in sorted(touched):
            reseat(tournament_id)

    plan.append(club.pk, "club", None, version, events)
    plan.answer = {"player": event.player, "into": event.into}
    plan.write(write)


def _locked(one: UUID, other: UUID) -> tuple[Player, Player]:
    found = {
        each.pk: each
        for each in Player.objects.select_for_update().filter(pk__in=(one, other)).order_by("pk")
    }
    return found[one], found[other]


def _still_two_lives(club: Club, one: Player, other: Player) -> None:
    """Somebody was faster: the plan is made again, and says what is in the way now."""
    try:
        _want_two_lives(one, other)
    except NotNow:
        raise Conflict(club.pk, 0, 1) from None


def _keep_hidden(one: Player, other: Player) -> None:
    """Who wanted initials alone is shown so by either name, until somebody says otherwise."""
    if one.is_private and not other.is_private:
        other.is_private = True
        other.save(update_fields=["is_private"])


def _move_login(one: Player, other: Player, *, goes: bool, merging: bool) -> None:
    if not goes:
        return
    giver, taker = (one, other) if merging else (other, one)
    if giver.user_id is None or taker.user_id is not None:
        return  # it was taken away since
    login, giver.user_id = giver.user_id, None
    giver.save(update_fields=["user"])
    taker.user_id = login
    taker.save(update_fields=["user"])


def _write_rows(state: ClubState, club_id: UUID) -> None:
    """Each duplicate's row says whose it is; nobody else's says anything."""
    wanted = {UUID(made.player): UUID(made.into) for made in state.merged.values()}
    there = Player.objects.filter(memberships__club=club_id).exclude(merged_into=None)
    for player in there.exclude(pk__in=list(wanted)):
        Player.objects.filter(pk=player.pk).update(merged_into=None)
    for pk, into in wanted.items():
        Player.objects.filter(pk=pk).exclude(merged_into=into).update(merged_into=into)


def reseat(tournament_id: UUID) -> None:
    """Who sits where in a tournament's rows, by who is who now; inside a unit."""
    Tournament.objects.select_for_update().get(pk=tournament_id)
    _version, state = logs.tournament_at(tournament_id)
    book = Book(tournament_id)
    book.compare(SEAT, {})  # seats are known by their numbers from here on
    for table, wanted in expected.of_persons(state, merged_persons()):
        book.put_right(book.compare(table, wanted))
