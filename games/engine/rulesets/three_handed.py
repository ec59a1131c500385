"""Three-handed: the dealer sits out, the loser deals (rules 2.5)."""

from dataclasses import replace

from games.engine.rulesets.pagat import PAGAT

THREE_HANDED = replace(PAGAT, key="three_handed", seats="three")
