"""Three and more at a table in a real browser: a round by its counts, a changed hand, the result accepted."""

import pytest

from tests.seen import faults
from tests.tournaments.views.rounds import table_evening
from tests.tournaments.views.scene import hand_body
from tournaments.selectors.table_page import names_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FOUR = (("Ann",), ("Bo",), ("Cy",), ("Di",))
JSON = {"headers": {"accept": "application/json"}}


@pytest.fixture
def keeper(phone, live_server):
    """Opens a scene's table on a phone that keeps score."""

    def open_table(scene, ready: str):
        phone.goto(f"{live_server.url}/t/{scene.code()}/")
        phone.get_by_role("button", name="I only keep score").tap()
        phone.wait_for_selector(ready)
        return phone

    return open_table


def count(page, digits: int) -> None:
    for digit in str(digits):
        page.locator(f"[data-digit='{digit}']").tap()
    page.locator("[data-next]").tap()


def send(page) -> str:
    said = page.locator("[data-send]").inner_text()
    page.locator("[data-send]").tap()
    page.wait_for_selector("#pad-now .queue--sent")
    return said


def short(scene) -> tuple[str, ...]:
    return names_of(scene.match).short


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((5, 3, 12, 25), "{1} +43"),  # M5
        ((4, 4, 11, 20), "{1} +33"),  # M6
        ((3, 3, 3, 19), "{1} +26, {2} +26"),  # M7
        ((5, 2, 2, 15), "{1} +26, {2} +26"),  # M8
        ((4, 23, 11, 9), "{0} +31"),
    ],
)
def test_a_knock_is_priced_before_it_is_sent_as_the_server_prices_it(keeper, counts, said):
    scene = table_evening(FOUR)
    page = keeper(scene, "[data-call=stock]")
    page.locator("[data-call=knock-0]").tap()
    page.locator(f"[data-count='{counts[0]}']").tap()
    for each in counts[1:]:
        count(page, each)
    assert send(page) == said.format(*short(scene))
    assert scene.state.lines[0].result.deadwood == counts
    assert page.locator("#pad-now .queue--sent").inner_text() == f"Written: {said.format(*short(scene))}"


def test_out_and_stock_out(keeper):
    scene = table_evening(FOUR[:3])
    page = keeper(scene, "[data-call=stock]")
    names = short(scene)
    page.locator("[data-call=out-1]").tap()
    count(page, 17)
    count(page, 32)
    assert send(page) == f"OUT · {names[1]} +74"  # M4
    page.locator("[data-call=stock]").tap()
    for each in (14, 9, 30):
        count(page, each)
    assert send(page) == f"STOCK OUT · {names[1]} +26"  # M9
    assert [line.result.points for line in scene.state.lines] == [(0, 74, 0), (0, 26, 0)]


def test_back_takes_one_count_after_the_other_away(keeper):
    scene = table_evening(FOUR[:3])
    page = keeper(scene, "[data-call=stock]")
    page.locator("[data-call=knock-0]").tap()
    page.locator("[data-count='4']").tap()
    count(page, 23)
    count(page, 99)
    page.get_by_role("button", name="Back").first.tap()
    count(page, 11)
    assert send(page) == f"{short(scene)[0]} +26"
    assert scene.state.lines[0].result.deadwood == (4, 23, 11)


def test_what_the_rules_refuse_is_said_and_what_was_typed_stays(keeper):
    scene = table_evening(FOUR[:3])
    page = keeper(scene, "[data-call=stock]")
    page.locator("[data-call=knock-0]").tap()
    page.locator("[data-count='4']").tap()
    count(page, 0)
    count(page, 11)
    page.locator("[data-send]").tap()
    page.wait_for_selector("#pad-now .note--wrong:has-text('(rules 5.9)')")
    assert "0" in page.locator(".counts").inner_text()
    assert scene.state.lines == ()


def test_three_handed_the_buttons_are_of_the_two_who_play_and_a_changed_hand_of_those_who_did(keeper):
    scene = table_evening(FOUR[:3], rules="three_handed")
    page = keeper(scene, "[data-call=wall]")
    names = short(scene)

    def shown() -> list[str]:
        return page.locator(".calls__name").all_inner_texts()

    first = scene.state.sheet.open_places[0].sides
    assert shown() == [names[side] for side in first]
    page.locator("[data-call=points-0]").tap()
    for digit in "20":
        page.locator(f"[data-digit='{digit}']").tap()
    assert send(page) == f"{names[first[0]]} +20"
    second = scene.state.sheet.open_places[0].sides
    page.wait_for_function(
        "names => [...document.querySelectorAll('.calls__name')].map(e => e.textContent).join() === names",
        arg=",".join(names[side] for side in second),
    )
    page.locator("summary", has_text="Change a hand").tap()
    page.locator("[data-amend='1.1.0']").tap()
    assert shown() == [names[side] for side in first]
    page.locator("[data-call=points-1]").tap()
    for digit in "12":
        page.locator(f"[data-digit='{digit}']").tap()
    assert send(page) == f"{names[first[1]]} +12"
    assert scene.state.lines[0].result.points == (0, 12)


def test_the_result_is_held_to_accept_by_another(keeper):
    scene = table_evening(FOUR[:3])
    writer = scene.phone(0)
    for deal in (1, 2):
        body = {"how": "out", "side": 0, "count_1": 25, "count_2": 25, "sure": "on"}
        writer.post(
            f"/matches/{scene.match.pk}/enter/hand/", hand_body(scene, place=f"1.{deal}.0", **body), **JSON
        )
    page = keeper(scene, ".verdict")
    assert f"{short(scene)[0]} wins: {short(scene)[0]} 300" in page.locator(".verdict").inner_text()
    box = page.locator("[data-hold]").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.wait_for_timeout(1000)
    page.mouse.up()
    page.wait_for_selector("text=Accepted. The result counts.")
    assert scene.state.status == "accepted"


@pytest.mark.parametrize("rules", ["three_handed", "manipulation"])
def test_the_page_is_accessible_and_holds_a_small_phone(new_page, live_server, rules):
    scene = table_evening((("Anneliese Brandt-Hofmann-Weizsäcker",), ("Bo",), ("Cyrus Vandenberghe",)), rules)
    page = new_page(360, 740, has_touch=True, is_mobile=True)
    page.goto(f"{live_server.url}/t/{scene.code()}/")
    page.get_by_role("button", name="I only keep score").tap()
    page.wait_for_selector("[data-call]")
    assert faults(page, rules, grave=False) == []
