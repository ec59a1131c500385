"""Straight gin: only gin ends the hand (rules 1.4)."""

from dataclasses import replace

from games.engine.rulesets.club25 import CLUB25

STRAIGHT_GIN = replace(CLUB25, key="straight_gin", knock_limit=0)
