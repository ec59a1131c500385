"""Links whose address is a secret: guesses are counted, and once opened the secret leaves the address."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.access.attempts import count_wrong, too_many

BACKEND = "django.contrib.auth.backends.ModelBackend"
"""Whom a login made by such a link is logged in by."""


def let_in(
    request: HttpRequest,
    remember: Callable[[], None] | None,
    *,
    to: str,
    else_words: str,
    login: bool = False,
) -> HttpResponse:
    """Keep for the session what the link opens and lead on to `to`; `remember` is None where it opens
    nothing.
    """
    if remember is not None:
        remember()
        answer: HttpResponse = HttpResponseRedirect(to)
        answer["Referrer-Policy"] = "no-referrer"
        return answer
    if too_many(request, "link"):
        words = _("Too many wrong links from here. Please wait some minutes.")
        return closed(request, words, status=429, login=login)
    count_wrong(request, "link")
    return closed(request, else_words, status=404, login=login)


def closed(request: HttpRequest, words: str, *, status: int, login: bool = False) -> HttpResponse:
    """What a link says that opens nothing (any more); `login`: a login may be the other way in."""
    context = {"words": words, "login": login}
    answer = render(request, "tournaments/invitation_closed.html", context, status=status)
    answer["Referrer-Policy"] = "no-referrer"
    return answer
