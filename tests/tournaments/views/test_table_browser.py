"""A table's evening in a real browser: taps counted, the result accepted, nothing lost without a network."""

import re

import pytest

from scoring.sheets.sheet import Place
from tests.seen import faults, sideways
from tests.tournaments.views.scene import evening, order
from tournaments.services import hands

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


IN_VIEW = """key => {
    const { top, bottom } = key.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
}"""


class Thumb:
    """Taps, and counts them; what it taps lies on the screen as it is, unless it says that it scrolls."""

    def __init__(self, page, *, scrolls: bool = False):
        self.page, self.taps, self.scrolls = page, 0, scrolls

    def tap(self, selector: str) -> None:
        key = self.page.locator(selector).first
        assert self.scrolls or key.evaluate(IN_VIEW), f"{selector} is not in view"
        key.tap()
        self.taps += 1

    def digits(self, text: str) -> None:
        for digit in text:
            self.tap(f"[data-digit='{digit}']")


@pytest.fixture
def scene(db):
    return evening()


@pytest.fixture
def at_table(phone, live_server, scene):
    """A small phone at table 1 that keeps score, with the match shown."""
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{live_server.url}/t/{scene.code()}/")
    phone.get_by_role("button", name="I only keep score").tap()
    phone.wait_for_selector("[data-call=wall]")
    return phone


def written(page, words: str) -> None:
    page.wait_for_selector(f"#pad-now .queue--sent:has-text('{words}')")


def gain(scene) -> tuple[str, tuple[int, ...]]:
    line = scene.state.lines[-1]
    return line.result.outcome, line.result.points


def test_a_knock_takes_five_taps(at_table, scene):
    thumb = Thumb(at_table)
    thumb.tap("[data-call=knock-0]")
    thumb.tap("[data-count='4']")
    thumb.digits("15")
    assert at_table.locator("[data-send]").inner_text() == f"{scene.names()[0]} +11"
    thumb.tap("[data-send]")
    written(at_table, "+11")
    assert thumb.taps == 5
    assert gain(scene) == ("knock", (11, 0))


def test_on_a_phone_turned_on_its_side_in_the_middle_of_a_hand_every_key_lies_on_the_screen(at_table, scene):
    thumb = Thumb(at_table)
    thumb.tap("[data-call=knock-1]")
    at_table.set_viewport_size({"width": 667, "height": 375})
    thumb.tap("[data-count='4']")
    thumb.digits("15")
    thumb.tap("[data-send]")
    written(at_table, "+11")
    for call in ("knock-0", "gin-1", "big_gin-0", "points-1", "wall"):
        assert at_table.locator(f"[data-call={call}]").evaluate(IN_VIEW), call


def test_a_hand_two_phones_change_at_once_is_asked_about(at_table, scene):
    thumb, name = Thumb(at_table), scene.names()[0]
    scene.play(0, count=4, other=15)
    at_table.reload()
    at_table.locator("summary", has_text="Change a hand").tap()
    at_table.locator("[data-amend]").first.tap()
    thumb.tap("[data-call=knock-0]")
    thumb.tap("[data-count='4']")
    thumb.digits("24")
    lines = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [4, 17]}]
    hands.record_hand(order(), scene.match, lines, place=Place(1, 1), amend=True)
    thumb.tap("[data-send]")
    at_table.locator("#queue", has_text=f"{name} +13").wait_for()
    assert gain(scene) == ("knock", (13, 0))
    at_table.get_by_role("button", name="Write mine").tap()
    written(at_table, "+20")
    assert gain(scene) == ("knock", (20, 0))


def test_no_key_moves_while_a_count_is_typed(at_table):
    at_table.locator("[data-call=knock-0]").tap()
    at_table.locator("[data-count='4']").tap()
    places = "() => [...document.querySelectorAll('.key')].map(key => key.getBoundingClientRect().top)"
    before = at_table.evaluate(places)
    at_table.locator("[data-digit='1']").tap()
    at_table.locator("[data-send]").wait_for()
    assert at_table.evaluate(places) == before


def test_gin_takes_four_taps(at_table, scene):
    thumb = Thumb(at_table)
    thumb.tap("[data-call=gin-1]")
    thumb.digits("27")
    thumb.tap("[data-send]")
    written(at_table, "+52")
    assert thumb.taps == 4
    assert gain(scene) == ("gin", (0, 52))


def test_a_wall_takes_one_tap(at_table, scene):
    thumb = Thumb(at_table)
    thumb.tap("[data-call=wall]")
    written(at_table, "Wall")
    assert thumb.taps == 1
    assert gain(scene) == ("wall", (0, 0))


def test_points_alone_take_four_taps(at_table, scene):
    thumb = Thumb(at_table)
    thumb.tap("[data-call=points-0]")
    thumb.digits("11")
    thumb.tap("[data-send]")
    written(at_table, "+11")
    assert thumb.taps == 4
    assert gain(scene) == (None, (11, 0))


def test_a_final_score_takes_seven_taps(at_table, scene):
    thumb = Thumb(at_table, scrolls=True)  # it stands under the keys of a hand
    for digit in "12587":
        thumb.tap(f"[data-score-digit='{digit}']")
    thumb.tap("[data-won='6']")
    thumb.tap("[data-lost='3']")
    at_table.wait_for_selector(".verdict")
    assert thumb.taps == 7
    score = scene.state.score
    assert (score.points, score.hands_won) == (((125, 87),), ((6, 3),))


def test_the_button_catches_the_wrong_knocker_and_zero_becomes_gin(at_table, scene):
    thumb = Thumb(at_table)
    thumb.tap("[data-call=knock-0]")
    thumb.tap("[data-count='8']")
    thumb.digits("04")
    assert at_table.locator("[data-send]").inner_text() == f"UNDERCUT · {scene.names()[1]} +29"
    at_table.get_by_role("button", name="Back").first.tap()
    thumb.tap("[data-count='0']")
    thumb.digits("04")
    assert at_table.locator("[data-send]").inner_text() == f"GIN · {scene.names()[0]} +29"


def test_a_whole_match_is_played_accepted_on_the_shared_phone_and_the_next_table_appears(at_table, scene):
    for _hand in range(3):
        thumb = Thumb(at_table)
        thumb.tap("[data-call=gin-0]")
        thumb.digits(f"2{_hand}")
        thumb.tap("[data-send]")
        written(at_table, f"+{45 + _hand}")
    at_table.wait_for_selector(".verdict")
    name = scene.names()
    assert f"{name[0]} beat {name[1]} 138–0, +138" in at_table.locator(".verdict").inner_text()
    button = at_table.get_by_role("button", name="Hold to accept")
    box = button.bounding_box()
    at_table.mouse.move(box["x"] + 20, box["y"] + 20)
    at_table.mouse.down()
    at_table.wait_for_timeout(1000)
    at_table.mouse.up()
    at_table.wait_for_selector("text=Accepted. The result counts.")
    assert scene.state.status == "accepted"
    assert scene.state.acceptance.via == "shared_table"


def test_without_a_network_nothing_typed_is_lost_and_it_is_sent_once(at_table, scene):
    thumb = Thumb(at_table)
    thumb.tap("[data-call=knock-1]")
    thumb.tap("[data-count='2']")
    thumb.digits("30")
    at_table.context.set_offline(True)
    thumb.tap("[data-send]")
    at_table.wait_for_selector("#queue .queue:has-text('1 waiting, saved on this phone')")
    assert scene.state.lines == ()
    at_table.wait_for_selector("#no-answer:has-text('what you see may be old')")
    assert at_table.locator(".toast").count() == 1, "it is said once, however often nothing answers"
    at_table.context.set_offline(False)
    at_table.wait_for_selector("#no-answer", state="detached")
    written(at_table, "+28")
    assert gain(scene) == ("knock", (0, 28))
    assert len(scene.state.lines) == 1


def test_two_phones_with_different_values_see_both_and_choose(at_table, scene):
    thumb = Thumb(at_table)
    thumb.tap("[data-call=knock-0]")
    thumb.tap("[data-count='5']")
    thumb.digits("25")
    scene.play(1, count=4, other=13)
    thumb.tap("[data-send]")
    note = at_table.locator("#queue .note")
    note.wait_for()
    first, second = scene.names()
    assert re.search(rf"{second} \+9", note.inner_text())
    assert re.search(rf"{first} \+20", note.inner_text())
    assert at_table.locator("[data-digit]").count() == 0, "first the answer, then the keypad"
    at_table.get_by_role("button", name="Write mine").tap()
    written(at_table, "+20")
    assert [line.result.points for line in scene.state.lines] == [(20, 0)]
    assert [each.how for each in scene.state.struck] == ["amended"]


def test_what_the_other_phone_wrote_appears_by_itself(at_table, scene):
    scene.play(0, count=1, other=18)
    at_table.wait_for_selector("#sheet .sheet__total:has-text('17')", timeout=8000)
    at_table.wait_for_selector("#deal-line:has-text('Hand 2')")


def test_oklahoma_asks_for_the_card_first(phone, live_server):
    scene = evening("oklahoma_boxes")
    phone.goto(f"{live_server.url}/t/{scene.code()}/")
    phone.get_by_role("button", name="I only keep score").tap()
    thumb = Thumb(phone)
    thumb.tap("[data-id=spade]")
    thumb.tap("[data-rank='6']")
    phone.wait_for_selector("#deal-line:has-text('Knock with 6 or less · doubled')")
    assert thumb.taps == 2
    thumb.tap("[data-call=knock-0]")
    assert phone.locator("[data-count]").count() == 7
    thumb.tap("[data-count='6']")
    thumb.digits("16")
    assert phone.locator("[data-send]").inner_text().endswith("+20")
    thumb.tap("[data-send]")
    written(phone, "+20")
    assert scene.state.lines[0].result.limit_card == "6s"


def test_a_hand_is_entered_by_keys_alone_and_long_names_hold_at_twice_the_size(new_page, live_server):
    long = (("Maximiliane von Hohenlohe-Schillingsfürst",), ("Bartholomew Featherstonehaugh-Smythe-Jones",))
    scene = evening(names=long)
    page = new_page(360, 740)
    page.goto(f"{live_server.url}/t/{scene.code()}/")
    page.get_by_role("button", name="I only keep score").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-call=wall]")
    asked = []
    for key in ("call=knock-0", "count='4'", "digit='1'", "digit='5'", "send"):
        for _tab in range(40):
            if page.locator(f"[data-{key}]:focus").count():
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        asked.append(page.evaluate("document.activeElement.innerText").split("\n")[0])
    written(page, "+11")
    assert gain(scene) == ("knock", (11, 0))
    assert "knocked with" in asked[0], "the focus is at the next question"
    assert "laying off" in asked[1]
    assert asked[2:4] == ["1", "5"], "a digit keeps the focus"
    page.wait_for_selector(".entry__ask:focus:has-text('Hand 2')")
    assert sideways(page, "360 wide") == []
    page.set_viewport_size({"width": 180, "height": 370})
    assert sideways(page, "360 wide, twice the size") == []


BROKEN = """name => {
    const text = name.firstChild, range = document.createRange();
    return [...text.data.matchAll(/[^\\s-]+/g)].filter(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
}"""


CLUB_TOP = """() => {
    const name = document.querySelector(".site-head__club").lastElementChild;
    name.textContent = "The Long and Widely Known Gin Rummy Club";
    return name.getBoundingClientRect().top;
}"""
# Three digits at the outer edge of their side, whoever deals, and the dealer's chip beside them.
PLACES = """() => {
    const box = (element) => element.getBoundingClientRect();
    const sides = [...document.querySelectorAll(".versus__side")].map((side) => {
        const [name, score] = [side.querySelector(".versus__name"), side.querySelector(".versus__score")];
        score.textContent = "125";
        return { name: box(name), score: box(score), chip: side.querySelector(".dealer") };
    });
    const [a, b] = sides, dealer = sides.find(({ chip }) => chip), chip = box(dealer.chip);
    const near = (one, other) => (Math.abs(one - other) < 2 ? "flush" : `${one} and ${other}`);
    return [near(a.name.left, a.score.left), near(b.name.right, b.score.right),
            chip.top < dealer.score.bottom && chip.bottom > dealer.score.top ? "in one line" : "beneath"];
}"""


def test_no_name_is_broken_within_a_word_on_a_small_phone(phone, live_server):
    for names in ("Gustav Bergström", "Wilhelmina Applebaum"), ("Bartholomew Quinn", "Zoë Montgomery"):
        scene = evening(names=tuple((name,) for name in names))
        phone.set_viewport_size({"width": 360, "height": 640})
        phone.goto(f"{live_server.url}/t/{scene.code()}/")
        phone.get_by_role("button", name="I only keep score").tap()
        phone.wait_for_selector("[data-call=wall]")
        for words in phone.locator(".versus__name bdi, .versus__table span").all():
            assert words.evaluate(BROKEN) == [], words.inner_text()
        assert phone.evaluate(PLACES) == ["flush", "flush", "in one line"]
        phone.set_viewport_size({"width": 195, "height": 422})  # twice as large on a phone of 390
        for score in phone.locator(".versus__score").all():
            assert score.evaluate("score => [score.offsetHeight <= 40, score.innerText]") == [True, "125"]
        assert phone.locator(".versus__side").first.evaluate("side => side.offsetWidth") > 75
        assert phone.evaluate(CLUB_TOP) >= 4, "a long name of the club does not touch the screen's edge"


def test_axe_finds_nothing_serious_in_either_theme(new_page, live_server):
    scene = evening()
    scene.play(0, count=1, other=18)
    scene.play(1, count=0, other=30)
    page = new_page(390, 844, has_touch=True)
    page.goto(f"{live_server.url}/t/{scene.code()}/")
    check(page, "who")
    page.get_by_role("button", name="I only keep score").tap()
    page.wait_for_selector("[data-call=wall]")
    check(page, "calls")
    page.locator("[data-call=knock-0]").tap()
    page.locator("[data-count='3']").tap()
    page.locator("[data-digit='9']").tap()
    check(page, "counts")
    scene.play_to_the_end()
    page.reload()
    page.wait_for_selector(".verdict")
    check(page, "verdict")
    page.goto(f"{live_server.url}/matches/{scene.match.pk}/")
    check(page, "match")
    page.goto(f"{live_server.url}/matches/{scene.match.pk}/enter/not-right/")
    check(page, "not right")


def check(page, where: str) -> None:
    assert faults(page, where) == []
