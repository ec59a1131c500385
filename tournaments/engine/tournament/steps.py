"""Steps of a tournament's stream: which one would be taken back next, and which one done again.

A step is what one command appended. Taking one back appends a step that begins with `StepTakenBack`; that
one is never taken back itself, only done again: then the step it took back stands once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.engine.events import StepTakenBack, TournamentEvent


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """Versions of a stream from the first to the last event of a command."""

    first: int
    last: int

    def events(self, events: Sequence[TournamentEvent]) -> Sequence[TournamentEvent]:
        """Its events, of the whole stream's."""
        return events[self.first - 1 : self.last]


def standing_steps(events: Sequence[TournamentEvent], steps: Sequence[Step]) -> Iterator[Step]:
    """The steps that stand, newest first; `steps` are all of them, in order."""
    taken_back: set[Step] = set()
    for step in reversed(steps):
        if step in taken_back:
            continue
        undone = taken_back_by(events, step)
        if undone is None:
            yield step
        else:
            taken_back.add(undone)


def taken_back_by(events: Sequence[TournamentEvent], step: Step) -> Step | None:
    """The step that this one took back; None where it is no such step."""
    first = events[step.first - 1]
    return Step(first.first, first.last) if isinstance(first, StepTakenBack) else None


def to_take_back(events: Sequence[TournamentEvent], steps: Sequence[Step]) -> Step | None:
    """The newest step that stands."""
    return next(standing_steps(events, steps), None)


def to_do_again(events: Sequence[TournamentEvent], steps: Sequence[Step]) -> Step | None:
    """The newest step that took another one back and is not done again yet; None after a step that did
    something else.
    """
    done_again: set[Step] = set()
    for step in reversed(steps):
        if step in done_again:
            continue
        undone = taken_back_by(events, step)
        if undone is None:
            return None
        if _takes_back(events, step):
            return step
        done_again.add(undone)
    return None


def _takes_back(events: Sequence[TournamentEvent], step: Step) -> bool:
    """Is something undone by it, as opposed to done again?"""
    inner = taken_back_by(events, step)
    return inner is not None and not _takes_back(events, inner)
