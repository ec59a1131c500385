"""One shape for every error of the API: `{code, message, data}`."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework import exceptions, views
from rest_framework.response import Response

from games.engine.errors import NotationError, Refusal
from games.eventstore.plan import Conflict, KeyReused
from games.services.acting import Stale
from tournaments.engine import errors as tournament_errors

# The first class that fits decides; a refusal of no other kind is "not now".
STATUS_OF_REFUSALS: tuple[tuple[type[Exception], int], ...] = (
    (NotationError, 400),
    (tournament_errors.NotAllowed, 403),
    (tournament_errors.Conflict, 409),
    (Refusal, 422),
)


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer an error of an API view; None lets Django treat it as a crash."""
    for kind, status in STATUS_OF_REFUSALS:
        if isinstance(error, kind):
            return Response(refusal(error), status=status)
    if isinstance(error, Stale | Conflict):
        data = {"expected": error.expected, "actual": error.actual}
        return Response(
            shaped("stale_version", _("Somebody else was faster; look at the newer state."), data), status=409
        )
    if isinstance(error, KeyReused):
        message = _("This Idempotency-Key was used before, for a different request.")
        return Response(shaped("key_reused", message, {}), status=422)
    return framework_error(error, context)


def refusal(error: Exception) -> dict[str, Any]:
    """The three keys of a refusal of the rules, in the reader's language where the sentence is known."""
    assert isinstance(error, Refusal)
    sentence = tournament_errors.SENTENCES.get(error.code)
    message = _(sentence) % error.data if sentence else error.message
    return shaped(error.code, message, error.data)


def framework_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer an error of Django's or of the REST framework's."""
    answer = views.exception_handler(error, context)
    if answer is None:
        return None
    if isinstance(error, Http404):
        answer.data = shaped("not_found", _("There is nothing at this address."), {})
    elif isinstance(error, PermissionDenied):
        code = str(getattr(error, "code", "permission_denied"))
        answer.data = shaped(code, str(error) or _("You may not do this."), {})
    elif isinstance(error, exceptions.APIException):
        answer.data = body(error)
    return answer


def body(error: exceptions.APIException) -> dict[str, Any]:
    """The three keys of an error of the REST framework's."""
    details = error.get_full_details()
    if isinstance(error, exceptions.ValidationError):
        return shaped("invalid", _("Some of the values cannot be used."), {"fields": details})
    if isinstance(details, dict) and "code" in details:
        return shaped(str(details["code"]), str(details["message"]), waiting(error))
    return shaped(error.default_code, str(error.default_detail), {"details": details})


def waiting(error: exceptions.APIException) -> dict[str, Any]:
    """How long to wait before asking again, where the error is about that."""
    wait = getattr(error, "wait", None)
    return {} if wait is None else {"wait_seconds": round(wait)}


def shaped(code: str, message: str, data: dict[str, Any]) -> dict[str, Any]:
    """Write the three keys in their order."""
    return {"code": code, "message": message, "data": data}


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an address nobody serves: JSON below /api/, a page elsewhere."""
    if request.path.startswith("/api/"):
        return JsonResponse(shaped("not_found", _("There is nothing at this address."), {}), status=404)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a crash, without its inside."""
    if request.path.startswith("/api/"):
        message = _("Something went wrong here; nothing was recorded. Please try again.")
        return JsonResponse(shaped("server_error", message, {}), status=500)
    return defaults.server_error(request)
