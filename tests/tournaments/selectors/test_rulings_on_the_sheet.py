"""Rulings on the score sheet: each in its place, and nothing the director wrote."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from games.engine.rulesets import change
from tests.tournaments.engine.matches import CLUB, after, at, begin, enter, knocked, played, won
from tournaments.engine import match
from tournaments.engine.match import MatchState, Ruling
from tournaments.selectors.rulings_in_words import rulings_json
from tournaments.selectors.sheets import Names, result_sentence, sheets_of

NAMES = Names(full=("Ann", "Bo"), short=("Ann", "Bo"))
AWARDED = "Director: Looked through the discards (Bo) · Points to the other side · Ann +25 in the standings"


def ruled(state: MatchState, code: str, **more: Any) -> MatchState:
    return after(state, match.rule(state, Ruling(code=code, **more), by="director"))


def lines(state: MatchState, game: int = 0) -> list[Any]:
    """Each row of a game's sheet: its number and what is said there."""
    return [row.get("words") or row["n"] for row in sheets_of(state, NAMES)[game]["rows"]]


def test_a_ruling_stands_below_the_hand_it_is_about() -> None:
    state = enter(begin(), knocked(0, 4, 30), knocked(0, 4, 20))
    state = ruled(state, "IR-9", choice="points", offender=1, place=at(1), note="Ann's aunt saw it")
    assert lines(state) == [1, AWARDED, 2]
    html = render_to_string("components/_score_sheet.html", sheets_of(state, NAMES)[0])
    assert AWARDED in html
    assert "aunt" not in html


def test_a_ruling_on_the_hand_in_play_stands_at_the_end_until_it_is_entered() -> None:
    state = ruled(enter(begin(), knocked(0, 4, 30)), "IR-1")
    again = "Director: Wrong number of cards, found before that player drew · Deal the hand again"
    assert lines(state) == [1, again]
    assert lines(enter(state, knocked(1, 2, 9), knocked(1, 2, 9))) == [1, 2, again, 3]


def test_a_final_score_alone_keeps_its_words_beside_a_ruling() -> None:
    state = after(
        begin(), match.enter_score(begin(), points=((130, 40),), hands_won=((5, 2),), by="director")
    )
    state = ruled(state, "IR-9", choice="points", offender=1)
    assert lines(state) == ["Entered as a final score", AWARDED]


def test_a_game_lost_by_coming_late_says_why_on_its_own_sheet() -> None:
    state = ruled(begin(change(CLUB, {"games": 3})), "IR-13", offender=1, late=720)
    given = (
        "Director: A side came late, or is not back (Bo) · Games are lost · 12 minutes late · game 1 to Ann"
    )
    assert (lines(state), sheets_of(state, NAMES)[0]["sums"]) == ([given], [])
    state = enter(state, won(0, 130))
    assert (lines(state), lines(state, game=1)) == ([given], [1])


def test_what_is_taken_back_stands_on_no_sheet() -> None:
    state = ruled(played(), "IR-9", choice="points", offender=1)
    number = state.rulings[0].number
    state = after(state, match.withdraw_ruling(state, number, by="director", reason="no"))
    assert lines(state) == [1, 2, 3]


def test_points_toward_the_game_stand_among_its_sums_and_in_its_sentence() -> None:
    state = enter(begin(), won(0, 60), won(1, 105))
    state = ruled(state, "IR-9", choice="points", offender=0, in_game=True)
    assert lines(state)[-1].endswith("Bo +25 in the game and the standings")
    sums = {
        row["words"]: [cell["total"] for cell in row["cells"]] for row in sheets_of(state, NAMES)[0]["sums"]
    }
    assert sums["Awarded by ruling"] == [0, 25]
    assert sums["Hand points"] == [60, 105]
    assert sums["Total"] == [60 + 25, 105 + 25 + 25 + 100]
    assert result_sentence(state, NAMES) == "Bo beat Ann 130–60, +45"


def test_a_mere_warning_is_between_the_table_and_the_director() -> None:
    state = ruled(enter(begin(), knocked(0, 4, 30)), "IR-9", offender=1, place=at(1))
    assert state.rulings[0].warned
    public = [row.get("words") or row["n"] for row in sheets_of(state, NAMES, public=True)[0]["rows"]]
    assert public == [1]
    assert lines(state) == [1, "Director: Looked through the discards (Bo) · A warning"]
    assert (rulings_json(state, notes=False), len(rulings_json(state, notes=True))) == ([], 1)
    state = ruled(state, "IR-9", choice="points", offender=1, place=at(1))
    public = [row.get("words") or row["n"] for row in sheets_of(state, NAMES, public=True)[0]["rows"]]
    assert public == [1, AWARDED]
    assert [each["choice"] for each in rulings_json(state, notes=False)] == ["points"]
