"""All of a table's page by keys alone, and each thing reached has a name a screen reader can say."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.tournaments.views.scene import Evening, evening
from tests.tournaments.views.test_table_browser import written

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_TABS = 60
SAID = """() => {
    const at = document.activeElement;
    if (at === document.body) return true;  // round the end of the page
    const name = at.labels?.[0]?.innerText ?? at.getAttribute("aria-label") ?? at.innerText;
    return name.trim() !== "" && at.matches(":focus-visible");
}"""


class Keys:
    """Somebody without a pointer."""

    def __init__(self, page) -> None:
        self.page = page

    def reach(self, selector: str) -> Keys:
        """Tab until the focus is there; what is passed on the way has a name and shows the focus."""
        for _tab in range(MOST_TABS):
            if self.page.locator(f"{selector}:focus").count():
                return self
            self.page.keyboard.press("Tab")
            assert self.page.evaluate(SAID), self.page.evaluate("document.activeElement.outerHTML")
        raise AssertionError(f"{selector} is not reached by Tab.")

    def press(self, selector: str, key: str = "Enter") -> None:
        self.reach(selector)
        self.page.keyboard.press(key)

    def type(self, selector: str, text: str) -> None:
        self.reach(selector)
        self.page.keyboard.type(text)


@pytest.fixture
def scene(db) -> Evening:
    return evening()


@pytest.fixture
def keys(new_page, live_server, scene) -> Keys:
    page = new_page(360, 740)
    page.goto(f"{live_server.url}/t/{scene.code()}/")
    keys = Keys(page)
    keys.press("button[name=person][value='']")
    page.wait_for_selector("[data-call=wall]")
    return keys


def test_a_wrong_hand_is_changed_and_the_last_one_taken_back(keys, scene):
    keys.press("[data-call=wall]")
    written(keys.page, "Wall")
    keys.press("details:has([data-amend]) > summary")
    keys.press("[data-amend]")
    for key in ("call=knock-1", "count='4'", "digit='1'", "digit='5'", "send"):
        keys.press(f"[data-{key}]")
    written(keys.page, "+11")
    assert [line.result.points for line in scene.state.lines] == [(0, 11)]
    assert len(scene.state.struck) == 1
    keys.press("form[action$='/strike/'] button")
    expect(keys.page.locator("#pad-now")).to_contain_text("Hand 1")
    assert scene.state.lines == ()


def test_a_final_score_is_sent_disputed_with_what_is_right_and_accepted(keys, scene):
    for digit in "12587":
        keys.press(f"[data-score-digit='{digit}']")
    keys.press("[data-won='6']")
    keys.press("[data-lost='3']")
    keys.page.wait_for_selector(".verdict")
    keys.press("button[value=dispute]")
    keys.page.wait_for_selector("form [name=reason]")
    keys.press("[name=reason]", "Space")
    keys.type("[name=words]", "we counted again")
    keys.press("main button.btn--danger")
    keys.page.wait_for_selector("text=we counted again")
    expect(keys.page.locator("body")).to_contain_text("Take back the final score and enter the right one")
    assert scene.state.status == "disputed"
    keys.press("[data-hold]")
    keys.page.wait_for_selector("text=Accepted. The result counts.")
    assert (scene.state.status, scene.state.acceptance.via) == ("accepted", "shared_table")


def test_the_director_is_called(keys, scene):
    keys.press("form[action$='/director/'] button", "Space")
    expect(keys.page.locator("#top")).to_contain_text("The director is called")
    scene.match.refresh_from_db()
    assert scene.match.director_called
