"""An address that only takes a button, opened by itself (after a login that ran out): a page says so."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class OnlyButtons:
    """The middleware: where a browser would show nothing at all, it shows the way back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer; a 405 to a page that was asked for gets words."""
        answer = self.get_response(request)
        asked = request.method == "GET" and not request.path.startswith("/api/")
        if not asked or answer.status_code != 405 or answer.content:
            return answer
        page = render(request, "405.html", status=405)
        page["Allow"] = answer["Allow"]
        return page
