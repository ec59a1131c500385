"""The worker that lets a page be reloaded without a network, at an address in the page's own scope."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET


@cache_control(no_cache=True)
@require_GET
def worker(_request: HttpRequest, **_page: str) -> HttpResponse:
    """The script as it is: a worker serves what lies below its own address, so /static/ will not do."""
    found = finders.find("js/page_worker.js")
    if not isinstance(found, str):
        raise Http404("The worker is not installed.")
    return HttpResponse(Path(found).read_bytes(), content_type="text/javascript; charset=utf-8")
