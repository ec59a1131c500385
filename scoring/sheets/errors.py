"""Scores that cannot have been played."""

from __future__ import annotations

from games.engine.errors import Refusal


class ImpossibleScore(Refusal):
    """A final score that no hands could have given. Codes:

    `score_shape`, `score_negative`, `score_too_many_games`, `score_unfinished`, `score_below_start`,
    `score_no_target`, `score_both_reached`, `score_points_without_hands`, `score_hands_without_points`,
    `score_too_few_hands`, `score_too_many_hands`, `score_too_high`.
    """
