"""Coming to a table: the code of its card, who one is, and finding oneself at another table."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.models.player import Player
from tournaments.access import fetch
from tournaments.access.attempts import count_wrong, too_many
from tournaments.access.evening_code import DIGITS, is_right
from tournaments.access.table_codes import TableCard, read_code
from tournaments.access.viewer import (
    WANTED,
    Phone,
    Viewer,
    remember_phone,
    remember_wanted,
    viewer_of,
    wanted_card,
)
from tournaments.models.tournament import Match
from tournaments.selectors.table_page import person_choices, person_in
from tournaments.services.phones import phone_seen


@never_cache
@require_GET
def by_code(request: HttpRequest, code: str) -> HttpResponse:
    """The address in the card's QR: the code becomes a cookie and leaves the address."""
    card = read_code(code)
    if card is None and too_many(request, "link"):
        return _quiet(render(request, "tournaments/table/wrong_code.html", {"slow": True}, status=429))
    if card is None:
        count_wrong(request, "link")
        return _quiet(render(request, "tournaments/table/wrong_code.html", status=404))
    phone = viewer_of(request).phone
    if card.club.asks_evening_code and (phone is None or phone.card.club.pk != card.club.pk):
        answer = _quiet(HttpResponseRedirect("/table/evening/"))
        remember_wanted(request, answer, card)
        return answer
    return _opened(request, card)


@never_cache
@require_http_methods(["GET", "POST"])
def evening(request: HttpRequest) -> HttpResponse:
    """The code of the evening, asked once a phone; then its table opens."""
    card = wanted_card(request)
    if card is None:
        return redirect("table")
    if too_many(request, "evening"):
        return render(request, "tournaments/table/wrong_code.html", {"slow": True}, status=429)
    context: dict[str, object] = {"table": card.table.number, "club": card.club, "digits": DIGITS}
    if request.method == "POST":
        typed = request.POST.get("code", "")[:20]
        if not card.club.asks_evening_code or is_right(card.club, typed):
            answer = _opened(request, card)
            answer.delete_cookie(WANTED)
            return answer
        count_wrong(request, "evening")
        context |= {"wrong": True, "typed": typed}
    return render(
        request, "tournaments/table/evening.html", context, status=422 if "wrong" in context else 200
    )


def _opened(request: HttpRequest, card: TableCard) -> HttpResponse:
    phone = viewer_of(request).phone
    known = phone if phone is not None and phone.card.club.pk == card.club.pk else None
    answer = _quiet(HttpResponseRedirect("/table/?opened=1"))
    person, chosen = (known.person, known.chosen) if known else (None, False)
    here = card == known.card if known else False
    # Whoever only kept score at another table is asked again who he is here.
    key = remember_phone(request, answer, card, person=person, chosen=chosen and (here or person is not None))
    phone_seen(card.club, key, table_number=card.table.number)
    return answer


@never_cache
@require_http_methods(["GET", "POST"])
def who(request: HttpRequest) -> HttpResponse:
    """ "I am Ann", "I am Bo", "I only keep score": asked once a phone."""
    viewer = viewer_of(request)
    phone = viewer.phone
    if phone is None:
        return redirect("table")
    row = _match_of_card(viewer, phone.card)
    if request.method == "POST":
        return _chosen(request, phone, row)
    if row is None:
        return redirect("table")
    choices = person_choices(row, phone.card.board)
    context = {"row": row, "choices": choices, "table": phone.card.table.number, "club": phone.card.club,
               "phone": phone}  # fmt: skip
    return render(request, "tournaments/table/who.html", context)


def _chosen(request: HttpRequest, phone: Phone, row: Match | None) -> HttpResponse:
    answer = redirect("table")
    person = _person(request.POST.get("person", ""), row)
    key = remember_phone(request, answer, phone.card, person=person.pk if person else None, chosen=True)
    name = person.name if person else ""
    phone_seen(phone.card.club, key, table_number=phone.card.table.number, name=name)
    return answer


def _person(text: str, row: Match | None) -> Player | None:
    try:
        return None if row is None or not text else person_in(row, UUID(text))
    except ValueError:
        return None


def _match_of_card(viewer: Viewer, card: TableCard) -> Match | None:
    """The match seated at the card's own table, whoever holds the phone."""
    return fetch.seated_match(Viewer(viewer.user, Phone(card, None, "", chosen=True)))


def _quiet(answer: HttpResponse) -> HttpResponse:
    """The address holds the code: no later page may hear of it."""
    answer["Referrer-Policy"] = "no-referrer"
    return answer
