"""What may go wrong at a table, and what the director rules (rules 4.3): a catalogue of values.

`CATALOGUE` has an entry for every irregularity that is ruled on by hand. Time called (IR-14) and corrected
arithmetic (IR-16) have ways of their own: `match.call_time` and `match.correct`. How a ruling is recorded,
and what it then does to the match, is told in `tournaments.engine.match.ruling`.
"""

from tournaments.engine.irregularities.catalogue import CATALOGUE, GROUPS, irregularities_for, irregularity
from tournaments.engine.irregularities.defaults import Facts, default_choice
from tournaments.engine.irregularities.kinds import Choice, Group, Irregularity
from tournaments.engine.irregularities.lateness import EACH_GAME, games_lost

__all__ = [
    "CATALOGUE",
    "EACH_GAME",
    "GROUPS",
    "Choice",
    "Facts",
    "Group",
    "Irregularity",
    "default_choice",
    "games_lost",
    "irregularities_for",
    "irregularity",
]
