"""An odd field at the desk: a house player is named, plays, is marked everywhere and stands in no list."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.models.player import Player
from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, evening, post, said, text_of
from tournaments import logs
from tournaments.models.season import RatedMatch
from tournaments.models.tournament import Entry
from tournaments.services import figures, rebuild, registration, rounds, seasons, standings, tournaments

pytestmark = pytest.mark.django_db(transaction=True)
THREE = ("Ada", "Bo", "Cy")


@pytest.fixture
def scene():
    return evening(THREE)


def names_him(scene, name="Hugo"):
    return post(scene.desk, scene.url("house"), names=name)


def told(answer) -> list[str]:
    return said(answer.client, answer)


def test_an_odd_field_offers_a_bye_or_a_house_player(scene):
    page = scene.desk.get(scene.url("event"))
    assert "The field of round 1 is odd: one side rests, or a house player sits in" in text_of(page)
    assert told(names_him(scene)) == ["Hugo sits in while the field is odd."]
    assert "Hugo (house) sits in, and nobody rests." in text_of(scene.desk.get(scene.url("event")))
    scene.drawn()
    draft = text_of(scene.desk.get(scene.url("event")))
    assert "Hugo (house)" in draft
    assert "bye of the draw" not in draft
    assert told(post(scene.desk, scene.url("house_out"))) == [
        "The house player is taken out. An odd side rests."
    ]
    stale = text_of(scene.desk.get(scene.url("event")))
    assert stale.count("Somebody came or went since this draft.") == 1
    assert stale.count(" deals") == 2  # the chip of each table's dealer still says what it says


def test_an_even_field_is_offered_nothing():
    scene = evening()
    assert "house player" not in text_of(scene.desk.get(scene.url("event")))


def test_a_round_robin_keeps_its_byes_and_says_why():
    scene = evening(THREE, format="round_robin", rounds=3)
    assert "house player" not in text_of(scene.desk.get(scene.url("event")))
    answer = names_him(scene)
    assert answer.status_code == 422
    assert "this format is drawn as a whole, and an odd side rests by its plan" in text_of(answer)


def test_two_names_where_one_sits_in_are_refused_and_nothing_typed_is_lost(scene):
    answer = post(scene.desk, scene.url("house"), names="Hugo\nIda")
    assert answer.status_code == 422
    assert Entry.objects.filter(tournament=scene.row).count() == 3
    answer = names_him(scene, "Ada")
    assert answer.status_code == 422
    assert 'value="Ada"' in answer.text


def test_he_plays_and_stands_in_no_standings_no_rating_no_season_and_pays_nothing(scene):
    tournaments.change_stage(Command(actor=DIRECTOR), scene.row.pk, stage=1, changes={"rounds": 1})
    names_him(scene)
    scene.published().played()
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=1, final=True)
    standings.finish(Command(actor=DIRECTOR), scene.row)
    _version, state = logs.tournament_at(scene.row.pk)
    house = scene.entry("Hugo")
    assert house.is_house
    lines = {line["side"]: line for line in state.published[-1].lines}
    assert set(lines) == {str(scene.entry(name).pk) for name in THREE}
    met = next(match for match in scene.matches() if match.sides.filter(entry=house).exists())
    rival = str(met.sides.exclude(entry=house).get().entry_id)
    won = met.summary["winner"] == met.sides.get(entry=rival).index
    assert lines[rival]["values"]["GP"] == (2 if won else 0)
    assert lines[rival]["values"]["OPP"] == 0
    figures.refresh(scene.club.pk)
    assert not RatedMatch.objects.filter(match=met).exists()
    assert RatedMatch.objects.filter(club=scene.club).count() == 1
    day = scene.row.starts_at.date()
    season = seasons.make(scene.club, name="All", first_day=day, last_day=day)
    assert str(Player.objects.get(name="Hugo").pk) not in {line["person"] for line in season.lines}
    assert list(rebuild.check(scene.row.pk).sentences()) == []


def test_everybody_sees_that_he_is_of_the_house(scene):
    names_him(scene)
    scene.published().played()
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    at = [scene.club.slug, scene.row.slug]
    for name, more in {
        "round": [1],
        "round_csv": [1],
        "crosstable": [1],
        "report": [1],
        "tournament_json": [],
    }.items():
        page = Client().get(reverse(name, args=[*at, *more]))
        assert page.status_code == 200, name
        assert "Hugo (house)" in page.content.decode(), name
    for name in ("standings", "standings_csv"):
        assert "Hugo" not in Client().get(reverse(name, args=at)).content.decode()


def test_programs_name_him_and_read_that_he_is_one(scene):
    api = f"/api/v1/tournaments/{scene.row.pk}/"
    key = {"Idempotency-Key": str(uuid.uuid4())}
    for _twice in range(2):
        answer = scene.desk.post(
            f"{api}house/", {"names": ["Hugo"]}, content_type="application/json", headers=key
        )
        assert answer.status_code in (200, 201), answer.text
    sides = scene.desk.get(f"{api}entries/").json()
    assert [each["name"] for each in sides if each["house"]] == ["Hugo (house)"]
    again = scene.desk.post(f"{api}house/", {"names": ["Ida"]}, content_type="application/json",
                            headers={"Idempotency-Key": str(uuid.uuid4())})  # fmt: skip
    assert (again.status_code, again.json()["code"]) == (422, "house_there")


def test_who_sat_in_is_entered_from_the_list_once_he_is_taken_out(scene):
    names_him(scene)
    paste = scene.url("paste")
    page = post(scene.desk, paste, names="Hugo", missed="zero")
    assert "Hugo (house) sits in: take the house player out first." in text_of(page)
    post(scene.desk, scene.url("house_out"))
    post(scene.desk, paste, names="Hugo", missed="zero")
    assert [each.is_house for each in scene.row.entries.order_by("number")] == [
        False,
        False,
        False,
        True,
        False,
    ]


def test_the_same_person_named_again_comes_back_as_the_same_side(scene):
    names_him(scene)
    post(scene.desk, scene.url("house_out"))
    names_him(scene, "hugo")
    assert scene.row.entries.filter(is_house=True).count() == 1
    assert scene.row.entries.get(is_house=True).status == "active"
    with pytest.raises(Exception, match="already"):
        registration.enter_house(Command(actor=DIRECTOR), scene.row, names=("Ida",))


def test_a_director_who_does_not_play_is_offered_first(scene):
    director = Player.objects.create(name="Dora", key="dora", user=scene.director)
    scene.club.members.create(player=director)
    assert 'value="Dora"' in scene.desk.get(scene.url("event")).text
    names_him(scene, "Dora")
    assert scene.row.entries.get(is_house=True).people == [director]


def test_a_check_in_half_done_says_that_everybody_entered_is_drawn(scene):
    told_so = "Everybody entered is drawn, here or not."
    assert told_so not in text_of(scene.desk.get(scene.url("event")))
    names_him(scene)
    for name, still_said in zip(THREE, (True, True, False), strict=True):
        registration.check_in(Command(actor=DIRECTOR), scene.row.pk, side=str(scene.entry(name).pk))
        assert (told_so in text_of(scene.desk.get(scene.url("event")))) is still_said
