"""After a substitute: each match stays with those who played it; the side's numbers are parted by rounds."""

from fractions import Fraction

import pytest

from games.models.player import Player
from tests.tournaments.views.scene import evening, order
from tournaments.models.season import RatingStep
from tournaments.models.tournament import Match, MatchPerson
from tournaments.selectors import player_page
from tournaments.services import (
    figures,
    figures_again,
    matches,
    rebuild,
    registration,
    rounds,
    seasons,
    standings,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
PAIRS = (("Ada", "Abe"), ("Bo", "Ben"), ("Cy", "Cho"), ("Di", "Dan"))


def play(scene, number):
    for match in Match.objects.filter(round__stage__tournament=scene.tournament, round__number=number):
        match = Match.objects.select_related("round__stage__tournament__club").get(pk=match.pk)
        won = next((side.index for side in match.sides.all() if "Ada" in side.entry.name), 0)
        points = (126, 80) if won == 0 else (80, 126)
        matches.enter_score(order(), match, points=(points,), hands_won=((6, 4) if won == 0 else (4, 6),))
    rounds.close_round(order(), scene.tournament, stage=1, round=number)


@pytest.fixture
def scene():
    """Ada wins three rounds, with Abe the first and with Zed the other two."""
    scene = evening("partnership_125", names=PAIRS, rounds_planned=3)
    play(scene, 1)
    side = scene.tournament.entries.get(persons__player__name="Ada")
    abe = Player.objects.get(name="Abe")
    registration.substitute(order(), scene.tournament, side=str(side.pk), gone=str(abe.pk), name="Zed")
    for number in (2, 3):
        rounds.draw_round(order(), scene.tournament, stage=1, seed=number)
        rounds.publish_round(order(), scene.tournament, stage=1, round=number)
        play(scene, number)
    if not scene.tournament.stages.get().publications.filter(final=True).exists():
        standings.publish(order(), scene.tournament, stage=1, round=3, final=True)
    standings.finish(order(), scene.tournament)
    scene.tournament.refresh_from_db()
    return scene


def test_each_has_the_part_of_the_season_that_he_played(scene):
    day = scene.tournament.starts_at.date()
    season = seasons.make(scene.tournament.club, name="All", first_day=day, last_day=day)
    names = {str(each.pk): each.name for each in Player.objects.all()}
    shares = {names[line["person"]]: Fraction(line["points"]) for line in season.lines}
    whole = shares["Ada"]
    assert whole > 0
    assert (shares["Abe"], shares["Zed"]) == (whole / 3, whole * 2 / 3)
    won = {names[line["person"]]: line["won"] for line in season.lines}
    assert (won["Ada"], won["Abe"], won["Zed"]) == (3, 1, 2)


def test_the_history_of_who_left_and_of_who_came_is_their_own(scene):
    def rounds_of(name):
        player = player_page.player_at(Player.objects.get(name=name).pk)
        rows = [player_page.row_of(seat, player) for seat in player_page.history_of(player)]
        return sorted((row["round"], row["partner"]) for row in rows)

    assert rounds_of("Abe") == [(1, "Ada")]
    assert rounds_of("Zed") == [(2, "Ada"), (3, "Ada")]
    assert rounds_of("Ada") == [(1, "Abe"), (2, "Zed"), (3, "Zed")]


def test_ratings_are_of_those_who_played(scene):
    figures.refresh(scene.tournament.club_id)
    steps = RatingStep.objects.values_list("player__name", flat=True)
    assert {name: list(steps).count(name) for name in ("Ada", "Abe", "Zed")} == {"Ada": 3, "Abe": 1, "Zed": 2}
    assert not figures_again.differ(scene.tournament.club_id)


def test_who_sat_where_is_what_a_replay_gives(scene):
    assert list(rebuild.check(scene.tournament.pk).sentences()) == []
    MatchPerson.objects.all().delete()
    assert rebuild.is_behind(scene.tournament.pk)
    rebuild.rebuild(scene.tournament.pk)
    assert MatchPerson.objects.filter(player__name="Abe").count() == 1
    assert list(rebuild.check(scene.tournament.pk).sentences()) == []
