"""Club 25: what most clubs play to 125, with action on the 50th card."""

from games.engine.rulesets.ruleset import RuleSet

CLUB25 = RuleSet(
    key="club25",
    gin_bonus=25,
    undercut_bonus=25,
    big_gin_bonus=31,
    box_bonus=25,
    game_bonus=100,
    shutout="double_game",
    target=125,
    next_dealer="alternate",
    fiftieth_card_action=True,
)
