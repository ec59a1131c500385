"""Hands dealt by the server: sealed at the deal, told at the end, and the server's own word on the sheet."""

import io
from uuid import UUID

import pytest
from django.core.management import call_command

from games import logs
from games.engine import record
from games.engine.bots import Temper
from games.engine.gin.by_bots import move_for
from games.engine.gin.events import happened
from games.engine.sealed_deal import check
from games.models.hand import Hand
from games.services import hands
from games.services.command import player_at
from tests.tournaments.views.live import planted
from tests.tournaments.views.scene import Evening, evening, order

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene() -> Evening:
    return evening()


def play_on(hand: Hand) -> Hand:
    """Bots in both seats play a hand that was dealt here to its end."""
    while hand.phase == Hand.Phase.PLAYING:
        version, recorded = logs.hand_at(hand.pk)
        turn = recorded.state.turn
        move = record.family_of(recorded.rules).write_event(happened(move_for(recorded.state, Temper())))
        if move["e"] == "drew":
            move.pop("card", None)
        hands.play(order(player_at(hand.seats[turn], turn)), hand.pk, move, version=version)
        hand.refresh_from_db()
    return hand


def test_the_commitment_is_told_at_the_deal_and_deck_and_salt_at_the_end(scene):
    hand = planted(scene, moves=4)
    stored = logs.lines_of(hand.pk)[0]
    told = scene.phone(0).get(f"/api/v1/hands/{hand.pk}/record").json()["lines"][0]
    assert told["commitment"] == stored["commitment"]
    assert len(stored["salt"]) == 64
    assert {"salt", "hands", "stock"} & set(told) == set()
    assert check(told).verdict == "not_told"
    play_on(hand)
    told = scene.phone(0).get(f"/api/v1/hands/{hand.pk}/record").json()["lines"][0]
    assert told == stored
    assert check(told).verdict == "kept"


def test_two_deals_have_two_salts(scene):
    salts = set()
    for seed in (1, 2):
        hand = planted(scene, moves=0, seed=seed)
        salts.add(logs.lines_of(hand.pk)[0]["salt"])
        play_on(hand)
    assert len(salts) == 2


def test_check_deal_finds_every_finished_deal_of_the_log(scene):
    out = io.StringIO()
    hand = play_on(planted(scene, moves=0))
    call_command("check_deal", "--log", stdout=out)
    assert out.getvalue().startswith(f"Hand {hand.pk}: kept.")
    running = planted(scene, moves=2)
    one = io.StringIO()
    call_command("check_deal", "--hand", str(running.pk), stdout=one)
    assert "told when the hand is over" in one.getvalue()
    assert logs.lines_of(running.pk)[0]["salt"] not in one.getvalue()


def test_check_log_and_a_replay_find_played_and_void_hands_whole(scene):
    play_on(planted(scene, moves=0))
    void = planted(scene, moves=2, seed=5)
    hands.play(order(), void.pk, {"e": "voided", "reason": "misdeal"}, version=void.version)
    planted(scene, moves=3, seed=6)
    out = io.StringIO()
    call_command("check_log", stdout=out)
    assert "whole" in out.getvalue()


def test_a_seal_sent_from_outside_is_not_taken(scene):
    """Only what was dealt here may look like it: a record with a seal of its own loses it."""
    lines = [{"hand": 1, "commitment": "0" * 64, "salt": "0" * 64},
             {"e": "counted", "knocker": 0, "deadwood": [3, 20]}]  # fmt: skip
    answer = scene.phone(0).post(
        f"/api/v1/matches/{scene.match.pk}/hands/", {"records": [lines]}, content_type="application/json"
    )
    assert answer.status_code == 201
    stored = logs.lines_of(UUID(answer.json()["hand"]))[0]
    assert {"commitment", "salt"} & set(stored) == set()


def test_a_match_dealt_here_to_its_end_needs_no_acceptance(scene):
    seed = 1
    while scene.state.is_open:
        play_on(planted(scene, moves=0, seed=seed))
        seed += 1
    assert scene.state.status == "accepted"
    assert {line.by for line in scene.state.lines} == {"system"}
    assert scene.state.acceptance.via == "played"


def test_one_hand_by_word_of_mouth_and_the_match_waits_for_acceptance(scene):
    play_on(planted(scene, moves=0))
    scene.play_to_the_end()
    assert scene.state.status == "entered"
