"""Playing on two phones: who starts a hand, what each sees and may press, and how it reaches the sheet."""

import json
import uuid
from html import unescape

import pytest
from django.test import Client

from games.models.hand import Hand
from tests.tournaments.views.scene import Evening, evening, hand_body, order
from tests.tournaments.views.two_phones import Seats, dealt, press, seats_before
from tournaments.models.playing import SeatWish
from tournaments.services import matches

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
PARTNERS = (("Ann", "Abe"), ("Bo", "Bea"))


@pytest.fixture
def scene() -> Evening:
    return evening()


@pytest.fixture
def seats(scene) -> Seats:
    phones = scene.phone(0), scene.phone(1)
    return Seats(dealt(scene, *phones), *phones)


def page(scene: Evening, phone: Client):
    return phone.get(f"/matches/{scene.match.pk}/play/")


# ---------------------------------------------------------------- starting


def test_the_hand_is_dealt_when_both_are_ready_and_each_comes_to_the_own_cards(scene):
    ann, bo = scene.phone(0), scene.phone(1)
    first = press(ann, f"/matches/{scene.match.pk}/play/ready/")
    assert (first["Location"], Hand.objects.count()) == (f"/matches/{scene.match.pk}/play/", 0)
    assert page(scene, ann).context["play"]["ready"] is True
    assert page(scene, bo).context["play"]["asking"] == [scene.names()[0]]
    assert "is ready to play hand 1" in bo.get("/table/").text
    second = press(bo, f"/matches/{scene.match.pk}/play/ready/")
    hand = Hand.objects.get()
    assert second["Location"] == f"/hands/{hand.pk}/play/"
    waiting = ann.get(f"/matches/{scene.match.pk}/play/now/?ready")
    assert waiting["HX-Redirect"] == f"/hands/{hand.pk}/play/"
    assert SeatWish.objects.count() == 0


def test_ready_twice_by_one_is_not_both(scene):
    ann = scene.phone(0)
    for _press in range(2):
        press(ann, f"/matches/{scene.match.pk}/play/ready/")
    assert (Hand.objects.count(), SeatWish.objects.count()) == (0, 1)


def test_ready_can_be_taken_back(scene):
    ann, bo = scene.phone(0), scene.phone(1)
    press(ann, f"/matches/{scene.match.pk}/play/ready/")
    ann.post(f"/matches/{scene.match.pk}/play/back/")
    press(bo, f"/matches/{scene.match.pk}/play/ready/")
    assert Hand.objects.count() == 0


def test_a_phone_that_keeps_score_starts_nothing(scene):
    keeper = scene.phone(None)
    press(keeper, f"/matches/{scene.match.pk}/play/ready/")
    assert SeatWish.objects.count() == 0
    assert "Only the two who sit here" in page(scene, keeper).text


def test_no_hand_is_dealt_once_time_is_called(scene):
    scene.play(0)
    matches.call_time(order(), scene.match)
    phones = scene.phone(0), scene.phone(1)
    for phone in phones:
        press(phone, f"/matches/{scene.match.pk}/play/ready/")
    assert Hand.objects.filter(fidelity="play").count() == 0


def test_partners_play_two_boards_on_four_phones(scene):
    scene = evening("partnership_125", PARTNERS)
    assert f"{scene.names()[1]} are not here" in unescape(scene.phone(0).get("/table/").text)
    by_board = [[scene.phone(side, board=board) for side in (0, 1)] for board in (0, 1)]
    tables = [Seats(dealt(scene, *phones), *phones) for phones in by_board]
    assert [table.hand.board for table in tables] == [0, 1]
    for table in tables:
        for seat in (0, 1):
            assert table.own(seat) <= table.cards_seen(seat)
            assert table.own(1 - seat) & table.cards_seen(seat) == set()
    for phone in by_board[1]:  # the other board's cards are nobody's business here
        shown = phone.get(tables[0].address)
        assert shown.status_code == 302
        assert shown["Location"] == f"/hands/{tables[0].hand.pk}/"
    for table in tables:
        table.move()


# ---------------------------------------------------------------- playing


def test_each_sees_the_own_cards_and_the_pile_and_nothing_else(scene, seats):
    pile = {seats.state.pile[-1]}
    assert len(pile) == 1
    for seat in (0, 1):
        seen = seats.cards_seen(seat)
        assert seats.own(seat) <= seen
        assert len(seen - seats.own(seat) - {"ba"}) == 1  # the upcard; backs are no cards
    public = set(scene.phone(None).get(f"/hands/{seats.hand.pk}/").text.split('data-card="')[1:])
    assert not any(text[:2] in seats.own(0) | seats.own(1) for text in public)


def test_a_whole_hand_by_forms_alone_reaches_the_sheet(scene, seats):
    seats.play_until("over")
    line = scene.state.lines[0]
    assert (line.hand, line.by) == (str(seats.hand.pk), "system")
    end = seats.phones[0].get(seats.address)
    assert end.context["finished"] is True
    assert end.context["proof"]["verdict"] == "kept"
    assert "To the sheet and the next hand" in end.text
    assert page(scene, seats.phones[0]).context["seating"].place.deal == 2


def test_a_button_answers_htmx_with_the_part_alone(seats):
    answer = seats.send(hx=True, **seats.button())
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<div id="play"')
    assert f'value="{seats.version}"' in answer.text


def test_the_live_part_is_304_until_the_other_has_moved(seats):
    waiting = 1 - seats.state.turn
    first = seats.phones[waiting].get(f"{seats.address}now/")
    again = seats.phones[waiting].get(f"{seats.address}now/", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    assert "Cookie" in first["Vary"]
    seats.move()
    moved = seats.phones[waiting].get(f"{seats.address}now/", headers={"If-None-Match": first["ETag"]})
    assert moved.status_code == 200
    other = seats.phones[1 - waiting].get(f"{seats.address}now/")
    assert other["ETag"] != moved["ETag"]


def test_another_phone_of_the_same_person_goes_on_where_the_first_left_off(scene):
    seats = seats_before(scene, "discarded")
    turn = seats.state.turn
    again = Seats(seats.hand, *(scene.phone(0), scene.phone(1)))
    assert again.cards_seen(turn) == seats.cards_seen(turn)
    again.move()
    assert seats.send(turn, version=seats.version - 1, do="stock").status_code == 409


def test_a_stale_page_is_told_and_shows_the_newer_state(seats):
    seats.move()
    answer = seats.send(1 - seats.state.turn, version=1, hx=True, do="pass")
    assert (answer.status_code, "has moved on" in answer.text) == (409, True)
    assert f'value="{seats.version}"' in answer.text or "It is" in answer.text


def test_what_is_not_allowed_is_said_in_words_and_changes_nothing(scene):
    seats = seats_before(scene, "discarded")
    turn, version = seats.state.turn, seats.version
    theirs = sorted(seats.own(1 - turn))[0]
    for seat, fields, words in (
        (turn, {"do": "discard"}, "Choose a card first"),
        (turn, {"do": "discard", "card": theirs}, "You do not hold this card"),
        (turn, {"do": "stock"}, "not possible now"),
        (1 - turn, {"do": "stock"}, "It is not your turn"),
        (turn, {"do": "discard", "card": "1x"}, "is not a card"),
    ):
        answer = seats.send(seat, hx=True, **fields)
        assert (answer.status_code, words in answer.text) == (422, True), fields
    assert seats.send(turn, hx=True, do="fly").status_code == 400
    assert seats.version == version


def test_a_knock_proposes_the_best_spread_and_writes_nothing_yet(scene):
    seats = seats_before(scene, "knocked")
    version, pressed = seats.version, seats.button()
    asked = seats.send(hx=True, **pressed)
    assert (asked.status_code, seats.version) == (200, version)
    ways = asked.context["chooser"]["ways"]
    assert ways[0]["best"] is True
    assert [way["count"] for way in ways] == sorted(way["count"] for way in ways)
    done = seats.send(hx=True, do="spread", card=pressed["card"], spread=ways[0]["value"])
    assert (done.status_code, str(seats.state.phase)) == (200, "defence")


def test_a_layoff_is_one_button_and_the_rest_is_laid_down_as_well_as_it_can_be(scene):
    seats = seats_before(scene, "melded", layoffs=True)
    view = seats.phones[seats.state.turn].get(seats.address).context["view"]
    free = [each for each in view["defence"]["layoffs"] if not each["costs"]]
    defender, first = seats.state.turn, free[0]
    answer = seats.send(hx=True, lay=f"{first['code']}:{first['meld']}")
    assert answer.status_code == 200
    assert first["code"] not in seats.own(defender)
    assert answer.context["view"]["defence"]["keeps"] == view["defence"]["keeps"]
    seats.send(do="done")
    assert scene.state.lines[-1].result.deadwood[defender] == view["defence"]["keeps"]


# ---------------------------------------------------------------- what else happens at the table


def test_the_keypad_enters_no_hand_that_is_being_played(scene, seats):
    keeper = scene.phone(None)
    body = hand_body(scene, how="wall")
    refused = keeper.post(
        f"/matches/{scene.match.pk}/enter/hand/", body, headers={"accept": "application/json"}
    )
    assert (refused.status_code, refused.json()["code"]) == (422, "hand_in_play")
    page = keeper.get("/table/")
    assert "is being played on two phones" in page.text
    assert json.loads(page.context["facts"])["playing"], "so that the script offers no key for it"
    assert ">Enter the hand<" not in page.text
    assert f"/matches/{scene.match.pk}/scribe/" not in page.text


def test_who_looks_on_sees_the_public_page_and_who_plays_finds_the_own_cards_from_it(scene, seats):
    address = f"/hands/{seats.hand.pk}/"
    assert f"{address}play/" in seats.phones[0].get(address).text
    keeper = scene.phone(None)
    assert f"{address}play/" not in keeper.get(address).text
    assert keeper.get(seats.address)["Location"] == address
    assert keeper.get(f"/matches/{scene.match.pk}/scribe/")["Location"] == "/table/"


def test_both_call_a_hand_void_and_it_is_dealt_again(scene, seats):
    ann, bo = seats.phones
    void = f"/matches/{scene.match.pk}/play/void/"
    press(ann, void)
    seats.hand.refresh_from_db()
    assert seats.hand.phase == "playing"
    assert page(scene, bo).context["play"]["void_theirs"] == [scene.names()[0]]
    press(bo, void)
    seats.hand.refresh_from_db()
    assert (seats.hand.phase, seats.hand.result["outcome"]) == ("finished", "void")
    assert (scene.state.lines, SeatWish.objects.count()) == ((), 0)
    again = dealt(scene, ann, bo)
    assert (again.game, again.deal) == (1, 1)


def test_one_asks_for_void_and_plays_on_after_all(scene, seats):
    ann, bo = seats.phones
    press(ann, f"/matches/{scene.match.pk}/play/void/")
    ann.post(f"/matches/{scene.match.pk}/play/back/")
    press(bo, f"/matches/{scene.match.pk}/play/void/")
    seats.hand.refresh_from_db()
    assert seats.hand.phase == "playing"


def test_the_director_calls_a_hand_void_with_a_reason_and_nobody_else_alone(scene, seats, django_user_model):
    void = f"/matches/{scene.match.pk}/play/void/"
    press(scene.phone(None), void, reason="I do not like it")
    user = django_user_model.objects.create_user("director")
    scene.tournament.roles.create(user=user, kind="director")
    desk = Client()
    desk.force_login(user)
    press(desk, void)
    seats.hand.refresh_from_db()
    assert seats.hand.phase == "playing"
    press(desk, void, reason="a phone was shown around")
    seats.hand.refresh_from_db()
    assert seats.hand.result["outcome"] == "void"


def test_a_side_does_not_take_back_or_change_what_was_dealt_here(scene):
    seats = seats_before(scene, "melded")
    seats.move()
    phone = seats.phones[0]
    body = {"key": str(uuid.uuid4()), "version": scene.state.version, "place": "1.1.0"}
    phone.post(f"/matches/{scene.match.pk}/enter/strike/", body)
    amend = hand_body(scene, how="wall", amend="1", sure="1")
    refused = phone.post(
        f"/matches/{scene.match.pk}/enter/hand/", amend, headers={"accept": "application/json"}
    )
    assert (refused.status_code, refused.json()["code"]) == (422, "dealt_here")
    assert len(scene.state.lines) == 1


def test_the_page_of_the_deal_tells_the_seal_and_later_proves_it(scene):
    seats = seats_before(scene, "melded")
    commitment = seats.phones[0].get(seats.address).context["proof"]["commitment"]
    address = f"/hands/{seats.hand.pk}/deal/"
    before = seats.phones[0].get(address)
    assert commitment in before.text
    assert before.context["proof"]["salt"] == ""
    seats.move()
    after = seats.phones[0].get(address, {"commitment": commitment.upper()})
    assert (after.context["proof"]["verdict"], after.context["same"]) == ("kept", True)
    assert after.text.count("<li><svg") == 52
    assert seats.phones[0].get(address, {"commitment": "0" * 64}).context["same"] is False
