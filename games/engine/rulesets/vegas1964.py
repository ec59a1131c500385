"""Las Vegas 1964: straight scoring to 200, no boxes (rules 4.1); the bonuses are our choice."""

from dataclasses import replace

from games.engine.rulesets.club25 import CLUB25

VEGAS1964 = replace(
    CLUB25, key="vegas1964", big_gin_bonus=None, box_bonus=0, game_bonus=0, shutout="none", target=200
)
