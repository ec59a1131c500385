"""What time it is by the club's computer: a page that counts down asks once, and whenever it wakes up."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.eventstore.clock import now as moment
from tournaments.selectors.clocks import millis


@never_cache
@require_safe
def now(request: HttpRequest) -> JsonResponse:
    """Milliseconds since 1970."""
    return JsonResponse({"now": millis(moment())})
