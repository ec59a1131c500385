"""wikiHow: free choice at the first turn, 25 for gin and undercut; and its alternative with 20 and 10."""

from dataclasses import replace

from games.engine.rulesets.pagat import PAGAT

WIKIHOW = replace(PAGAT, key="wikihow", opening="free", gin_bonus=25, undercut_bonus=25)
WIKIHOW_ALTERNATIVE = replace(WIKIHOW, key="wikihow_alternative", gin_bonus=20, undercut_bonus=10)
