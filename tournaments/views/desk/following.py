"""Pages of the desk follow by themselves: each asks for itself anew and gets 304 while it says the same.

What it says is its own text, without what is fresh in every answer: keys and tokens of forms, the seconds of
a clock. So nothing that a page shows can be forgotten, and following costs one more page now and then.
`static/js/desk.js` puts what is new into what stands there, around whatever somebody is filling in.
"""

from __future__ import annotations

import hashlib
import re

from django.http import HttpRequest, HttpResponse
from django.utils.html import escape
from django.utils.http import quote_etag

PART = "follows"
"""The element that asks."""
MARK = "tag-of-what-is-shown"
FRESH = re.compile(
    r'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"| data-(?:now|left)="[^"]*"|data-clock-left>[^<]*<'
)
START, END = '<main class="site-main"', "</main>"


def asks_anew(request: HttpRequest) -> bool:
    """Is it the page itself that asks, as opposed to a person who opens it?"""
    return request.method == "GET" and request.headers.get("HX-Target") == PART


def tagged(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The page with its tag, in its head and in itself; 304 for a page that has it."""
    whole = answer.text
    shown = whole[whole.index(START) : whole.index(END)]
    digest = hashlib.sha256(FRESH.sub("", shown).encode()).hexdigest()[:32]
    etag = quote_etag(digest)
    if asks_anew(request) and request.headers.get("If-None-Match") == etag:
        answer = HttpResponse(status=304)
    else:
        answer.content = whole.replace(MARK, escape(etag)).encode()
    answer["ETag"] = etag
    return answer
