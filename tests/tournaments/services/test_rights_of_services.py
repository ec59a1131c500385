"""What the rights table refuses, the services refuse: every action, state of the round and the match, role.

Pages and the API ask before; here the services are called directly, by whom and for what the table says no.
Either they refuse, or they find that all is as asked already: nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, get_args

import pytest

from games.engine.errors import Refusal
from games.eventstore.log import Conflict, head
from games.services.acting import Stale
from games.services.command import Actor, Command
from scoring.sheets.sheet import Place
from tests.tournaments.views.desk.scene import evening
from tests.tournaments.views.scene import order
from tournaments import logs
from tournaments.access.desk import AtDesk, kinds_given
from tournaments.engine.clock import ClockPlan
from tournaments.engine.match import Ruling
from tournaments.engine.rights import ACTIONS, OF_A_MATCH, ROLES, WHENS, Action, Role, When, right
from tournaments.models.tournament import Match, Tournament
from tournaments.services import (
    apart,
    clocks,
    hands,
    irregularities,
    matches,
    money,
    registration,
    repairs,
    rounds,
    standings,
    tournaments,
    undoing,
)
from tournaments.services.registration import NewSide

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
DECIDED = ("accepted", "corrected", "forfeit", "void")
STATUSES = ("none", "playing", "entered", "disputed", *DECIDED)
ROUND: dict[When, int] = {"past": 1, "previous": 2, "current": 3, "next": 4}
TABLE = Actor(kind="table", id="x", role="table", side=0)


@dataclass
class Played:
    """An event with two rounds closed and one running: of each a match in every state it can be in."""

    row: Tournament
    by: dict[tuple[When, str], Match]
    sides: list[str]

    @property
    def person(self) -> str:
        """The person of the first side."""
        return logs.tournament_at(self.row.pk)[1].sides[self.sides[0]].persons[0]


def played() -> Played:
    scene = evening([f"Player {number}" for number in range(16)], rounds=5, tables=8)
    by: dict[tuple[When, str], Match] = {}
    for when, number in (("past", 1), ("previous", 2), ("current", 3)):
        scene.published(number)
        wanted = STATUSES if when == "current" else DECIDED * 2
        for status, match in zip(wanted, scene.matches(number), strict=True):
            bring(match, status)
            by[when, status] = Match.objects.select_related("round__stage__tournament__club").get(pk=match.pk)  # type: ignore[index]
        if when != "current":
            rounds.close_round(order(), scene.row, stage=1, round=number)
    scene.row.refresh_from_db()
    assert {key: match.state for key, match in by.items()} == {key: key[1] for key in by}
    return Played(scene.row, by, [str(pk) for pk in scene.row.entries.values_list("pk", flat=True)])


def bring(match: Match, status: str) -> None:
    """Bring a match into this state."""
    score: dict[str, Any] = {"points": ((125, 80),), "hands_won": ((6, 4),)}
    match status:
        case "playing":
            lines = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [3, 20]}]
            hands.record_hand(Command(actor=TABLE), match, lines)
        case "entered" | "disputed":
            matches.enter_score(Command(actor=TABLE), match, **score)
            if status == "disputed":
                matches.dispute(order(), match, side=1, reason="no")
        case "accepted" | "corrected":
            matches.enter_score(order(), match, **score)
            if status == "corrected":
                matches.correct(order(), match, reason="read again", points=((80, 125),), hands_won=((4, 6),))
        case "forfeit":
            matches.forfeit(order(), match, losers=[0], reason="late")
        case "void":
            matches.void(order(), match, reason="a wrong deck")


def command(role: Role) -> Command:
    """By somebody in this role; a table and a player are those of the match, on its second side."""
    side = 1 if role in ("table", "player") else None
    return Command(actor=Actor(kind="user", id="99", role=role, side=side))


def decided_by_two(by: Command, match: Match, ruling: Ruling | None = None) -> object:
    """By whoever plays the match himself, in an event without a deputy."""
    row = match.round.stage.tournament
    row.roles.all().delete()
    here = match.sides.values("entry")
    others = row.entries.exclude(pk__in=here).order_by("number").values_list("pk", flat=True)[:2]
    own, two = Command(actor=replace(by.actor, side=0)), [str(pk) for pk in others]
    if ruling is not None:
        return irregularities.enter_ruling(own, match, ruling, deciders=two)
    return matches.enter_decision(own, match, deciders=two, decision="void", reason="both saw it")


HAND = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [1, 30]}]
SCORE: dict[str, Any] = {"points": ((126, 3),), "hands_won": ((9, 1),)}

ON_A_MATCH: dict[str, Callable[[Command, Match], object]] = {
    "enter": lambda by, match: matches.enter_score(by, match, **SCORE, confirm=True, replace=True),
    "amend": lambda by, match: hands.record_hand(by, match, HAND, place=Place(1, 1, 0), amend=True),
    "strike": lambda by, match: matches.strike_hand(by, match, place=Place(1, 1, 0)),
    "accept": lambda by, match: matches.accept(
        by, match, side=by.actor.side, via="desk" if by.actor.side is None else "own_link"
    ),
    "dispute": lambda by, match: matches.dispute(by, match, side=by.actor.side, reason="no"),
    "call_director": lambda by, match: matches.call_director(by, match),
    "answer_director": lambda by, match: matches.answer_director(by, match),
    "say_missing": lambda by, match: clocks.say_missing(by, match, missing=[0]),
    "extra_time": lambda by, match: clocks.give_time(
        by, match.round.stage.tournament, stage=1, round=match.round.number, seconds=60, match=str(match.pk)
    ),
    "call_time": lambda by, match: matches.call_time(by, match),
    "correct": lambda by, match: matches.correct(by, match, reason="so", **SCORE),
    "forfeit": lambda by, match: matches.forfeit(by, match, losers=[1], reason="so"),
    "void": lambda by, match: matches.void(by, match, reason="so"),
    "reopen": lambda by, match: matches.reopen(by, match, reason="so"),
    "enter_decision": lambda by, match: decided_by_two(by, match),
    "enter_ruling": lambda by, match: decided_by_two(by, match, Ruling(code="IR-9", offender=0, note="so")),
    "rule": lambda by, match: irregularities.rule(by, match, Ruling(code="IR-9", offender=0, note="so")),
    "adjourn": lambda by, match: repairs.adjourn(by, match, reason="so"),
    "repair": lambda by, match: repairs.play_as_seated(
        by,
        match.round.stage.tournament,
        stage=1,
        round=match.round.number,
        reason="so",
        seated={str(match.pk): [str(side.entry_id) for side in match.sides.order_by("-index")]},
    ),
}
OF_A_ROUND: dict[str, Callable[[Command, Played, int], object]] = {
    "discard_draft": lambda by, it, number: rounds.discard_draft(by, it.row, stage=1, round=number),
    "amend_pairing": lambda by, it, number: rounds.swap_sides(
        by, it.row, stage=1, round=number, one=it.sides[0], other=it.sides[5]
    ),
    "publish": lambda by, it, number: rounds.publish_round(by, it.row, stage=1, round=number),
    "recall": lambda by, it, number: rounds.recall_round(by, it.row, stage=1, round=number),
    "close": lambda by, it, number: rounds.close_round(by, it.row, stage=1, round=number),
    "publish_standings": lambda by, it, number: standings.publish(by, it.row, stage=1, round=number),
    "give_bye": lambda by, it, number: registration.absent(
        by, it.row.pk, side=it.sides[0], stage=1, round=number
    ),
    "give_penalty": lambda by, it, number: tournaments.give_penalty(
        by, it.row.pk, side=it.sides[0], stage=1, round=number, game_points=1, reason="so"
    ),
    "run_clock": lambda by, it, number: clocks.start(
        by, it.row, stage=1, round=number, plan=ClockPlan(play=600)
    ),
}
OF_THE_EVENT: dict[str, Callable[[Command, Played], object]] = {
    "draw": lambda by, it: rounds.draw_round(by, it.row, stage=1),
    "check_in": lambda by, it: registration.check_in(by, it.row.pk, side=it.sides[0]),
    "enter_side": lambda by, it: registration.enter_sides(by, it.row, [NewSide(names=("Zed",))]),
    "withdraw": lambda by, it: registration.withdraw(by, it.row, side=it.sides[0], removal="keep"),
    "keep_apart": lambda by, it: apart.keep_apart(
        by, it.row.pk, sides=(it.sides[0], it.sides[1]), how="never"
    ),
    "disqualify": lambda by, it: registration.disqualify(
        by, it.row, side=it.sides[0], reason="so", removal="keep"
    ),
    "undo": lambda by, it: undoing.undo(by, it.row.pk, version=logs.tournament_at(it.row.pk)[0], reason="so"),
    "set_clock": lambda by, it: clocks.set_clock(by, it.row, stage=1, plan=ClockPlan(play=600)),
    "change_setup": lambda by, it: tournaments.change_stage(by, it.row.pk, stage=1, changes={"rounds": 6}),
    "finish": lambda by, it: standings.finish(by, it.row),
    "change_money": lambda by, it: money.set_money(by, it.row.pk, terms={"currency": "EUR", "fee": 500}),
    "take_fee": lambda by, it: money.settle_fee(
        by, it.row.pk, side=it.sides[0], person=it.person, how="paid"
    ),
    "waive_fee": lambda by, it: money.settle_fee(
        by, it.row.pk, side=it.sides[0], person=it.person, how="waived"
    ),
    "sell_life": lambda by, it: money.buy_life(by, it.row, side=it.sides[0]),
    "see_cash": lambda by, it: money.count_cash(by, it.row.pk, amount=0),
}  # fmt: skip
SEEN = frozenset({"see_match", "see_result", "see_draft", "see_log"})
"""What is only looked at: `access` hides it, and `test_addresses` asks every page."""
WITHOUT_A_COMMAND = frozenset(
    {"give_helper_role", "give_director_role", "change_people", "change_rule_sets", "back_up"}
)
"""The club's own rows; who may is asked of `access`, see below and `test_rights` of the desk."""


def test_every_action_of_the_table_is_called_here() -> None:
    called = {*ON_A_MATCH, *OF_A_ROUND, *OF_THE_EVENT}
    assert called | SEEN | WITHOUT_A_COMMAND == set(ACTIONS)
    assert called & (SEEN | WITHOUT_A_COMMAND) == set()
    assert set(ON_A_MATCH) | {"see_match", "see_result"} == set(OF_A_MATCH)


def changes(call: Callable[[], object]) -> bool:
    """Did it write anything? A refusal is what is expected."""
    before = head().position
    with suppress(Refusal, Stale, Conflict):
        call()
    return head().position != before


def ever(action: Action, role: Role) -> bool:
    """Does the table let this role do it in any state of a round?"""
    return any(right(action, role, when=when).may for when in WHENS)


def test_services_write_nothing_for_whom_the_table_refuses() -> None:
    it, asked, wrote = played(), 0, []
    for action, call in ON_A_MATCH.items():
        for (when, status), match in it.by.items():
            for role in ROLES:
                if not right(action, role, when=when, match=status).may:  # type: ignore[arg-type]
                    asked += 1
                    if changes(lambda: call(command(role), match)):  # noqa: B023
                        wrote.append((action, when, status, role))
    for action, of_round in OF_A_ROUND.items():
        for when, number in ROUND.items():
            for role in ROLES:
                if not right(action, role, when=when).may:  # type: ignore[arg-type]
                    asked += 1
                    if changes(lambda: of_round(command(role), it, number)):  # noqa: B023
                        wrote.append((action, when, "", role))
    for action, of_event in OF_THE_EVENT.items():
        for role in ROLES:
            if not ever(action, role):  # type: ignore[arg-type]
                asked += 1
                if changes(lambda: of_event(command(role), it)):  # noqa: B023
                    wrote.append((action, "", "", role))
    assert wrote == []
    assert asked > 700, "the table refuses that much"


def test_what_is_not_out_yet_is_refused_at_every_table() -> None:
    scene = evening().drawn()
    match = scene.matches()[0]
    wrote = [
        (action, role)
        for action, call in ON_A_MATCH.items()
        for role in ROLES
        if not right(action, role, when="next", match="none").may  # type: ignore[arg-type]
        and changes(lambda: call(command(role), match))  # noqa: B023
    ]
    assert wrote == []


def test_a_role_nobody_knows_may_do_nothing() -> None:
    scene = evening([f"Player {number}" for number in range(8)]).published()
    it = Played(scene.row, {}, [str(pk) for pk in scene.row.entries.values_list("pk", flat=True)])
    guest = Command(actor=Actor(kind="user", id="99", role="guest"))
    match = scene.matches()[0]
    calls = [
        *(lambda call=call: call(guest, match) for call in ON_A_MATCH.values()),
        *(lambda call=call: call(guest, it, 1) for call in OF_A_ROUND.values()),
        *(lambda call=call: call(guest, it) for call in OF_THE_EVENT.values()),
    ]
    assert not any(changes(call) for call in calls)


@pytest.mark.parametrize("role", get_args(Role))
def test_roles_are_given_by_whom_the_table_says(role: Role) -> None:
    row = evening().row
    held = frozenset() if role in ("visitor", "table", "player") else frozenset({role})
    kinds = set(kinds_given(AtDesk(row=row, roles=held)))
    helper, director = (
        right(action, role, when="next").may for action in ("give_helper_role", "give_director_role")
    )  # type: ignore[arg-type]
    assert kinds == ({"deputy", "scorer"} if helper else set()) | ({"director"} if director else set())
