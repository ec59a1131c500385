"""Steps taken back on real rows: every stream of the step is as before, and a replay gives the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.errors import Refusal
from games.services.command import Actor, Command
from tests.tournaments.services.test_repairs import SIX, TABLE, play, same_when_replayed, seat, sides
from tests.tournaments.views.desk.scene import Scene, evening, user, win
from tests.tournaments.views.scene import order
from tournaments import logs
from tournaments.engine.clock import ClockPlan
from tournaments.engine.new_stage import NewStage
from tournaments.models.tournament import Entry, Match, Publication, Round, Stage
from tournaments.services import (
    clocks,
    matches,
    registration,
    rounds,
    stages,
    standings,
    tournaments,
    undoing,
)
from tournaments.services.registration import NewSide
from tournaments.services.rounds import Decision

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
ROUND: dict[str, Any] = {"stage": 1, "round": 1}


@pytest.fixture
def scene() -> Scene:
    return evening(SIX, tables=5).published()


def undo(scene: Scene, by: Command | None = None, *, again: bool = False) -> None:
    version = logs.tournament_at(scene.row.pk)[0]
    undoing.undo(by or order(), scene.row.pk, version=version, reason="Taken back", again=again)


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def held(scene: Scene) -> dict[str, Any]:
    """What rows say of rounds and matches, but for how far their streams are."""
    columns = ("pk", "state", "table_number", "first_dealer", "is_adjourned", "summary")
    return {
        "rounds": list(Round.objects.filter(stage__tournament=scene.row).values_list("number", "state")),
        "matches": list(Match.objects.order_by("pk").values_list(*columns)),
        "sides": list(Match.objects.order_by("pk", "sides__index").values_list("pk", "sides__entry")),
    }


def test_played_as_seated_is_taken_back_with_what_had_been_accepted(scene: Scene) -> None:
    one, other, _third = scene.matches()
    play(one, (3, 60), (3, 60), (4, 50))
    matches.accept(order(), one, side=1, via="shared_table")
    before, accepted = held(scene), logs.match_at(one.pk)[1]
    (a, b), (c, d) = sides(one), sides(other)
    seat(scene, {one: [a, d], other: [c, b]})
    undo(scene)
    assert held(scene) == before
    state = logs.match_at(one.pk)[1]
    assert (state.decided, state.acceptance, state.started) == (
        "accepted", accepted.acceptance, accepted.started,
    )  # fmt: skip
    same_when_replayed(scene)
    undo(scene, again=True)
    assert (sides(one), Match.objects.get(pk=one.pk).state) == ([a, d], "entered")
    same_when_replayed(scene)
    matches.accept(order(), one, side=None, via="desk")
    assert code_of(lambda: undo(scene)) == "done_since"


def test_two_sides_swapped_in_a_round_that_is_out_are_back_at_their_tables(scene: Scene) -> None:
    one, other, _third = scene.matches()
    before = held(scene)
    rounds.swap_sides(order(), scene.row, **ROUND, one=sides(one)[0], other=sides(other)[1], reason="A car")
    undo(scene)
    assert held(scene) == before
    same_when_replayed(scene)


def test_a_close_is_taken_back_with_all_that_it_decided(scene: Scene) -> None:
    one, other, third = scene.matches()
    play(one, (3, 60))
    win(other)
    before = held(scene)
    decisions = {
        str(one.pk): Decision(kind="stands", reason="Late"),
        str(third.pk): Decision(kind="forfeit", reason="Gone", losers=(0,)),
    }
    rounds.close_round(order(), scene.row, **ROUND, decisions=decisions)
    standings.publish(order(), scene.row, **ROUND)
    rounds.draw_round(order(), scene.row, stage=1, seed=3)
    assert code_of(lambda: rounds.recall_round(order(), scene.row, **ROUND)) == "recall_closed"
    after = held(scene)["rounds"]
    for again in (False, True, False):
        for _step in ("drawn", "hung", "closed"):
            undo(scene, again=again)
            same_when_replayed(scene)
        assert held(scene)["rounds"] == after if again else held(scene) == before
    assert not logs.match_at(one.pk)[1].time_called
    row = Round.objects.get(stage__tournament=scene.row, number=1)
    assert (row.closed_at, Publication.objects.filter(withdrawn_at=None).count()) == (None, 0)
    play_on = Command(actor=TABLE)
    matches.enter_score(play_on, one, points=((125, 3),), hands_won=((5, 1),), confirm=True)
    again = {**decisions, str(third.pk): Decision(kind="void", reason="Gone")}
    rounds.close_round(order(), scene.row, **ROUND, decisions=again)
    same_when_replayed(scene)


def test_standings_hung_taken_back_and_hung_again_are_taken_back_once_more(scene: Scene) -> None:
    scene.played()
    rounds.close_round(order(), scene.row, **ROUND)
    standings.publish(order(), scene.row, **ROUND)
    for _turn in range(2):
        undo(scene)
        assert logs.tournament_at(scene.row.pk)[1].hanging == ()
        same_when_replayed(scene)
        undo(scene, again=True)
        (hanging,) = logs.tournament_at(scene.row.pk)[1].hanging
        assert (hanging.round, Publication.objects.filter(withdrawn_at=None).count()) == (1, 1)
        same_when_replayed(scene)


def test_what_was_corrected_since_the_close_keeps_the_close(scene: Scene) -> None:
    one, *others = scene.matches()
    play(one, (3, 60))
    for each in others:
        win(each)
    rounds.close_round(order(), scene.row, **ROUND, decisions={
        str(one.pk): Decision(kind="stands", reason="Late"),
    })  # fmt: skip
    matches.correct(order(), one, reason="The slip", points=((125, 3),), hands_won=((5, 1),))
    assert code_of(lambda: undo(scene)) == "done_since"
    assert Round.objects.get(stage__tournament=scene.row).state == "closed"


def test_published_standings_are_withdrawn_and_stay_as_they_hung(scene: Scene) -> None:
    scene.played()
    rounds.close_round(order(), scene.row, **ROUND)
    standings.publish(order(), scene.row, **ROUND)
    hung = Publication.objects.get()
    undo(scene)
    again = Publication.objects.get()
    assert (again.lines, again.published_at) == (hung.lines, hung.published_at)
    assert again.withdrawn_at is not None
    assert list(Publication.objects.hanging()) == []
    same_when_replayed(scene)
    standings.publish(order(), scene.row, **ROUND)
    assert [each.withdrawn_at is None for each in Publication.objects.order_by("number")] == [False, True]
    same_when_replayed(scene)


def test_a_round_is_recalled_while_nothing_is_entered_and_goes_out_again(scene: Scene) -> None:
    old = {match.pk for match in scene.matches()}
    rounds.recall_round(order(), scene.row, **ROUND, reason="The wrong list")
    assert {match.state for match in scene.matches()} == {"none"}
    assert not {match.pk for match in scene.matches()} & old
    assert {logs.match_at(pk)[1].status for pk in old} == {"void"}
    row = scene.round()
    assert (row.state, row.published_at) == ("draft", None)
    same_when_replayed(scene)
    scene.publish()
    play(scene.matches()[0], (3, 60))
    same_when_replayed(scene)
    assert code_of(lambda: rounds.recall_round(order(), scene.row, **ROUND)) == "entered_already"


def test_the_recall_is_taken_back_with_the_clock_that_ran(scene: Scene) -> None:
    clocks.set_clock(order(), scene.row, stage=1, plan=ClockPlan(play=3000))
    clocks.start(order(), scene.row, **ROUND)
    rounds.recall_round(order(), scene.row, **ROUND)
    assert (scene.round().clock, scene.round().clock_since) == (None, None)
    undo(scene)
    row = scene.round()
    assert (row.state, row.clock["status"]) == ("published", "running")
    assert 0 <= row.clock["spent"] < 60_000
    assert len(scene.matches()) == 3
    same_when_replayed(scene)


def test_a_clock_runs_on_as_if_it_had_not_been_stopped(scene: Scene) -> None:
    clocks.set_clock(order(), scene.row, stage=1, plan=ClockPlan(play=3000))
    clocks.start(order(), scene.row, **ROUND)
    since = scene.round().clock_since
    clocks.call_time(order(), scene.row, **ROUND)
    assert all(match.summary["time_called"] for match in scene.matches())
    undo(scene)
    row = scene.round()
    gone = row.clock_since - since
    assert row.clock["status"] == "running"
    assert abs(timedelta(milliseconds=row.clock["spent"]) - gone) < timedelta(seconds=1)
    assert not any(match.summary["time_called"] for match in scene.matches())
    same_when_replayed(scene)


def test_who_was_entered_by_mistake_is_off_the_list_and_comes_back(scene: Scene) -> None:
    registration.enter_sides(order(), scene.row, [NewSide(names=("Zoe",)), NewSide(names=("Yan",))])
    standings.refresh(scene.row.pk)
    assert Entry.objects.filter(tournament=scene.row).count() == 8
    undo(scene)
    assert Entry.objects.filter(tournament=scene.row).count() == 6
    same_when_replayed(scene)
    undo(scene, again=True)
    assert Entry.objects.filter(tournament=scene.row).count() == 8
    same_when_replayed(scene)


def test_stages_and_their_settings_are_as_before(scene: Scene) -> None:
    state = logs.tournament_at(scene.row.pk)[1]
    rules = state.stages[1].rules
    stages.add_stage(
        order(), scene.row.pk, NewStage(format="swiss", rounds=1, rules=rules, tiebreaks=("GP",), options={})
    )
    undo(scene)
    assert Stage.objects.filter(tournament=scene.row).count() == 1
    tournaments.change_stage(order(), scene.row.pk, stage=1, changes={"rounds": 4, "tiebreaks": ["GP"]})
    undo(scene)
    after = logs.tournament_at(scene.row.pk)[1].stages[1]
    assert (after.rounds, after.tiebreaks) == (state.stages[1].rounds, state.stages[1].tiebreaks)
    same_when_replayed(scene)


def test_nobody_puts_back_a_ruling_on_a_match_he_plays(scene: Scene) -> None:
    one, other, _third = scene.matches()
    (a, b), (c, d) = sides(one), sides(other)
    seat(scene, {one: [a, d], other: [c, b]})
    player = scene.row.entries.get(pk=a).people[0]
    player.user = user("plays-too")
    player.save()
    plays = Command(actor=Actor(kind="user", id=str(player.user_id), role="director"))
    assert code_of(lambda: undo(scene, plays)) == "own_match"
    undo(scene)
    assert sides(one) == [a, b]


def test_the_same_wish_twice_takes_one_step_back(scene: Scene) -> None:
    apart = sides(scene.matches()[0])
    registration_before = logs.tournament_at(scene.row.pk)[1].apart
    tournaments.give_penalty(order(), scene.row.pk, side=apart[0], **ROUND, game_points=1, reason="Late")
    version, wish = logs.tournament_at(scene.row.pk)[0], order()
    for _tap in range(2):
        undoing.undo(wish, scene.row.pk, version=version, reason="Taken back")
    state = logs.tournament_at(scene.row.pk)[1]
    assert (state.penalties, state.apart) == ({}, registration_before)
    assert state.rounds[1, 1].status == "published"


@pytest.mark.parametrize("how", ["withdraw", "disqualify"])
def test_who_was_put_out_in_the_middle_of_a_round_is_back_at_the_table(scene: Scene, how: str) -> None:
    one = scene.matches()[0]
    play(one, (3, 60))
    before, side = held(scene), sides(one)[0]
    getattr(registration, how)(order(), scene.row, side=side, reason="Ill", removal="forfeit")
    assert Match.objects.get(pk=one.pk).state == "forfeit"
    undo(scene)
    assert held(scene) == before
    state = logs.tournament_at(scene.row.pk)[1]
    assert not state.sides[side].is_withdrawn((1, 2))
    same_when_replayed(scene)
    undo(scene, again=True)
    assert Match.objects.get(pk=one.pk).state == "forfeit"
    undo(scene)
    matches.forfeit(order(), one, losers=[1], reason="Late")
    assert code_of(lambda: undo(scene, again=True)) == "done_since"


def test_withdrawn_standings_are_nobodys_newest_and_say_so_where_they_are_read(scene: Scene) -> None:
    scene.played()
    rounds.close_round(order(), scene.row, **ROUND)
    standings.publish(order(), scene.row, **ROUND)
    address = [scene.club.slug, scene.row.slug]
    newest, first = reverse("standings", args=address), reverse("publication", args=[*address, 1])
    assert Client().get(newest).status_code == 200
    undo(scene)
    assert Client().get(newest).status_code == 404
    page = Client().get(first)
    assert page.status_code == 200
    assert "These standings were withdrawn" in page.text
    told = Client().get(reverse("publication_json", args=[*address, 1])).json()
    assert told["withdrawn_at"] > told["published_at"]
    assert told["lines"]
    assert scene.desk.get(scene.url("standings")).status_code == 200
    assert "Round 1 was closed." in scene.desk.get(scene.url("log")).text
