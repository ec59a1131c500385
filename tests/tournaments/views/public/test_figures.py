"""A club's ratings and seasons as everybody sees them, and the pages where its admins make seasons."""

import csv
import io
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ratings import BASE
from tests.tournaments.views.public.scene import order, running, win
from tournaments.models.season import Season
from tournaments.models.tournament import Match
from tournaments.services import figures, matches, rounds, standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene():
    there = running()
    figures.refresh(there.club.pk)
    return there


def finished(scene):
    for number in range(2, 5):
        if number > 2:
            scene.publish_round(number)
        for match in scene.matches(number):
            win(match)
        rounds.close_round(order(), scene.row, stage=1, round=number)
    standings.publish(order(), scene.row, stage=1, round=4, final=True)
    standings.finish(order(), scene.row)
    figures.refresh(scene.club.pk)


def ratings(scene):
    return Client().get(f"/clubs/{scene.club.slug}/ratings.json").json()["lines"]


def test_everybody_who_played_is_rated_and_equals_share_a_rank(scene):
    lines = ratings(scene)
    assert len(lines) == 6  # seven people, one of them had a bye
    assert [line["rating"] for line in lines] == sorted((line["rating"] for line in lines), reverse=True)
    assert {line["rank"] for line in lines if line["rating"] == lines[0]["rating"]} == {1}
    page = Client().get(f"/clubs/{scene.club.slug}/ratings/")
    assert [line["cells"][0]["value"] for line in page.context["league"]["lines"]] == [
        line["rating"] for line in lines
    ]
    text = Client().get(f"/clubs/{scene.club.slug}/ratings.csv").content.decode("utf-8-sig")
    assert len(list(csv.DictReader(io.StringIO(text)))) == len(lines)


def test_private_people_are_initials_and_erased_ones_are_not_there(scene):
    best = ratings(scene)[0]
    player = scene.player(best["name"])
    player.is_private = True
    player.save()
    assert ratings(scene)[0]["name"] == player.initials
    player.erased_at = scene.row.starts_at
    player.save()
    assert player.pk not in {uuid.UUID(line["player"]) for line in ratings(scene)}


def test_a_players_page_draws_the_curve_from_two_matches_on(scene):
    match = scene.matches(2)[0]
    one_more = [side.entry.people[0] for side in match.sides.all()]
    played = Match.objects.filter(state="accepted")
    twice = [each for each in one_more if played.filter(sides__entry__persons__player=each).count() == 1]
    assert twice
    assert Client().get(f"/players/{twice[0].pk}/").context["curve"] is None
    win(match)
    figures.refresh(scene.club.pk)
    curve = Client().get(f"/players/{twice[0].pk}/").context["curve"]
    assert curve["path"].count("L") == 2
    assert f"After 2 matches the rating is {curve['now']}" in curve["words"]
    assert min(mark["value"] for mark in curve["marks"]) <= BASE


def test_a_season_says_how_it_is_made_and_lists_everybodys_evenings(scene):
    season = scene.season()
    empty = Client().get(reverse("season", args=[scene.club.slug, season.pk]))
    assert "No finished evening yet" in empty.text
    finished(scene)
    page = Client().get(reverse("season", args=[scene.club.slug, season.pk]))
    assert len(page.context["lines"]) == 7
    first = page.context["lines"][0]
    assert first["rank"] == 1
    assert [event["name"] for event in first["events"]] == [scene.row.name]
    assert "Every evening counts." in page.text
    facts = Client().get(reverse("season_json", args=[scene.club.slug, season.pk])).json()
    assert [line["name"] for line in facts["lines"]] == [line["name"] for line in page.context["lines"]]
    assert season.name in Client().get(f"/clubs/{scene.club.slug}/").text


def test_the_clubs_page_says_how_far_the_evening_is(scene):
    page = Client().get(f"/clubs/{scene.club.slug}/")
    card = page.context["tonight"][0]
    assert (card["title"], card["round"], card["over"], card["all"]) == ("Thursday", "Round 2 of 4", 0, 3)
    assert [action["href"] for action in card["actions"]] == [scene.url("tournament"), scene.url("round", 2)]
    win(scene.matches(2)[0])
    assert "1 of 3 matches in" in Client().get(f"/clubs/{scene.club.slug}/").text


def test_the_clubs_page_says_who_won_and_who_leads_the_season(scene):
    season = scene.season()
    finished(scene)
    page = Client().get(f"/clubs/{scene.club.slug}/")
    first = page.context["leaders"]["lines"][0]["name"]
    assert page.context["leaders"]["href"] == reverse("season", args=[scene.club.slug, season.pk])
    assert [event["winner"] for event in page.context["groups"]["finished"]] == [first]
    assert page.context["tonight"] == []
    winner = scene.player(first)
    winner.is_private = True
    winner.save()
    page = Client().get(f"/clubs/{scene.club.slug}/")
    assert page.context["leaders"]["lines"][0]["name"] == winner.initials
    assert page.context["groups"]["finished"][0]["winner"] == winner.initials
    assert first not in page.text


def test_the_clubs_admin_makes_changes_and_removes_a_season(scene):
    admin = scene.client("admin")
    address = reverse("desk_seasons", args=[scene.club.slug])
    asked = {"key": str(uuid.uuid4()), "name": "Winter", "first_day": "2026-01-01", "last_day": "2027-01-01",
             "best_of": 5, "minimum": 2}  # fmt: skip
    assert admin.post(address, asked).status_code == 302
    season = Season.objects.get()
    assert (season.best_of, season.minimum, season.name) == (5, 2, "Winter")
    again = admin.post(address, asked)
    assert again.status_code == 422
    assert "The club has a season of this name." in again.text
    wrong = admin.post(address, {**asked, "name": "Back", "last_day": "2025-01-01"})
    assert "The last day is before the first." in wrong.text
    assert 'value="Back"' in wrong.text
    edit = reverse("desk_season", args=[scene.club.slug, season.pk])
    assert admin.post(edit, {**asked, "best_of": 3}).status_code == 302
    season.refresh_from_db()
    assert season.best_of == 3
    remove = reverse("desk_season_remove", args=[scene.club.slug, season.pk])
    assert admin.post(remove, {"key": str(uuid.uuid4())}).status_code == 302
    assert admin.post(remove, {"key": str(uuid.uuid4())}).status_code == 302
    assert not Season.objects.exists()


def test_a_correction_after_the_end_moves_the_ratings_and_not_the_season(scene):
    season = scene.season()
    finished(scene)
    season.refresh_from_db()
    before, lines = ratings(scene), season.lines
    match = scene.matches(2)[0]
    matches.correct(order(), match, reason="wrong way round", points=((80, 126),), hands_won=((4, 6),))
    figures.refresh(scene.club.pk)
    season.refresh_from_db()
    assert ratings(scene) != before
    assert season.lines == lines  # it counts what was published
