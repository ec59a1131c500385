"""A match as the desk sees it: how it stands, what may be decided now, how it came about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.engine.results import HandResult
from scoring.sheets.sheet import Place
from tournaments.engine.correction_window import Window
from tournaments.engine.match import MatchState
from tournaments.engine.rights import Action, Answer, Role, When, right
from tournaments.engine.sentences import SENTENCES
from tournaments.models.tournament import Match
from tournaments.selectors.desk_draft import why_they_met
from tournaments.selectors.match_history import Told, history_of, result_words
from tournaments.selectors.scores import scores_said
from tournaments.selectors.sheets import Names, gain_words, line_id, names_at, numbered, sheets_of
from tournaments.selectors.table_page import names_of

DECISIONS: tuple[Action, ...] = (
    "enter", "accept", "correct", "forfeit", "void", "reopen", "call_time", "answer_director",
    "say_missing", "extra_time", "repair", "adjourn", "rule", "enter_decision", "enter_ruling",
)  # fmt: skip
Hands = tuple[tuple[Place, HandResult, str | None], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskMatch:
    """Everything the desk's page of a match shows. `may` holds what the rights table answers now,
    `reasons` why these sides met; until `corrected_until` the director corrects alone."""

    row: Match
    version: int
    state: MatchState
    names: Names
    sheets: list[dict[str, Any]]
    result: str
    told: list[Told]
    reasons: list[str]
    may: dict[str, bool]
    why: dict[str, str]
    asks_both: bool
    corrected_until: datetime | None

    @property
    def places(self) -> list[tuple[str, str]]:
        """The hands that can be corrected, for a select."""
        return [
            (
                line_id(line.place),
                _("Hand %(number)s: %(gain)s")
                % {
                    "number": numbered(line.place, self.state),
                    "gain": gain_words(line.result, names_at(self.state, line, self.names)),
                },
            )
            for line in self.state.lines
            if line.is_played
        ]

    @property
    def dispute(self) -> str:
        """What a side says is not right, while it waits."""
        said = self.state.open_dispute
        if said is None:
            return ""
        name = self.names.short[said.side] if said.side is not None else _("The table")
        claim = ""
        if said.claim is not None:
            numbers = scores_said(said.claim.points)
            claim = _("Instead: %(names)s %(numbers)s") % {
                "names": " – ".join(self.names.short),
                "numbers": numbers,
            }
        words = _("%(name)s says this is not right. %(reason)s %(claim)s")
        return (words % {"name": name, "reason": said.reason, "claim": claim}).strip()


def desk_match(
    row: Match,
    version: int,
    state: MatchState,
    *,
    role: Role,
    when: When,
    own: bool,
    window: Window,
    names_then: Callable[[Sequence[str]], Names] | None = None,
) -> DeskMatch:
    """The page of a match for somebody of the desk; `own`: he plays in it.

    `names_then`: the names of sides that were told to sit here before that was put right.
    """
    names = names_of(row)
    answers = {action: right(action, role, when=when, match=state.status, own=own) for action in DECISIONS}
    return DeskMatch(
        row=row,
        version=version,
        state=state,
        names=names,
        sheets=sheets_of(state, replace(names, full=names.short)),
        result=result_words(state, names),
        told=history_of(row.pk, names, names_then),
        reasons=why_they_met(row, names.full),
        may={action: answer.may for action, answer in answers.items()},
        why={action: _words(answer) for action, answer in answers.items() if not answer.may},
        asks_both=answers["correct"].why == "asks_both_sides",
        corrected_until=window.until,
    )


def _words(answer: Answer) -> str:
    return _(SENTENCES[answer.why]) if answer.why else ""
