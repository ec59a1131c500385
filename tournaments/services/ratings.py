"""Ratings of a club's people, from its counted matches in the order of date, round and table.

Computed from where the order or a result differs from what was computed before: a match more at the end is
one step, a correction of an old one all steps since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Max, QuerySet

from scoring.ratings import RatedMatch as Played
from scoring.ratings import Rating as Strength
from scoring.ratings import Step, fold_ratings
from tournaments.models.club import Club
from tournaments.models.season import RatedMatch, Rating, RatingStep
from tournaments.models.tournament import Match, MatchPerson, Round, Tournament
from tournaments.selectors.withheld import withheld

COUNTED = (Match.State.ACCEPTED, Match.State.CORRECTED)
"""Forfeits and byes say nothing of strength."""


def compute(club: Club) -> int:
    """Bring the club's ratings up to its results; how many matches were rated anew. Inside a unit."""
    wanted = matches_of(club)
    known = list(RatedMatch.objects.filter(club=club).order_by("order").values_list("match_id", "key"))
    same = _common(known, [(UUID(each.match), key_of(each)) for each in wanted])
    if same == len(known) == len(wanted):
        return 0
    RatedMatch.objects.filter(club=club, order__gte=same).delete()
    rows = RatedMatch.objects.bulk_create(
        RatedMatch(club=club, order=order, match_id=UUID(each.match), key=key_of(each))
        for order, each in enumerate(wanted[same:], start=same)
    )
    _now, steps = fold_ratings(wanted[same:], _ratings_then(club, wanted[same:]))
    _write(steps, {str(row.match_id): row for row in rows})
    _replace(club)
    return len(wanted) - same


def matches_of(club: Club) -> list[Played]:
    """The club's counted matches of two sides, in order; events only their directors see are left out, and
    matches with a house player: nobody's rating is made by who helped out.
    """
    people = seated_persons(club.pk)
    house = Match.objects.filter(sides__entry__is_house=True, round__stage__tournament__club=club)
    rows = counted_matches(club.pk).exclude(pk__in=house).values_list("pk", "summary")
    played = (_played(pk, summary, people.get(pk, ())) for pk, summary in rows)
    return [each for each in played if each is not None]


def seated_persons(club_id: UUID) -> dict[UUID, list[tuple[str, ...]]]:
    """By match of a club the persons of each side, as they sat there, whoever came for them later."""
    rows = MatchPerson.objects.filter(side__match__round__stage__tournament__club=club_id)
    found: dict[UUID, dict[int, tuple[str, ...]]] = {}
    ordered = rows.order_by("order").values_list("side__match", "side__index", "player")
    for match, index, player in ordered.iterator():
        sides = found.setdefault(match, {})
        sides[index] = (*sides.get(index, ()), str(player))
    return {match: [sides[index] for index in sorted(sides)] for match, sides in found.items()}


def counted_matches(club_id: UUID) -> QuerySet[Match]:
    """The club's matches that were played and count, in order, but for what only directors see, and results
    that are shown when their round is closed.
    """
    return (
        Match.objects.filter(round__stage__tournament__club=club_id, state__in=COUNTED)
        .exclude(round__stage__tournament__state=Tournament.State.DRAFT)
        .exclude(round__state=Round.State.DRAFT)
        .exclude(withheld("round"))
        .order_by(
            "round__stage__tournament__starts_at", "round__stage__tournament_id", "round__stage__number",
            "round__number", "table_number", "pk",
        )
    )  # fmt: skip


def key_of(match: Played) -> str:
    """What a rating is computed from, in short."""
    text = "|".join([*(",".join(side) for side in match.sides), str(match.winner)])
    return hashlib.sha256(text.encode()).hexdigest()


def _played(pk: UUID, summary: Mapping[str, Any], sides: Sequence[tuple[str, ...]]) -> Played | None:
    if len(sides) != 2 or not all(sides) or set(sides[0]) & set(sides[1]):
        return None
    return Played(match=str(pk), sides=(sides[0], sides[1]), winner=summary.get("winner"))


def _common(one: Sequence[object], other: Sequence[object]) -> int:
    """How many entries are the same from the start."""
    for place, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return place
    return min(len(one), len(other))


def _ratings_then(club: Club, played: Iterable[Played]) -> dict[str, Strength]:
    """The ratings, before these matches, of those who play in them: of the steps still there, the last."""
    persons = {UUID(person) for each in played for side in each.sides for person in side}
    last = (
        RatingStep.objects.filter(rated__club=club, player__in=persons)
        .values("player")
        .annotate(last=Max("rated__order"))
        .values_list("player", "last")
    )
    wanted = dict(last)
    steps = RatingStep.objects.filter(
        rated__club=club, rated__order__in=set(wanted.values()), player__in=persons
    )
    return {
        str(step.player_id): Strength(mean=step.mean, deviation=step.deviation, matches=step.matches)
        for step in steps.select_related("rated")
        if step.rated.order == wanted[step.player_id]
    }


def _write(steps: Iterable[Step], rows: Mapping[str, RatedMatch]) -> None:
    RatingStep.objects.bulk_create(
        (
            RatingStep(
                rated=rows[step.match], player_id=UUID(step.person), mean=step.after.mean,
                deviation=step.after.deviation, matches=step.after.matches, shown=step.after.shown,
                change=step.after.shown - step.before.shown,
            )
            for step in steps
        ),
        batch_size=500,
    )  # fmt: skip


def _replace(club: Club) -> None:
    """The ratings as they stand: of each person the last step."""
    last = RatingStep.objects.filter(rated__club=club).order_by("rated__order")
    newest = {
        player: (shown, matches) for player, shown, matches in last.values_list("player", "shown", "matches")
    }
    Rating.objects.filter(club=club).delete()
    Rating.objects.bulk_create(
        Rating(club=club, player_id=player, shown=shown, matches=matches)
        for player, (shown, matches) in newest.items()
    )
