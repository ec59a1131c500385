"""Rulings through the services: every choice on a real match, refolded, told, in rows and standings."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.errors import Refusal
from games.engine.rulesets import change, preset
from games.eventstore import checks
from games.eventstore.log import history
from games.models.hand import Hand
from games.services.command import Actor, Command
from scoring.sheets.sheet import Place
from tests.tournaments.log_time import standing_clock
from tests.tournaments.views.desk.scene import evening
from tests.tournaments.views.scene import order
from tournaments import logs
from tournaments.engine import match as engine
from tournaments.engine.clock import ClockPlan
from tournaments.engine.irregularities import CATALOGUE, irregularity
from tournaments.engine.match import Ruling
from tournaments.models.tournament import Match, StandingLine
from tournaments.selectors.match_history import history_of
from tournaments.selectors.table_page import names_of
from tournaments.services import clocks, hands, irregularities, matches, rebuild, rounds, standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
EVERY = [(kind.code, choice.key) for kind in CATALOGUE for choice in kind.choices]
COUNTED = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [4, 30]}]
BEST_OF_3 = change(preset("club25"), {"games": 3})
TABLE = Actor(kind="table", id="x", role="table", side=0)


def fetched(pk: object) -> Match:
    return Match.objects.select_related("round__stage__tournament__club").get(pk=pk)


def net(tournament: object) -> list[Any]:
    """Net points of the sides, in the order of the standings as they are computed now."""
    standings.refresh(tournament)  # type: ignore[arg-type]
    lines = StandingLine.objects.filter(stage__tournament=tournament).order_by("order")
    return [each.line["values"]["NS"] for each in lines]


def ruling(code: str, choice: str, **more: Any) -> Ruling:
    kind = irregularity(code)
    assert kind is not None
    does = kind.choice(choice)
    assert does is not None
    counts = (3, 20) if does.hand in ("as_knock", "not_below_zero") else None
    offender = None if kind.who == "nobody" else 1
    given = {"offender": offender, "counts": counts, "games": 1 if does.games else None, **more}
    return Ruling(code=code, choice=choice, **given)


def test_every_choice_of_every_irregularity_is_ruled_on_a_real_match() -> None:
    """One evening with a table for each: what is stored is what a replay gives, and the log has words."""
    people = [f"Player {number}" for number in range(2 * len(EVERY))]
    scene = evening(people, rounds=3, tables=len(EVERY), rules=BEST_OF_3).published()
    told: set[str] = set()
    for (code, choice), row in zip(EVERY, scene.matches(), strict=True):
        row = fetched(row.pk)
        hands.record_hand(Command(actor=TABLE), row, COUNTED)
        irregularities.rule(order(), row, ruling(code, choice, note="both saw it"))
        folded = engine.fold([entry.event for entry in history(row.pk)])
        _version, state = logs.match_at(row.pk)
        assert state == folded
        (ruled,) = state.rulings
        assert (ruled.code, ruled.choice) == (code, choice)
        words = history_of(row.pk, names_of(row))
        spoken = next(each.words for each in words if "both saw it" in each.words)
        assert "IR-" not in spoken
        assert "match." not in spoken
        told.add(spoken)
        fresh = fetched(row.pk)
        assert fresh.version == state.version
        assert fresh.summary.get("awarded") == (list(state.awarded) if state.awarded else None)
    assert len(told) == len(EVERY)  # no two rulings read alike
    assert list(checks.findings()) == []
    assert rebuild.check(scene.row.pk).count == 0


def test_what_is_not_the_desks_is_refused_for_each_irregularity() -> None:
    scene = evening(["Ann", "Bo"], rounds=1).published()
    (row,) = scene.matches()
    row = fetched(row.pk)
    players: list[Actor] = [
        TABLE,
        *(Actor(kind="user", id="9", role=role, side=0) for role in ("player", "scorer")),  # type: ignore[arg-type]
        *(Actor(kind="user", id="9", role=role, side=1) for role in ("director", "deputy", "admin")),  # type: ignore[arg-type]
    ]
    for code, choice in EVERY:
        for actor in players:
            with pytest.raises(Refusal) as refused:
                irregularities.rule(Command(actor=actor), row, ruling(code, choice))
            assert refused.value.code in ("not_yours", "own_match", "director_only"), (code, actor.role)
    assert logs.match_at(row.pk)[0] == 1


def test_in_a_closed_round_a_ruling_says_why_and_changes_the_standings() -> None:
    scene = evening(["Ann", "Bo"], rounds=1).published()
    (row,) = scene.matches()
    row = fetched(row.pk)
    matches.enter_score(order(), row, points=((125, 80),), hands_won=((6, 4),))
    rounds.close_round(order(), scene.row, stage=1, round=1)
    with pytest.raises(Refusal) as refused:
        irregularities.rule(order(), row, Ruling(code="IR-9", choice="points", offender=0))
    assert refused.value.code == "reason_missing"
    assert net(scene.row.pk) == [45, -45]
    irregularities.rule(order(), row, Ruling(code="IR-9", choice="points", offender=0, note="seen on film"))
    assert net(scene.row.pk) == [20, -20]
    assert logs.match_at(row.pk)[1].status == "accepted"
    with pytest.raises(Refusal) as refused:
        irregularities.rule(order(), row, Ruling(code="IR-1", choice="redeal", note="seen on film"))
    assert refused.value.code == "ruling_after_result"


def test_a_ruling_taken_back_gives_the_points_back_and_is_told() -> None:
    scene = evening(["Ann", "Bo"], rounds=1).published()
    row = fetched(scene.matches()[0].pk)
    matches.enter_score(order(), row, points=((125, 80),), hands_won=((6, 4),))
    irregularities.rule(order(), row, Ruling(code="IR-9", choice="points", offender=0))
    number = logs.match_at(row.pk)[1].rulings[0].number
    assert net(scene.row.pk) == [20, -20]
    irregularities.withdraw_ruling(order(), row, number=number, reason="it was the other table")
    assert net(scene.row.pk) == [45, -45]
    last = history_of(row.pk, names_of(row))[-1].words
    assert last.startswith("Ruling taken back, it was the other table: Looked through the discards (")
    assert rebuild.check(scene.row.pk).count == 0


def test_the_grace_is_the_no_show_time_of_the_stage() -> None:
    scene = evening(["Ann", "Bo"], rounds=1).published()
    row = fetched(scene.matches()[0].pk)
    assert irregularities.grace_of(row) == 600
    clocks.set_clock(order(), scene.row, stage=1, plan=ClockPlan(play=3000, no_show=300))
    assert irregularities.grace_of(row) == 300
    irregularities.rule(order(), row, Ruling(code="IR-13", offender=1, late=360))
    _version, state = logs.match_at(row.pk)
    assert (state.status, state.losers, state.rulings[0].choice) == ("forfeit", (1,), "games")


def test_a_hand_on_two_phones_is_called_void_there_before_it_is_dealt_again() -> None:
    scene = evening(["Ann", "Bo"], rounds=1).published()
    row = fetched(scene.matches()[0].pk)
    hands.deal_hand(order(), row)
    with pytest.raises(Refusal) as refused:
        irregularities.rule(order(), row, Ruling(code="IR-10"))
    assert refused.value.code == "hand_in_play"
    irregularities.rule(order(), row, Ruling(code="IR-10", choice="play_on"))


def test_a_hand_dealt_again_is_struck_with_its_row() -> None:
    scene = evening(["Ann", "Bo"], rounds=1).published()
    row = fetched(scene.matches()[0].pk)
    hands.record_hand(Command(actor=TABLE), row, COUNTED)
    irregularities.rule(order(), row, Ruling(code="IR-6", offender=1, place=Place(1, 1)))
    assert [(hand.struck, hand.deal) for hand in Hand.objects.filter(match_id=row.pk)] == [(True, 1)]
    assert logs.match_at(row.pk)[1].lines == ()
    assert rebuild.check(scene.row.pk).count == 0


def test_long_after_a_ruling_needs_both_sides_and_says_who_agreed(monkeypatch) -> None:
    time = standing_clock(monkeypatch)
    scene = evening(["Ann", "Bo"], rounds=1).published()
    row = fetched(scene.matches()[0].pk)
    matches.enter_score(order(), row, points=((125, 80),), hands_won=((6, 4),))
    rounds.close_round(order(), scene.row, stage=1, round=1)
    standings.publish(order(), scene.row, stage=1, round=1)
    time.seconds += 1800
    row = fetched(row.pk)
    award = Ruling(code="IR-9", choice="points", offender=0, note="seen on film")
    for some in ((), (0,)):
        with pytest.raises(Refusal) as refused:
            irregularities.rule(order(), row, award, agreed=some)
        assert refused.value.code == "asks_both_sides"
    irregularities.rule(order(), row, award, agreed=(1, 0))
    assert "(agreed: " in history_of(row.pk, names_of(row))[-1].words
    number = logs.match_at(row.pk)[1].rulings[0].number
    with pytest.raises(Refusal):
        irregularities.withdraw_ruling(order(), row, number=number, reason="no")
    irregularities.withdraw_ruling(order(), row, number=number, reason="no", agreed=(0, 1))
    assert logs.match_at(row.pk)[1].rulings == ()


def test_a_warning_stands_in_the_row_of_the_match() -> None:
    scene = evening(["Ann", "Bo"], rounds=1).published()
    row = fetched(scene.matches()[0].pk)
    irregularities.rule(order(), row, Ruling(code="IR-9", offender=1))
    assert fetched(row.pk).summary["warned"] == [1]
    assert rebuild.check(scene.row.pk).count == 0
