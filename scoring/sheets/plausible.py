"""Could these totals have been played? What the arithmetic of a sheet rules out, and no more (rules 2.1,
IR-16).
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.rulesets import RuleSet
from scoring.sheets.errors import ImpossibleScore

MOST_DEADWOOD = 98  # ten unmatched cards (rules 1.1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The score of one game, or of one column of a game: points at the foot of the sheet and hands won, by
    side.
    """

    rules: RuleSet
    game: int
    points: tuple[int, ...]
    won: tuple[int, ...]
    start: tuple[int, ...]
    awarded: tuple[int, ...]
    is_last_column: bool = False

    @property
    def hand_points(self) -> tuple[int, ...]:
        """Points of hands alone: without start points, awards, and boxes where they count at once."""
        box = self.rules.box_bonus if self.rules.boxes_immediate else 0
        return tuple(
            points - start - awarded - box * won
            for points, start, awarded, won in zip(
                self.points, self.start, self.awarded, self.won, strict=True
            )
        )

    @property
    def reached(self) -> tuple[int, ...]:
        """The sides that reached the target."""
        return tuple(side for side, points in enumerate(self.points) if points >= self.rules.target)


def verify(score: Score, *, timed: bool) -> None:
    """Raise `ImpossibleScore` for a score no hands could have given; `timed`: the game was ended by time."""
    _want_numbers(score)
    _want_hands_that_give_the_points(score)
    if score.rules.length == "target":
        _want_one_across(score, timed=timed)
    limit = score.rules.hands_to_play
    if limit is not None and score.rules.seats != "table" and sum(score.won) > limit:
        raise _impossible(
            score,
            "score_too_many_hands",
            f"{sum(score.won)} hands are said to be won, but only {limit} are played.",
            most=limit,
        )


def _want_numbers(score: Score) -> None:
    if any(number < 0 for number in (*score.points, *score.won)):
        raise _impossible(score, "score_negative", "A number is below 0.")
    for side, points in enumerate(score.hand_points):
        if points < 0:
            raise _impossible(
                score,
                "score_below_start",
                f"Side {side + 1} has {score.points[side]}, less than its start and its boxes.",
                side=side,
                start=score.start[side],
            )


def _want_hands_that_give_the_points(score: Score) -> None:
    least, most = least_of_a_hand(score.rules), most_of_a_hand(score.rules)
    for side, (points, won) in enumerate(zip(score.hand_points, score.won, strict=True)):
        if points > 0 and won == 0:
            raise _impossible(
                score,
                "score_points_without_hands",
                f"Side {side + 1} has {points} points but has won no hand.",
                side=side,
            )
        if points < least * won:
            raise _impossible(
                score,
                "score_too_many_hands",
                f"Side {side + 1} has {points} points, but {won} hands give at least {least} each.",
                side=side,
                most=points,
            )
        if most is not None and points > most * won:
            raise _impossible(
                score,
                "score_too_few_hands",
                f"Side {side + 1} has {points} points, but {won} hands give at most {most} each.",
                side=side,
                least=-(-points // most),
            )


def _want_one_across(score: Score, *, timed: bool) -> None:
    rules = score.rules
    if not score.reached and not timed:
        raise _impossible(
            score, "score_no_target", f"Nobody has reached {rules.target}, so the game was not over.",
            target=rules.target,
        )  # fmt: skip
    if rules.seats == "table":
        return
    both_may = rules.boxes_immediate and rules.table_boxes
    if len(score.reached) > 1 and not both_may:
        raise _impossible(
            score, "score_both_reached", f"Two sides have {rules.target} or more; the first ended it.",
            target=rules.target, sides=list(score.reached),
        )  # fmt: skip
    most = most_of_a_hand(rules)
    for side in score.reached:
        before = score.points[side] - _most_at_once(rules, most or 0)
        if most is not None and before >= rules.target:
            raise _impossible(
                score,
                "score_too_high",
                f"Side {side + 1} has {score.points[side]}, more than one hand can go beyond {rules.target}.",
                side=side,
                most=score.points[side] - before + rules.target - 1,
            )


def least_of_a_hand(rules: RuleSet) -> int:
    """The fewest points a hand won can give: 0 where a tie or a bonus may be worth nothing, else 1."""
    if rules.seats == "table":
        return 0
    bonuses = [rules.gin_bonus, *([] if rules.big_gin_bonus is None else [rules.big_gin_bonus])]
    if rules.tie == "undercut":
        bonuses.append(rules.undercut_bonus)
    nothing = 0 in bonuses or rules.tie in ("undercut_no_bonus", "knocker")
    return 0 if nothing and rules.seats != "partners" else 1


def most_of_a_hand(rules: RuleSet) -> int | None:
    """The most points a hand (partners: a round of two) can give; None at a table."""
    if rules.seats == "table":
        return None
    bonus = max(rules.gin_bonus, rules.undercut_bonus, rules.big_gin_bonus or 0)
    return (MOST_DEADWOOD + bonus) * rules.spade_multiplier * (2 if rules.seats == "partners" else 1)


def _most_at_once(rules: RuleSet, most: int) -> int:
    """The most one deal can move a score: its points, and its boxes where they count at once."""
    if not rules.boxes_immediate:
        return most
    boards = 2 if rules.seats == "partners" else 1
    boxes = 1 + boards * rules.spade_multiplier * (2 * rules.bonus_boxes + rules.sweep_boxes)
    return most + boxes * rules.box_bonus


def _impossible(score: Score, code: str, message: str, **data: object) -> ImpossibleScore:
    known = {"game": score.game, "points": list(score.points), "hands_won": list(score.won)}
    return ImpossibleScore(code, f"Game {score.game}: {message}", {**known, **data})
