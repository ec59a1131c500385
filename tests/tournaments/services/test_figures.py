"""Ratings and seasons over a club's events: from what counts, again from where it changed, once."""

import datetime
from fractions import Fraction

import pytest
from django.db import connection

from games.eventstore.log import head
from games.services.command import Actor
from scoring.ratings import BASE, fold_ratings
from tests.tournaments.views.scene import evening, order
from tournaments.models.club import Club
from tournaments.models.season import ClubFigures, RatedMatch, Rating, RatingStep
from tournaments.models.tournament import Match, Tournament
from tournaments.services import figures, matches, ratings, seasons, standings
from tournaments.tasks import sweep

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
NAMES = (("Ann",), ("Bo",), ("Cy",), ("Di",))


@pytest.fixture
def scene():
    return evening(names=NAMES)


def win(match, winner=0):
    points = (126, 80) if winner == 0 else (80, 126)
    matches.enter_score(order(), match, points=(points,), hands_won=((6, 4) if winner == 0 else (4, 6),))


def all_of(scene):
    rows = Match.objects.filter(round__stage__tournament=scene.tournament).order_by("table_number")
    return list(rows.select_related("round__stage__tournament__club"))


def club_of(scene) -> Club:
    return scene.tournament.club


def shown(scene) -> dict[str, int]:
    return {rating.player.name: rating.shown for rating in Rating.objects.filter(club=club_of(scene))}


def finished(scene):
    for match in all_of(scene):
        if not match.is_counted:
            win(match)
    scene.close()
    if not scene.tournament.stages.get().publications.filter(final=True).exists():
        standings.publish(order(), scene.tournament, stage=1, round=1, final=True)
    standings.finish(order(), scene.tournament)
    scene.tournament.refresh_from_db()


def test_ratings_are_the_fold_over_the_counted_matches(scene):
    one, other = all_of(scene)
    win(one)
    assert figures.refresh(club_of(scene).pk)
    assert sorted(shown(scene).values()) != [BASE, BASE]
    assert len(shown(scene)) == 2
    win(other, winner=1)
    assert figures.refresh(club_of(scene).pk)
    known, _steps = fold_ratings(ratings.matches_of(club_of(scene)))
    stored = Rating.objects.filter(club=club_of(scene))
    assert {str(each.player_id): each.shown for each in stored} == {
        person: rating.shown for person, rating in known.items()
    }


def test_running_twice_changes_nothing_and_one_more_match_is_one_step(scene):
    one, other = all_of(scene)
    win(one)
    figures.refresh(club_of(scene).pk)
    before = list(RatingStep.objects.values_list("pk", flat=True))
    assert not figures.refresh(club_of(scene).pk)
    assert ratings.compute(club_of(scene)) == 0
    win(other)
    assert ratings.compute(club_of(scene)) == 1
    assert set(before) <= set(RatingStep.objects.values_list("pk", flat=True))


def test_a_corrected_old_match_is_replayed_from_there(scene):
    one, other = all_of(scene)
    win(one)
    win(other)
    figures.refresh(club_of(scene).pk)
    before = shown(scene)
    matches.correct(order(), one, reason="wrong way round", points=((80, 126),), hands_won=((4, 6),))
    assert figures.refresh(club_of(scene).pk)
    after = shown(scene)
    names = [side.entry.name for side in one.sides.order_by("index")]
    assert (after[names[0]], after[names[1]]) == (before[names[1]], before[names[0]])
    known, _steps = fold_ratings(ratings.matches_of(club_of(scene)))
    assert sorted(after.values()) == sorted(rating.shown for rating in known.values())


def test_forfeits_and_what_does_not_count_are_not_rated(scene):
    one, other = all_of(scene)
    matches.forfeit(order(), one, losers=[0], reason="nobody came")
    table = Actor(kind="table", id="x", role="table", side=0)
    matches.enter_score(order(table), other, points=((126, 80),), hands_won=((6, 4),))
    assert Match.objects.get(pk=other.pk).state == Match.State.ENTERED
    figures.refresh(club_of(scene).pk)
    assert shown(scene) == {}


def test_matches_are_taken_in_the_order_of_date_whichever_was_entered_first(scene):
    earlier = scene.tournament
    later = evening(names=NAMES)
    Tournament.objects.filter(pk=later.tournament.pk).update(club=earlier.club, slug="later")
    Tournament.objects.filter(pk=earlier.pk).update(starts_at=earlier.starts_at - datetime.timedelta(days=7))
    for match in all_of(later):
        win(match)
    figures.refresh(earlier.club.pk)
    win(all_of(scene)[0])
    assert ratings.compute(earlier.club) == 3
    first = RatedMatch.objects.filter(club=earlier.club).order_by("order").first()
    assert first.match == all_of(scene)[0]


def test_the_sweep_brings_them_up(scene):
    win(all_of(scene)[0])
    assert club_of(scene).pk in figures.stale_clubs()
    sweep()
    assert len(shown(scene)) == 2
    assert figures.stale_clubs() == []


def test_a_gap_in_the_log_is_told_and_the_figures_stay_where_they_were(scene):
    """What was missed is not passed over: the checkpoint moves over events that follow each other."""
    one, other = all_of(scene)
    win(one)
    figures.refresh(club_of(scene).pk)
    stood, before = ClubFigures.objects.get(club=club_of(scene)).position, shown(scene)
    win(other)
    assert figures.end_of_log(stood) == head().position > stood
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_event (position, stream_id, version, name, schema, data, meta, recorded_at,"
            " payload_digest, hash) SELECT position + 2, stream_id, version + 2, name, schema, data, meta,"
            " recorded_at, payload_digest, hash FROM games_event WHERE position = %s",
            [head().position],
        )
    with pytest.raises(AssertionError, match="the log has a gap"):
        figures.refresh(club_of(scene).pk)
    assert ClubFigures.objects.get(club=club_of(scene)).position == stood
    assert shown(scene) == before


def test_a_season_counts_finished_events_by_their_final_standings(scene):
    today = scene.tournament.starts_at.date()
    season = seasons.make(
        club_of(scene), name="Autumn", first_day=today, last_day=today, best_of=2, minimum=0
    )
    assert season.lines == []
    finished(scene)
    figures.refresh(club_of(scene).pk)
    season.refresh_from_db()
    hung = scene.tournament.stages.get().publications.latest("number").lines
    best = {line["side"]: line["values"]["GP"] for line in hung}
    people = {
        str(entry.people[0].pk): str(entry.pk)
        for entry in scene.tournament.entries.prefetch_related("persons__player")
    }
    assert len(season.lines) == 4
    for line in season.lines:
        # One round of a single game: 3 is the most that could be won.
        assert Fraction(line["points"]) == Fraction(best[people[line["person"]]], 3)
    assert season.lines[0]["rank"] == 1


def test_a_season_leaves_out_other_days_and_what_is_not_finished(scene):
    today = scene.tournament.starts_at.date()
    week = datetime.timedelta(days=7)
    other = seasons.make(club_of(scene), name="Later", first_day=today + week, last_day=today + 2 * week)
    running = seasons.make(club_of(scene), name="Now", first_day=today, last_day=today)
    win(all_of(scene)[0])
    figures.refresh(club_of(scene).pk)
    running.refresh_from_db()
    assert running.lines == []
    finished(scene)
    figures.refresh(club_of(scene).pk)
    other.refresh_from_db()
    running.refresh_from_db()
    assert other.lines == []
    assert len(running.lines) == 4
    changed = seasons.change(other, first_day=today, minimum=2)
    assert [line["rank"] for line in changed.lines] == [None] * 4


def test_the_day_of_an_event_is_that_of_its_own_clock(scene):
    late = datetime.datetime(2026, 3, 31, 23, 30, tzinfo=datetime.UTC)
    Tournament.objects.filter(pk=scene.tournament.pk).update(starts_at=late, zone="Asia/Tokyo")
    finished(scene)
    april = datetime.date(2026, 4, 1)
    tokyo = seasons.make(club_of(scene), name="April", first_day=april, last_day=april)
    assert len(tokyo.lines) == 4
    march = datetime.date(2026, 3, 31)
    assert seasons.make(club_of(scene), name="March", first_day=march, last_day=march).lines == []
