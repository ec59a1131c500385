"""A table without a network, in a real browser: what is entered waits on the phone and arrives once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.camera import Camera
from tests.services import chromium
from tests.tournaments.views.scene import evening, order
from tests.tournaments.views.test_table_browser import check
from tournaments import logs
from tournaments.models.tournament import KeptEntry
from tournaments.services import matches, repairs, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HANDS = [(0, 15), (1, 22), (0, 18)]
POINTS = [(11, 0), (0, 18), (14, 0)]


@pytest.fixture
def scene(db):
    return evening()


@pytest.fixture
def stranger(browser):
    """A phone to which this machine is another one: it knows it by a name that is no loopback."""
    rules = "--host-resolver-rules=MAP club.test 127.0.0.1"
    chrome = browser.browser_type.launch(executable_path=chromium.path(), args=[*chromium.ARGUMENTS, rules])
    yield chrome.new_page(has_touch=True, viewport={"width": 390, "height": 844})
    chrome.close()


@pytest.fixture
def table(phone, live_server, scene):
    """A phone at table 1 that keeps score, its worker in charge."""
    opened(phone, live_server.url, scene)
    kept(phone)
    return phone


def opened(page, address, scene) -> None:
    page.goto(f"{address}/t/{scene.code()}/")
    page.get_by_role("button", name="I only keep score").tap()
    page.wait_for_selector("[data-call=wall]")


def kept(page) -> None:
    """Wait until the worker says that the page can be loaded again."""
    page.locator("#queue[data-kept]").wait_for(state="attached")


def enter(page, side: int, other: int, *, deal: int) -> None:
    """A knock with 4."""
    page.wait_for_selector(f"#pad-now:has-text('Hand {deal}: how did it end?')")
    page.locator(f"[data-call=knock-{side}]").tap()
    page.locator("[data-count='4']").tap()
    for digit in str(other):
        page.locator(f"[data-digit='{digit}']").tap()
    page.locator("[data-send]").tap()


def waiting(page, count: int) -> Locator:
    row = page.locator(f"#queue .queue:has-text('{count} waiting, saved on this phone')")
    row.wait_for(timeout=10000)
    return row


def enter_offline(page, hands=HANDS) -> None:
    page.context.set_offline(True)
    for number, (side, other) in enumerate(hands, 1):
        enter(page, side, other, deal=number)
        expect(waiting(page, number)).to_be_in_viewport()


def all_sent(page) -> None:
    expect(page.locator("#queue > *")).to_have_count(0, timeout=15000)


def points(scene) -> list[tuple[int, ...]]:
    return [line.result.points for line in scene.state.lines]


def places_sent(page) -> list[str]:
    """Grows by the place of each hand the server answers for, in their order."""
    places: list[str] = []

    def answered(response) -> None:
        if response.url.endswith("/enter/hand/") and response.status == 200:
            places.append(re.search(r'name="place"\s+(\S+)', response.request.post_data)[1])

    page.on("response", answered)
    return places


def test_three_hands_entered_without_a_network_arrive_once_and_in_order_after_a_reload_and_ten_minutes(
    table, scene
):
    table.context.clock.install()
    sent, camera = places_sent(table), Camera("offline")
    enter_offline(table)
    camera.take(table, "three-hands-wait")
    assert table.locator("[data-deal-words]").is_hidden(), "who deals hand 4 is not known yet"
    assert scene.state.lines == ()
    assert table.locator("#queue li").all_inner_texts()[1].endswith(f"Hand 2: {scene.names()[1]} +18")
    assert "Written" not in table.locator("#pad").inner_text()
    table.reload()
    waiting(table, 3)
    table.wait_for_selector("#pad-now:has-text('Hand 4: how did it end?')")
    table.context.clock.fast_forward("10:00")
    waiting(table, 3)
    camera.take(table, "loaded-again-ten-minutes-later")
    table.context.set_offline(False)
    table.context.clock.fast_forward("00:05")
    all_sent(table)
    assert sent == ["1.1.0", "1.2.0", "1.3.0"]
    assert points(scene) == POINTS
    table.context.clock.fast_forward("00:05")
    table.wait_for_selector("#deal-line:has-text('Hand 4')")
    enter(table, 1, 30, deal=4)
    table.wait_for_selector("#pad-now .queue--sent:has-text('+26')")
    assert points(scene) == [*POINTS, (0, 26)]
    camera.take(table, "all-sent")


def test_an_answer_that_was_lost_on_the_way_does_not_write_the_hand_twice(table, scene):
    table.context.route("**/enter/hand/", lambda route: (route.fetch(), route.abort()), times=1)
    enter(table, *HANDS[0], deal=1)
    waiting(table, 1)
    assert points(scene) == POINTS[:1], "the server has it; the phone cannot know"
    all_sent(table)
    assert points(scene) == POINTS[:1]
    assert scene.state.struck == ()


def test_what_another_phone_wrote_differently_is_shown_beside_it_and_the_table_chooses(table, scene):
    enter_offline(table)
    scene.play(0, count=4, other=15)  # the same as here: nothing to ask
    scene.play(1, count=4, other=20)
    table.context.set_offline(False)
    note = table.locator("#queue .note")
    expect(note).to_be_in_viewport(timeout=15000)
    name = scene.names()[1]
    assert f"Already on the sheet: {name} +16" in note.inner_text()
    assert f"You entered: {name} +18" in note.inner_text()
    waiting(table, 1)
    assert points(scene) == [(11, 0), (0, 16)], "the third waits for the answer to the second"
    check(table, "both values")
    table.get_by_role("button", name="Write mine").tap()
    all_sent(table)
    assert points(scene) == POINTS


def test_another_phone_goes_on_from_the_last_hand_the_server_has(table, scene, new_page, live_server):
    enter(table, *HANDS[0], deal=1)
    table.wait_for_selector("#pad-now .queue--sent")
    table.context.set_offline(True)
    enter(table, *HANDS[1], deal=2)
    waiting(table, 1)
    other = new_page(390, 844, has_touch=True)
    opened(other, live_server.url, scene)
    enter(other, *HANDS[1], deal=2)
    other.wait_for_selector("#pad-now .queue--sent")
    table.context.set_offline(False)
    all_sent(table)
    assert points(scene) == POINTS[:2], "the same values are there already: nobody is asked"


def test_a_hand_for_a_round_that_closed_meanwhile_goes_to_the_director_and_is_said_so(table, scene):
    enter_offline(table, HANDS[:1])
    scene.play_to_the_end(winner=1)
    scene.accept()
    scene.close()
    table.context.set_offline(False)
    note = table.locator("#queue .note:has-text('kept for the director')")
    note.wait_for(timeout=15000)
    assert f"{scene.names()[0]} +11" in note.inner_text()
    kept = KeptEntry.objects.get()
    assert kept.body["lines"][1]["deadwood"] == [4, 15]
    table.reload()
    note.wait_for()
    note.get_by_role("button", name="Close").tap()
    all_sent(table)
    assert logs.match_at(kept.match_id)[1].status == "accepted"


def test_the_next_match_comes_once_somebody_has_read_that_the_hand_was_kept(phone, live_server):
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)), rounds_planned=2)
    opened(phone, live_server.url, scene)
    kept(phone)
    names = scene.names()
    enter_offline(phone, HANDS[:1])
    for table in (1, 2):
        matches.forfeit(order(), scene.match_at(table), losers=[1], reason="no show")
    scene.close()
    rounds.draw_round(order(), scene.tournament, stage=1, seed=5)
    rounds.publish_round(order(), scene.tournament, stage=1, round=2)
    phone.context.set_offline(False)
    note = phone.locator("#queue .note:has-text('kept for the director')")
    note.wait_for(timeout=15000)
    with phone.expect_response(lambda response: response.headers.get("hx-refresh") == "true"):
        pass
    expect(phone.locator("h1")).to_contain_text("Round 1")
    expect(note).to_contain_text(f"{names[0]} +11")
    note.get_by_role("button", name="Close").tap()
    expect(phone.locator("h1")).to_contain_text("Round 2")
    assert KeptEntry.objects.get().match.round.number == 1


def test_a_hand_taken_back_leaves_its_place_open_and_those_after_it_wait(table, scene):
    enter_offline(table, [(0, 15), (0, 15), (1, 22)])  # twice the same: the server will ask
    table.context.set_offline(False)
    table.get_by_role("button", name="No, change it").tap(timeout=15000)
    table.wait_for_selector("#queue:has-text('Enter the hand that was taken back first')")
    enter(table, 0, 18, deal=2)
    all_sent(table)
    assert points(scene) == [(11, 0), (14, 0), (0, 18)]


def test_a_final_score_waits_too_and_no_hand_is_asked_for_behind_it(table, scene):
    table.context.set_offline(True)
    for digit in "12587":
        table.locator(f"[data-score-digit='{digit}']").tap()
    table.locator("[data-won='6']").tap()
    table.locator("[data-lost='3']").tap()
    waiting(table, 1)
    assert table.locator("#pad-now button").count() == 0
    table.reload()
    waiting(table, 1)
    table.context.set_offline(False)
    table.wait_for_selector(".verdict", timeout=15000)
    assert (scene.state.score.points, scene.state.score.hands_won) == (((125, 87),), ((6, 3),))


def test_over_plain_http_the_page_is_kept_open_and_the_queue_is_there_when_it_is_loaded_again(
    live_server, scene, settings, stranger
):
    """A name that is no loopback: no worker, no randomUUID, but the database."""
    settings.ALLOWED_HOSTS = ["club.test"]
    page = stranger
    page.context.clock.install()
    opened(page, live_server.url.replace("localhost", "club.test"), scene)
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    enter_offline(page)
    page.wait_for_selector("#queue:has-text('Keep this page open')")
    page.context.clock.fast_forward("10:00")
    waiting(page, 3)
    page.context.route("**/enter/hand/", lambda route: route.abort())
    page.context.set_offline(False)
    page.reload()
    waiting(page, 3)
    page.context.unroute("**/enter/hand/")
    page.context.clock.fast_forward("10:00")
    all_sent(page)
    assert points(scene) == POINTS


def test_axe_finds_nothing_serious_where_something_waits(new_page, live_server, scene):
    page = new_page(390, 844, has_touch=True)
    opened(page, live_server.url, scene)
    kept(page)
    enter_offline(page, HANDS[:1])
    assert "Keep this page open" not in page.locator("#queue").inner_text()
    check(page, "one waiting")


def test_hands_of_a_sheet_that_others_got_meanwhile_are_asked_about_and_given_to_the_director(
    phone, live_server, db
):
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Dee",)))
    opened(phone, live_server.url, scene)
    kept(phone)
    one, other = scene.match_at(1), scene.match_at(2)
    (a, b), (c, d) = ([str(side.entry_id) for side in each.sides.order_by("index")] for each in (one, other))
    whose = " – ".join(scene.names())
    enter_offline(phone, HANDS[:2])
    repairs.play_as_seated(
        order(), scene.tournament, stage=1, round=1, reason="So they sat",
        seated={str(one.pk): [a, d], str(other.pk): [c, b]},
    )  # fmt: skip
    phone.context.set_offline(False)
    question = phone.locator("#queue [role=alert]")
    expect(question).to_contain_text("Is this theirs?", timeout=10000)
    expect(question).to_contain_text(whose)
    Camera("offline-repaired").take(phone, "others-sit-here-now")
    phone.get_by_role("button", name="Yes, it is theirs").tap()
    expect(question).to_contain_text("Hand 2", timeout=10000)
    phone.get_by_role("button", name="No, give it to the director").tap()
    expect(question).to_contain_text("kept for the director", timeout=10000)
    assert points(scene) == POINTS[:1]
    assert [entry.body["entered_for"] for entry in KeptEntry.objects.all()] == [[a, b]]
