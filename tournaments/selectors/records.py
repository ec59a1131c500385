"""A club's records as page, JSON and CSV show them; nothing here computes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models.player import Player
from tournaments.exchange.csv_out import write_csv
from tournaments.models.club import Club
from tournaments.models.season import ClubFigures
from tournaments.models.tournament import Tournament
from tournaments.selectors.public import event_path, local


def records_of(club: Club) -> list[dict[str, Any]]:
    """The records as last computed, with names and events as everybody may see them: three queries."""
    figures = ClubFigures.objects.filter(club=club).first()
    stored: list[dict[str, Any]] = figures.records if figures is not None else []
    holders = [each for record in stored for each in record["holders"]]
    people = Player.objects.in_bulk([pk for each in holders for pk in each["persons"]])
    known = {str(pk): player for pk, player in people.items()}
    events = Tournament.objects.filter(pk__in={each["event"] for each in holders}).select_related("club")
    rows = {str(row.pk): row for row in events.exclude(state=Tournament.State.DRAFT)}
    return [_record(record, known, rows) for record in stored]


def _record(
    record: Mapping[str, Any], people: Mapping[str, Player], events: Mapping[str, Tournament]
) -> dict[str, Any]:
    return {
        "code": record["code"],
        "title": titles()[record["code"]],
        "value": record["value"],
        "words": words_of(record["code"], record["value"]),
        "holders": [
            _holder(each, people, events[each["event"]])
            for each in record["holders"]
            if each["event"] in events
        ],
    }


def _holder(holder: Mapping[str, Any], people: Mapping[str, Player], row: Tournament) -> dict[str, Any]:
    persons = [people[pk] for pk in holder["persons"] if pk in people]
    return {
        "name": " & ".join(each.public_name for each in persons) or "–",
        "persons": [
            {"name": each.public_name, "href": None if each.erased_at else reverse("player", args=[each.pk])}
            for each in persons
        ],
        "event": row.name,
        "event_href": event_path(row),
        "date": local(row.starts_at, row.zone).date(),
        "match": holder["match"],
        "href": reverse("match", args=[holder["match"]]),
    }


def titles() -> dict[str, str]:
    """The records by code."""
    return {
        "highest_hand": _("Highest hand"),
        "most_gins": _("Most gins in an event"),
        "longest_run": _("Longest run of wins"),
        "quickest_match": _("Quickest match"),
        "biggest_win": _("Biggest win"),
        "most_undercuts": _("Most undercuts in an event"),
    }


def words_of(code: str, value: int) -> str:
    """A value with its unit."""
    units = {
        "highest_hand": _("%(value)s points"),
        "most_gins": _("%(value)s gins"),
        "longest_run": _("%(value)s matches"),
        "quickest_match": _("%(value)s hands"),
        "biggest_win": _("by %(value)s points"),
        "most_undercuts": _("%(value)s undercuts"),
    }
    return units[code] % {"value": value}


def records_json(club: Club, records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The records for programs; `as_of` is the position of the log they were computed at."""
    figures = ClubFigures.objects.filter(club=club).first()
    return {
        "club": club.slug,
        "as_of": figures.position if figures is not None else None,
        "records": [
            {
                "code": record["code"],
                "value": record["value"],
                "holders": [
                    {"name": each["name"], "event": each["event"], "date": each["date"].isoformat(),
                     "match": each["match"]}
                    for each in record["holders"]
                ],
            }
            for record in records
        ],
    }  # fmt: skip


def records_csv(records: Sequence[Mapping[str, Any]]) -> bytes:
    """The records as a file, a line a holder."""
    headings = [_("Record"), _("Value"), _("Name"), _("Event"), _("Date")]
    rows = (
        [record["title"], record["value"], each["name"], each["event"], each["date"].isoformat()]
        for record in records
        for each in record["holders"]
    )
    return write_csv(headings, rows)
