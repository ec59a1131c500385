"""After an import the club goes on at once: standings, rows, and the cards that lie on the tables."""

import io

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.eventstore import checks
from games.models.hand import Hand
from games.models.player import Player
from tests.tournaments.services.rich import every_row, matches_of, pairs_evening, rich_evening
from tests.tournaments.test_backup import empty_the_database
from tests.tournaments.views.scene import evening, order
from tests.tournaments.workers import club_at, is_behind, ought, shown, until, worker
from tournaments.access.table_codes import code_for
from tournaments.models.club import Club, RoomTable
from tournaments.models.tournament import Match, Stage, StandingLine
from tournaments.services import clubs, matches, people, rounds, standings

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


def exported(tmp_path, name: str = "club", *options: str):
    file = tmp_path / f"{name}.jsonl"
    call_command("export_log", str(file), *options, stderr=io.StringIO())
    return file


def take_in(file) -> None:
    call_command("import_log", str(file), stdout=io.StringIO())


def test_a_restored_club_has_its_live_standings_at_once(tmp_path):
    scene = rich_evening()
    before = every_row()
    file = exported(tmp_path)
    empty_the_database()
    take_in(file)
    assert not is_behind(scene.tournament)
    assert shown(scene.tournament) == ought(scene.tournament) != []
    assert every_row() == before
    assert list(checks.findings()) == []


def test_a_restored_club_is_read_by_everybody_as_before(tmp_path):
    scene = rich_evening()
    row = scene.tournament
    pages = [
        reverse(f"{name}_json", args=[row.club.slug, row.slug, *arguments])
        for name, *arguments in (("tournament",), ("round", 2), ("live",), ("standings",), ("publication", 1))
    ]
    before = [Client().get(page).json() for page in pages]
    file = exported(tmp_path)
    empty_the_database()
    take_in(file)
    assert [Client().get(page).json() for page in pages] == before


@pytest.mark.parametrize("rebuilt", [False, True])
def test_printed_cards_open_their_table_after_a_restore(tmp_path, rebuilt):
    scene = evening()
    scene.play(0)
    club = Club.objects.get()
    revoked = scene.code()
    clubs.revoke_card(RoomTable.objects.get(number=1))
    printed, spare = scene.code(), code_for(RoomTable.objects.get(number=2))
    names = scene.names()
    file = exported(tmp_path)
    empty_the_database()
    take_in(file)
    if rebuilt:
        Match.objects.update(table=None, table_number=None)
        Hand.objects.all().delete()
        call_command("rebuild", stdout=io.StringIO())
    assert (Club.objects.get().card_key, scene.code()) == (club.card_key, printed)
    phone = Client()
    assert phone.get(f"/t/{printed}/").status_code == 302
    phone.post("/table/who/", {"person": ""})
    page = phone.get("/table/")
    assert page.status_code == 200
    for name in names:
        assert name in page.content.decode()
    assert Client().get(f"/t/{spare}/").status_code == 302
    assert Client().get(f"/t/{revoked}/").status_code == 404
    scene.play(1, count=5)
    assert shown(scene.tournament) == ought(scene.tournament)


def test_what_went_on_elsewhere_goes_on_in_the_rows_that_are_here(tmp_path):
    """A file brings rows of the whole club; those that are here already follow the events that came in."""
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",)), rounds_planned=2)
    scene.play(0)
    early = exported(tmp_path, "early")
    scene.play(1, count=5)
    scene.play_to_the_end()
    scene.accept()
    scene.close()
    rounds.draw_round(order(), scene.tournament, stage=1, seed=4)
    rounds.publish_round(order(), scene.tournament, stage=1, round=2)
    scene.play(1, count=6)
    late, before = exported(tmp_path, "late"), every_row()
    empty_the_database()
    evening()
    take_in(early)
    assert Match.objects.get(pk=matches_of(scene)[0].pk).state == "playing"
    take_in(late)
    assert list(checks.findings()) == []
    assert shown(scene.tournament) == ought(scene.tournament)
    now = {name: without_positions(rows) for name, rows in every_row().items()}
    for name, rows in before.items():
        missing = [row for row in without_positions(rows) if row not in now[name]]
        assert missing == [], name
    assert len(now["Match"]) == len(before["Match"]) + 1


def test_a_newer_export_of_this_club_brings_its_rows_up_to_date_too(tmp_path):
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",)), rounds_planned=2)
    scene.play(0)
    bo, cy = Player.objects.get(name="Bo"), Player.objects.get(name="Cy")
    early = exported(tmp_path, "early")
    scene.play(1, count=5)
    people.rename(Club.objects.get(), bo, "Bo Diddley")
    people.erase(cy)
    late, before = exported(tmp_path, "late"), every_row()
    without = exported(tmp_path, "without", "--without-people")
    empty_the_database()
    take_in(early)
    assert Player.objects.filter(name="Cy").exists()
    take_in(late)
    assert every_row() == before
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ann", "Bo Diddley", "–"]
    assert Player.objects.get(pk=cy.pk).erased_at is not None
    assert list(checks.findings()) == []
    take_in(early)
    assert every_row() == before, "an older file changes nothing"
    assert Player.objects.filter(name="Bo Diddley").exists()
    empty_the_database()
    take_in(early)
    take_in(without)
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ann", "Bo", "Cy"], "it knows no names"


def without_positions(rows: list[dict]) -> list[dict]:
    """Rows but for positions of the log, which are others here."""
    return [{name: value for name, value in row.items() if "position" not in name} for row in rows]


def test_a_correction_is_noted_beside_a_publication_that_came_from_a_longer_log(tmp_path):
    """Positions of another log say nothing here: what is published there may be far ahead of ours."""
    pairs_evening()
    pairs_evening()
    scene = evening()
    (row,) = matches_of(scene)
    matches.enter_score(order(), row, points=((125, 80),), hands_won=((6, 3),))
    rounds.close_round(order(), scene.tournament, stage=1, round=1)
    standings.publish(order(), scene.tournament, stage=1, round=1)
    file = exported(tmp_path, "one", "--tournament", str(scene.tournament.pk))
    empty_the_database()
    take_in(file)
    stage = Stage.objects.get()
    assert stage.publications.get().as_of > stage.standings_position
    assert stage.standings_facts["since"] == {}
    (row,) = matches_of(scene)
    matches.correct(order(), row, reason="Read again", points=((80, 125),), hands_won=((3, 6),))
    stage.refresh_from_db()
    assert list(stage.standings_facts["since"]) == ["1"]
    assert list(checks.findings()) == []


@pytest.mark.broker
def test_with_a_broker_the_standings_are_asked_for(tmp_path, settings, redis_url, child_environment):
    scene = evening()
    scene.play_to_the_end()
    scene.accept()
    file = exported(tmp_path)
    empty_the_database()
    with club_at(redis_url, settings):
        take_in(file)
        assert is_behind(scene.tournament)
        assert StandingLine.objects.count() == 0
        with worker({**child_environment, "REDIS_URL": redis_url}, tmp_path):
            until(lambda: not is_behind(scene.tournament))
    assert shown(scene.tournament) == ought(scene.tournament) != []
