"""Laying cards out: exact, against a plain search of its own (rules 3.1)."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.manipulation import layout as layout_module
from games.engine.manipulation.cards import VALUES, Laid, is_joker, laid_text, parse_card, parse_laid, value
from games.engine.manipulation.groups import is_group, verify_turn
from games.engine.manipulation.layout import START, _Search, find_layout
from games.engine.manipulation.proposals import best_play, lay_out, propose
from games.engine.manipulation.sequences import HIGH_ACE, NEVER


def group(text):
    return tuple(parse_laid(word) for word in text.split())


def table(*groups):
    return tuple(map(group, groups))


def hand(text):
    return [parse_card(word) for word in text.split()]


def faces(text):
    return [parse_card(f"{word}.1") for word in text.split()]


def written(table_):
    return sorted(" ".join(sorted(laid_text(tile) for tile in group_)) for group_ in table_)


@cache
def melds_with(face, number_of_ranks=13):
    """Every meld of faces that holds this face, by definition."""
    rank, suit = face % 13, face // 13
    found = set()
    same = [13 * other + rank for other in range(4)]
    found |= {frozenset(some) for size in (3, 4) for some in combinations(same, size) if face in some}
    track = [13 * suit + place % 13 for place in range(14)]
    for low in range(14):
        for high in range(low + 3, 15):
            run = track[low:high]
            if face in run and len(set(run)) == len(run):
                found.add(frozenset(run))
    return found


@cache
def can_be_laid(cards):
    """Plain search: the first card must lie in some meld, the others must lie without it."""
    if not cards:
        return True
    counts = Counter(cards)
    first = cards[0]
    for meld in melds_with(first):
        if all(counts[face] for face in meld):
            rest = list(cards)
            for face in meld:
                rest.remove(face)
            if can_be_laid(tuple(rest)):
                return True
    return False


def assert_lies(layout, cards):
    assert sorted(face for group_ in layout.groups for face in group_) == sorted(cards)
    for group_ in layout.groups:
        assert is_group([Laid(place, face) for place, face in enumerate(group_)])


def crowded(most):
    """Faces of few ranks, each at most twice, aces and kings often among them."""
    ranks = st.sampled_from([(0, 1, 2), (11, 12, 0), (0, 1, 12, 11), (4, 5, 6, 7), (5, 6, 7)])
    return ranks.flatmap(
        lambda some: st.lists(
            st.builds(lambda suit, rank: 13 * suit + rank, st.integers(0, 3), st.sampled_from(some)),
            max_size=most,
        )
    ).map(lambda cards: sorted(face for face, count in Counter(cards).items() for _ in range(min(count, 2))))


def laid_out_melds(most):
    """Faces that make whole melds, so that a layout exists, often with several."""
    return st.lists(
        st.integers(0, 51).flatmap(lambda face: st.sampled_from(sorted(melds_with(face), key=sorted))),
        min_size=1, max_size=most,
    ).map(lambda melds: sorted(face for meld in melds for face in meld))  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(crowded(14))
def test_a_layout_is_found_exactly_where_there_is_one(cards):
    layout = find_layout(cards)
    assert (layout is not None) == can_be_laid(tuple(cards))
    if layout is not None:
        assert_lies(layout, cards)


@settings(max_examples=200, deadline=None)
@given(laid_out_melds(8))
def test_whole_melds_thrown_together_are_laid_out_again(cards):
    layout = find_layout(cards)
    assert layout is not None
    assert_lies(layout, cards)


@settings(max_examples=100, deadline=None)
@given(crowded(9), st.integers(1, 2))
def test_free_jokers_stand_for_whatever_is_wanted(cards, jokers):
    layout = find_layout(cards, jokers=jokers)
    possible = any(
        can_be_laid(tuple(sorted([*cards, *meanings])))
        for meanings in combinations([face for face in range(52) for _ in range(jokers)], jokers)
    )
    assert (layout is not None) == possible
    if layout is not None:
        assert len(layout.joker_faces) == jokers
        assert_lies(layout, [*cards, *layout.joker_faces])


@settings(max_examples=150, deadline=None)
@given(crowded(12), st.integers(0, 1), st.sampled_from([0, 1, layout_module.PATIENCE]))
def test_giving_up_what_is_hopeless_gives_up_no_layout(cards, jokers, patience):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout_module, "PATIENCE", patience)
        layout = find_layout(cards, jokers=jokers)
    meanings = range(52) if jokers else [None]
    assert (layout is not None) == any(
        can_be_laid(tuple(sorted([*cards, *([] if face is None else [face])]))) for face in meanings
    )
    if layout is not None:
        assert_lies(layout, [*cards, *layout.joker_faces])


@settings(max_examples=150, deadline=None)
@given(laid_out_melds(2), crowded(6))
def test_of_optional_cards_the_most_points_are_played(cards, optional):
    layout = find_layout(cards, optional=optional)
    best = max(
        sum(VALUES[face] for face in some)
        for size in range(len(optional) + 1)
        for some in combinations(optional, size)
        if can_be_laid(tuple(sorted([*cards, *some])))
    )
    assert layout.points == best == sum(VALUES[face] for face in layout.played)
    assert_lies(layout, [*cards, *layout.played])


@settings(max_examples=40, deadline=None)
@given(laid_out_melds(1), crowded(4), st.sampled_from([(0, 1), (1, 0), (0, 1), (1, 1)]))
def test_of_optional_cards_and_jokers_the_most_points_are_played(cards, optional, given):
    """Against trying every card a joker may stand for."""
    jokers, optional_jokers = given
    layout = find_layout(cards, optional=optional, jokers=jokers, optional_jokers=optional_jokers)
    best = max(
        (
            sum(VALUES[face] for face in some) + 25 * (used - jokers)
            for used in range(jokers, jokers + optional_jokers + 1)
            for size in range(len(optional) + 1)
            for some in combinations(optional, size)
            for meanings in combinations([face for face in range(52) for _ in range(used)], used)
            if can_be_laid(tuple(sorted([*cards, *some, *meanings])))
        ),
        default=None,
    )
    assert (layout.points if layout is not None else None) == best
    if layout is not None:
        assert_lies(layout, [*cards, *layout.played, *layout.joker_faces])


def most_points(cards, optional, jokers, optional_jokers):
    """By looking at every position there is, rank by rank, with no hope for any of them."""
    search = _Search(cards, optional, jokers, optional_jokers)
    there = {START: 0}
    for rank in range(HIGH_ACE + 1):
        after = {}
        for position, points in there.items():
            for step, reached in search._reached(position, rank):
                total = points + step.points + 25 * len(step.jokers)
                after[reached] = max(total, after.get(reached, 0))
        there = after
    ends = [points for position, points in there.items() if position.jokers >= jokers]
    return max(ends) - 25 * jokers if ends else None


@settings(max_examples=25, deadline=None)
@given(laid_out_melds(6), st.lists(st.integers(0, 51), max_size=7), st.integers(0, 1), st.integers(0, 1))
def test_the_most_hopeful_way_is_the_best_of_all_ways(cards, optional, jokers, optional_jokers):
    layout = find_layout(cards, optional=optional, jokers=jokers, optional_jokers=optional_jokers)
    if not optional and not optional_jokers:
        return
    best = most_points(cards, optional, jokers, optional_jokers)
    assert (layout.points if layout is not None else None) == best
    if layout is not None:
        assert_lies(layout, [*cards, *layout.played, *layout.joker_faces])


@settings(max_examples=25, deadline=None)
@given(laid_out_melds(6), st.lists(st.integers(0, 51), max_size=8), st.integers(0, 2))
def test_hope_is_never_less_than_what_can_be_had_and_no_step_makes_it_more(cards, optional, free):
    """What the search rests on: from each position it may come to."""
    search = _Search(cards, optional, 0, free)
    there = [START]
    for rank in range(HIGH_ACE):
        after = []
        for position in there:
            hope = search._hope((rank, position))
            for step, reached in search._reached(position, rank):
                further = search._hope((rank + 1, reached))
                assert further == NEVER or step.points + 25 * len(step.jokers) + further <= hope
                after.append(reached)
        there = list(dict.fromkeys(after))[:60]


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("", True),
        ("Qs Ks As 2s 3s", False),
        ("Qs Ks As As 2s 3s", True),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", True),
        ("7s 7s 7h 7h 7d 7d", True),
        ("7s 7s 7h 7h 7d 7c", True),
        ("7s 7s 7h 7h 7d", False),
        ("7s 7h 7d 7c 8s 9s", True),
        ("5s 6s 7s 7h 7d", False),
        ("4s 5s 6s 7s 7h 7d", True),
    ],
)
def test_layouts_one_can_see(text, possible):
    assert (find_layout(faces(text)) is not None) == possible


def test_a_joker_alone_cannot_lie():
    assert find_layout([], jokers=1) is None
    assert find_layout(faces("8s 8h"), jokers=2) is not None


def test_an_optional_joker_counts_25():
    layout = find_layout(faces("8s 8h 8d"), optional_jokers=1)
    assert (layout.points, layout.joker_faces) == (25, tuple(faces("8c")))


def test_exactly_these_cards_are_laid_out_with_a_joker_that_is_free():
    tiles = group("5s.1 6s.2 Kh.1 Kd.2 *.1=Kc")
    assert written(lay_out(tiles, [parse_card("*.2")])) in (
        ["*.1=Kc Kd.2 Kh.1", "*.2=7s 5s.1 6s.2"],
        ["*.1=Kc Kd.2 Kh.1", "*.2=4s 5s.1 6s.2"],
    )
    assert lay_out(tiles) is None


def test_new_cards_lie_beside_the_table_where_they_can():
    before = table("5s.1 6s.1 7s.1 8s.1")
    assert propose(before, hand("8h.1 8d.1 8c.1")) == (*before, *lay_out(group("8h.1 8d.1 8c.1")))


def test_a_proposal_takes_a_group_apart_and_leaves_the_others():
    before = table("Kh.1 Kd.1 Kc.1", "5s.1 6s.1 7s.1 8s.1")
    after = propose(before, hand("8h.1 8d.2"))
    assert after[0] == before[0]
    assert written(after[1:]) == ["5s.1 6s.1 7s.1", "8d.2 8h.1 8s.1"]


def test_a_real_card_sets_the_joker_free():
    before = table("5s.1 6s.1 *.1=7s")
    after = propose(before, hand("7s.2 Kh.1 Kd.1"))
    assert verify_turn(before, after) == tuple(sorted(hand("7s.2 Kh.1 Kd.1")))
    assert {tile.face % 13 for group_ in after for tile in group_ if is_joker(tile.card)} == {12}


def test_without_its_real_card_a_joker_keeps_its_meaning():
    assert propose(table("5s.1 6s.1 *.1=7s"), hand("Kh.1 Kd.1")) is None


def test_the_best_play_takes_most_points_out_of_the_hand():
    before = table("5s.1 6s.1 7s.1 8s.1")
    after = best_play(before, hand("8h.1 8d.2 As.1 4s.1 Kc.1 *.1"))
    played = verify_turn(before, after)
    assert value(played) == 25 + 8 + 8 + 4


def test_there_may_be_nothing_to_play():
    assert best_play((), hand("8h.1 8d.2 As.1 4s.1 Kc.1")) is None
    assert best_play(table("5s.1 6s.1 7s.1"), hand("8h.1 9s.2 As.1")) is None


def tables():
    """A legal table of two packs and a hand from the rest, jokers among both."""
    return st.permutations(range(106)).map(lambda deck: (deck[:30], deck[30:40])).map(_table_and_hand)


def _table_and_hand(cards):
    return best_play((), cards[0]) or (), cards[1]


@settings(max_examples=30, deadline=None)
@given(tables())
def test_every_proposal_is_a_turn_the_rules_allow(dealt):
    before, cards = dealt
    after = best_play(before, cards)
    if after is None:
        return
    played = verify_turn(before, after)
    assert set(played) <= set(cards)
    again = propose(before, played)
    assert again is not None
    assert verify_turn(before, again) == played
