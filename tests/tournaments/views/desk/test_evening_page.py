"""The evening's page: the one next thing of each phase, who may see it, why two meet, what it costs."""

from __future__ import annotations

import datetime
import re
import uuid

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine.rulesets import preset
from scoring.tiebreaks import SWISS_ORDER
from tests.tournaments.views.scene import order
from tournaments import logs
from tournaments.models.tournament import Match, Publication, Round, Tournament, TournamentRole
from tournaments.selectors.desk_inbox import kept_words
from tournaments.services import clubs, registration, tournaments

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


class Evening:
    """An announced event of these people, and its director's browser."""

    def __init__(self, names: tuple[str, ...] = NAMES, planned: int = 2) -> None:
        club = clubs.create_club(name=f"Club {uuid.uuid4().hex[:6]}", tables=8)
        self.row = tournaments.create_tournament(
            order(), club=club, name="Thursday", starts_at=datetime.datetime.now(datetime.UTC), zone="UTC",
            side_size=1, rules=preset("club25"), format="swiss", rounds=planned, tiebreaks=SWISS_ORDER,
        )  # fmt: skip
        tournaments.announce(self.row)
        registration.enter_sides(order(), self.row, [registration.NewSide(names=(name,)) for name in names])
        self.browser = self.helper("director")

    def helper(self, kind: str) -> Client:
        user = get_user_model().objects.create_user(f"{kind}-{uuid.uuid4().hex[:6]}")
        TournamentRole.objects.create(tournament=self.row, user=user, kind=kind)
        client = Client()
        client.force_login(user)
        return client

    @property
    def home(self) -> str:
        return f"/desk/t/{self.row.pk}/"

    @property
    def page(self) -> str:
        return self.browser.get(self.home).text

    def press(self, where: str, *, key: str | None = None, by: Client | None = None, **values: object):
        body = {"key": key or str(uuid.uuid4()), "stage": 1, **values}
        return (by or self.browser).post(f"{self.home}{where}", body)

    def rule(self, match: Match, action: str, *, key: str | None = None, **values: object):
        body = {"key": key or str(uuid.uuid4()), **values}
        return self.browser.post(f"/desk/matches/{match.pk}/{action}/", body)

    def out(self) -> list[Match]:
        """The round that is out, in order of tables."""
        self.press("draw/")
        number = Round.objects.get(stage__tournament=self.row, state="draft").number
        self.press("publish/", round=number)
        return self.matches(number)

    def matches(self, number: int) -> list[Match]:
        rows = Match.objects.filter(round__stage__tournament=self.row, round__number=number)
        return list(rows.select_related("round__stage__tournament").order_by("table_number"))

    def line(self, text: str, **values: object):
        return self.press("line/", line=text, **values)

    def all_in(self, number: int) -> None:
        """A result at every table by the desk's line, which counts at once."""
        for match in self.matches(number):
            assert self.line(f"{match.table_number} 125-87 6-3").status_code == 302

    def round_states(self) -> list[tuple[int, str]]:
        rows = Round.objects.filter(stage__tournament=self.row).order_by("number")
        return list(rows.values_list("number", "state"))


@pytest.fixture
def evening() -> Evening:
    return Evening()


def main(text: str) -> list[str]:
    """The words of the large buttons that a page offers first."""
    found = re.findall(r"<(?:button|a)[^>]*btn--primary[^>]*>(.*?)</(?:button|a)>", text, re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in found]


# ---------------------------------------------------------------- the whole way


def test_an_evening_goes_from_draw_to_final_standings_by_one_primary_button_each(evening):
    assert main(evening.page) == ["Draw round 1"]
    evening.press("draw/")
    assert main(evening.page) == ["Publish round 1"]
    evening.press("publish/", round=1)
    assert main(evening.page) == []
    evening.all_in(1)
    assert main(evening.page) == ["All 3 in · close and draw"]
    evening.press("close/", round=1)
    assert evening.round_states() == [(1, "closed"), (2, "draft")]
    assert [(each.round, each.final) for each in Publication.objects.all()] == [(1, False)]
    assert main(evening.page) == ["Publish round 2"]
    evening.press("publish/", round=2)
    evening.all_in(2)
    assert main(evening.page) == ["All 3 in · close the last round"]
    evening.press("close/", round=2)
    assert [(each.round, each.final) for each in Publication.objects.order_by("number")] == [
        (1, False),
        (2, True),
    ]
    assert main(evening.page) == ["Finish the event"]
    evening.press("finish/")
    evening.row.refresh_from_db()
    assert evening.row.state == Tournament.State.FINISHED
    assert main(evening.page) == ["Standings to look at and print"]


def test_a_key_used_for_something_else_is_refused_in_words(evening):
    key = str(uuid.uuid4())
    evening.press("draw/", key=key)
    answer = evening.press("draw/", key=key, seed=7, again="1")
    assert answer.status_code == 422
    assert "sent before with other values" in answer.text


# ---------------------------------------------------------------- who


@pytest.mark.parametrize("where", ["", "board/", "standings/", "inbox/", "closing/"])
def test_a_stranger_finds_no_desk_and_a_visitor_is_asked_to_log_in(evening, where):
    assert Client().get(f"{evening.home}{where}")["Location"].startswith("/login/?next=")
    stranger = Client()
    stranger.force_login(get_user_model().objects.create_user("stranger"))
    assert stranger.get(f"{evening.home}{where}").status_code == 404


def test_strangers_and_scorers_draw_nothing(evening):
    stranger = Client()
    stranger.force_login(get_user_model().objects.create_user("stranger"))
    for browser in (stranger, evening.helper("scorer"), evening.helper("deputy")):
        assert evening.press("draw/", by=browser).status_code == 404
    assert evening.round_states() == []


def test_a_match_at_the_desk_is_there_for_those_who_decide_alone(evening):
    match = evening.out()[0]
    address = f"/desk/matches/{match.pk}/"
    assert evening.browser.get(address).status_code == 200
    assert evening.helper("deputy").get(address).status_code == 200
    assert evening.helper("scorer").get(address).status_code == 404
    assert Client().get(address).status_code == 302


# ---------------------------------------------------------------- the draft


def test_the_draft_says_who_has_a_bye_and_nothing_of_points_nobody_has():
    evening = Evening(NAMES[:5])
    evening.press("draw/")
    page = evening.page
    assert "Both have 0 game points." not in page
    assert "bye of the draw, 2 points" in page


def test_a_forced_repeat_is_told_before_the_draft_is_published():
    evening = Evening(NAMES[:4], planned=3)
    evening.out()
    evening.all_in(1)
    evening.press("close/", round=1)
    for side in logs.tournament_at(evening.row.pk)[1].rounds[1, 1].pairings[1].sides:
        registration.withdraw(order(), evening.row, side=side, reason="ill")
    evening.press("draw/", again="1")
    page = evening.page
    assert "Forced repeat: " in page
    assert "They met in round 1." in page


def test_a_draft_that_somebody_left_is_shown_as_one_that_cannot_be_published(evening):
    evening.press("draw/")
    side = str(evening.row.entries.first().pk)
    registration.withdraw(order(), evening.row, side=side, reason="ill")
    assert "Somebody came or went since this draft" in evening.page
    assert main(evening.page) == ["Draw again"]
    assert evening.press("publish/", round=1).status_code in (409, 422)


# ---------------------------------------------------------------- the board


def test_the_board_is_cheap_and_changes_only_when_something_did(evening):
    evening.out()
    evening.browser.get(evening.home)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = evening.browser.get(evening.home)
    assert len(queries) <= 20, [each["sql"] for each in queries]
    etag = page.context["etag"]
    board = f"{evening.home}board/?round=1"
    same = evening.browser.get(board, headers={"If-None-Match": etag})
    assert (same.status_code, same.content) == (304, b"")
    evening.line("1 125-87 6-3")
    newer = evening.browser.get(board, headers={"If-None-Match": etag})
    assert newer.status_code == 200
    assert "1 of 3" in newer.text
    assert re.findall(r'<b class="num">(\d+)</b>', newer.text) == ["125", "87"]


# ---------------------------------------------------------------- the inbox


def test_hands_that_came_too_late_as_records_are_told_hand_by_hand():
    counted = {"e": "counted", "knocker": 1, "deadwood": [20, 3]}
    records = [[{"hand": 1}, counted], [{"hand": 2}, {"e": "scored", "seat": 0, "points": 31}]]
    expected = "Hand 1: right side knocked, counts 20–3; Hand 2: left side +31"
    assert kept_words({"records": records, "actor": "table x/0", "side": 0}) == expected


@pytest.mark.parametrize(("zone", "hour"), [("UTC", 19), ("Asia/Tokyo", 4)])
def test_times_at_the_desk_are_those_of_the_event(evening, zone, hour):
    Tournament.objects.update(zone=zone)
    evening.press("draw/")
    evening.press("publish/", round=1)
    evening.all_in(1)
    evening.press("close/", round=1)
    Publication.objects.update(published_at=datetime.datetime(2026, 11, 5, 19, 30, tzinfo=datetime.UTC))
    page = evening.browser.get(f"{evening.home}standings/").text
    assert f"{hour % 12 or 12}:30" in page
    assert timezone.get_current_timezone_name() == "UTC", "the next request starts anew"


def test_a_finished_event_shows_its_final_standings_at_the_desk(evening):
    for number in (1, 2):
        if number == 1:
            evening.press("draw/")
        evening.press("publish/", round=number)
        evening.all_in(number)
        evening.press("close/", round=number)
    evening.press("finish/")
    page = evening.browser.get(f"{evening.home}standings/")
    assert page.context["chosen"].final
    assert "Final standings" in page.text
    assert "provisional" not in page.text
