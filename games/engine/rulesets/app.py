"""App: the rules text of a phone game; six extra for big gin, nothing at the end of the game."""

from games.engine.rulesets.ruleset import RuleSet

APP = RuleSet(
    key="app",
    opening="free",
    gin_bonus=25,
    undercut_bonus=25,
    big_gin_bonus=31,
    box_bonus=0,
    game_bonus=0,
    shutout="none",
    target=100,
    next_dealer="alternate",
)
