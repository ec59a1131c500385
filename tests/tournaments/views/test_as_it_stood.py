"""Any page of a tournament as it stood, at any position; nothing acts on it, nothing of it is unpublished."""

from __future__ import annotations

import re
import threading
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import pytest
from django.contrib.auth import get_user_model
from django.db import connections
from django.test import Client
from django.urls import get_resolver, reverse

from games.eventstore.clock import now
from games.eventstore.log import head
from games.models.player import Player
from games.services.command import Command
from tests.tournaments.api.test_routes import _walk
from tests.tournaments.log_time import standing_clock
from tests.tournaments.services.rich import rich_evening
from tests.tournaments.views.desk.scene import DIRECTOR, client_of, evening, win
from tournaments.engine.clock import ClockPlan
from tournaments.models.club import ClubRole
from tournaments.models.tournament import Match, Publication, Round, Tournament
from tournaments.services import clocks, matches, past, rebuild, rounds, standings
from tournaments.views import as_it_stood
from tournaments.views.as_it_stood import asked_of
from tournaments.views.past_links import AT_DESK, OF_A_HAND, OF_A_MATCH, OF_NOW, OF_PEOPLE

pytestmark = pytest.mark.django_db
NAMES = ("Ada Lovelace", "Bo Diddley", "Cy Young", "Dee Dee", "Eve Adams", "Flo Bow")
MINUTE = 60


@pytest.fixture
def time(monkeypatch):
    return standing_clock(monkeypatch)


@pytest.fixture
def scene(time):
    """Two rounds, an hour each: 19:00 made, 20:00 round 1 out, 20:30 closed and hung, 21:00 round 2 out."""
    scene = evening(NAMES, rounds=2)
    Tournament.objects.filter(pk=scene.row.pk).update(state="open")
    time.seconds = 60 * MINUTE
    scene.published()
    for minute, match in enumerate(scene.matches(), start=1):
        time.seconds = (60 + 5 * minute) * MINUTE
        win(match)
    time.seconds = 90 * MINUTE
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    time.seconds = 100 * MINUTE
    scene.drawn(2)
    time.seconds = 120 * MINUTE
    scene.publish(2)
    time.seconds = 130 * MINUTE
    scene.played(2)
    time.seconds = 150 * MINUTE
    standings.refresh(scene.row.pk)
    return scene


def public(scene, name: str, *args) -> str:
    return reverse(name, args=[scene.club.slug, scene.row.slug, *args])


def get(url: str, client: Client | None = None, **asked):
    return (client or Client()).get(url, asked)


def text(answer) -> str:
    return answer.content.decode()


# ---------------------------------------------------------------- what pages say


@pytest.mark.database
def test_a_page_says_what_it_said_then(scene):
    round_1 = public(scene, "round_json", 1)
    at = {"19:30": 404, "20:06": 1, "20:11": 2, "20:59": 3}
    for clock, expected in at.items():
        answer = get(round_1, at=f"2026-11-05T{clock}")
        if expected == 404:
            assert answer.status_code == 404, clock
            continue
        found = answer.json()
        assert sum(each["state"] == "accepted" for each in found["matches"]) == expected, clock


def test_standings_hang_in_no_past_before_they_hung(scene):
    assert get(public(scene, "standings")).status_code == 200
    assert get(public(scene, "standings"), at="2026-11-05T20:29").status_code == 404
    assert get(public(scene, "standings"), at="2026-11-05T20:31").status_code == 200
    assert get(public(scene, "publication", 1), at="2026-11-05T20:29").status_code == 404


def test_a_draft_of_then_is_nobodys_but_its_directors(scene):
    draft = "2026-11-05T20:45"
    assert get(public(scene, "round", 2), at=draft).status_code == 404
    assert "Round 2" not in text(get(public(scene, "tournament"), at=draft))
    assert [each["number"] for each in get(public(scene, "tournament_json"), at=draft).json()["rounds"]] == [
        1
    ]
    assert "Round 2: draft" in text(get(scene.url("event"), scene.desk, at=draft))
    match = scene.matches(2)[0]
    assert get(reverse("match", args=[match.pk]), at=draft).status_code == 404
    assert get(f"/api/v1/matches/{match.pk}/", at=draft).status_code == 404
    assert get(f"/api/v1/matches/{match.pk}/", scene.desk, at=draft).status_code == 200


def test_before_the_first_round_was_out_the_public_sees_nothing(scene):
    """Whether an event was announced by then is in no log: then it was not."""
    assert get(public(scene, "tournament"), at="2026-11-05T19:30").status_code == 404
    assert get(scene.url("people"), scene.desk, at="2026-11-05T19:30").status_code == 200


def test_an_event_that_is_announced_and_has_not_begun_is_there_now(time):
    """The link on its page leads somewhere; a draft's does so for nobody."""
    scene = evening(NAMES)
    for state, expected in (("open", 200), ("draft", 404)):
        Tournament.objects.filter(pk=scene.row.pk).update(state=state)
        assert get(public(scene, "tournament"), at="now").status_code == expected
    assert get(public(scene, "tournament"), step=1).status_code == 404


def test_the_live_lines_are_those_of_then(scene):
    lines = {
        clock: get(public(scene, "live_json"), at=f"2026-11-05T{clock}").json()
        for clock in ("20:06", "20:16")
    }
    assert [sum(line["played"] for line in each["lines"]) for each in lines.values()] == [2, 6]
    assert not any(each.get("updating") for each in lines.values())


def test_a_time_without_a_day_is_of_the_evening_and_after_midnight_of_the_next_day(scene):
    starts = datetime(2026, 11, 5, 18, 0, tzinfo=UTC)  # seven in the evening in Paris
    for at, day in (("20:06", "05T20:06"), ("9:30:05", "05T09:30:05"), ("0:15", "06T00:15")):
        named = asked_of("", f"2026-11-{day}", "Europe/Paris")
        assert asked_of("", at, "Europe/Paris", starts) == named != {}
    assert asked_of("", "25:00", "Europe/Paris", starts) == {}
    page = get(public(scene, "live_json"), at="20:06").json()
    assert page == get(public(scene, "live_json"), at="2026-11-05T20:06").json()


def test_a_position_a_step_and_a_time_name_the_same_past(scene):
    at = past.point(scene.row.pk, moment=asked_of("", "2026-11-05T20:06", "UTC")["moment"])
    pages = [
        get(public(scene, "tournament_json"), **asked).json()
        for asked in ({"step": at.step}, {"at": at.position}, {"at": at.when.isoformat()})
    ]
    assert pages[0] == pages[1] == pages[2]


@pytest.mark.database
def test_at_the_last_event_the_past_is_the_present(scene):
    last = head().position
    for name, args in (("tournament_json", ()), ("round_json", (1,)), ("round_json", (2,)), ("live_json", ()),
                       ("publication_json", (1,)), ("crosstable_json", (1,))):  # fmt: skip
        url = public(scene, name, *args)
        assert get(url, at=last).json() == get(url).json(), name


def test_what_was_corrected_later_stood_otherwise_then(scene, time):
    match = scene.matches()[0]
    time.seconds = 151 * MINUTE
    matches.correct(
        Command(actor=DIRECTOR), match, reason="read again", points=((80, 125),), hands_won=((4, 6),),
        agreed=(0, 1),
    )  # fmt: skip
    url = f"/api/v1/matches/{match.pk}/"
    assert (get(url).json()["points"], get(url).json()["state"]) == ([80, 125], "corrected")
    then = get(url, at="2026-11-05T21:00").json()
    assert (then["points"], then["state"]) == ([125, 87], "accepted")


# ---------------------------------------------------------------- who is hidden


def test_who_is_hidden_or_erased_today_is_so_in_every_past(scene):
    Player.objects.filter(name="Ada Lovelace").update(is_private=True)
    steps = past.point(scene.row.pk).steps
    urls = [public(scene, name, *args) for name, args in PUBLIC_PAGES]
    for step in (steps // 2, steps):
        for url in urls:
            assert "Lovelace" not in text(get(url, step=step)), (url, step)


def test_money_that_is_not_public_today_was_never(scene):
    Tournament.objects.filter(pk=scene.row.pk).update(public_terms=None)
    assert get(public(scene, "tournament_json"), at="2026-11-05T21:00").json()["terms"] is None


# ---------------------------------------------------------------- every page, every position, every role

PUBLIC_PAGES = (
    ("tournament", ()), ("tournament_json", ()), ("tournament_rules", ()), ("round", (1,)),
    ("round_json", (1,)), ("round_csv", (1,)), ("round", (2,)), ("round_json", (2,)), ("round_csv", (2,)),
    ("crosstable", (1,)),
    ("crosstable_json", (1,)), ("crosstable_csv", (1,)), ("live", ()), ("live_json", ()), ("live_csv", ()),
    ("standings", ()), ("standings_json", ()), ("standings_csv", ()), ("publication", (1,)), ("report", (1,)),
)  # fmt: skip


def pages_of(scene) -> list[str]:
    entry, match = scene.row.entries.first(), scene.matches(2)[0]
    one = f"/api/v1/tournaments/{scene.row.pk}"
    return [
        *(public(scene, name, *args) for name, args in PUBLIC_PAGES),
        public(scene, "side", 1, entry.pk), public(scene, "live_side", entry.pk),
        reverse("match", args=[match.pk]), reverse("desk_match", args=[match.pk]),
        scene.url("event"), scene.url("people"), scene.url("standings"), scene.url("inbox"), scene.url("log"),
        scene.url("cash"), scene.url("money"), scene.url("side", entry.pk),
        f"{one}/", f"{one}/entries/", f"{one}/stages/1/rounds/", f"{one}/stages/1/rounds/2/",
        f"{one}/stages/1/standings/", f"{one}/stages/1/standings/1/", f"{one}/stages/1/standings/live/",
        f"{one}/log/", f"{one}/money/", f"/api/v1/matches/{match.pk}/",
    ]  # fmt: skip


def test_every_page_opens_at_every_position_and_leaves_everything_as_it_is(scene):
    """No error whatever; the past is read alone, and the rows are those of now afterwards."""
    scenes_pages, bad, desk = pages_of(scene), [], scene.desk
    steps = past.point(scene.row.pk).steps
    before = head()
    for url in scenes_pages:
        assert desk.get(url).status_code in (200, 302), url
        for step in (1, 2, steps // 2, steps - 1):
            answer = desk.get(url, {"step": step})
            if answer.status_code not in (200, 302, 404):
                bad.append((url, step, answer.status_code))
            if answer.status_code == 200:
                assert answer.headers["Memento-Datetime"]
    assert bad == []
    assert (head(), Round.objects.count(), Publication.objects.count()) == (before, 2, 1)
    assert rebuild.check(scene.row.pk).count == 0


def test_nothing_of_a_later_round_is_in_an_earlier_past(scene):
    """Of round 2, nothing is said before it is out: no id of a match, no number of a round."""
    ids = {str(match.pk) for match in scene.matches(2)}
    not_out = past.point(scene.row.pk, moment=scene.round(2).published_at - timedelta(seconds=1)).step
    for url in pages_of(scene):
        for step in (not_out - 1, not_out):
            found = text(get(url, step=step))
            assert not [pk for pk in ids if pk in found and pk not in url], (url, step)


def test_a_page_of_the_past_has_no_button_that_acts_and_asks_for_nothing_newer(scene):
    desk = scene.desk
    for url in pages_of(scene):
        page = text(desk.get(url, {"at": "2026-11-05T21:30"}))
        if not page.startswith(("<!DOCTYPE", "\n<!DOCTYPE")):
            continue
        main = page.partition("<main")[2].partition("</main>")[0]
        assert 'method="post"' not in main, url
        assert "hx-" not in main, url
        assert "data-live" not in main, url
        assert "As of Nov. 5, 2026, 9:30 PM" in main, url
        assert "Back to now" in main, url


def test_its_links_lead_to_the_same_moment_and_out_of_it(scene):
    page = text(get(public(scene, "tournament"), at="2026-11-05T21:30"))
    at = past.point(scene.row.pk, moment=asked_of("", "2026-11-05T21:30", "UTC")["moment"]).position
    links = set(re.findall(r'href="([^"]+)"', page))
    assert f"{public(scene, 'round', 1)}?at={at}" in links
    assert public(scene, "round", 1) not in links
    assert reverse("club", args=[scene.club.slug]) in links
    assert public(scene, "tournament") in links, "back to now"
    match = scene.matches(2)[0]
    assert f"{reverse('match', args=[match.pk])}?at={at}" in links


def test_a_bracket_of_then_has_no_winner_of_later(time):
    scene = evening(NAMES[:4], format="knockout")
    time.seconds = 60 * MINUTE
    scene.published()
    time.seconds = 90 * MINUTE
    win(scene.matches()[0])
    before, after = (
        get(public(scene, "bracket_json"), at=f"2026-11-05T{clock}").json()["rounds"]
        for clock in ("20:29", "20:31")
    )
    assert [place["winner"] for place in before[0]] == [None, None]
    assert before[1][0]["sides"] == [None, None]
    assert [bool(place["winner"]) for place in after[0]].count(True) == 1
    assert get(public(scene, "bracket_csv"), at="2026-11-05T19:59").status_code == 404


def test_what_was_called_back_was_out_then(scene, time):
    """Standings that were withdrawn hung; a round that is a draft again was out."""
    first = scene.desk.get(public(scene, "publication", 1))
    assert first.status_code == 200
    time.seconds = 152 * MINUTE
    Publication.objects.update(withdrawn_at=scene.round(2).published_at + timedelta(hours=1))
    assert get(public(scene, "standings")).status_code == 404
    assert get(public(scene, "standings"), at="2026-11-05T20:59").status_code == 200


def test_the_public_pages_and_the_log_lead_there(scene):
    page = text(get(public(scene, "tournament")))
    assert 'href="?at=now"' in page
    there = text(get(public(scene, "tournament"), at="now"))
    steps = past.point(scene.row.pk).steps
    assert f"Step {steps} of {steps}" in there
    assert 'href="?at=now"' not in there
    back = text(scene.desk.get(scene.url("past"), {"step": 5}))
    at = re.search(rf'href="{scene.url("event")}\?at=(\d+)"', back)[1]
    assert scene.desk.get(scene.url("event"), {"at": at}).status_code == 200


def test_who_looks_back_leaves_threads_for_those_who_play(scene, monkeypatch):
    monkeypatch.setattr(as_it_stood, "AT_ONCE", threading.BoundedSemaphore(1))
    monkeypatch.setattr(as_it_stood, "PATIENCE", 0.01)
    url = public(scene, "tournament")
    with as_it_stood.AT_ONCE:
        refused = get(url, at="now")
        assert (refused.status_code, get(url).status_code) == (503, 200)
        assert "Try again" in text(refused)
        assert "Retry-After" in refused.headers
    assert get(url, at="now").status_code == 200
    assert get(public(scene, "round", 9), at="now").status_code == 404
    assert get(url, at="now").status_code == 200, "a place is given back after an error too"


def test_what_cannot_be_read_is_said_and_the_present_shown(scene):
    page = get(public(scene, "tournament"), at="yesterday")
    assert page.status_code == 200
    assert "no time and no number of an event" in text(page)
    answer = get(f"/api/v1/tournaments/{scene.row.pk}/", at="yesterday")
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert get(public(scene, "round_json", 1), at="\x00").status_code == 400


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Pacific/Kiritimati"])
def test_the_ends_of_the_calendar_are_no_error_and_what_is_to_come_is_now(scene, zone):
    Tournament.objects.filter(pk=scene.row.pk).update(zone=zone)
    ends = (
        "9999-12-31T23:59",
        "9999-12-31T23:59:59.999999-12:00",
        "0001-01-01T00:00",
        "0001-01-01T00:00+14:00",
    )
    for at in ends:
        assert get(public(scene, "tournament_json"), at=at).status_code in (200, 400, 404), at
        assert scene.desk.get(scene.url("past"), {"at": at}).status_code == 200, at
    answer = get(public(scene, "tournament_json"), at="2099-01-01T00:00Z")
    assert parsedate_to_datetime(answer.headers["Memento-Datetime"]) <= now()


def test_a_login_is_asked_for_where_it_is_today(scene):
    assert get(scene.url("people"), at="2026-11-05T21:00").status_code == 302
    stranger = client_of(get_user_model().objects.create_user("stranger"))
    assert get(scene.url("people"), stranger, at="2026-11-05T21:00").status_code == 404


def test_pages_of_now_are_no_pages_of_the_past(scene):
    wall = get(public(scene, "wall"), at="2026-11-05T20:00")
    assert "Memento-Datetime" not in wall.headers


def test_what_is_left_out_is_there_to_be_left_out():
    names = {pattern.name for _route, pattern in _walk(get_resolver().url_patterns, "")}
    assert names >= AT_DESK | OF_A_MATCH | OF_NOW | OF_A_HAND | OF_PEOPLE


def test_the_clock_of_a_past_round_does_not_run(scene):
    clocks.start(Command(actor=DIRECTOR), scene.row, stage=1, round=2, plan=ClockPlan(play=600))
    assert "data-round-clock" in text(get(public(scene, "round", 2)))
    assert "data-round-clock" not in text(get(public(scene, "round", 2), at=str(head().position)))


def test_an_evening_with_everything_in_it_is_at_its_last_step_what_it_is_now():
    """Every kind of event: none is told otherwise by the past, and every step opens."""
    row = rich_evening().tournament
    standings.refresh(row.pk)
    at = past.point(row.pk)
    keeper = get_user_model().objects.create_user("keeper")
    ClubRole.objects.create(club=row.club, user=keeper)
    client = client_of(keeper)
    ours = f"/api/v1/tournaments/{row.pk}/"
    urls = [ours, f"{ours}entries/", f"{ours}log/", f"{ours}money/"]
    urls += [f"/api/v1/matches/{pk}/" for pk in Match.objects.values_list("pk", flat=True)]
    urls += [reverse(f"{name}_json", args=[row.club.slug, row.slug]) for name in ("tournament", "live")]
    for url in urls:
        assert get(url, client, step=at.step).content == get(url, client).content, url
    desk = reverse("desk_event", args=[row.pk])
    assert {get(desk, client, step=step).status_code for step in range(1, at.steps, 6)} == {200}


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_page_of_the_past_keeps_no_writer_waiting_and_sees_nothing_of_him(scene):
    open_match = scene.matches(2)[0]
    at = past.point(scene.row.pk, moment=scene.round(2).published_at)

    def record() -> None:
        win(scene.matches(2)[0], points=(60, 130), hands=(3, 7))
        connections.close_all()

    matches.reopen(Command(actor=DIRECTOR), open_match, reason="again")
    before = head().position
    with past.as_it_stood(at):
        assert {match.state for match in scene.matches(2)} == {"none"}
        writer = threading.Thread(target=record)
        writer.start()
        writer.join(timeout=20)
        assert not writer.is_alive()
        assert {match.state for match in scene.matches(2)} == {"none"}
    assert head().position > before
    assert scene.matches(2)[0].summary["points"] == [60, 130]
    assert rebuild.check(scene.row.pk).count == 0


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_nothing_is_recorded_in_the_past(scene):
    at = past.point(scene.row.pk, moment=scene.round(1).published_at)
    with pytest.raises(RuntimeError), past.as_it_stood(at):
        win(scene.matches(1)[0])
    assert rebuild.check(scene.row.pk).count == 0
