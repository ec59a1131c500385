"""An evening in which everything was taken back, put off or put right once: read again, carried away, at any
time.
"""

from __future__ import annotations

from typing import get_args

import pytest
from django.test import Client
from django.urls import reverse

from games.eventstore import checks
from games.eventstore.log import histories, streams_of
from tests.tournaments.services.rich import every_row
from tests.tournaments.services.test_repairs import SIX, move, play, seat, sides
from tests.tournaments.services.test_undoing import ROUND, undo
from tests.tournaments.test_backup import empty_the_database, take_in
from tests.tournaments.test_import import exported
from tests.tournaments.views.desk.scene import Scene, evening, win
from tests.tournaments.views.scene import order
from tournaments import logs
from tournaments.engine.clock import ClockPlan
from tournaments.engine.events import PairingAmended, RepairEvent
from tournaments.engine.new_stage import NewStage
from tournaments.services import clocks, matches, rebuild, registration, repairs, rounds, stages, standings
from tournaments.services.registration import NewSide

KINDS = (*get_args(RepairEvent), PairingAmended)
pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


def repaired() -> Scene:
    scene = evening((*SIX, "Gus"), tables=5, rounds=3).published()
    row = scene.row
    clocks.set_clock(order(), row, stage=1, plan=ClockPlan(play=3000))
    clocks.start(order(), row, **ROUND)
    undo(scene)
    rounds.recall_round(order(), row, **ROUND, reason="The wrong list")
    scene.publish()
    registration.enter_sides(order(), row, [NewSide(names=("Zoe",))])
    undo(scene)
    rules = logs.tournament_at(row.pk)[1].stages[1].rules
    stages.add_stage(
        order(), row.pk, NewStage(format="swiss", rounds=1, rules=rules, tiebreaks=("GP",), options={})
    )
    undo(scene)
    one, other, third = scene.matches()
    play(one, (3, 60), (3, 60), (4, 50))
    (a, b), (c, d) = sides(one), sides(other)
    seat(scene, {one: [a, d], other: [c, b]})
    move(scene, one, third, columns=(1, 0))
    repairs.adjourn(order(), other, reason="The last bus")
    repairs.resume(order(), other)
    repairs.adjourn(order(), other, reason="The last bus after all")
    matches.accept(order(), one, side=None, via="desk")
    win(next(match for match in scene.matches() if match.pk not in (one.pk, other.pk)))
    rounds.close_round(order(), row, **ROUND)
    standings.publish(order(), row, **ROUND)
    undo(scene)
    undo(scene)
    undo(scene, again=True)
    standings.publish(order(), row, **ROUND)
    for number in (2, 3):
        rounds.draw_round(order(), row, stage=1)
        scene.publish(number).played(number)
        rounds.close_round(order(), row, stage=1, round=number)
    win(next(match for match in scene.matches() if match.pk == other.pk))
    standings.publish(order(), row, stage=1, round=3, final=True)
    standings.finish(order(), row)
    undo(scene)
    standings.refresh(row.pk)
    return scene


def test_nothing_that_can_be_repaired_is_missing_in_it() -> None:
    scene = repaired()
    names = {entry.name for entry in histories([scene.row.pk])[scene.row.pk]}
    of_matches = histories(streams_of(scene.row.pk, kinds=("match",))).values()
    names |= {entry.name for entries in of_matches for entry in entries}
    wanted = {each.NAME for each in KINDS} | {"match.reseated"}
    assert wanted - names == set()


def test_rows_are_what_a_replay_gives_here_and_where_it_is_carried_to(tmp_path) -> None:
    scene = repaired()
    before = every_row()
    assert [str(each) for each in checks.findings()] == []
    assert rebuild.rebuild(scene.row.pk).count == 0
    file = exported(tmp_path)
    empty_the_database()
    take_in(file)
    standings.refresh(scene.row.pk)
    assert every_row() == before
    assert [str(each) for each in checks.findings()] == []


def test_every_page_of_then_is_there_after_every_step() -> None:
    scene = repaired()
    desk, address = scene.desk, [scene.club.slug, scene.row.slug]
    entries = histories([scene.row.pk])[scene.row.pk]
    positions = [entry.position for entry in entries if entry.name in {each.NAME for each in KINDS}]
    assert len(positions) > len(KINDS)
    public = [reverse(name, args=address) for name in ("tournament", "standings", "live")]
    public.append(reverse("round", args=[*address, 1]))
    wrong = []
    for position in positions:
        then = desk.get(scene.url("past"), {"at": position})
        if then.status_code != 200:
            wrong.append(("past", position, then.status_code))
        for page in public:
            status = Client().get(page, {"at": position}).status_code
            if status not in (200, 302, 404):
                wrong.append((page, position, status))
    assert wrong == []
    assert desk.get(scene.url("log")).status_code == 200
