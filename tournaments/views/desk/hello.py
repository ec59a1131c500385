"""What a phone opens from the Phones page: it reaches the club's computer, and the director sees it."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournaments.models.club import Club
from tournaments.models.tournament import PhoneSeen
from tournaments.services.phones import phone_seen

EVENING = timedelta(hours=12)
MOST_PHONES = 500
COOKIE = "hello"


@never_cache
@require_GET
def hello(request: HttpRequest, slug: str) -> HttpResponse:
    """Noted once a phone, however often it comes; past five hundred an evening nothing is noted."""
    club = get_object_or_404(Club, slug=slug)
    key = request.COOKIES.get(COOKIE, "")
    if len(key) != 32 or not key.isalnum():
        key = uuid.uuid4().hex
    seen = PhoneSeen.objects.filter(club=club, last_seen__gte=timezone.now() - EVENING).count()
    if seen < MOST_PHONES:
        phone_seen(club, key)
    response = render(request, "tournaments/desk/hello.html", {"club": club})
    response.set_cookie(
        COOKIE, key, max_age=int(EVENING.total_seconds()), httponly=True, samesite="Lax",
        secure=request.is_secure(),
    )  # fmt: skip
    return response
