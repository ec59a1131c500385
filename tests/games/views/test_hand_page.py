"""The page of a hand: steps once it is finished, the public's view before, and what is known of others."""

import json
import re

import pytest
from django.test import Client

from games import logs
from games.engine import record
from games.engine.cards import card_text, cards_of
from games.engine.gin.hindsight import best_knock
from games.models.hand import Hand
from games.services import hands as moves
from tests.tournaments.views.live import finished, planted
from tests.tournaments.views.scene import evening, order
from tests.tournaments.views.two_phones import button_of
from tournaments.engine.match.entering import places_waiting
from tournaments.services import playing

pytestmark = pytest.mark.django_db(transaction=True)
CARD = re.compile(r'data-card="(\w\w)"')


@pytest.fixture
def scene():
    return evening()


def director(scene, django_user_model) -> Client:
    user = django_user_model.objects.create_user("director")
    scene.tournament.roles.create(user=user, kind="director")
    client = Client()
    client.force_login(user)
    return client


def hidden_cards(hand: Hand) -> set[str]:
    """What nobody else may know: both hands and the stock as they are now."""
    _version, recorded = logs.hand_at(hand.pk)
    held = {card_text(card) for seat in (0, 1) for card in cards_of(recorded.state.hands[seat].known)}
    return held | {card_text(card) for card in recorded.state.stock}


def test_a_finished_hand_is_stepped_through(scene):
    hand = finished(scene, ending="knock")
    scene.play_to_the_end()
    scene.accept()
    last = hand.version - 1
    end = Client().get(f"/hands/{hand.pk}/")
    assert end.context["step"]["at"] == last
    assert "knocks with" in end.context["step"]["result"]
    assert end.context["step"]["defence"]
    assert f"<span>{scene.tournament.club.name}</span>" in end.text  # its club's page, not anybody's
    deal = Client().get(f"/hands/{hand.pk}/?at=0")
    assert deal.context["step"]["words"] == "The deal"
    assert [len(seat["cards"]) for seat in deal.context["step"]["seats"]] == [10, 10]
    assert (deal.context["step"]["stock_count"], deal.context["step"]["pile_count"]) == (31, 1)
    for at in range(last + 1):
        assert Client().get(f"/hands/{hand.pk}/?at={at}").status_code == 200


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_cards_laid_open_at_the_end_are_what_was_scored(scene, seed):
    hand = finished(scene, seed=seed * 11, ending="knock")
    scene.play_to_the_end()
    scene.accept()
    seats = Client().get(f"/hands/{hand.pk}/").context["step"]["seats"]
    assert [seat["count"] for seat in seats] == hand.result["deadwood"]
    assert sum(len(group["cards"]) for seat in seats for group in seat["groups"]) == 20


def test_the_deadwood_of_both_is_a_line(scene):
    hand = finished(scene, ending="gin")
    scene.play_to_the_end()
    scene.accept()
    chart = Client().get(f"/hands/{hand.pk}/").context["step"]["chart"]
    assert [line["side"] for line in chart["lines"]] == ["a", "b"]
    winner = hand.result["winner"]
    name = scene.names()[winner]
    assert re.search(rf"{name} from \d+ to 0", chart["words"])


def test_one_seats_view_of_a_finished_hand_shows_what_that_seat_saw(scene):
    """At every step until hands lie open: no card of the other's, none he drew, no line of his."""
    hand = finished(scene, ending="knock")
    scene.play_to_the_end()
    scene.accept()
    lines = logs.lines_of(hand.pk)
    _version, recorded = logs.hand_at(hand.pk)
    knock = next(n for n, line in enumerate(lines[1:], start=1) if line["e"] == "knocked")
    for at in range(knock):
        state = record.state_at(recorded.rules, recorded.dealt, recorded.events, at)
        page = Client().get(f"/hands/{hand.pk}/?at={at}&view=1")
        other = {card_text(card) for card in cards_of(state.hands[0].known)} - {
            card_text(card) for card in state.pile
        }
        assert set(CARD.findall(page.text)) & other == set()
        step = page.context["step"]
        assert [line["side"] for line in step["chart"]["lines"]] == ["b"]
        assert step["knocks"] == []
        drawn = [step["events"][n - 1]["words"] for n, line in enumerate(lines[1:], start=1)
                 if line["e"] == "drew" and line["seat"] == 0 and line["from"] == "stock"]  # fmt: skip
        assert drawn
        assert all(words.endswith("draws a card from the stock.") for words in drawn)
    assert "view=1" in page.context["keep"]
    end = Client().get(f"/hands/{hand.pk}/?view=1").context["step"]
    assert [seat["count"] for seat in end["seats"]] == hand.result["deadwood"]


def test_the_moment_of_a_knock_says_what_the_best_knock_and_the_best_defence_score(scene):
    hand = finished(scene, ending="knock")
    scene.play_to_the_end()
    scene.accept()
    lines = logs.lines_of(hand.pk)
    knock = next(n for n, line in enumerate(lines[1:], start=1) if line["e"] == "knocked")
    _version, recorded = logs.hand_at(hand.pk)
    state = record.state_at(recorded.rules, recorded.dealt, recorded.events, knock - 1)
    best = best_knock(state)
    name = scene.names()[state.turn]
    before = Client().get(f"/hands/{hand.pk}/?at={knock - 1}")
    said = before.context["step"]["hindsight"]
    assert said["title"] in (f"The best knock here: {name} with {best.deadwood}", f"Gin was there for {name}")
    assert said["words"].endswith(f"scores {max(best.result.points)}.")
    assert knock - 1 in [each["n"] for each in before.context["step"]["knocks"]]
    after = Client().get(f"/hands/{hand.pk}/?at={knock}").context["step"]["hindsight"]
    assert after["title"].endswith(f"keeps {hand.result['best_defence']}")
    assert Client().get(f"/hands/{hand.pk}/?at=0").context["step"]["hindsight"] is None


def test_the_replay_is_there_for_programs_once_the_hand_is_over(scene):
    hand = finished(scene, ending="knock")
    scene.play_to_the_end()
    scene.accept()
    moments = Client().get(f"/api/v1/hands/{hand.pk}/replay/").json()["moments"]
    lines = logs.lines_of(hand.pk)
    knock = next(n for n, line in enumerate(lines[1:], start=1) if line["e"] == "knocked")
    assert [each["event"] for each in moments] == list(range(len(lines)))
    assert (
        moments[knock - 1]["best_knock"]["deadwood"] == moments[knock - 1]["deadwood"][hand.result["knocker"]]
    )
    assert moments[knock]["best_defence"]["deadwood"] == hand.result["best_defence"]
    assert moments[0]["best_knock"] is None
    assert moments[-1]["best_defence"]["points"] == hand.result["points"]


def test_there_is_no_replay_of_a_hand_that_is_played(scene):
    hand = planted(scene)
    for client in (Client(), scene.phone(None), scene.phone(0)):
        assert client.get(f"/api/v1/hands/{hand.pk}/replay/").status_code == 404


def test_a_hand_may_stand_in_a_frame_at_its_own_address_and_nowhere_else(scene, django_user_model):
    hand = finished(scene, ending="knock")
    desk = director(scene, django_user_model)
    assert desk.get(f"/hands/{hand.pk}/").status_code == 200
    assert (
        desk.get(f"/embed/hands/{hand.pk}/").status_code == 404
    )  # not counted: whoever looks is nobody there
    scene.play_to_the_end()
    scene.accept()
    frame = desk.get(f"/embed/hands/{hand.pk}/?at=3&view=1&theme=dark&lang=en")
    assert frame.status_code == 200
    assert "frame-ancestors *" in frame["Content-Security-Policy"]
    assert "X-Frame-Options" not in frame
    assert 'data-theme="dark"' in frame.text
    assert '<form method="post"' not in frame.text
    assert "?at=4&amp;view=1&amp;theme=dark&amp;lang=en" in frame.text
    page = desk.get(f"/hands/{hand.pk}/?at=3")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"
    assert f"/embed/hands/{hand.pk}/?at=3" in page.context["shared"].frame


def test_a_step_alone_is_swapped_in(scene):
    hand = finished(scene)
    scene.play_to_the_end()
    scene.accept()
    part = Client().get(f"/hands/{hand.pk}/?at=1", headers={"hx-request": "true", "hx-target": "hand-step"})
    assert "<html" not in part.text
    assert "All steps" in part.text


def test_counts_and_points_say_what_is_known(scene):
    scene.play_to_the_end()
    scene.accept()
    hand = Hand.objects.filter(match_id=scene.match.pk).first()
    page = Client().get(f"/hands/{hand.pk}/").text
    assert "Only the counts of this hand were written down; its cards are not known." in page


def test_the_hands_of_an_uncounted_match_are_not_there_for_others(scene, django_user_model):
    hand = finished(scene)
    addresses = [f"/hands/{hand.pk}/", f"/hands/{hand.pk}/record.jsonl", f"/api/v1/hands/{hand.pk}/",
                 f"/api/v1/hands/{hand.pk}/record"]  # fmt: skip
    assert [Client().get(each).status_code for each in addresses] == [404] * 4
    assert [scene.phone(0).get(each).status_code for each in addresses] == [200] * 4
    desk = director(scene, django_user_model)
    assert [desk.get(each).status_code for each in addresses] == [200] * 4
    assert f"/hands/{hand.pk}/" not in Client().get(f"/matches/{scene.match.pk}/").text
    scene.play_to_the_end()
    scene.accept()
    assert [Client().get(each).status_code for each in addresses] == [200] * 4
    assert f"/hands/{hand.pk}/" in Client().get(f"/matches/{scene.match.pk}/").text


def test_the_record_comes_back_as_it_was_recorded(scene):
    hand = finished(scene)
    scene.play_to_the_end()
    scene.accept()
    answer = Client().get(f"/hands/{hand.pk}/record.jsonl")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert lines == logs.lines_of(hand.pk)
    assert record.read_hand(lines).result.outcome == hand.result["outcome"]
    assert Client().get(f"/api/v1/hands/{hand.pk}/record").json()["lines"] == lines


@pytest.mark.parametrize("moves", [0, 1, 6, 9])
def test_no_hidden_card_of_a_live_hand_is_in_any_page_or_answer(scene, django_user_model, moves):
    hand = planted(scene, moves=moves)
    hidden = hidden_cards(hand)
    assert len(hidden) >= 40
    viewers = {
        "visitor": Client(),
        "table": scene.phone(None),
        "director": director(scene, django_user_model),
    }
    addresses = [f"/hands/{hand.pk}/", f"/hands/{hand.pk}/?at=0", f"/hands/{hand.pk}/?at=2&view=0",
                 f"/hands/{hand.pk}/?view=1", f"/hands/{hand.pk}/record.jsonl",
                 f"/api/v1/hands/{hand.pk}/", f"/api/v1/hands/{hand.pk}/record",
                 f"/matches/{scene.match.pk}/", f"/matches/{scene.match.pk}/enter/", "/table/"]  # fmt: skip
    seen = 0
    for viewer in viewers.values():
        for address in addresses:
            answer = viewer.get(address, follow=True)
            seen += answer.status_code == 200 and str(hand.pk) in address
            assert cards_in(answer.text) & hidden == set()
    assert seen == 2 * 7  # the table and the director did open each of the hand's own addresses


def test_a_hand_that_is_played_follows_by_itself_and_becomes_its_replay(scene):
    hand = planted(scene, moves=2)
    hidden = hidden_cards(hand)
    table = scene.phone(None)
    page = table.get(f"/hands/{hand.pk}/")
    assert 'hx-trigger="every 3s, news"' in page.text
    etag = re.search(r'data-etag="([^"]+)"', page.text)[1].replace("&quot;", '"')
    asking = {"hx-request": "true", "hx-target": "hand-now"}
    assert table.get(f"/hands/{hand.pk}/", headers={**asking, "if-none-match": etag}).status_code == 304
    moves.play(order(), hand.pk, button_of(logs.hand_at(hand.pk)[1].state), version=hand.version)
    now = table.get(f"/hands/{hand.pk}/", headers={**asking, "if-none-match": etag})
    assert (now.status_code, "<html" in now.text) == (200, False)
    assert now["ETag"] != etag
    assert cards_in(now.text) & (hidden & hidden_cards(hand)) == set()
    hand.refresh_from_db()
    place = places_waiting(scene.state)[0].place
    playing.call_void(order(), scene.match, hand, place, reason="a card fell")
    assert table.get(f"/hands/{hand.pk}/", headers=asking)["HX-Refresh"] == "true"


def cards_in(text: str) -> set[str]:
    """Every card a page or an answer names, as an image or as text."""
    return set(CARD.findall(text)) | set(re.findall(r'"([A23456789TJQK][shdc])"', text))


def test_a_player_sees_the_own_hand_and_not_the_other(scene):
    hand = planted(scene, moves=6)
    answer = scene.phone(0).get(f"/api/v1/hands/{hand.pk}/").json()
    assert answer["seat"] == 0
    assert "??" not in answer["view"]["hands"][0]
    assert set(answer["view"]["hands"][1]) == {"??"}
