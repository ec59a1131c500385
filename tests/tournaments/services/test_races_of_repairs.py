"""A table plays on while the desk repairs: what comes in that moment is kept, and nothing is told twice."""

from __future__ import annotations

import pytest

from games.engine.errors import Refusal
from games.services.acting import Stale
from tests.tournaments.services.race import all_is_well, in_the_midst, told
from tests.tournaments.services.test_repairs import SIX, play, seat, sides, state
from tests.tournaments.services.test_undoing import ROUND, code_of, undo
from tests.tournaments.views.desk.scene import Scene, evening
from tests.tournaments.views.scene import order
from tournaments import logs
from tournaments.models.tournament import Match
from tournaments.services import matches, rounds, undoing

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def scene() -> Scene:
    return evening(SIX, tables=5).published()


def crossed(scene: Scene) -> tuple[Match, dict[Match, list[str]]]:
    one, other, _third = scene.matches()
    (a, b), (c, d) = sides(one), sides(other)
    return one, {one: [a, d], other: [c, b]}


def test_a_hand_that_comes_with_the_recall_keeps_the_round_out(scene, monkeypatch) -> None:
    one = scene.matches()[0]
    in_the_midst(monkeypatch, lambda: play(one, (3, 60)))
    assert code_of(lambda: rounds.recall_round(order(), scene.row, **ROUND)) == "entered_already"
    assert (scene.round().state, len(state(one).lines)) == ("published", 1)
    assert told(scene.row.pk)["tournament.round_recalled"] == 0
    assert all_is_well()


def test_a_hand_that_comes_with_the_repair_goes_with_the_people_too(scene, monkeypatch) -> None:
    one, seated = crossed(scene)
    in_the_midst(monkeypatch, lambda: play(one, (3, 60)))
    seat(scene, seated)
    assert (sides(one), len(state(one).lines), state(one).entered_side) == (seated[one], 1, None)
    assert told(scene.row.pk)["tournament.pairing_amended"] == 1
    assert all_is_well()


def test_an_acceptance_that_comes_with_the_undo_keeps_the_repair(scene, monkeypatch) -> None:
    one, seated = crossed(scene)
    play(one, (3, 60), (3, 60), (4, 50))
    seat(scene, seated)
    in_the_midst(monkeypatch, lambda: matches.accept(order(), one, side=None, via="desk"))
    assert code_of(lambda: undo(scene)) == "done_since"
    assert (sides(one), Match.objects.get(pk=one.pk).state) == (seated[one], "accepted")
    assert all_is_well()


def test_of_two_who_take_the_same_step_back_one_does(scene, monkeypatch) -> None:
    one, seated = crossed(scene)
    drawn = sides(one)
    seat(scene, seated)
    version = logs.tournament_at(scene.row.pk)[0]
    in_the_midst(monkeypatch, lambda: undo(scene))
    with pytest.raises(Stale):
        undoing.undo(order(), scene.row.pk, version=version, reason="Taken back")
    assert sides(one) == drawn
    assert told(scene.row.pk)["tournament.step_taken_back"] == 1
    assert all_is_well()


def test_a_round_closed_with_the_repair_is_not_rewritten(scene, monkeypatch) -> None:
    _one, seated = crossed(scene)
    scene.played()
    in_the_midst(monkeypatch, lambda: rounds.close_round(order(), scene.row, **ROUND))
    with pytest.raises(Refusal) as caught:
        seat(scene, seated)
    assert caught.value.code == "round_closed_repair"
    assert all_is_well()
