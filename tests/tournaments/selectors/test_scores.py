"""Scores in sentences where one reads from right to left: the first side's number stays left."""

import pytest
from django.utils import translation

from tests.tournaments.views.scene import evening
from tournaments.selectors import scores
from tournaments.selectors.sheets import gain_words, result_sentence
from tournaments.selectors.table_page import names_of

pytestmark = pytest.mark.django_db


def test_numbers_are_kept_together_where_the_page_runs_from_right_to_left():
    with translation.override("ar"):
        assert scores.scores_said([(125, 87), (3, 100)]) == "\u2066125–87\u2069, \u20663–100\u2069"
        assert scores.signed(-3) == "\u2066−3\u2069"
        assert scores.score((125, 87)) == "125–87", "a cell has a style for it"
    assert (scores.score_said((125, 87)), scores.signed(0)) == ("125–87", "+0")


@pytest.mark.parametrize(("language", "mark", "end"), [("en", "", ""), ("ar", "\u2066", "\u2069")])
def test_a_result_and_a_gain_say_so(language, mark, end):
    scene = evening(names=(("Ann",), ("Bo",)))
    scene.play_to_the_end()
    state = scene.state
    with translation.override(language):
        said = result_sentence(state, names_of(scene.match))
        gain = gain_words(state.lines[0].result, ("Ann", "Bo"))
    (winner, loser) = scene.names()
    points = [sum(line.result.points[side] for line in state.lines) for side in (0, 1)]
    score, spread = f"{points[0]}–{points[1]}", f"+{points[0] - points[1]}"
    assert said == f"{winner} beat {loser} {mark}{score}{end}, {mark}{spread}{end}"
    assert gain.endswith(f" {mark}+{max(state.lines[0].result.points)}{end}")
