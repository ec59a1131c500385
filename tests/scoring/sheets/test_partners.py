"""Partners: the round's net, one box, boards and persons (rules 2.4, S-11 to S-14, S-18, E6 to E8c)."""

from dataclasses import replace

import pytest

from games.engine.rulesets import PARTNERSHIP_125
from scoring.sheets.sheet import Place
from tests.scoring.scene import AB, ADA, CD, NET, NIL, VOID, WALL, gin, knock, paper, undercut


@pytest.mark.parametrize(
    ("boards", "points", "boxes"),
    [
        ((knock(AB, 16), knock(AB, 12)), (28, 0), (1, 0)),  # S-11
        ((knock(AB, 7), knock(CD, 13)), (0, 6), (0, 1)),  # S-12
        ((knock(AB, 12), knock(CD, 10)), (2, 0), (1, 0)),  # S-13
        ((knock(AB, 30), knock(CD, 29)), (1, 0), (1, 0)),  # S-14
        ((knock(AB, 15), knock(CD, 15)), (0, 0), (0, 0)),  # E8
        ((WALL, knock(CD, 22)), (0, 22), (0, 1)),  # E8
        ((WALL, WALL), (0, 0), (0, 0)),  # E8
        ((NIL, knock(AB, 3)), (3, 0), (1, 0)),
        ((knock(AB, 0), WALL), (0, 0), (0, 0)),
    ],
)
def test_the_net_of_a_round_goes_to_one_side_with_one_box(boards, points, boxes):
    game = paper(NET, boards).game
    assert [(line.points, line.boxes) for line in game.lines] == [(points, boxes)]
    assert game.hands_won == boxes


def test_e6_both_boards_count_before_anybody_is_across():
    written = paper(NET, (knock(AB, 100), knock(AB, 18)), (knock(CD, 100), knock(CD, 21)))
    game = written.deal(knock(AB, 18), knock(CD, 25)).game
    assert [line.running for line in game.lines] == [(118, 0), (118, 121), (118, 128)]
    assert (game.winner, game.lines[-1].boxes) == (CD, (0, 1))


@pytest.mark.parametrize(("table_boxes", "boxes"), [(True, (3, 1)), (False, (3, 0))])
def test_e8b_bonus_boxes_follow_the_board_or_the_net(table_boxes, boxes):
    rules = replace(NET, bonus_boxes=True, table_boxes=table_boxes)
    game = paper(rules, (gin(AB, 45), undercut(CD, 28))).game
    assert (game.lines[0].points, game.columns[0].boxes) == ((17, 0), boxes)


def test_e8c_the_final_sums():
    rounds = [(knock(AB, 30), WALL), (knock(CD, 22), WALL)] * 4 + [(knock(AB, 11), WALL)]
    record = paper(replace(NET, next_dealer="alternate"), *rounds).game.record
    assert (record.hand_points, record.hands_won, record.winner) == ((131, 88), (5, 4), AB)
    assert record.grand_totals == (331, 168)
    assert record.grand_totals[0] - record.grand_totals[1] == 163


@pytest.mark.parametrize(
    ("boards", "boxes"),
    [
        ((knock(AB, 10), knock(AB, 5)), (3, 0)),
        ((knock(AB, 10, multiplier=2), knock(AB, 5, multiplier=2)), (5, 0)),
        ((knock(AB, 10, multiplier=2), knock(AB, 5)), (4, 0)),
        ((gin(AB, 50, multiplier=2), gin(AB, 50, multiplier=2)), (1 + 8 + 4, 0)),
        ((knock(AB, 10), knock(CD, 5)), (1, 0)),
        ((knock(AB, 10), WALL), (1, 0)),
    ],
)
def test_a_sweep_gives_its_boxes_for_each_partner_times_the_spade(boards, boxes):
    """As S-18 counts three partners: 6 for the sweep, 8 for two gins, 1 for the score that never doubles."""
    rules = replace(NET, bonus_boxes=True, sweep_boxes=1)
    assert paper(rules, boards).column.boxes == boxes


def test_the_winner_deals_next_and_nobody_winning_leaves_the_deal():
    assert paper(NET, (knock(CD, 9), WALL), first_dealer=AB).next_dealer == CD
    assert paper(NET, (knock(AB, 15), knock(CD, 15)), first_dealer=CD).next_dealer == CD
    assert paper(replace(NET, wall_dealer="pass"), (WALL, WALL), first_dealer=CD).next_dealer == CD


@pytest.mark.parametrize(("next_dealer", "dealer"), [("loser", CD), ("winner", AB), ("alternate", AB)])
def test_one_side_deals_at_both_boards_by_the_net(next_dealer, dealer):
    written = paper(replace(NET, next_dealer=next_dealer), (knock(AB, 9), WALL), first_dealer=CD)
    assert [place.dealer for place in written.sheet.open_places] == [dealer, dealer]


@pytest.mark.parametrize(
    ("opponents", "second_round", "second_game"),
    [
        ("per_hand", [(0, 1), (1, 0)], [(0, 0), (1, 1)]),
        ("per_game", [(0, 0), (1, 1)], [(0, 1), (1, 0)]),
        ("fixed", [(0, 0), (1, 1)], [(0, 0), (1, 1)]),
    ],
)
def test_who_meets_at_which_board(opponents, second_round, second_game):
    """Side 1 stays; side 2 changes boards after each round, after each game, or never."""
    written = paper(replace(NET, opponents=opponents, games=3))
    assert [place.persons for place in written.sheet.open_places] == [(0, 0), (1, 1)]
    written.deal(knock(AB, 60), knock(AB, 5))
    assert [place.persons for place in written.sheet.open_places] == second_round
    written.deal(knock(AB, 60), WALL)
    assert written.sheet.open_places[0].place == Place(2, 1, 0)
    assert [place.persons for place in written.sheet.open_places] == second_game


def test_the_next_round_opens_only_when_both_boards_are_over():
    written = paper(NET, (None, knock(CD, 30)))
    assert [place.place for place in written.sheet.open_places] == [Place(1, 1, 0)]
    assert (written.game.lines, written.sheet.unused) == ((), ())
    written.hands.append(replace(written.hands[0], place=Place(1, 1, 0), result=knock(AB, 50)))
    assert [place.place for place in written.sheet.open_places] == [Place(1, 2, 0), Place(1, 2, 1)]
    assert written.game.lines[0].points == (20, 0)


def test_a_void_board_is_dealt_again_while_the_other_stands():
    written = paper(NET, (knock(AB, 40), VOID))
    assert [place.place for place in written.sheet.open_places] == [Place(1, 1, 1)]
    assert written.game.lines == ()


def test_a_walled_board_is_not_played_again():
    assert [place.place.deal for place in paper(NET, (knock(AB, 40), WALL)).sheet.open_places] == [2, 2]


def test_the_shutout_reads_rounds_not_hands():
    """Cy wins a hand in every round, and CD no round."""
    rounds = [(knock(AB, 40), knock(CD, 5))] * 4
    record = paper(PARTNERSHIP_125, *rounds).game.record
    assert (record.hand_points, record.hands_won, record.shutout) == ((140, 0), (4, 0), True)
    assert record.grand_totals == (140 + 100 + 100 + 4 * 25, 0)


def test_when_both_cross_by_boxes_that_count_at_once_the_higher_wins():
    """E7: the only way two sides cross in one round here is boxes made at the boards."""
    rules = replace(NET, bonus_boxes=True, table_boxes=True, boxes_immediate=True)
    written = paper(rules, (knock(AB, 84), WALL), (knock(CD, 85), WALL))
    assert written.game.lines[-1].running == (104, 105)
    game = written.deal(gin(AB, 45), undercut(CD, 45)).game  # net 0: no box for the round, each its own
    assert (game.lines[-1].running, game.winner) == ((144, 125), ADA)
