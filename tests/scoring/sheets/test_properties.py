"""What holds for every sheet, whatever was played (hypothesis)."""

import itertools
from dataclasses import replace
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.rulesets import CLUB25, HOLLYWOOD, MANIPULATION, PARTNERSHIP_125, THREE_HANDED
from games.engine.rulesets.ruleset import Shutout
from scoring.sheets import fill, fill_score
from scoring.sheets.sheet import SheetHand
from tests.scoring.scene import WALL, gin, knock, undercut
from tests.scoring.sheets.test_three_and_table import played

HANDS = st.one_of(
    st.builds(knock, st.integers(0, 1), st.integers(1, 60)),
    st.builds(gin, st.integers(0, 1), st.integers(25, 90), multiplier=st.sampled_from([1, 2])),
    st.builds(undercut, st.integers(0, 1), st.integers(25, 60), multiplier=st.sampled_from([1, 2])),
    st.builds(knock, st.integers(0, 1), st.just(0)),
    st.just(WALL),
)
ROUNDS = st.lists(st.integers(0, 60), min_size=3, max_size=3).map(lambda points: played(*points))
PRICES = st.fixed_dictionaries(
    {
        "shutout": st.sampled_from(get_args(Shutout)),
        "box_bonus": st.sampled_from([0, 20, 25]),
        "game_bonus": st.sampled_from([0, 100]),
        "boxes_immediate": st.booleans(),
        "bonus_boxes": st.booleans(),
        "next_dealer": st.sampled_from(["loser", "winner", "alternate"]),
        "wall_dealer": st.sampled_from(["same", "pass"]),
    }
)
ONE = PRICES.map(lambda prices: replace(CLUB25, key="any", target=100, **prices))
COLUMNS = st.builds(
    lambda prices, last, late: replace(
        HOLLYWOOD, key="any", target=80, last_column_multiplier=last, late_opener=late, **prices
    ),
    PRICES,
    st.sampled_from([1, 2]),
    st.sampled_from(["next_open", "by_count"]),
)
PARTNERS = st.builds(
    lambda prices, columns, table, sweep, opponents: replace(
        PARTNERSHIP_125,
        key="any",
        target=80,
        columns=columns,
        table_boxes=table,
        sweep_boxes=sweep,
        opponents=opponents,
        **prices,
    ),
    PRICES,
    st.sampled_from([1, 3]),
    st.booleans(),
    st.integers(0, 2),
    st.sampled_from(["per_hand", "per_game", "fixed"]),
)
THREE = PRICES.map(lambda prices: replace(THREE_HANDED, key="any", **prices))
TWO_SIDED = st.one_of(ONE, COLUMNS, PARTNERS)
LENGTHS = st.sampled_from(["target", "time"])
SHORT = settings(max_examples=80, deadline=None)


def play(rules, hands, *, first_dealer=0, **options):
    """Deal after deal in the places that are open, until hands or match end; every sheet on the way."""
    on_paper, sheets, waiting = [], [], list(hands)
    while True:
        sheet = fill(rules, on_paper, first_dealer=first_dealer, **options)
        sheets.append((tuple(on_paper), sheet))
        if not sheet.open_places or not waiting:
            return sheets
        on_paper.append(SheetHand(place=sheet.open_places[0].place, result=waiting.pop()))


def last(rules, hands, **options):
    return play(rules, hands, **options)[-1]


@SHORT
@given(TWO_SIDED, LENGTHS, st.sampled_from([1, 3]), st.lists(HANDS, max_size=40))
def test_nets_of_two_sides_cancel_and_totals_are_made_of_their_parts(rules, length, games, hands):
    sheet = last(replace(rules, length=length, games=games), hands)[1]
    for game in sheet.games:
        for column in game.columns:
            parts = zip(
                column.hand_points, column.game_bonus, column.box_points, column.shutout_points, strict=True
            )
            expected = tuple(column.multiplier * sum(part) for part in parts) if column.closed else (0, 0)
            assert column.grand_totals == expected
            assert column.hand_points == tuple(map(sum, column.entries))
        if game.record is not None:
            totals = zip(*(column.grand_totals for column in game.columns), strict=True)
            assert game.record.grand_totals == tuple(map(sum, totals))
            assert (
                sum(own - other for own, other in (game.record.hand_points, game.record.hand_points[::-1]))
                == 0
            )


@SHORT
@given(st.one_of(TWO_SIDED, THREE), st.lists(HANDS, max_size=30), st.integers(0, 1))
def test_filling_hand_by_hand_gives_the_same_lines(rules, hands, first_dealer):
    """What stood on the sheet stays as it was when the next hand is written under it."""
    sheets = play(rules, hands, first_dealer=first_dealer)
    final = sheets[-1][1]
    for on_paper, sheet in sheets:
        for early, late in zip(sheet.games, final.games, strict=False):
            assert late.lines[: len(early.lines)] == early.lines
        assert fill(rules, on_paper[::-1], first_dealer=first_dealer) == sheet


@SHORT
@given(st.one_of(ONE, THREE), st.lists(HANDS, max_size=40))
def test_running_scores_are_the_points_added_up_and_one_side_crosses(rules, hands):
    sheet = last(rules, hands)[1]
    (game,) = sheet.games
    sides = len(game.hands_won)
    running, boxes = [0] * sides, [0] * sides
    for line in game.lines:
        assert max(
            running[side] + boxes[side] * rules.box_bonus * rules.boxes_immediate for side in range(sides)
        ) < (rules.target)
        for side in range(sides):
            running[side] += line.points[side]
            boxes[side] += line.boxes[side] + line.bonus_boxes[side]
        worth = [box * rules.box_bonus if rules.boxes_immediate else 0 for box in boxes]
        assert line.running == tuple(a + b for a, b in zip(running, worth, strict=True))
    assert game.columns[0].boxes == tuple(boxes)
    reached = [side for side in range(sides) if game.lines and game.lines[-1].running[side] >= rules.target]
    assert reached == ([game.winner] if sheet.over else [])
    assert sheet.over == (not sheet.open_places)


@SHORT
@given(PARTNERS, st.lists(HANDS, max_size=40))
def test_partners_one_side_scores_a_round_and_everybody_meets_at_two_boards(rules, hands):
    for _, sheet in play(rules, hands):
        for game in sheet.games:
            for line in game.lines:
                assert min(line.points) == 0
                assert sum(line.boxes) == (1 if max(line.points) else 0)
        places = sheet.open_places
        assert len({place.dealer for place in places}) <= 1
        if len(places) == 2:
            assert [sorted(each) for each in zip(*(place.persons for place in places), strict=True)] == [
                [0, 1]
            ] * 2


@SHORT
@given(COLUMNS, st.lists(HANDS, max_size=40))
def test_hollywood_columns_open_in_order_and_close_for_good(rules, hands):
    sheets = play(rules, hands)
    for (_, before), (_, after) in itertools.pairwise(sheets):
        for old, new in zip(before.games[0].columns, after.games[0].columns, strict=True):
            if old.closed:
                assert new == old
    (game,) = sheets[-1][1].games
    for index, column in enumerate(game.columns):
        entered = [line for line in game.lines if index in line.columns]
        assert sum(map(len, column.entries)) == len(entered)
        assert column.closed == (column.closed_by_deal is not None)
        if column.closed:
            assert max(line.deal for line in entered) == column.closed_by_deal
            assert column.winner is not None
    first = [next((line for line in game.lines if line.boxes[side]), None) for side in (0, 1)]
    opened = [line.columns for line in first if line is not None]
    assert all(len(columns) <= 1 for columns in opened)
    assert game.over == all(column.closed for column in game.columns)


@SHORT
@given(st.lists(ROUNDS, max_size=30), st.sampled_from(["all", "all_but_reached"]))
def test_at_a_table_the_highest_total_wins(rounds, to):
    rules = replace(MANIPULATION, round_bonus_to=to)
    sheet = last(rules, rounds, sides=3)[1]
    (game,) = sheet.games
    reached = [points >= 150 for points in game.columns[0].hand_points]
    assert sheet.over == any(reached)
    if sheet.over:
        totals = game.record.grand_totals
        best = [side for side, total in enumerate(totals) if total == max(totals)]
        assert game.winner == (best[0] if len(best) == 1 else None)
        assert game.columns[0].game_bonus == tuple(100 if each else 0 for each in reached)


@SHORT
@given(st.one_of(ONE, PARTNERS.filter(lambda rules: rules.columns == 1)), st.lists(HANDS, max_size=40))
def test_a_played_game_is_never_an_impossible_final_score(rules, hands):
    """The checks refuse nothing that hands can give."""
    rules = replace(rules, bonus_boxes=False, sweep_boxes=0, tie="knocker", spade_multiplier=2)
    sheet = last(rules, hands)[1]
    if sheet.over:
        (game,) = sheet.games
        foot = game.lines[-1].running
        again = fill_score(rules, (foot,), (game.hands_won,), first_dealer=0)
        assert again.games[0].record == game.record
