"""Knocks, layoffs, melds and what they score, as records say them (rules 1.4 to 1.7, 2.1, 2.2)."""

import pytest

from games.engine.gin.pricing import reprice
from games.engine.rulesets import DEFAULT, change, preset
from tests.games.engine.gin.table import cards, read, refused

# W8: two melds and ten points; the defender must break his four eights to come down to three.
KNOCKER = cards("5s 6s 7s Kh Kd Kc 4h 3d 2c Ac")
SPREAD = [cards("5s 6s 7s"), cards("Kh Kd Kc")]
DEFENDER = cards("8s 8h 8d 8c 9s Qs Qh Qc Ad 2h")


def deal(rules="club25", hands=None, **keys):
    return {"rules": rules, "hands": hands or [None, DEFENDER]} | keys


def knocked(shown=KNOCKER, melds=SPREAD, **keys):
    return {"e": "knocked", "seat": 0, "cards": shown} | ({} if melds is None else {"melds": melds}) | keys


def laid(card, meld=None, seat=1):
    return {"e": "laid_off", "seat": seat, "card": card} | ({} if meld is None else {"meld": meld})


def melded(melds=None, seat=1):
    return {"e": "melded", "seat": seat} | ({} if melds is None else {"melds": melds})


def showed(shown, seat=1):
    return {"e": "showed", "seat": seat, "cards": shown}


def counts(hand):
    return hand.result.outcome, hand.result.deadwood, hand.result.points, hand.result.best_defence


# The end of the hand


def test_a_record_that_stops_after_a_knock_with_both_hands_known_ends_at_the_best_defence():
    hand = read(deal(), knocked())
    assert counts(hand) == ("undercut", (10, 3), (0, 32), 3)
    assert len(hand.events) == 1


def test_a_bare_melded_ends_it_the_same_and_is_counted():
    hand = read(deal(), knocked(), melded())
    assert counts(hand) == ("undercut", (10, 3), (0, 32), 3)
    assert len(hand.events) == 2


def test_declared_melds_are_what_is_scored_and_the_best_is_told_beside():
    hand = read(deal(), knocked(), melded([cards("8s 8h 8d 8c"), cards("Qs Qh Qc")]))
    assert counts(hand) == ("knock", (10, 12), (2, 0), 3)


def test_no_melds_at_all_may_be_declared():
    hand = read(deal(), knocked(), melded([]))
    assert counts(hand) == ("knock", (10, 74), (64, 0), 3)


def test_where_cards_speak_the_best_is_scored_whatever_was_declared():
    rules = {"preset": "club25", "cards_speak": True}
    hand = read(deal(rules), knocked(), melded([cards("8s 8h 8d 8c"), cards("Qs Qh Qc")]))
    assert counts(hand) == ("undercut", (10, 3), (0, 32), 3)
    assert hand.result.declared == 12


def test_after_layoffs_a_bare_melded_is_the_best_that_is_left():
    """The nine alone cannot follow seven; the eight was kept, so nine stays."""
    hand = read(deal(), knocked(), laid("8s", 0), melded())
    assert counts(hand) == ("undercut", (10, 3), (0, 32), 3)
    worse = read(
        deal(hands=[None, cards("4s 8s 9s 4d 4c Qs Qh Qc Ad 2h")]), knocked(), laid("4s", 0), melded()
    )
    assert worse.result.best_defence < worse.result.deadwood[1]


def test_layoffs_count_as_declared_even_without_a_melded():
    worse = read(deal(hands=[None, cards("4s 8s 9s 4d 4c Qs Qh Qc Ad 2h")]), knocked(), laid("4s", 0))
    assert worse.result.deadwood[1] > worse.result.best_defence


def test_melded_ends_the_hand():
    refused("after_the_end", 3, deal(), knocked(), melded(), laid("8s", 0))
    refused("after_the_end", 3, deal(), knocked(), melded(), melded())
    refused("after_the_end", 3, deal(), knocked(), melded(), {"e": "voided"})


def test_only_the_defender_lays_off_and_melds():
    refused("wrong_seat", 2, deal(), knocked(), laid("4h", 0, seat=0))
    refused("wrong_seat", 2, deal(), knocked(), melded(seat=0))


def test_with_the_defender_unknown_the_hand_is_unfinished_and_the_knocker_is_told():
    for rest in ([], [melded([cards("8h 8d 8c")])], [laid("8s", 0)]):
        result = read({"rules": "club25"}, knocked(), *rest).result
        assert (result.outcome, result.knocker, result.winner) == ("unfinished", 0, None)
        assert (result.deadwood, result.points, result.best_defence) == (None, (0, 0), None)


def test_a_hand_that_was_unknown_is_shown():
    hand = read({"rules": "club25"}, knocked(), showed(DEFENDER))
    assert counts(hand) == ("undercut", (10, 3), (0, 32), 3)
    assert (len(hand.events), hand.result.fidelity) == (2, "showdown")


def test_melds_declared_before_the_hand_is_shown_stand():
    hand = read(
        {"rules": "club25"}, knocked(), melded([cards("8s 8h 8d 8c"), cards("Qs Qh Qc")]), showed(DEFENDER)
    )
    assert counts(hand) == ("knock", (10, 12), (2, 0), 3)
    refused("after_the_end", 4, {"rules": "club25"}, knocked(), melded(), showed(DEFENDER), showed(DEFENDER))
    refused("after_the_end", 3, {"rules": "club25"}, knocked(), melded(), laid("8s"))


def test_a_hand_may_be_shown_with_or_without_what_was_laid_off():
    whole = read({"rules": "club25"}, knocked(), laid("8s", 0), showed(DEFENDER))
    rest = read({"rules": "club25"}, knocked(), laid("8s", 0), showed(DEFENDER[1:]))
    assert counts(whole) == counts(rest) == ("undercut", (10, 3), (0, 32), 3)


def test_the_knockers_hand_may_be_shown_later_and_is_checked_then():
    bare = {"e": "knocked", "seat": 0, "melds": SPREAD, "discard": "Js"}
    start = {"rules": {"preset": "club25", "opening": "free"}, "dealer": 1, "upcard": "9d"}
    take = {"e": "drew", "seat": 0, "from": "stock"}
    assert counts(read(start, take, bare, showed(KNOCKER, 0), showed(DEFENDER)))[:2] == ("undercut", (10, 3))
    high = [*KNOCKER[:9], "Th"]
    refused("over_limit", 3, start, take, bare, showed(high, 0))
    refused("card_not_held", 3, start, take, bare, showed([*KNOCKER[1:], "Th"], 0))
    refused("card_seen_elsewhere", 3, start, take, bare, showed([*KNOCKER[:9], "9d"], 0))


# The spread


def test_a_spread_may_leave_more_than_it_must():
    """W14: four of clubs kept back, so that nothing can be laid on it."""
    shown = cards("Ac 2c 3c 4c 9s 9h 9d 2d 3h Ah")
    other = cards("Ks Kh Kd 5c 6c Qc 8d 6s 4s 4h")
    short = [cards("Ac 2c 3c"), cards("9s 9h 9d")]
    hand = read(deal(hands=[None, other]), knocked(shown, short))
    assert counts(hand) == ("knock", (10, 43), (33, 0), 43)
    assert hand.result.least == 6
    minimal = {"preset": "club25", "arrangement": "minimal"}
    refusal = refused("not_minimal", 1, deal(minimal, hands=[None, other]), knocked(shown, short))
    assert refusal.data == {"count": 10, "least": 6, "event": 1, "rule": "1.5"}
    whole = [cards("Ac 2c 3c 4c"), cards("9s 9h 9d")]
    assert counts(read(deal(minimal, hands=[None, other]), knocked(shown, whole)))[2] == (26, 0)


THREES_OF_FOUR = cards("4s 5s 6s 4h 5h 6h 4d 5d 6d Ac")
BESIDE = cards("7s 8s 3h 2h Kc Kd 9c Jc 5c Td")


def test_melds_left_out_are_those_that_leave_the_defender_most_if_both_hands_are_known():
    """W13: three runs or three sets, one point either way; the sets leave 69, the runs 54."""
    for known in (deal(hands=[None, BESIDE]), {"rules": "club25"}):
        shown = [] if "hands" in known else [showed(BESIDE)]
        hand = read(known, knocked(THREES_OF_FOUR, None), *shown)
        assert counts(hand) == ("knock", (1, 69), (68, 0), 69)


def test_melds_left_out_with_the_defender_unknown_are_the_first_in_card_order():
    """A layoff fixes the spread before the other hand is seen: by then it is the first in card order."""
    start = {"rules": "club25"}
    fixed = read(start, knocked(THREES_OF_FOUR, None), laid("7s"), melded(), showed(BESIDE))
    assert fixed.state.showdown.spread == (0b111 << 3, 0b111 << 16, 0b111 << 29)
    assert counts(fixed) == ("knock", (1, 54), (53, 0), 54)
    refused("layoff_not_allowed", 2, start, knocked(THREES_OF_FOUR, None), laid("5c"))


@pytest.mark.parametrize(
    "melds",
    [
        [cards("5s 6s")],
        [cards("5s 6s Kh")],
        [cards("5s 7s Kh")],
        [["5s", "5s", "5s"]],
        [[]],
        [cards("5s 6s 7s"), cards("7s Kh Kd")],
        [cards("5s 6s 7s"), cards("5s 6s 7s")],
    ],
)
def test_what_is_no_meld_is_refused(melds):
    refused("not_a_meld", 1, deal(), knocked(melds=melds))


def test_the_ace_is_low():
    shown = cards("Qs Ks As Kh Kd Kc 4h 3d 2c Ac")
    refused("not_a_meld", 1, deal(hands=[None, None]), knocked(shown, [cards("Qs Ks As")]))


def test_a_meld_of_cards_the_knocker_does_not_show_is_refused():
    refused("card_not_held", 1, deal(), knocked(melds=[cards("Jh Jd Jc")]))


def test_a_knock_over_the_limit_is_refused():
    refusal = refused("over_limit", 1, deal(), knocked(melds=SPREAD[:1]))
    assert (refusal.data["count"], refusal.data["limit"]) == (40, 10)
    refused("over_limit", 1, deal({"preset": "club25", "knock_limit": 9}), knocked())
    refused("over_limit", 1, deal("straight_gin"), knocked())
    refused("over_limit", 1, deal(), knocked(cards("5s 6s 7s Kh Kd Kc 4h 4d 2c Ac"), None))


def test_ten_cards_are_shown_without_the_discard():
    for shown in (KNOCKER[1:], [*KNOCKER, "Js", "Jd"]):
        refused("card_not_held", 1, deal(), knocked(shown))
    refused("card_not_held", 1, deal(), knocked([*KNOCKER, "Js"], discard="Js"))


def test_no_card_is_in_both_hands():
    refused("card_seen_elsewhere", 1, deal(), knocked([*KNOCKER[:9], "8s"]))
    refused("card_seen_elsewhere", 2, {"rules": "club25"}, knocked(), showed([*DEFENDER[:9], "5s"]))
    refused("card_seen_elsewhere", 1, deal(), knocked([*KNOCKER[:9], "2c"]))
    refused("card_seen_elsewhere", 1, deal(), knocked(discard="8s"))
    refused("card_seen_elsewhere", 2, {"rules": "club25"}, knocked(discard="8s"), showed(DEFENDER))


def test_the_dealer_is_never_checked_against_the_knocker_of_a_showdown():
    for dealer in (0, 1):
        for opening in ("offer", "free", "eleven"):
            rules = {"preset": "club25", "opening": opening}
            assert counts(read(deal(rules, dealer=dealer), knocked()))[0] == "undercut"


def test_the_upcard_may_be_in_a_final_hand():
    assert counts(read(deal(upcard="8s"), knocked()))[0] == "undercut"
    assert counts(read(deal(upcard="5s", stock=["6s"]), knocked(discard="Js")))[0] == "undercut"
    refused("bad_deal", 0, deal(upcard="8s"), {"e": "passed", "seat": 1})


# Gin


GIN = cards("7s 7h 7d 7c 3s 4s 5s Th Jh Qh")
GIN_MELDS = [cards("7s 7h 7d 7c"), cards("3s 4s 5s"), cards("Th Jh Qh")]
ELEVEN = cards("7s 7h 7d 7c 3s 4s 5s 6s Th Jh Qh")
ELEVEN_MELDS = [cards("7s 7h 7d 7c"), cards("3s 4s 5s 6s"), cards("Th Jh Qh")]
LOOSE = cards("Kh Ks Kd 9c 8c Ad 5h 2d 2h Qd")


def test_after_gin_nothing_is_laid_off():
    refused("layoff_not_allowed", 2, deal(hands=[None, LOOSE]), knocked(GIN, GIN_MELDS), laid("Kh", 2))
    refused(
        "layoff_not_allowed",
        2,
        deal(hands=[None, ["6s", *LOOSE[1:]]]),
        knocked(GIN, GIN_MELDS),
        laid("6s", 1),
    )
    refused("layoff_not_allowed", 2, {"rules": "club25"}, knocked(GIN, GIN_MELDS), laid("6s", 1))


def test_after_gin_the_defender_melds_and_that_ends_the_hand():
    hand = read(deal(hands=[None, LOOSE]), knocked(GIN, GIN_MELDS), melded([]))
    assert counts(hand) == ("gin", (0, 67), (92, 0), 37)
    refused("after_the_end", 3, deal(hands=[None, LOOSE]), knocked(GIN, GIN_MELDS), melded(), melded())


def test_best_defence_after_gin_is_own_melds_only():
    six = ["6s", *LOOSE[1:]]
    assert counts(read(deal(hands=[None, six]), knocked(GIN, GIN_MELDS))) == ("gin", (0, 63), (88, 0), 63)


def test_big_gin_in_a_showdown_is_eleven_cards():
    hand = read(deal(hands=[None, LOOSE]), knocked(ELEVEN, ELEVEN_MELDS))
    assert counts(hand) == ("big_gin", (0, 37), (68, 0), 37)
    assert read(deal(hands=[None, LOOSE]), knocked(ELEVEN, None)).result == hand.result


def test_without_a_big_gin_bonus_it_is_gin():
    rules = {"preset": "club25", "big_gin_bonus": None}
    hand = read(deal(rules, hands=[None, LOOSE]), knocked(ELEVEN, ELEVEN_MELDS))
    assert counts(hand) == ("gin", (0, 37), (62, 0), 37)
    assert hand.result.eleven_melded


def test_eleven_cards_that_are_not_all_melded_need_a_discard():
    refused("over_limit", 1, deal(hands=[None, LOOSE]), knocked([*GIN, "As"], None))
    refused("over_limit", 1, deal(hands=[None, LOOSE]), knocked([*GIN, "As"], GIN_MELDS))


def test_a_defender_brought_to_nothing_has_undercut_and_not_made_gin():
    """W11."""
    shown, spread = cards("6h 7h 8h Qs Qd Qc 3d Ac 4s 2s"), [cards("6h 7h 8h"), cards("Qs Qd Qc")]
    other = cards("Ks Kh Kd 3c 4c 5c Qh 9h Th 5h")
    assert counts(read(deal(hands=[None, other]), knocked(shown, spread))) == (
        "undercut",
        (10, 0),
        (0, 35),
        0,
    )


# Layoffs


def test_each_layoff_grows_the_meld():
    hands = [None, cards("8s 9s Ts 3h 9h Qs Qh Qc Ad 2h")]
    hand = read(deal(hands=hands), knocked(), laid("8s", 0), laid("9s", 0), laid("Ts", 0), melded())
    assert hand.result.deadwood == (10, 15)
    refused("layoff_not_allowed", 2, deal(hands=hands), knocked(), laid("9s", 0))
    assert read(deal(hands=hands), knocked(), laid("8s"), laid("9s"), melded()).result.deadwood == (10, 15)


def test_a_layoff_fits_its_meld_or_is_refused():
    refused("layoff_not_allowed", 2, deal(), knocked(), laid("8s", 1))
    refused("layoff_not_allowed", 2, deal(), knocked(), laid("8s", 2))
    refused("layoff_not_allowed", 2, deal(), knocked(), laid("8s", -1))
    refused("layoff_not_allowed", 2, deal(), knocked(), laid("Qs"))


def test_a_card_that_is_not_held_is_not_laid_off():
    refused("card_not_held", 2, deal(), knocked(), laid("4s", 0))
    refused("card_not_held", 3, deal(), knocked(), laid("8s", 0), laid("8s", 0))
    refused("card_not_held", 3, deal(), knocked(), laid("8s", 0), melded([cards("8s 8h 8d")]))
    refused("card_seen_elsewhere", 2, {"rules": "club25"}, knocked(), laid("4h", 0))


def test_a_layoff_that_fits_two_melds_names_one():
    """W15: the ten of diamonds fits the run and the tens."""
    shown = cards("7d 8d 9d Ts Th Tc 2h 2c Ac 3s")
    spread = [cards("7d 8d 9d"), cards("Ts Th Tc")]
    start = deal(hands=[None, cards("Td Jd Ks Kh Kd 9c Qc 6h 4s As")])
    refusal = refused("ambiguous_layoff", 2, start, knocked(shown, spread), laid("Td"))
    assert refusal.data["melds"] == [0, 1]
    run = read(start, knocked(shown, spread), laid("Td", 0), laid("Jd", 0), melded([cards("Ks Kh Kd")]))
    assert run.result.deadwood == (8, 30)
    tens = read(start, knocked(shown, spread), laid("Td", 1), melded())
    assert tens.result.deadwood == (8, 40)
    refused("layoff_not_allowed", 3, start, knocked(shown, spread), laid("Td", 1), laid("Jd"))


def test_a_knockers_pair_is_no_place_to_lay_off():
    """W16."""
    shown, spread = cards("7d 8d 9d Ts Th Tc 2h 2c Ac 3s"), [cards("7d 8d 9d"), cards("Ts Th Tc")]
    start = deal(hands=[None, cards("2s 2d Ks Kh Kd 9c Qc 6h 4s As")])
    refused("layoff_not_allowed", 2, start, knocked(shown, spread), laid("2s"))


def test_laying_off_first_and_keeping_a_meld_back_is_the_defenders_choice():
    assert counts(read(deal(), knocked(), melded([cards("Qs Qh Qc")]))) == ("knock", (10, 44), (34, 0), 3)


# Ties and limits


@pytest.mark.parametrize(
    ("tie", "outcome", "winner", "points"),
    [
        ("undercut", "undercut", 1, (0, 25)),
        ("undercut_no_bonus", "undercut", 1, (0, 0)),
        ("knocker", "knock", 0, (0, 0)),
        ("nil", "knock", None, (0, 0)),
    ],
)
def test_equal_counts(tie, outcome, winner, points):
    """W2 under each reading."""
    shown, spread = cards("7s 7h 7d 3s 4s 5s 2h 4c Ad 3h"), [cards("7s 7h 7d"), cards("3s 4s 5s")]
    other = cards("Ks Kh Kd 9c Tc Jc 2c 2d Ac 5h")
    rules = {"preset": "club25", "tie": tie}
    for lines in (
        [deal(rules, hands=[None, other]), knocked(shown, spread)],
        [
            {"rules": rules},
            {"e": "counted", "knocker": 0, "deadwood": [10, 10]},
        ],
    ):
        result = read(*lines).result
        assert (result.outcome, result.knocker, result.winner, result.points) == (outcome, 0, winner, points)
        assert result.deadwood == (10, 10)


def test_the_spades_multiply_bonus_and_difference():
    """W22 to W24 are in the golden cases; here the second pack's card says it, and may be in a hand."""
    rules = {
        "preset": "club25",
        "opening": "eleven",
        "knock_limit": "upcard",
        "limit_from": "second_pack",
        "spade_multiplier": 2,
    }
    result = read(deal(rules, limit_card="Ks"), knocked()).result
    assert (result.points, result.multiplier, result.limit_card) == ((0, 64), 2, "Ks")
    gin = read(deal(rules, limit_card="8s", hands=[None, LOOSE]), knocked(GIN, GIN_MELDS)).result
    assert gin.points == (2 * (25 + 37), 0)


def test_the_limit_is_the_upcard_and_an_ace_as_the_rules_say():
    one = cards("7s 7h 7d 3s 4s 5s Th Jh Qh Ac")
    upcard = {"preset": "club25", "knock_limit": "upcard"}
    refused("over_limit", 1, deal(upcard, upcard="9d"), knocked())
    assert read(deal(upcard, upcard="Kd"), knocked()).result.outcome == "undercut"
    refused("over_limit", 1, deal(upcard, upcard="Ad", hands=[None, None]), knocked(one, None))
    ace = upcard | {"ace_limit": 1}
    assert read(deal(ace, upcard="Ad", hands=[None, None]), knocked(one, None)).result.outcome == "unfinished"


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [knocked()],
        [{"e": "counted", "knocker": 0, "deadwood": [3, 12]}],
        [{"e": "scored", "seat": 0, "points": 11}],
        [{"e": "voided"}],
    ],
)
def test_the_card_that_sets_limit_or_spades_is_needed_at_every_fidelity(lines):
    refused("upcard_needed", 0, deal("oklahoma"), *lines)
    refused("upcard_needed", 0, deal("oklahoma", upcard="??"), *lines)
    refused("upcard_needed", 0, deal({"preset": "club25", "spade_multiplier": 2}), *lines)
    second = {"preset": "oklahoma", "limit_from": "second_pack"}
    refused("upcard_needed", 0, deal(second, upcard="9d"), *lines)


# The same hand under other rules


def test_a_result_is_priced_under_another_rule_set():
    result = read(deal(upcard="9s"), knocked()).result
    assert reprice(result, preset("pagat")).points == (0, 17)
    spades = change(DEFAULT, {"knock_limit": "upcard", "spade_multiplier": 2})
    assert (reprice(result, spades).points, reprice(result, spades).over_limit) == ((0, 64), True)
    assert not reprice(result, preset("pagat")).over_limit


def test_big_gin_is_priced_as_what_it_is_there():
    result = read(deal(hands=[None, LOOSE]), knocked(ELEVEN, None)).result
    there = reprice(result, preset("pagat"))
    assert (there.outcome, there.points, there.over_limit) == ("gin", (57, 0), False)
    assert reprice(there, DEFAULT) == result


def test_cards_speak_or_do_not_in_the_other_rule_set():
    declared = read(deal(), knocked(), melded([cards("8s 8h 8d 8c"), cards("Qs Qh Qc")])).result
    speaking = reprice(declared, change(DEFAULT, {"cards_speak": True}))
    assert (speaking.outcome, speaking.points) == ("undercut", (0, 32))
    assert reprice(speaking, DEFAULT) == declared


def test_points_alone_and_a_missing_limit_card_are_not_known():
    points = read({}, {"e": "scored", "seat": 0, "points": 11}).result
    assert reprice(points, preset("pagat")) is None
    assert reprice(read(deal(), knocked()).result, preset("oklahoma")) is None
    counted = read({}, {"e": "counted", "knocker": 0, "deadwood": [3, 12]}).result
    assert reprice(counted, preset("pagat")).points == (9, 0)


@pytest.mark.parametrize("line", [{"e": "voided"}, {"e": "counted", "outcome": "wall"}])
def test_what_scored_nothing_scores_nothing_elsewhere(line):
    result = read({}, line).result
    assert reprice(result, preset("oklahoma")) == result
