"""The desk in a browser while others work: what is new comes by itself, around whatever one is doing."""

import pytest
from playwright.sync_api import expect

from games.services.command import Actor, Command
from tests.camera import Camera
from tests.tournaments.views.desk.scene import DIRECTOR, Scene, evening, win
from tests.tournaments.views.desk.test_browser import log_in
from tournaments.models.tournament import KeptEntry
from tournaments.services import matches, registration, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLE = Actor(kind="table", id="x", role="table", side=0)
BOARD_ANSWERS = """document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (target.id === "board") window.boardSaid = detail.xhr.status;
})"""


def order() -> Command:
    return Command(actor=DIRECTOR)


def comes(scene: Scene, name: str) -> None:
    registration.check_in(order(), scene.row.pk, side=str(scene.entry(name).pk), present=True)


def asked_again(page) -> None:
    """It asks every few seconds."""
    page.clock.fast_forward(6_000)


@pytest.fixture
def desk(page, live_server):
    scene = evening()
    log_in(page, live_server)
    page.clock.install()

    def at(name: str) -> None:
        page.goto(live_server.url + scene.url(name))
        page.evaluate("window.isSamePage = true")

    return scene, page, at


def is_same_page(page) -> bool:
    return page.evaluate("window.isSamePage === true")


def test_the_check_in_list_follows_while_names_are_typed_and_a_button_keeps_the_focus(desk):
    scene, page, at = desk
    at("people")
    page.get_by_label("Names").click()
    page.keyboard.type("Eve")
    comes(scene, "Ada")
    asked_again(page)
    expect(page.locator("#people-list button[aria-pressed=true]")).to_contain_text("Ada")
    expect(page.locator("#desk-head")).to_contain_text("1 here")
    page.keyboard.type(" Stone")
    assert page.get_by_label("Names").input_value() == "Eve Stone"
    page.get_by_role("button", name="Here Bo").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#desk-head")).to_contain_text("2 here")  # its own tap, at once
    expect(page.get_by_role("button", name="Here Bo")).to_be_focused()
    page.get_by_role("button", name="Here Dee").dblclick(delay=60)
    expect(page.locator("#desk-head")).to_contain_text("3 here")
    page.clock.fast_forward(1_000)
    page.get_by_role("button", name="Here Bo").focus()
    registration.enter_sides(order(), scene.row, [registration.NewSide(names=("Zoe",))])
    asked_again(page)
    expect(page.locator("#people-list")).to_contain_text("Zoe")
    expect(page.get_by_role("button", name="Here Bo")).to_be_focused()
    assert page.get_by_label("Names").input_value() == "Eve Stone"
    assert is_same_page(page)


def test_calls_late_results_and_a_round_that_others_publish_and_close_come_by_themselves(desk, live_server):
    scene, page, at = desk
    scene.drawn()
    at("event")
    expect(page.locator("h1")).to_contain_text("draft")
    rounds.publish_round(order(), scene.row, stage=1, round=1)
    asked_again(page)
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("h1")).to_contain_text("Round 1 of 2")
    rounds.recall_round(order(), scene.row, stage=1, round=1)
    asked_again(page)
    expect(page.locator("h1")).to_contain_text("draft")
    rounds.publish_round(order(), scene.row, stage=1, round=1)
    asked_again(page)
    expect(page.locator("#board")).to_be_visible()
    assert is_same_page(page), "there and back without being loaded again"
    page.evaluate(BOARD_ANSWERS)
    asked_again(page)
    page.wait_for_function("() => window.boardSaid === 204")  # it is as it was
    expect(page.locator("#logged-out")).to_be_hidden()
    page.locator("input[name=line]").fill("1 12")
    page.locator("#by-hand summary").click()
    expect(page.get_by_role("button", name="Call round 1 back")).to_be_visible()
    one, other = scene.matches()
    matches.call_director(Command(actor=TABLE), other)
    asked_again(page)
    expect(page.locator("#desk-tabs")).to_contain_text("Inbox (1)")
    expect(page.get_by_role("status").filter(has_text="Inbox (1)")).to_have_count(1)  # and is said aloud
    win(one)
    asked_again(page)
    expect(page.get_by_role("button", name="Call round 1 back")).to_have_count(0)  # something is entered
    expect(page.locator("#by-hand form").first).to_be_visible()  # the drawer stays open
    closing = page.context.new_page()
    closing.clock.install()
    closing.goto(live_server.url + scene.url("closing"))
    closing.get_by_label("Reason").fill("They left")
    win(other)
    closing.clock.fast_forward(6_000)
    expect(closing.locator("#desk-tabs")).to_contain_text("Inbox")
    assert closing.get_by_label("Reason").input_value() == "They left"
    closing.close()
    assert is_same_page(page)
    page.locator("input[name=line]").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("A line is table, points, hands won")
    page.locator("h1").click()
    page.evaluate("window.isSamePage = true")
    asked_again(page)
    expect(page.locator("#moved-on")).to_be_hidden()
    rounds.close_round(order(), scene.row, stage=1, round=1)
    asked_again(page)
    expect(page.locator("#moved-on")).to_be_visible()
    Camera("desk-follows").take(page, "moved-on-while-somebody-writes")
    assert page.locator("input[name=line]").input_value() == "1 12"
    assert is_same_page(page)
    at("inbox")
    KeptEntry.objects.create(
        tournament=scene.row, match=one, table_number=1, code="round_closed", body={"points": [[1, 2]]},
        key="00000000-0000-4000-8000-000000000001",
    )  # fmt: skip
    asked_again(page)
    expect(page.locator("#inbox")).to_contain_text("Final score 1–2")
    page.context.set_offline(True)
    asked_again(page)
    expect(page.locator("#no-answer")).to_be_visible()  # what one decides by may be old
    page.context.set_offline(False)
    asked_again(page)
    expect(page.locator("#no-answer")).to_have_count(0)
    page.context.clear_cookies()
    asked_again(page)
    expect(page.locator("#logged-out")).to_be_visible()
    expect(page.locator("#inbox")).to_contain_text("Final score 1–2")
    other_tab = page.context.new_page()
    log_in(other_tab, live_server)
    asked_again(page)
    expect(page.locator("#logged-out")).to_be_hidden()
    page.get_by_role("button", name="Settled").click()
    expect(page.locator(".toast")).to_contain_text("Settled. It stays in the list.")
