"""Hollywood: three games at once on one sheet (rules 2.3)."""

from dataclasses import replace

from games.engine.rulesets.club25 import CLUB25

HOLLYWOOD = replace(
    CLUB25,
    key="hollywood",
    columns=3,
    knock_limit="upcard",
    spade_multiplier=2,
    bonus_boxes=True,
    shutout="double_all",
    target=150,
)
