"""An evening with all that can happen to rows, and every row of it as one value."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Model

from games.models.hand import Hand
from games.services.command import Actor
from scoring.sheets.sheet import Place
from tests.tournaments.views.live import planted, played_lines
from tests.tournaments.views.scene import Evening, evening, order
from tournaments import logs
from tournaments.engine.clock import ClockPlan
from tournaments.engine.errors import Conflict
from tournaments.engine.match import Ruling
from tournaments.engine.match.entering import places_waiting
from tournaments.engine.money.sheet import cash_sheet
from tournaments.models.tournament import (
    ApartReason,
    Entry,
    EntryPerson,
    KeptEntry,
    Match,
    MatchPerson,
    MatchSide,
    Publication,
    Round,
    RoundBye,
    Stage,
    StandingLine,
    Tournament,
    TournamentRole,
)
from tournaments.services import (
    apart,
    clocks,
    hands,
    inbox,
    irregularities,
    matches,
    money,
    partners,
    registration,
    repairs,
    rounds,
    standings,
    tournaments,
)
from tournaments.services.registration import NewSide
from tournaments.services.rounds import Decision

NAMES = tuple((name,) for name in ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus"))
PAIRS = (("Hal", "Ida"), ("Jo", "Kit"), ("Lou", "Max"), ("Ned", "Oz"))
REBUILT: tuple[type[Model], ...] = (
    Tournament, Stage, Entry, EntryPerson, Round, Match, MatchSide, MatchPerson, RoundBye, Publication, Hand,
    StandingLine,
)  # fmt: skip
TABLE = Actor(kind="table", id="x", role="table", side=0)
KEPT: tuple[type[Model], ...] = (TournamentRole, KeptEntry, ApartReason)


def rich_evening() -> Evening:
    """Two rounds of singles: nothing that may happen is left out."""
    scene = evening(names=NAMES, rounds_planned=3)
    row, (first, second, third) = scene.tournament, matches_of(scene)
    of_first = [each.entry for each in first.sides.all()]
    registration.check_in(order(), row.pk, side=str(of_first[0].pk))
    a_clock(scene, third)
    hands_of_every_kind(scene)
    matches.enter_score(order(TABLE), second, points=((125, 80),), hands_won=((6, 3),))
    matches.dispute(order(), second, side=1, reason="Ours", claim=None)
    matches.correct(order(), second, reason="Read again", points=((125, 90),), hands_won=((6, 4),))
    matches.call_director(order(TABLE), third, note="A card on the floor")
    matches.call_time(order(), third)
    rulings_of_every_kind(second, third)
    tournaments.give_penalty(
        order(), row.pk, side=str(of_first[1].pk), stage=1, round=1, game_points=1, reason="Late"
    )
    late(scene, third)
    bye = RoundBye.objects.get(round__stage__tournament=row)
    registration.withdraw(order(), row, side=str(bye.entry_id), reason="Home")
    registration.enter_sides(order(), row, [NewSide(names=("Zoe",), seed=9, start_points=5)], missed="bye")
    standings.publish(order(), row, stage=1, round=1)
    matches.correct(order(), second, reason="And again", points=((80, 125),), hands_won=((3, 6),))
    registration.absent(
        order(), row.pk, side=str(of_first[0].pk), stage=1, round=2, kind="requested", points=1
    )
    registration.set_start_points(order(), row.pk, side=str(of_first[0].pk), points=20)
    second_round(scene)
    money_of_every_kind(scene)
    here = [str(pk) for pk in row.entries.filter(status="active").values_list("pk", flat=True)[:3]]
    apart.keep_apart(order(), row.pk, sides=here, how="rather_not", reason="They share a car")
    return scene


def a_clock(scene: Evening, match: Match) -> None:
    """The round's clock, stopped and going again, with more time for one table; somebody who was late."""
    row, there = scene.tournament, {"stage": 1, "round": 1}
    clocks.set_clock(order(), row, stage=1, plan=ClockPlan(play=3000))
    clocks.start(order(), row, **there)
    clocks.pause(order(), row, **there)
    clocks.resume(order(), row, **there)
    clocks.give_time(order(), row, **there, seconds=60, match=str(match.pk))
    clocks.say_missing(order(TABLE), match, missing=[1])


def matches_of(scene: Evening, number: int = 1) -> list[Match]:
    rows = Match.objects.filter(round__stage__tournament=scene.tournament, round__number=number)
    return list(rows.select_related("round__stage__tournament__club", "table").order_by("order"))


def hands_of_every_kind(scene: Evening) -> None:
    """At the first table: counted, amended, taken back, void, whole, and one in the middle of play."""
    row = scene.match
    scene.play(0)
    scene.play(1, count=5)
    lines = [{"hand": 1}, {"e": "counted", "knocker": 1, "deadwood": [30, 4]}]
    hands.record_hand(order(), row, lines, place=Place(1, 2), amend=True)
    scene.play(0, count=7)
    matches.strike_hand(order(), row, place=Place(1, 3))
    hands.record_hand(order(), row, [{"hand": 1}, {"e": "voided", "reason": "misdeal"}])
    dealer = places_waiting(scene.state)[0].dealer
    hands.record_hand(order(), row, played_lines(scene.state.rules, dealer, ending="knock"))
    planted(scene)


def rulings_of_every_kind(counted: Match, running: Match) -> None:
    """Points in a match that counts, a warning and a game lost where one is played; one taken back."""
    irregularities.rule(order(), counted, Ruling(code="IR-9", choice="points", offender=0, note="Seen"))
    irregularities.rule(order(), running, Ruling(code="IR-9", offender=1))
    irregularities.rule(order(), running, Ruling(code="IR-6", choice="again", offender=1))
    number = logs.match_at(running.pk)[1].rulings[-1].number
    irregularities.withdraw_ruling(order(), running, number=number, reason="It was a legal knock")


def late(scene: Evening, open_match: Match) -> None:
    """The round closes over an adjourned match and one forfeited; what comes too late is kept."""
    first = scene.match
    decisions = {
        str(first.pk): Decision(kind="forfeit", reason="Gone", losers=(1,)),
        str(open_match.pk): Decision(kind="adjourned", reason="To be played on"),
    }
    rounds.close_round(order(), scene.tournament, stage=1, round=1, decisions=decisions)
    table = order(TABLE)
    with pytest.raises(Conflict), inbox.keeping(first, table, {"points": [[125, 1]]}):
        matches.enter_score(table, first, points=((125, 1),), hands_won=((5, 1),))


def second_round(scene: Evening) -> None:
    """Drawn, discarded, drawn again, changed by hand before and after it is out, and half played."""
    row = scene.tournament
    rounds.draw_round(order(), row, stage=1, seed=10)
    rounds.discard_draft(order(), row, stage=1, round=2)
    rounds.draw_round(order(), row, stage=1, seed=11)
    one, other, *_ = matches_of(scene, 2)
    rounds.swap_tables(order(), row, stage=1, round=2, one=str(one.pk), other=str(other.pk))
    rounds.publish_round(order(), row, stage=1, round=2)
    rounds.move_match(order(), row, stage=1, round=2, match=str(one.pk), table=8)
    sides = [str(each.sides.get(index=0).entry_id) for each in (one, other)]
    rounds.swap_sides(order(), row, stage=1, round=2, one=sides[0], other=sides[1], reason="They share a car")
    one, other, *_ = matches_of(scene, 2)
    matches.enter_score(order(TABLE), one, points=((125, 11),), hands_won=((5, 1),))
    matches.void(order(), other, reason="The pack had 51 cards")
    matches.reopen(order(), other, reason="It had 52")
    seats = {each: [str(side.entry_id) for side in each.sides.all()] for each in (one, other)}
    crossed = {str(one.pk): [seats[one][0], seats[other][1]], str(other.pk): [seats[other][0], seats[one][1]]}
    repairs.play_as_seated(order(), row, stage=1, round=2, seated=crossed, reason="They sat down so")


def money_of_every_kind(scene: Evening) -> None:
    """Fees taken, waived and given back, a prize paid, the box counted."""
    row = scene.tournament
    terms = {"currency": "EUR", "fee": 500, "places": [{"percent": 10_000}], "public": True}
    money.set_money(order(), row.pk, terms=terms)
    one, other, third, *_ = row.entries.prefetch_related("persons__player")
    for entry, how in ((one, "paid"), (other, "waived"), (third, "paid"), (third, "open")):
        money.settle_fee(order(), row.pk, side=str(entry.pk), person=str(entry.people[0].pk), how=how)
    sheet = cash_sheet(logs.tournament_at(row.pk)[1], rounds.states_of(row.pk))
    side, due = next(iter(sheet.pots[0].due_to().items()))
    money.pay_prize(order(), row, pot="places", side=side, amount=due)
    money.count_cash(order(), row.pk, amount=1, note="A coin on the floor")


def pairs_evening() -> Evening:
    """Partners on two boards, finished; one left in the middle, and one came back."""
    scene = evening("partnership_125", PAIRS)
    for side in MatchSide.objects.filter(match=scene.match).select_related("entry"):
        gone, then = str(side.entry.people[1].pk), {"then": "substitute", "name": "Pat"} if side.index else {}
        partners.partner_leaves(
            order(), scene.tournament, side=str(side.entry_id), gone=gone, now=True, **then, reason="A train"
        )
        if not side.index:
            partners.partner_is_back(order(), scene.tournament, side=str(side.entry_id))
    for match in matches_of(scene):
        matches.enter_score(order(), match, points=((125, 80),), hands_won=((6, 3),))
    scene.close()
    standings.publish(order(), scene.tournament, stage=1, round=1, final=True)
    standings.finish(order(), scene.tournament)
    return scene


def drafted_evening() -> Evening:
    """One round played, the next one only drawn, with a house player."""
    scene = evening(rounds_planned=2, names=NAMES[:3])
    scene.play_to_the_end()
    scene.accept()
    scene.close()
    registration.enter_house(order(), scene.tournament, names=("Hugo",))
    rounds.draw_round(order(), scene.tournament, stage=1, seed=12)
    return scene


def every_row(models: tuple[type[Model], ...] = REBUILT) -> dict[str, list[dict[str, Any]]]:
    """All rows of these tables, every column. A row's own number is left out; a link to one says whose."""
    stages = {row.pk: ("stage", row.tournament_id, row.number) for row in Stage.objects.all()}
    links = {
        Stage: stages,
        Round: {row.pk: ("round", *stages[row.stage_id], row.number) for row in Round.objects.all()},
        MatchSide: {row.pk: ("seat", row.match_id, row.index) for row in MatchSide.objects.all()},
    }

    def told(column: Any, value: Any) -> Any:
        return links[column.related_model][value] if column.related_model in links else value

    found = {}
    for model in models:
        columns = [column for column in model._meta.concrete_fields if not is_number(column)]
        rows = [
            {column.name: told(column, getattr(row, column.attname)) for column in columns}
            for row in model._base_manager.all()
        ]
        found[model.__name__] = sorted(rows, key=place_in_the_list)
    return found


def place_in_the_list(row: dict[str, Any]) -> str:
    return str([value for value in row.values() if not isinstance(value, dict | list)])


def is_number(column: Any) -> bool:
    return column.primary_key and column.get_internal_type() != "UUIDField"
