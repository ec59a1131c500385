"""Rule sets and "what if" in a browser: explained while edited, axe, no page too wide, no script needed."""

import re

import pytest

from games.engine.rulesets import change, preset
from tests.seen import faults, open_all, sideways
from tests.tournaments.views.public.scene import running
from tests.tournaments.views.public.test_what_if import CLEAR, FLIPS, play
from tournaments.services import rule_sets

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def scene(db):
    there = running()
    first, second, _third = there.matches(2)
    play(first, FLIPS)
    play(second, CLEAR)
    there.refresh()
    changed = {"undercut_bonus": 10, "sweep_boxes": 2}
    rule_sets.save_rule_set(there.club, name="House rules", rules=change(preset("club25"), changed))
    return there


def log_in(page, live_server) -> None:
    page.goto(f"{live_server.url}/login/?next=/desk/")
    page.fill("input[name=username]", "admin")
    page.fill("input[name=password]", "four-long-words-here")
    page.click("main button[type=submit]")
    page.wait_for_url("**/desk/")


def addresses(scene) -> dict[str, str]:
    """Pages that say something only where something is asked of them."""
    match = scene.matches(2)[0].pk
    return {
        "new": f"/desk/clubs/{scene.club.slug}/rules/new/?from=oklahoma",
        "match": f"/matches/{match}/what-if/?rules=pagat",
        "event": scene.url("event_what_if") + "?rules=straight_gin&undercut_bonus=10",
    }  # fmt: skip


def test_axe_finds_nothing_serious_and_no_page_is_too_wide(new_page, live_server, scene):
    page = new_page(360, 844)
    log_in(page, live_server)
    found = []
    for name, url in addresses(scene).items():
        page.set_viewport_size({"width": 360, "height": 844})
        page.goto(live_server.url + url)
        open_all(page)
        found += faults(page, f"{name} on a phone")
        page.set_viewport_size({"width": 1440, "height": 844})
        found += sideways(page, f"{name} on a desk")
    assert found == []


@pytest.mark.parametrize("width", [390, 1440])
def test_every_change_is_explained_at_once_and_what_does_not_fit_is_named(
    new_page, live_server, scene, width
):
    page = new_page(width, 844)
    log_in(page, live_server)
    page.goto(f"{live_server.url}/desk/clubs/{scene.club.slug}/rules/new/?from=oklahoma")
    page.fill("input[name=name]", "Ours")
    page.select_option("select[name=knock_limit]", "7")
    page.wait_for_selector("#said:has-text('Highest count that may knock: One may knock with a count of 7')")
    assert "count of 7 or less" in page.locator("#in-words mark").inner_text()
    page.fill("input[name=undercut_bonus]", "15")
    page.wait_for_selector("#said:has-text('An undercut scores 15 and the difference.')")
    assert page.locator("#in-words mark").count() == 2
    box = page.locator("#said").bounding_box()
    assert 0 <= box["y"] < 844  # seen wherever one edits
    page.select_option("select[name=opening]", "eleven")
    page.wait_for_selector("#said .note--wrong:has-text('Take the card from a second pack')")
    assert page.locator("#in-words mark").count() == 2  # the words of before stay
    page.select_option("select[name=limit_from]", "second_pack")
    page.wait_for_selector("#said:has-text('second pack'):not(:has(.note--wrong))")
    page.get_by_role("button", name="Save the rule set").click()
    page.wait_for_url(re.compile(r"/clubs/[^/]+/rules/[0-9a-f-]+/$"))
    row = scene.club.rule_sets.get(name="Ours")
    assert {name: row.rules[name] for name in ("knock_limit", "undercut_bonus", "opening", "limit_from")} == {
        "knock_limit": 7, "undercut_bonus": 15, "opening": "eleven", "limit_from": "second_pack",
    }  # fmt: skip
    asked = page.evaluate("performance.getEntries().map(each => each.name)")
    assert not any("csrfmiddlewaretoken" in each for each in asked)


def test_what_if_follows_the_form_and_its_address_says_what_was_asked(page, live_server, scene):
    page.goto(live_server.url + scene.url("event_what_if"))
    assert page.locator("#what-if table").count() == 0
    page.select_option("select[name=rules]", "pagat")
    page.wait_for_selector("#what-if table")
    page.fill("input[name=target]", "60")
    page.keyboard.press("Tab")
    page.wait_for_url("**target=60**")
    page.wait_for_selector("#what-if:has-text('To 60')")
    asked = page.url
    page.locator("#what-if .link-list__link").first.click()
    assert "rules=pagat" in page.url
    page.goto(asked)
    assert "To 60" in page.locator("#what-if").inner_text()
    assert page.input_value("input[name=target]") == "60"


def test_rules_are_made_and_what_if_asked_without_a_script(new_page, live_server, scene):
    page = new_page(390, 844, java_script_enabled=False)
    log_in(page, live_server)
    page.goto(f"{live_server.url}/desk/clubs/{scene.club.slug}/rules/new/?from=pagat")
    page.fill("input[name=name]", "Ours")
    page.get_by_role("button", name="Save the rule set").click()
    assert page.locator("h1").inner_text() == "Ours"
    page.goto(live_server.url + scene.url("event_what_if"))
    page.select_option("select[name=rules]", "pagat")
    page.get_by_role("button", name="Score it anew").click()
    assert page.locator("#what-if table").count() == 1
