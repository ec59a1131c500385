"""Partnership to 125: two boards, net per round (rules 2.4)."""

from dataclasses import replace

from games.engine.rulesets.club25 import CLUB25

PARTNERSHIP_125 = replace(
    CLUB25, key="partnership_125", seats="partners", target=125, shutout="flat", next_dealer="winner"
)
