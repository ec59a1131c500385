"""Scores and gains inside sentences: they read from left to right also where the words around them do not.

A cell that holds nothing else needs none of this: there the style `num` does the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import get_language_bidi

ISOLATE, END = "\u2066", "\u2069"


def score(numbers: Iterable[object]) -> str:
    """ "125–87", for a cell of its own."""
    return "–".join(map(str, numbers))


def score_said(numbers: Iterable[object]) -> str:
    """ "125–87" as it stands in a sentence."""
    return from_left(score(numbers))


def scores_said(games: Iterable[Iterable[object]]) -> str:
    """ "125–87, 100–125" of several games, as they stand in a sentence."""
    return ", ".join(map(score_said, games))


def signed(number: int) -> str:
    """ "+11" or "−3" as it stands in a sentence."""
    return from_left(f"{number:+d}".replace("-", "−"))


def from_left(text: str) -> str:
    """The text kept together from left to right where the page runs from right to left."""
    return f"{ISOLATE}{text}{END}" if get_language_bidi() else text
