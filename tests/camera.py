"""Keeps what the browser tests saw: each step of a journey as a picture in `.pictures/`, which Git ignores.

`PICTURES=all` takes each step as a phone and as a desktop, in light and in dark, for looking at pages; the
tests themselves need none of them.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

PICTURES = Path(__file__).parents[1] / ".pictures"
PHONE, DESKTOP = (390, 844), (1440, 900)
EVERY_LOOK = os.environ.get("PICTURES") == "all"


class Camera:
    """Pictures of one journey, numbered as it went."""

    def __init__(self, journey: str) -> None:
        self.folder = PICTURES / journey
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.taken = 0

    def take(self, page, step: str) -> None:
        """What a walker sees now; where every look is taken, the whole page."""
        self.taken += 1
        name = f"{self.taken:02d}-{step}"
        if not EVERY_LOOK:
            self._shot(page, name)
            return
        before = page.viewport_size
        for width, height in (PHONE, DESKTOP):
            page.set_viewport_size({"width": width, "height": height})
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                self._shot(page, f"{name}-{'phone' if width < 700 else 'desktop'}-{theme}")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(before)

    def _shot(self, page, name: str) -> None:
        page.screenshot(
            path=self.folder / f"{name}.png", full_page=EVERY_LOOK, animations="disabled", scale="css"
        )
