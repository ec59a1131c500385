"""Who sees results before their round is closed, where an event shows them at the close."""

from __future__ import annotations

from uuid import UUID

from tournaments.access.viewer import Viewer
from tournaments.engine.rights import Role, right
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.selectors.withheld import AFTER_CLOSE, NOTHING, Veil, is_withheld, withheld


def sees_result(viewer: Viewer, row: Match) -> bool:
    """May this viewer see what comes of a match he may know of?"""
    if not is_withheld(row.round):
        return True
    return _may(viewer.helps_as(row.round.stage.tournament) or _at_the_match(viewer, row))


def veil_for(viewer: Viewer, tournament: Tournament) -> Veil:
    """What of an event's results this viewer does not see yet. Shown at once, nothing is asked."""
    if tournament.results != AFTER_CLOSE:
        return NOTHING
    rounds = _being_played(tournament)
    if not rounds or _may(viewer.helps_as(tournament)):
        return NOTHING
    return Veil(rounds, _own(viewer, rounds))


def sees_all_results(viewer: Viewer, tournament: Tournament) -> bool:
    """May this viewer see what is made of all results, as live standings are?"""
    if tournament.results != AFTER_CLOSE or not _being_played(tournament):
        return True
    return _may(viewer.helps_as(tournament))


def _may(role: Role | None) -> bool:
    return right("see_result", role or "visitor", when="current").may


def _being_played(tournament: Tournament) -> frozenset[int]:
    out = Round.objects.filter(withheld(), stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    return frozenset(out.values_list("pk", flat=True))


def _own(viewer: Viewer, rounds: frozenset[int]) -> frozenset[UUID]:
    """The matches of these rounds he plays in, or at whose table his phone is."""
    if viewer.phone is None and viewer.link is None and not viewer.is_known:
        return frozenset()
    rows = viewer.with_seat(Match.objects.filter(round__in=rounds))
    there = rows.prefetch_related("sides__entry__persons__player")
    return frozenset(row.pk for row in there if _at_the_match(viewer, row))


def _at_the_match(viewer: Viewer, row: Match) -> Role | None:
    """Its player; or its table, as a phone that is nobody's: somebody's goes with him to another table, and
    keeps the card it opened first.
    """
    if viewer.side_in(row) is not None:
        return "player"
    phone = viewer.phone
    is_there = phone is not None and phone.person is None and row.table_id == phone.card.table.pk
    return "table" if is_there else None
