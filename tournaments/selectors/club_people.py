"""A club's people at its desk: the list, who is likely whose duplicate, and what was merged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.eventstore.clock import as_time
from games.eventstore.log import history
from games.models.player import Player
from tournaments.engine.club_events import PlayersMerged
from tournaments.exchange.csv_out import write_csv
from tournaments.exchange.likeness import likely_pairs
from tournaments.models.club import Club
from tournaments.models.tournament import EntryPerson, MatchPerson, Tournament
from tournaments.selectors.actors import actor_of, actors
from tournaments.selectors.desk_people import folded

MOST_PAIRS = 20


def people_of(club: Club) -> QuerySet[Player]:
    """Everybody on the list, once: no duplicates, nobody erased."""
    return Player.objects.filter(memberships__club=club, erased_at=None, merged_into=None).order_by("key")


def person_of(club: Club, pk: UUID) -> Player | None:
    """Somebody on the list."""
    return people_of(club).filter(pk=pk).select_related("user").first()


def searched(people: Iterable[Player], wanted: str) -> list[Player]:
    """Those whose names hold these letters, whatever their case and accents."""
    key = folded(wanted)
    return [player for player in people if key in folded(player.name)]


def person_line(player: Player, matches: int) -> dict[str, Any]:
    """A person as the list shows it."""
    words = [ngettext("%(count)s match", "%(count)s matches", matches) % {"count": matches}]
    if player.is_private:
        words.append(_("shown as %(initials)s") % {"initials": player.initials})
    if player.user_id is not None:
        words.append(_("has a login"))
    return {"id": player.pk, "name": player.name, "detail": " · ".join(words)}


def people_csv(people: Iterable[Player]) -> bytes:
    """The list as a file, for those who look after it."""
    listed = list(people)
    played = matches_by_person(player.pk for player in listed)
    headings = [_("Name"), _("E-mail"), _("Initials only"), _("Matches")]
    return write_csv(
        headings,
        (
            [each.name, each.email, _("yes") if each.is_private else "", played.get(each.pk, 0)]
            for each in listed
        ),
    )


def matches_by_person(people: Iterable[UUID]) -> dict[UUID, int]:
    """In how many matches each was seated: one query."""
    seats = MatchPerson.objects.filter(player__in=list(people)).values("player").annotate(count=Count("pk"))
    return dict(seats.values_list("player", "count"))


# ---------------------------------------------------------------- duplicates


def likely_duplicates(club: Club) -> list[dict[str, Any]]:
    """Pairs that are likely one person, the surest first: which to keep is said by where they play and have
    played. Who sat in one event are two persons.
    """
    people = {str(player.pk): player for player in people_of(club)}
    pairs = likely_pairs({pk: player.name for pk, player in people.items()})
    events, going_on = _events_by_person(UUID(pk) for pair in pairs for pk in (pair.one, pair.other))
    words = {"letters": _("the same letters"), "order": _("the same words"), "slip": _("one letter apart")}
    found = []
    for pair in pairs:
        one, other = UUID(pair.one), UUID(pair.other)
        if events.get(one, set()) & events.get(other, set()):
            continue
        keep, drop = _kept_first(one, other, events, going_on)
        kept = {"keep": people[str(keep)], "drop": people[str(drop)]}
        found.append({**kept, "why": words[pair.why], "code": pair.why})
    return found[:MOST_PAIRS]


def much_like(club: Club, fresh: Iterable[str]) -> list[tuple[str, str]]:
    """Of names that came onto the list just now, each with the person it is much like: who was there before,
    and is in none of the events the new one is entered in.
    """
    people = {str(player.pk): player for player in people_of(club)}
    new = {pk for pk, player in people.items() if player.name in set(fresh)}
    if not new:
        return []
    pairs = likely_pairs({pk: player.name for pk, player in people.items()})
    near = [(one, other) for pair in pairs for one, other in _new_first(pair.one, pair.other, new)]
    events, _going_on = _events_by_person(UUID(pk) for pair in near for pk in pair)
    return [
        (people[one].name, people[other].name)
        for one, other in near
        if not events.get(UUID(one), set()) & events.get(UUID(other), set())
    ]


def _new_first(one: str, other: str, new: set[str]) -> list[tuple[str, str]]:
    if (one in new) == (other in new):
        return []
    return [(one, other) if one in new else (other, one)]


def _kept_first(
    one: UUID, other: UUID, events: Mapping[UUID, set[UUID]], going_on: set[UUID]
) -> tuple[UUID, UUID]:
    """Who plays in an event that goes on is kept; else who was at more events."""

    def weight(pk: UUID) -> tuple[bool, int]:
        there = events.get(pk, set())
        return bool(there & going_on), len(there)

    return (one, other) if weight(one) >= weight(other) else (other, one)


def _events_by_person(people: Iterable[UUID]) -> tuple[dict[UUID, set[UUID]], set[UUID]]:
    """The events each was entered or seated in, and which of them are not over: three queries."""
    wanted = set(people)
    found: dict[UUID, set[UUID]] = {}
    entered = EntryPerson.objects.filter(player__in=wanted, entry__tournament__isnull=False)
    sat = MatchPerson.objects.filter(player__in=wanted)
    seats = sat.values_list("player", "side__match__round__stage__tournament").distinct()
    for player, event in [*entered.values_list("player", "entry__tournament"), *seats]:
        found.setdefault(player, set()).add(event)
    every = {event for events in found.values() for event in events}
    open_ones = Tournament.objects.filter(pk__in=every).exclude(state=Tournament.State.FINISHED)
    return found, set(open_ones.values_list("pk", flat=True))


def merged_lines(club: Club) -> list[dict[str, Any]]:
    """The duplicates of the club, each with the person it belongs to, who said so, and when."""
    rows = Player.objects.filter(memberships__club=club, erased_at=None).exclude(merged_into=None)
    merged = list(rows.select_related("merged_into").order_by("key"))
    if not merged:
        return []
    said = {
        entry.event.player: (actor_of(entry.meta), as_time(entry.recorded_at))
        for entry in history(club.pk)
        if isinstance(entry.event, PlayersMerged)
    }
    names = actors(actor for actor, _at in said.values())
    return [_merged_line(club, each, said.get(str(each.pk)), names) for each in merged]


def _merged_line(
    club: Club, player: Player, said: tuple[str, datetime] | None, names: Mapping[str, str]
) -> dict[str, Any]:
    words = [_("is %(name)s") % {"name": player.merged_into.name if player.merged_into else "–"}]
    if said is not None:
        words += [names[said[0]], date_format(said[1].astimezone(ZoneInfo(club.zone)), "DATETIME_FORMAT")]
    return {"id": player.pk, "name": player.name, "words": " · ".join(words)}


def others(club: Club, player: Player) -> list[tuple[str, str]]:
    """Whom a person could be found to be: everybody else, those alike by their first letters first."""
    start = folded(player.name)[:2]
    people = people_of(club).exclude(Q(pk=player.pk))
    ordered = sorted(people, key=lambda each: (not folded(each.name).startswith(start), folded(each.name)))
    return [(str(each.pk), each.name) for each in ordered]
