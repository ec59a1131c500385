"""The store of a release: a club with an event of every kind, and what it comes to. `make golden` writes it.

`python -m tests.tournaments.golden_store RELEASE` plays the evenings below on a database of its own, exports
the whole club to tests/golden/stores/RELEASE.jsonl.gz and what it comes to beside it. A file that is there is
never written again: later releases have to read it and come to the same (`test_golden_stores.py`).
"""

from __future__ import annotations

import datetime
import gzip
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "stores"
EIGHT = ("Ada", "Bo", "Cy", "Dee", "Ed", "Fay", "Gus", "Hal")


def every_name() -> set[str]:
    """The names of all events there are."""
    from games.logs import WORDS
    from tournaments.engine.club_events import CLUB_EVENTS
    from tournaments.engine.events import MATCH_EVENTS, TOURNAMENT_EVENTS

    return {f"hand.{word}" for word in WORDS} | {
        each.NAME for each in (*MATCH_EVENTS, *TOURNAMENT_EVENTS, *CLUB_EVENTS)
    }


def played() -> None:
    """Every evening; together they hold every event there is."""
    from tests.tournaments.services import rich
    from tests.tournaments.test_repaired_evenings import repaired
    from tournaments.models.tournament import Tournament
    from tournaments.services import standings

    rich.rich_evening()
    rich.pairs_evening()
    rich.drafted_evening()
    repaired()
    for more in (hands_of_other_kinds, two_who_decide, a_league, people_come_and_go, taken_back,
                 a_cut_and_a_life, partners_for_a_round, remnants, one_person_twice):  # fmt: skip
        more()
    for pk in Tournament.objects.values_list("pk", flat=True):
        standings.refresh(pk)


# ---------------------------------------------------------------- what those leave out


def event(names: Sequence[str], *, rounds: int = 1, out: int = 1, **more: Any):
    """An evening of singles (or "A & B" pairs) of a club of its own, its first rounds out."""
    from games.engine.rulesets import preset
    from scoring.tiebreaks import SWISS_ORDER
    from tests.tournaments.views.scene import Evening, order
    from tournaments.services import clubs, registration, tournaments
    from tournaments.services import rounds as services

    sides = [registration.NewSide(names=tuple(each.split(" & "))) for each in names]
    row = tournaments.create_tournament(
        order(), club=clubs.create_club(name=f"Club of {names[0]} {len(names)} {sorted(more)}", tables=8),
        name="Thursday", starts_at=datetime.datetime(2026, 11, 5, 19, tzinfo=datetime.UTC), zone="UTC",
        rounds=rounds, side_size=len(sides[0].names),
        **{"format": "swiss", "rules": preset("club25"), "tiebreaks": SWISS_ORDER, **more},
    )  # fmt: skip
    tournaments.announce(row)
    registration.enter_sides(order(), row, sides)
    for number in range(1, out + 1):
        services.draw_round(order(), row, stage=1, seed=number)
        services.publish_round(order(), row, stage=1, round=number)
    return Evening(row)


def win_all(scene, number: int = 1, stage: int = 1) -> None:
    """Every match of a round to its left side, and the round closed."""
    from tests.tournaments.views.scene import order
    from tournaments.models.tournament import Match
    from tournaments.services import matches, rounds

    rows = Match.objects.filter(round__stage__number=stage, round__number=number)
    for match in rows.filter(round__stage__tournament=scene.tournament).select_related(
        "round__stage__tournament__club"
    ):
        matches.enter_score(order(), match, points=((125, 80),), hands_won=((6, 4),))
    rounds.close_round(order(), scene.tournament, stage=stage, round=number)


def hands_of_other_kinds() -> None:
    """A lay-off, a hand that was shown, points alone; a final score taken back; a round of Manipulation."""
    from tests.tournaments.services.rich import TABLE
    from tests.tournaments.views.rounds import finished_round, table_evening
    from tests.tournaments.views.scene import order
    from tournaments.services import hands, matches

    scene = event(("Kim", "Lee"))
    defender = ["Ks", "Kh", "Qs", "Qh", "Js", "Jh", "Ts", "Th", "9d", "8d"]
    knocker = ["As", "2s", "3s", "4h", "5h", "6h", "7c", "8c", "9c", "Ad"]
    shown = [
        {"hand": 1, "upcard": "Kd"},
        {"e": "knocked", "seat": 0, "cards": knocker, "discard": "Kc"},
        {"e": "showed", "seat": 1, "cards": defender},
    ]
    hands.record_hand(order(TABLE), scene.match, shown)
    hands.record_hand(
        order(TABLE), scene.match, [{"hand": 1}, {"e": "scored", "seat": 0, "points": 11, "how": "knock"}]
    )
    spread = [["7c", "8c", "9c"], ["As", "2s", "3s"], ["4h", "5h", "6h"]]
    laid = [
        {"hand": 1, "upcard": "Kd"},
        {"e": "knocked", "seat": 0, "cards": knocker, "discard": "Kc", "melds": spread},
        {"e": "showed", "seat": 1, "cards": ["Tc" if card == "Ts" else card for card in defender]},
        {"e": "laid_off", "seat": 1, "card": "Tc", "meld": 0},
        {"e": "melded", "seat": 1},
    ]
    hands.record_hand(order(TABLE), scene.match, laid)
    matches.enter_score(order(TABLE), scene.match, points=((125, 80),), hands_won=((6, 4),), confirm=True)
    matches.strike_score(order(TABLE), scene.match)
    finished_round(table_evening())


def two_who_decide() -> None:
    """A dispute and a ruling in a match of the director's own, decided by two who do not play in it."""
    from games.services.command import Actor, Command
    from tests.tournaments.services.rich import TABLE
    from tests.tournaments.views.scene import order
    from tournaments.engine.match import Ruling
    from tournaments.services import irregularities, matches

    scene = event(EIGHT)
    match = scene.match
    here = match.sides.values("entry")
    two = [str(pk) for pk in scene.tournament.entries.exclude(pk__in=here).values_list("pk", flat=True)[:2]]
    own = Command(actor=Actor(kind="user", id="2", role="director", side=0))
    irregularities.enter_ruling(own, match, Ruling(code="IR-9", choice="points", offender=0), deciders=two)
    matches.enter_score(order(TABLE), match, points=((125, 80),), hands_won=((6, 4),))
    matches.dispute(order(replace(TABLE, side=1)), match, side=1, reason="It was 125-90")
    again = Command(actor=own.actor)
    matches.enter_decision(again, match, deciders=two, decision="stands", reason="Both saw the sheet")


def a_league() -> None:
    """Rounds side by side with their last days, a match put off by both."""
    from tests.tournaments.services.rich import TABLE
    from tests.tournaments.views.scene import order
    from tournaments.services import open_stages

    scene = event(EIGHT[:4], rounds=3, out=2, format="round_robin", stage_options={"open": True})
    day = datetime.date(2026, 12, 1)
    open_stages.set_play_by(order(), scene.tournament, stage=1, round=1, until=day)
    for side in (0, 1):
        asked = order(replace(TABLE, side=side))
        open_stages.postpone(asked, scene.match, until=datetime.date(2026, 12, 9), today=day)
    win_all(scene)


def people_come_and_go() -> None:
    """Absent and expected, out and back, disqualified and not, penalised and not; a stage changed."""
    from tests.tournaments.views.scene import order
    from tournaments.engine.clock import ClockPlan
    from tournaments.services import clocks, registration, tournaments

    scene = event(EIGHT[:6], rounds=3)
    row, there = scene.tournament, {"stage": 1, "round": 1}
    first, second, third, fourth = (
        str(pk) for pk in row.entries.order_by("number").values_list("pk", flat=True)[:4]
    )
    clocks.start(order(), row, **there, plan=ClockPlan(play=3000))
    clocks.call_time(order(), row, **there)
    win_all(scene)
    registration.absent(order(), row.pk, side=first, stage=1, round=2)
    registration.expect(order(), row.pk, side=first, stage=1, round=2)
    registration.withdraw(order(), row, side=second, reason="Home")
    registration.return_side(order(), row.pk, side=second)
    registration.disqualify(order(), row, side=third, reason="Marked cards")
    registration.lift_disqualification(order(), row.pk, side=third, reason="They were worn")
    penalty = order()
    tournaments.give_penalty(penalty, row.pk, side=fourth, **there, game_points=1, reason="Late")
    tournaments.lift_penalty(order(), row.pk, penalty=str(penalty.key), reason="The bus")
    tournaments.change_stage(order(), row.pk, stage=1, changes={"rounds": 4})


def taken_back() -> None:
    """What the event costs, a count of the box, and a close that settled a match, taken back."""
    from tests.tournaments.views.scene import order
    from tournaments import logs
    from tournaments.models.tournament import Match
    from tournaments.services import money, rounds, undoing
    from tournaments.services.rounds import Decision

    scene = event(EIGHT[:4], rounds=2)
    row = scene.tournament
    money.set_money(order(), row.pk, terms={"currency": "EUR", "fee": 500})
    money.count_cash(order(), row.pk, amount=1)
    for _step in range(2):
        undoing.undo(order(), row.pk, version=logs.tournament_at(row.pk)[0], reason="Taken back")
    there = Match.objects.filter(round__stage__tournament=row).values_list("pk", flat=True)
    gone = {str(pk): Decision(kind="forfeit", reason="Gone", losers=(1,)) for pk in there}
    rounds.close_round(order(), row, stage=1, round=1, decisions=gone)
    undoing.undo(order(), row.pk, version=logs.tournament_at(row.pk)[0], reason="They are here")


def a_cut_and_a_life() -> None:
    """Those above the cut go on; elsewhere somebody beaten buys a life back, and another gives it back."""
    from games.engine.rulesets import change, preset
    from tests.tournaments.views.scene import order
    from tournaments.engine.new_stage import NewStage
    from tournaments.models.tournament import Entry
    from tournaments.services import money, stages, standings

    final = NewStage(
        format="knockout", rounds=1, rules=change(preset("club25"), {"target": 250}),
        options={"cut": {"kind": "top", "count": 3}},
    )  # fmt: skip
    qualifier = event(EIGHT, later=[final], tiebreaks=("GP",))
    win_all(qualifier)
    standings.publish(order(), qualifier.tournament, stage=1, round=1, final=True)
    stages.draw_tiebreak(order(), qualifier.tournament, stage=2)
    win_all(qualifier, 2)
    stages.qualify(order(), qualifier.tournament, stage=2, ties="lot")

    scene = event(EIGHT[:4], format="lives", stage_options={"format": {"lives": 1}}, tiebreaks=("SV",))
    row = scene.tournament
    rebuy = {"fee": 300, "until_round": 3, "most": 1}
    money.set_money(order(), row.pk, terms={"currency": "EUR", "fee": 500, "rebuy": rebuy})
    win_all(scene)
    one, other = Entry.objects.filter(match_sides__index=1, tournament=row).order_by("number")
    money.buy_life(order(), row, side=str(one.pk))
    given_back = order()
    money.buy_life(given_back, row, side=str(other.pk))
    money.return_life(order(), row.pk, life=str(given_back.key), reason="A mistake")


def partners_for_a_round() -> None:
    """Partners by a schedule, a side of their own each round."""
    from games.engine.rulesets import preset

    names = (*EIGHT, "Ida")
    win_all(event(names, format="rotating_partners", rounds=2, rules=preset("partnership_125")))


def remnants() -> None:
    """Two who were left without partners play on as one side."""
    from games.engine.rulesets import preset
    from tests.tournaments.views.scene import order
    from tournaments.services import partners

    scene = event(
        ("Ada & Abe", "Bo & Ben", "Cy & Col", "Dee & Dan"), rounds=2, rules=preset("partnership_125")
    )
    row = scene.tournament
    one, other = row.entries.prefetch_related("persons__player").order_by("number")[:2]
    for each, more in ((other, {}), (one, {"then": "join", "other": str(other.pk)})):
        partners.partner_leaves(order(), row, side=str(each.pk), gone=str(each.people[1].pk), **more)
    win_all(scene)


def one_person_twice() -> None:
    """Entered twice under two names, found to be one, parted, and one again."""
    from games.models.player import Player
    from games.services.command import Actor, Command
    from tournaments.services import merging

    scene = event(("Robert Smith", "Ann Young", "Cy Young", "Rob Smith the elder"))
    win_all(scene)
    admin = Actor(kind="user", id="7", role="admin")
    club = scene.tournament.club
    one = Player.objects.create(name="Bob Smith", key="bob smith")
    into = Player.objects.get(name="Robert Smith")
    club.members.create(player=one)
    merging.merge(Command(actor=admin), club, player=one.pk, into=into.pk)
    merging.part(Command(actor=admin), club, player=one.pk)
    merging.merge(Command(actor=admin), club, player=one.pk, into=into.pk)


# ---------------------------------------------------------------- what a store comes to


def comes_to() -> dict[str, Any]:
    """Everything in it that is computed: lines of standings, sheets, prizes, hands; as JSON would have it."""
    from games.models.hand import Hand
    from tournaments import logs
    from tournaments.engine.money.sheet import cash_sheet
    from tournaments.models.tournament import Entry, Match, Publication, Round, StandingLine, Tournament
    from tournaments.selectors.cash import cash_json
    from tournaments.services.rounds import states_of

    events = {}
    for row in Tournament.objects.order_by("pk"):
        state = logs.tournament_at(row.pk)[1]
        sheet = cash_sheet(state, states_of(row.pk))
        lines = StandingLine.objects.filter(stage__tournament=row).order_by("stage__number", "order")
        rounds = Round.objects.filter(stage__tournament=row).order_by("stage__number", "number")
        hung = Publication.objects.filter(stage__tournament=row).order_by("stage__number", "number")
        events[str(row.pk)] = {
            "state": row.state,
            "sides": [[str(each.pk), each.status] for each in row.entries.order_by("number")],
            "rounds": [[each.number, each.state] for each in rounds],
            "lines": [[each.stage.number, each.rank, each.line] for each in lines.select_related("stage")],
            "hung": [[each.number, each.final, each.lines] for each in hung],
            "money": None if sheet is None else cash_json(sheet),
            "people": {
                str(each.pk): sorted(str(person.pk) for person in each.people)
                for each in Entry.objects.filter(tournament=row).prefetch_related("persons__player")
            },
        }
    matches = {str(each.pk): [each.state, each.summary] for each in Match.objects.order_by("pk")}
    hands = {
        str(each.pk): [each.phase, each.struck, each.fidelity, each.result]
        for each in Hand.objects.order_by("pk")
    }
    found = {"events": events, "matches": matches, "hands": hands}
    again: dict[str, Any] = json.loads(json.dumps(found, default=str))
    return again


def is_kept(kept: Any, now: Any) -> bool:
    """Is all of a value still there? A later release may tell more of a thing, never otherwise or less."""
    if isinstance(kept, Mapping):
        return isinstance(now, Mapping) and all(
            key in now and is_kept(value, now[key]) for key, value in kept.items()
        )
    if isinstance(kept, list):
        return isinstance(now, list) and len(kept) == len(now) and all(map(is_kept, kept, now))
    return bool(kept == now)


# ---------------------------------------------------------------- writing one


def write(release: str) -> Path:
    """The store of a release and what it comes to. Raises SystemExit for one that is there, or that lacks an
    event.
    """
    from django.core.management import call_command

    from games.models.event import Event

    file = FOLDER / f"{release}.jsonl.gz"
    if file.exists():
        raise SystemExit(f"{file} is there: the store of a release is written once.")
    played()
    left_out = every_name() - set(Event.objects.values_list("name", flat=True))
    if left_out:
        raise SystemExit(f"No evening has {', '.join(sorted(left_out))}: add it to {__file__}.")
    FOLDER.mkdir(exist_ok=True)
    call_command("export_log", str(file))
    told = json.dumps(comes_to(), ensure_ascii=False, sort_keys=True, indent=0).encode()
    (FOLDER / f"{release}.json.gz").write_bytes(gzip.compress(told, mtime=0))
    return file


def main() -> None:
    """On a database of its own, gone afterwards."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    import django

    django.setup()
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        print(write(sys.argv[1]))
    finally:
        runner.teardown_databases(databases)


if __name__ == "__main__":
    main()
