"""Pages made to stand in the pages of others: these alone may be framed, and nobody is logged in there.

A frame shows what anybody may see, whoever looks: it knows no login and no table, so that nothing of a person
can be shown, or pressed, inside somebody else's page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.html import format_html
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

THEMES = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Shared:
    """What somebody copies to point at a page: its address, and where it has one, the lines of a frame."""

    link: str
    frame: str = ""


def embeddable(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """This view's pages may stand in a frame anywhere; it is asked by nobody in particular.

    `?theme=light` or `dark` settles the theme (else the reader's own), `?lang=fr` the language.
    """

    @wraps(view)
    def asked_by_nobody(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.user = AnonymousUser()
        request.COOKIES = {}
        request.session = type(request.session)()  # nor the own link or the news it keeps
        language = request.GET.get("lang", "")
        if language not in dict(settings.LANGUAGES):
            return view(request, *args, **kwargs)
        with translation.override(language):
            answer = view(request, *args, **kwargs)
            answer.headers["Content-Language"] = language
            return answer

    framed: Callable[..., Any] = csp_replace({"frame-ancestors": ["*"]})(asked_by_nobody)
    framed = xframe_options_exempt(framed)
    return require_safe(framed)


def theme_of(request: HttpRequest) -> str:
    """The theme a frame asks for; empty for the reader's own."""
    theme = request.GET.get("theme", "")
    return theme if theme in THEMES else ""


def shared(path: str, embed: str = "", *, title: str = "", height: int = 480) -> Shared:
    """The absolute address of a page, and the lines that put its frame into another page."""
    link = f"{settings.PUBLIC_URL}{path}"
    if not embed:
        return Shared(link)
    frame = format_html(
        '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy"></iframe>',
        f"{settings.PUBLIC_URL}{embed}",
        title,
        height,
    )
    return Shared(link, "".join(frame))  # plain text again: it is shown, not built into the page
