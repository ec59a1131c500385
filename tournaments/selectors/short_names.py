"""What people are called where space is short, and the one order of names."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence


def first_names(names: Sequence[str]) -> list[str]:
    """How people are called: the first name, with a letter where it is shared, whole where that is shared."""
    first = [name.split()[0] if name.split() else name for name in names]
    lettered = [_with_letter(name) for name in names]
    alone, apart = Counter(map(str.casefold, first)), Counter(map(str.casefold, lettered))
    return [
        one if alone[one.casefold()] == 1 else letter if apart[letter.casefold()] == 1 else whole
        for one, letter, whole in zip(first, lettered, names, strict=True)
    ]


def _with_letter(name: str) -> str:
    words = name.split()
    return f"{words[0]} {words[-1][0]}." if len(words) > 1 else name


def sorting_key(name: str) -> str:
    """One order of names for every list: without accents and capitals."""
    parted = unicodedata.normalize("NFKD", name)
    return "".join(sign for sign in parted if not unicodedata.combining(sign)).casefold()
