"""A person's pages as they were at a moment: of every event he was in, as `past` has it of one.

Of his events those that were over by then are as they are now and those still to come are not there; only
those in between are replayed, and they are few. His ratings are today's reckoning of the matches that counted
by then: a match corrected since moved what came after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from uuid import UUID

from django.db import connection

from games.eventstore import clock
from games.eventstore import sql as on_engine
from games.eventstore.snapshot import forget_the_log, log_until, recorded_at, schema, snapshot, spans_of
from tournaments.models.season import RatedMatch, Rating, RatingStep
from tournaments.models.tournament import EntryPerson, Match, MatchPerson, Round, Stage, Tournament
from tournaments.selectors.withheld import as_closed_now
from tournaments.services.past import Then, microseconds, own_table, point, stand_before
from tournaments.services.ratings import COUNTED
from tournaments.services.standings import KINDS


def moment_at(position: int) -> datetime | None:
    """When the event at a position of the log was recorded; None where there is no log."""
    found = recorded_at(position)
    return None if found is None else clock.as_time(found)


@contextmanager
def people_as_they_were(when: datetime, players: Sequence[UUID]) -> Iterator[None]:
    """Whatever is read inside of these people's events is read as of that moment; other events are not there.
    Nothing may be recorded inside.
    """
    moment, numbers = microseconds(when), count(-1, -1)
    with snapshot(scratch=True), clock.standing_at(moment):
        spans = spans_of(_events_of(players), KINDS)
        begun = {pk: last for pk, (first, last) in spans.items() if first <= moment}
        between = [_then(pk, when, numbers) for pk, last in begun.items() if last > moment]
        with as_closed_now(list(begun)):
            stand_before(list(begun))
            for each in between:
                each.put_in()
            _ratings_then(players)
            yield


def _events_of(players: Sequence[UUID]) -> set[UUID]:
    """The tournaments one of them is entered in, or sat at a table of."""
    entered = EntryPerson.objects.filter(player__in=players).values_list("entry__tournament", flat=True)
    sat = MatchPerson.objects.filter(player__in=players)
    return {*entered, *sat.values_list("side__match__round__stage__tournament", flat=True)}


def _then(pk: UUID, when: datetime, numbers: Iterator[int]) -> Then:
    at = point(pk, moment=when)
    assert at is not None, "it has begun"
    with log_until(at.position, pk, microseconds(when)):
        then = Then(at, numbers)
    forget_the_log()
    return then


def _ratings_then(players: Sequence[UUID]) -> None:
    """The steps of the matches that counted by then, and where each ended."""
    home = schema()
    people = [on_engine.uuid_in(pk) for pk in players]
    of_them = f"player_id IN ({on_engine.marks(len(people))})"
    own_table(home, RatingStep, f"{of_them} AND rated_id IN ({_rated(home)})", *people, *COUNTED, *_HIDDEN)
    own_table(home, Rating, of_them, *people)
    for rating in Rating.objects.all():
        steps = RatingStep.objects.filter(player=rating.player_id, rated__club=rating.club_id)
        last = steps.order_by("-rated__order").first()
        there = Rating.objects.filter(pk=rating.pk)
        if last is None:
            there._raw_delete(there.db)
        else:
            there.update(matches=steps.count(), shown=last.shown)


_HIDDEN = (Round.State.DRAFT, Tournament.State.DRAFT)


def _rated(home: str) -> str:
    """The matches that are rated then: as `ratings.counted_matches` has it, of the events that are there."""
    rated, match, round, stage, event = (
        connection.ops.quote_name(model._meta.db_table)
        for model in (RatedMatch, Match, Round, Stage, Tournament)
    )
    return (
        f"SELECT rated.id FROM {home}.{rated} rated"  # noqa: S608
        f" JOIN {match} played ON played.id = rated.match_id JOIN {round} r ON r.id = played.round_id"
        f" JOIN {stage} s ON s.id = r.stage_id JOIN {event} e ON e.id = s.tournament_id"
        f" WHERE played.state IN ({on_engine.marks(len(COUNTED))}) AND r.state <> %s AND e.state <> %s"
    )
