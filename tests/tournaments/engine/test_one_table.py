"""An event of one table: three-handed, Manipulation Rummy for two to five, or two who play."""

import pytest

from games.engine.manipulation.showdown import settle
from games.engine.rulesets import MANIPULATION, THREE_HANDED, RuleSet, preset
from scoring.standings import standings
from tests.tournaments.engine.fields import field_of
from tests.tournaments.engine.matches import after, at
from tournaments.engine import match, tournament
from tournaments.engine.errors import NotNow
from tournaments.engine.formats import format_named
from tournaments.engine.tournament import TournamentState

TABLE = format_named("one_table")
NAMES = ("ada", "bo", "cy", "di", "ed", "flo")


def event(rules: RuleSet, names: tuple[str, ...], *, format: str = "one_table") -> TournamentState:
    state = tournament.fold(tournament.create())
    orders = tournament.open_stage(state, format=format, rounds=2, rules=rules, tiebreaks=("GP", "NS"))
    for each in orders:
        state = tournament.evolve(state, each)
    for name in names:
        for each in tournament.enter_side(state, side=name, persons=(name.upper(),)):
            state = tournament.evolve(state, each)
    return state


def draw(state: TournamentState, matches=None):
    drawn = tournament.draw_round(state, stage=1, seed=7, matches=matches or {}, new_id=lambda: "m")
    for each in drawn:
        state = tournament.evolve(state, each)
    return state


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_everybody_sits_at_the_one_table(count):
    draw = TABLE.draw(field_of(count, rounds=1), 1, seed=3)
    assert [sorted(each.sides) for each in draw.matches] == [sorted(str(n + 1) for n in range(count))]
    assert (draw.byes, draw.notes) == ((), ())
    assert TABLE.draw(field_of(count, rounds=1), 1, seed=3) == draw


def test_the_seats_are_drawn():
    orders = {TABLE.draw(field_of(4, rounds=1), 1, seed=seed).matches[0].sides for seed in range(60)}
    assert len(orders) > 15


def test_who_dealt_first_least_often_deals_first():
    field = field_of(3, rounds=2)
    first, second, third = field.entrants
    dealt = tuple(
        type(each)(id=each.id, rank=each.rank, first_deals=deals, matches=2)
        for each, deals in ((first, 1), (second, 1), (third, 0))
    )
    drawn = TABLE.draw(type(field)(entrants=dealt, rounds=3), 3, seed=1).matches[0]
    assert drawn.sides[drawn.first_dealer] == third.id


def test_a_table_of_six_is_refused_with_the_rule_and_what_is_possible():
    with pytest.raises(NotNow, match=r"table of 6: these rules are for 2 to 5 players \(rules 5.1\)") as no:
        draw(event(MANIPULATION, NAMES))
    assert no.value.code == "wrong_seats"


@pytest.mark.parametrize("count", [2, 4, 6])
def test_three_handed_is_for_three(count):
    with pytest.raises(NotNow, match=r"exactly 3 players \(rules 3.2\)") as no:
        draw(event(THREE_HANDED, NAMES[:count]))
    assert no.value.code == "wrong_seats_exactly"


def test_rules_for_three_need_a_format_that_makes_such_matches():
    with pytest.raises(NotNow) as no:
        event(THREE_HANDED, (), format="swiss")
    assert no.value.code == "wrong_format"
    state = event(THREE_HANDED, ())
    with pytest.raises(NotNow) as no:
        tournament.change_stage(state, stage=1, changes={"format": "round_robin"})
    assert no.value.code == "wrong_format"


def test_two_may_play_manipulation_in_pairs_and_gin_at_the_one_table():
    assert len(draw(event(MANIPULATION, NAMES[:4], format="swiss")).rounds[1, 1].pairings) == 2
    assert len(draw(event(preset("club25"), NAMES[:2])).rounds[1, 1].pairings) == 1


def test_whom_the_only_table_brings_together_is_said():
    field = field_of(3, rounds=1, apart={frozenset(("1", "3")): "never", frozenset(("1", "2")): "rather_not"})
    notes = TABLE.draw(field, 1, seed=0).notes
    assert {(note["code"], frozenset(note["sides"])) for note in notes} == {
        ("forced_forbidden", frozenset(("1", "3"))),
        ("forced_undesired", frozenset(("1", "2"))),
    }


def test_a_round_at_the_table_is_ranked_by_who_is_beaten():
    state = draw(event(MANIPULATION, NAMES[:3]))
    state = tournament.evolve(state, *tournament.publish(state, stage=1, round=1))
    played = match.fold([tournament.started_matches(state, tournament="t", stage=1, round=1)["m"]])
    counts = [(0, 20, 30), (30, 0, 20), (0, 20, 30)]  # 75 a round, 25 of it for playing out
    for deal, each in enumerate(counts, start=1):
        result = settle(each, MANIPULATION, out=each.index(0))
        entered = match.enter_hand(played, place=at(deal), result=result, by="director")
        played = after(played, entered)
    assert played.sheet.games[0].columns[0].grand_totals == (150 + 100 + 50, 75 + 25, 0)
    first, second, third = played.started.sides
    records = tournament.records_of(state, 1, {"m": played})
    lines = standings([first, second, third], records, order=("GP", "NS")).lines
    points = [(line.side, line.rank, line.values["GP"]) for line in lines]
    assert points == [(first, 1, 2), (second, 2, 1), (third, 3, 0)]
    closed = tournament.close_round(state, stage=1, round=1, matches={"m": played})
    state = draw(tournament.evolve(state, *closed), {"m": played})
    assert sorted(state.rounds[1, 2].pairings[0].sides) == list(NAMES[:3])
    assert state.rounds[1, 2].notes == ()
