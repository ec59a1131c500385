"""A game nobody played: a ruling gave it to one side (rules IR-13)."""

from __future__ import annotations

from games.engine.rulesets import RuleSet
from scoring.records import GameRecord
from scoring.sheets.deals import nobody
from scoring.sheets.sheet import Column, GameSheet

Given = tuple[tuple[int, int], ...]
"""The games given by ruling: the number of each, and the side it was given to."""


def given_game(rules: RuleSet, *, number: int, first_dealer: int, winner: int, sides: int) -> GameSheet:
    """The sheet of a given game: a straight win as of a forfeit, so no points, no bonus, no shutout.

    Every column of it is won, so that columns that stand for games are given with it.
    """
    none = nobody(sides)
    column = Column(
        entries=((),) * sides,
        hand_points=none,
        boxes=none,
        won=none,
        closed=True,
        closed_by_deal=None,
        winner=winner,
        shutout=False,
        game_bonus=none,
        box_points=none,
        shutout_points=none,
        grand_totals=none,
        start=none,
    )
    record = GameRecord(
        winner=winner,
        hand_points=none,
        grand_totals=none,
        hands_won=none,
        shutout=False,
        clamp=rules.columns * rules.target,
    )
    return GameSheet(
        number=number,
        first_dealer=first_dealer,
        lines=(),
        columns=(column,) * rules.columns,
        hands_won=none,
        over=True,
        record=record,
        winner=winner,
        given=True,
    )
