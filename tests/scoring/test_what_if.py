"""What if: the same hands on the sheet of another rule set (rules 2.1, 5.3, 5.4; sums worked by hand)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import NotationError, Refusal
from games.engine.gin import pricing
from games.engine.manipulation.showdown import settle
from games.engine.rulesets import (
    APP,
    CLUB25,
    MANIPULATION,
    PAGAT,
    PARTNERSHIP_125,
    RULESETS,
    STRAIGHT_GIN,
    THREE_HANDED,
    WIKIHOW,
    change,
)
from scoring.points import points
from scoring.sheets import fill
from scoring.sheets.sheet import Place, SheetHand
from scoring.what_if import comparable, rescore
from tests.scoring.scene import ADA, BO, CY, VOID, WALL, counts, knock

PAGAT_125 = change(PAGAT, {"target": 125})


def ada(own, other):
    """Ada knocks."""
    return counts(ADA, (own, other), ADA, other - own)


def ada_gin(other):
    return counts(ADA, (0, other), ADA, 25 + other, "gin")


def bo(own, other):
    return counts(BO, (other, own), BO, other - own)


def bo_undercuts(ada_count, own):
    return counts(ADA, (ada_count, own), BO, ada_count - own + 25, "undercut")


# A game to 125 under Club 25: A 45, B 29, A 30, A 56 = 131 to 29.
EVENING = (ada_gin(20), bo_undercuts(10, 6), ada(3, 33), ada_gin(31))


def hands(*results, game=1, boards=1):
    return [
        SheetHand(place=Place(game, 1 + index // boards, index % boards), result=result)
        for index, result in enumerate(results)
    ]


def asked(played, other, *results, **options):
    return rescore(played, other, hands(*results), first_dealer=0, **options)


def only(match):
    (game,) = match.games
    return game


def test_under_its_own_rules_a_match_is_what_it_was():
    match = asked(CLUB25, CLUB25, *EVENING)
    sheet = fill(CLUB25, hands(*EVENING), first_dealer=0)
    assert (match.sheet.games, match.winner, match.over) == (sheet.games, ADA, True)
    assert [hand.result for hand in match.hands] == list(EVENING)


def test_gin_and_undercut_have_the_other_sets_bonuses():
    """Gin 20 + 20, undercut 4 + 10, 30, gin 20 + 31: A 40 + 30 + 51 = 121, B 14."""
    game = only(asked(CLUB25, PAGAT_125, *EVENING))
    assert [hand.result.points for hand in game.hands] == [(40, 0), (0, 14), (30, 0), (51, 0)]
    assert (game.score, game.status, game.leader, game.lead) == ((121, 14), "unfinished", ADA, 107)


def test_a_game_that_needs_more_gives_nothing_to_the_standings():
    match = asked(CLUB25, PAGAT_125, *EVENING)
    assert (match.over, match.winner, match.sheet) == (False, None, None)
    assert match.record(match="m", round=1, sides=("ada", "bo")) is None


def test_a_game_that_ends_earlier_lists_its_later_hands_as_unused():
    """wikiHow to 100: 45, 29, 30, 56 = 131 to 29 with the fourth; to 70 with the third hand, 75 to 29."""
    match = asked(CLUB25, change(WIKIHOW, {"target": 70}), *EVENING)
    game = only(match)
    assert (game.status, game.score, [hand.place.deal for hand in game.unused]) == ("finished", (75, 29), [4])
    assert [hand.used for hand in game.hands] == [True, True, True, False]
    # 75 + 100 + two boxes of 20 = 215; 29 + 20 = 49
    assert match.sheet.games[0].record.grand_totals == (215, 49)


def test_what_the_game_is_worth_follows_the_other_set():
    """As apps play it: no boxes, no bonus; 131 to 29 and nothing added."""
    record = asked(CLUB25, APP, *EVENING).record(match="m", round=3, table=2, sides=("ada", "bo"))
    (game,) = record.games
    assert (game.hand_points, game.grand_totals, game.clamp) == ((131, 29), (131, 29), 100)
    assert (record.match, record.round, record.table, record.sides) == ("m", 3, 2, ("ada", "bo"))


def test_a_knock_the_other_set_forbids_is_priced_as_played_and_marked():
    game = only(asked(CLUB25, change(STRAIGHT_GIN, {"gin_bonus": 20}), ada_gin(20), ada(3, 33)))
    assert [hand.marks for hand in game.hands] == [(), ("over_limit",)]
    assert game.score == (70, 0)


def test_a_shutout_may_vanish_with_a_tie():
    """9 against 9: Bo's undercut of 25 here, nobody's where ties are nil; then Ada has shut him out."""
    played = (ada_gin(55), counts(ADA, (9, 9), BO, 25, "undercut"), ada_gin(30))
    nil = change(CLUB25, {"tie": "nil"})
    records = [
        asked(CLUB25, rules, *played).record(match="m", round=1, sides=("ada", "bo")).games[0]
        for rules in (CLUB25, nil)
    ]
    assert [(each.shutout, each.hands_won) for each in records] == [(False, (2, 1)), (True, (2, 0))]
    # 80 + 55 = 135; + 100 + 2 x 25 = 285 to 25 + 25; nil: the bonus doubled, 385 to 0
    assert [each.grand_totals for each in records] == [(285, 50), (385, 0)]


def test_walls_and_voids_stay_what_they_are():
    game = only(asked(CLUB25, PAGAT_125, WALL, VOID, ada_gin(20)))
    assert [hand.result.outcome for hand in game.hands] == ["wall", "void", "gin"]
    assert game.score == (40, 0)


# ---------------------------------------------------------------- what is not known


def test_points_alone_are_not_known_where_hands_have_other_prices():
    """40 under Pagat, then a hand of which only 11 points are known: nothing after it can be told."""
    match = asked(CLUB25, PAGAT_125, ada_gin(20), knock(BO, 11), ada_gin(31))
    game = only(match)
    assert (game.status, game.score, game.leader, game.lead) == ("not_known", (40, 0), ADA, 40)
    assert [(hand.result is None, hand.used) for hand in game.hands] == [
        (False, True), (True, False), (False, False),
    ]  # fmt: skip
    assert game.unused == ()
    assert match.sheet is None


def test_points_alone_hold_where_hands_have_the_same_prices():
    """To 55 instead of 125: 45 and 11 make 56."""
    match = asked(CLUB25, change(CLUB25, {"target": 55}), ada_gin(20), knock(ADA, 11), ada_gin(31))
    assert (only(match).status, only(match).score, len(only(match).unused)) == ("finished", (56, 0), 1)


def test_a_game_over_before_the_unknown_hand_is_finished():
    match = asked(CLUB25, change(PAGAT, {"target": 40}), ada_gin(20), knock(BO, 11))
    assert (only(match).status, [hand.place.deal for hand in only(match).unused]) == ("finished", [2])


def test_a_limit_card_nobody_noted_is_said_where_it_sets_no_price():
    upcard = change(CLUB25, {"knock_limit": "upcard"})
    game = only(asked(CLUB25, upcard, ada(8, 20)))
    assert [(hand.result.points, hand.marks) for hand in game.hands] == [((12, 0), ("limit_not_known",))]
    doubled = only(asked(CLUB25, change(upcard, {"spade_multiplier": 2}), ada(8, 20)))
    assert (doubled.status, doubled.hands[0].result) == ("not_known", None)
    noted = only(asked(CLUB25, upcard, replace(ada(8, 20), limit_card="6s")))
    assert noted.hands[0].marks == ("over_limit",)


# ---------------------------------------------------------------- matches of several games, time


BEST_OF_THREE = change(CLUB25, {"games": 3})


def three_games():
    """Ada 131-29, Bo 130-0, Ada 131-29."""
    bo_wins = (counts(BO, (60, 0), BO, 85, "gin"), counts(BO, (20, 0), BO, 45, "gin"))
    return [*hands(*EVENING), *hands(*bo_wins, game=2), *hands(*EVENING, game=3)]


def test_each_game_keeps_its_own_hands():
    """131-29, 0-130, 131-29: all over to 130; to 131 the second needs one point more."""
    match = rescore(BEST_OF_THREE, change(BEST_OF_THREE, {"target": 130}), three_games(), first_dealer=0)
    assert [(game.status, game.score) for game in match.games] == [
        ("finished", (131, 29)), ("finished", (0, 130)), ("finished", (131, 29)),
    ]  # fmt: skip
    longer = rescore(BEST_OF_THREE, change(BEST_OF_THREE, {"target": 131}), three_games(), first_dealer=0)
    assert [(game.status, game.leader, game.lead) for game in longer.games] == [
        ("finished", ADA, 102), ("unfinished", BO, 130), ("finished", ADA, 102),
    ]  # fmt: skip
    assert (longer.over, longer.winner) == (True, ADA)


def test_finished_games_alone_make_the_record():
    """Pagat's 20 for gin: 121-14, 0-120, 121-14; to 121 Ada's two are over and Bo's needs one point more."""
    other = change(PAGAT, {"target": 121, "games": 3})
    match = rescore(BEST_OF_THREE, other, three_games(), first_dealer=0)
    assert [game.status for game in match.games] == ["finished", "unfinished", "finished"]
    record = match.record(match="m", round=1, sides=("ada", "bo"))
    assert [game.hand_points for game in record.games] == [(121, 14), (121, 14)]
    assert (record.games_to_win, match.over) == (2, True)


def test_a_match_with_one_game_of_three_finished_is_not_over():
    match = rescore(CLUB25, BEST_OF_THREE, hands(*EVENING), first_dealer=0)
    record = match.record(match="m", round=1, sides=("ada", "bo"))
    assert (match.over, match.winner, len(record.games), record.games_to_win) == (False, None, 1, 2)


def test_games_after_the_deciding_one_are_not_played():
    match = rescore(BEST_OF_THREE, CLUB25, three_games(), first_dealer=0)
    assert [(game.status, len(game.unused)) for game in match.games] == [
        ("finished", 0), ("not_played", 2), ("not_played", 4),
    ]  # fmt: skip
    assert (match.over, match.winner) == (True, ADA)


def test_time_ends_the_game_it_was_called_in():
    """121 to 14 when time was called: Ada wins without a game bonus, 121 + 3 boxes of 20 = 181 to 34."""
    match = asked(CLUB25, PAGAT_125, *EVENING, time_called=True)
    assert only(match).status == "finished"
    assert match.sheet.games[0].record.grand_totals == (181, 34)
    both = rescore(
        BEST_OF_THREE, change(BEST_OF_THREE, {"target": 135}), three_games(), first_dealer=0,
        time_called=True,
    )  # fmt: skip
    assert [game.status for game in both.games] == ["unfinished", "unfinished", "finished"]
    assert not both.over


def test_a_number_of_hands_instead_of_a_target():
    three = change(CLUB25, {"length": "hands 3"})
    match = asked(CLUB25, three, *EVENING)
    assert (only(match).score, only(match).status, len(only(match).unused)) == ((75, 29), "finished", 1)
    longer = asked(CLUB25, change(CLUB25, {"length": "hands 5"}), *EVENING)
    assert (only(longer).status, only(longer).lead) == ("unfinished", 102)


def test_a_hand_that_decided_stays_one():
    """Two hands, 45 to 45, and a third that decides; with 20 for gin it is 40 to 40 and the same."""
    two = change(CLUB25, {"length": "hands 2"})
    level = (ada_gin(20), counts(BO, (20, 0), BO, 45, "gin"))
    other = change(PAGAT, {"length": "hands 2"})
    match = asked(two, other, *level, ada(3, 33), deciding=True)
    assert (only(match).score, only(match).status, match.winner) == ((70, 40), "finished", ADA)
    assert only(match).unused == ()
    tie = asked(two, other, *level, ada(3, 33))
    assert (only(tie).score, tie.over, tie.winner, len(only(tie).unused)) == ((40, 40), True, None, 1)
    waiting = asked(two, other, *level, deciding=True)
    assert (only(waiting).status, only(waiting).leader, waiting.over) == ("unfinished", None, False)


def test_a_deciding_hand_is_unused_where_the_match_was_decided_before():
    """An undercut of 10 and not of 25: 40 to 14 after two hands, nothing to decide."""
    two = change(CLUB25, {"length": "hands 2", "undercut_bonus": 41})
    level = (ada_gin(20), counts(ADA, (10, 6), BO, 45, "undercut"))
    match = asked(two, change(PAGAT, {"length": "hands 2"}), *level, ada(3, 33), deciding=True)
    assert (only(match).score, match.winner, len(only(match).unused)) == ((40, 14), ADA, 1)


def test_start_points_stay():
    game = only(asked(CLUB25, PAGAT_125, *EVENING, start=(0, 100)))
    assert (game.score, game.leader, game.lead) == ((121, 114), ADA, 7)


def test_a_match_without_hands_is_unfinished_and_level():
    game = only(asked(CLUB25, PAGAT))
    assert (game.status, game.score, game.leader, game.lead) == ("unfinished", (0, 0), None, 0)


# ---------------------------------------------------------------- more than two at the table


def test_partners_net_the_other_prices():
    """Board a: A gins on 20 (45 / 40). Board b: D undercuts by 4 (29 / 14). Net 16 to AB, under Pagat 26."""
    round_ = (ada_gin(20), bo_undercuts(10, 6))
    match = rescore(PARTNERSHIP_125, PAGAT, hands(*round_, boards=2), first_dealer=0)
    assert only(match).score == (26, 0)
    mine = rescore(PARTNERSHIP_125, PARTNERSHIP_125, hands(*round_, boards=2), first_dealer=0)
    assert only(mine).score == (16, 0)


def test_an_unknown_board_stops_its_round():
    round_ = (ada_gin(20), bo_undercuts(10, 6), knock(ADA, 11), ada_gin(3))
    game = only(rescore(PARTNERSHIP_125, PAGAT, hands(*round_, boards=2), first_dealer=0))
    assert (game.status, game.score) == ("not_known", (26, 0))


def test_three_handed_everybody_stays_where_he_sat():
    """Ada deals, Bo gins on Cy's 20; then Cy deals and Bo knocks 3 against Ada's 13."""
    played = [
        SheetHand(place=Place(1, 1), result=counts(0, (0, 20), 0, 40, "gin"), seats=(BO, CY)),
        SheetHand(place=Place(1, 2), result=counts(1, (13, 3), 1, 10), seats=(ADA, BO)),
    ]
    match = rescore(THREE_HANDED, change(CLUB25, {"next_dealer": "winner"}), played, first_dealer=0, sides=3)
    assert (only(match).score, only(match).leader, only(match).lead) == ((0, 55, 0), BO, 55)


def test_a_round_of_manipulation_rummy_is_settled_anew():
    """M7: A knocks 3, B 3, C 3, D 19: B and C 16 + 10 each; with 25 for beating the knocker 41 each."""
    round_ = settle((3, 3, 3, 19), MANIPULATION, knocker=0)
    other = change(MANIPULATION, {"undercut_bonus": 25})
    match = rescore(change(MANIPULATION, {"players": 4}), other, hands(round_), first_dealer=0, sides=4)
    assert (only(match).score, only(match).leader, only(match).lead) == ((0, 41, 41, 0), None, 0)


def test_a_knock_too_high_at_a_table_is_settled_as_it_was_and_marked():
    """M5: A knocks 5; B 3, C 12, D 25: B (2 + 9 + 22) + 10 = 43, also where only 4 may knock."""
    round_ = settle((5, 3, 12, 25), MANIPULATION, knocker=0)
    other = change(MANIPULATION, {"knock_limit": 4})
    match = rescore(change(MANIPULATION, {"players": 4}), other, hands(round_), first_dealer=0, sides=4)
    assert [(hand.result.points, hand.marks) for hand in match.hands] == [((0, 43, 0, 0), ("over_limit",))]


def test_playing_out_and_a_stock_run_out_are_settled_anew():
    """M4: 49 + 25, with 50 for playing out 99. M9: B 5 + 21, by no knocker; nobody wins a low tie there."""
    four, nine = settle((0, 17, 32), MANIPULATION, out=0), settle((9, 9, 30), MANIPULATION)
    other = change(MANIPULATION, {"gin_bonus": 50, "low_tie": "nobody"})
    match = rescore(change(MANIPULATION, {"players": 3}), other, hands(four, nine), first_dealer=0, sides=3)
    assert [hand.result.points for hand in match.hands] == [(99, 0, 0), (0, 0, 0)]


def test_another_game_has_no_prices_for_these_hands():
    with pytest.raises(Refusal) as refusal:
        rescore(CLUB25, MANIPULATION, hands(*EVENING), first_dealer=0)
    assert refusal.value.code == "other_game"
    with pytest.raises(Refusal):
        comparable(MANIPULATION, CLUB25)


def test_who_plays_stays_and_what_so_many_cannot_play_is_refused():
    assert comparable(CLUB25, PARTNERSHIP_125).seats == "two"
    assert comparable(PARTNERSHIP_125, PAGAT).seats == "partners"
    with pytest.raises(NotationError, match="columns"):
        comparable(THREE_HANDED, change(CLUB25, {"columns": 3}))


knocks = st.builds(
    lambda knocker, count, defence: pricing.price(
        pricing.Facts(knocker=knocker, count=count, declared=defence, best_defence=None, fidelity="counts"),
        CLUB25,
    ),
    st.integers(0, 1),
    st.integers(0, 10),
    st.integers(0, 98),
)
evenings = st.lists(knocks | st.just(WALL) | st.just(VOID), max_size=14)


@given(evenings, st.sampled_from([each for each in RULESETS if each.family == "gin"]))
def test_every_hand_stands_on_the_other_sheet_or_is_listed_as_unused(results, other):
    """Whatever the other set, two play; what is used adds up to the score, and the way back gives the
    played points.
    """
    match = rescore(CLUB25, other, hands(*results), first_dealer=0)
    if not results:
        return
    game = only(match)
    if game.status != "not_known":
        assert len(game.unused) + sum(hand.used for hand in game.hands) == len(results)
    columns = game.sheet.columns
    if len(columns) == 1:
        used = [hand.result.points for hand in game.hands if hand.used]
        assert columns[0].hand_points == (sum(a for a, _ in used), sum(b for _, b in used))
    for hand, played in zip(game.hands, results, strict=True):
        if hand.result is not None:
            assert points(hand.result, CLUB25) == played.points


@given(evenings)
def test_under_the_same_rules_nothing_changes(results):
    rules = change(CLUB25, {"games": 99})
    placed, game, deal = [], 1, 1
    for result in results:
        placed.append(SheetHand(place=Place(game, deal), result=result))
        sheet = fill(rules, placed, first_dealer=0)
        game, deal = sheet.open_places[0].place.game, sheet.open_places[0].place.deal
    match = rescore(rules, rules, placed, first_dealer=0)
    finished = [each for each in fill(rules, placed, first_dealer=0).games if each.over]
    assert list(match.sheet.games if match.sheet else ()) == finished
    assert [hand.result for hand in match.hands] == results
    assert all(hand.used for hand in match.hands)


def test_the_same_hands_in_any_order_give_the_same():
    backwards = list(reversed(hands(*EVENING)))
    assert rescore(CLUB25, PAGAT, backwards, first_dealer=0) == asked(CLUB25, PAGAT, *EVENING)


def test_hollywood_columns_of_an_ordinary_game():
    """S-15: A 25, 18, 36 make columns 79, 54 and 36; the game needs more in all three, A ahead by 169."""
    three = change(CLUB25, {"columns": 3, "target": 100})
    match = rescore(CLUB25, three, hands(ada(2, 27), ada(2, 20), ada(2, 38)), first_dealer=0)
    assert only(match).score == (79 + 54 + 36, 0)
    assert (only(match).status, only(match).lead) == ("unfinished", 169)
