"""Computes the contrast of every pair of colours the pages put together, in both themes of ``tokens.css``.

    python design/contrast.py

prints the table of docs/design.md. The measure is WCAG 2.2's contrast ratio; text needs 4.5, edges and
marks 3.
"""

import re
import sys
from pathlib import Path

TOKENS = Path(__file__).parent.parent / "static" / "css" / "tokens.css"
TEXT, MARK = 4.5, 3.0

WASHES = ("green-wash", "amber-wash", "red-wash", "side-a-wash", "side-b-wash")
ON_CARDS = ("card-ink", "card-red", "card-blue", "card-green", "card-back")

# (what is drawn, on what, the least ratio)
PAIRS = (
    *(("ink", ground, TEXT) for ground in ("paper", "sheet", "wash", *WASHES)),
    *(("ink-soft", ground, TEXT) for ground in ("paper", "sheet", "wash", "green-wash")),
    *(("green", ground, TEXT) for ground in ("paper", "sheet", "wash", "green-wash")),
    ("green-hover", "green-wash", TEXT),
    *(("red", ground, TEXT) for ground in ("paper", "sheet", "red-wash")),
    *(("amber", ground, TEXT) for ground in ("paper", "sheet", "amber-wash")),
    *(("side-a", ground, TEXT) for ground in ("paper", "sheet", "side-a-wash")),
    *(("side-b", ground, TEXT) for ground in ("paper", "sheet", "side-b-wash")),
    ("on-green", "green", TEXT),
    ("on-green", "green-hover", TEXT),
    ("on-red", "red", TEXT),
    ("on-side", "side-a", TEXT),
    ("on-side", "side-b", TEXT),
    ("paper", "ink", TEXT),
    *((suit, "card-paper", TEXT) for suit in ON_CARDS),
    *(("rule-strong", ground, MARK) for ground in ("paper", "sheet")),
    *(("focus", ground, MARK) for ground in ("paper", "sheet", "wash")),
)


def themes() -> dict[str, dict[str, str]]:
    """Every colour of the two themes; dark inherits what it does not set."""
    text = re.sub(r"/\*.*?\*/", "", TOKENS.read_text(), flags=re.DOTALL)
    light = _colours(re.search(r"^:root \{(.*?)^\}", text, re.DOTALL | re.MULTILINE))
    asked_us = _colours(re.search(r'^:root\[data-theme="dark"\] \{(.*?)^\}', text, re.DOTALL | re.MULTILINE))
    asked_the_device = _colours(re.search(r':root:not\(\[data-theme="light"\]\) \{(.*?)\}', text, re.DOTALL))
    return {"light": light, "dark": light | asked_us, "dark by device": light | asked_the_device}


def _colours(block: re.Match[str] | None) -> dict[str, str]:
    assert block is not None, "a theme is missing from tokens.css"
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6});", block[1]))


def contrast(one: str, other: str) -> float:
    """The ratio of two colours written #rrggbb, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def main() -> None:
    """Print the table."""
    light, dark = themes()["light"], themes()["dark"]
    say = sys.stdout.write
    say("| drawn | on | least | light | dark |\n|---|---|---:|---:|---:|\n")
    for drawn, ground, least in PAIRS:
        ratios = [contrast(theme[drawn], theme[ground]) for theme in (light, dark)]
        weak = " **too weak**" if min(ratios) < least else ""
        say(f"| `{drawn}` | `{ground}` | {least} | {ratios[0]:.1f} | {ratios[1]:.1f}{weak} |\n")


if __name__ == "__main__":
    main()
