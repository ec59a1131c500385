"""An answer that says nothing of caches is kept by none but its reader's own, and asked for anew each time.

What it holds hangs on who asks: files, the API and refusals too.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PRIVATE = "private, no-cache"


class PrivateAnswers:
    """The middleware: no proxy keeps for everybody what one login was answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer, with a word about caches."""
        answer = self.get_response(request)
        answer.headers.setdefault("Cache-Control", PRIVATE)
        return answer
