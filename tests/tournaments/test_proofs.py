"""check_log replays tournaments, matches and hands and compares them with what pages show."""

import uuid

import pytest
from django.db import connection

from games.eventstore import checks, guards
from games.eventstore.log import Plan, Recorded, append_many, load
from games.models.hand import Hand
from tests.tournaments.views.scene import evening, order
from tournaments.engine.events import HandAmended
from tournaments.models.tournament import (
    Entry,
    EntryPerson,
    Match,
    MatchSide,
    Round,
    RoundBye,
    Stage,
    StandingLine,
    Tournament,
)
from tournaments.services import clubs, rounds

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tonight():
    tonight = evening()
    tonight.play(0)
    tonight.play(1, count=5)
    assert list(checks.findings()) == []
    return tonight


def said_of(tonight) -> list[str]:
    """What is found, without the tournament each sentence begins with."""
    return [each.removeprefix(f"Tournament {tonight.tournament.pk}: ") for each in checks.findings()]


def test_a_match_row_that_shows_something_else_is_told_with_its_field(tonight):
    match = tonight.match
    row = f"The row of match {match.pk} says"
    summary = {**match.summary, "points": [0, 99]}
    for change, words in (
        ({"state": "accepted"}, 'state "accepted"; its events come to "playing".'),
        ({"summary": summary}, "summary.points [0, 99]; its events come to [17, 15]."),
        ({"version": 9}, "version 9; its events come to 3."),
        ({"director_called": True}, "director_called true; its events come to false."),
        ({"table_number": 7}, "table_number 7; its events come to 1."),
        ({"order": 3}, "order 3; its events come to 0."),
    ):
        before = {name: getattr(match, name) for name in change}
        Match.objects.filter(pk=match.pk).update(**change)
        assert said_of(tonight) == [f"{row} {words}"]
        Match.objects.filter(pk=match.pk).update(**before)
    assert said_of(tonight) == []


def test_a_row_of_the_tournament_that_shows_something_else_is_told_with_its_field(tonight):
    row = tonight.tournament
    ann, bo = Entry.objects.filter(tournament=row)
    seat = MatchSide.objects.get(match=tonight.match, index=0)
    first, second = (ann, bo) if seat.entry_id == ann.pk else (bo, ann)
    leader = StandingLine.objects.filter(stage__tournament=row).first()
    for rows, change, words in (
        (Tournament.objects.filter(pk=row.pk), {"state": "finished"},
         'the tournament itself says state "finished"; its events come to "running".'),
        (Stage.objects.filter(tournament=row), {"rounds_planned": 9},
         "stage 1 says rounds_planned 9; its events come to 1."),
        (Entry.objects.filter(pk=ann.pk), {"seed": 4},
         f"side {ann.pk} says seed 4; its events come to null."),
        (EntryPerson.objects.filter(entry=ann), {"player": bo.people[0]},
         f'person 0 of side {ann.pk} says player "{bo.people[0].pk}"; its events come to'
         f' "{ann.people[0].pk}".'),
        (Round.objects.filter(stage__tournament=row), {"state": "closed"},
         'round 1.1 says state "closed"; its events come to "published".'),
        (MatchSide.objects.filter(pk=seat.pk), {"entry": second},
         f'seat 0 of match {tonight.match.pk} says entry "{second.pk}"; its events come to "{first.pk}".'),
        (StandingLine.objects.filter(pk=leader.pk), {"rank": 5},
         "line 0 of the live standings of stage 1 says rank 5; its events come to 1."),
    ):  # fmt: skip
        before = rows.values(*change)[0]
        rows.update(**change)
        assert said_of(tonight) == [f"The row of {words}"]
        rows.update(**before)
    assert said_of(tonight) == []


def test_a_row_too_few_and_one_too_many_are_told(tonight):
    row = Round.objects.get(stage__tournament=tonight.tournament)
    bye = RoundBye.objects.create(
        round=row, entry=tonight.match.sides.first().entry, kind="pairing", points=2
    )
    assert said_of(tonight) == [f"No event knows the row of bye of side {bye.entry_id} in round 1.1."]
    bye.delete()
    MatchSide.objects.get(match=tonight.match, index=1).delete()
    seat = f"{tonight.match.pk}.1"
    assert said_of(tonight) == [
        f"The row of seat 1 of match {tonight.match.pk} is missing.",
        f"The row of person 0 at seat {seat} is missing.",
    ]


def test_a_match_moved_to_a_table_that_is_set_up_later_stands_there_then(tonight):
    match = tonight.match
    rounds.move_match(order(), tonight.tournament, stage=1, round=1, match=str(match.pk), table=9)
    assert Match.objects.get(pk=match.pk).table is None
    clubs.want_tables(tonight.tournament.club, 9)
    assert Match.objects.get(pk=match.pk).table.number == 9
    assert said_of(tonight) == []


def test_standings_that_are_only_behind_are_no_finding(tonight):
    """The sweep mends them; what they say is as of then."""
    Stage.objects.filter(tournament=tonight.tournament).update(standings_position=1)
    StandingLine.objects.filter(stage__tournament=tonight.tournament).delete()
    assert said_of(tonight) == []


def test_a_tournament_without_its_row_is_told(tonight):
    pk = tonight.tournament.pk
    tonight.tournament.delete()
    (said,) = checks.findings()
    assert said == f"Tournament {pk} has events and no row: its name and its club are in none of them."


def test_a_hand_row_that_is_behind_is_told(tonight):
    hand = Hand.objects.order_by("deal").first()
    Hand.objects.filter(pk=hand.pk).update(version=1)
    assert said_of(tonight) == [f"The row of hand {hand.pk} says version 1; its events come to 2."]


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
    Hand.objects.filter(pk=hand.pk).delete()
    assert len(list(checks.findings())) == 1


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
