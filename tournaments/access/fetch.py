"""Fetching what somebody may see. What may not be seen is not there: 404, for everybody without the right."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Case, Q, QuerySet, When
from django.http import Http404
from django.utils import timezone

from tournaments import logs
from tournaments.access.results import sees_all_results, sees_result, veil_for
from tournaments.access.viewer import Viewer
from tournaments.engine.match import MatchState
from tournaments.models.club import Club
from tournaments.models.tournament import Match, Publication, Round, Stage, Tournament


class WrongTable(PermissionDenied):
    """A table's card was used for the match of another table (403 `wrong_table`)."""

    code = "wrong_table"


def tournaments_for(viewer: Viewer, club: Club) -> QuerySet[Tournament]:
    """The club's tournaments this viewer may know of: all but other people's drafts."""
    every = Tournament.objects.filter(club=club).select_related("club")
    if viewer.is_admin_of(club):
        return every
    if not viewer.is_known:
        return every.exclude(state=Tournament.State.DRAFT)
    in_force = Q(roles__expires_at=None) | Q(roles__expires_at__gt=timezone.now())
    own = every.filter(in_force, roles__user_id=viewer.user_id)
    return (every.exclude(state=Tournament.State.DRAFT) | own).distinct()


def tournament_for(viewer: Viewer, *, pk: UUID | None = None, club: str = "", slug: str = "") -> Tournament:
    """A tournament by id or by its address. Raises Http404 where it is not there for this viewer."""
    query = Tournament.objects.select_related("club")
    found = query.filter(pk=pk).first() if pk else query.filter(club__slug=club, slug=slug).first()
    if found is None or (found.state == Tournament.State.DRAFT and not viewer.roles_in(found)):
        raise Http404("There is no such tournament.")
    return found


def run_by(viewer: Viewer, pk: UUID) -> Tournament:
    """A tournament this viewer directs. Raises Http404: to others its desk is not there."""
    found = Tournament.objects.select_related("club").filter(pk=pk).first()
    if found is None or not viewer.runs(found):
        raise Http404("There is no such tournament.")
    return found


def round_for(viewer: Viewer, stage: Stage, number: int) -> Round:
    """A round of a stage; a draft only for those who run the event."""
    found = stage.rounds.filter(number=number).first()
    if found is None or (found.state == Round.State.DRAFT and not viewer.runs(stage.tournament)):
        raise Http404("There is no such round.")
    return found


def match_for(viewer: Viewer, pk: UUID) -> Match:
    """A match with its sides and names; of a draft round or a draft tournament only for those who run it."""
    query = viewer.with_seat(
        Match.objects.select_related("round__stage__tournament__club", "table__room__club")
    )
    found = query.prefetch_related("sides__entry__persons__player").filter(pk=pk).first()
    if found is None:
        raise Http404("There is no such match.")
    tournament = found.round.stage.tournament
    hidden = found.round.state == Round.State.DRAFT or tournament.state == Tournament.State.DRAFT
    if hidden and not viewer.runs(tournament):
        raise Http404("There is no such match.")
    return found


def writable_match(viewer: Viewer, pk: UUID) -> Match:
    """A match this viewer may enter results for.

    Raises Http404 for what he may not know of and for a draft, which has nothing to enter yet, `WrongTable`
    for a card of another table, PermissionDenied for others.
    """
    match = match_for(viewer, pk)
    if match.round.state == Round.State.DRAFT:
        raise Http404("The match has not begun.")
    tournament = match.round.stage.tournament
    role = viewer.role_in(tournament)
    if role in ("director", "admin", "deputy", "scorer"):
        return match
    if viewer.side_in(match) is not None:
        return match
    if viewer.phone is not None:
        if match.table_id == viewer.phone.card.table.pk and sees_result(viewer, match):
            return match
        raise WrongTable("This card belongs to another table.")
    raise PermissionDenied("Only the table, its players, a scorer or the director enter results.")


def match_left_behind(viewer: Viewer, pk: UUID) -> Match | None:
    """A match of the phone's own club, whose table it may have left with something still to send; or one of
    an event he plays in whose sheet went to others while he had something to send for it.

    Nothing is written there: what it sends is kept for the director. None for all others.
    """
    match = match_for(viewer, pk)
    return match if viewer.role_in(match.round.stage.tournament) in ("table", "player") else None


def match_drawn_anew(viewer: Viewer, pk: UUID) -> tuple[Tournament, MatchState]:
    """A match that was out and is no more, for those who might have entered something for it.

    Nothing is written there either. Raises Http404 for everybody else, and where there never was one.
    """
    state = logs.matches_at([pk]).get(pk)
    if state is None or Match.objects.filter(pk=pk).exists():
        raise Http404("There is no such match.")
    tournament = Tournament.objects.select_related("club").filter(pk=state.started.tournament).first()
    if tournament is None or viewer.role_in(tournament) is None:
        raise Http404("There is no such match.")
    return tournament, state


def live_standings_visible(viewer: Viewer, tournament: Tournament) -> bool:
    """May this viewer see live standings (the tournament's audience)? None that tell what its results do not
    yet.
    """
    if not sees_all_results(viewer, tournament):
        return False
    audience = tournament.live_standings
    if audience == Tournament.Audience.PUBLIC or viewer.roles_in(tournament):
        return True
    at_a_table = viewer.phone is not None and viewer.phone.card.club.pk == tournament.club_id
    somebody = viewer.is_known or viewer.link is not None or at_a_table
    return audience == Tournament.Audience.PEOPLE and somebody


def publications_of(viewer: Viewer, stage: Stage) -> QuerySet[Publication]:
    """What was published of a stage, newest last: everybody who sees the tournament sees these, save what was
    taken down and tells results that are shown when their round is closed.
    """
    return veil_for(viewer, stage.tournament).shown(stage.publications.all()).order_by("number")


def seated_match(viewer: Viewer) -> Match | None:
    """The match a phone is for now: its person's open match, else the one seated at its table.

    A round that is out wins over a closed one, the newer over the older; while none is out, the last closed
    match stays on show.
    """
    phone = viewer.phone
    if phone is None:
        return None
    query = (
        viewer.with_seat(Match.objects.filter(round__stage__tournament__club=phone.card.club))
        .exclude(round__state=Round.State.DRAFT)
        .exclude(round__stage__tournament__state__in=[Tournament.State.DRAFT])
        .select_related("round__stage__tournament__club", "table")
        .prefetch_related("sides__entry__persons__player")
        .order_by(
            Case(When(round__state=Round.State.PUBLISHED, then=0), default=1), "-round__published_at", "-id"
        )
    )
    if phone.person is not None:
        mine = query.filter(sides__entry__persons__player_id=phone.person).first()
        if mine is not None:
            return mine
    return query.filter(table=phone.card.table).first()
