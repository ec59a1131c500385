"""The till of an event: what may be written into it, who wins its pots, and that it balances."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import Refusal
from games.engine.results import HandResult
from tests.tournaments.engine.evenings import Evening
from tests.tournaments.engine.matches import after as match_after
from tournaments.engine import match, tournament
from tournaments.engine.money import orders
from tournaments.engine.money.orders import PLACES
from tournaments.engine.money.sheet import CashSheet, Difference, Forecast, cash_sheet, forecast
from tournaments.engine.money.terms import terms_from_wire, terms_to_wire
from tournaments.engine.money.winners import side_pot_groups

FOUR = ("ada", "bo", "cy", "di")
TERMS: dict[str, Any] = {
    "currency": "EUR", "fee": 1_000, "house": {"percent": 1_000},
    "places": [{"percent": 6_000}, {"percent": 4_000}],
}  # fmt: skip
EVERYTHING: dict[str, Any] = {
    **TERMS, "added": 250, "unwon": "places", "ties": "rank", "public": True,
    "side_pots": [{"what": "most_gins", "share": {"fixed": 300}}],
    "rebuy": {"fee": 500, "until_round": 2, "most": 3},
}  # fmt: skip


def evening_with(terms: dict[str, Any], *names: str, **more: Any) -> Evening:
    evening = Evening(*(names or FOUR), **more)
    evening.do(orders.set_money(evening.state, terms=terms))
    return evening


def lives_evening(terms: dict[str, Any], lives: int = 1) -> Evening:
    return evening_with(
        terms, format="lives", stage_options={"format": {"lives": lives}}, tiebreaks=("SV",), rounds=2
    )


def settle(evening: Evening, side: str, how: Any = "paid", by: str = "zoe", **more: Any) -> None:
    evening.do(orders.settle_fee(evening.state, side=side, person=side.upper(), how=how, by=by, **more))


def buy(evening: Evening, side: str) -> None:
    evening.do(orders.buy_life(evening.state, life=side, side=side, matches=evening.matches, by="zoe"))


def pay(evening: Evening, side: str, amount: int, pot: str = PLACES) -> None:
    found = sheet_of(evening).pot_of(pot)
    assert found is not None
    evening.do(
        orders.pay_prize(evening.state, pot=pot, side=side, amount=amount, due=found.due_to(), by="zoe")
    )


def sheet_of(evening: Evening) -> CashSheet:
    sheet = cash_sheet(evening.state, evening.matches)
    assert sheet is not None
    return sheet


def refused(act: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value.code, caught.value.data


# ---------------------------------------------------------------- terms


def test_terms_are_the_same_after_json_and_back() -> None:
    terms = terms_from_wire(EVERYTHING)
    assert terms_from_wire(terms_to_wire(terms)) == terms
    assert terms_to_wire(terms_from_wire(EVERYTHING)) == EVERYTHING


@pytest.mark.parametrize(
    ("said", "code", "data"),
    [
        ({"currency": "euro"}, "bad_currency", {}),
        ({"fee": -1}, "bad_amount", {"most": 1_000_000_000}),
        ({"added": -5}, "bad_amount", {"most": 1_000_000_000}),
        ({"places": [{"fixed": -1}]}, "bad_amount", {"most": 1_000_000_000}),
        ({"house": {"percent": 10_001}}, "percent_over", {"given": "100.01"}),
        ({"places": [{"percent": 6_000}, {"percent": 5_000}]}, "percent_over", {"given": "110"}),
        ({"places": [{"percent": 6_000}, {"fixed": 500}]}, "mixed_places", {}),
        ({"places": [{"fixed": 1}] * 51}, "too_many_places", {"most": 50}),
        ({"side_pots": [{"what": "most_gins", "share": {"fixed": 1}}] * 2}, "same_pot_twice", {}),
        ({"rebuy": {"fee": 100, "until_round": 0}}, "bad_rebuy", {}),
        ({"rebuy": {"fee": 100, "until_round": 3}}, "rebuy_needs_lives", {}),
        ({"fee": 1.5}, "bad_terms", {}),
        ({"house": {"half": 1}}, "bad_terms", {}),
        ({"house": 10}, "bad_terms", {}),
        ({"side_pots": [{"what": "luck", "share": {"fixed": 1}}]}, "bad_terms", {}),
        ({"tips": 5}, "bad_terms", {}),
        ({"unwon": "club"}, "bad_terms", {}),
    ],
)
def test_terms_that_cannot_be_kept_are_refused(said: dict[str, Any], code: str, data: Any) -> None:
    evening = Evening(*FOUR)
    assert refused(lambda: orders.set_money(evening.state, terms={**TERMS, **said})) == (code, data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["percent", "fixed", "what", "share", "fee", "most"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*EVERYTHING, "tips"]), JSON, max_size=4))
def test_whatever_is_sent_is_read_or_refused(sent: dict[str, Any]) -> None:
    try:
        terms = terms_from_wire({**TERMS, **sent})
    except Refusal:
        return
    assert terms_from_wire(terms_to_wire(terms)) == terms


def test_the_same_terms_again_are_nothing_new_and_others_replace_them() -> None:
    evening = evening_with(TERMS)
    assert orders.set_money(evening.state, terms=TERMS) == ()
    evening.do(orders.set_money(evening.state, terms={**TERMS, "fee": 1_200}))
    assert evening.state.till.terms == terms_from_wire({**TERMS, "fee": 1_200})


def test_a_currency_money_was_taken_in_stays() -> None:
    evening = evening_with(TERMS)
    settle(evening, "ada")
    other = {**TERMS, "currency": "CHF"}
    assert refused(lambda: orders.set_money(evening.state, terms=other)) == (
        "currency_used", {"currency": "EUR"},
    )  # fmt: skip
    settle(evening, "ada", "open")
    evening.do(orders.set_money(evening.state, terms=other))


# ---------------------------------------------------------------- fees


def test_a_fee_is_taken_once_whoever_takes_it() -> None:
    evening = evening_with(TERMS)
    settle(evening, "ada", by="zoe")
    settle(evening, "ada", by="yan")
    (cashier,) = sheet_of(evening).cashiers
    assert (cashier.by, cashier.fees, cashier.people, cashier.holds) == ("zoe", 1_000, 1, 1_000)


def test_fees_waived_and_open_stand_apart() -> None:
    evening = evening_with(TERMS)
    settle(evening, "ada")
    settle(evening, "bo", "waived", reason="helps")
    settle(evening, "cy", amount=400)
    sheet = sheet_of(evening)
    assert (sheet.fees, sheet.waived, sheet.owing) == (1_400, ("BO",), (("di", "DI"),))
    # What di owes, and the rest of cy's.
    assert Difference(why="fees_owed", amount=1_600) in sheet.differences


def test_nobody_gives_more_than_the_fee_or_for_a_stranger_or_before_there_is_one() -> None:
    evening = evening_with(TERMS)
    assert refused(lambda: settle(evening, "ada", amount=1_001)) == ("fee_too_high", {"fee": "10.00 EUR"})
    assert refused(lambda: settle(evening, "ada", amount=-1))[0] == "bad_amount"
    stranger = {"side": "ada", "person": "ZED", "how": "paid", "by": "zoe"}
    assert refused(lambda: orders.settle_fee(evening.state, **stranger))[0] == "not_of_this_side"
    assert refused(lambda: settle(Evening(*FOUR), "ada"))[0] == "no_money_set"


def test_a_substitute_sits_on_the_fee_of_who_left_and_who_never_played_owes_nothing() -> None:
    evening = evening_with(TERMS)
    settle(evening, "ada")
    evening.do(tournament.substitute(evening.state, side="ada", gone="ADA", comes="ZED"))
    evening.do(tournament.withdraw(evening.state, side="bo"))
    assert sheet_of(evening).owing == (("cy", "CY"), ("di", "DI"))


# ---------------------------------------------------------------- prizes


def played(terms: dict[str, Any], **more: Any) -> Evening:
    """Three rounds of four, all paid, the final standings published: ada won all, di none."""
    evening = evening_with(terms, tiebreaks=("GP", "NS"), **more)
    for name in FOUR:
        settle(evening, name)
    strength = {name: place for place, name in enumerate(FOUR)}
    evening.whole_stage(winner=lambda sides: min((0, 1), key=lambda index: strength[sides[index]]))
    return evening


def test_prizes_go_by_the_final_standings_and_the_sheet_is_even_once_all_is_paid() -> None:
    evening = played(TERMS)
    sheet = sheet_of(evening)
    assert (sheet.came_in, sheet.house, sheet.balance, sheet.final) == (4_000, 400, 0, True)
    assert sheet.pots[0].due_to() == {"ada": 2_160, "bo": 1_440}
    assert {each.why for each in sheet.differences} == {"not_paid"}
    pay(evening, "ada", 2_160)
    pay(evening, "bo", 1_440)
    sheet = sheet_of(evening)
    assert (sheet.is_even, sheet.in_box, sheet.paid_out) == (True, 400, 3_600)


def test_a_prize_above_what_is_due_is_refused_with_what_is() -> None:
    evening = played(TERMS)
    assert refused(lambda: pay(evening, "bo", 1_441)) == ("prize_over_due", {"due": "14.40 EUR"})
    assert refused(lambda: pay(evening, "di", 1))[0] == "prize_over_due"
    luck = {"pot": "luck", "side": "bo", "amount": 1, "due": {}, "by": "zoe"}
    assert refused(lambda: orders.pay_prize(evening.state, **luck)) == ("unknown_pot", {"pots": "places"})


def test_fixed_prizes_above_the_pot_say_what_is_short() -> None:
    evening = played({**TERMS, "places": [{"fixed": 3_000}, {"fixed": 1_000}]})
    (pot,) = sheet_of(evening).pots
    assert (pot.due_to(), pot.short) == ({"ada": 3_000, "bo": 600}, 400)
    assert Difference(why="prizes_short", amount=400, about=PLACES) in sheet_of(evening).differences


def test_equal_game_points_share_and_the_tie_break_gets_the_odd_coin() -> None:
    evening = evening_with({**TERMS, "fee": 1_001, "house": {"percent": 0}}, tiebreaks=("GP", "NS"), rounds=1)
    for name in FOUR:
        settle(evening, name)
    evening.whole_stage()
    order = [line["side"] for line in evening.lines()]
    assert evening.lines()[0]["values"]["GP"] == evening.lines()[1]["values"]["GP"]
    assert sheet_of(evening).pots[0].due_to() == {order[0]: 2_002, order[1]: 2_002}
    odd = {**TERMS, "fee": 1_001, "house": {"fixed": 1}}
    evening.do(orders.set_money(evening.state, terms=odd))
    assert sheet_of(evening).pots[0].due_to() == {order[0]: 2_002, order[1]: 2_001}


def test_the_disqualified_win_nothing() -> None:
    evening = played(TERMS)
    evening.do(tournament.disqualify(evening.state, side="ada", reason="marked cards"))
    assert sheet_of(evening).pots[0].due_to() == {"bo": 2_160, "cy": 1_440}


def test_a_prize_paid_before_a_correction_is_named() -> None:
    evening = played(TERMS)
    pay(evening, "bo", 1_440)
    evening.do(tournament.disqualify(evening.state, side="bo", reason="marked cards"))
    assert Difference(why="paid_too_much", amount=1_440, about="bo") in sheet_of(evening).differences


def test_a_finals_places_come_before_the_places_of_the_qualifier() -> None:
    places = [{"percent": 5_000}, {"percent": 3_000}, {"percent": 2_000}]
    evening = evening_with({**TERMS, "places": places}, tiebreaks=("GP", "NS"), rounds=1)
    for name in FOUR:
        settle(evening, name)
    evening.whole_stage()
    first, second, third, _last = (line["side"] for line in evening.lines())
    evening.then("swiss", sides=[second, first])
    assert not sheet_of(evening).final
    evening.draw(stage=2)
    evening.publish(stage=2)
    evening.play(lambda sides: sides.index(second))
    evening.close(stage=2)
    evening.hang(2)
    # The two who lost in the qualifier tie there, and share the third prize.
    due = sheet_of(evening).pots[0].due_to()
    assert list(due.items())[:3] == [(second, 1_800), (first, 1_080), (third, 360)]
    assert sum(due.values()) == 3_600


def test_those_of_one_rank_in_groups_side_by_side_share() -> None:
    names = ("ada", "bo", "cy", "di", "eve", "flo", "gus", "hal")
    places = [{"percent": 5_000}, {"percent": 5_000}]
    evening = evening_with(
        {**TERMS, "house": {"percent": 0}, "places": places}, *names, format="groups", rounds=3,
        tiebreaks=("GP", "NS"), stage_options={"format": {"groups": 2}},
    )  # fmt: skip
    for name in names:
        settle(evening, name)
    evening.whole_stage(winner=lambda sides: min((0, 1), key=lambda index: names.index(sides[index])))
    firsts = {line["side"] for line in evening.lines() if line["rank"] == 1}
    assert len(firsts) == 2
    assert sheet_of(evening).pots[0].due_to() == dict.fromkeys(firsts, 4_000)


# ---------------------------------------------------------------- side pots


def hand(side: int, points: int, how: Any) -> HandResult:
    return HandResult(
        outcome=how, knocker=side, winner=side, deadwood=None, verified=False, fidelity="points",
        points=tuple(points if each == side else 0 for each in (0, 1)),
    )  # fmt: skip


def test_most_gins_and_the_highest_hand_are_counted_in_matches_that_count() -> None:
    evening = evening_with(TERMS, "ada", "bo", rounds=1)
    evening.draw()
    evening.publish()
    ((name, state),) = evening.matches.items()
    one, other = state.started.sides
    for side, points, how in ((0, 40, "gin"), (0, 30, "big_gin"), (1, 50, "gin"), (0, 60, "knock")):
        place = state.sheet.open_places[0].place
        state = match_after(
            state, match.enter_hand(state, place=place, result=hand(side, points, how), by="table", side=0)
        )
    pots = ("most_gins", "highest_hand")
    assert [side_pot_groups(evening.state, what, [state], ()) for what in pots] == [(), ()]
    evening.matches[name] = state = match_after(state, match.accept(state, by="player", side=1))
    assert [side_pot_groups(evening.state, what, [state], ()) for what in pots] == [
        ((one,), (other,)),
        ((one,), (other,)),
    ]


def test_a_side_pot_nobody_won_goes_to_the_places_at_the_end_where_that_was_said() -> None:
    pots = {"side_pots": [{"what": "most_gins", "share": {"fixed": 300}}], "unwon": "places"}
    evening = evening_with({**TERMS, **pots}, tiebreaks=("GP",), rounds=1)
    for name in FOUR:
        settle(evening, name)
    evening.whole_round()
    evening.hang(final=False)

    def pots_of() -> list[tuple[str, int, int, int]]:
        return [(pot.what, pot.size, pot.unclaimed, pot.moved) for pot in sheet_of(evening).pots]

    assert pots_of() == [(PLACES, 3_300, 0, 0), ("most_gins", 300, 300, 0)]
    evening.hang(final=True)
    assert pots_of() == [(PLACES, 3_600, 0, 0), ("most_gins", 0, 0, 300)]
    assert sheet_of(evening).balance == 0
    assert "unclaimed" not in {each.why for each in sheet_of(evening).differences}


def test_a_side_pot_nobody_won_is_named() -> None:
    evening = played({**TERMS, "side_pots": [{"what": "most_gins", "share": {"fixed": 300}}]})
    assert Difference(why="unclaimed", amount=300, about="most_gins") in sheet_of(evening).differences
    assert sheet_of(evening).balance == 0


# ---------------------------------------------------------------- what is still to come


def test_the_forecast_counts_who_plays_and_tells_the_open_fee_of_who_left_apart() -> None:
    evening = played(TERMS)
    assert forecast(evening.state) == Forecast(taken=4_000, coming=0, of_gone=0, people=4)
    settle(evening, "ada", "open")
    settle(evening, "bo", "waived", reason="helps")
    settle(evening, "cy", "open")
    settle(evening, "cy", "paid", amount=400)
    assert forecast(evening.state) == Forecast(taken=1_400, coming=1_600, of_gone=0, people=3)
    evening.do(tournament.withdraw(evening.state, side="ada"))
    evening.do(tournament.disqualify(evening.state, side="cy", reason="marked cards"))
    assert forecast(evening.state) == Forecast(taken=1_400, coming=0, of_gone=1_600, people=2)
    differences = {each.why: each.amount for each in sheet_of(evening).differences}
    assert (differences.get("fees_owed"), differences["fees_of_gone"]) == (None, 1_600)


def test_a_side_that_left_before_playing_or_paid_before_it_left_changes_nothing_it_should_not() -> None:
    evening = evening_with(TERMS)
    settle(evening, "ada")
    evening.do(tournament.withdraw(evening.state, side="ada"))
    evening.do(tournament.withdraw(evening.state, side="bo"))
    assert forecast(evening.state) == Forecast(taken=1_000, coming=2_000, of_gone=0, people=3)


# ---------------------------------------------------------------- lives


REBUYS = {**TERMS, "rebuy": {"fee": 500, "until_round": 2, "most": 1}}


def losers(evening: Evening) -> list[str]:
    current = evening.state.current
    assert current is not None
    return [pairing.sides[1] for pairing in current.pairings]


def test_a_beaten_side_buys_a_life_and_is_drawn_again() -> None:
    evening = lives_evening(REBUYS)
    evening.whole_round()
    out, stays_out = losers(evening)
    buy(evening, out)
    evening.draw()
    drawn = evening.state.rounds[1, 2]
    there = {side for pairing in drawn.pairings for side in pairing.sides} | {bye[0] for bye in drawn.byes}
    assert out in there
    assert stays_out not in there
    assert sheet_of(evening).rebuys == 500


def test_a_life_bought_makes_a_draft_stale_and_counts_in_the_rounds_survived() -> None:
    evening = lives_evening(REBUYS)
    evening.whole_round()
    out, _other = losers(evening)
    assert next(line for line in evening.lines() if line["side"] == out)["values"]["SV"] == 0
    evening.draw()
    buy(evening, out)
    assert refused(lambda: tournament.publish(evening.state, stage=1, round=2))[0] == "roster_changed"
    assert next(line for line in evening.lines() if line["side"] == out)["values"]["SV"] == 1


def test_a_life_is_sold_to_the_beaten_alone_until_its_round_and_so_often_as_was_said() -> None:
    evening = lives_evening(REBUYS)
    evening.whole_round()
    out, other = losers(evening)
    winner = evening.state.rounds[1, 1].pairings[0].sides[0]
    assert refused(lambda: buy(evening, winner))[0] == "still_in"
    assert not orders.may_buy_life(evening.state, side=winner, matches=evening.matches)
    assert orders.may_buy_life(evening.state, side=out, matches=evening.matches)
    buy(evening, out)
    assert refused(lambda: buy(evening, out))[0] == "still_in"
    evening.whole_round()
    assert refused(lambda: buy(evening, other)) == ("rebuy_over", {"until": 2, "round": 3})
    later = {**REBUYS, "rebuy": {"fee": 500, "until_round": 9, "most": 1}}
    evening.do(orders.set_money(evening.state, terms=later))
    if out in losers(evening):
        assert refused(lambda: buy(evening, out)) == ("rebuys_used", {"most": 1})


def test_a_life_that_is_played_with_is_not_given_back() -> None:
    evening = lives_evening(REBUYS)
    evening.whole_round()
    out, _other = losers(evening)
    buy(evening, out)
    evening.draw()
    evening.publish()
    assert refused(lambda: orders.return_life(evening.state, life=out, reason="no")) == (
        "life_is_played", {"round": 2},
    )  # fmt: skip
    assert refused(lambda: orders.return_life(evening.state, life="x", reason="no"))[0] == "unknown_life"


def test_no_lives_are_sold_where_nothing_is_said_or_the_stage_has_ended() -> None:
    evening = evening_with(
        TERMS,
        "ada",
        "bo",
        format="lives",
        stage_options={"format": {"lives": 1}},
        tiebreaks=("SV",),
        rounds=1,
    )
    evening.whole_round()
    assert refused(lambda: buy(evening, losers(evening)[0]))[0] == "no_rebuys"
    evening.do(orders.set_money(evening.state, terms=REBUYS))
    evening.hang()
    assert refused(lambda: buy(evening, losers(evening)[0]))[0] == "stage_has_ended"


def test_it_ends_when_everybody_else_has_lost_the_lives_bought_too() -> None:
    evening = lives_evening({**REBUYS, "rebuy": {"fee": 500, "until_round": 1, "most": 1}})
    evening.do(orders.set_money(evening.state, terms=REBUYS))
    evening.whole_round()
    for side in losers(evening):
        buy(evening, side)
    rounds = 1
    while rounds < 12:
        try:
            evening.draw()
        except Refusal as refusal:
            assert refusal.code == "nobody_goes_on", refusal.code  # noqa: PT017
            break
        evening.publish()
        evening.play()
        evening.close()
        rounds += 1
    lost = dict.fromkeys(FOUR, 0)
    for round in evening.state.out_rounds():
        for pairing in round.pairings:
            lost[pairing.sides[1]] += 1
    bought = evening.state.till.bought_in(1)
    left = [side for side in FOUR if lost[side] < 1 + bought.get(side, 0)]
    assert len(left) == 1


# ---------------------------------------------------------------- the whole


@settings(max_examples=60, deadline=None)
@given(
    fee=st.integers(0, 5_000),
    house=st.one_of(st.builds(lambda v: {"percent": v}, st.integers(0, 10_000)),
                    st.builds(lambda v: {"fixed": v}, st.integers(0, 30_000))),
    added=st.integers(0, 10_000),
    first=st.integers(0, 10_000),
    side_pot=st.integers(0, 10_000),
    paid=st.lists(st.sampled_from(["paid", "waived", "open"]), min_size=4, max_size=4),
    ties=st.sampled_from(["points", "rank"]),
    unwon=st.sampled_from(["kept", "places"]),
)  # fmt: skip
def test_whatever_was_said_the_sheet_balances(
    fee: int, house: Any, added: int, first: int, side_pot: int, paid: list[Any], ties: str, unwon: str
) -> None:
    evening = Evening(*FOUR, tiebreaks=("GP", "NS"), rounds=1)
    evening.events = list(PLAYED.events)
    evening.matches = PLAYED.matches
    terms = {
        "currency": "EUR", "fee": fee, "house": house, "added": added, "ties": ties,
        "places": [{"percent": first}, {"percent": 10_000 - first}],
        "side_pots": [{"what": "highest_hand", "share": {"percent": side_pot}}], "unwon": unwon,
    }  # fmt: skip
    evening.do(orders.set_money(evening.state, terms=terms))
    for name, how in zip(FOUR, paid, strict=True):
        settle(evening, name, how)
    sheet = sheet_of(evening)
    assert sheet.balance == 0
    assert sheet.came_in == sheet.house + sum(pot.size for pot in sheet.pots)
    for pot in sheet.pots:
        for side, due in pot.due_to().items():
            pay(evening, side, due, pot.what)
    sheet = sheet_of(evening)
    assert sheet.in_box == sheet.house + sheet.rest
    assert {each.why for each in sheet.differences} <= {"fees_owed", "house_short", "pot_rest", "unclaimed"}


PLAYED = Evening(*FOUR, tiebreaks=("GP", "NS"), rounds=1)
PLAYED.whole_stage()


def test_a_box_that_was_counted_short_is_named_with_its_note() -> None:
    evening = evening_with(TERMS)
    settle(evening, "ada")
    evening.do(orders.count_cash(evening.state, amount=950, by="zoe", note="change for the bar"))
    sheet = sheet_of(evening)
    assert Difference(why="box", amount=-50) in sheet.differences
    assert (sheet.counted, sheet.note) == (950, "change for the bar")


# ---------------------------------------------------------------- handicap


def test_start_points_set_later_hold_in_the_matches_that_come_out_after() -> None:
    evening = Evening("ada", "bo", rounds=1)
    evening.draw()
    evening.do(tournament.set_start_points(evening.state, side="ada", points=30))
    evening.publish()
    (state,) = evening.matches.values()
    assert state.started.start_points[state.started.sides.index("ada")] == 30
    assert tournament.set_start_points(evening.state, side="ada", points=30) == ()


def test_start_points_are_neither_negative_nor_the_whole_game() -> None:
    evening = Evening("ada", "bo")
    for points, code in ((-1, "start_points_negative"), (125, "start_points_too_high")):

        def act(points: int = points) -> None:
            tournament.set_start_points(evening.state, side="ada", points=points)

        assert refused(act)[0] == code
