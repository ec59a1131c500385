"""Names that are likely those of one person: typed with another case, accent, order of words or one slip."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

Why = Literal["letters", "order", "slip"]
SHORTEST = 5
"""Names of fewer letters are a slip apart too often: Bo is not Jo."""
MOST_ALIKE = 12
"""So many names alike are a family or a list of numbers, no slip."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Two names, by their keys: the same `letters`, the same words in another `order`, or one `slip`."""

    one: str
    other: str
    why: Why


def plain_letters(name: str) -> str:
    """A name without case, accents, marks and more than single blanks: "Zoë  O'Neill" is "zoe oneill"."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    letters = (each for each in parts if each.isalnum() or each.isspace())
    return " ".join("".join(letters).split())


def likely_pairs(names: Mapping[str, str]) -> list[Alike]:
    """The pairs of keys whose names are alike, each once, the surest first. About n times the letters.

    A slip is one letter more, less, other, or two swapped: names that become equal with at most one letter
    of each left out. Names with digits are told apart by them and are never a slip.
    """
    plain = {key: plain_letters(name) for key, name in names.items()}
    found: dict[tuple[str, str], Why] = {}
    for why, groups in (
        ("letters", _grouped((text.replace(" ", ""), key) for key, text in plain.items())),
        ("order", _grouped((" ".join(sorted(text.split())), key) for key, text in plain.items())),
        ("slip", _grouped((short, key) for key, text in plain.items() for short in _shortened(text))),
    ):
        for pair in _pairs(groups):
            found.setdefault(pair, why)  # type: ignore[arg-type]
    order = ("letters", "order", "slip")
    pairs = sorted(found.items(), key=lambda each: (order.index(each[1]), plain[each[0][0]], each[0]))
    return [Alike(one, other, why) for (one, other), why in pairs]


def _shortened(text: str) -> Iterator[str]:
    """The name, and it with each of its letters left out."""
    letters = text.replace(" ", "")
    if len(letters) < SHORTEST or any(each.isdigit() for each in letters):
        return
    yield letters
    yield from (letters[:at] + letters[at + 1 :] for at in range(len(letters)))


def _grouped(keyed: Iterable[tuple[str, str]]) -> Iterable[list[str]]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for text, key in keyed:
        if text and key not in groups[text]:
            groups[text].append(key)
    return groups.values()


def _pairs(groups: Iterable[list[str]]) -> Iterator[tuple[str, str]]:
    for group in groups:
        if 1 < len(group) <= MOST_ALIKE:
            yield from (tuple(sorted(pair)) for pair in combinations(group, 2))  # type: ignore[misc]
