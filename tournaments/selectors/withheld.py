"""Results that everybody sees once their round is closed, where an event says so (`Tournament.results`):
which rounds that concerns, and what is left of a match until then. Whom it concerns says `access.results`.

What counts is whether a round is closed now, also on a page of the past.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models.tournament import Match, Publication, Publications, Round, Tournament

AFTER_CLOSE = Tournament.Results.AFTER_CLOSE
_closed_now: ContextVar[frozenset[int] | None] = ContextVar("closed_now", default=None)
_hanging_now: ContextVar[frozenset[int] | None] = ContextVar("hanging_now", default=None)


# ---------------------------------------------------------------- which rounds


def is_withheld(round: Round) -> bool:
    """Does the event show this round's results at the close, and is it not closed?"""
    return round.stage.tournament.results == AFTER_CLOSE and not _is_closed(round)


def withheld(path: str = "") -> Q:
    """Rows of rounds of which the same is true; `path` leads to the round, none of rounds themselves."""
    before, closed = f"{path}__" if path else "", _closed_now.get()
    is_closed = Q(**{f"{before}state": Round.State.CLOSED})
    if closed is not None:
        is_closed = Q(**{f"{before}pk__in": closed})
    return Q(**{f"{before}stage__tournament__results": AFTER_CLOSE}) & ~is_closed


def _is_closed(round: Round) -> bool:
    closed = _closed_now.get()
    return round.state == Round.State.CLOSED if closed is None else round.pk in closed


@contextmanager
def as_closed_now(tournament_ids: Collection[UUID]) -> Iterator[None]:
    """Keep in mind which rounds are closed now, and which standings hang, for whatever is read inside from
    rows of the past.
    """
    rounds = Round.objects.filter(stage__tournament__in=tournament_ids, state=Round.State.CLOSED)
    there = rounds.filter(stage__tournament__results=AFTER_CLOSE)
    hung = Publication.objects.hanging().filter(stage__tournament__in=tournament_ids)
    hung = hung.filter(stage__tournament__results=AFTER_CLOSE)
    closed = _closed_now.set(frozenset(there.values_list("pk", flat=True)))
    hanging = _hanging_now.set(frozenset(hung.values_list("pk", flat=True)))
    try:
        yield
    finally:
        _closed_now.reset(closed)
        _hanging_now.reset(hanging)


def _taken_down() -> Q:
    """Published standings that hang no more now."""
    hanging = _hanging_now.get()
    return Q(withdrawn_at__isnull=False) if hanging is None else ~Q(pk__in=hanging)


# ---------------------------------------------------------------- what is left of a match


@dataclass(frozen=True, slots=True)
class Veil:
    """What a viewer does not see yet of an event's results: those of these rounds, save his own matches."""

    rounds: frozenset[int] = frozenset()
    own: frozenset[UUID] = frozenset()

    def __bool__(self) -> bool:
        """Is anything hidden?"""
        return bool(self.rounds)

    def covers(self, match: Match) -> bool:
        """Is this match's result hidden?"""
        return match.round_id in self.rounds and match.pk not in self.own

    def over(self, matches: Iterable[Match]) -> list[Match]:
        """The matches as this viewer may know them."""
        return [veiled(each) if self.covers(each) else each for each in matches]

    def shown(self, published: Publications) -> Publications:
        """The published standings this viewer may know of: without those that were taken down when a round
        in them was opened again.
        """
        if not self.rounds:
            return published
        same = Q(stage=OuterRef("stage"), number__lte=OuterRef("round"))
        before = Q(stage__number__lt=OuterRef("stage__number"))
        under = Round.objects.filter(same | before, pk__in=self.rounds)
        return published.exclude(_taken_down() & Exists(under))

    @property
    def facts(self) -> tuple[list[int], list[str]]:
        """What it hides, for the tag of a page."""
        return sorted(self.rounds), sorted(map(str, self.own))


NOTHING = Veil()
"""Everything may be seen."""


def veiled(match: Match) -> Match:
    """A match without anything that came of it: who plays whom, where, and whether it has begun or is in.

    It counts for nothing wherever it is asked; it is for reading alone. How much was entered is told neither.
    """
    left = copy(match)
    left.is_veiled, left.is_in = True, not match.is_open
    left.state = Match.State.NONE if match.state == Match.State.NONE else Match.State.PLAYING
    left.summary, left.changed_at = {}, None
    left.version = min(match.version, 1)
    left.is_adjourned = match.is_adjourned and match.is_open
    return left


def state_words(match: Match) -> str:
    """Its state in words; of a veiled one whether it is in."""
    return _("result in") if match.is_in else match.get_state_display()


def withheld_words(round: Round) -> str:
    """When its results are to be seen."""
    return _("Results are shown when round %(number)s is closed.") % {"number": round.number}


def others_words(round: Round) -> str:
    """The same for those who see its results already; nothing where everybody does."""
    if round.state == Round.State.DRAFT or not is_withheld(round):
        return ""
    return _("Others see these results when round %(number)s is closed.") % {"number": round.number}


def in_words(matches: Collection[Match]) -> str:
    """ "5 of 7 matches in"."""
    over = sum(match.is_in or not match.is_open for match in matches)
    words = ngettext("%(over)s of %(all)s match in", "%(over)s of %(all)s matches in", len(matches))
    return words % {"over": number_format(over), "all": number_format(len(matches))}
