"""The desk in a browser: an evening by taps, the board that follows, and what axe finds."""

import re

import pytest

from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, evening, user, win
from tournaments.engine.clock import ClockPlan
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.services import clocks, clubs

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def log_in(page, live_server, name: str = "director"):
    page.goto(f"{live_server.url}/login/?next=/desk/")
    page.fill("input[name=username]", name)
    page.fill("input[name=password]", "four-long-words-here")
    page.click("main button[type=submit]")
    page.wait_for_url("**/desk/")


def press(page, words: str) -> None:
    page.get_by_role("button", name=words).first.click()


ASKS_WHILE_A_FORM_IS_SENT = """() => {
  const answer = {xhr: {getResponseHeader: () => "true"}};
  const heard = () => document.dispatchEvent(
    new CustomEvent("htmx:beforeOnLoad", {cancelable: true, detail: answer}));
  const before = heard();
  document.querySelector("form").dispatchEvent(new Event("submit", {bubbles: true}));
  return [before, heard()];
}"""
"""Would the page load itself anew, before a form is sent and while it is on its way?"""


def test_an_evening_is_created_drawn_played_and_closed_by_taps(page, live_server):
    admin = user("director")
    clubs.create_club(name="Book Street", tables=4, admin_id=admin.pk)
    log_in(page, live_server)
    page.get_by_role("link", name="New event").first.click()
    page.fill("input[name=name]", "Thursday")
    page.fill("input[name=rounds]", "2")
    page.press("input[name=rounds]", "Tab")  # a change is one when the field is left
    page.wait_for_selector("#planned:has-text('evening of 2 rounds')")
    press(page, "Create the event")
    page.fill("textarea[name=names]", "Ada\nBo\nCy\nDee")
    press(page, "Enter them")
    page.wait_for_selector("text=4 players")
    page.get_by_role("button", name="Here Ada").click()
    page.wait_for_selector("button[aria-pressed=true]:has-text('Ada')")
    page.get_by_role("link", name="Evening").click()
    press(page, "Draw round 1")
    press(page, "Publish round 1")
    for line in ("1 125-87 6-3", "2 40-130 2-7"):
        page.fill("input[name=line]", line)
        page.locator("form[action$='/line/'] button").click()
        page.wait_for_selector(f"text=Table {line[0]}:")
    press(page, "All 2 in · close and draw")
    page.wait_for_selector("text=Round 2: draft")
    page.wait_for_selector(".toast:has-text('Round 1 is closed.')")
    assert page.evaluate(ASKS_WHILE_A_FORM_IS_SENT) == [True, False]
    row = Tournament.objects.get()
    assert [each.state for each in Round.objects.order_by("number")] == ["closed", "draft"]
    assert row.stages.get().publications.count() == 1


def test_the_board_follows_by_itself_and_keeps_what_is_being_typed(page, live_server):
    scene = evening().published()
    plan = ClockPlan(play=3000, walk_in=0, no_show=0)
    clocks.start(Command(actor=DIRECTOR), scene.row, stage=1, round=1, plan=plan)
    log_in(page, live_server)
    page.clock.install()
    page.goto(live_server.url + scene.url("event"))
    page.fill("input[name=line]", "2 12")
    page.locator("#clock-more summary").click()
    page.locator("#clock-more input[type=number]").fill("7")
    page.locator("#silent-tables summary").click()
    page.wait_for_selector(".tile--green >> nth=1")
    win(scene.matches()[0])
    page.clock.fast_forward(11_000)  # it asks every few seconds
    page.wait_for_selector(".tile--done", timeout=12_000)
    assert page.input_value("input[name=line]") == "2 12"
    assert page.locator("#clock-more input[type=number]").input_value() == "7"
    assert page.locator("#clock-more").get_attribute("open") is not None
    assert page.locator("#silent-tables button").first.is_visible(), "an open drawer stays open"


def test_a_double_click_on_close_and_draw_makes_one_round(page, live_server):
    scene = evening(rounds=3).published().played()
    log_in(page, live_server)
    page.goto(live_server.url + scene.url("event"))
    page.get_by_role("button", name=re.compile("close and draw")).dblclick()
    page.wait_for_selector("text=Round 2: draft")
    assert Round.objects.count() == 2
    assert Match.objects.filter(round__number=2).count() == 2
