"""An event as it stood after any event of its log or at any time."""

import datetime

import pytest
from django.test import Client

from tests.tournaments.views.scene import evening, order
from tournaments import logs
from tournaments.models.tournament import Match
from tournaments.selectors.log_page import log_of, streams_for
from tournaments.selectors.past import past_of
from tournaments.services import rounds, standings

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene():
    return evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)), rounds_planned=2)


@pytest.fixture
def desk(scene, django_user_model) -> Client:
    user = django_user_model.objects.create_user("dora")
    scene.tournament.roles.create(user=user, kind="director")
    client = Client()
    client.force_login(user)
    return client


def address(scene) -> str:
    return f"/desk/t/{scene.tournament.pk}/past/"


def played(scene) -> None:
    scene.play_to_the_end()
    scene.accept()
    close(scene, "void")


def close(scene, kind) -> None:
    """The round is closed; every match still open there is decided so."""
    still_open = (
        Match.objects.filter(round__stage__tournament=scene.tournament)
        .exclude(state="accepted")
        .values_list("pk", flat=True)
    )
    decision = rounds.Decision(kind=kind, reason="nobody came", losers=())
    rounds.close_round(
        order(), scene.tournament, stage=1, round=1, decisions={str(pk): decision for pk in still_open}
    )


def test_after_every_event_it_stood_as_the_log_says(scene, desk):
    played(scene)
    lines = log_of(scene.tournament.pk, {})
    for step, line in enumerate(lines, start=1):
        page = desk.get(address(scene), {"at": line.position})
        assert page.context["past"].step == step
        assert page.context["event"].position == line.position
        assert page.context["past"].state.version <= step
    assert desk.get(address(scene)).context["past"].step == len(lines)


def test_the_standings_of_then_know_nothing_of_later_results(scene, desk):
    played(scene)
    lines = {line.name: line.position for line in log_of(scene.tournament.pk, {})}
    before = desk.get(address(scene), {"at": lines["match.accepted"] - 1}).context
    assert [line["rank"] for line in before["league"]["lines"]] == ["1="] * 4
    after = desk.get(address(scene), {"at": lines["match.accepted"]}).context
    assert [line["rank"] for line in after["league"]["lines"]] == ["1", "2=", "2=", "4"]
    assert before["rounds"][0]["matches"][0]["result"] != ""
    drawn = desk.get(address(scene), {"at": lines["tournament.round_drawn"]}).context
    assert drawn["rounds"][0]["status"] == "draft"
    made = desk.get(address(scene), {"step": 1})
    assert (made.context["league"], made.context["rounds"]) == (None, [])
    assert "Nobody was entered yet." in made.text


def test_as_it_stood_now_is_what_is_now(scene):
    played(scene)
    standings.refresh(scene.tournament.pk)
    past = past_of(scene.tournament.pk, streams_for(scene.tournament.pk))
    assert past.state == logs.tournament_at(scene.tournament.pk)[1]
    assert past.matches == {str(pk): state for pk, state in logs.matches_of(scene.tournament.pk).items()}
    ranked, _facts = standings.standings_of(past.state, 1, dict(past.matches))
    stage = scene.tournament.stages.get()
    assert [line.side for line in ranked.lines] == [str(line.entry_id) for line in stage.lines.all()]


def test_a_time_of_the_clock_is_in_the_zone_of_the_event(scene, desk):
    scene.tournament.zone = "Asia/Tokyo"
    scene.tournament.save(update_fields=["zone"])
    played(scene)
    there = past_of(scene.tournament.pk, streams_for(scene.tournament.pk), step=5)
    zone = datetime.timezone(datetime.timedelta(hours=9))
    local = (there.when + datetime.timedelta(microseconds=1)).astimezone(zone).replace(tzinfo=None)
    at_that_time = desk.get(address(scene), {"at": local.isoformat()}).context["past"]
    assert at_that_time.when <= there.when + datetime.timedelta(microseconds=1)
    assert at_that_time.step >= 5
    long_before = desk.get(address(scene), {"at": "2001-01-01T00:00"}).context["past"]
    assert long_before.step == 1


@pytest.mark.parametrize("asked", ["no time", "2026-13-45T99:99", "-3", "9" * 60, "٣"])
def test_what_cannot_be_read_shows_now_or_the_nearest(scene, desk, asked):
    page = desk.get(address(scene), {"at": asked})
    assert page.status_code == 200
    assert page.context["past"].step == page.context["past"].steps
    assert page.context["unread"] == (not asked.isascii() or not asked.isdigit())


def test_what_was_undone_is_still_there_in_the_past(scene, desk):
    close(scene, "void")
    rounds.draw_round(order(), scene.tournament, stage=1, seed=9)
    position = log_of(scene.tournament.pk, {})[-1].position
    rounds.discard_draft(order(), scene.tournament, stage=1, round=2)
    assert [each["number"] for each in desk.get(address(scene)).context["rounds"]] == [1]
    then = desk.get(address(scene), {"at": position}).context["rounds"]
    assert [(each["number"], each["status"]) for each in then] == [(2, "draft"), (1, "closed")]
