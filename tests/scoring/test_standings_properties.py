"""What holds for every field and every set of results (hypothesis)."""

import itertools
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.records import Bye, Forfeit, GameRecord, MatchRecord, Penalty
from scoring.standings import StandingsOptions, line_from_wire, line_to_wire, standings
from scoring.tiebreaks import TIEBREAKS, tiebreak
from tests.scoring.crosstable import by_side, folded

NAMES = ("ada", "bo", "cy", "di", "ed", "flo")
CODES = [each.code for each in TIEBREAKS]


@st.composite
def games(draw, sides):
    points = tuple(draw(st.integers(0, 160)) for _ in range(sides))
    best = max(points)
    winner = points.index(best) if points.count(best) == 1 else None
    shutout = winner is not None and sides == 2 and min(points) == 0
    return GameRecord(
        winner=winner,
        hand_points=points,
        grand_totals=tuple(2 * each for each in points),
        hands_won=tuple(min(each, 3) for each in points),
        shutout=shutout,
        clamp=125,
    )


@st.composite
def results(draw):
    records, forfeits = [], []
    for number in range(draw(st.integers(0, 10))):
        sides = tuple(draw(st.permutations(NAMES))[: draw(st.sampled_from([2, 2, 2, 3]))])
        round = draw(st.integers(1, 4))
        if draw(st.integers(0, 5)) == 0:
            forfeits.append(Forfeit(match=f"m{number}", round=round, winners=sides[:1], losers=sides[1:]))
        else:
            played = tuple(draw(games(len(sides))) for _ in range(draw(st.sampled_from([1, 1, 3]))))
            records.append(
                MatchRecord(
                    match=f"m{number}",
                    round=round,
                    table=None,
                    sides=sides,
                    games=played,
                    games_to_win=len(played) // 2 + 1,
                )
            )
    byes = draw(
        st.lists(
            st.builds(Bye, side=st.sampled_from(NAMES), round=st.integers(1, 4), kind=st.just("pairing")),
            max_size=3,
        )
    )
    penalties = draw(
        st.lists(
            st.builds(
                Penalty,
                side=st.sampled_from(NAMES),
                round=st.integers(1, 4),
                game_points=st.integers(0, 2),
                spread=st.integers(0, 50),
            ),
            max_size=2,
        )
    )
    return {"records": records, "forfeits": forfeits, "byes": byes, "penalties": penalties}


OPTIONS = st.builds(
    StandingsOptions,
    spread=st.sampled_from(["hand_points", "grand_total"]),
    clamp=st.sampled_from(["none", "target", 60]),
    per_game=st.booleans(),
    opp_cut_lowest=st.integers(0, 2),
    lot_seed=st.one_of(st.none(), st.integers(0, 9)),
)
ORDERS = st.permutations(CODES).flatmap(
    lambda codes: st.integers(1, len(codes)).map(lambda size: tuple(codes[:size]))
)
SHORT = settings(max_examples=80, deadline=None)


def test_two_penalties_of_one_round_stand_in_one_order_whichever_came_first():
    one, two = (Penalty(side=NAMES[0], round=1, game_points=taken, spread=10 * taken) for taken in (1, 2))
    first, again = (
        standings(NAMES, [], penalties=given, order=("GP", "NS")) for given in ([one, two], [two, one])
    )
    for code, values in (("GP", [-2, -1]), ("NS", [-20, -10])):
        terms = first.terms_of(NAMES[0], code)
        assert ([term.value for term in terms], terms) == (values, again.terms_of(NAMES[0], code))


@SHORT
@given(results(), OPTIONS, ORDERS, st.randoms(use_true_random=False))
def test_the_order_of_results_changes_nothing_and_that_of_sides_who_stands_first_at_a_rank(
    given_results, options, order, random
):
    first = standings(NAMES, order=order, options=options, **given_results)
    shuffled = {name: random.sample(each, len(each)) for name, each in given_results.items()}
    again = standings(NAMES, order=order, options=options, **shuffled)
    assert (again.lines, again.with_terms(), again.net.total) == (
        first.lines,
        first.with_terms(),
        first.net.total,
    )
    names = random.sample(NAMES, len(NAMES))
    moved = standings(names, order=order, options=options, **shuffled)
    assert by_side(moved) == by_side(first)
    for rank in {line.rank for line in moved.lines}:
        there = [line.side for line in moved.lines if line.rank == rank]
        assert there == sorted(there, key=names.index)


@SHORT
@given(results(), OPTIONS, ORDERS)
def test_ranks_are_shared_exactly_by_those_whom_nothing_parts(given_results, options, order):
    lines = standings(NAMES, order=order, options=options, **given_results).lines
    assert sorted(line.side for line in lines) == sorted(NAMES)
    for place, line in enumerate(lines):
        assert line.rank == (
            lines[place - 1].rank if place and lines[place - 1].rank == line.rank else place + 1
        )
        assert line.shared == (sum(other.rank == line.rank for other in lines) > 1)
    for above, below in itertools.pairwise(lines):
        fixed = [code for code in order if not tiebreak(code).among_tied]
        if above.rank == below.rank:
            assert [above.values[code] for code in fixed] == [below.values[code] for code in fixed]
            assert below.decided_by is None
        elif below.decided_by in fixed:
            mine, theirs = above.values[below.decided_by], below.values[below.decided_by]
            assert mine < theirs if tiebreak(below.decided_by).lowest_first else mine > theirs


@SHORT
@given(results(), OPTIONS, ORDERS)
def test_numbers_are_exact_open_into_their_terms_and_read_back(given_results, options, order):
    standing = standings(NAMES, order=order, options=options, **given_results)
    for line in standing.with_terms():
        for code, value in line.values.items():
            assert value is None or (type(value) in (int, Fraction) and folded(standing, line, code) == value)
        assert line_from_wire(line_to_wire(line)) == line


@SHORT
@given(results(), st.booleans())
def test_all_nets_cancel_before_penalties(given_results, by_totals):
    options = StandingsOptions(spread="grand_total" if by_totals else "hand_points", clamp="none")
    standing = standings(NAMES, options=options, **given_results)
    taken = sum(penalty.spread for penalty in given_results["penalties"])
    assert (standing.net.total, standing.net.holds, standing.net.faults) == (0, True, ())
    assert sum(line.values["NS"] for line in standing.lines) == -taken
