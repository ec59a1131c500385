"""The crosstable: each meeting stands twice, seen from either side; what is not decided says so."""

import csv
import io

import pytest
from django.test import Client

from tests.tournaments.views.public.scene import announced, running, win
from tournaments.models.tournament import Tournament

pytestmark = pytest.mark.django_db
OPPOSITE = {"won": "lost", "lost": "won", "tied": "tied", "open": "open", "void": "void"}


@pytest.fixture
def scene():
    return running()


def lines(scene, client=None):
    return (client or Client()).get(scene.url("crosstable", 1, form="_json")).json()["lines"]


def test_each_meeting_is_seen_from_both_sides(scene):
    there = {line["number"]: line for line in lines(scene)}
    met = 0
    for line in there.values():
        for column, cell in enumerate(line["cells"]):
            for opponent in cell["opponents"]:
                other = there[opponent]["cells"][column]
                met += 1
                assert other["opponents"] == [line["number"]]
                assert other["mark"] == OPPOSITE[cell["mark"]]
                assert other["match"] == cell["match"]
                assert other["score"] == "–".join(cell["score"].split("–")[::-1])
    assert met == 2 * (len(scene.matches(1)) + len(scene.matches(2)))


def test_a_result_appears_once_it_counts(scene):
    match = scene.matches(2)[0]
    before = [cell for line in lines(scene) for cell in line["cells"] if cell["match"] == str(match.pk)]
    assert {(cell["mark"], cell["score"]) for cell in before} == {("open", "")}
    win(match)
    after = [cell for line in lines(scene) for cell in line["cells"] if cell["match"] == str(match.pk)]
    assert sorted(cell["mark"] for cell in after) == ["lost", "won"]
    winner = next(cell for cell in after if cell["mark"] == "won")
    own, other = map(int, winner["score"].split("–"))
    assert own > other


def test_who_has_no_opponent_has_a_bye(scene):
    byes = [cell for line in lines(scene) for cell in line["cells"] if cell["mark"] == "bye"]
    assert len(byes) == 2  # seven people, two rounds


def test_the_order_of_live_standings_is_not_told_to_those_who_may_not_see_them(scene):
    win(scene.matches(2)[0])
    scene.refresh()
    live = [line["side"] for line in lines(scene)]
    Tournament.objects.filter(pk=scene.row.pk).update(live_standings="directors")
    hidden = [line["side"] for line in lines(scene)]
    hung = scene.row.stages.get().publications.latest("number")
    assert hidden == [line["side"] for line in hung.lines]
    assert [line["side"] for line in lines(scene, scene.client("director"))] == live


def test_the_page_and_the_file_say_the_same(scene):
    page = Client().get(scene.url("crosstable", 1))
    assert page.context["lines"]
    text = Client().get(scene.url("crosstable", 1, form="_csv")).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["Name"] for row in rows] == [line["name"] for line in lines(scene)]
    assert {"Number", "Name", "Round 1", "Round 2"} == set(rows[0])


def test_of_another_stage_of_a_draft_and_before_the_first_round_there_is_none(scene):
    assert Client().get(scene.url("crosstable", 2)).status_code == 404
    Tournament.objects.filter(pk=scene.row.pk).update(state="draft")
    assert Client().get(scene.url("crosstable", 1)).status_code == 404
    assert scene.client("director").get(scene.url("crosstable", 1)).status_code == 200


def test_before_the_first_round_there_is_none():
    coming = announced()
    assert Client().get(coming.url("crosstable", 1)).status_code == 404


def test_a_page_needs_few_queries(scene, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        Client().get(scene.url("crosstable", 1))


def test_the_report_file_tells_the_same_meetings(scene):
    answer = Client().get(scene.url("report", 1))
    assert answer["Content-Disposition"].endswith('-1.trf"')
    sides = [line for line in answer.text.split("\r\n") if line.startswith("001")]
    names = {line[14:47].strip(): line for line in sides}
    there = {line["name"]: line for line in lines(scene)}
    numbers = {line["number"]: line["name"] for line in there.values()}
    own = {line[14:47].strip(): int(line[4:8]) for line in sides}
    assert set(names) == set(there)
    codes = {"won": "1", "lost": "0", "tied": "=", "open": " ", "bye": "U"}
    for name, line in there.items():
        for column, cell in enumerate(line["cells"]):
            part = names[name].ljust(200)[91 + 10 * column : 99 + 10 * column]
            opponent = own[numbers[cell["opponents"][0]]] if cell["opponents"] else 0
            assert int(part[:4]) == opponent
            assert part[7] == codes[cell["mark"]]
    ranks = {
        line["side"]: line["rank"] for line in scene.row.stages.get().publications.latest("number").lines
    }
    assert sorted(int(line[85:89]) for line in sides) == sorted(ranks.values())


def test_a_report_of_a_draft_is_not_there(scene):
    Tournament.objects.filter(pk=scene.row.pk).update(state="draft")
    assert Client().get(scene.url("report", 1)).status_code == 404
