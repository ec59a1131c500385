"""An open stage: several rounds out at once, days to play by, matches put off and taken up again."""

from __future__ import annotations

import pytest

from scoring.sheets.sheet import Place
from scoring.tiebreaks import ROUND_ROBIN_ORDER
from tests.tournaments.engine.evenings import Evening
from tests.tournaments.engine.matches import after, won
from tournaments.engine import match, tournament
from tournaments.engine.errors import NotAllowed, NotNow
from tournaments.engine.formats import FORMATS
from tournaments.engine.match import MatchState

FIVE = ("ada", "bo", "cy", "di", "ed")


def league(*names: str, format: str = "round_robin", rounds: int = 5, **options: object) -> Evening:
    return Evening(
        *(names or FIVE), format=format, rounds=rounds, tiebreaks=ROUND_ROBIN_ORDER,
        stage_options={"open": True, **options},
    )  # fmt: skip


def out(night: Evening, rounds: int) -> None:
    for _ in range(rounds):
        night.draw()
        night.publish()


def close(night: Evening, round: int) -> None:
    night.do(tournament.close_round(night.state, stage=1, round=round, matches=night.matches))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("format", ["round_robin", "double_round_robin"])
def test_all_rounds_may_be_out_at_once_and_everybody_still_meets_everybody(count: int, format: str) -> None:
    names = [f"p{number}" for number in range(count)]
    cycles = 2 if format == "double_round_robin" else 1
    rounds = (count - 1 + count % 2) * cycles
    night = league(*names, format=format, rounds=rounds)
    out(night, rounds)
    assert all(round.status == "published" for round in night.state.rounds_of(1))
    met = [frozenset(each.sides) for round in night.state.rounds_of(1) for each in round.pairings]
    assert len(met) == cycles * len(set(met)) == cycles * count * (count - 1) // 2
    for round in reversed(night.state.rounds_of(1)):
        for pairing in round.pairings:
            night.result(pairing.match, 0)
        close(night, round.number)
    night.hang()
    night.do(tournament.finish(night.state))
    assert tournament.fold(list(night.events)) == night.state


def test_final_standings_wait_for_every_round() -> None:
    night = league("ada", "bo", "cy", "di", rounds=3)
    out(night, 3)
    for pairing in night.state.rounds[1, 3].pairings:
        night.result(pairing.match, 0)
    close(night, 3)
    with pytest.raises(NotNow) as refused:
        night.hang()
    assert refused.value.code == "rounds_left"


def test_another_stage_still_plays_round_by_round() -> None:
    night = Evening("ada", "bo", "cy", "di", rounds=3, format="round_robin")
    night.draw()
    night.publish()
    with pytest.raises(NotNow) as refused:
        night.draw()
    assert refused.value.code == "round_open"


@pytest.mark.parametrize("format", [each.key for each in FORMATS if each.needs_results])
def test_a_format_that_waits_for_results_cannot_be_open(format: str) -> None:
    with pytest.raises(NotNow) as refused:
        league(*FIVE, format=format, rounds=2)
    assert refused.value.code in ("open_needs_a_plan", "wrong_format")


def test_a_day_to_play_by_is_set_changed_and_taken_away() -> None:
    night = league()
    for until in ("2026-11-05", "2026-11-12", None):
        night.do(tournament.set_play_by(night.state, stage=1, round=2, until=until))
        assert night.state.play_by[1, 2] == until
        assert tournament.set_play_by(night.state, stage=1, round=2, until=until) == ()


@pytest.mark.parametrize(
    ("round", "until", "code"), [(6, "2026-11-05", "no_such_round"), (1, "5 November", "no_such_day")]
)
def test_a_day_that_is_none_is_refused(round: int, until: str, code: str) -> None:
    with pytest.raises(NotNow) as refused:
        tournament.set_play_by(league().state, stage=1, round=round, until=until)
    assert refused.value.code == code


def test_a_stage_played_round_by_round_has_no_days() -> None:
    night = Evening(*FIVE, rounds=5, format="round_robin")
    with pytest.raises(NotNow) as refused:
        tournament.set_play_by(night.state, stage=1, round=1, until="2026-11-05")
    assert refused.value.code == "not_an_open_stage"


# ---------------------------------------------------------------- putting a match off


@pytest.fixture
def begun() -> MatchState:
    """A match with one hand on its sheet."""
    night = league("ada", "bo", rounds=1)
    out(night, 1)
    (state,) = night.matches.values()
    return after(state, match.enter_hand(state, place=Place(1, 1), result=won(0, 20), by="player", side=0))


def asked(state: MatchState, side: int | None, until: str = "2026-12-01", **more: object) -> MatchState:
    by = "player" if side is not None else "director"
    return after(state, match.postpone(state, until=until, by=by, side=side, **more))  # type: ignore[arg-type]


def test_one_side_asks_and_the_other_agrees(begun: MatchState) -> None:
    state = asked(begun, 0)
    assert (state.play_by, state.postponement is not None) == (None, True)
    assert asked(state, 0) == state, "asked twice is asked once"
    state = asked(state, 1)
    assert (state.play_by, state.postponement) == ("2026-12-01", None)


def test_another_day_in_answer_is_another_question(begun: MatchState) -> None:
    state = asked(asked(begun, 0), 1, "2026-12-08")
    assert state.play_by is None
    assert state.postponement is not None
    assert (state.postponement.side, state.postponement.until) == (1, "2026-12-08")
    assert asked(state, 0, "2026-12-08").play_by == "2026-12-08"


def test_the_director_sets_a_day_alone(begun: MatchState) -> None:
    assert asked(begun, None).play_by == "2026-12-01"


def test_the_sheet_and_the_dealer_wait_for_the_evening_it_goes_on(begun: MatchState) -> None:
    before = begun.sheet
    state = asked(asked(begun, 0), 1)
    assert state.sheet == before
    assert state.sheet.open_places[0].place == Place(1, 2)


def test_what_cannot_be_put_off_is_refused(begun: MatchState) -> None:
    with pytest.raises(NotNow) as past:
        asked(begun, 0, "2026-11-01", today="2026-11-05")
    with pytest.raises(NotNow) as no_day:
        asked(begun, 0, "soon")
    with pytest.raises(NotAllowed) as nobody:
        match.postpone(begun, until="2026-12-01", by="scorer")
    decided = after(begun, match.void(begun, by="director", reason="both ill"))
    with pytest.raises(NotNow) as over:
        asked(decided, 0)
    codes = [each.value.code for each in (past, no_day, nobody, over)]
    assert codes == ["day_is_past", "no_such_day", "sides_postpone", "already_decided"]


def test_saying_what_is_so_already_is_no_change_once_a_round_is_out() -> None:
    """A form sends every choice, those that were never made too."""
    night = Evening("ada", "bo", "cy", "di", rounds=3, format="round_robin")
    night.draw()
    night.publish()
    said = {"open": False, "cut": None, "format": {}, "standings": {}}
    assert tournament.change_stage(night.state, stage=1, changes={"options": said}) == ()
    with pytest.raises(NotNow) as refused:
        tournament.change_stage(night.state, stage=1, changes={"options": {**said, "open": True}})
    assert refused.value.code == "already_used"
