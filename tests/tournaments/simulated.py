"""Evenings played by bots, told without what is new each time: ids, times, seals, places in the log."""

from __future__ import annotations

import json
import re
from itertools import zip_longest
from typing import Any

from django.core.management import call_command

from games.eventstore.log import positions_after, streams_of
from tournaments.models.tournament import StandingLine, Tournament

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# A hand dealt by the server is sealed with salt from the system's own randomness.
NEW_EACH_TIME = ("commitment", "salt", "seal", "position")


def simulate(**options: Any) -> Tournament:
    """Play an evening by the command; its tournament."""
    call_command("simulate", verbosity=0, **options)
    return Tournament.objects.order_by("club__created_at").last()


def events_of(row: Tournament) -> list[tuple[str, str]]:
    """Name and payload of all its events in the order of the log, each id as the n-th that was met."""
    streams, met = set(streams_of(row.pk)), dict[str, int]()

    def numbered(found: re.Match[str]) -> str:
        return f"#{met.setdefault(found[0], len(met))}"

    told, position = list[tuple[str, str]](), 0
    while entries := positions_after(position):
        position = entries[-1].position
        told += [
            (entry.name, _equals_in_order(UUID.sub(numbered, _lasting(entry.data))))
            for entry in entries
            if entry.stream_id in streams
        ]
    return told


def first_difference(one: Tournament, other: Tournament) -> tuple[Any, Any] | None:
    """The first event that is not the same in both, None where all are."""
    pairs = zip_longest(events_of(one), events_of(other))
    return next(((mine, theirs) for mine, theirs in pairs if mine != theirs), None)


def standings_of(row: Tournament) -> list[tuple[int, str, dict[str, Any]]]:
    """Rank, name and numbers of each line."""
    lines = StandingLine.objects.filter(stage__tournament=row).prefetch_related("entry__persons__player")
    told = [(line.rank, line.entry.name, line.line["values"]) for line in lines]
    return sorted(told, key=lambda line: line[:2])


def _lasting(text: str) -> str:
    data = json.loads(text)
    return json.dumps(
        {name: value for name, value in data.items() if name not in NEW_EACH_TIME}, sort_keys=True
    )


def _equals_in_order(text: str) -> str:
    """Published sides that share a rank stand in the order of their ids, new each time: here as first met."""
    data = json.loads(text)
    lines = [line for line in data.get("lines", ()) if "rank" in line]
    for line in lines:
        if line["shared"]:
            del line["decided_by"]  # said of the first of them
    if lines:
        data["lines"] = sorted(lines, key=lambda line: (line["rank"], int(line["side"].removeprefix("#"))))
    return json.dumps(data, sort_keys=True)
