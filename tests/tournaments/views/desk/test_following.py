"""Pages of the desk follow by themselves: 304 while they say the same, and no words to be read are eaten."""

import pytest
from django.utils.html import escape

from games.services.command import Actor, Command
from tests.tournaments.views.desk.scene import Scene, evening, post, win
from tests.tournaments.views.scene import order
from tournaments.engine.clock import ClockPlan
from tournaments.models.tournament import KeptEntry
from tournaments.services import clocks, matches, people, registration, standings

pytestmark = pytest.mark.django_db

TABLE = Actor(kind="table", id="x", role="table", side=0)


@pytest.fixture
def scene() -> Scene:
    found = evening().published()
    clocks.set_clock(order(), found.row, stage=1, plan=ClockPlan(walk_in=60, play=1200))
    clocks.start(order(), found.row, stage=1, round=1)
    return found


def pages(scene: Scene) -> dict[str, str]:
    found = {name: scene.url(name) for name in ("event", "people", "inbox", "standings", "log", "closing")}
    return {**found, "match": f"/desk/matches/{scene.matches()[0].pk}/"}


def asked(desk, address: str, etag: str = ""):
    return desk.get(address, headers={"hx-request": "true", "hx-target": "follows", "if-none-match": etag})


def test_a_page_that_follows_gets_nothing_until_it_says_something_else(scene):
    desk = scene.desk
    for name, address in pages(scene).items():
        opened = desk.get(address)
        etag = opened["ETag"]
        assert f'data-etag="{escape(etag)}"' in opened.text, name
        assert asked(desk, address, etag).status_code == 304, name
        assert desk.get(address, headers={"if-none-match": etag}).status_code == 200, "a person who opens it"


def follow(scene: Scene) -> dict[str, str]:
    return {name: asked(scene.desk, address)["ETag"] for name, address in pages(scene).items()}


def test_what_happens_elsewhere_shows_on_every_page_it_concerns(scene):
    one, other = scene.matches()

    def changed(act) -> set[str]:
        before = follow(scene)
        act()
        after = follow(scene)
        return {name for name in before if before[name] != after[name]}

    def played() -> None:
        win(one)
        standings.refresh(scene.row.pk)

    assert changed(played) >= {"event", "standings", "log", "match", "closing"}
    assert changed(lambda: matches.call_director(Command(actor=TABLE), other)) == {
        "event", "people", "inbox", "standings", "log", "match", "closing",
    }, "the tab of the inbox counts"  # fmt: skip
    side = str(scene.entry("Ada").pk)
    check_in = lambda: registration.check_in(order(), scene.row.pk, side=side, present=True)  # noqa: E731
    assert changed(check_in) >= {"people", "log"}
    hide = lambda: people.hide_name(scene.entry("Bo").people[0], private=True)  # noqa: E731
    assert "people" in changed(hide), "no fact of the log"
    kept = {"table_number": 1, "code": "round_closed", "body": {"points": [[1, 2]]}}
    key = "00000000-0000-4000-8000-000000000001"
    late = lambda: KeptEntry.objects.create(tournament=scene.row, match=one, key=key, **kept)  # noqa: E731
    assert "inbox" in changed(late)


def test_words_that_wait_for_somebody_are_not_read_by_a_page_that_only_follows(scene):
    desk = scene.desk
    post(desk, scene.url("settle", 99))
    assert asked(desk, scene.url("inbox")).status_code == 200
    assert "Settled" in desk.get(scene.url("inbox")).text


def test_a_page_that_shows_what_was_refused_asks_whether_it_has_moved_on(scene):
    answer = post(scene.desk, scene.url("line"), line="nonsense")
    assert f'id="follows" hidden hx-get="{scene.url("event")}"' in answer.text
    assert 'data-etag=""' in answer.text
    assert "ETag" not in answer


def test_a_page_whose_login_ended_is_asked_to_log_in(client, scene):
    assert asked(client, scene.url("people")).status_code == 302
