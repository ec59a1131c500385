"""What may be scored anew, and by whom: no more than the same viewer may see as it was played."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404

from tournaments.access import fetch
from tournaments.access.hands import sees_hands
from tournaments.access.results import veil_for
from tournaments.access.viewer import Viewer
from tournaments.models.tournament import Match, Publication, Round, Tournament
from tournaments.selectors.withheld import Veil


def match_to_rescore(viewer: Viewer, pk: UUID) -> Match:
    """A match that has begun and whose single hands this viewer may see. Raises Http404."""
    row = fetch.match_for(viewer, pk)
    if not row.version or not sees_hands(viewer, row):
        raise Http404("There is nothing to score anew.")
    return row


def rounds_to_rescore(viewer: Viewer, tournament: Tournament) -> dict[int, int]:
    """By stage the last round that counts: of live standings where this viewer sees them, else of what was
    published last, and before the first round whose results he does not see yet. Raises Http404 where there
    is none.
    """
    if fetch.live_standings_visible(viewer, tournament):
        out = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
        found = list(out.values_list("stage__number", "number"))
    else:
        hung = Publication.objects.hanging().filter(stage__tournament=tournament)
        found = _before(veil_for(viewer, tournament), list(hung.values_list("stage__number", "round")))
    if not found:
        raise Http404("There is nothing to score anew.")
    return {stage: max(number for there, number in found if there == stage) for stage, _number in found}


def _before(veil: Veil, hung: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stage and round of what hung, as far as no round up to there is still under the veil."""
    if not veil:
        return hung
    rounds = Round.objects.filter(pk__in=veil.rounds).values_list("stage__number", "number")
    first: dict[int, int] = {}
    for stage, number in rounds:
        first[stage] = min(number, first.get(stage, number))
    through = ((stage, min(number, first.get(stage, number + 1) - 1)) for stage, number in hung)
    return [(stage, number) for stage, number in through if number]
