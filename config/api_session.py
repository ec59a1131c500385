"""The API by a browser's cookies: a login's session, an own link in it, the card of a table."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.authentication import SessionScheme
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

from tournaments.access.viewer import COOKIE


class Cookies(SessionAuthentication):
    """A login by its session. Whoever is known by a cookie of ours, login or not, and changes something shows
    with it that one of our own pages asked: another page of the same room's network sends the cookie as well.
    """

    def authenticate(self, request: Request) -> Any:
        """The login, or None. Raises PermissionDenied without the CSRF token."""
        found = super().authenticate(request)
        if found is None and {settings.SESSION_COOKIE_NAME, COOKIE} & set(request.COOKIES):
            self.enforce_csrf(request)
        return found


class CookiesInTheSchema(SessionScheme):  # type: ignore[no-untyped-call]
    """How the schema tells of it: as a session's cookie."""

    target_class = "config.api_session.Cookies"
