"""The invitation a browser opened: kept in its session by digest, so that the address holds no secret."""

from __future__ import annotations

from django.http import HttpRequest

from tournaments.access.digests import digest_of_token
from tournaments.models.invitation import Invitation

KEY = "invitation"


def invitation_of(token: str) -> Invitation | None:
    """The invitation a secret belongs to, open or not."""
    return _by_digest(digest_of_token(token))


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
