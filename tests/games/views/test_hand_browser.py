"""Stepping through a finished hand in a real browser: buttons, keys, both themes."""

import pytest
from playwright.sync_api import expect

from tests.camera import Camera
from tests.seen import faults, open_all
from tests.tournaments.views.live import finished
from tests.tournaments.views.scene import evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hand(db):
    scene = evening()
    found = finished(scene, ending="knock")
    scene.play_to_the_end()
    scene.accept()
    return found


def test_buttons_and_keys_step_through_the_hand(page, live_server, hand):
    last, camera = hand.version - 1, Camera("replay")
    page.goto(f"{live_server.url}/hands/{hand.pk}/?at=0")
    page.get_by_role("link", name="Next").click()
    page.wait_for_selector(f"text=1 of {last}")
    assert page.url.endswith("?at=1")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f"text=2 of {last}")
    page.keyboard.press("End")
    page.wait_for_selector(f"text={last} of {last}")
    assert "knocks with" in page.locator(".note").inner_text()
    page.keyboard.press("Home")
    page.wait_for_selector(f"text=0 of {last}")
    page.go_back()
    page.wait_for_selector(f"text={last} of {last}")
    assert page.locator(".site-head").count() == 1
    camera.take(page, "the-end")


def test_the_slider_and_playing_by_itself_go_through_the_hand(new_page, live_server, hand):
    page = new_page(390, 844)
    last = hand.version - 1
    page.clock.install()
    page.goto(f"{live_server.url}/hands/{hand.pk}/?at=0&view=1")
    slider = page.get_by_label("Step of the hand")
    slider.fill(str(last - 2))
    page.wait_for_selector(f"text={last - 2} of {last}")
    page.wait_for_url(f"**/?at={last - 2}&view=1")
    page.locator("#hand-steps summary").click()
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector(f"text={last - 1} of {last}")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(10_000)
    assert page.locator(".step-nav__at").inner_text() == f"{last - 1} of {last}"
    assert page.locator("#hand-steps[open]").count() == 1
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector(f"text={last} of {last}")
    page.get_by_role("button", name="Play").wait_for()  # the end pauses
    page.get_by_role("button", name="Play").click()  # and from the end it begins again
    page.wait_for_selector(f"text=0 of {last}")
    page.clock.run_for(1_600)
    page.wait_for_selector(f"text=1 of {last}")
    expect(slider).to_have_value("1")


def test_axe_finds_nothing_serious_in_either_theme(new_page, live_server, hand):
    page = new_page(390, 844)
    for where in (f"hands/{hand.pk}/?at=0", f"hands/{hand.pk}/", f"embed/hands/{hand.pk}/?view=0"):
        page.goto(f"{live_server.url}/{where}")
        open_all(page)
        assert faults(page, where) == []
