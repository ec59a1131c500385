"""One shape for every error of the API: `{code, message, data}`."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework import exceptions, views
from rest_framework.response import Response


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer an error of an API view; None lets Django treat it as a crash."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    answer = views.exception_handler(error, context)
    if answer is None or not isinstance(error, exceptions.APIException):
        return answer
    answer.data = body(error)
    return answer


def body(error: exceptions.APIException) -> dict[str, Any]:
    """The three keys of an error."""
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
