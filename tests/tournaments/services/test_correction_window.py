"""The director corrects alone for half an hour after the standings hang; then both sides have to agree."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.eventstore.log import load
from games.services.command import Command
from tests.tournaments.log_time import standing_clock
from tests.tournaments.views.desk.scene import DIRECTOR, Scene, evening, post
from tournaments import logs
from tournaments.engine.correction_window import window_of
from tournaments.engine.errors import NotNow
from tournaments.models.tournament import Match, Tournament
from tournaments.services import matches, rounds, standings, tournaments, undoing

pytestmark = pytest.mark.django_db

HALF_AN_HOUR = 1800
CLOSED = 3600
"""Seconds after the start at which round 1 was closed; its standings hang a minute later."""
HUNG = CLOSED + 60


@pytest.fixture
def time(monkeypatch):
    return standing_clock(monkeypatch)


@pytest.fixture
def scene(time):
    """Round 1 is closed and hangs; the clock stands there."""
    scene = evening().published().played()
    time.seconds = CLOSED
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    time.seconds = HUNG
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    return scene


def correct(match: Match, *agreed: int, points=(80, 125)) -> None:
    matches.correct(
        Command(actor=DIRECTOR), match, reason="read again", points=(points,), hands_won=((4, 6),),
        agreed=agreed,
    )  # fmt: skip


def last_event(match: Match):
    return load(match.pk)[1][-1]


@pytest.mark.parametrize(
    ("seconds", "alone"), [(HALF_AN_HOUR - 1, True), (HALF_AN_HOUR, False), (HALF_AN_HOUR + 1, False)]
)
def test_half_an_hour_is_up_at_its_last_second(scene, time, seconds, alone):
    match = scene.matches()[0]
    time.seconds = HUNG + seconds
    if alone:
        correct(match)
        assert last_event(match).agreed == ()
        return
    for some in ((), (0,), (1,)):
        with pytest.raises(NotNow) as refused:
            correct(match, *some)
        assert refused.value.code == "asks_both_sides"
    correct(match, 1, 0)
    assert last_event(match).agreed == (0, 1)


@pytest.mark.parametrize("what", ["forfeit", "void"])
def test_a_match_is_no_more_decided_otherwise_by_the_director_alone_either(scene, time, what):
    match = scene.matches()[0]
    time.seconds = HUNG + HALF_AN_HOUR
    how = {"losers": [0]} if what == "forfeit" else {}
    with pytest.raises(NotNow):
        getattr(matches, what)(Command(actor=DIRECTOR), match, reason="late", **how)
    getattr(matches, what)(Command(actor=DIRECTOR), match, reason="late", agreed=(0, 1), **how)
    assert last_event(match).agreed == (0, 1)


def test_who_does_not_sit_there_does_not_agree(scene):
    with pytest.raises(NotNow) as refused:
        correct(scene.matches()[0], 0, 1, 2)
    assert refused.value.code == "unknown_side"


def test_the_time_is_the_tournaments_own(scene, time):
    Tournament.objects.filter(pk=scene.row.pk).update(correction_minutes=5)
    time.seconds = HUNG + 5 * 60 - 1
    correct(scene.matches()[0])
    time.seconds = HUNG + 5 * 60
    with pytest.raises(NotNow):
        correct(scene.matches()[1])
    Tournament.objects.filter(pk=scene.row.pk).update(correction_minutes=0)
    time.seconds = HUNG
    with pytest.raises(NotNow):
        correct(scene.matches()[1])


def test_as_long_as_nothing_hangs_nobody_can_have_found_a_mistake(time):
    scene = evening().published().played()
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    time.seconds = CLOSED + 24 * 3600
    correct(scene.matches()[0])
    scene.published(2).played(2)
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=2)
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=2)
    time.seconds += HALF_AN_HOUR
    for match in (scene.matches()[0], scene.matches(2)[0]):
        with pytest.raises(NotNow):
            correct(match, points=(70, 125))


def test_hanging_the_same_round_again_gives_no_more_time(scene, time):
    time.seconds = HUNG + 20 * 60
    correct(scene.matches()[0])
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    time.seconds = HUNG + HALF_AN_HOUR
    with pytest.raises(NotNow):
        correct(scene.matches()[1])


def test_an_adjourned_match_is_decided_whenever_it_is_played(time):
    scene = evening().published()
    first, second = scene.matches()
    matches.enter_score(Command(actor=DIRECTOR), first, points=((125, 87),), hands_won=((6, 3),))
    put_off = {str(second.pk): rounds.Decision(kind="adjourned", reason="the last bus")}
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1, decisions=put_off)
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    time.seconds = 24 * 3600
    later = scene.matches()[1]
    matches.forfeit(Command(actor=DIRECTOR), later, losers=[0], reason="never came")
    assert last_event(later).agreed == ()


def test_replay_asks_no_clock(scene, time):
    match = scene.matches()[0]
    correct(match)
    time.seconds = HUNG + 365 * 24 * 3600
    Tournament.objects.filter(pk=scene.row.pk).update(correction_minutes=0)
    call_command("rebuild", "--check", "--tournament", str(scene.row.pk), stdout=StringIO())
    assert Match.objects.get(pk=match.pk).summary["points"] == [80, 125]


def test_the_window_counts_from_the_later_of_close_and_hanging():
    from datetime import UTC, datetime

    ten, nine = datetime(2026, 1, 1, 22, tzinfo=UTC), datetime(2026, 1, 1, 21, tzinfo=UTC)
    assert window_of(closed_at=ten, shown=[(nine, None)], minutes=30).until == ten + timedelta(minutes=30)
    assert window_of(closed_at=nine, shown=[(ten, None)], minutes=30).until == ten + timedelta(minutes=30)
    assert not window_of(closed_at=nine, shown=[], minutes=0).is_over(ten)
    assert not window_of(closed_at=None, shown=[(nine, None)], minutes=0).is_over(ten)


# ---------------------------------------------------------------- at the desk, in public, by the API


def page_of(scene, match) -> str:
    return scene.desk.get(reverse("desk_match", args=[match.pk])).content.decode()


def test_the_desk_says_until_when_and_then_asks_who_agrees(scene, time):
    match = scene.matches()[0]
    page = page_of(scene, match)
    assert re.search(r"The director corrects alone until \S+ 8:31 p\.m\.|alone until [^;]*8:31", page)
    assert 'name="agreed"' not in page
    time.seconds = HUNG + HALF_AN_HOUR
    page = page_of(scene, match)
    assert "The time for corrections was over" in page
    key = re.search(r'name="key" value="([0-9a-f-]+)"', page)[1]
    url = reverse("desk_match_act", args=[match.pk, "correct"])
    _version = Match.objects.get(pk=match.pk).version
    data = {
        "key": key, "version": _version, "points_0_0": 80, "points_0_1": 125, "won_0_0": 4, "won_0_1": 6,
        "reason": "read again",
    }  # fmt: skip
    untouched = scene.desk.post(url, data)
    assert untouched.status_code == 422
    assert "Both sides and the director have to agree" in untouched.content.decode()
    refused = scene.desk.post(url, {**data, "agreed": ["0"]})
    assert refused.status_code == 422
    assert "both sides and the director have to agree" in refused.content.decode()
    assert 'value="read again"' in refused.content.decode(), "nothing entered is lost"
    done = scene.desk.post(url, {**data, "agreed": ["0", "1"]}, follow=True).content.decode()
    assert "(agreed: " in done


def test_the_api_tells_and_asks_the_same(scene, time):
    match = scene.matches()[0]
    at = f"/api/v1/matches/{match.pk}/"
    assert scene.desk.get(at).json()["corrections"] == {"until": "2026-11-05T20:31:00Z", "both_sides": False}
    time.seconds = HUNG + HALF_AN_HOUR
    assert scene.desk.get(at).json()["corrections"]["both_sides"]
    body = {"reason": "read again", "points": [[80, 125]], "hands_won": [[4, 6]]}

    def post(**more):
        return scene.desk.post(f"{at}correct/", json.dumps({**body, **more}), content_type="application/json")

    refused = post()
    assert (refused.status_code, refused.json()["code"]) == (422, "asks_both_sides")
    assert post(agreed=[0, 1]).status_code == 201
    assert last_event(match).agreed == (0, 1)


def test_the_standings_on_the_wall_say_by_when_a_mistake_is_told(scene):
    page = scene.desk.get(f"/clubs/{scene.club.slug}/{scene.row.slug}/standings/").content.decode()
    assert "A mistake? Tell the director by" in page
    assert "8:31" in page


def test_the_setting_is_on_the_settings_page_and_goes_with_the_same_again(scene):
    answer = scene.desk.patch(
        f"/api/v1/tournaments/{scene.row.pk}/",
        json.dumps({"correction_minutes": 15}),
        content_type="application/json",
    )
    assert answer.json()["correction_minutes"] == 15
    assert 'value="15"' in scene.desk.get(scene.url("settings")).content.decode()


def test_once_standings_hung_the_time_becomes_shorter_and_no_longer(scene):
    """What time has closed is opened by both sides, not by a setting."""
    with pytest.raises(NotNow) as refused:
        tournaments.change_words(scene.row, correction_minutes=31)
    assert (refused.value.code, refused.value.data) == ("corrections_shorter_only", {"minutes": 30})
    form = {"part": "words", "name": "Night", "date": "2026-12-03", "time": "19:00", "zone": "UTC",
            "live_standings": "public", "results": "at_once", "acceptance": "shared",
            "correction_minutes": 600}  # fmt: skip
    answer = post(scene.desk, scene.url("settings"), **form)
    assert "shorter, not longer" in answer.content.decode()
    scene.row.refresh_from_db()
    assert scene.row.correction_minutes == 30


def test_before_anything_hung_it_is_what_the_director_says():
    row = evening().published().row
    assert tournaments.change_words(row, correction_minutes=45).correction_minutes == 45


def test_it_counts_how_long_standings_hung_since_the_close():
    def at(minute: int) -> datetime:
        return datetime(2026, 11, 5, 21, tzinfo=UTC) + timedelta(minutes=minute)

    def until(*shown, minutes=30):
        return window_of(closed_at=at(0), shown=shown, minutes=minutes).until

    assert until((at(1), at(11))) is None, "ten minutes, then they were withdrawn"
    assert until((at(1), at(11)), (at(60), None)) == at(80), "twenty are left"
    assert until((at(1), at(41))) == at(31), "what is over stays over"
    assert until((at(1), at(41)), (at(60), None)) == at(31)
    assert until((at(-20), at(5)), (at(2), None)) == at(30), "two at once count once, and from the close"
    assert until((at(60), None), (at(1), at(11))) == at(80), "whatever their order"
    assert until((at(1), at(1)), minutes=0) == at(1)


def undo(scene: Scene) -> None:
    version = logs.tournament_at(scene.row.pk)[0]
    undoing.undo(Command(actor=DIRECTOR), scene.row.pk, version=version, reason="Taken back")


def test_taking_back_standings_and_close_opens_no_window_that_is_over(scene, time):
    """Else a director would correct alone for ever."""
    match = scene.matches()[0]
    time.seconds = HUNG + HALF_AN_HOUR
    undo(scene)
    with pytest.raises(NotNow) as refused:
        correct(match)
    assert refused.value.code == "asks_both_sides"
    with pytest.raises(NotNow) as refused:
        undo(scene)
    assert refused.value.code == "corrections_over"
    correct(match, 0, 1)


def test_within_the_time_the_close_is_taken_back(scene, time):
    time.seconds = HUNG + HALF_AN_HOUR - 1
    undo(scene)
    undo(scene)
    assert scene.round().closed_at is None
