"""How public pages answer: as a page, JSON or CSV; 304 while what is shown has not changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Literal

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.access.viewer import viewer_of

Form = Literal["html", "json", "csv"]
VARY = ("Cookie", "Accept-Language")


def etag_of(request: HttpRequest, *shown: object) -> str:
    """The tag of what is shown to this viewer, in this language, by this release.

    `shown`: the position of the streams shown and whatever of the rows is no event (names, words).
    """
    viewer = viewer_of(request)
    phone = viewer.phone
    seat = (phone.card.table.pk, phone.person) if phone is not None else None
    facts = (*shown, viewer.user_id, viewer.link, seat, get_language(), settings.RELEASE, request.path)
    return quote_etag(hashlib.sha256(repr(facts).encode()).hexdigest()[:32])


def unless_known(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page, or 304 where the browser has it. A message that waits to be shown needs the page."""
    if len(get_messages(request)):
        return _checked_every_time(make())
    known = get_conditional_response(request, etag=etag)
    answer = make() if known is None else known
    answer["ETag"] = etag
    return _checked_every_time(answer)


def followed(request: HttpRequest, template: str, part: str, context: dict[str, Any]) -> HttpResponse:
    """A page that follows no stream of its own: it asks for `part` anew now and then, and gets 304 while that
    says the same. In the page the part is `now`.
    """
    now = render_to_string(f"tournaments/public/{part}", context, request)
    etag = etag_of(request, request.get_full_path(), now)
    whole = {**context, "now": now, "etag": etag, "address": request.get_full_path()}
    return unless_known(request, etag, lambda: render(request, f"tournaments/public/{template}", whole))


def _checked_every_time(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, VARY)
    return answer


def as_json(body: dict[str, Any] | list[Any]) -> HttpResponse:
    """JSON that no search engine lists."""
    return _unlisted(JsonResponse(body, safe=False, json_dumps_params={"ensure_ascii": False}))


def as_csv(content: bytes, name: str) -> HttpResponse:
    """A file for spreadsheets, named in plain letters."""
    answer = HttpResponse(content, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return _unlisted(answer)


def _unlisted(answer: HttpResponse) -> HttpResponse:
    answer["X-Robots-Tag"] = "noindex"
    patch_vary_headers(answer, VARY)
    return answer
