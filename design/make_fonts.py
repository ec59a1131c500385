"""Cuts the product's one type family into the small files in ``static/fonts``.

Source: Source Serif 4 (SIL Open Font License 1.1), the variable files of the npm package
``@fontsource-variable/source-serif-4``. The cut keeps the weights 400-700 and drops hinting. The licence
reserves the name "Source" for unchanged files, so ours are called "Club Serif", inside the files as well.

    npm install @fontsource-variable/source-serif-4
    pip install fonttools brotli
    python design/make_fonts.py node_modules/@fontsource-variable/source-serif-4/files
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FONTS = Path(__file__).parent.parent / "static" / "fonts"
PUNCTUATION = [
    *(0x131, 0x152, 0x153, 0x2009, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E),
    *(0x2020, 0x2022, 0x2026, 0x202F, 0x2030, 0x2039, 0x203A, 0x20AC, 0x2122, 0x2212),
]
CUTS = {
    "latin": [*range(0x20, 0x7F), *range(0xA0, 0x100), *PUNCTUATION],
    "latin-ext": [*range(0x100, 0x250), *range(0x2C7, 0x2DE), *range(0x300, 0x329), *range(0x1E00, 0x1F00)],
    "cyrillic": [*range(0x400, 0x530), 0x2116],
    "cyrillic-ext": [*range(0x400, 0x530)],
}
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "liga", "frac"]


def cut(source: Path, target: Path, characters: list[int]) -> None:
    """Write the characters of one source file, weights 400-700, as woff2."""
    font = instantiateVariableFont(TTFont(source), {"wght": (400, 700)})
    for glyph in font.getGlyphOrder():
        font["gvar"].variations.setdefault(glyph, [])
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = FEATURES
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6):
            name = "ClubSerif" if record.nameID == 6 else "Club Serif"
            font["name"].setName(name, record.nameID, record.platformID, record.platEncID, record.langID)
    font.flavor = "woff2"
    font.save(target)


def main(folder: Path) -> None:
    """Cut every file; say how large each has become."""
    for script, characters in CUTS.items():
        target = FONTS / f"club-serif-{script}.woff2"
        cut(folder / f"source-serif-4-{script}-wght-normal.woff2", target, characters)
        sys.stdout.write(f"{target.name}: {target.stat().st_size} bytes\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
