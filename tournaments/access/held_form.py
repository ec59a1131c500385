"""What somebody of the desk sent when his login had ended: kept until he has logged in again.

A browser that was logged in carries the signed number of its login, so that a form it sends later is known to
be that person's. It opens nothing: it only says for whom a form is kept. Files and passwords are not kept.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse

COOKIE, SALT, DAYS = "desk_person", "tournaments.desk_person", 30
PLACE = "held_form"
SECONDS = 3600
MOST = 60_000
"""Letters of all fields together; a longer form is not kept."""
LEFT_OUT = frozenset({"csrfmiddlewaretoken"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldForm:
    """A form as it was sent: where to, and its fields in their order."""

    address: str
    fields: tuple[tuple[str, str], ...]
    page: str
    """Where it stood, as an address of this site; empty where no browser said."""


def remember_person(request: HttpRequest, answer: HttpResponse) -> None:
    """Let this browser say later whose forms it sends."""
    who = str(request.user.pk)
    if request.get_signed_cookie(COOKIE, None, salt=SALT, max_age=DAYS * 86_400) != who:
        answer.set_signed_cookie(
            COOKIE, who, salt=SALT, max_age=DAYS * 86_400, httponly=True, samesite="Lax",
            secure=request.is_secure(),
        )  # fmt: skip


def hold(request: HttpRequest, *, page: str) -> bool:
    """Keep the form of this request; False where it is not known whose it is, or it cannot be kept."""
    try:
        who = request.get_signed_cookie(COOKIE, salt=SALT, max_age=DAYS * 86_400)
    except (KeyError, BadSignature):
        return False
    fields = _fields(request)
    secret = any("password" in name for name, _value in fields)
    if secret or request.FILES or sum(len(name) + len(value) for name, value in fields) > MOST:
        return False
    request.session[PLACE] = {
        "who": who, "at": time.time(), "address": request.get_full_path(), "page": page, "fields": fields,
    }  # fmt: skip
    return True


def held_for(request: HttpRequest) -> HeldForm | None:
    """What is kept for this login; gone where it is another's, or too old."""
    kept = request.session.get(PLACE)
    if kept is None:
        return None
    if kept["who"] != str(request.user.pk) or time.time() - kept["at"] > SECONDS:
        let_go(request)
        return None
    fields = tuple((name, value) for name, value in kept["fields"])
    return HeldForm(address=kept["address"], fields=fields, page=kept["page"])


def is_sent(request: HttpRequest) -> None:
    """What was kept is not kept any more once it has been sent after all."""
    kept = request.session.get(PLACE)
    if kept is None or kept["address"] != request.get_full_path():
        return
    key = request.POST.get("key")
    if ["key", key] in map(list, kept["fields"]) or not key:
        let_go(request)


def _fields(request: HttpRequest) -> list[tuple[str, str]]:
    return [
        (name, value) for name, values in request.POST.lists() if name not in LEFT_OUT for value in values
    ]


def let_go(request: HttpRequest) -> None:
    """It is not wanted any more."""
    request.session.pop(PLACE, None)
