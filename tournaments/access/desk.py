"""Who may sit at which desk. To everybody else it is not there: Http404."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from tournaments.access.fetch import match_for
from tournaments.access.viewer import STRONGEST, Viewer
from tournaments.engine.rights import Action, Role, right
from tournaments.models.club import Club
from tournaments.models.tournament import Entry, Match, Tournament, TournamentRole

RUN = frozenset({"director", "admin"})
RULE = RUN | {"deputy"}
HELP = RULE | {"scorer"}
HIGHEST: tuple[Role, ...] = ("admin", "director", "deputy", "scorer")


@dataclass(frozen=True, slots=True, kw_only=True)
class AtDesk:
    """A tournament and the roles its viewer has there."""

    row: Tournament
    roles: frozenset[str]

    @property
    def role(self) -> Role:
        """The strongest of them, as `Viewer.role_in` has it."""
        return next(each for each in STRONGEST if each in self.roles)

    @property
    def runs(self) -> bool:
        """Director or admin: everything of the event."""
        return bool(self.roles & RUN)

    @property
    def rules(self) -> bool:
        """May decide matches: the deputy too."""
        return bool(self.roles & RULE)


def event_for(viewer: Viewer, pk: UUID, roles: frozenset[str] = RUN) -> AtDesk:
    """A tournament for those who have one of these roles there."""
    found = Tournament.objects.select_related("club").filter(pk=pk).first()
    held = frozenset() if found is None else viewer.roles_in(found)
    if found is None or not held & roles:
        raise Http404("There is no such tournament.")
    return AtDesk(row=found, roles=held)


def entry_for(event: AtDesk, pk: UUID) -> Entry:
    """A side of the event."""
    found = event.row.entries.prefetch_related("persons__player").filter(pk=pk).first()
    if found is None:
        raise Http404("There is no such side.")
    return found


def ruled_match(viewer: Viewer, pk: UUID) -> tuple[AtDesk, Match]:
    """A match for those who decide: director, admin, deputy."""
    match = match_for(viewer, pk)
    event = event_for(viewer, match.round.stage.tournament_id, RULE)
    return event, match


def clubs_of(viewer: Viewer) -> QuerySet[Club]:
    """The clubs this login runs or directs an event of."""
    return Club.objects.filter(
        Q(roles__user_id=viewer.user_id) | Q(tournaments__in=_directed(viewer))
    ).distinct()


def events_of(viewer: Viewer) -> QuerySet[Tournament]:
    """The tournaments this login has anything to do at, newest first."""
    helped = TournamentRole.objects.filter(_valid(), user_id=viewer.user_id).values("tournament_id")
    every = Tournament.objects.filter(Q(club__roles__user_id=viewer.user_id) | Q(pk__in=helped))
    return every.select_related("club").distinct()


def club_for(viewer: Viewer, slug: str, *, admin: bool = False) -> Club:
    """A club's room and cards: for its admins, and (unless `admin`) the directors of its events."""
    found = (Club.objects if admin else clubs_of(viewer)).filter(slug=slug).first()
    if found is None or not viewer.is_known or (admin and not viewer.is_admin_of(found)):
        raise Http404("There is no such club.")
    return found


def club_of_rule_sets(viewer: Viewer, slug: str) -> Club:
    """A club whose rule sets this login may change."""
    return _club_where(viewer, slug, "change_rule_sets")


def changes_rule_sets(viewer: Viewer, club: Club) -> bool:
    """May this login change the club's own rule sets (no state of an event says anything about it)?"""
    return _may_in(viewer, club, "change_rule_sets")


def kinds_given(event: AtDesk) -> tuple[str, ...]:
    """The roles of an event that those who have these roles give, by login or by link."""
    found = []
    for kind in TournamentRole.Kind.values:
        action: Action = "give_director_role" if kind == "director" else "give_helper_role"
        if any(right(action, role, when="next").may for role in HIGHEST if role in event.roles):
            found.append(kind)
    return tuple(found)


def club_of_people(viewer: Viewer, slug: str) -> Club:
    """A club among whose people this login may say who is who, give links, erase."""
    return _club_where(viewer, slug, "change_people")


def _club_where(viewer: Viewer, slug: str, action: Action) -> Club:
    found = Club.objects.filter(slug=slug).first()
    if found is None or not _may_in(viewer, found, action):
        raise Http404("There is no such club.")
    return found


def _may_in(viewer: Viewer, club: Club, action: Action) -> bool:
    role: Role = "admin" if viewer.is_admin_of(club) else "visitor"
    return right(action, role, when="next").may


def _directed(viewer: Viewer) -> QuerySet[Tournament]:
    roles = TournamentRole.objects.filter(_valid(), user_id=viewer.user_id, kind=TournamentRole.Kind.DIRECTOR)
    return Tournament.objects.filter(pk__in=roles.values("tournament_id"))


def _valid() -> Q:
    return Q(expires_at=None) | Q(expires_at__gt=timezone.now())
