"""The cut line at the desk: who goes on, who is tied for the last places, what can be done about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from tournaments.engine.match import MatchState
from tournaments.engine.tournament import CutLine, Stage, Tie, TournamentState, cut_line
from tournaments.selectors.cuts_in_words import cut_words, group_words

Names = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TieInWords:
    """A tie on the line: a sentence, and its sides by id and name."""

    words: str
    sides: list[tuple[str, str]]


def line_of(state: TournamentState, stage: int, matches: Mapping[str, MatchState]) -> CutLine:
    """The cut line to a stage. Raises as `tournament.cut_line`."""
    return cut_line(state, stage, matches)


def cut_context(line: CutLine, stage: Stage, names: Names) -> dict[str, Any]:
    """What the page of the cut shows."""
    return {
        "cut_stage": stage,
        "cut_words": cut_words(stage.cut) if stage.cut is not None else "",
        "qualified": [names.get(side, "–") for side in line.qualified],
        "ties": [tie_in_words(tie, names) for tie in line.ties],
        "tied": [(side, names.get(side, "–")) for tie in line.ties for side in tie.sides],
        "places_left": sum(tie.places for tie in line.ties),
    }


def tie_in_words(tie: Tie, names: Names) -> TieInWords:
    """ "Bo, Cy and Dee are equal, for 2 places"."""
    said = {"count": len(tie.sides), "places": tie.places, "group": group_words(tie.group)}
    words = (
        ngettext("%(count)s sides are equal for %(places)s place.",
                 "%(count)s sides are equal for %(places)s places.", tie.places)
        if tie.group is None
        else ngettext("%(group)s: %(count)s sides are equal for %(places)s place.",
                      "%(group)s: %(count)s sides are equal for %(places)s places.", tie.places)
    )  # fmt: skip
    return TieInWords(words=words % said, sides=[(side, names.get(side, "–")) for side in tie.sides])
