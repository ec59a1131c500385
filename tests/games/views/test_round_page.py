"""The page of a round of Manipulation Rummy: its steps, the groups on the table, who sees what."""

import re

import pytest
from django.test import Client

from games import logs
from games.engine.manipulation.events import Played
from games.engine.manipulation.perspective import HIDDEN
from games.selectors import rounds
from tests.tournaments.views.rounds import finished_round, held_by, planted_round, round_lines, table_evening
from tests.tournaments.views.scene import hand_body
from tests.tournaments.views.test_match_page import text_of

pytestmark = pytest.mark.django_db(transaction=True)
DRAWN = re.compile(r'data-card="([^"]+)"')


@pytest.fixture
def scene():
    return table_evening()


def page_of(phone: Client, hand, at: int | None = None, **headers):
    query = "" if at is None else f"?at={at}"
    return phone.get(f"/hands/{hand.pk}/{query}", headers=headers)


def test_a_round_is_stepped_through_with_the_groups_on_the_table(scene):
    hand = finished_round(scene, seed=1)
    recorded = logs.hand_at(hand.pk)[1]
    phone = scene.phone()
    first = page_of(phone, hand, 0).context["step"]
    assert (first["words"], first["groups"], first["stock_count"]) == ("The deal", [], 76)
    assert [len(seat["cards"]) for seat in first["seats"]] == [10, 10, 10]
    assert all(HIDDEN not in [card["code"] for card in seat["cards"]] for seat in first["seats"])
    at = next(number for number, event in enumerate(recorded.events, 1) if isinstance(event, Played))
    step = page_of(phone, hand, at).context["step"]
    table = recorded.events[at - 1].table
    assert [len(group["cards"]) for group in step["groups"]] == [len(group) for group in table]
    assert all(card["new"] for group in step["groups"] for card in group["cards"])
    assert " melds " in step["words"]
    after = page_of(phone, hand, at + 1).context["step"]
    assert not any(card["new"] for group in after["groups"] for card in group["cards"])


def test_every_step_of_a_round_has_all_cards_and_its_words(scene):
    hand = finished_round(scene, seed=2)
    recorded = logs.hand_at(hand.pk)[1]
    names = ["Ann", "Bo", "Cy"]
    for at in range(len(recorded.events) + 1):
        step = rounds.step_of(recorded, names, at)
        cards = sum(len(seat["cards"]) for seat in step["seats"]) + sum(
            len(group["cards"]) for group in step["groups"]
        )
        assert cards + step["stock_count"] == 106
        assert step["words"]
        assert len(step["events"]) == len(recorded.events)


@pytest.mark.parametrize("ending", ["knock", "out"])
def test_the_end_says_how_it_ended_what_everybody_held_and_who_scores(scene, ending):
    hand = finished_round(scene, ending=ending)
    result = logs.hand_at(hand.pk)[1].result
    page = page_of(scene.phone(), hand)
    step = page.context["step"]
    names = page.context["names"]
    assert len(names) == 3
    winner = names[result.winner]
    assert f"{winner} scores {result.points[result.winner]}." in step["result"]
    assert step["defence"] == "In hand: " + ", ".join(
        f"{name} {count}" for name, count in zip(names, result.deadwood, strict=True)
    )
    assert [seat["count"] for seat in step["seats"]] == list(result.deadwood)


def test_the_script_gets_the_step_alone(scene):
    hand = finished_round(scene)
    part = page_of(scene.phone(), hand, 3, hx_target="hand-step")
    assert "<html" not in part.text
    assert "On the table" in part.text


def test_the_points_in_each_hand_are_a_line_and_one_seat_s_view_shows_its_own_alone(scene):
    hand = finished_round(scene, seed=1, ending="out")
    phone = scene.phone()
    chart = page_of(phone, hand, 0).context["step"]["chart"]
    assert [line["side"] for line in chart["lines"]] == ["a", "b", "c"]
    winner = hand.result["winner"]
    names = page_of(phone, hand).context["names"]
    assert re.search(rf"{names[winner]} from \d+ to 0", chart["words"])
    recorded = logs.hand_at(hand.pk)[1]
    for at in range(len(recorded.events)):
        step = phone.get(f"/hands/{hand.pk}/?at={at}&view=1").context["step"]
        hidden = [
            HIDDEN in [card["code"] for card in seat["cards"]] for seat in step["seats"] if seat["cards"]
        ]
        assert sum(not each for each in hidden) <= 1
        assert [line["side"] for line in step["chart"]["lines"]] == ["b"]
    own, other = ({event["words"] for event in step["events"]
                   if event["words"].startswith(f"{names[seat]} draws")} for seat in (1, 0))  # fmt: skip
    assert other == {f"{names[0]} draws a card."}
    assert f"{names[1]} draws a card." not in own


def test_a_round_that_is_played_shows_nobody_a_card(scene):
    hand = planted_round(scene, moves=7)
    state = logs.hand_at(hand.pk)[1].state
    on_table = [tile for group in state.table for tile in group]
    for phone in (scene.phone(), scene.phone(0)):
        page = page_of(phone, hand)
        assert page.status_code == 200
        drawn = DRAWN.findall(page.text)
        assert drawn.count(HIDDEN) == sum(len(held_by(state, seat)) for seat in range(3))
        assert len([code for code in drawn if code != HIDDEN]) == len(on_table)
        assert all(seat["count"] is None for seat in page.context["step"]["seats"])
    assert page_of(Client(), hand).status_code == 404


def test_a_round_of_counts_says_that_its_cards_are_not_known(scene):
    phone = scene.phone()
    body = {"how": "knock", "side": 0, "count_0": 3, "count_1": 3, "count_2": 3}
    phone.post(f"/matches/{scene.match.pk}/enter/hand/", hand_body(scene, **body))
    line = scene.state.lines[0]
    page = phone.get(f"/hands/{line.hand}/")
    names = page.context["names"]
    assert page.context["told"]["result"] == (
        f"{names[0]} knocks with 3. {names[1]} scores 10. {names[2]} scores 10."
    )
    assert "its cards are not known" in page.text


def test_a_joker_says_what_it_stands_for():
    assert rounds.card("*.1=Qh") == {"code": "joker", "label": "joker as queen of hearts", "note": "Q♥"}
    assert rounds.card("*.2") == {"code": "joker", "label": "joker", "note": ""}
    assert rounds.card("8s.2")["code"] == "8s"


def test_records_pasted_on_the_match_page_give_rounds_that_replay(scene):
    lines = round_lines(scene, 4)
    body = {"key": "6f0c0f8e-2f6e-4d83-9f5b-0d1f5f1d7a11", "text": text_of(lines)}
    answer = scene.phone(0).post(f"/matches/{scene.match.pk}/record/", body)
    assert answer.status_code == 302, answer.text[:500]
    hand = scene.state.lines[0].hand
    back = [line for line in scene.phone().get(f"/hands/{hand}/record.jsonl").text.splitlines() if line]
    assert len(back) == len(lines)


def six_at_the_table(lines):
    lines[0]["hands"] += [None, None, None]


def a_card_twice(lines):
    lines[0]["hands"][0][0] = lines[0]["hands"][1][0]


def a_meld_that_is_none(lines):
    seat = lines[1]["seat"]
    lines.insert(2, {"e": "played", "seat": seat, "table": [["8s.1", "9h.1", "Td.1"]]})


def a_card_somebody_else_has(lines):
    seat, other = lines[1]["seat"], (lines[1]["seat"] + 1) % 3
    card = next(card for card in lines[0]["hands"][other] if not card.startswith("*"))
    run = [f"{card[0]}{suit}.{pack}" for suit, pack in zip("shdc", "1111", strict=True)]
    run[run.index(f"{card[:2]}.1")] = card
    lines.insert(2, {"e": "played", "seat": seat, "table": [run]})


@pytest.mark.parametrize(
    ("break_it", "why"),
    [
        (six_at_the_table, "two to five play at a table, not 6. (rules 5.1)"),
        (a_card_twice, "is there twice. (rules 5.2)"),
        (a_meld_that_is_none, "nor three or more of a suit in sequence. (rules 5.4)"),
        (a_card_somebody_else_has, "is not in the hand. (rules 5.5)"),
    ],
)
def test_a_record_that_breaks_a_rule_is_refused_with_its_number_and_nothing_is_written(scene, break_it, why):
    lines = round_lines(scene, 4)
    break_it(lines)
    body = {"key": "6f0c0f8e-2f6e-4d83-9f5b-0d1f5f1d7a12", "text": text_of(lines)}
    answer = scene.phone(0).post(f"/matches/{scene.match.pk}/record/", body)
    assert answer.status_code == 422
    assert any(why in problem for problem in answer.context["problems"]), answer.context["problems"]
    assert scene.state.lines == ()
