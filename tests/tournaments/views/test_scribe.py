"""Writing a hand down at the table, tap by tap: by forms alone, and in a browser with its taps counted."""

import json
import re
import uuid

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.engine import record
from tests.camera import Camera
from tests.games.engine.gin.test_scribe import final_hands, played, seen
from tests.tournaments.views.scene import JSON, Evening, evening, hand_body, order
from tournaments.models.tournament import KeptEntry
from tournaments.services import matches

pytestmark = pytest.mark.django_db(transaction=True)
writes = pytest.mark.database
KNOCKED = ["up:7d", "p", "p", "s", "d:Kd", "s", "k:??"]


@pytest.fixture
def scene() -> Evening:
    return evening()


class Scribe:
    """A phone that writes a hand down; the page keeps the draft."""

    def __init__(self, scene: Evening, person: int | None = None) -> None:
        self.phone, self.address = scene.phone(person), f"/matches/{scene.match.pk}/scribe/"
        self.page = self.phone.get(self.address)

    def tap(self, press: str, **more):
        body = {
            "place": self.page.context["place"],
            "draft": self.page.context["view"]["draft"],
            "press": press,
        }
        self.page = self.phone.post(self.address, {**body, **more})
        return self.page

    def write(self, words: list[str]) -> None:
        for word in words:
            kind, _colon, rest = word.partition(":")
            if kind in ("h", "o"):
                self.tap(kind, cards=[rest[at : at + 2] for at in range(0, len(rest), 2)])
            elif kind == "k":
                self.tap(f"d:{rest}", knock="1")
            elif kind == "c":
                first, _colon, second = rest.partition(":")
                self.tap("c", count_0=first, count_1=second)
            else:
                self.tap(word)
            assert self.page.status_code == 200, word

    def send(self, key: str | None = None):
        body = {"place": self.page.context["place"], "draft": self.page.context["view"]["draft"]}
        return self.phone.post(f"{self.address}send/", {**body, "key": key or str(uuid.uuid4())})


def a_knock(scene: Evening) -> tuple[list[str], list[dict]]:
    """The taps of a hand that ends by a knock, and its whole record."""
    seed = 2  # even: seat 0 deals, as at the first place of the sheet
    while True:
        lines = played(scene.state.rules, seed)
        result = record.read_hand(lines).result
        if result.outcome == "knock":
            return [*seen(lines), *final_hands(lines, result.knocker)], lines
        seed += 2


@writes
@pytest.mark.parametrize("rules", ["club25", "oklahoma"])
def test_the_two_hands_alone_are_checked_by_their_cards(rules):
    scene = evening(rules)
    _words, lines = a_knock(scene)
    want = record.read_hand(lines).result
    card = [f"up:{lines[0]['upcard']}"] if rules == "oklahoma" else []
    scribe = Scribe(scene)
    assert scribe.page.context["view"]["may_end"] == (not card)
    assert (re.search(r'id="ends"[^>]* hidden', scribe.page.text) is None) == (not card)
    scribe.write([*card, f"e:{want.knocker}"])
    knocks = f"{scene.names()[want.knocker]} knocks."
    assert scribe.page.context["view"]["last"] == [knocks], "ten or eleven cards: nobody has said yet"
    scribe.write(final_hands(lines, want.knocker))
    view = scribe.page.context["view"]
    assert view["last"][0] == knocks
    assert [len(seat["groups"]) > 0 for seat in view["laid"]] == [True, True]
    assert scribe.send()["Location"] == "/table/"
    line = scene.state.lines[0]
    assert (line.result.points, line.result.fidelity) == (want.points, "showdown")
    assert line.result.verified


@writes
def test_a_hand_written_down_tap_by_tap_is_on_the_sheet(scene):
    words, lines = a_knock(scene)
    scribe = Scribe(scene)
    scribe.write(words)
    assert "knocks with" in scribe.page.context["view"]["result"]
    assert scene.state.lines == ()
    assert scribe.send()["Location"] == "/table/"
    line = scene.state.lines[0]
    want = record.read_hand(lines).result
    assert (line.result.points, line.result.outcome, line.by) == (want.points, "knock", "table")
    told = scribe.phone.get(f"/api/v1/hands/{line.hand}/record").json()["lines"]
    assert [each.get("e") for each in told[1:-1]] == [each["e"] for each in lines[1:-1]]
    assert all(each["card"] == "??" for each in told if each.get("from") == "stock")


def test_only_what_is_possible_can_be_tapped(scene):
    scribe = Scribe(scene)
    scribe.write(["up:7d", "p", "p", "s", "d:Kd"])
    assert [button.value for button in scribe.page.context["view"]["buttons"]] == ["s", "t"]
    scribe.tap("t")
    off = set(re.findall(r'id="press-(\w\w)"[^>]* disabled', scribe.page.text))
    assert off == {"7d", "Kd"}
    assert re.findall(r'pick--held" name="press" value="d:(\w\w)"', scribe.page.text) == ["Kd"]


def test_undo_takes_one_tap_back(scene):
    scribe = Scribe(scene)
    scribe.write(["up:7d", "p", "p"])
    scribe.tap("undo")
    assert scribe.page.context["view"]["draft"] == "up:7d p"
    scribe.tap("undo")
    scribe.tap("undo")
    assert scribe.page.context["view"]["stage"] == "upcard"


def test_what_is_refused_keeps_the_draft_and_the_ticks(scene):
    scribe = Scribe(scene)
    scribe.write(KNOCKED)
    answer = scribe.tap("h", cards=["Ks", "Qh"])
    assert answer.status_code == 422
    assert answer.context["view"]["draft"] == " ".join(KNOCKED)
    assert set(re.findall(r'value="(\w\w)"[^>]* checked', answer.text)) == {"Ks", "Qh"}
    assert scribe.tap("c", count_0="4").status_code == 422


@pytest.mark.parametrize("typed", ["150", "-3", "4.5", "abc"])
def test_a_count_that_is_none_keeps_the_draft_and_both_counts(scene, typed):
    scribe = Scribe(scene)
    scribe.write(KNOCKED)
    answer = scribe.tap("c", count_0=typed, count_1="21")
    assert answer.status_code == 422
    assert answer.context["view"]["draft"] == " ".join(KNOCKED)
    assert "whole numbers from 0 to 98" in answer.text
    assert all(f'value="{count}"' in answer.text for count in (typed, "21"))


def test_words_that_no_page_sends_begin_anew_or_keep_the_draft(scene):
    scribe = Scribe(scene)
    scribe.write(["e:0", "c:3:12"])
    assert scribe.tap("c", count_0="4", count_1="5").status_code == 422
    assert scribe.page.context["view"]["draft"] == "e:0 c:3:12"
    assert scribe.tap("d:" + "x" * 20).status_code == 422
    assert scribe.page.context["view"]["draft"] == "e:0 c:3:12"
    assert scribe.tap("p", draft="p " * 1500).status_code == 422
    assert scribe.page.context["view"]["draft"] == ""


@writes
def test_counts_alone_where_the_cards_were_not_seen(scene):
    scribe = Scribe(scene)
    scribe.write([*KNOCKED, "c:4:21"])
    scribe.send()
    line = scene.state.lines[0]
    assert (line.result.fidelity, line.result.points) == ("counts", (17, 0))


@writes
def test_a_draft_of_a_hand_that_is_on_the_sheet_by_now_is_not_sent(scene):
    scribe = Scribe(scene)
    scribe.write([*KNOCKED, "c:4:21"])
    scene.play(1)
    scribe.send()
    assert len(scene.state.lines) == 1
    again = Scribe(scene)
    again.write(["up:7d"])
    scene.play(1, count=5)
    assert again.tap("p").status_code == 409


def said_at_the_table(scribe: Scribe) -> list[str]:
    return [str(each) for each in scribe.phone.get("/table/").context["messages"]]


@writes
def test_two_phones_write_the_same_hand_down(scene):
    one, same, other = Scribe(scene, 0), Scribe(scene, 1), Scribe(scene)
    for scribe, counts in ((one, "c:4:21"), (same, "c:4:21"), (other, "c:4:31")):
        scribe.write([*KNOCKED, counts])
    for scribe in (one, same, other):
        scribe.send()
    assert said_at_the_table(same) == ["Hand 1 is on the sheet."]
    (told,) = said_at_the_table(other)
    assert "17" in told
    assert "27" in told
    assert [line.result.points for line in scene.state.lines] == [(17, 0)]


@writes
def test_a_hand_written_down_and_sent_after_the_close_is_kept_for_the_director(scene):
    scribe = Scribe(scene)
    scribe.write([*KNOCKED, "c:4:21"])
    matches.forfeit(order(), scene.match, losers=[1], reason="no show")
    scene.close()
    scribe.send()
    assert "kept for the director" in said_at_the_table(scribe)[0]
    kept = KeptEntry.objects.get()
    assert kept.code == "round_closed"
    assert kept.body["lines"][-1]["deadwood"] == [4, 21]


@writes
def test_sent_twice_is_once_and_a_played_hand_keeps_its_place(scene):
    scribe, key = Scribe(scene), str(uuid.uuid4())
    scribe.write([*KNOCKED, "c:4:21"])
    scribe.send(key)
    scribe.send(key)
    assert len(scene.state.lines) == 1
    keypad = scribe.phone.post(f"/matches/{scene.match.pk}/enter/hand/", hand_body(scene, how="wall"))
    assert keypad.status_code == 409  # the keypad's draft was of the same place


# ---------------------------------------------------------------- what a page's script sends


def ask(scribe: Scribe, draft: str, words: str):
    """What the page's script sends, and what comes back: status, the draft agreed to, the page."""
    body = {"place": scribe.page.context["place"], "draft": draft, "words": words}
    page = scribe.phone.post(scribe.address, body, headers={"HX-Request": "true"})
    return page.status_code, re.findall(r'data-draft="(.*?)"', page.text)[0], page


def test_words_that_waited_go_together_up_to_the_one_that_does_not_fit(scene):
    scribe = Scribe(scene)
    status, draft, page = ask(scribe, "up:7d", "p p s d:Kd")
    assert (status, draft) == (200, "up:7d p p s d:Kd")
    assert len(page.content) < 1000, "it draws the screen itself: little goes over a slow network"
    status, draft, page = ask(scribe, draft, "t d:Kd s d:4h")
    assert (status, draft) == (422, "up:7d p p s d:Kd t")
    assert "was just taken from the pile" in page.context["refused"]
    _status, _draft, page = ask(scribe, " ".join(KNOCKED), "h:KsQh")
    assert set(re.findall(r'value="(\w\w)"[^>]* checked', page.text)) == {"Ks", "Qh"}
    assert page.context["refused"] == "2 of 10 cards are ticked."
    _status, _draft, page = ask(scribe, " ".join(KNOCKED), "c:abc:21")
    assert all(f'value="{count}"' in page.text for count in ("abc", "21"))
    assert ask(scribe, " ".join(KNOCKED), "c:4:21")[2].context["view"]["stage"] == "done"


def test_the_script_is_told_the_pile_and_what_came_from_it_and_nothing_else(scene):
    scribe = Scribe(scene)
    scribe.write(["up:7d", "p", "p", "s", "d:Kd", "t"])
    told = json.loads(scribe.page.context["facts"])
    assert (told["phase"], told["turn"], told["stock"], told["draws"]) == ("discard", 0, 30, 28)
    assert (told["pile"], told["hands"], told["taken"]) == (["7d"], [["Kd"], []], "Kd")


def from_the_queue(scribe: Scribe, **more):
    body = {"place": scribe.page.context["place"], "draft": scribe.page.context["view"]["draft"]}
    body |= {"key": str(uuid.uuid4())}
    return scribe.phone.post(f"{scribe.address}send/", body | more, **JSON)


@writes
def test_the_queue_sends_a_finished_hand_and_asks_where_another_stands_there(scene):
    one, other = Scribe(scene, 0), Scribe(scene, 1)
    one.write([*KNOCKED, "c:4:21"])
    other.write([*KNOCKED, "c:4:31"])
    key = str(uuid.uuid4())
    for _time in range(2):  # the first answer was lost
        assert from_the_queue(one, key=key).json() == {"said": "Ann +17"}
    both = from_the_queue(other)
    assert both.status_code == 409
    assert (both.json()["data"]["first"], both.json()["data"]["second"]) == ("Ann +17", "Ann +27")
    assert from_the_queue(other, amend="on", sure="on").json() == {"said": "Ann +27"}
    assert [line.result.points for line in scene.state.lines] == [(27, 0)]


@writes
@pytest.mark.parametrize("ends", [False, True])
def test_a_hand_that_is_entered_while_it_is_written_down_is_written_to_its_end(scene, ends):
    scribe = Scribe(scene)
    scribe.write(KNOCKED[:3])
    scene.play_to_the_end() if ends else scene.play(1)
    status, draft, _page = ask(scribe, " ".join(KNOCKED[:3]), " ".join([*KNOCKED[3:], "c:4:21"]))
    assert (status, draft) == (200, " ".join([*KNOCKED, "c:4:21"]))
    answer = from_the_queue(scribe, draft=draft)
    assert (answer.status_code, answer.json()["data"]["second"]) == (409, "Ann +17")


@writes
def test_the_queue_sends_the_last_hand_again_after_it_ended_the_match(scene):
    scribe, key = Scribe(scene), str(uuid.uuid4())
    while not scene.state.sheet.over:
        scribe = Scribe(scene)
        scribe.write(["e:0", "c:4:48"])
        assert from_the_queue(scribe, key=(key := str(uuid.uuid4()))).json() == {"said": "Ann +44"}
    assert from_the_queue(scribe, key=key).json() == {"said": "Ann +44"}
    assert from_the_queue(scribe).json() == {"said": "Ann +44"}, "also from a second phone"


@writes
def test_what_the_queue_sends_too_late_or_for_no_hand_is_said(scene):
    scribe = Scribe(scene)
    scribe.write([*KNOCKED, "c:4:21"])
    assert from_the_queue(scribe, place="9.9.9").json()["code"] == "unreadable"
    assert from_the_queue(scribe, draft="up:7d p").status_code == 422
    assert from_the_queue(scribe, draft="p").status_code == 400
    matches.forfeit(order(), scene.match, losers=[1], reason="no show")
    scene.close()
    told = from_the_queue(scribe).json()
    assert told["data"] == {"kept": True}
    assert "kept for the director" in told["message"]


# ---------------------------------------------------------------- in a browser


class Network:
    """The network of a page: slow, or cut."""

    def __init__(self, page) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("Network.enable")

    def be(self, *, latency: int = 0, offline: bool = False) -> None:
        self.session.send(
            "Network.emulateNetworkConditions",
            {"offline": offline, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1},
        )


def tap(phone, word: str, button: str = "") -> None:
    kind, _colon, rest = word.partition(":")
    if kind == "k":
        phone.locator("#knock").tap()
    phone.locator(f"#press-{button or rest or word}").tap()


def draft_on(phone) -> str:
    return phone.locator("#scribe").get_attribute("data-draft")


@pytest.mark.browser
def test_a_whole_hand_is_tapped_faster_than_the_network_answers_and_through_a_cut(phone, live_server, scene):
    words, lines = a_knock(scene)
    *moves, knocker, defender = words
    phone.goto(f"{live_server.url}/t/{scene.code()}/")
    phone.get_by_role("button", name="I only keep score").tap()
    phone.get_by_role("link", name="Check this hand, or write it down card by card").tap()
    camera, network = Camera("scribe"), Network(phone)
    phone.wait_for_selector("#press-e1")
    camera.take(phone, "upcard")
    network.be(latency=150)
    for number, word in enumerate(moves):
        if number in (5, len(moves) - 1):
            network.be(offline=True)
        tap(phone, word)  # one tap a draw and one a discard; the knock is one more
        assert draft_on(phone) == " ".join(moves[: number + 1]), "shown at once, whatever the server is doing"
        if number == 4:
            phone.reload()  # the phone fell down: it goes on where it was
            assert draft_on(phone) == " ".join(moves[:5])
        if number == 9:
            phone.wait_for_selector("text=Taps saved on this phone: 5")
            camera.take(phone, "cut")
            network.be(latency=150)
            phone.wait_for_selector("#saved", state="hidden")
    # The knock and both hands in a cut too.
    for word in (knocker, defender):
        phone.wait_for_selector(f"#press-show[value={word[0]}]")
        assert serious(Axe().run(phone).response["violations"]) == []
        for card in re.findall("..", word[2:]):
            box = phone.locator(f"input[value='{card}']")
            if not box.is_checked():
                box.check()
        assert phone.locator(".scribe__count").inner_text() == "10 / 10"
        camera.take(phone, word[0])
        phone.locator("#press-show").tap()
    phone.wait_for_selector("text=What it comes to is counted once the network is back")
    camera.take(phone, "done-in-a-cut")
    network.be(latency=150)
    # Both hands lie in their melds before they go onto the sheet.
    phone.wait_for_selector("#scribe .melds")
    assert phone.locator("#scribe .melds").count() == 2
    assert phone.locator("#scribe .meld__cards li").count() == 20
    assert phone.locator("#saved").is_hidden()
    assert serious(Axe().run(phone).response["violations"]) == []
    camera.take(phone, "both-hands")
    network.be(offline=True)
    phone.locator("#send").dblclick()
    phone.wait_for_selector("text=1 waiting, saved on this phone")
    network.be(latency=150)
    phone.get_by_role("button", name="Send now").tap()
    phone.wait_for_selector("text=Hand 1 is on the sheet")
    assert phone.get_by_text("Hand 1 is on the sheet").count() == 1
    line = scene.state.lines[0]
    assert line.result.points == record.read_hand(lines).result.points
    told = phone.request.get(f"{live_server.url}/api/v1/hands/{line.hand}/record").json()["lines"]
    assert seen([line for line in told if line.get("e") != "showed"]) == moves
    phone.goto(f"{live_server.url}/matches/{scene.match.pk}/scribe/")
    assert draft_on(phone) == ""


def serious(violations: list[dict]) -> list[str]:
    return [each["id"] for each in violations if each["impact"] in ("serious", "critical")]


@pytest.mark.browser
def test_a_tap_that_does_not_fit_is_named_with_those_after_it_and_a_whole_hand_waits_for_the_network(
    phone, live_server, scene
):
    phone.goto(f"{live_server.url}/t/{scene.code()}/")
    phone.get_by_role("button", name="I only keep score").tap()
    phone.get_by_role("link", name="Check this hand, or write it down card by card").tap()
    place = phone.locator("#scribe").get_attribute("data-place")
    phone.wait_for_load_state()  # else this page, not the next one, goes on with what is left
    left = ["scribe:" + place, "up:7d p p s d:7d s d:4h"]
    phone.evaluate("([name, words]) => localStorage.setItem(name, words)", left)
    phone.reload()
    note = phone.locator("#refused")
    note.get_by_text("This card was seen somewhere else").wait_for()
    assert "This did not fit: Bo discards 7♦." in note.inner_text()
    assert "taken back too: Ann draws a card from the stock. Ann discards 4♥." in note.inner_text()
    assert draft_on(phone) == "up:7d p p s"
    Camera("scribe-refused").take(phone, "note")
    # A finger that bounced on the stock throws no card.
    phone.locator("#undo").tap()
    box = phone.locator("#press-s").bounding_box()
    at = (box["x"] + box["width"] / 4, box["y"] + 20)
    phone.touchscreen.tap(*at)
    phone.touchscreen.tap(*at)
    assert draft_on(phone) == "up:7d p p s"
    # On from there, in a cut from now to the end; the phone falls down in it.
    phone.locator("#queue[data-kept]").wait_for(state="attached")
    phone.context.set_offline(True)
    phone.reload()
    assert draft_on(phone) == "up:7d p p s"
    tap(phone, "k:??", button="unseen")
    phone.get_by_text("Only the counts").tap()
    assert phone.locator("#refused").inner_text() == ""
    phone.get_by_label("Ann", exact=True).fill("21")
    phone.get_by_label("Bo", exact=True).fill("4")
    phone.locator("#press-counts").tap()
    phone.locator("#undo").tap()
    assert draft_on(phone) == "up:7d p p s k:??"
    phone.get_by_text("Only the counts").tap()
    phone.get_by_label("Ann", exact=True).fill("22")
    phone.get_by_label("Bo", exact=True).fill("4")
    phone.locator("#press-counts").tap()
    phone.locator("#send").tap()
    phone.wait_for_selector("text=1 waiting, saved on this phone")
    phone.context.set_offline(False)
    phone.wait_for_selector("text=Hand 1 is on the sheet")
    assert [line.result.deadwood for line in scene.state.lines] == [(22, 4)]


@pytest.mark.browser
def test_under_oklahoma_both_hands_alone_are_asked_for_once_the_upcard_is_tapped(phone, live_server):
    scene = evening("oklahoma")
    phone.goto(f"{live_server.url}/t/{scene.code()}/")
    phone.get_by_role("button", name="I only keep score").tap()
    phone.get_by_role("link", name="Check this hand, or write it down card by card").tap()
    assert phone.locator("#ends").is_hidden()
    tap(phone, "up:4s")
    phone.locator("#press-e1").tap()
    phone.wait_for_selector("#screen:not([inert]) #press-show[value=h]")
    assert draft_on(phone) == "up:4s e:1"
    assert phone.locator("input[value='4s']").is_enabled(), "who took the upcard may still hold it"


@pytest.mark.browser
def test_letters_press_what_they_name(page, live_server, scene):
    page.goto(f"{live_server.url}/t/{scene.code()}/")
    page.get_by_role("button", name="I only keep score").click()
    page.goto(f"{live_server.url}/matches/{scene.match.pk}/scribe/")
    for keys, draft in (
        ("7d", "up:7d"),
        ("n", "up:7d p"),
        ("n", "up:7d p p"),
        ("s", "up:7d p p s"),
        ("td", "up:7d p p s d:Td"),
        ("u", "up:7d p p s"),
        ("xtd", "up:7d p p s k:Td"),
    ):
        for key in keys:
            page.keyboard.press(key)
        page.wait_for_selector(f"#scribe[data-draft='{draft}']")
    page.wait_for_selector("#screen:not([inert]) #press-show[value=h]")
    page.keyboard.press("9")
    page.keyboard.press("c")
    assert page.locator("input[value='9c']").is_checked()
