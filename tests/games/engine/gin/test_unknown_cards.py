"""What a scribe could not see, held against all that was public (rules 7.2)."""

from random import Random

from games.engine import record
from games.engine.cards import card_text, cards_of
from games.engine.gin.events import Discarded, Drew, Knocked
from games.engine.gin.hand import result_of_record
from games.engine.gin.held import Held
from games.engine.gin.perspective import perspective
from games.engine.gin.state import open_spread
from games.engine.rulesets import DEFAULT
from tests.games.engine.gin.table import cards, play, read, refused, shuffled

START = {"rules": "club25", "dealer": 0, "upcard": "8h"}
KNOCKER = cards("5s 6s 7s Kh Kd Kc 4h 3d 2c Ac")
DEFENDER = cards("8s 8c 8d 7h 9s Qs Qh Qc Ad 2h")


def drew(seat, source, card=None):
    return {"e": "drew", "seat": seat, "from": source} | ({"card": card} if card else {})


def threw(seat, card):
    return {"e": "discarded", "seat": seat, "card": card}


def knocked(seat, shown, discard="??", **keys):
    return {"e": "knocked", "seat": seat, "cards": shown, "discard": discard} | keys


def showed(seat, shown):
    return {"e": "showed", "seat": seat, "cards": shown}


# Seat 1 takes the upcard and throws Jd; seat 0 draws unseen.
OPENING = [drew(1, "pile", "8h"), threw(1, "Jd"), drew(0, "stock")]


def test_a_scribes_hand_is_followed_and_settled():
    hand = read(START, *OPENING, knocked(0, KNOCKER), showed(1, [*DEFENDER[:-1], "8h"]))
    assert (hand.result.outcome, hand.result.fidelity, hand.result.verified) == ("undercut", "play", True)
    assert (hand.result.deadwood, hand.result.points) == ((10, 8), (0, 27))


def test_a_card_taken_from_the_pile_and_not_thrown_is_in_the_hand():
    refusal = refused("card_not_held", 5, START, *OPENING, knocked(0, KNOCKER), showed(1, DEFENDER))
    assert refusal.data["cards"] == ["8h"]


def test_a_card_seen_on_the_pile_is_in_no_hand():
    refused("card_seen_elsewhere", 4, START, *OPENING, knocked(0, ["Jd", *KNOCKER[1:]]))
    refused(
        "card_seen_elsewhere", 5, START, *OPENING, knocked(0, KNOCKER), showed(1, ["8h", "Jd", *DEFENDER[2:]])
    )


def test_a_card_the_other_took_is_not_in_this_hand():
    refused("card_seen_elsewhere", 4, START, *OPENING, knocked(0, ["8h", *KNOCKER[1:]]))


def test_a_card_known_to_be_in_the_stock_is_in_no_hand():
    start = START | {"stock": ["3h", "??", "5s"]}
    refused("card_seen_elsewhere", 4, start, *OPENING, knocked(0, KNOCKER))


def test_a_discard_that_cannot_have_been_held():
    refused("card_seen_elsewhere", 4, START, *OPENING, threw(0, "8h"))
    refused("card_seen_elsewhere", 4, START, *OPENING, threw(0, "Jd"))
    assert read(START, *OPENING, threw(0, "8d")).result.outcome == "unfinished"


def test_a_stock_card_seen_before_is_refused():
    refused("card_seen_elsewhere", 3, START, *OPENING[:2], drew(0, "stock", "Jd"))
    refused("card_seen_elsewhere", 3, START, *OPENING[:2], drew(0, "stock", "8h"))


def test_one_known_card_may_have_left_unseen_and_no_more():
    """The knocker's discard lies face down: one card he took may be that one, two may not."""
    turns = [
        drew(1, "pile", "8h"),
        threw(1, "Jd"),
        drew(0, "pile", "Jd"),
        threw(0, "Js"),
        drew(1, "pile", "Js"),
        threw(1, "Jh"),
        drew(0, "stock"),
        threw(0, "Th"),
        drew(1, "stock"),
    ]
    start = START | {"rules": "club25"}
    refused("card_not_held", 10, start, *turns, knocked(1, KNOCKER))
    with_eight = cards("6h 7h 8h Kh Kd Kc 4s 3d 2c Ac")
    assert read(start, *turns, knocked(1, with_eight)).result.knocker == 1
    refused("card_not_held", 10, start, *turns, knocked(1, with_eight, discard="9c"))
    assert read(start, *turns, knocked(1, with_eight, discard="Js")).result.knocker == 1


def test_the_card_just_taken_is_not_the_one_thrown_unseen():
    take = [drew(1, "pile", "8h"), threw(1, "Jd"), drew(0, "pile", "Jd")]
    refused("card_not_held", 4, START, *take, knocked(0, KNOCKER))
    always = START | {"rules": {"preset": "club25", "same_card_discard": "always"}}
    assert read(always, *take, knocked(0, KNOCKER)).result.knocker == 0


def test_a_card_thrown_unseen_gets_its_name_from_who_takes_it():
    hidden = [drew(1, "pile", "8h"), threw(1, "??")]
    named = read(START, *hidden, drew(0, "pile", "Jd"))
    assert named.state.hands[0].certain.bit_count() == 1
    refused("card_seen_elsewhere", 3, START, *hidden, drew(0, "pile", "8h"))
    whole = START | {"hands": [None, cards("As 2s 3s 4h 5h 6h 9d Tc Jc Qc")]}
    assert read(whole, *hidden, drew(0, "pile", "Qc")).state.hands[1].is_open
    refused("card_not_held", 3, whole, *hidden, drew(0, "pile", "Kd"))


def test_a_card_taken_unnamed_may_turn_up_in_the_other_hand():
    """Seat 1's hand is known; he throws one of its cards unseen and seat 0 takes it unnamed."""
    known = cards("As 2s 3s 4h 5h 6h 9d Tc Jc Qc")
    start = START | {"hands": [None, known]}
    turns = [drew(1, "pile", "8h"), threw(1, "??"), drew(0, "pile"), threw(0, "Qc")]
    hand = read(start, *turns).state
    assert hand.hands[1].is_open
    assert hand.hands[1].count == 10
    refused("card_seen_elsewhere", 5, start, *turns[:3], threw(0, "Td"), drew(1, "stock", "Td"))


def test_the_upcard_may_be_unknown_where_no_rule_reads_it():
    start = {"rules": "club25"}
    assert read(start, drew(1, "pile"), threw(1, "Jd")).result.outcome == "unfinished"
    assert read(start, drew(1, "pile", "8h"), threw(1, "Jd")).state.hands[1].certain.bit_count() == 1


def test_part_of_a_hand_may_be_known():
    start = START | {"hands": [["5s", *["??"] * 9], [*["??"] * 9, "Ad"]]}
    refused("card_seen_elsewhere", 4, start, *OPENING, knocked(0, ["Ad", *KNOCKER[:9]]))
    refused("card_not_held", 4, start, *OPENING, knocked(0, ["5h", *KNOCKER[1:]], discard="Jc"))


def test_a_showdown_card_that_could_not_be_read_leaves_the_hand_unfinished():
    hand = read(START, *OPENING, knocked(0, KNOCKER), showed(1, ["8h", *DEFENDER[1:9], "??"]))
    assert (hand.result.outcome, hand.result.knocker) == ("unfinished", 0)
    refused("card_seen_elsewhere", 5, START, *OPENING, knocked(0, KNOCKER), showed(1, ["Ac", *["??"] * 9]))


def test_a_hand_may_be_shown_in_mid_play():
    shown = ["8h", *cards("As 2s 3s 4h 5h 6h 9d Tc Jc")]
    hand = read(START, *OPENING[:2], showed(1, shown), drew(0, "stock"))
    assert hand.state.hands[1].is_open
    refused("card_not_held", 3, START, *OPENING[:2], showed(1, [*shown[1:], "Qc"]))


def test_the_limit_is_checked_as_soon_as_the_cards_are_known():
    refused("over_limit", 4, START, *OPENING, knocked(0, [*KNOCKER[:9], "Qd"]))
    spread = {"e": "knocked", "seat": 0, "discard": "??", "melds": [cards("5s 6s 7s"), cards("Kh Kd Kc")]}
    refused("over_limit", 5, START, *OPENING, spread, showed(0, [*KNOCKER[:9], "Qd"]))
    assert read(START, *OPENING, spread).result.knocker == 0


def test_gin_is_seen_from_the_spread_alone():
    spread = {
        "e": "knocked",
        "seat": 0,
        "discard": "??",
        "melds": [cards("5s 6s 7s"), cards("Kh Kd Kc"), cards("Ah 2h 3h 4h")],
    }
    refused("layoff_not_allowed", 5, START, *OPENING, spread, {"e": "laid_off", "seat": 1, "card": "8s"})


def test_nothing_is_laid_on_a_spread_nobody_knows():
    bare = {"e": "knocked", "seat": 0, "discard": "??"}
    refused("wrong_phase", 5, START, *OPENING, bare, {"e": "laid_off", "seat": 1, "card": "8s"})


def test_big_gin_of_a_hand_nobody_knows_is_checked_when_it_is_shown():
    start = [START, *OPENING, {"e": "knocked", "seat": 0}]
    assert read(*start).result.outcome == "unfinished"
    eleven = cards("5s 6s 7s Kh Kd Kc Ah 2h 3h 4h 5h")
    big = read(*start, showed(0, eleven), showed(1, ["8h", *cards("8s 8c 7h 9s Qs Qh Qc Ad 2d")]))
    assert (big.result.outcome, big.result.deadwood[0]) == ("big_gin", 0)
    refused("over_limit", 5, *start, showed(0, [*eleven[:10], "9c"]))
    refused("card_not_held", 5, *start, showed(0, eleven[:10]))
    partly = {"e": "knocked", "seat": 0, "melds": [cards("5s 6s 7s")]}
    refused("over_limit", 4, START, *OPENING, partly)


def test_what_a_scribe_saw_of_a_real_hand_never_contradicts_it():
    """Hide what a scribe cannot see: the record still reads, and comes to the same result."""
    random = Random(11)
    settled = 0
    for _ in range(120):
        log, hands = zip(*play(shuffled(DEFAULT, random), random, eager=0.9), strict=True)
        last = hands[-1]
        lines = [as_seen(event, number, hands) for number, event in enumerate(log)]
        if last.showdown is not None:
            knocker, defender = last.showdown.knocker, last.showdown.defender
            everything = last.hands[defender].known | last.showdown.laid_cards
            place = next(n for n, line in enumerate(lines) if line.get("e") == "knocked")
            lines.insert(place + random.randint(1, len(lines) - place - 1), None)
            at = lines.index(None)
            laid = [line["card"] for line in lines[place:at] if line["e"] == "laid_off"]
            lines[at] = showed(defender, texts(everything, without=laid))
            assert knocker != defender
        seen = record.read_hand(lines)
        real = result_of_record(last)
        got = seen.result
        assert (got.outcome, got.points, got.deadwood) == (real.outcome, real.points, real.deadwood)
        settled += last.showdown is not None
    assert settled > 40


def as_seen(event, number, hands):
    """The line a scribe writes: nothing of closed hands and the stock, the cards laid open."""
    line = (
        record.FAMILIES["gin"].write_deal(event) if number == 0 else record.FAMILIES["gin"].write_event(event)
    )
    line.pop("hands", None)
    line.pop("stock", None)
    match event:
        case Drew(_, "stock", _):
            line["card"] = "??"
        case Discarded():
            pass
        case Knocked(seat, discard):
            line["cards"] = texts(hands[number].hands[seat].known)
            line["melds"] = [texts(meld) for meld in open_spread(hands[number])]
            if discard is not None:
                line["discard"] = "??"
    return line


def texts(held, without=()):
    return [text for text in map(card_text, cards_of(held)) if text not in without]


def test_an_unknown_hand_is_shown_as_unknown():
    hand = read(START, *OPENING)
    assert perspective(hand.state, 0).hands == (("??",) * 11, ("??",) * 10)
    assert perspective(hand.state, 1).hands[1] == ("8h", *("??",) * 9)


def test_what_is_known_of_a_hand():
    held = Held(10).take(5).give_unseen(1 << 5)
    assert (held.count, held.certain, held.is_open) == (10, 0, False)
    assert held.without(1 << 5) == Held(10)
    spoken_for = Held(3, 0b111).give_unseen(0b111)
    assert (spoken_for.count, spoken_for.room, spoken_for.certain) == (2, 0, 0)
    assert Held(10).give_unseen(0) == Held(9, 0, (0,))
