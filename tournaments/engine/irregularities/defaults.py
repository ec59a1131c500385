"""Which ruling is proposed, from what is known of the match (rules 4.3, last column)."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.rulesets import RuleSet
from tournaments.engine.irregularities.kinds import Irregularity
from tournaments.engine.irregularities.lateness import games_lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the proposal depends on.

    `times`: rulings of this kind against the side in this match before. `is_entered`: the hand has a result
    on the sheet; `offender_knocked`: and the side ended it. `late` and `grace` are seconds.
    """

    rules: RuleSet
    times: int = 0
    is_entered: bool = False
    offender_knocked: bool = False
    late: int = 0
    grace: int = 0


def default_choice(kind: Irregularity, facts: Facts) -> str:
    """The key of the choice the rules propose."""
    match kind.code:
        case "IR-4":
            return "knocked" if facts.offender_knocked else "defended"
        case "IR-5":
            return "redeal" if facts.rules.illegal_knock == "void" else "exposed"
        case "IR-6":
            return "again" if facts.times else "first"
        case "IR-9":
            return "points" if facts.times else "warning"
        case "IR-13":
            return "games" if games_lost(facts.late, grace=facts.grace) else "grace"
        case "IR-15":
            return "entered" if facts.is_entered else "speak"
        case _:
            return kind.choices[0].key
