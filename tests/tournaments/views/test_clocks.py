"""A round's clock on the desk, the public pages, the wall and the table; who is not there."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.engine.rulesets import change, preset
from tests.tournaments.log_time import START, Time, standing_clock
from tests.tournaments.views.desk.scene import client_of, post, said, text_of, user
from tests.tournaments.views.scene import Evening, evening, order
from tournaments import logs
from tournaments.engine.clock import ClockPlan, RoundClock
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.selectors.clocks import start_shown, time_rule
from tournaments.services import clocks, rounds, wall

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

PLAN = ClockPlan(play=3000)
ROUND = {"stage": 1, "round": 1}


@pytest.fixture
def time(monkeypatch) -> Time:
    return standing_clock(monkeypatch)


@pytest.fixture
def scene(time) -> Evening:
    return evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)), rounds_planned=2)


@pytest.fixture
def started(scene) -> Evening:
    clocks.set_clock(order(), scene.tournament, stage=1, plan=PLAN)
    clocks.start(order(), scene.tournament, **ROUND)
    return scene


def desk_of(scene: Evening, kind: str = "director") -> Client:
    login = user(f"{kind}-{uuid.uuid4().hex[:6]}")
    scene.tournament.roles.create(user=login, kind=kind)
    return client_of(login)


def desk_url(scene: Evening, name: str) -> str:
    return reverse(f"desk_{name}", args=[scene.tournament.pk])


def press(scene: Evening, client: Client, do: str, **more):
    return post(client, desk_url(scene, "clock"), stage=1, round=1, do=do, **more)


def public(scene: Evening, name: str, *more) -> str:
    return reverse(name, args=[scene.tournament.club.slug, scene.tournament.slug, *more])


def data(page, name: str) -> str:
    return re.search(rf'data-{name}="([^"]*)"', page.text)[1]


def clock(scene: Evening) -> dict:
    return Round.objects.get(stage__tournament=scene.tournament).clock


# ------------------------------------------------------------------ at the desk


def test_a_clock_is_set_and_started_stopped_and_given_time_with_a_tap_each(scene, time):
    desk = desk_of(scene)
    assert "data-round-clock" not in desk.get(desk_url(scene, "event")).text
    lengths = {"play": 50, "walk_in": 3, "no_show": 10, "at_time": "call"}
    answer = post(desk, desk_url(scene, "clock_set"), stage=1, round=1, **lengths, start=1)
    assert said(desk, answer) == ["The clock runs."]
    assert (clock(scene)["play"], clock(scene)["walk_in"], clock(scene)["status"]) == (3000, 180, "running")
    time.seconds = 60
    press(scene, desk, "begin")
    time.seconds = 120
    press(scene, desk, "pause")
    assert (clock(scene)["status"], clock(scene)["spent"]) == ("paused", 240_000)
    assert "Go on" in desk.get(desk_url(scene, "event")).text
    press(scene, desk, "resume")
    assert said(desk, press(scene, desk, "give", minutes=5))[-1] == "5:00 more for all."
    table = scene.match_at(2)
    assert (
        said(desk, press(scene, desk, "give", minutes=2, match=table.pk))[-1] == "2:00 more for this table."
    )
    assert (clock(scene)["added"], clock(scene)["extra"]) == (300, {str(table.pk): 120})
    assert said(desk, press(scene, desk, "call"))[-1] == "Time is called at every table."
    page = text_of(desk.get(desk_url(scene, "event")))
    assert "No new hand is dealt." in page
    assert "Stop" not in page


def test_the_desk_says_what_the_clock_makes_of_the_evening(scene):
    desk = desk_of(scene)
    assert "The slowest table is expected to need" in text_of(desk.get(desk_url(scene, "event")))
    clocks.set_clock(order(), scene.tournament, stage=1, plan=ClockPlan(play=20 * 60))
    text = text_of(desk.get(desk_url(scene, "event")))
    assert "With this clock the evening of 2 rounds takes 58 min at most." in text


def test_a_button_tapped_twice_does_it_once(started):
    desk, key = desk_of(started), uuid.uuid4()
    for _tap in range(2):
        press(started, desk, "give", minutes=5, key=key)
    assert clock(started)["added"] == 300


def test_what_cannot_be_done_now_is_said_on_the_page(scene):
    desk = desk_of(scene)
    answer = press(scene, desk, "pause")
    assert answer.status_code == 422
    assert "The clock of round 1 is not started yet." in text_of(answer)
    wrong = post(desk, desk_url(scene, "clock_set"), stage=1, round=1, play=0, walk_in=3, no_show=5,
                 at_time="call")  # fmt: skip
    assert wrong.status_code == 422
    assert 'name="no_show" value="5"' in wrong.text, "what was entered stands there"


def test_a_deputy_runs_the_clock_and_a_scorer_does_not(started):
    assert press(started, desk_of(started, "deputy"), "pause").status_code == 302
    assert clock(started)["status"] == "paused"
    scorer = desk_of(started, "scorer")
    assert press(started, scorer, "resume").status_code == 404
    page = scorer.get(desk_url(started, "event")).text
    assert "data-round-clock" in page
    assert "Go on" not in page
    deputy = desk_of(started, "deputy")
    assert post(deputy, desk_url(started, "clock_set"), stage=1, play=9).status_code == 404


def test_a_director_gives_his_own_table_no_more_time(started):
    login = user("plays")
    started.tournament.roles.create(user=login, kind="director")
    match = started.match_at(1)
    person = match.sides.get(index=0).entry.people[0]
    person.user = login
    person.save()
    answer = press(started, client_of(login), "give", minutes=5, match=match.pk)
    assert answer.status_code == 403
    assert clock(started)["extra"] == {}
    assert (
        press(started, client_of(login), "give", minutes=5, match=started.match_at(2).pk).status_code == 302
    )


def test_at_a_matchs_own_page_its_table_gets_more_time(started):
    desk, match = desk_of(started), started.match_at(2)
    url = reverse("desk_match", args=[match.pk])
    assert "+5 minutes here" in text_of(desk.get(url))
    answer = press(started, desk, "give", minutes=5, match=match.pk, to="match")
    assert answer["Location"] == url
    assert "Time at this table at 7:58 PM: 5:00 more than the others." in text_of(desk.get(url))
    assert clock(started)["extra"] == {str(match.pk): 300}


def test_a_round_is_published_with_its_clock_or_without_by_two_buttons(time):
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",)), rounds_planned=2)
    clocks.set_clock(order(), scene.tournament, stage=1, plan=PLAN)
    scene.play_to_the_end()
    scene.accept()
    scene.close()
    rounds.draw_round(order(), scene.tournament, stage=1, seed=3)
    desk = desk_of(scene)
    page = text_of(desk.get(desk_url(scene, "event")))
    assert "Publish · clock 3:00 + 50:00" in page
    assert "Publish, clock later" in page
    post(desk, desk_url(scene, "publish"), stage=1, round=2, clock=1)
    assert Round.objects.get(stage__tournament=scene.tournament, number=2).clock["status"] == "running"


def test_the_board_follows_another_directors_tap(started):
    desk = desk_of(started)
    board = f"{desk_url(started, 'board')}?round=1"
    first = desk.get(board)
    assert "Stop" in first.text
    assert desk.get(board, headers={"if-none-match": first["ETag"]}).status_code == 304
    press(started, desk_of(started), "pause")
    assert "Go on" in desk.get(board, headers={"if-none-match": first["ETag"]}).text


# ------------------------------------------------------------------ who is not there


def test_a_side_that_is_missing_is_forfeited_with_one_tap_once_its_time_is_over(started, time):
    first = started.match_at(1)
    _ann, bo = (side.entry.name for side in first.sides.all())
    table = started.phone(0)
    answer = table.post(reverse("match_missing", args=[first.pk]), {"key": uuid.uuid4(), "missing": 1})
    assert answer.status_code == 302
    assert f"The director is told who is not here: {bo}." in text_of(table.get("/table/"))
    desk = desk_of(started)
    page = text_of(desk.get(desk_url(started, "event")))
    assert f"{bo} is not there. Forfeit from 7:13 PM on." in page
    assert f"Forfeit: {bo}" not in page
    time.seconds = 13 * 60
    page = desk.get(desk_url(started, "event"))
    assert f"Forfeit: {bo}" in text_of(page)
    (absent,) = page.context["absent"]["told"]
    body = {"losers": 1, "reason": absent["reason"], "to": "board"}
    done = post(desk, reverse("desk_match_act", args=[first.pk, "forfeit"]), **body)
    assert done["Location"] == desk_url(started, "event")
    state = logs.match_at(first.pk)[1]
    assert (state.decided, state.losers) == ("forfeit", (1,))
    assert state.reason == "Not there 10 minutes after play began"
    assert desk.get(desk_url(started, "event")).context["absent"]["told"] == []


def test_a_table_where_nothing_is_entered_is_asked_about_and_one_that_plays_is_not(started, time):
    started.play(0)
    time.seconds = 13 * 60 - 1
    desk = desk_of(started)
    assert desk.get(desk_url(started, "event")).context["absent"] == {"told": [], "silent": []}
    time.seconds = 13 * 60
    (absent,) = desk.get(desk_url(started, "event")).context["absent"]["silent"]
    assert (absent["table"], absent["missing"], len(absent["others"])) == (2, [], 2)
    post(desk, reverse("desk_match_act", args=[absent["match"], "missing"]), missing=0, to="board")
    (absent,) = desk.get(desk_url(started, "event")).context["absent"]["told"]
    assert [each["index"] for each in absent["missing"]] == [0]
    post(desk, reverse("desk_match_act", args=[absent["match"], "missing"]), to="board")
    assert Match.objects.get(pk=absent["match"]).summary.get("missing") is None


def test_a_tile_says_that_somebody_is_missing_and_is_late_by_the_rounds_clock(started, time):
    clocks.say_missing(order(), started.match_at(2), missing=[0])
    started.play(0)
    desk = desk_of(started)
    assert "somebody is missing" in desk.get(desk_url(started, "event")).text
    assert "on time" in desk.get(desk_url(started, "event")).text
    clocks.give_time(order(), started.tournament, **ROUND, seconds=-45 * 60)
    assert "late" in text_of(desk.get(desk_url(started, "event")))
    clocks.say_missing(order(), started.match_at(2), missing=[])
    clocks.call_time(order(), started.tournament, **ROUND)
    page = text_of(desk.get(desk_url(started, "event")))
    assert "to be accepted" in page, "one hand is in: the leader has won"
    assert "time is called" in page, "nothing is in at the other table"


def test_while_the_clock_stands_nobody_becomes_a_no_show(started, time):
    time.seconds = 300
    clocks.pause(order(), started.tournament, **ROUND)
    time.seconds = 9999
    assert desk_of(started).get(desk_url(started, "event")).context["absent"] == {"told": [], "silent": []}


def test_a_table_says_nobody_is_missing_once_a_hand_is_entered(started):
    table = started.phone(0)
    assert "is not here" in text_of(table.get("/table/"))
    started.play(0)
    assert "is not here" not in text_of(table.get("/table/"))
    table.post(reverse("match_missing", args=[started.match.pk]), {"key": uuid.uuid4(), "missing": 1})
    assert started.state.missing == ()


# ------------------------------------------------------------------ what pages show


PAGES = ("tournament", "round", "wall")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_carries_the_end_and_the_servers_time_and_reads_without_a_script(started, time, name):
    more = [1] if name == "round" else []
    time.seconds = 200
    page = Client().get(public(started, name, *more))
    start = int(START.timestamp() * 1000)
    assert (data(page, "begins"), data(page, "ends")) == (str(start + 180_000), str(start + 3_180_000))
    assert data(page, "now") == str(start + 200_000)
    text = text_of(page)
    assert "Time at 7:53 PM" in text


def test_a_table_with_more_time_shows_its_own_end_and_says_the_rule(started):
    clocks.give_time(order(), started.tournament, **ROUND, seconds=300, match=str(started.match.pk))
    page = started.phone(0).get("/table/")
    assert data(page, "ends") == str(int(START.timestamp() * 1000) + 3_480_000)
    assert "data-rings" in page.text, "a phone rings at the end of its own table, if somebody allows it"
    assert "data-bell" in page.text
    text = text_of(page)
    assert "Time at this table at 7:58 PM: 5:00 more than the others." in text
    assert "a hand in progress, from its first card on, is played out" in text


def test_after_time_the_table_says_so_and_takes_the_hand_in_progress(started, time):
    started.play(0)
    time.seconds = 3180
    clocks.ring()
    text = text_of(started.phone(0).get("/table/"))
    assert "Time is called" in text
    assert "Equal is a tie." in text
    started.play(1)
    assert started.state.sheet.over


def test_an_announcement_is_read_at_the_tables_and_on_the_events_page_too(started):
    table = started.phone(0)
    first = table.get(f"/table/now/?match={started.match.pk}")
    wall.announce(started.tournament, "Tea at nine")
    again = table.get(f"/table/now/?match={started.match.pk}", headers={"if-none-match": first["ETag"]})
    assert "Tea at nine" in again.text
    assert "Tea at nine" in Client().get(public(started, "tournament")).text


def test_a_phone_hears_of_the_clock_with_its_next_question(started):
    table = started.phone(0)
    first = table.get(f"/table/now/?match={started.match.pk}")
    clocks.pause(order(), started.tournament, **ROUND)
    again = table.get(f"/table/now/?match={started.match.pk}", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200
    assert 'data-state="paused"' in again.text


def test_the_page_of_a_hand_played_here_and_the_rounds_json_tell_the_clock_too(started):
    ends = START + timedelta(seconds=3180)
    page = started.phone(0).get(reverse("match_play", args=[started.match.pk]))
    assert data(page, "ends") == str(int(ends.timestamp() * 1000))
    told = Client().get(public(started, "round_json", 1)).json()["clock"]
    assert (told["status"], told["ends"]) == ("running", ends.isoformat())


def test_a_clock_that_stands_shows_how_much_is_left(started, time):
    time.seconds = 180 + 61
    clocks.pause(order(), started.tournament, **ROUND)
    text = text_of(Client().get(public(started, "round", 1)))
    assert "The clock stands 48:59 Play is stopped." in text


def test_a_closed_round_shows_no_clock(started):
    decisions = {
        str(each.pk): rounds.Decision(kind="void", reason="Fire")
        for each in started.match.round.matches.all()
    }
    rounds.close_round(order(), started.tournament, **ROUND, decisions=decisions)
    assert "data-round-clock" not in Client().get(public(started, "round", 1)).text


@pytest.mark.parametrize(
    ("start", "zone", "shown"),
    [
        (datetime(2026, 3, 29, 0, 30, tzinfo=UTC), "Europe/Berlin", "3:23 AM"),  # 1:30, and 2:00 is 3:00
        (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "Europe/Berlin", "2:23 AM"),  # 2:30, and 3:00 is 2:00
    ],
)
def test_on_the_night_the_clocks_change_the_end_is_told_in_the_zone_of_the_event(time, start, zone, shown):
    time.start = start
    scene = evening(zone=zone)
    clocks.start(order(), scene.tournament, **ROUND, plan=PLAN)
    time.seconds = 180
    page = Client().get(public(scene, "round", 1))
    assert f"Time at {shown}" in text_of(page)
    assert int(data(page, "ends")) - int(data(page, "now")) == 3_000_000


def test_before_the_first_round_the_wall_counts_down_to_the_start(time):
    row = evening().tournament
    Tournament.objects.filter(pk=row.pk).update(starts_at=START + timedelta(minutes=90), zone="Asia/Tokyo")
    row.refresh_from_db()
    shown = start_shown(row)
    assert shown["begins"] - shown["now"] == 90 * 60_000
    assert shown["shown"] == "5:30 AM"
    time.seconds = 90 * 60
    assert start_shown(row) is None
    time.seconds = -86_400
    assert start_shown(row) is None


def test_everybody_may_ask_what_time_it_is_and_nobody_keeps_the_answer(time, client):
    answer = client.get(reverse("now"))
    assert answer.json() == {"now": int(START.timestamp() * 1000)}
    assert "no-store" in answer["Cache-Control"]


# ------------------------------------------------------------------ the rule in words


def rule(rules, *, deciding: bool = False, **plan) -> str:
    with translation.override("en"):
        return " ".join(time_rule(rules, RoundClock(plan=ClockPlan(play=60, **plan)), deciding=deciding))


def test_what_happens_at_time_is_said_for_the_rules_in_force():
    assert rule(preset("club25")) == (
        "At time no new hand is dealt; a hand in progress, from its first card on, is played out. "
        "Then the side with more points wins. Equal is a tie. "
        "There is no game bonus then, and never a shutout."
    )
    assert "one more hand decides" in rule(preset("club25"), deciding=True)
    assert "both boards" in rule(preset("partnership_125"))
    assert "Open columns count as they stand" in rule(preset("hollywood"))
    assert "more games win" in rule(change(preset("club25"), {"games": 3}))
    assert "highest total" in rule(preset("manipulation"))
    assert rule(preset("club25"), at_time="play_on").startswith("The clock is a guide")
