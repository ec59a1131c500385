"""Standings (tournament practice 3): the numbers, the order, the terms."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.records import MatchRecord
from scoring.standings import Line, StandingsOptions, line_from_wire, line_to_wire, standings
from scoring.tiebreaks import ROUND_ROBIN_ORDER, SWISS_ORDER, TIEBREAKS
from tests.scoring.crosstable import evening, folded, game, table_game


def test_a_win_is_two_a_tie_one_a_loss_nothing_and_a_shutout_three():
    night, ada, bo, cy, di, ed, flo = evening("ada", "bo", "cy", "di", "ed", "flo")
    ada.beats(bo)
    cy.ties(di)
    ed.shuts_out(flo)
    assert night.numbers("GP") == {"ada": 2, "bo": 0, "cy": 1, "di": 1, "ed": 3, "flo": 0}


def test_a_whole_line():
    night, ada, bo = evening("ada", "bo")
    ada.beats(bo, 130, 87)
    assert night.standings(order=SWISS_ORDER).lines == (
        Line(
            rank=1, shared=False, side="ada", played=1, won=1, tied=0, lost=0, byes=0, forfeits=0,
            values={"GP": 2, "GW": 1, "NS": 43, "OPP": 0, "H2H": None, "SH": 0, "BF": 0},
        ),
        Line(
            rank=2, shared=False, side="bo", played=1, won=0, tied=0, lost=1, byes=0, forfeits=0,
            values={"GP": 0, "GW": 0, "NS": -43, "OPP": 2, "H2H": None, "SH": 0, "BF": 0},
        ),
    )  # fmt: skip


def test_a_shutout_counts_three_only_as_a_single_game():
    night, ada, bo = evening("ada", "bo")
    shut = game(125, 0, winner=0, hands=(5, 0), shutout=True)
    night.match((ada, bo), (shut, shut), games_to_win=2)
    assert night.numbers("GP") == {"ada": 2, "bo": 0}
    assert night.numbers("SH") == {"ada": 2, "bo": -2}


def test_game_points_per_game_multiply_byes_and_forfeits_by_the_games_needed():
    night, ada, bo, cy, di, ed = evening("ada", "bo", "cy", "di", "ed")
    ada.beats_over(bo, (125, 40), (60, 125), (125, 90))
    cy.has_a_bye(games_to_win=2)
    di.wins_by_forfeit(ed, games_to_win=2)
    options = StandingsOptions(per_game=True)
    assert night.numbers("GP", options=options) == {"ada": 4, "bo": 2, "cy": 4, "di": 4, "ed": 0}
    assert night.numbers("GW") == {"ada": 2, "bo": 1, "cy": 2, "di": 2, "ed": 0}


def test_a_match_equal_in_games_is_won_on_points():
    night, ada, bo = evening("ada", "bo")
    ada.beats_over(bo, (125, 90), (70, 80), won_on_points=0)
    assert (night.numbers("GP"), night.numbers("GW")) == ({"ada": 2, "bo": 0}, {"ada": 1, "bo": 1})


def test_a_match_time_found_without_a_hand_is_a_tie():
    night, ada, bo = evening("ada", "bo")
    night.match((ada, bo), ())
    assert night.numbers("GP") == {"ada": 1, "bo": 1}


@pytest.mark.parametrize(
    ("options", "net"),
    [
        ({}, 125),
        ({"clamp": "none"}, 180),
        ({"clamp": 100}, 100),
        ({"spread": "grand_total", "clamp": "none"}, 305),
        ({"spread": "grand_total"}, 125),
    ],
)
def test_the_net_is_of_hand_points_and_clamped_to_the_target_unless_the_stage_says_otherwise(options, net):
    night, ada, bo = evening("ada", "bo")
    ada.beats(bo, 190, 10, totals=(340, 35))
    chosen = StandingsOptions(**options)
    assert night.numbers("NS", options=chosen) == {"ada": net, "bo": -net}


def test_the_clamp_is_of_each_game_not_of_the_match():
    night, ada, bo = evening("ada", "bo")
    ada.beats_over(bo, (160, 10), (20, 125), (125, 124))
    assert night.numbers("NS") == {"ada": 125 - 105 + 1, "bo": -(125 - 105 + 1)}


def test_a_penalty_is_taken_after_the_clamp_and_touches_nothing_else():
    night, ada, bo = evening("ada", "bo")
    ada.shuts_out(bo, 190)  # the net is clamped to 125 first
    ada.is_penalised(game_points=1, spread=30)
    line = night.standings(order=SWISS_ORDER).line_of("ada")
    assert line.values == {"GP": 2, "GW": 1, "NS": 95, "OPP": 0, "H2H": None, "SH": 1, "BF": 0}
    assert night.standings().net.holds


def test_a_bye_and_the_winner_of_a_forfeit_get_a_straight_win_and_nothing_else():
    night, ada, bo, cy = evening("ada", "bo", "cy")
    ada.has_a_bye()
    bo.wins_by_forfeit(cy)
    numbers = {
        line.side: [line.values[code] for code in ("GP", "GW", "NS", "PF", "SH")]
        for line in night.standings(order=("GP", "PF", "SH")).lines
    }
    assert numbers == {"ada": [2, 1, 0, 0, 0], "bo": [2, 1, 0, 0, 0], "cy": [0, 0, 0, 0, 0]}


def test_a_round_missed_is_a_bye_worth_nothing():
    night, ada, _ = evening("ada", "bo")
    ada.has_a_bye(points=0, kind="late")
    assert night.standings().line_of("ada").values["GW"] == 0


def test_opp_is_the_mean_of_the_opponents_means_and_an_exact_fraction():
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    ada.beats(bo)
    cy.beats(di)
    night.next_round()
    ada.beats(cy)
    bo.beats(di)
    night.next_round()
    bo.beats(cy)
    # ada met bo (4 of 3 played) and cy (2 of 3 played).
    assert night.numbers("OPP")["ada"] == (Fraction(4, 3) + Fraction(2, 3)) / 2 == 1
    assert night.numbers("OPP")["di"] == (Fraction(2, 3) + Fraction(4, 3)) / 2
    assert night.numbers("OPP")["bo"] == (2 + Fraction(0) + Fraction(2, 3)) / 3 == Fraction(8, 9)


def test_byes_and_forfeits_count_on_neither_side_of_opp():
    night, ada, bo, cy = evening("ada", "bo", "cy")
    ada.beats(bo)
    cy.has_a_bye()
    night.next_round()
    bo.has_a_bye()
    ada.wins_by_forfeit(cy)
    assert night.numbers("OPP") == {"ada": 0, "bo": 2, "cy": 0}


def test_opp_can_leave_out_the_weakest_opponent_and_shows_it_as_cut():
    night, ada, bo, cy = evening("ada", "bo", "cy")
    ada.beats(bo)
    night.next_round()
    ada.beats(cy)
    night.next_round()
    bo.beats(cy)
    standing = night.standings(options=StandingsOptions(opp_cut_lowest=1))
    assert standing.line_of("ada").values["OPP"] == 1
    assert [(term.opponents, term.value, term.counted) for term in standing.terms_of("ada", "OPP")] == [
        (("bo",), 1, True),
        (("cy",), 0, False),
    ]


def test_a_house_player_has_no_line_counts_for_his_opponent_and_not_in_opp():
    night, ada, bo, house = evening("ada", "bo", "house")
    ada.beats(house)
    night.next_round()
    bo.beats(ada)
    standing = night.standings(unranked=("house",))
    assert [(line.side, line.values["GP"]) for line in standing.lines] == [("bo", 2), ("ada", 2)]
    assert {line.side: line.values["OPP"] for line in standing.lines} == {"ada": 2, "bo": 0}
    assert standing.net.holds


def test_a_withdrawn_side_stays_an_opponent():
    night, ada, bo, cy = evening("ada", "bo", "cy")
    ada.beats(bo)
    night.next_round()
    cy.has_a_bye()
    assert night.numbers("OPP")["bo"] == 2


def test_head_to_head_adds_up_all_meetings_not_the_first_alone():
    night, ada, bo = evening("ada", "bo")
    ada.beats(bo, 125, 100)
    night.next_round()
    bo.beats(ada, 125, 100)
    night.next_round()
    bo.shuts_out(ada)
    ada.is_penalised(game_points=-3, spread=-125)
    assert night.decided(order=("GP", "H2H")) == [(1, "bo", None), (2, "ada", "H2H")]
    assert [line.values["H2H"] for line in night.standings(order=("GP", "H2H")).lines] == [5, 2]


def test_head_to_head_applies_only_if_all_the_tied_have_met():
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    ada.beats(bo)
    cy.beats(di)
    assert [line.values["H2H"] for line in night.standings(order=("H2H",)).lines] == [None] * 4
    assert night.ranks(order=("H2H",)) == [(1, "ada"), (1, "bo"), (1, "cy"), (1, "di")]


def test_a_forfeit_is_no_meeting():
    night, ada, bo = evening("ada", "bo")
    ada.wins_by_forfeit(bo)
    bo.has_a_bye()
    assert night.standings(order=("GP", "H2H")).lines[0].values["H2H"] is None


def test_splitting_by_head_to_head_starts_afresh_among_those_still_tied():
    """Ada has beaten everybody, Bo and Cy beat Di; among Bo and Cy alone Cy has won."""
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    bo.shuts_out(di)
    ada.ties(cy)
    night.next_round()
    ada.beats(bo)
    cy.ties(di)
    night.next_round()
    di.beats(ada)
    cy.beats(bo)
    # All level by ruling, so that only their meetings part them: ada 3, bo 3, cy 4, di 3.
    levels = {"ada": 3, "bo": 3, "cy": 4, "di": 3}
    for person in (ada, bo, cy, di):
        person.is_penalised(game_points=levels[person.name])
    standing = night.standings(order=("GP", "H2H"))
    # cy 4; ada, bo and di, 3 each, start afresh: bo 3 (shutout), ada 2, di 2; ada and di again: di won.
    assert [(line.rank, line.side, line.decided_by, line.values["H2H"]) for line in standing.lines] == [
        (1, "cy", None, 4),
        (2, "bo", "H2H", 3),
        (3, "di", "H2H", 2),
        (4, "ada", "H2H", 0),
    ]
    assert [term.opponents for term in standing.terms_of("di", "H2H")] == [("ada",)]


def test_equal_on_everything_shares_the_rank_and_the_next_rank_is_skipped():
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    ada.beats(bo, 125, 60)
    cy.beats(di, 125, 60)
    assert [(line.rank, line.shared, line.side) for line in night.standings().lines] == [
        (1, True, "ada"),
        (1, True, "cy"),
        (3, True, "bo"),
        (3, True, "di"),
    ]


def test_a_lot_decides_only_where_it_is_asked_for_and_is_the_same_for_the_same_seed():
    night, *_ = evening("ada", "bo", "cy", "di")
    order = (*SWISS_ORDER, "LOT")
    assert {line.rank for line in night.standings(order=order).lines} == {1}
    drawn = {
        seed: tuple(
            line.side for line in night.standings(order=order, options=StandingsOptions(lot_seed=seed)).lines
        )
        for seed in range(20)
    }
    again = night.standings(order=order, options=StandingsOptions(lot_seed=7))
    assert tuple(line.side for line in again.lines) == drawn[7]
    assert [line.rank for line in again.lines] == [1, 2, 3, 4]
    assert len(set(drawn.values())) > 5


def test_the_criterion_that_parted_a_tie_is_marked_and_a_first_criterion_is_none():
    night, ada, bo, cy, di, ed, flo = evening("ada", "bo", "cy", "di", "ed", "flo")
    ada.beats(bo, 125, 60)
    cy.beats(di, 125, 70)
    ed.beats(flo, 125, 70)
    assert night.decided() == [
        (1, "ada", None),
        (2, "cy", "NS"),
        (2, "ed", None),
        (4, "di", None),
        (4, "flo", None),
        (6, "bo", "NS"),
    ]


def test_round_robin_asks_head_to_head_before_the_net():
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    ada.beats(bo, 125, 124)
    cy.beats(di, 125, 60)
    night.next_round()
    bo.beats(cy, 125, 1)
    di.beats(ada, 125, 2)
    night.next_round()
    ada.beats(cy, 125, 100)
    bo.beats(di, 125, 100)
    assert night.ranks(order=ROUND_ROBIN_ORDER) == [(1, "ada"), (2, "bo"), (3, "cy"), (4, "di")]
    assert night.ranks(order=SWISS_ORDER) == [(1, "bo"), (2, "ada"), (3, "di"), (4, "cy")]


def test_a_table_counts_the_beaten_over_the_number_of_opponents():
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    night.match((ada, bo, cy, di), (table_game(160, 90, 90, 20),))
    assert night.numbers("GP") == {"ada": 2, "bo": 1, "cy": 1, "di": 0}
    assert night.numbers("GW") == {"ada": 1, "bo": 0, "cy": 0, "di": 0}
    assert night.numbers("NS") == {
        "ada": Fraction(280, 3),
        "bo": 0,
        "cy": 0,
        "di": Fraction(-280, 3),
    }


def test_a_table_of_three_can_give_fractions_and_a_shared_win_counts_for_both():
    night, ada, bo, cy = evening("ada", "bo", "cy")
    night.match((ada, bo, cy), (table_game(150, 150, 40),))
    assert night.numbers("GP") == {"ada": Fraction(3, 2), "bo": Fraction(3, 2), "cy": 0}
    assert night.numbers("GW") == {"ada": 1, "bo": 1, "cy": 0}
    lines = {line.side: (line.won, line.tied, line.lost) for line in night.standings().lines}
    assert lines == {"ada": (0, 1, 0), "bo": (0, 1, 0), "cy": (0, 0, 1)}


def test_game_points_of_a_table_read_the_final_total_and_the_win_the_game():
    """Three-handed, the first across wins though another's boxes are worth more."""
    night, ada, bo, cy = evening("ada", "bo", "cy")
    night.match((ada, bo, cy), (table_game(101, 95, 10, totals=(241, 275, 30), winner=0),))
    assert night.numbers("GP") == {"ada": 1, "bo": 2, "cy": 0}
    assert night.numbers("GW") == {"ada": 1, "bo": 0, "cy": 0}


def test_head_to_head_at_a_table_is_pair_by_pair():
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    night.match((ada, bo, cy, di), (table_game(90, 150, 10, 80),))
    night.match((bo, cy, ada, di), (table_game(10, 150, 90, 80),))
    # All four: ada 4 + 4, bo 6 + 0, cy 0 + 6, di 2 + 2; then bo and cy among themselves, 2 each.
    assert [(line.rank, line.side, line.values["H2H"]) for line in night.standings(order=("H2H",)).lines] == [
        (1, "ada", 8),
        (2, "bo", 2),
        (2, "cy", 2),
        (4, "di", 4),
    ]


def test_a_table_clamped_for_one_side_alone_is_said_and_not_called_a_fault():
    night, ada, bo, cy = evening("ada", "bo", "cy")
    night.match((ada, bo, cy), (table_game(300, 10, 20, clamp=150),))
    net = night.standings().net
    assert (net.holds, net.total, net.faults[0].why) == (True, 150 - 150 - 135, "clamped")


def test_nets_that_do_not_cancel_are_shown_with_their_match():
    night, ada, bo = evening("ada", "bo")
    ada.beats(bo, 125, 60)
    net = standings(["ada"], night.records).net
    assert (net.holds, net.total) == (False, 65)
    assert [(fault.match, fault.total, fault.why) for fault in net.faults] == [
        ("match 1", 65, "unknown_side")
    ]


def test_a_match_counted_twice_is_refused():
    night, ada, bo = evening("ada", "bo")
    record = ada.beats(bo)
    with pytest.raises(ValueError, match="the match match 1 is counted twice"):
        standings(night.names, [record, replace(record, round=2)])


def test_a_tie_break_named_twice_or_unknown_is_refused():
    with pytest.raises(ValueError, match="a tie-break is named twice"):
        standings([], [], order=("GP", "GP"))
    with pytest.raises(KeyError, match="there is no tie-break 'ELO'"):
        standings([], [], order=("ELO",))


def test_every_number_opens_into_terms_that_give_it():
    night, ada, bo, cy, di = evening("ada", "bo", "cy", "di")
    ada.beats(bo, 125, 60)
    cy.shuts_out(di)
    night.next_round()
    bo.ties(cy)
    ada.wins_by_forfeit(di)
    night.next_round()
    di.has_a_bye()
    bo.is_penalised(game_points=1, spread=10)
    night.match((ada, bo, cy), (table_game(150, 100, 40),))
    order = tuple(each.code for each in TIEBREAKS if each.code != "LOT")
    standing = night.standings(order=order)
    for line in standing.lines:
        for code, value in line.values.items():
            if value is not None:
                assert folded(standing, line, code) == value, (line.side, code)
    assert [(term.kind, term.opponents, term.value) for term in standing.terms_of("ada", "GP")] == [
        ("match", ("bo",), 2),
        ("forfeit", ("di",), 2),
        ("match", ("bo", "cy"), 2),
    ]


def test_a_published_line_reads_back_as_it_hung():
    night, ada, bo, cy = evening("ada", "bo", "cy")
    night.match((ada, bo, cy), (table_game(150, 150, 40),))
    night.next_round()
    ada.beats(bo)
    standing = night.standings(order=("GP", "OPP", "H2H"))
    for line in standing.with_terms():
        assert line_from_wire(json.loads(json.dumps(line_to_wire(line)))) == line
    assert line_to_wire(standing.line_of("bo"))["values"]["GP"] == "3/2"


def test_start_points_are_in_no_number():
    """A record never holds them; a handicap winner is credited with what he made himself."""
    night, ada, bo = evening("ada", "bo")
    night.match((ada, bo), (game(85, 110, winner=0),))  # ada started with 40
    assert (night.numbers("GP"), night.numbers("NS"), night.numbers("PF")) == (
        {"ada": 2, "bo": 0},
        {"ada": -25, "bo": 25},
        {"ada": 85, "bo": 110},
    )


def test_a_hollywood_game_is_one_game_clamped_to_its_three_columns():
    night, ada, bo = evening("ada", "bo")
    ada.beats(bo, 400, 10, clamp=375)
    assert night.numbers("NS") == {"ada": 375, "bo": -375}


def test_an_empty_field_has_no_lines():
    assert standings([], []).lines == ()


def test_a_record_needs_no_table():
    record = MatchRecord(match="m", round=1, table=None, sides=("a", "b"), games=())
    assert [line.tied for line in standings(["a", "b"], [record]).lines] == [1, 1]
