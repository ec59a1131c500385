"""A league: rounds out side by side, days to play by, matches put off, and those nobody played in time."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse

from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, Scene, client_of, evening, post, text_of, user, win
from tournaments import logs
from tournaments.models.tournament import Match, Publication
from tournaments.services import matches, open_stages, rebuild, rounds, standings, tournaments
from tournaments.tasks import sweep

pytestmark = pytest.mark.django_db

FOUR = ("Ada", "Bo", "Cy", "Dee")
LONG_AFTER = datetime(2027, 1, 1, tzinfo=UTC)


@pytest.fixture
def league() -> Scene:
    """Two of three rounds are out."""
    scene = evening(FOUR, format="round_robin", rounds=3, stage_options={"open": True})
    return scene.published(1).published(2)


def state(scene: Scene):
    return logs.tournament_at(scene.row.pk)[1]


def day(scene: Scene, round: int, until: str) -> None:
    answer = post(scene.desk, scene.url("play_by"), stage=1, round=round, until=until)
    assert answer.status_code == 302, text_of(answer)


def player(scene: Scene, match: Match, side: int) -> Client:
    """Somebody of this side with a login."""
    person = match.sides.get(index=side).entry.people[0]
    person.user = user(f"login-{uuid.uuid4().hex[:6]}")
    person.save()
    return client_of(person.user)


def put_off(client: Client, match: Match, until: str):
    return client.post(
        reverse("match_postpone", args=[match.pk]), {"key": str(uuid.uuid4()), "until": until}, follow=True
    )


def test_the_desk_shows_every_open_round_and_draws_the_next(league):
    words = text_of(league.desk.get(league.url("event")))
    assert words.index("Round 1 2 matches are open") < words.index("Round 2 2 matches are open")
    assert "Draw round 3" in words
    assert all(match.table_number is None for number in (1, 2) for match in league.matches(number))


def test_rounds_are_closed_in_any_order_and_the_last_close_publishes(league):
    league.published(3)
    for number in (2, 3, 1):
        league.played(number)
        page = league.desk.get(league.url("closing"), {"stage": 1, "round": number})
        assert f"Close round {number}" in text_of(page)
        answer = post(league.desk, league.url("close"), stage=1, round=number)
        assert answer.status_code == 302, text_of(answer)
        assert bool(state(league).published) == (number == 1)
    assert state(league).published[0].final
    assert "The final standings are published." in text_of(league.desk.get(league.url("event")))
    assert list(rebuild.check(league.row.pk).sentences()) == []


@pytest.mark.parametrize("asked", ["²", "9" * 5000, "9" * 25, "-1", ""])
def test_a_round_that_is_no_number_is_asked_for_in_vain(league, asked):
    league.published(1)
    assert league.desk.get(league.url("closing"), {"round": asked}).status_code in (200, 302)


def test_a_day_to_play_by_stands_on_the_match(league):
    day(league, 1, "2026-11-19")
    words = text_of(Client().get(reverse("match", args=[league.matches(1)[0].pk])))
    assert "To be played by Nov. 19, 2026." in words
    assert list(rebuild.check(league.row.pk).sentences()) == []


def test_both_sides_agree_on_another_day(league):
    day(league, 1, "2026-11-19")
    match = league.matches(1)[0]
    one, other = player(league, match, 0), player(league, match, 1)
    assert "Asked. The other side has to agree." in text_of(put_off(one, match, "2199-12-01"))
    assert "Another day was asked for: 2199-12-01." in text_of(other.get(reverse("match", args=[match.pk])))
    assert "asked for" not in text_of(Client().get(reverse("match", args=[match.pk])))
    assert "Put off." in text_of(put_off(other, match, "2199-12-01"))
    match.refresh_from_db()
    assert match.play_by == date(2199, 12, 1)
    assert "Put off until Dec. 1, 2199" in text_of(league.desk.get(league.url("event")))


def test_a_day_that_is_past_is_refused(league):
    match = league.matches(1)[0]
    assert "is past. Choose a day to come." in text_of(put_off(player(league, match, 0), match, "2020-01-01"))


def test_nobody_else_puts_a_match_off(league):
    match = league.matches(1)[0]
    assert put_off(client_of(user("stranger")), match, "2199-12-01").status_code in (403, 404)
    match.refresh_from_db()
    assert match.play_by is None


def test_what_nobody_began_in_time_is_a_forfeit_by_both(league):
    day(league, 1, "2026-11-19")
    first, second = league.matches(1)
    win(first)
    assert open_stages.expire(datetime(2026, 11, 19, 23, tzinfo=UTC)) == [], "the last day is not over"
    assert open_stages.expire(LONG_AFTER) == [second.pk]
    assert open_stages.expire(LONG_AFTER) == [], "once is enough"
    played = logs.match_at(second.pk)[1]
    assert (played.decided, played.losers) == ("forfeit", (0, 1))
    assert logs.match_at(first.pk)[1].decided == "accepted"
    assert all(match.state == "none" for match in league.matches(2)), "round 2 has no last day"


def test_a_match_put_off_has_until_its_own_day(league):
    day(league, 1, "2026-11-19")
    match = league.matches(1)[0]
    for side in (0, 1):
        put_off(player(league, match, side), match, "2199-12-01")
    assert match.pk not in open_stages.expire(LONG_AFTER)


def test_the_sweep_decides_them(league):
    day(league, 1, "2020-01-01")
    sweep()
    assert {logs.match_at(match.pk)[1].decided for match in league.matches(1)} == {"forfeit"}


def test_a_league_is_chosen_where_an_event_is_made_and_not_for_a_swiss():
    scene = evening(FOUR, format="round_robin", rounds=3)
    url = scene.url("settings")
    fields = {
        name: value for name, value in scene.desk.get(url).context["stage_form"].initial.items() if value
    }
    fields.pop("key", None)
    assert post(scene.desk, url, **{**fields, "part": "stage", "open": "on"}).status_code == 302
    assert state(scene).stages[1].is_open
    assert (
        post(scene.desk, url, **{**fields, "part": "stage", "open": "on", "format": "swiss"}).status_code
        == 302
    )
    assert not state(scene).stages[1].is_open


def rounds_shown(league: Scene) -> list[bool]:
    """Does the page of each round show a visitor its results?"""
    pages = (Client().get(f"/clubs/{league.club.slug}/{league.row.slug}/rounds/{n}/") for n in (1, 2))
    return ["125–87" in page.text for page in pages]


def close_round(league: Scene, number: int) -> None:
    rounds.close_round(Command(actor=DIRECTOR), league.row, stage=1, round=number)
    standings.refresh(league.row.pk)


def test_where_results_are_shown_at_the_close_each_round_waits_for_its_own(league):
    tournaments.change_words(league.row, results="after_close")
    league.played(1).played(2)
    standings.refresh(league.row.pk)
    live = f"/clubs/{league.club.slug}/{league.row.slug}/live/"
    assert rounds_shown(league) == [False, False]
    close_round(league, 2)
    assert rounds_shown(league) == [False, True]
    assert Client().get(live).status_code == 404, "they would tell of round 1"
    close_round(league, 1)
    assert rounds_shown(league) == [True, True]
    assert Client().get(live).status_code == 200


def test_what_is_published_then_tells_nothing_of_a_round_still_played(league):
    tournaments.change_words(league.row, results="after_close")
    league.played(1).played(2)
    close_round(league, 2)
    standings.publish(Command(actor=DIRECTOR), league.row, stage=1, round=2)
    hung = Publication.objects.get()
    assert {line["played"] for line in hung.lines} == {1}
    one = league.matches(1)[0]
    matches.correct(
        Command(actor=DIRECTOR), one, points=((87, 125),), hands_won=((3, 6),), reason="Read wrong."
    )
    standings.refresh(league.row.pk)
    url, events = f"/clubs/{league.club.slug}/{league.row.slug}", f"/api/v1/tournaments/{league.row.pk}"
    assert Client().get(f"{url}/standings/1.json").json()["corrected"] == []
    for form in (f"{url}/what-if.json?rules=pagat", f"{events}/what-if/?rules=pagat"):
        assert Client().get(form).status_code == 404, "no round before them is closed"
    close_round(league, 1)
    assert Client().get(f"{url}/standings/1.json").json()["corrected"] != []
    stages = Client().get(f"{url}/what-if.json?rules=pagat").json()["stages"]
    assert len(stages[0]["matches"]) == 4
    assert list(rebuild.check(league.row.pk).sentences()) == []
