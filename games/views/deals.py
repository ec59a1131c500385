"""The page that checks a deal: what was committed to, and once the hand is over whether it was kept."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games import access
from games.selectors.hands import names_of_seats
from games.selectors.seat import deal_proof


@require_GET
def deal(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The seal of a hand's deal, as far as it is told; `?commitment=` is compared with it."""
    row = access.hand_for(request, pk)
    proof = deal_proof(access.visible_events(row)[0])
    noted = request.GET.get("commitment", "").strip().lower()
    context = {
        "hand": row,
        "names": names_of_seats(row),
        "finished": access.is_finished(row),
        "proof": proof,
        "noted": noted,
        "same": noted == proof["commitment"],
    }
    return render(request, "games/deal.html", context)
