"""The page of a hand, step by step once it is finished, and its record as a file."""

from __future__ import annotations

import hashlib
import json
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import access
from games.engine.record import RecordedHand
from games.engine.sealed_deal import is_sealed
from games.models.hand import Hand
from games.selectors import hands as selectors
from games.selectors import rounds
from games.selectors.deadwood_line import deadwood_line, points_line
from games.selectors.hindsight import hindsight, knocks
from games.views.frames import embeddable, shared, theme_of


@require_GET
def hand(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A finished hand after event `?at=N`; of one that is being played the public's view alone."""
    return _answer(request, pk, "games/hand.html")


@embeddable
def embed(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same for other people's pages, in a frame: a finished hand to step through."""
    return _answer(request, pk, "games/embed_hand.html", shared=None)


def _answer(request: HttpRequest, pk: UUID, page: str, **more: Any) -> HttpResponse:
    row = access.hand_for(request, pk)
    _version, recorded = access.visible_hand(row)
    target = request.headers.get("HX-Target")
    if target == "hand-now":
        answer = _now(request, row, recorded)
    else:
        context = {"hand": row, "rules": recorded.rules, **_context(request, row, recorded), **more}
        answer = render(request, context["part"] if target == "hand-step" else page, context)
    patch_vary_headers(
        answer, ["HX-Target", "Cookie", "Accept-Language"]
    )  # one address, the page or its part
    return answer


def _now(request: HttpRequest, row: Hand, recorded: RecordedHand) -> HttpResponse:
    """The live part of a hand that is played: 304 while nothing has happened; over, the whole page."""
    if access.is_finished(row):
        return HttpResponse(headers={"HX-Refresh": "true"})
    etag = _etag(row)
    if request.headers.get("If-None-Match") == etag:
        answer = HttpResponse(status=304)
    else:
        context = {"hand": row, "rules": recorded.rules, **_context(request, row, recorded)}
        answer = render(request, "games/_hand_now.html", context)
    answer["ETag"] = etag
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _etag(row: Hand) -> str:
    shown = (row.pk, row.version, row.phase, get_language(), settings.RELEASE)
    return f'"{hashlib.sha256(repr(shown).encode()).hexdigest()[:32]}"'


@require_GET
def record(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The record as JSON Lines, as far as it is public."""
    row = access.hand_for(request, pk)
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in access.visible_events(row))
    answer = HttpResponse(text, content_type="application/x-ndjson; charset=utf-8")
    answer["Content-Disposition"] = (
        f'attachment; filename="hand-{row.game}-{row.deal}-{str(row.pk)[:8]}.jsonl"'
    )
    return answer


def _context(request: HttpRequest, row: Hand, recorded: RecordedHand) -> dict[str, Any]:
    names = selectors.names_of_seats(row, count=len(recorded.result.points))
    finished = access.is_finished(row)
    at_table = recorded.rules.family == "manipulation"
    shown: Any = rounds if at_table else selectors
    context = {
        "names": names,
        "finished": finished,
        "part": "games/_round.html" if at_table else "games/_step.html",
        "sealed": is_sealed(access.visible_events(row)[0]),
        "mine": not finished and access.seat_in(request, row) is not None,
    }
    if recorded.result.fidelity in ("counts", "points") and not rounds.was_played(recorded):
        told = {
            "result": shown.result_words(recorded.result, names) if finished else "",
            "known": selectors.fidelity_words(recorded.result),
        }
        return {**context, "told": told}
    if not finished:
        live = {"address": request.get_full_path(), "etag": _etag(row)}
        return {**context, **live, "theme": theme_of(request), "step": shown.public_view(recorded, names)}
    return {**context, **_moment(request, row, recorded, names)}


def _moment(request: HttpRequest, row: Hand, recorded: RecordedHand, names: list[str]) -> dict[str, Any]:
    """A finished hand at one moment, as both hands or one seat saw it, with what hindsight says of it."""
    at = min(_number(request, "at", len(recorded.events)), len(recorded.events))
    seat = _number(request, "view", len(names))
    viewer = seat if seat < len(names) else None
    theme = theme_of(request)
    keep = {"view": viewer, "theme": theme or None, "lang": request.GET.get("lang")}
    kept = {key: value for key, value in keep.items() if value is not None}
    step: dict[str, Any]
    if recorded.rules.family == "manipulation":
        seats = range(len(names)) if viewer is None else (viewer,)
        step = {
            **rounds.step_of(recorded, names, at, viewer),
            "chart": points_line(recorded, names, at, seats),
        }
        everybody = _("All hands")
    else:
        everybody = _("Both hands")
        step = {
            **selectors.step_of(recorded, names, at, viewer),
            "chart": deadwood_line(recorded, names, at, (0, 1) if viewer is None else (viewer,)),
            "hindsight": hindsight(recorded, names, at, viewer),
            "knocks": knocks(recorded, names, at) if viewer is None else [],
        }
    path = reverse("hand", args=[row.pk])
    here = urlencode({"at": at, **({} if viewer is None else {"view": viewer})})
    frame = f"{reverse('hand_embed', args=[row.pk])}?{here}"
    title = _("%(names)s, hand %(number)s") % {"names": " – ".join(names), "number": row.deal}
    return {
        "step": step,
        "theme": theme,
        "kept": kept,
        "keep": f"&{urlencode(kept)}" if kept else "",
        "views": [
            {
                "words": words,
                "href": f"?{urlencode({'at': at, **kept, 'view': value})}",
                "current": viewer == (value if value != "" else None),
            }
            for value, words in [("", everybody), *enumerate(names)]
        ],
        "shared": shared(f"{path}?{here}", frame, title=title, height=820),
    }


def _number(request: HttpRequest, name: str, otherwise: int) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else otherwise
