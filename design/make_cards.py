"""Draws the 52 faces, a back, a joker and an unknown card into ``static/cards/cards.svg``.

One symbol a card, named as the hand record writes it: ``7d``, ``Td``, ``back``, ``joker``, ``unknown``;
``7d-c`` is the compact face for small cards (a rank and a suit, nothing else). Every symbol is 100 x 140 and
drawn in ``currentColor`` alone: the page decides the colour of a suit, two colours or four, and the
paper behind it.

The figures and letters are outlines of Source Serif 4 (SIL Open Font License 1.1), its display cut.

    npm install @fontsource-variable/source-serif-4
    pip install fonttools brotli
    python design/make_cards.py node_modules/@fontsource-variable/source-serif-4/files
"""

import sys
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

TARGET = Path(__file__).parent.parent / "static" / "cards" / "cards.svg"
FONT = "source-serif-4-latin-opsz-normal.woff2"
RANKS = "A23456789TJQK"

# Suits in a box of 100 x 100.
SUITS = {
    "s": "M50 2C61 24 95 41 95 65C95 78 85 87 74 87"
    "C65 87 58 83 54 76C55 86 59 93 67 98H33C41 93 45 86 46 76"
    "C42 83 35 87 26 87C15 87 5 78 5 65C5 41 39 24 50 2Z",
    "h": "M50 97C43 83 4 60 4 31C4 15 16 4 30 4"
    "C39 4 46 9 50 18C54 9 61 4 70 4C84 4 96 15 96 31C96 60 57 83 50 97Z",
    "d": "M50 1C58 19 73 38 88 50C73 62 58 81 50 99C42 81 27 62 12 50C27 38 42 19 50 1Z",
    "c": "M50 3C63 3 72 12 72 24C72 31 69 36 65 40"
    "C68 38 71 37 75 37C88 37 97 47 97 59C97 71 88 80 76 80C67 80 59 75 54 67"
    "C55 82 59 92 67 98H33"
    "C41 92 45 82 46 67C41 75 33 80 24 80C12 80 3 71 3 59C3 47 12 37 25 37C29 37 32 38 35 40"
    "C31 36 28 31 28 24C28 12 37 3 50 3Z",
}

# Pips: where their middles lie; those of the lower half are turned.
LEFT, MIDDLE, RIGHT = 35.5, 50.0, 64.5
PIPS: dict[str, list[tuple[float, float]]] = {
    "2": [(MIDDLE, 30), (MIDDLE, 110)],
    "3": [(MIDDLE, 30), (MIDDLE, 70), (MIDDLE, 110)],
    "4": [(x, y) for x in (LEFT, RIGHT) for y in (30, 110)],
    "5": [(x, y) for x in (LEFT, RIGHT) for y in (30, 110)] + [(MIDDLE, 70)],
    "6": [(x, y) for x in (LEFT, RIGHT) for y in (30, 70, 110)],
    "7": [(x, y) for x in (LEFT, RIGHT) for y in (30, 70, 110)] + [(MIDDLE, 50)],
    "8": [(x, y) for x in (LEFT, RIGHT) for y in (30, 70, 110)] + [(MIDDLE, 50), (MIDDLE, 90)],
    "9": [(x, y) for x in (LEFT, RIGHT) for y in (28, 56, 84, 112)] + [(MIDDLE, 70)],
    "T": [(x, y) for x in (LEFT, RIGHT) for y in (28, 56, 84, 112)] + [(MIDDLE, 42), (MIDDLE, 98)],
}

# What the court wears, in a box of 40 x 18: a king's crown, a queen's coronet, a knave's plume.
COURT = {
    "K": "M4 17H36V14H4ZM5 12L3 4L11 8L14 3L17 7"
    "L18.6 4.5H17V2.5H19V0.5H21V2.5H23V4.5H21.4L23 7L26 3L29 8L37 4L35 12Z",
    "Q": "M6 17H34V14.2H6ZM6.5 12.4C6.5 9 4.5 7 3 6A2 2 0 1 1 5.2 4.4"
    "C7.5 6.5 10 7 12 5.5A2.1 2.1 0 1 1 14 3.6"
    "C15.5 6.4 17.5 6.6 18.8 4.4A2.3 2.3 0 1 1 21.2 4.4C22.5 6.6 24.5 6.4 26 3.6A2.1 2.1 0 1 1 28 5.5"
    "C30 7 32.5 6.5 34.8 4.4A2 2 0 1 1 37 6C35.5 7 33.5 9 33.5 12.4Z",
    "J": "M7 17H33V13.6H7ZM9 12C9 7 13 5.4 18 5.4C20 5.4 22 5.8 24 6.4"
    "C27 3 32 0.6 38 1.4C36 2.2 35 3 34.2 4.2"
    "C35.6 4 36.6 4.2 37.6 4.8C34.6 5 32.4 7 30.2 9.2C30.8 10 31 11 31 12Z",
}


class Letters:
    """Outlines of the family, placed by their own edges rather than by the line they stand on."""

    def __init__(self, folder: Path, weight: int, size: int) -> None:
        font = instantiateVariableFont(TTFont(folder / FONT), {"wght": weight, "opsz": size})
        self._glyphs, self._names = font.getGlyphSet(), font.getBestCmap()

    def path(self, text: str, x: float, y: float, *, cap: float, widest: float) -> str:
        """The text centred on x, its top at y, its capitals ``cap`` high, squeezed to ``widest``."""
        scale = cap / 670
        advance = 0.0
        places = []
        left, right = 1e9, -1e9
        for letter in text:
            name = self._names[ord(letter)]
            bounds = BoundsPen(self._glyphs)
            self._glyphs[name].draw(bounds)
            x0, _, x1, _ = bounds.bounds
            if places:
                advance = right + 24 - x0
            places.append((name, advance))
            left, right = min(left, advance + x0), max(right, advance + x1)
        across = min(scale, widest / (right - left))
        start = x - across * (left + right) / 2
        drawn = SVGPathPen(self._glyphs, ntos=_short)
        for name, advance in places:
            moved = (across, 0, 0, -scale, start + across * advance, y + cap)
            self._glyphs[name].draw(TransformPen(drawn, moved))
        return f'<path d="{drawn.getCommands()}"/>'


def _short(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")


def suit(name: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    """A suit sign centred on (x, y)."""
    half, scale = size / 2, size / 100
    sign = -1 if turned else 1
    place = f"translate({_short(x - sign * half)} {_short(y - sign * half)}) scale({sign * scale:.3f})"
    return f'<path transform="{place}" d="{SUITS[name]}"/>'


def index(letters: Letters, rank: str, name: str) -> str:
    """Both corners: the large rank, the suit below it."""
    text = "10" if rank == "T" else rank
    corner = letters.path(text, 15, 8, cap=23, widest=21) + suit(name, 15, 43, 17)
    return f'<g>{corner}</g><g transform="rotate(180 50 70)">{corner}</g>'


def court(display: Letters, rank: str) -> str:
    """A court card: the letter large, what it wears above and, turned, below; a frame of two lines."""
    crown = f'<path transform="translate(32 22.5) scale(.9)" d="{COURT[rank]}"/>'
    frame = (
        '<path fill="none" stroke="currentColor" stroke-width="1.2" d="M28 15.5H72V124.5H28Z"/>'
        '<path fill="none" stroke="currentColor" stroke-width=".5" d="M30.2 17.7H69.8V122.3H30.2Z"/>'
    )
    turned = f'<g transform="rotate(180 50 70)">{crown}</g>'
    return frame + crown + turned + display.path(rank, 50, 49, cap=42, widest=33)


def panel(display: Letters, rank: str, name: str) -> str:
    """What lies between the corners."""
    if rank == "A":
        ring = (
            '<circle cx="50" cy="70" r="31" fill="none" stroke="currentColor" stroke-width=".8"/>'
            if name == "s"
            else ""
        )
        return ring + suit(name, 50, 70, 44)
    if rank in COURT:
        return court(display, rank)
    size = 19 if rank in "23456" else 17
    return "".join(suit(name, x, y, size, turned=y > 70) for x, y in PIPS[rank])


def face(letters: Letters, display: Letters, rank: str, name: str) -> str:
    """A full card."""
    return symbol(rank + name, index(letters, rank, name) + panel(display, rank, name))


def compact(letters: Letters, rank: str, name: str) -> str:
    """A small card: what the eye needs at 44 pixels."""
    text = "10" if rank == "T" else rank
    return symbol(f"{rank}{name}-c", letters.path(text, 50, 12, cap=50, widest=68) + suit(name, 50, 106, 46))


def symbol(name: str, inside: str) -> str:
    """One card of the sheet."""
    return f'<symbol id="{name}" viewBox="0 0 100 140" fill="currentColor">{inside}</symbol>'


def back() -> str:
    """The back: a net of diamonds in a frame."""
    net = ""
    for step in range(-130, 230, 10):
        for slope in (1, -1):
            net += _in_the_frame(step, slope)
    frame = '<path fill-rule="evenodd" d="M7 13A6 6 0 0 1 13 7H87A6 6 0 0 1 93 13V127'
    frame += "A6 6 0 0 1 87 133H13A6 6 0 0 1 7 127Z"
    frame += 'M12 14V126A2 2 0 0 0 14 128H86A2 2 0 0 0 88 126V14A2 2 0 0 0 86 12H14A2 2 0 0 0 12 14Z"/>'
    return frame + f'<path fill="none" stroke="currentColor" stroke-width="1.6" d="{net}"/>'


def _in_the_frame(step: float, slope: int) -> str:
    """The part inside 12..88 x 12..128 of the line y = slope (x - 50) + step + 20."""

    def clip(x: float) -> tuple[float, float]:
        y = min(128.0, max(12.0, slope * (x - 50) + step + 20))
        return 50 + (y - step - 20) / slope, y

    (x0, y0), (x1, y1) = clip(12), clip(88)
    if x0 > 88 or x1 < 12 or x1 - x0 < 0.5:
        return ""
    return f"M{_short(x0)} {_short(y0)}L{_short(x1)} {_short(y1)}"


def joker(letters: Letters) -> str:
    """A star, and the word down both sides."""
    word = "".join(
        letters.path(letter, 13, 9 + 15 * n, cap=11.5, widest=13) for n, letter in enumerate("JOKER")
    )
    star = "M50 34L58.5 57.5L83 58.5L63.6 73.5L70.5 97.5L50 83.5L29.5 97.5L36.4 73.5L17 58.5L41.5 57.5Z"
    star = f'<path transform="translate(12 17) scale(.76)" d="{star}"/>'
    return word + f'<g transform="rotate(180 50 70)">{word}</g>' + star


def unknown(letters: Letters) -> str:
    """A card nobody has seen."""
    line = 'fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="5 5"'
    frame = f'<rect x="8" y="8" width="84" height="124" rx="6" {line}/>'
    return frame + letters.path("?", 50, 46, cap=48, widest=50)


def main(folder: Path) -> None:
    """Draw the sheet; say how large it has become."""
    letters, display = Letters(folder, 600, 24), Letters(folder, 500, 60)
    cards = [(rank, name) for name in SUITS for rank in RANKS]
    symbols = [face(letters, display, rank, name) for rank, name in cards]
    symbols += [compact(letters, rank, name) for rank, name in cards]
    for name, drawn in (("back", back()), ("joker", joker(letters)), ("unknown", unknown(letters))):
        symbols += [symbol(name, drawn), symbol(f"{name}-c", drawn)]
    TARGET.write_text('<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n")
    sys.stdout.write(f"{TARGET.name}: {TARGET.stat().st_size} bytes, {len(symbols)} symbols\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
