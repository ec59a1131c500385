"""The evening as a stepper: where the event stands, and what the director's next tap is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext as _

from tournaments.engine.tournament import Round, Stage, TournamentState, upcoming

Phase = Literal["people", "draft", "running", "between", "last", "hung", "finished"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """Where the event stands. `number` is the round it is about: the draft, the one out, or the next."""

    phase: Phase
    stage: Stage
    number: int
    draft: Round | None
    current: Round | None

    @property
    def is_last(self) -> bool:
        """Is this round the stage's last?"""
        return self.number >= self.stage.rounds


def evening_of(state: TournamentState) -> Evening:
    """The phase of the evening."""
    stage_number, number = upcoming(state)
    stage = state.stages[stage_number]
    draft = state.rounds.get((stage_number, number))
    current = state.current
    shown = number
    phase: Phase = "people"
    if state.finished:
        phase, shown = "finished", current.number if current else number
    elif current is not None and current.status == "published":
        phase, shown, draft = "running", current.number, None
    elif draft is not None:
        phase = "draft"
    elif current is not None and current.stage == stage_number and number > stage.rounds:
        shown = current.number
        hung = any(each.final and each.stage == stage_number for each in state.published)
        phase = "hung" if hung else "last"
    elif current is not None:
        phase = "between"
    return Evening(phase=phase, stage=stage, number=shown, draft=draft, current=current)


def steps_of(evening: Evening, *, people: str, standings_href: str) -> list[dict[str, Any]]:
    """People, the rounds, the final standings; each done, now or next."""
    begun = evening.phase != "people"
    steps: list[dict[str, Any]] = [
        {"words": _("People"), "state": "done" if begun else "now", "detail": people}
    ]
    for number in range(1, evening.stage.rounds + 1):
        steps.append({"words": _("Round %(number)s") % {"number": number}, **_round_step(evening, number)})
    over = evening.phase in ("last", "hung", "finished")
    steps.append(
        {
            "words": _("Final standings"),
            "state": "done" if evening.phase == "finished" else "now" if over else "next",
            "href": standings_href if over else "",
        }
    )
    return steps


def _round_step(evening: Evening, number: int) -> dict[str, str]:
    if evening.phase in ("last", "hung", "finished") or number < evening.number:
        return {"state": "done", "detail": ""}
    if number > evening.number or evening.phase == "people":
        return {"state": "next", "detail": ""}
    words = {
        "draft": _("draft"),
        "running": _("running"),
        "between": _("to be drawn"),
    }
    return {"state": "now", "detail": words.get(evening.phase, "")}
