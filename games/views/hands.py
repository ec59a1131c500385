"""The page of a hand, step by step once it is finished, and its record as a file."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from games import access
from games.engine.record import RecordedHand
from games.engine.sealed_deal import is_sealed
from games.models.hand import Hand
from games.selectors import hands as selectors
from games.selectors import rounds


@require_GET
def hand(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A finished hand after event `?at=N`; of one that is being played the public's view alone."""
    row = access.hand_for(request, pk)
    _version, recorded = access.visible_hand(row)
    context = {"hand": row, "rules": recorded.rules, **_context(request, row, recorded)}
    part = request.headers.get("HX-Target") == "hand-step"
    answer = render(request, context["part"] if part else "games/hand.html", context)
    patch_vary_headers(answer, ["HX-Target"])  # one address, the page or its part
    return answer


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
    if recorded.result.fidelity in ("counts", "points"):
        told = {
            "result": shown.result_words(recorded.result, names) if finished else "",
            "known": selectors.fidelity_words(recorded.result),
        }
        return {**context, "told": told}
    if not finished:
        return {**context, "step": shown.public_view(recorded, names)}
    return {**context, "step": shown.step_of(recorded, names, _at(request, len(recorded.events)))}


def _at(request: HttpRequest, last: int) -> int:
    text = request.GET.get("at", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else last
