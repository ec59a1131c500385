"""What if: a match, a tournament or a season under another rule set, beside what was played, from the same
events.

Pairings, hands, byes, forfeits and penalties stay. A match of a final score alone is left out, and so is a
void one. The standings count finished games only; `scoring.what_if` says when a game is.
"""

from tournaments.engine.what_if.match import LeftOut, MatchWhatIf, match_what_if
from tournaments.engine.what_if.season import SeasonWhatIf, season_what_if
from tournaments.engine.what_if.stage import (
    PairedWhatIf,
    StageWhatIf,
    TournamentWhatIf,
    persons_of,
    stage_what_if,
    tournament_what_if,
)

__all__ = [
    "LeftOut",
    "MatchWhatIf",
    "PairedWhatIf",
    "SeasonWhatIf",
    "StageWhatIf",
    "TournamentWhatIf",
    "match_what_if",
    "persons_of",
    "season_what_if",
    "stage_what_if",
    "tournament_what_if",
]
