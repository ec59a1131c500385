"""A club's seasons: made and changed by those who run it, their tables computed from finished events."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from games.engine.rulesets import read_rules
from games.eventstore.log import unit
from scoring.lines import line_from_wire
from scoring.numbers import Number, number_to_wire, whole
from scoring.options import options_from_wire
from scoring.season import Evening, SeasonLine, possible_points, season_table
from scoring.sheets import games_to_win
from tournaments import logs
from tournaments.engine.tournament.credits import credits_of
from tournaments.models.club import Club
from tournaments.models.season import Season
from tournaments.models.tournament import EntryPerson, MatchPerson, Publication, Stage, Tournament
from tournaments.selectors.merged import merged_persons, one_of


def make(club: Club, **values: Any) -> Season:
    """A new season; its table is there at once."""
    with unit():
        season = Season.objects.create(club=club, **values)
        compute(season, season.position)
    return season


def change(season: Season, **values: Any) -> Season:
    """Other days or another rule; the table follows at once."""
    with unit():
        for name, value in values.items():
            setattr(season, name, value)
        season.save(update_fields=[*values])
        compute(season, season.position)
    return season


def remove(season: Season) -> None:
    """The season is gone; its events stay."""
    season.delete()


def compute(season: Season, position: int) -> None:
    """The table from what is finished now, as of a position of the log."""
    table = season_table(evenings_of(season), best_of=season.best_of, minimum=season.minimum)
    season.lines, season.position = [line_to_wire(line) for line in table], position
    season.save(update_fields=["lines", "position"])


def evenings_of(season: Season) -> list[Evening]:
    """Every person's finished events within the season, by their final standings as published."""
    found: list[Evening] = []
    for tournament in events_of(season):
        found += _evenings(tournament)
    return found


def events_of(season: Season) -> list[Tournament]:
    """The club's finished events that started on these days, on their own clocks."""
    day = datetime.timedelta(days=1)
    rows = Tournament.objects.filter(
        club=season.club,
        state=Tournament.State.FINISHED,
        starts_at__date__gte=season.first_day - day,
        starts_at__date__lte=season.last_day + day,
    )
    return [
        row for row in rows.order_by("starts_at", "pk") if season.first_day <= day_of(row) <= season.last_day
    ]


def day_of(tournament: Tournament) -> datetime.date:
    """The day of its start on its own clock."""
    return tournament.starts_at.astimezone(ZoneInfo(tournament.zone)).date()


def _evenings(tournament: Tournament) -> Iterator[Evening]:
    """Persons get their part of their side's numbers, those of all stages together; who played for several
    sides of one event, one after the other, gets his part of each. What could be won is alike for all.
    """
    points: defaultdict[str, Number] = defaultdict(int)
    net: defaultdict[str, Number] = defaultdict(int)
    won: defaultdict[str, int] = defaultdict(int)
    possible = 0
    for hung in _last_published(tournament):
        possible += _possible(hung.stage, hung.round)
        for line in map(line_from_wire, hung.lines):
            points[line.side] += line.values.get("GP") or 0
            net[line.side] += line.values.get("NS") or 0
            won[line.side] += line.won
    played: defaultdict[str, list[tuple[str, Fraction]]] = defaultdict(list)
    for entry, player, part in _people(tournament):
        if entry in points:
            played[player].append((entry, part))
    for player, parts in played.items():
        yield Evening(
            event=str(tournament.pk), person=player, possible=possible,
            game_points=whole(sum((points[entry] * part for entry, part in parts), Fraction())),
            won=whole(sum((won[entry] * part for entry, part in parts), Fraction())),
            net=whole(sum((net[entry] * part for entry, part in parts), Fraction())),
        )  # fmt: skip


def _last_published(tournament: Tournament) -> Iterable[Publication]:
    last: dict[int, Publication] = {}
    rows = Publication.objects.filter(stage__tournament=tournament).select_related("stage")
    for hung in rows.hanging().order_by("number"):
        last[hung.stage.number] = hung
    return last.values()


def _possible(stage: Stage, rounds: int) -> int:
    options = options_from_wire(stage.standings_options)
    games = games_to_win(read_rules(stage.rules), each_column_a_game=options.each_column_a_game)
    return possible_points(rounds=rounds, games_to_win=games, per_game=options.per_game)


def _people(tournament: Tournament) -> list[tuple[str, str, Fraction]]:
    """Sides, persons and their parts."""
    rows = EntryPerson.objects.filter(entry__tournament=tournament, entry__is_house=False)
    rows = rows.order_by("entry__number", "order")
    every = [(str(entry), str(player)) for entry, player in rows.values_list("entry_id", "player_id")]
    parted = [(entry, player, Fraction(1)) for entry, player in every]
    if _had_substitutes(tournament, set(every)):
        parted = _parts(tournament)
    return parted


def _had_substitutes(tournament: Tournament, entered: set[tuple[str, str]]) -> bool:
    """Did anybody play for a side who is not of it any more?"""
    sat = MatchPerson.objects.filter(side__entry__tournament=tournament, side__entry__is_house=False)
    seats = sat.values_list("side__entry_id", "player_id").distinct()
    return any((str(entry), str(player)) not in entered for entry, player in seats)


def _parts(tournament: Tournament) -> list[tuple[str, str, Fraction]]:
    merged = merged_persons()
    _version, state = logs.tournament_at(tournament.pk)
    return [
        (side.id, str(one_of(merged, person)), part)
        for side in state.entered
        for person, part in credits_of(state, side.id)
    ]


def line_to_wire(line: SeasonLine) -> dict[str, Any]:
    """A line as plain JSON values."""
    return {
        "rank": line.rank,
        "person": line.person,
        "points": number_to_wire(line.points),
        "won": number_to_wire(line.won),
        "net": number_to_wire(line.net),
        "evenings": line.evenings,
        "counted": [_evening_to_wire(each) for each in line.counted],
        "dropped": [_evening_to_wire(each) for each in line.dropped],
    }


def _evening_to_wire(evening: Evening) -> dict[str, Any]:
    return {
        "event": evening.event,
        "game_points": number_to_wire(evening.game_points),
        "possible": evening.possible,
        "won": number_to_wire(evening.won),
        "net": number_to_wire(evening.net),
    }
