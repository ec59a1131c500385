"""Oklahoma: the upcard sets the limit, spades double (rules 2.2); and the form with bonus boxes."""

from dataclasses import replace

from games.engine.rulesets.pagat import PAGAT

OKLAHOMA = replace(PAGAT, key="oklahoma", knock_limit="upcard", ace_limit=1, spade_multiplier=2, target=150)
OKLAHOMA_BOXES = replace(OKLAHOMA, key="oklahoma_boxes", ace_limit=0, bonus_boxes=True)
