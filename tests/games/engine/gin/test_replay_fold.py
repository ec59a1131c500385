"""The quick fold and the plain one are the same fold: states, refusals and all (architecture 8.7)."""

from dataclasses import fields, replace
from functools import reduce
from itertools import islice
from random import Random

import pytest

from games.engine import record
from games.engine.cards import PACK, cards_of, holding, parse_cards
from games.engine.errors import IllegalMove
from games.engine.gin import events
from games.engine.gin import replay as quick
from games.engine.gin.events import Drew, Knocked, LaidOff, Melded, Passed
from games.engine.gin.hand import begin, evolve
from games.engine.gin.hand import replay as plain
from games.engine.gin.rows import read_rows, replay_rows
from games.engine.gin.state import Phase, open_spread
from games.engine.layoffs import spreads
from games.engine.melds import melds_in
from games.engine.rulesets import DEFAULT, change
from tests.games.engine.gin.table import EVERY_RULE_SET, SEEDS, name_of, play, shuffled
from tests.games.engine.gin.test_golden_hands import CASES

every_rule_set = pytest.mark.parametrize("rules", EVERY_RULE_SET, ids=name_of)


def outcome(fold, log):
    try:
        return fold(log)
    except IllegalMove as refused:
        return refused.code, refused.message, refused.data


def spoilt(event, random):
    """The event with one of its fields changed to something near it, often to something not allowed."""
    field = random.choice(fields(event)).name
    value = getattr(event, field)
    if field in ("seat", "knocker"):
        return replace(event, **{field: random.choice([0, 1, 1 - (value or 0), 2, -1])})
    if field in ("card", "discard"):
        return replace(event, **{field: random.choice([-1, random.randrange(52), random.randrange(52)])})
    if field == "source":
        return replace(event, source="pile" if value == "stock" else "stock", card=-1)
    if field == "meld":
        return replace(event, meld=random.choice([None, 0, 1, 2, 3, -1]))
    if field == "melds":
        other = tuple(cards_of(random.choice(melds_in((1 << 52) - 1))) for _ in range(random.randrange(3)))
        return replace(
            event, melds=random.choice([None, (), value and value[1:], value and value + value, other])
        )
    if field == "cards":
        return replace(event, cards=tuple(random.sample(range(52), random.choice([9, 10, 10, 11]))))
    return event


def damaged(log, random):
    """A log with something left out, said twice, swapped, changed or put in."""
    log = list(log)
    place = random.randrange(1, len(log))
    match random.randrange(6):
        case 0:
            del log[place]
        case 1:
            log.insert(place, log[place])
        case 2:
            other = random.randrange(1, len(log))
            log[place], log[other] = log[other], log[place]
        case 3:
            log.insert(place, random.choice(STRANGERS))
        case _:
            log[place] = spoilt(log[place], random)
    return log


def next_events(hand):
    """Events that might follow: everything a seat could say here, allowed or not."""
    for seat in (0, 1):
        held = hand.hands[seat].known
        yield from (events.Passed(seat), events.Drew(seat, "stock"), events.Drew(seat, "pile"), Melded(seat))
        yield from (events.Discarded(seat, card) for card in cards_of(held))
        for card in cards_of(held):
            rest = held ^ 1 << card
            yield from (
                Knocked(seat, card, tuple(map(cards_of, spread))) for spread in islice(spreads(rest, 98), 4)
            )
        for card in cards_of(held) if hand.showdown else ():
            yield from (LaidOff(seat, card, place) for place in range(3))
        if hand.showdown:
            yield from (Melded(seat, tuple(map(cards_of, spread))) for spread in islice(spreads(held, 98), 4))


def on_the_brink(states, random):
    """The moments where the rules are finest, each with something that may be said next, allowed or not."""
    fine = [
        (number, hand)
        for number, hand in enumerate(states)
        if hand.taken is not None or hand.phase in (Phase.STOCK_ONLY, Phase.SECOND_OFFER, Phase.LAST_DISCARD)
    ]
    showdowns = [(number, hand) for number, hand in enumerate(states) if hand.showdown is not None]
    for number, hand in (*random.sample(fine, min(len(fine), 5)), *showdowns):
        following = list(next_events(hand))
        turns = [event for event in following if isinstance(event, Passed | Drew)]
        for event in (*turns, *random.sample(following, min(len(following), 12))):
            yield number, (event,)
        if hand.phase is Phase.LAST_DISCARD:
            taken = events.Drew(hand.turn, "pile")
            following = list(next_events(evolve(hand, taken)))
            for event in random.sample(following, 12):
                yield number, (taken, event)


STRANGERS = [
    events.Passed(0),
    events.Passed(1),
    events.Drew(0, "stock"),
    events.Drew(1, "pile"),
    events.Discarded(0, -1),
    events.Knocked(0, 5, ()),
    events.Knocked(1, None),
    events.LaidOff(0, 3),
    events.Melded(1),
    events.Showed(1, tuple(range(10))),
    events.Counted(0, (3, 12)),
    events.Scored(0, 11),
    events.Voided("misdeal"),
]


def with_declared_melds(log, hands):
    """The log as people write it: the melds said aloud, the layoffs by place."""
    last = hands[-1].showdown
    said = []
    for event in log:
        if isinstance(event, Knocked) and event.discard is not None and last is not None:
            said.append(replace(event, melds=tuple(map(cards_of, open_spread(hands[len(said)])))))
        else:
            said.append(event)
    return said


@every_rule_set
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_said_both_folds_come_to_the_same(rules, seed):
    random = Random(f"{name_of(rules)} {seed}")
    log, hands = zip(*play(shuffled(rules, random), random, eager=0.9), strict=True)
    declared = with_declared_melds(log, hands)
    assert outcome(quick.replay, declared) == outcome(plain, declared)
    assert not isinstance(outcome(plain, declared), tuple)
    refusals = 0
    for _ in range(25):
        wrong = damaged(declared, random)
        got = outcome(quick.replay, wrong)
        assert got == outcome(plain, wrong)
        refusals += isinstance(got, tuple)
    assert refusals


@every_rule_set
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("eager", [0.05, 1])
def test_at_every_fine_point_both_folds_come_to_the_same(rules, seed, eager):
    random = Random(f"{name_of(rules)} {seed}")
    log, hands = zip(*play(shuffled(rules, random), random, eager=eager), strict=True)
    declared = with_declared_melds(log, hands)
    states = [begin(log[0])]
    for event in declared[1:]:
        states.append(evolve(states[-1], event))
    for number, said in on_the_brink(states, random):
        by_steps = outcome(lambda said: reduce(evolve, said, states[number]), said)  # noqa: B023
        assert outcome(quick.replay, [*declared[: number + 1], *said]) == by_steps


def test_gin_hands_are_among_the_fine_points():
    """Gin is rare at random: here all of a spread is melded, and a card that would fit is laid off."""
    for rules in (DEFAULT, change(DEFAULT, {"opening": "free"})):
        ada = holding(parse_cards("As 2s 3s 4h 5h 6h Td Jd Qd Kd"))
        bo = holding(parse_cards("4s Ac 3c 5c 7c 9c Js Kh 2d 7h"))
        stock = tuple(cards_of(PACK ^ ada ^ bo))
        dealt = events.Dealt(
            rules=rules, dealer=1, hands=(cards_of(ada), cards_of(bo)), upcard=stock[0], stock=stock[1:]
        )
        melds = tuple(map(parse_cards, ("As 2s 3s", "4h 5h 6h", "Td Jd Qd Kd")))
        log = [dealt, events.Drew(0, "pile"), Knocked(0, stock[0], melds)]
        always = replace(dealt, rules=change(rules, {"same_card_discard": "always"}))
        for first in (dealt, always):
            for after in ([], [LaidOff(1, 3, 0)], [LaidOff(1, 3)], [Melded(1)], [Melded(1, ())]):
                said = [first, *log[1:], *after]
                assert outcome(quick.replay, said) == outcome(plain, said)


@every_rule_set
def test_whatever_a_deal_leaves_open_both_folds_come_to_the_same(rules):
    random = Random(name_of(rules))
    for _ in range(6):
        (dealt, *log), _ = zip(*play(shuffled(rules, random), random, eager=0.9), strict=True)
        unseen = tuple(-1 if random.random() < 0.1 else card for card in dealt.stock[: random.randrange(32)])
        hands = [random.choice([None, cards, (*cards[:-1], -1)]) for cards in dealt.hands]
        partly = replace(dealt, stock=unseen, hands=tuple(hands))
        assert outcome(quick.replay, [partly, *log]) == outcome(plain, [partly, *log])


def test_a_spread_that_leaves_too_much_is_refused_by_both_where_the_least_is_asked():
    """W14: the four of clubs is kept back."""
    minimal = change(DEFAULT, {"arrangement": "minimal"})
    ada = holding(parse_cards("Ac 2c 3c 4c 9s 9h 9d 2d 3h Ah"))
    bo = holding(parse_cards("Ks Kh Kd 5c 6c Qc 8d 6s 4s 4h"))
    stock = tuple(cards_of(PACK ^ ada ^ bo))
    hands = (cards_of(ada), cards_of(bo))
    dealt = events.Dealt(rules=minimal, dealer=1, hands=hands, upcard=stock[0], stock=stock[1:])
    refused = []
    for run in ("Ac 2c 3c 4c", "Ac 2c 3c"):
        melds = (parse_cards(run), parse_cards("9s 9h 9d"))
        log = [
            dealt,
            Drew(0, "pile"),
            events.Discarded(0, parse_cards("Ah")[0]),
            Drew(1, "stock"),
            events.Discarded(1, stock[1]),
            Drew(0, "stock"),
            Knocked(0, stock[2], melds),
        ]
        assert outcome(quick.replay, log) == outcome(plain, log)
        refused.append(outcome(plain, log))
    assert [isinstance(got, tuple) and got[0] for got in refused] == [False, "not_minimal"]


def test_every_recorded_hand_comes_to_the_same_by_both_folds_and_from_stored_lines():
    for name in ("gin.hands", "gin.illegal"):
        for lines in hands_of(name):
            log = read_rows(lines)
            assert outcome(quick.replay, log) == outcome(plain, log) == outcome(replay_rows, lines)


def test_stored_lines_say_what_the_record_says():
    with (CASES / "gin.hands.jsonl").open("rb") as file:
        for hand in record.read_hands(file):
            rows = record.write_lines(hand.rules, hand.dealt, hand.events).splitlines()
            assert read_rows(rows) == (hand.dealt, *hand.events)
            assert replay_rows(rows) == hand.state


def hands_of(name):
    hands = []
    for line in (CASES / f"{name}.jsonl").read_text().splitlines():
        if '"e"' not in line:
            hands.append([])
        hands[-1].append(line)
    return hands


def test_a_log_without_its_deal_is_refused():
    """A deal that is missing is never made up."""
    for fold in (quick.replay, plain):
        with pytest.raises(IllegalMove) as refused:
            fold([events.Passed(1)])
        assert refused.value.code == "bad_deal"


def test_layoffs_and_melds_were_among_what_was_folded():
    random = Random(3)
    said = [
        event for _ in range(60) for event, _ in play(shuffled(EVERY_RULE_SET[0], random), random, eager=1)
    ]
    assert {Knocked, LaidOff, Melded} <= {type(event) for event in said}
