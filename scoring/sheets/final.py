"""A final score alone: a sheet without lines, after asking whether it can have been played at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine.rulesets import RuleSet
from scoring.sheets.awards import Award, of_game
from scoring.sheets.columns import OpenColumn, as_closed, only_best
from scoring.sheets.deals import added, nobody
from scoring.sheets.ending import Ending
from scoring.sheets.errors import ImpossibleScore
from scoring.sheets.game import game_record
from scoring.sheets.given import Given, given_game
from scoring.sheets.match import is_decided, match_sheet, who_scores
from scoring.sheets.one import table_closed
from scoring.sheets.plausible import Score, verify
from scoring.sheets.sheet import Column, GameSheet, MatchSheet


def fill_score(
    rules: RuleSet,
    points: Sequence[Sequence[int]],
    hands_won: Sequence[Sequence[int]],
    *,
    first_dealer: int,
    start: Sequence[int] = (),
    time_called: bool = False,
    given: Given = (),
    awards: Sequence[Award] = (),
) -> MatchSheet:
    """The sheet of a match of which only the final score is known: one entry a game, by side.

    `points` are what stands at the foot of the sheet before boxes and bonuses are added at the end: start
    points are in them, and boxes where they count at once. A Hollywood sheet has an entry a column, three a
    game. Bonus boxes are not known and not in the totals. `time_called` lets the last game end below its
    target and the match end early. `given`: games a ruling gave away, of which there is no score. `awards`:
    points of rulings toward a game, which are in its points.

    Raises `ImpossibleScore` for what no hands could have given.
    """
    sides = _sides(rules, points, hands_won)
    start = tuple(start) or nobody(sides)
    away = dict(given)
    count = len(points) // rules.columns
    numbers = [number for number in range(1, count + len(away) + 1) if number not in away][:count]
    scores = [
        Score(
            rules=rules,
            game=numbers[index // rules.columns],
            points=tuple(score),
            won=tuple(won),
            start=start,
            awarded=_awarded(awards, numbers[index // rules.columns], sides),
            is_last_column=index % rules.columns == 2,
        )
        for index, (score, won) in enumerate(zip(points, hands_won, strict=True))
    ]
    games: list[GameSheet] = []
    played = 0
    for number in range(1, max(numbers) + 1):
        if number > rules.games or (games and is_decided(rules, games)):
            raise ImpossibleScore(
                "score_too_many_games",
                f"The match was over after {number - 1} games, but {numbers[-1]} are given.",
                {"games": numbers[-1], "over_after": number - 1},
            )
        dealer = (first_dealer + number - 1) % sides
        if number in away:
            games.append(
                given_game(rules, number=number, first_dealer=dealer, winner=away[number], sides=sides)
            )
            continue
        columns = scores[played * rules.columns : (played + 1) * rules.columns]
        played += 1
        games.append(_game(rules, number, dealer, columns, timed=time_called and played == count))
    for number in range(len(games) + 1, rules.games + 1):
        if number not in away or is_decided(rules, games):
            break
        dealer = (first_dealer + number - 1) % sides
        games.append(given_game(rules, number=number, first_dealer=dealer, winner=away[number], sides=sides))
    if len(games) < rules.games and not is_decided(rules, games) and not time_called:
        raise ImpossibleScore(
            "score_unfinished",
            f"After {len(games)} games nobody has won {rules.games // 2 + 1}.",
            {"games": len(games), "games_to_win": rules.games // 2 + 1},
        )
    return match_sheet(rules, games, over=True, score_only=True)


def _awarded(awards: Sequence[Award], number: int, sides: int) -> tuple[int, ...]:
    points = nobody(sides)
    for award in of_game(awards, number):
        points = added(points, award.points)
    return points


def _game(rules: RuleSet, number: int, dealer: int, scores: Sequence[Score], *, timed: bool) -> GameSheet:
    for score in scores:
        verify(score, timed=timed)
    endings = [_ending(score, timed=timed) for score in scores]
    columns = tuple(_column(score, ending) for score, ending in zip(scores, endings, strict=True))
    won = tuple(map(max, zip(*(score.won for score in scores), strict=True)))
    winner = columns[0].winner
    if len(columns) > 1:
        winner = only_best(
            [sum(each) for each in zip(*(column.grand_totals for column in columns), strict=True)]
        )
    return GameSheet(
        number=number,
        first_dealer=dealer,
        lines=(),
        columns=columns,
        hands_won=won,
        over=True,
        record=game_record(rules, columns, winner, won, max(endings, key=lambda each: each.by == "time")),
        winner=winner,
    )


def _ending(score: Score, *, timed: bool) -> Ending:
    if score.rules.length == "time" or (timed and not score.reached):
        return Ending("time")
    return Ending("target" if score.rules.length == "target" else "hands")


def _column(score: Score, ending: Ending) -> Column:
    sides = len(score.points)
    column = OpenColumn(
        rules=score.rules,
        start=score.start,
        multiplier=score.rules.last_column_multiplier if score.is_last_column else 1,
    )
    column.awarded = score.awarded
    column.entries = [[points] for points in score.hand_points]
    column.won, column.boxes = list(score.won), list(score.won)
    if score.rules.seats == "table":
        closed = table_closed(column, game_bonus=ending.game_bonus)
    else:
        closed = as_closed(
            column, winner=column.leader, game_bonus=ending.game_bonus, may_shut_out=ending.may_shut_out
        )
    return replace(closed, entries=((),) * sides)


def _sides(rules: RuleSet, points: Sequence[Sequence[int]], hands_won: Sequence[Sequence[int]]) -> int:
    """How many sides the score has, once its shape is right."""
    if not points or len(points) != len(hands_won):
        raise ImpossibleScore("score_shape", "Points and hands won are needed for every game.")
    if rules.seats == "table" and not 2 <= len(points[0]) <= 5:
        raise ImpossibleScore("score_shape", "A table has two to five sides.", {"sides": len(points[0])})
    sides = who_scores(rules, len(points[0]) if rules.seats == "table" else None).sides
    if any(len(each) != sides for each in (*points, *hands_won)):
        raise ImpossibleScore(
            "score_shape", f"Each of the {sides} sides needs its points and its hands won.", {"sides": sides}
        )
    if len(points) % rules.columns:
        raise ImpossibleScore(
            "score_shape",
            f"A sheet of {rules.columns} columns needs a score for each of them.",
            {"columns": rules.columns},
        )
    return sides
