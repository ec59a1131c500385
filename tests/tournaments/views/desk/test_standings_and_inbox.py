"""Standings at the desk, and the inbox."""

import uuid

import pytest

from games.services.command import Actor, Command
from tests.tournaments.views.desk.scene import DIRECTOR, evening, post, said, text_of, win
from tournaments.models.tournament import KeptEntry, Stage
from tournaments.services import inbox, matches, rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene():
    return evening().published()


def test_live_lines_rank_counted_results_and_say_what_is_open(scene):
    win(scene.matches()[0])
    page = scene.desk.get(scene.url("standings"))
    lines = page.context["league"]["lines"]
    winner = scene.matches()[0].sides.get(index=0).entry.name
    assert (lines[0]["name"], lines[0]["rank"], lines[0]["cells"][0]["value"]) == (winner, "1", "2")
    assert "1 match is open." in text_of(page)
    assert "live, provisional" in text_of(page)


def test_it_says_updating_while_the_lines_are_behind(scene):
    win(scene.matches()[0])
    assert "updating …" not in text_of(scene.desk.get(scene.url("standings")))
    Stage.objects.update(standings_position=1)
    page = scene.desk.get(scene.url("standings"))
    assert "updating …" in text_of(page)
    assert 'hx-trigger="every 2s"' in page.text


def test_nothing_is_published_before_the_round_is_closed(scene):
    desk = scene.desk
    answer = post(desk, scene.url("publish_standings"), stage=1, round=1)
    assert said(desk, answer) == ["Round 1 is not closed yet. Close it, then publish its standings."]


def test_published_lines_stay_as_they_hung(scene):
    scene.played()
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    desk, key = scene.desk, uuid.uuid4()
    for _tap in range(2):
        post(desk, scene.url("publish_standings"), stage=1, round=1, key=key)
    match = scene.matches()[0]
    matches.correct(Command(actor=DIRECTOR), match, reason="slip", points=((87, 125),), hands_won=((3, 6),))
    hung = desk.get(scene.url("standings"), {"hung": 1})
    assert [each.number for each in hung.context["hung"]] == [1]
    first = match.sides.get(index=0).entry.name
    there = {line["name"]: line["cells"][0]["value"] for line in hung.context["league"]["lines"]}
    live = desk.get(scene.url("standings")).context["league"]["lines"]
    assert (there[first], {line["name"]: line["cells"][0]["value"] for line in live}[first]) == ("2", "0")


def test_the_inbox_is_empty_at_first(scene):
    assert "Nothing waits for you" in text_of(scene.desk.get(scene.url("inbox")))


def test_what_came_too_late_waits_until_it_is_settled(scene):
    match = scene.matches()[0]
    command = Command(actor=Actor(kind="table", id="t", role="table", side=0))
    inbox.keep(match, command, code="round_closed", body={"points": [[125, 87]], "hands_won": [[6, 3]]})
    desk = scene.desk
    page = text_of(desk.get(scene.url("inbox")))
    assert "Table 1, round 1: Final score 125–87, hands 6–3" in page
    assert "This round is closed. Ask the director." in page
    kept = KeptEntry.objects.get()
    assert said(desk, post(desk, scene.url("settle", kept.pk))) == ["Settled. It stays in the list."]
    kept.refresh_from_db()
    assert kept.settled_at is not None
    assert "1 settled" in text_of(desk.get(scene.url("inbox")))


def test_calls_and_disputes_are_in_the_inbox(scene):
    first, second = scene.matches()
    table = Actor(kind="table", id="t", role="table", side=0)
    matches.call_director(Command(actor=table), first)
    matches.enter_score(Command(actor=table), second, points=((125, 87),), hands_won=((6, 3),))
    other = Actor(kind="table", id="t", role="table", side=1)
    matches.dispute(Command(actor=other), second, side=1, reason="mirrored")
    page = text_of(scene.desk.get(scene.url("inbox")))
    assert "Tables that call you Table 1" in page
    assert "Disputes Table 2" in page
