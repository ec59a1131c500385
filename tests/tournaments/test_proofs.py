"""check_log replays every match and every hand and compares them with what pages show."""

import uuid

import pytest
from django.db import connection

from games.eventstore import checks, guards
from games.eventstore.log import Plan, Recorded, append_many, load
from games.models.hand import Hand
from tests.tournaments.views.scene import evening
from tournaments.engine.events import HandAmended
from tournaments.models.tournament import Match

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def tonight():
    tonight = evening()
    tonight.play(0)
    tonight.play(1, count=5)
    assert list(checks.findings()) == []
    return tonight


def test_a_match_row_that_shows_something_else_is_told(tonight):
    match = tonight.match
    for change in ({"state": "accepted"}, {"summary": {}}, {"version": 9}, {"director_called": True}):
        before = {name: getattr(match, name) for name in change}
        Match.objects.filter(pk=match.pk).update(**change)
        assert list(checks.findings()) == [f"The row of match {match.pk} is not what its events come to."]
        Match.objects.filter(pk=match.pk).update(**before)
    assert list(checks.findings()) == []


def test_a_hand_row_that_is_behind_is_told(tonight):
    hand = Hand.objects.order_by("deal").first()
    Hand.objects.filter(pk=hand.pk).update(version=1)
    assert list(checks.findings()) == [
        f"The row of hand {hand.pk} in match {tonight.match.pk} is not as far as its events."
    ]


def test_a_hand_that_ended_otherwise_than_its_match_says_is_told(tonight):
    """The chain is whole: the store itself appended another result than the hand's own."""
    version, stored = load(tonight.match.pk)
    first = next(event for event in stored if event.NAME == "match.hand_entered")
    other = type(first.result)(
        outcome="knock",
        knocker=0,
        winner=0,
        deadwood=(1, 50),
        points=(49, 0),
        verified=False,
        fidelity="counts",
    )
    plan = Plan(command_id=uuid.uuid4(), actor="bo")
    amended = HandAmended(place=first.place, result=other, hand=first.hand, by="director", side=None)
    plan.append(tonight.match.pk, "match", tonight.tournament.pk, version, [amended])
    append_many(plan)
    said = list(checks.findings())
    assert f"Hand {first.hand} ended otherwise than match {tonight.match.pk} says." in said


def test_a_hand_that_cannot_be_replayed_is_told(tonight):
    hand = Hand.objects.order_by("deal").first()
    version, _ = load(hand.pk)
    plan = Plan(command_id=uuid.uuid4(), actor="bo")
    plan.append(
        hand.pk,
        "hand",
        hand.tournament_id,
        version,
        [Recorded("hand.drew", 1, '{"e":"drew","seat":0,"from":"stock"}')],
    )
    append_many(plan)
    (said,) = checks.findings()
    assert said.startswith(f"Hand {hand.pk} of match {tonight.match.pk} cannot be replayed: ")


def test_a_match_row_without_events_is_told(tonight):
    match = tonight.match
    on_table = " ON games_event" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in guards.wanted(connection):
            cursor.execute(f"DROP TRIGGER {name}{on_table}")
        stream = match.pk if connection.vendor == "postgresql" else match.pk.hex
        cursor.execute("DELETE FROM games_event WHERE stream_id = %s", [stream])
    guards.restore(connection)
    assert f"Match {match.pk} has a row and no events." in list(checks.findings())
