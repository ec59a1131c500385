"""An evening at the desk by keys alone: each thing reached has a name and shows the focus."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.tournaments.views.desk.scene import evening
from tests.tournaments.views.desk.test_browser import log_in
from tests.tournaments.views.test_table_by_keys import Keys
from tournaments.models.tournament import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = "Name\nAda\nBo\nCy\nDee\n"
FOCUSED = "() => document.activeElement !== document.body && document.activeElement.id"


def test_an_evening_from_import_to_print(page, live_server):
    scene = evening((), rounds=1, tables=4)
    page.add_init_script("window.print = () => { window.printed = true }")
    log_in(page, live_server)
    page.goto(live_server.url + scene.url("people"))
    keys = Keys(page)
    keys.press(".skip-link")
    assert page.evaluate(FOCUSED) == "main"
    keys.press(f"main a[href='{scene.url('import')}']")
    page.wait_for_selector("input[type=file]")
    keys.reach("input[type=file]")  # from here on the browser's own window takes the keys
    file = {"name": "list.csv", "mimeType": "text/csv", "buffer": LIST.encode()}
    page.locator("input[type=file]").set_input_files(file)
    keys.press("main form[enctype] button[type=submit]")
    page.wait_for_selector("h1:has-text('What would come in')")
    keys.press("main button[type=submit]")
    page.wait_for_selector("#people-list")
    for name in ("Ada", "Bo", "Cy", "Dee"):
        here = f"#here-{scene.entry(name).pk}"
        keys.press(here)
        expect(page.locator(f"{here}[aria-pressed=true]")).to_be_focused()
    keys.press(f".tabs a[href='{scene.url('event')}']")
    keys.press("form[action$='/draw/'] button")
    page.wait_for_selector("h1:has-text('draft')")
    keys.press("form[action$='/publish/'] button")
    page.wait_for_selector("#board")
    for line in ("1 125-87 6-3", "2 nonsense", "2 40-130 2-7"):
        if line.startswith("1"):
            keys.reach("#result-line")
        expect(page.locator("#result-line")).to_be_focused()  # the next one is typed at once
        page.keyboard.press("Control+a")
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        page.wait_for_selector("text=A line is table" if "nonsense" in line else f"text=Table {line[0]}:")
    keys.press("form[action$='/close/'] button")
    page.wait_for_selector("text=The final standings are published")
    keys.press("form[action$='/finish/'] button")
    page.wait_for_selector("h1:has-text('Finished')")
    keys.press(f"main .actions a[href='{scene.url('standings')}']")
    page.wait_for_selector("[data-prints]")
    keys.press("[data-prints]")
    assert page.evaluate("window.printed")
    assert Tournament.objects.get().state == "finished"
