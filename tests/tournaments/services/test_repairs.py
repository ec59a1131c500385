"""The repair drawer on real rows: streams, rows, rights and a replay say the same."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.engine.errors import Refusal
from games.eventstore import checks
from games.eventstore.clock import now
from games.models.hand import Hand
from games.services.command import Actor, Command
from tests.tournaments.services.rich import every_row
from tests.tournaments.views.desk.scene import Scene, evening, user
from tests.tournaments.views.scene import order
from tournaments import logs
from tournaments.engine.clock import ClockPlan
from tournaments.engine.match import MatchState
from tournaments.models.tournament import Match, MatchPerson, MatchSide, Publication
from tournaments.services import clocks, hands, matches, rebuild, repairs, rounds, standings

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
TABLE = Actor(kind="table", id="x", role="table", side=0)
SIX = ("Ada", "Bo", "Cy", "Dee", "Ed", "Flo")


def play(match: Match, *counts: tuple[int, int]) -> None:
    """Hands knocked by the left side, entered by a table's phone."""
    for number, deadwood in enumerate(counts, start=1):
        lines = [{"hand": number}, {"e": "counted", "knocker": 0, "deadwood": list(deadwood)}]
        hands.record_hand(Command(actor=TABLE), match, lines)


def sides(match: Match) -> list[str]:
    return [str(pk) for pk in MatchSide.objects.filter(match=match).values_list("entry_id", flat=True)]


def state(match: Match) -> MatchState:
    return logs.match_at(match.pk)[1]


def seat(scene: Scene, seated: dict[Match, list[str]], by: Command | None = None, **more: Any) -> None:
    repairs.play_as_seated(
        by or order(), scene.row, stage=1, round=1, reason="They sat down so",
        seated={str(match.pk): seats for match, seats in seated.items()}, **more,
    )  # fmt: skip


def move(scene: Scene, one: Match, other: Match, **more: Any) -> None:
    said: dict[str, Any] = {"columns": (0, 1), "reason": "A wrong sheet", **more}
    repairs.move_sheet(order(), scene.row, stage=1, round=1, match=str(one.pk), other=str(other.pk), **said)


def same_when_replayed(scene: Scene) -> None:
    """Every row is what the log gives, live standings too."""
    standings.refresh(scene.row.pk)
    before = every_row()
    assert [str(each) for each in checks.findings()] == []
    assert rebuild.rebuild(scene.row.pk).count == 0
    assert every_row() == before


def test_hands_and_rows_go_with_the_people_and_are_what_a_replay_gives() -> None:
    scene = evening(SIX, tables=5).published()
    one, other, third = scene.matches()
    (a, b), (c, d) = sides(one), sides(other)
    play(one, (3, 60), (3, 60), (4, 50))
    matches.accept(order(), one, side=None, via="desk")
    play(other, (1, 20))
    seat(scene, {one: [a, d], other: [c, b]})
    assert (sides(one), sides(other), len(sides(third))) == ([a, d], [c, b], 2)
    told = Match.objects.in_bulk([one.pk, other.pk])
    assert (told[one.pk].state, told[other.pk].state) == ("entered", "playing")
    assert [told[pk].table_number for pk in (one.pk, other.pk)] == [one.table_number, other.table_number]
    seats = MatchPerson.objects.filter(side__match=one).order_by("side__index")
    persons = [str(each.player_id) for each in seats]
    assert persons == [
        str(each.people[0].pk) for side in (a, d) for each in scene.row.entries.filter(pk=side)
    ]
    assert {tuple(hand.seats) for hand in Hand.objects.filter(match_id=one.pk)} == {tuple(persons)}
    same_when_replayed(scene)


def test_a_sheet_moves_to_its_table_and_both_are_accepted_anew() -> None:
    scene = evening(SIX, tables=5).published()
    one, other, _third = scene.matches()
    (a, b), (c, d) = sides(one), sides(other)
    matches.enter_score(order(), one, points=((125, 40),), hands_won=((6, 3),))
    move(scene, one, other, columns=(1, 0))
    here, there = scene.matches()[:2]
    assert (here.table_number, sides(here), here.state) == (one.table_number, [a, b], "none")
    assert (there.table_number, sides(there), there.state) == (other.table_number, [d, c], "entered")
    assert there.summary["points"] == [125, 40]
    same_when_replayed(scene)
    play(here, (2, 40))
    with pytest.raises(Refusal) as caught:
        move(scene, there, here)
    assert caught.value.code == "other_sheet_begun"
    move(scene, there, here, swap=True, columns=(0, 1), other_columns=(1, 0))
    assert [match.state for match in scene.matches()[:2]] == ["entered", "playing"]
    same_when_replayed(scene)


def test_the_same_wish_twice_is_done_once() -> None:
    scene = evening(SIX, tables=5).published()
    one, other, _third = scene.matches()
    (a, b), (c, d) = sides(one), sides(other)
    wish = order()
    for _tap in range(2):
        seat(scene, {one: [a, d], other: [c, b]}, wish)
    version = logs.tournament_at(scene.row.pk)[0]
    seat(scene, {one: [a, d], other: [c, b]})
    assert logs.tournament_at(scene.row.pk)[0] == version


def test_a_director_who_plays_there_leaves_it_to_the_deputy() -> None:
    scene = evening(SIX, tables=5).published()
    one, other, third = scene.matches()
    (a, b), (c, d) = sides(one), sides(other)
    player = scene.row.entries.get(pk=d).people[0]
    player.user = user("plays-too")
    player.save()
    plays = Command(actor=Actor(kind="user", id=str(player.user_id), role="director"))
    with pytest.raises(Refusal) as caught:
        seat(scene, {one: [a, d], other: [c, b]}, plays)
    assert caught.value.code == "own_match"
    assert sides(one) == [a, b]
    deputy = Command(actor=Actor(kind="user", id="77", role="deputy"))
    seat(scene, {one: [a, d], other: [c, b]}, deputy)
    e, f = sides(third)
    again = Command(actor=Actor(kind="user", id=str(player.user_id), role="director"))
    seat(scene, {third: [f, e]}, again)


def test_a_hand_held_on_two_phones_is_finished_first() -> None:
    scene = evening(SIX, tables=5).published()
    one, other, _third = scene.matches()
    hands.deal_hand(Command(actor=TABLE), one)
    (a, b), (c, d) = sides(one), sides(other)
    with pytest.raises(Refusal) as caught:
        seat(scene, {one: [a, d], other: [c, b]})
    assert caught.value.code == "hand_in_play"


def test_an_adjourned_match_waits_for_nobody_and_nobody_for_it() -> None:
    scene = evening(SIX, tables=5, rounds=3).published()
    one, other, third = scene.matches()
    clocks.set_clock(order(), scene.row, stage=1, plan=ClockPlan(play=1, walk_in=0))
    clocks.start(order(), scene.row, stage=1, round=1)
    repairs.adjourn(order(), one, reason="The last bus")
    assert Match.objects.get(pk=one.pk).is_adjourned
    assert one.pk not in clocks.ring(now() + timedelta(seconds=5))
    assert one.pk not in [match.pk for match in clocks.ran_out(now() + timedelta(seconds=5))]
    assert not state(one).time_called
    same_when_replayed(scene)
    repairs.resume(order(), one)
    assert not Match.objects.get(pk=one.pk).is_adjourned
    repairs.adjourn(order(), one, reason="The last bus")
    for each in (other, third):
        matches.enter_score(order(), each, points=((125, 40),), hands_won=((6, 3),))
    rounds.close_round(order(), scene.row, stage=1, round=1)
    assert Match.objects.get(pk=one.pk).is_adjourned
    rounds.draw_round(order(), scene.row, stage=1)
    matches.enter_score(order(), one, points=((125, 40),), hands_won=((6, 3),))
    assert Match.objects.get(pk=one.pk).state == "accepted"
    same_when_replayed(scene)


def test_a_recorded_winner_that_stands_counts_as_a_replay_gives_it() -> None:
    scene = evening(SIX, tables=5, rounds=3).published()
    one, *others = scene.matches()
    play(one, (3, 60), (3, 60), (4, 50))
    matches.accept(order(), one, side=None, via="desk")
    for each in others:
        matches.enter_score(order(), each, points=((125, 40),), hands_won=((6, 3),))
    rounds.close_round(order(), scene.row, stage=1, round=1)
    shorter = tuple((line.place, line.result, None) for line in state(one).lines[:1])
    matches.correct(order(), one, reason="Two hands were another table's", hands=shorter)
    row = Match.objects.get(pk=one.pk)
    assert (row.state, row.summary["over"], row.summary["winner"]) == ("corrected", True, 0)
    same_when_replayed(scene)
    rounds.draw_round(order(), scene.row, stage=1)
    standings.publish(order(), scene.row, stage=1, round=1)
    line = next(each for each in standings_lines(scene) if each["side"] == sides(one)[0])
    assert line["values"]["GP"] == 2


def standings_lines(scene: Scene) -> list[dict[str, Any]]:
    return list(Publication.objects.get(stage__tournament=scene.row).lines)
