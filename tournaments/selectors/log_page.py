"""A tournament's log in words: every event of its own stream and of its matches, newest first.

Of hands it tells what the match's stream says of them, never a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.eventstore.clock import as_time
from games.eventstore.log import Entry, histories, streams_of
from games.models.player import Player
from tournaments.engine import match, tournament
from tournaments.engine.events import (
    EntrantsDecided,
    IrregularityRuled,
    MatchForfeited,
    MatchPutBack,
    MatchReopened,
    MatchReseated,
    MatchStarted,
    MatchVoided,
    ResultCorrected,
    RulingWithdrawn,
    SideEntered,
    SidesFormed,
    StepTakenBack,
    TimeCalled,
)
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import TournamentState
from tournaments.exchange.csv_out import write_csv
from tournaments.selectors import log_words, match_history
from tournaments.selectors.actors import actor_of, actors
from tournaments.selectors.sheets import Names

RULINGS = (
    EntrantsDecided,
    IrregularityRuled, MatchForfeited, MatchPutBack, MatchReopened, MatchReseated, MatchVoided,
    ResultCorrected, RulingWithdrawn, TimeCalled,
)  # fmt: skip
Streams = Mapping[UUID, list[Entry]]
MONEY = "money"
"""The group of what is told to those who run the event alone."""
GROUPS = {
    "setup": gettext_lazy("Set-up"),
    "people": gettext_lazy("People"),
    "rounds": gettext_lazy("Rounds"),
    "results": gettext_lazy("Results"),
    "rulings": gettext_lazy("Rulings"),
    "standings": gettext_lazy("Standings"),
    "money": gettext_lazy("Money"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One event: its place in the log, when, who, about what (`about`, a match), in words."""

    position: int
    when: datetime
    who: str
    group: str
    name: str
    about: str
    match: UUID | None
    words: str
    sides: tuple[str, ...] = ()
    is_of_a_draft: bool = False
    """Who plays with whom in a round that is not out: told to those who run the event alone."""

    @property
    def href(self) -> str:
        """Where the desk shows what it is about."""
        return reverse("desk_match", args=[self.match]) if self.match else ""

    @property
    def group_words(self) -> str:
        """The group's heading."""
        return str(GROUPS[self.group])


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A filter: a group, a side's id, letters of what is said or of who did it; empty is any.

    `money`, `drafts`: may the reader know of the event's money, of rounds that are not out?
    """

    group: str = ""
    side: str = ""
    text: str = ""
    money: bool = True
    drafts: bool = True

    def fits(self, line: LogLine) -> bool:
        """Is this line wanted?"""
        text = f"{line.words} {line.who} {line.about}".casefold()
        return (
            self.group in ("", line.group)
            and (self.money or line.group != MONEY)
            and (self.drafts or not line.is_of_a_draft)
            and (not self.side or self.side in line.sides)
            and self.text.casefold() in text
        )


def streams_for(tournament_id: UUID) -> Streams:
    """The tournament's own stream and those of its matches, as they are stored."""
    return histories([tournament_id, *streams_of(tournament_id, kinds=("match",))])


def log_of(tournament_id: UUID, names: Mapping[str, str], streams: Streams | None = None) -> list[LogLine]:
    """The whole log of a tournament, oldest first; `names` are its sides' by id."""
    streams = dict(streams_for(tournament_id) if streams is None else streams)
    who = actors(actor_of(entry.meta) for entries in streams.values() for entry in entries)
    own = streams.pop(tournament_id, [])
    names = _named(own, names)
    lines = _tournament_lines(own, names, who)
    for match_id, entries in streams.items():
        lines += _match_lines(match_id, entries, names, who)
    return sorted(lines, key=lambda line: line.position)


def _tournament_lines(
    entries: Iterable[Entry], names: Mapping[str, str], who: Mapping[str, str]
) -> list[LogLine]:
    lines: list[LogLine] = []
    told: list[tuple[object, str]] = []
    partners: dict[int, set[tuple[int, int]]] = {}
    state: TournamentState | None = None
    for entry in entries:
        event = entry.event
        before, state = state, tournament.evolve(state, event)
        actor = actor_of(entry.meta)
        told.append((event, _step_words(event, told) or log_words.words_of(event, before, names)))
        lines.append(
            LogLine(
                position=entry.position, when=as_time(entry.recorded_at), who=who.get(actor, actor),
                group=_group(event, told), name=entry.name, about="", match=None,
                words=told[-1][1], sides=_sides_in(event),
            )
        )  # fmt: skip
        partners[entry.position] = _partners_in(event, told)
    out = {key for key, there in state.rounds.items() if there.status != "draft"} if state else set()
    return [replace(each, is_of_a_draft=not partners[each.position] <= out) for each in lines]


def _partners_in(event: object, told: Sequence[tuple[object, str]]) -> set[tuple[int, int]]:
    """The rounds (of a stage) of which an event's words say who plays with whom."""
    if isinstance(event, SidesFormed):
        return {(event.stage, event.round)}
    if isinstance(event, StepTakenBack):
        step = (inner for inner, _words in told[event.first - 1 : event.last])
        return set().union(*(_partners_in(inner, told) for inner in step))
    return set()


def _group(event: object, told: Sequence[tuple[object, str]]) -> log_words.Group:
    """The group of an event; money taken back stays money, so that whoever may not read it does not here."""
    inner = event
    while isinstance(inner, StepTakenBack):
        inner = told[inner.first - 1][0]
    group = log_words.group_of(inner)
    return group if group == MONEY else log_words.group_of(event)


def _step_words(event: object, told: Sequence[tuple[object, str]]) -> str:
    """Of a step taken back, or done again, what that step said; `told`: all events before it, in words."""
    if not isinstance(event, StepTakenBack):
        return ""
    step = told[event.first - 1 : event.last]
    sentence = _("Taken back: %(step)s")
    inner = step[0][0] if step else None
    if isinstance(inner, StepTakenBack):
        sentence, step = _("Done again: %(step)s"), told[inner.first - 1 : inner.last]
    return sentence % {"step": " ".join(words for _event, words in step)}


def _named(entries: Iterable[Entry], names: Mapping[str, str]) -> dict[str, str]:
    """The names of all sides, those taken off the list again too."""
    gone = {
        entry.event.side: entry.event.persons
        for entry in entries
        if isinstance(entry.event, SideEntered) and entry.event.side not in names
    }
    people = Player.objects.in_bulk({UUID(person) for persons in gone.values() for person in persons})
    found = {
        side: " & ".join(people[UUID(person)].name for person in persons if UUID(person) in people)
        for side, persons in gone.items()
    }
    return {**names, **{side: name for side, name in found.items() if name}}


def _match_lines(
    match_id: UUID, entries: Iterable[Entry], names: Mapping[str, str], who: Mapping[str, str]
) -> list[LogLine]:
    lines: list[LogLine] = []
    state: MatchState | None = None
    for entry in entries:
        event = entry.event
        before, state = state, match.evolve(state, event)
        sides = state.started.sides
        called = tuple(log_words.name(names, side) for side in sides)
        both = Names(full=called, short=called)
        actor = actor_of(entry.meta)
        lines.append(
            LogLine(
                position=entry.position, when=as_time(entry.recorded_at),
                who=match_history.with_side(who.get(actor, actor), event, both),
                group=_match_group(event), name=entry.name,
                about=_("Round %(round)s, %(sides)s")
                % {"round": state.started.round, "sides": " – ".join(called)},
                match=match_id,
                words=match_history.words_of(event, before, state, both), sides=sides,
            )
        )  # fmt: skip
    return lines


def _match_group(event: object) -> str:
    if isinstance(event, MatchStarted):
        return "rounds"
    return "rulings" if isinstance(event, RULINGS) else "results"


def _sides_in(event: Any) -> tuple[str, ...]:
    one = getattr(event, "side", None)
    return (one,) if one else tuple(getattr(event, "sides", ()))


def log_csv(lines: Sequence[LogLine]) -> bytes:
    """The lines as a file for a spreadsheet, times in the reader's zone."""
    headings = [_("Number"), _("Time"), _("Who"), _("Group"), _("About"), _("What"), _("Event")]
    local: Callable[[datetime], datetime] = timezone.localtime
    return write_csv(
        headings,
        (
            [
                line.position, local(line.when).isoformat(sep=" ", timespec="seconds"), line.who,
                line.group_words, line.about, line.words, line.name,
            ]
            for line in lines
        ),
    )  # fmt: skip
