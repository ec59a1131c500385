"""What a filled sheet gives to the standings."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.rulesets import RuleSet
from scoring.records import GameRecord, MatchRecord, SideId
from scoring.sheets.game import own_total
from scoring.sheets.match import won_on_points
from scoring.sheets.sheet import Column, GameSheet, MatchSheet


def match_record(
    sheet: MatchSheet,
    rules: RuleSet,
    *,
    match: str,
    round: int,
    sides: Sequence[SideId],
    table: int | None = None,
    each_column_a_game: bool = False,
    rulings: Sequence[int] = (),
) -> MatchRecord:
    """The record of a match: its finished games, and who won on points where the games were equal.

    `each_column_a_game`: every column of a Hollywood sheet stands for a game of its own.
    `rulings`: points awarded by the director, by side.
    """
    games = [game for game in sheet.games if game.record is not None]
    if each_column_a_game and rules.columns == 3:
        records = tuple(record for game in games for record in column_records(game, rules))
    else:
        records = tuple(game.record for game in games if game.record is not None)
    return MatchRecord(
        match=match,
        round=round,
        table=table,
        sides=tuple(sides),
        games=records,
        games_to_win=games_to_win(rules, each_column_a_game=each_column_a_game),
        score_only=sheet.score_only,
        won_on_points=won_on_points(sheet),
        rulings=tuple(rulings),
    )


def games_to_win(rules: RuleSet, *, each_column_a_game: bool = False) -> int:
    """How many games win a match; a bye and a forfeit stand for so many."""
    return (rules.games * (rules.columns if each_column_a_game else 1)) // 2 + 1


def column_records(game: GameSheet, rules: RuleSet) -> tuple[GameRecord, ...]:
    """The columns of a finished game, each as a game."""
    return tuple(_column_record(column, rules) for column in game.columns)


def _column_record(column: Column, rules: RuleSet) -> GameRecord:
    return GameRecord(
        winner=column.winner,
        hand_points=column.hand_points,
        grand_totals=own_total(column),
        hands_won=column.won,
        shutout=column.shutout,
        clamp=rules.target,
    )
