"""The evening as a stepper: where the event stands, and what the director's next tap is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext as _

from tournaments.engine.tournament import Round, Stage, TournamentState, upcoming

Phase = Literal["people", "draft", "running", "open", "between", "last", "cut", "hung", "finished"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """Where the event stands. `number` is the round it is about: the draft, the one out, or the next.

    `stage` is that round's; `stages` are all. `cut`: the stage in play is over, who goes on is to be settled.
    """

    phase: Phase
    stage: Stage
    number: int
    draft: Round | None
    current: Round | None
    stages: tuple[Stage, ...] = ()

    @property
    def is_last(self) -> bool:
        """Is this round the stage's last?"""
        return self.number >= self.stage.rounds

    @property
    def is_tiebreak(self) -> bool:
        """Are tie-break games being played?"""
        return self.phase == "running" and self.current is not None and self.current.is_tiebreak

    @property
    def has_later(self) -> bool:
        """Does another stage follow?"""
        return any(each.number > self.stage.number for each in self.stages)


def evening_of(state: TournamentState) -> Evening:
    """The phase of the evening."""
    stage_number, number = upcoming(state)
    current, draft = state.current, state.rounds.get((stage_number, number))
    phase, stage_number, number = _where(state, stage_number, number)
    return Evening(
        phase=phase,
        stage=state.stages[stage_number],
        number=number,
        draft=draft if phase == "draft" else None,
        current=current,
        stages=tuple(state.stages[each] for each in sorted(state.stages)),
    )


def _where(state: TournamentState, stage: int, number: int) -> tuple[Phase, int, int]:
    """The phase, and the stage and round it is about; `stage`, `number`: the next round to be drawn."""
    current = state.current
    if current is None:
        return ("draft" if (stage, number) in state.rounds else "people"), stage, number
    if state.finished:
        return "finished", current.stage, current.number
    if _is_open(state, current.stage):
        if (stage, number) in state.rounds:
            return "draft", stage, number
        return "open", current.stage, current.number
    if current.status == "published":
        return "running", current.stage, current.number
    final = any(each.final and each.stage == current.stage for each in state.hanging)
    over = stage > current.stage or number > state.stages[stage].rounds
    if over and not final:
        return "last", current.stage, current.number
    if over and stage == current.stage:
        return "hung", current.stage, current.number
    if (stage, number) in state.rounds:
        return "draft", stage, number
    if state.stages[stage].chosen == ():
        return "cut", stage, number
    return "between", stage, number


def _is_open(state: TournamentState, stage: int) -> bool:
    """Are rounds of an open stage out side by side?"""
    out = state.out_rounds(stage)
    return state.stages[stage].is_open and any(each.status == "published" for each in out)


def steps_of(evening: Evening, *, people: str, standings_href: str) -> list[dict[str, Any]]:
    """People, the rounds of every stage with the cuts between them, the final standings."""
    begun = evening.phase != "people"
    steps: list[dict[str, Any]] = [
        {"words": _("People"), "state": "done" if begun else "now", "detail": people}
    ]
    for stage in evening.stages:
        if stage.cut is not None:
            steps.append({"words": _("The cut"), "detail": "", "state": _cut_step(evening, stage)})
        for number in range(1, stage.rounds + 1):
            said = {"number": number, "stage": stage.number}
            words = _("Round %(number)s") if stage.number == 1 else _("Stage %(stage)s, round %(number)s")
            steps.append({"words": words % said, **_round_step(evening, stage.number, number)})
    over = evening.phase in ("last", "hung", "finished") and not evening.has_later
    steps.append(
        {
            "words": _("Final standings"),
            "state": "done" if evening.phase == "finished" else "now" if over else "next",
            "href": standings_href if over else "",
        }
    )
    return steps


def _cut_step(evening: Evening, stage: Stage) -> str:
    if evening.stage.number > stage.number or (
        evening.stage.number == stage.number and evening.phase != "cut"
    ):
        return "done"
    return "now" if evening.phase == "cut" or evening.is_tiebreak else "next"


def _round_step(evening: Evening, stage: int, number: int) -> dict[str, str]:
    here, about = (stage, number), (evening.stage.number, evening.number)
    if here < about or (evening.phase in ("last", "hung", "finished") and stage == about[0]):
        return {"state": "done", "detail": ""}
    if here > about or evening.phase in ("people", "cut"):
        return {"state": "next", "detail": ""}
    words = {
        "draft": _("draft"),
        "running": _("running"),
        "open": _("running"),
        "between": _("to be drawn"),
    }
    return {"state": "now", "detail": words.get(evening.phase, "")}
