"""Public pages in a real browser: the live part follows, no script is needed."""

import pytest
from playwright.sync_api import expect

from tests.tournaments.views.public import addresses
from tests.tournaments.views.public.scene import running, win
from tests.tournaments.views.public.test_addresses import PUBLIC

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def scene(db):
    return running()


def test_live_standings_follow_by_themselves(page, live_server, scene):
    page.clock.install()
    page.goto(live_server.url + scene.url("live"))
    assert "3 open" in page.locator("#now .live").inner_text()

    def asked_again():
        with page.expect_response(lambda answer: answer.url.endswith("/live/")):
            page.clock.fast_forward(6_000)  # it asks every five seconds

    asked_again()
    page.evaluate("document.querySelector('#now').dataset.seen = 'yes'")
    asked_again()
    assert page.locator("#now").get_attribute("data-seen") == "yes"  # nothing changed, nothing was swapped
    read = page.locator(".league__name a").nth(2)
    whose = read.inner_text()
    read.focus()
    win(scene.matches(2)[0])
    scene.refresh()
    asked_again()
    page.wait_for_selector("#now .live:has-text('2 open')", timeout=15_000)
    assert page.locator("#now").get_attribute("data-seen") is None
    expect(page.get_by_role("link", name=whose)).to_be_focused()  # wherever it stands now


def test_everything_reads_without_a_script(new_page, live_server, scene):
    page, scripted = new_page(390, 844, java_script_enabled=False), new_page(390, 844)
    page.goto(live_server.url + scene.url("tournament"))
    page.get_by_role("link", name="Standings", exact=True).click()
    page.locator(".league__name a").first.click()
    page.locator("main a[href^='/matches/']").first.click()
    assert page.locator("h1").inner_text().count("–") == 1
    routes, samples = addresses.patterns(), {**addresses.arguments(scene), "number": 1}
    for name in (*PUBLIC, "match", "standings_embed", "match_embed"):
        url = live_server.url + addresses.address(name, routes[name], scene, samples, 1)
        page.goto(url)
        scripted.goto(url)
        words = page.locator("main").inner_text()
        assert len(words) > 20, name
        assert words == scripted.locator("main").inner_text(), name
