"""Writing a round of Manipulation Rummy down at the table, tap by tap, by forms alone."""

import io
import re
import uuid

import pytest
from django.core.management import call_command

from games.engine import record
from games.engine.cards import cards_of
from games.engine.manipulation.scribe import next_shown, read_draft
from games.engine.manipulation.table_words import FACE_TEXTS, table_text
from games.engine.record import FAMILIES
from games.models.hand import Hand
from tests.camera import Camera
from tests.games.engine.manipulation.test_round_scribe import tapped
from tests.seen import faults, open_all
from tests.tournaments.test_backup import empty_the_database
from tests.tournaments.views.rounds import planted_round, round_lines, table_evening
from tests.tournaments.views.scene import JSON, Evening, evening, order
from tournaments.models.tournament import KeptEntry
from tournaments.services import matches, rounds

pytestmark = pytest.mark.django_db(transaction=True)
writes = pytest.mark.database
KNOCKED = ["d", "m:/7s7h7d/8s8h8d/7s8s9s", "k"]
COUNTS = {"count_0": "61", "count_1": "5", "count_2": "48"}


@pytest.fixture
def scene() -> Evening:
    return table_evening()


class Scribe:
    """A phone that writes a round down; the page keeps the draft."""

    def __init__(self, scene: Evening, person: int | None = None) -> None:
        self.phone, self.address = scene.phone(person), f"/matches/{scene.match.pk}/scribe/round/"
        self.page = self.phone.get(self.address)

    @property
    def view(self):
        return self.page.context["view"]

    def tap(self, press: str, **more):
        body = {"place": self.page.context["place"], "draft": self.view["draft"], "press": press}
        self.page = self.phone.post(self.address, {**body, **more})
        return self.page

    def write(self, words: list[str]) -> None:
        for word in words:
            self.tap(word)
            assert self.page.status_code == 200, (word, self.page.context["refused"])

    def send(self, key: str | None = None):
        body = {"place": self.page.context["place"], "draft": self.view["draft"]}
        return self.phone.post(f"{self.address}send/", {**body, "key": key or str(uuid.uuid4())})


def refused(answer) -> str:
    assert answer.status_code == 422
    return answer.context["refused"]


def true_round(scene: Evening, **more):
    """A round of bots as lines, its taps, and what it truly came to."""
    lines = round_lines(scene, **more)
    read = record.read_hand(lines)
    draft, truth = tapped([read.dealt, *read.events])
    return draft, truth, read.result


def melded(before: str, after: str, draft, scribe: Scribe) -> list[str]:
    """The faces that came from a hand."""
    rules, state = draft.state.rules, draft.state
    tables = [read_draft(words, rules, state.dealer, state.players).state.table for words in (before, after)]
    lay = {tile.card for group in tables[0] for tile in group}
    return [FACE_TEXTS[tile.card % 53] for group in tables[1] for tile in group if tile.card not in lay]


def through_the_page(scribe: Scribe, draft) -> None:
    """Every tap as a person makes it: new cards are ticked, a way is taken, or the whole table is written."""
    words, written = draft.words, 0
    for number, word in enumerate(words):
        before, after = " ".join(words[:number]), " ".join(words[: number + 1])
        assert scribe.view["draft"] == before
        if not word.startswith("m:"):
            assert word in [button["value"] for button in scribe.view["buttons"]]
            scribe.write([word])
            continue
        cards = melded(before, after, draft, scribe)
        scribe.write(["melds"])
        assert scribe.view["mode"] == "melds"
        scribe.tap("propose", cards=cards)
        ways = [way["word"] for way in scribe.view["proposal"]["ways"]]
        assert 1 <= len(ways) <= 3
        if word in ways:
            assert f'value="{word}"' in scribe.page.text
            scribe.write([word])
        else:
            rules, state = draft.state.rules, draft.state
            table = read_draft(after, rules, state.dealer, state.players).state.table
            scribe.tap("write", cards=cards, table=table_text(table))
            written += 1
        assert scribe.page.status_code == 200
        assert scribe.view["draft"] == after
    assert written < len(words) / 4, "what is laid is mostly proposed"


@writes
def test_a_whole_round_of_three_goes_through_the_page_onto_the_sheet(scene):
    draft, truth, want = true_round(scene, seed=3)
    scribe = Scribe(scene)
    through_the_page(scribe, draft)
    assert scribe.view["asks"] == "What does everybody have left?"
    known = [each["name"] for each in scribe.view["counts"] if each["known"] is not None]
    assert len(known) == (want.outcome == "out")
    scribe.tap("c", **{f"count_{seat}": held.points for seat, held in enumerate(truth.hands)})
    assert " scores " in scribe.view["result"]
    assert scene.state.lines == ()
    assert scribe.send()["Location"] == "/table/"
    line = scene.state.lines[0]
    assert (line.result.points, line.result.outcome, line.by) == (want.points, want.outcome, "table")
    assert (line.result.fidelity, line.result.verified) == ("counts", False)
    told = scribe.phone.get(f"/api/v1/hands/{line.hand}/record").json()["lines"]
    assert [each["e"] for each in told[1:]] == [*(e["e"] for e in draft.lines[1:]), "counted"]
    assert told[0]["hands"] == [None, None, None]
    assert all(each["card"] == "??" for each in told[1:] if each["e"] == "drew")


@writes
def test_hands_laid_open_card_by_card_are_checked(scene):
    draft, truth, want = true_round(scene, seed=3)
    scribe = Scribe(scene)
    scribe.write([draft.text.split()[0]])
    scribe.tap("", draft=draft.text)
    scribe.write(["cards"])
    while scribe.view["stage"] == "hands":
        state = read_draft(scribe.view["draft"], truth.rules, truth.dealer, truth.players).state
        cards = [FACE_TEXTS[card % 53] for card in cards_of(truth.hands[next_shown(state)].known)]
        assert scribe.view["many"] == len(cards)
        few = refused(scribe.tap("h", cards=cards[:-1]))
        assert f"{len(cards)} cards are left in this hand, and {len(cards) - 1} are ticked" in few
        scribe.tap("h", cards=cards)
        assert scribe.page.status_code == 200
    assert len(scribe.view["shown"]) == sum(held.count > 0 for held in truth.hands)
    scribe.send()
    line = scene.state.lines[0]
    assert (line.result.points, line.result.fidelity) == (want.points, "play")
    assert line.result.verified


def test_the_page_says_whose_turn_it_is_and_what_may_be_tapped(scene):
    scribe = Scribe(scene)
    assert [each["name"] for each in scribe.view["seats"]] == ["Bo", "Cy", "Ann"], "the dealer's left begins"
    assert scribe.view["asks"] == "Bo draws."
    seen = []
    for word in ("d", "d", "d", "e"):
        scribe.write([word])
        seen.append((scribe.view["asks"], [button["value"] for button in scribe.view["buttons"]]))
    assert seen == [
        ("Bo melds, or draws again.", ["melds", "d", "x"]),
        ("Bo melds, or draws again.", ["melds", "d", "x"]),
        ("Bo ends the turn.", ["e"]),
        ("Cy draws.", ["d", "x"]),
    ]
    assert scribe.view["stock_count"] == 73
    scribe.write(["x"])
    assert (scribe.view["asks"], scribe.view["stock_count"]) == ("Ann draws.", 70)
    scribe.tap("undo")
    assert (scribe.view["asks"], scribe.view["stock_count"]) == ("Cy draws.", 73), "one tap is one tap"
    scribe.write(["d", "m:/7s7h7d/8s8h8d/7s8s9s"])
    assert scribe.view["asks"] == "Cy ends the turn, or knocks."
    assert [(each["value"], each.get("next")) for each in scribe.view["buttons"]] == [
        ("e", "Ann"),
        ("k", None),
    ]


def test_the_grid_offers_what_does_not_lie_on_the_table_yet_and_twice_what_is_there_twice(scene):
    scribe = Scribe(scene)
    scribe.write(["d", "m:/7s7h7d/7s8s9s", "e", "d", "melds"])
    off = set(re.findall(r'value="(\S+)" aria-label="[^"]*" disabled', scribe.page.text))
    assert off == {"7s"}
    once_more = re.findall(r'value="(\S+)" aria-label="[^"]* once more"', scribe.page.text)
    assert len(once_more) == 53 - 5
    assert not {"7s", "7h", "7d", "8s", "9s"} & set(once_more)
    assert "joker once more" in scribe.page.text


def test_cards_that_can_lie_in_two_ways_are_asked_about_and_one_tap_takes_one(scene):
    scribe = Scribe(scene)
    scribe.write(["d", "m:/8s8h8d/5c6c7c/KsKhKd", "e", "d"])
    scribe.tap("propose", cards=["8c"])
    words = [way["word"] for way in scribe.view["proposal"]["ways"]]
    assert len(words) == 2
    assert {way["stay"] for way in scribe.view["proposal"]["ways"]} == {2}
    scribe.write([words[1]])
    assert [len(group["cards"]) for group in scribe.view["groups"]] == [3, 3, 4]
    assert sum(card["new"] for group in scribe.view["groups"] for card in group["cards"]) == 1


def test_what_lies_otherwise_is_put_together_by_taps(scene):
    scribe = Scribe(scene)
    scribe.write(["d", "m:/5c6c7c8c/9s9h9d/8h8d8s", "e", "d"])
    scribe.tap("propose", cards=["9c"])
    scribe.tap("together", cards=["9c"], tiles=["8c", "8h", "8d", "8s"])
    view = scribe.view["proposal"]
    assert [group["text"] for group in view["together"]] == ["8c8h8d8s"]
    assert len(view["ways"]) == 1
    words = refused(scribe.tap("together", cards=["9c"], together=["8c8h8d8s"], tiles=["9c", "9s", "8h"]))
    assert words == "The ticked cards are no group and no sequence. (rules 5.4)"
    assert [group["text"] for group in scribe.view["proposal"]["together"]] == ["8c8h8d8s"]
    words = refused(scribe.tap("together", cards=["9c"], tiles=["6c", "7c", "8c"], together=["9s9h9d9c"]))
    assert words == "Then the other cards cannot all lie in groups and sequences. (rules 5.4)"
    other = scribe.tap("together", cards=["9c"], together=["8c8h8d8s"], tiles=["5c", "6c", "7c", "8c", "9c"])
    assert [group["text"] for group in other.context["view"]["proposal"]["together"]] == ["5c6c7c8c9c"]
    scribe.tap("anew", cards=["9c"], together=["5c6c7c8c9c"])
    assert scribe.view["proposal"]["together"] == []
    scribe.tap("together", cards=["9c"], tiles=["8c", "8h", "8d", "8s"])
    scribe.write([scribe.view["proposal"]["ways"][0]["word"]])
    assert scribe.view["stage"] == "play"
    assert sorted(len(group["cards"]) for group in scribe.view["groups"]) == [3, 4, 4]


@pytest.mark.parametrize(
    ("press", "more", "words"),
    [
        ("propose", {"cards": ["7s", "8h"]}, "what lies on the table. Look again. (rules 5.4)"),
        ("propose", {}, "Tap the cards that came from the hand"),
        ("propose", {"cards": ["Kc", "Kc"]}, "there is no other one. Look again, or undo. (rules 5.1)"),
        ("propose", {"cards": [*FACE_TEXTS[:12]]}, "12 cards are tapped, and the hand has 11. (rules 5.5)"),
        ("propose", {"cards": ["1x"]}, "“1x” is no card."),
        ("write", {"table": "Kc Kh"}, "K♣ K♥ is no group and no sequence. (rules 5.4)"),
        ("write", {"table": "Kh Kd Ks"}, "must stay on the table: no card goes back into a hand. (rules"),
        ("write", {"table": "Kc Kh Kd *=Ks"}, "At least one card from the hand must be melded. (rules 5.5)"),
        ("write", {"table": "Kc Kh Kd *=Qs"}, "is no group and no sequence. (rules 5.4)"),
        ("write", {"table": "Kc Kh Kd Js Qs *=Ts"}, "is no group and no sequence. (rules 5.4)"),
        ("write", {"table": "Kc Kh Kd\n*=8h 8s 8d"}, "the joker as K♠ keeps its meaning until"),
        ("write", {"table": "Kc Kh 1d"}, "“1d” is no card. Write 8s, or *=Qh"),
        ("write", {"table": "Kc Kh Kd *=Ks\n7s 7h 7d\n7s 7c 7d\n7s 8s 9s"}, "7♠ lies elsewhere"),
        ("k", {}, "This is not possible now. Look again. (rules 5.3)"),
        ("zz", {}, "This is not possible now."),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_allow_is_refused_with_its_number_and_what_was_entered_stays(
    scene, press, more, words
):
    scribe = Scribe(scene)
    scribe.write(["d", "m:/KcKhKd*Ks", "e", "d"])
    answer = scribe.tap(press, **{"cards": ["7s"], **more} if press == "write" else more)
    assert words in refused(answer)
    assert scribe.view["draft"] == "d m:/KcKhKd*Ks e d"
    ticked = set(re.findall(r'name="cards" value="(\S+)"[^>]* checked', answer.text))
    if press == "propose":
        assert scribe.view["mode"] == "melds"
        assert ticked == {card for card in more.get("cards", []) if card in FACE_TEXTS}
    if press == "write":
        assert more["table"].splitlines()[0] in answer.text


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({**COUNTS, "count_1": ""}, "Write a whole number for everybody."),
        ({**COUNTS, "count_1": "4.5"}, "Write a whole number for everybody."),
        ({**COUNTS, "count_1": "-3"}, "Write a whole number for everybody."),
        ({**COUNTS, "count_1": "6"}, "6 points are too many to knock: at most 5 may. (rules 5.7)"),
        ({**COUNTS, "count_2": "4"}, "Cy’s cards count from 12 to 130, not 4. (rules 5.9)"),
        ({**COUNTS, "count_2": "0"}, "Who played out has 0, and nobody else has. Look again. (rules 5.9)"),
    ],
)
def test_a_count_that_cannot_be_is_refused_and_all_of_them_stay(scene, typed, words):
    scribe = Scribe(scene)
    scribe.write(KNOCKED)
    assert words in refused(scribe.tap("c", **typed))
    assert scribe.view["draft"] == " ".join(KNOCKED)
    assert [each["value"] for each in scribe.view["counts"]] == [typed[f"count_{seat}"] for seat in (1, 2, 0)]


@writes
def test_when_the_stock_is_out_everybody_has_one_turn_and_then_the_counts_are_asked(scene):
    scribe = Scribe(scene)
    whole_turns = ["d", "d", "d", "e"] * 25
    scribe.tap("", draft=" ".join([*whole_turns, "d"]))
    assert scribe.view["asks"] == "The stock is out. Cy melds, or ends the turn."
    seen = []
    for _turn in range(4):
        scribe.write(["e"])
        last = scribe.view["buttons"][-1] if scribe.view["buttons"] else {"words": ""}
        seen.append((scribe.view["asks"], last["words"], scribe.view["last_turns"]))
    assert seen == [
        ("Ann’s last turn: melds, or ends it.", "Ends the turn", 3),
        ("Bo’s last turn: melds, or ends it.", "Ends the turn", 2),
        ("Cy’s last turn: melds, or ends it.", "Ends the round", 1),
        ("What does everybody have left?", "", 0),
    ]
    words = refused(scribe.tap("c", count_0="250", count_1="230", count_2="249"))
    assert words == "No card is in the stock: all hands count 730, not 729. (rules 5.9)"
    scribe.tap("c", count_0="250", count_1="230", count_2="250")
    assert scribe.view["result"] == "The stock ran out and nobody knocked. Bo scores 40."
    scribe.send()
    assert scene.state.lines[0].result.outcome == "stock"


@writes
def test_two_players_have_one_pack_and_one_joker():
    scene = table_evening((("Ann",), ("Bo",)))
    scribe = Scribe(scene)
    scribe.write(["d", "m:/7s7h*7d", "e", "d", "melds"])
    assert "once more" not in scribe.page.text
    off = set(re.findall(r'value="(\S+)" aria-label="[^"]*" disabled', scribe.page.text))
    assert off == {"7s", "7h", "*"}
    scribe.tap("propose", cards=["7d"])
    (way,) = scribe.view["proposal"]["ways"]
    assert way["word"] == "m:0/7s7h7d*7c", "the joker is set free and lies on as what is missing"
    scribe.write([way["word"], "e"])
    assert scribe.view["asks"] == "Bo draws."


def test_undo_takes_one_tap_back_from_any_page(scene):
    scribe = Scribe(scene)
    scribe.write([*KNOCKED, "cards"])
    for left in range(len(KNOCKED) - 1, -1, -1):
        scribe.tap("undo")
        assert scribe.view["draft"] == " ".join(KNOCKED[:left])
    assert scribe.view["asks"] == "Bo draws."
    assert 'id="undo"' not in scribe.page.text


def test_a_draft_that_cannot_be_read_begins_anew_and_one_from_before_goes_on(scene):
    scribe = Scribe(scene)
    assert "begins anew" in refused(scribe.tap("d", draft="d d d d d"))
    assert scribe.view["draft"] == ""
    assert "begins anew" in refused(scribe.tap("d", draft="d " * 20_000))
    scribe.tap("", draft=" ".join(KNOCKED))
    assert scribe.view["mode"] == "counts"


def test_a_round_that_is_not_over_is_not_sent(scene):
    scribe = Scribe(scene)
    scribe.write(KNOCKED)
    assert "not written down to its end yet" in refused(scribe.send())
    assert scene.state.lines == ()


# ---------------------------------------------------------------- its place on the sheet


def whole(scene: Evening, person: int | None = None, **counts) -> Scribe:
    scribe = Scribe(scene, person)
    scribe.write(KNOCKED)
    scribe.tap("c", **{**COUNTS, **counts})
    return scribe


def said_at_the_table(scribe: Scribe) -> list[str]:
    return [str(each) for each in scribe.phone.get("/table/").context["messages"]]


def test_a_count_that_can_only_be_one_number_stands_there(scene):
    scribe = Scribe(scene)
    scribe.write(["d", "m:/7s7h7d/8s8h8d", "k"])
    knocker = next(each for each in scribe.view["counts"] if each["knocks"])
    assert (knocker["least"], knocker["most"], knocker["value"]) == (5, 5, 5)
    assert "knocked · can only be 5" in scribe.page.text


@writes
def test_sent_twice_and_by_two_phones_it_is_there_once(scene):
    one, same, other = whole(scene, 0), whole(scene, 1), whole(scene, count_0="71")
    key = str(uuid.uuid4())
    for scribe in (one, one, same, other):
        scribe.send(key if scribe is one else None)
    assert said_at_the_table(one) == ["Hand 1 is on the sheet."] * 2
    assert said_at_the_table(same) == ["Hand 1 is on the sheet."]
    assert "109" in said_at_the_table(other)[0]
    assert [line.result.points for line in scene.state.lines] == [(0, 99, 0)]


@writes
def test_a_draft_of_a_round_that_is_on_the_sheet_by_now_is_told_so(scene):
    late = Scribe(scene)
    late.write(["d"])
    whole(scene).send()
    answer = late.tap("d")
    assert (answer.status_code, answer.context["view"]["draft"]) == (409, "")
    assert "written down already" in answer.context["refused"]
    assert late.view["seats"][0]["name"] == "Cy", "the next round, whose dealer is Bo"


@writes
def test_a_round_sent_after_the_close_is_kept_for_the_director(scene):
    scribe = whole(scene)
    matches.forfeit(order(), scene.match, losers=[1, 2], reason="no show")
    scene.close()
    scribe.send()
    assert "kept for the director" in said_at_the_table(scribe)[0]
    kept = KeptEntry.objects.get()
    assert kept.code == "round_closed"
    assert kept.body["lines"][-1]["deadwood"] == [61, 5, 48]


def from_the_queue(scribe: Scribe, **more):
    body = {"place": scribe.page.context["place"], "draft": scribe.view["draft"], "key": str(uuid.uuid4())}
    return scribe.phone.post(f"{scribe.address}send/", body | more, **JSON)


@writes
def test_the_queue_of_a_phone_sends_a_round_and_asks_where_another_stands_there(scene):
    one, other = whole(scene, 0), whole(scene, 1, count_0="71")
    key = str(uuid.uuid4())
    for _time in range(2):  # the first answer was lost
        assert from_the_queue(one, key=key).json() == {"said": "Bo +99"}
    both = from_the_queue(other)
    assert both.status_code == 409
    assert (both.json()["data"]["first"], both.json()["data"]["second"]) == ("Bo +99", "Bo +109")
    assert from_the_queue(other, amend="on").json() == {"said": "Bo +109"}
    assert [line.result.points for line in scene.state.lines] == [(0, 109, 0)]
    assert from_the_queue(other, draft="d d d d").json()["code"] == "wrong_phase"
    assert from_the_queue(other, place="9.9.9").json()["code"] == "unreadable"


@writes
def test_a_round_for_a_match_that_is_no_more_is_kept_for_the_director(scene):
    scribe = whole(scene)
    gone = scribe.address
    rounds.recall_round(order(), scene.tournament, stage=1, round=1)
    told = scribe.phone.post(
        f"{gone}send/", {"place": "1.1.0", "draft": scribe.view["draft"], "key": str(uuid.uuid4())}, **JSON
    )
    assert (told.status_code, told.json()["data"]) == (409, {"kept": True})
    assert KeptEntry.objects.get().body["lines"][-1]["deadwood"] == [61, 5, 48]


def test_each_game_has_its_own_way_of_writing_down(scene):
    pages = [(scene, "round/", ""), (evening(), "", "round/")]
    for there, right, wrong in pages:
        phone, address = there.phone(), f"/matches/{there.match.pk}/scribe/"
        table = phone.get("/table/").text
        assert f'"{address}{right}"' in table
        assert f'"{address}{wrong}"' not in table
        assert phone.get(f"{address}{right}").status_code == 200
        assert phone.get(f"{address}{wrong}")["Location"] == "/table/"


@writes
def test_a_round_that_is_being_played_here_is_not_written_down_beside_it(scene):
    planted_round(scene)
    phone, address = scene.phone(), f"/matches/{scene.match.pk}/scribe/round/"
    assert address not in phone.get("/table/").text
    assert phone.get(address)["Location"] == "/table/"


# ---------------------------------------------------------------- what becomes of it


def test_a_written_round_is_looked_at_step_by_step_with_its_hands_face_down(scene):
    whole(scene).send()
    hand = Hand.objects.get()
    phone = scene.phone()
    page = phone.get(f"/hands/{hand.pk}/?at=1").text
    assert "Bo draws a card." in page
    assert page.count('data-card="??"') == 31
    assert page.count('class="card card--back"') == 31
    assert re.findall(r'data-card="([^?"]+)"', page) == []
    last = phone.get(f"/hands/{hand.pk}/").text
    assert "Bo knocks with 5." in last
    assert "the hands were not seen" in last
    assert "Points in hand</h2>" not in last, "there is nothing to draw"
    assert re.findall(r'data-card="([^?"]+)"', last) == ["7s", "7h", "7d", "8s", "8h", "8d", "7s", "8s", "9s"]
    seen = phone.get(f"/hands/{hand.pk}/?at=1&view=0").text
    assert seen.count('data-card="??"') == 31


@writes
def test_the_log_is_whole_and_a_written_round_comes_back_from_a_file(scene, tmp_path):
    whole(scene).send()
    said, file, before = io.StringIO(), tmp_path / "club.jsonl", scene.state.lines
    call_command("rebuild", "--check", stdout=io.StringIO())
    call_command("check_log", stdout=said)
    assert "whole" in said.getvalue()
    call_command("export_log", str(file), stderr=io.StringIO())
    empty_the_database()
    call_command("import_log", str(file), stdout=io.StringIO())
    assert scene.state.lines == before
    call_command("rebuild", "--check", stdout=io.StringIO())


@writes
def test_a_program_sends_the_same_lines(scene):
    scribe = whole(scene)
    draft = read_draft(scribe.view["draft"], scene.state.rules, 0, 3)
    answer = scribe.phone.post(
        f"/api/v1/matches/{scene.match.pk}/hands/", {"records": [list(draft.lines)]},
        content_type="application/json", headers={"Idempotency-Key": str(uuid.uuid4())},
    )  # fmt: skip
    assert answer.status_code == 201, answer.text
    line = scene.state.lines[0]
    assert (line.result.points, line.result.fidelity) == ((0, 99, 0), "counts")
    again = record.read_hand(scribe.phone.get(f"/api/v1/hands/{line.hand}/record").json()["lines"])
    assert again.state.table == draft.state.table
    assert FAMILIES["manipulation"].perspective(again.state, 0).hands[0] == ("??",) * 10


# ---------------------------------------------------------------- in a browser


def draft_becomes(phone, draft: str) -> None:
    phone.wait_for_selector(f"#round-scribe[data-draft='{draft}']")


def look(phone, camera: Camera, step: str) -> None:
    """What axe finds in either theme, and what is wider than the narrowest phone."""
    camera.take(phone, step)
    phone.set_viewport_size({"width": 360, "height": 780})
    open_all(phone)
    assert faults(phone, step) == []
    phone.set_viewport_size({"width": 390, "height": 844})


@pytest.mark.browser
def test_a_round_is_tapped_on_a_phone_that_falls_down_and_loses_its_network(phone, live_server, scene):
    camera = Camera("scribe-round")
    phone.goto(f"{live_server.url}/t/{scene.code()}/")
    phone.get_by_role("button", name="I only keep score").tap()
    phone.get_by_role("link", name="Write this hand down, turn by turn").tap()
    phone.locator("#press-d").tap()
    draft_becomes(phone, "d")
    look(phone, camera, "turn")
    phone.locator("#press-melds").tap()
    for card in ("7s", "7h", "7d", "8s", "9s"):
        phone.locator(f"input[name=cards][value='{card}']").first.check(force=True)
    again = phone.locator(".twice__second:visible")
    assert again.count() == 5, "each of them is there a second time"
    again.first.tap()
    look(phone, camera, "cards")
    phone.locator("#propose").tap()
    phone.wait_for_selector("#lay-1")
    look(phone, camera, "ways")
    phone.locator("#lay-1").tap()
    draft_becomes(phone, "d m:/7s7h7d/7s8s9s")
    assert phone.locator(".turns__seat--now").inner_text().split()[:2] == ["Bo", "5"]
    phone.reload()  # the phone fell down: it goes on where it was
    draft_becomes(phone, "d m:/7s7h7d/7s8s9s")
    phone.keyboard.press("k")
    phone.wait_for_selector("#press-counts")
    look(phone, camera, "counts")
    for field, count in COUNTS.items():
        phone.locator(f"#{field}").fill(count)
    phone.locator("#press-counts").tap()
    phone.wait_for_selector("#send")
    look(phone, camera, "end")
    phone.context.set_offline(True)
    phone.locator("#send").tap()
    phone.wait_for_selector("text=1 waiting, saved on this phone")
    phone.context.set_offline(False)  # it goes by itself
    phone.wait_for_selector("text=Hand 1 is on the sheet")
    assert [line.result.points for line in scene.state.lines] == [(0, 99, 0)]
    phone.get_by_role("link", name="Write this hand down, turn by turn").tap()
    phone.wait_for_selector("#press-d")
    draft_becomes(phone, "")
