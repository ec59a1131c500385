"""Pages as a slow phone sees them: largest contentful paint with a processor four times slower, bytes of the
first load, layout shift.

The demo club served for real; each page is opened in a browser that has never been there. A visit is one
of SAMPLES; the median counts. The largest paint of a page is that of its largest text or picture.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import eventstore_scene as scene

sys.path.insert(0, str(scene.ROOT))

from benchmarks import served
from tests.services import chromium

SLOWER, SAMPLES = 4, 5
LARGEST_PAINT, FIRST_LOAD, SHIFT = 1000.0, 150_000, 0.01
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True,
         "has_touch": True, "reduced_motion": "reduce"}  # fmt: skip
SCREEN = {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": "reduce"}
# Kept from the first byte of a page on: what is painted early is not lost.
WATCH = """
    window.seen = {paint: 0, shift: 0};
    new PerformanceObserver((list) => {
      for (const each of list.getEntries()) window.seen.paint = each.startTime;
    }).observe({type: 'largest-contentful-paint', buffered: true});
    new PerformanceObserver((list) => {
      for (const each of list.getEntries()) if (!each.hadRecentInput) window.seen.shift += each.value;
    }).observe({type: 'layout-shift', buffered: true});
"""


@dataclass(frozen=True)
class Visit:
    """One visit: milliseconds to the largest paint, bytes that came over the wire, layout shift."""

    paint: float
    size: int
    shift: float


def main() -> int:
    if chromium.path() is None:
        print(f"skipped: {chromium.WHY_NOT}")
        return 1
    with scene.club("SQLite") as url:
        assert scene.child(["manage.py", "seed_demo", "--verbosity", "0"], url).wait() == 0, "no demo club"
        return scene.child([__file__, "measure"], url).wait()


def measure() -> int:
    """In a process of its own, on the club's database."""
    scene.set_up()
    pages = dict(addresses())
    with served.served(os.environ["DATABASE_URL"]) as (port, _):
        found = {
            name: visits(f"http://localhost:{port}{path}", SCREEN if name == "wall" else PHONE)
            for name, path in pages.items()
        }
    met = True
    for name, seen in found.items():
        paint = statistics.median(each.paint for each in seen)
        size, shift = max(each.size for each in seen), max(each.shift for each in seen)
        good = paint <= LARGEST_PAINT and size <= FIRST_LOAD and shift <= SHIFT
        met &= good
        print(f"{name:>12}: largest paint {paint:4.0f} ms, {size / 1000:5.1f} KB, shift {shift:.3f}"
              f"{'' if good else '  ABOVE'}")  # fmt: skip
    print(f"    (bounds: {LARGEST_PAINT:.0f} ms, {FIRST_LOAD / 1000:.0f} KB, {SHIFT})")
    return 0 if met else 1


def addresses() -> Iterator[tuple[str, str]]:
    """The pages that most people open, of the demo club."""
    from django.urls import reverse

    from games.models.hand import Hand
    from tournaments.access.table_codes import code_for
    from tournaments.models.tournament import Match, Round, Tournament

    running = Tournament.objects.get(state=Tournament.State.RUNNING)
    there = [running.club.slug, running.slug]
    open_match = Match.objects.filter(
        round__stage__tournament=running, round__state=Round.State.PUBLISHED, state__in=Match.OPEN
    ).first()
    played = Match.objects.filter(round__stage__tournament=running, state=Match.State.ACCEPTED).first()
    assert open_match is not None
    assert played is not None
    yield "club", reverse("club", args=there[:1])
    yield "event", reverse("tournament", args=there)
    yield "standings", reverse("standings", args=there)
    yield "wall", reverse("wall", args=there)
    yield "match", reverse("match", args=[played.pk])
    hand = Hand.objects.filter(match_id=played.pk, phase=Hand.Phase.FINISHED).first()
    assert hand is not None
    yield "hand", reverse("hand", args=[hand.pk])
    yield "embed", reverse("standings_embed", args=there)
    yield "table", f"/t/{code_for(open_match.table)}/"


def visits(url: str, window: dict[str, Any]) -> list[Visit]:
    """So many first visits of a page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path(), args=chromium.ARGUMENTS)
        try:
            return [visit(browser, url, window) for _ in range(SAMPLES)]
        finally:
            browser.close()


def visit(browser: Any, url: str, window: dict[str, Any]) -> Visit:
    """Open a page where nothing is kept, and wait until it is at rest."""
    context = browser.new_context(**window)
    try:
        page = context.new_page()
        wire = context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        sizes: list[int] = []
        pictures: set[str] = set()
        wire.on("Network.responseReceived", partial(_picture, pictures))
        wire.on("Network.loadingFinished", partial(_arrived, pictures, sizes))
        page.add_init_script(WATCH)
        answer = page.goto(url, wait_until="load")
        assert answer is not None
        assert answer.ok, f"{url} answers {answer.status}"
        page.wait_for_timeout(1500)
        seen = page.evaluate("window.seen")
    finally:
        context.close()
    return Visit(paint=seen["paint"], size=sum(sizes), shift=seen["shift"])


def _picture(pictures: set[str], told: dict[str, Any]) -> None:
    if told["type"] == "Image":
        pictures.add(told["requestId"])


def _arrived(pictures: set[str], sizes: list[int], told: dict[str, Any]) -> None:
    if told["requestId"] not in pictures:
        sizes.append(int(told["encodedDataLength"]))


if __name__ == "__main__":
    sys.exit(measure() if sys.argv[1:] == ["measure"] else main())
