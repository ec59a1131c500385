"""Text as people's files hold it: names folded into one form, and what is no name at all."""

from __future__ import annotations

import re
import unicodedata

LONGEST_NAME = 80
INVISIBLE = dict.fromkeys(
    map(
        ord,
        "\u200b\u2060\ufeff\u00ad\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    )
)
"""Marks that only turn or hide text. The joiners U+200C and U+200D belong to names in several scripts and
stay.
"""
SPACES = re.compile(r"\s+")
FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""What a spreadsheet may take for the beginning of a formula, in full width too."""


def clean(text: str) -> str:
    """One form of a text: NFC, no invisible marks, trimmed, any run of spaces and line ends one space."""
    return SPACES.sub(" ", unicodedata.normalize("NFC", text).translate(INVISIBLE)).strip()


def name_key(name: str) -> str:
    """What two spellings of one name have in common (`Player.key`): case, width, spaces, invisible marks and
    composed letters set aside. "  ANN  Lee" and "Ann Lee" are one person.
    """
    folded = unicodedata.normalize("NFKC", clean(name)).casefold()
    return unicodedata.normalize("NFC", SPACES.sub(" ", folded)).strip()


def has_controls(text: str) -> bool:
    """Does it hold control characters that are no white space, or letters that could not be read?"""
    return any(each == "\ufffd" or _is_control(each) for each in text)


def _is_control(letter: str) -> bool:
    return unicodedata.category(letter) == "Cc" and not letter.isspace()


def looks_like_formula(text: str) -> bool:
    """Would a spreadsheet calculate it?"""
    return text.lstrip().startswith(FORMULA) or text[:1] in ("\t", "\r")


def has_letters(text: str) -> bool:
    """Is there a letter in it, of any script?"""
    return any(unicodedata.category(each).startswith("L") for each in text)


def uncover(text: str) -> str:
    """A text without the apostrophe a safe export put before it."""
    return text[1:] if text.startswith("'") and looks_like_formula(text[1:]) else text
