"""The invitation a browser opened: kept in its session by digest, so that the address holds no secret."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest

from tournaments.access.desk import AtDesk, kinds_given
from tournaments.access.digests import digest_of_token
from tournaments.access.viewer import Viewer
from tournaments.models.invitation import Invitation

KEY = "invitation"


def invitation_of(token: str) -> Invitation | None:
    """The invitation a secret belongs to, open or not."""
    return _by_digest(digest_of_token(token))


def gives(viewer: Viewer, invitation: Invitation) -> bool:
    """May this login give the role of the invitation, as things stand now?"""
    row = invitation.tournament
    if row is None:
        return viewer.is_admin_of(invitation.club)
    return invitation.kind in kinds_given(AtDesk(row=row, roles=viewer.roles_in(row)))


def is_backed(invitation: Invitation) -> bool:
    """Could whoever made it still give the role? A link is worth what its maker may do now: who was put out,
    or whose own role has ended, does not come back by a link of his.
    """
    maker = invitation.created_by
    return maker is None or (maker.is_active and gives(Viewer(maker), invitation))


def backed(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Those of them whose makers could still give the role."""
    found = invitations.select_related("created_by", "club", "tournament__club")
    known: dict[tuple[object, ...], bool] = {}
    for each in found:
        asked = (each.created_by_id, each.club_id, each.tournament_id, each.kind)
        if asked not in known:
            known[asked] = is_backed(each)
    return invitations.filter(
        pk__in=[
            each.pk
            for each in found
            if known[each.created_by_id, each.club_id, each.tournament_id, each.kind]
        ]
    )


def remember(request: HttpRequest, invitation: Invitation) -> None:
    """Keep it while somebody logs in."""
    request.session[KEY] = invitation.digest


def remembered(request: HttpRequest) -> Invitation | None:
    """The invitation this browser opened."""
    digest = request.session.get(KEY)
    return _by_digest(digest) if digest else None


def forget(request: HttpRequest) -> None:
    """It is accepted, or put aside."""
    request.session.pop(KEY, None)


def _by_digest(digest: str) -> Invitation | None:
    query = Invitation.objects.select_related("club", "tournament__club", "created_by")
    return query.filter(digest=digest).first()
