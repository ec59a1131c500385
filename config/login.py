"""What somebody sees whose login is closed for a while."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.api_errors import shaped


def locked_out(
    request: HttpRequest, response: HttpResponse | None = None, credentials: dict[str, Any] | None = None
) -> HttpResponse:
    """Answer 429: JSON below /api/, a page elsewhere; both say how long to wait."""
    wait = settings.AXES_COOLOFF_TIME
    if request.path.startswith("/api/"):
        message = _("Too many wrong passwords. Please wait before you try again.")
        data = {"wait_seconds": round(wait.total_seconds())}
        return JsonResponse(shaped("too_many_tries", message, data), status=429)
    return render(request, "lockout.html", {"cooloff_timedelta": wait}, status=429)
