"""The own link a browser opened: kept in its session by digest, so that the address holds no secret."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest

from games.models.player import Player
from tournaments.access.digests import digest_of_token
from tournaments.models.own_link import OwnLink

KEY = "own_link"


def person_of_token(token: str) -> Player | None:
    """Whose link this is: a duplicate's opens its person's page, an erased person's nothing."""
    return _person(digest_of_token(token))


def remember(request: HttpRequest, token: str) -> None:
    """From here on this browser is that player's."""
    request.session[KEY] = digest_of_token(token)


def forget(request: HttpRequest) -> None:
    """This browser is nobody's any more."""
    request.session.pop(KEY, None)


def person_of(request: HttpRequest) -> UUID | None:
    """Whose browser this is by an own link; one that was taken back opens nothing from then on."""
    session = getattr(request, "session", None)
    digest = session.get(KEY) if session is not None else None
    found = _person(digest) if digest else None
    return None if found is None else found.pk


def _person(digest: str) -> Player | None:
    link = OwnLink.objects.select_related("player__merged_into").filter(digest=digest).first()
    player = None if link is None else link.player
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    return None if player is None or player.erased_at is not None else player
