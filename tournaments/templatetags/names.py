"""Names where there is little room: a long word may be parted by a hyphen, never cut."""

from __future__ import annotations

import re

from django import template

register = template.Library()

SOFT_HYPHEN = "\u00ad"
LONGEST = 11
"""Letters of a word that holds in half of a phone's width as it is."""
VOWELS = "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœăîıőű" + "аеёиоуыэюяөү"
CONSONANT = rf"[^\W\d_{VOWELS}{VOWELS.upper()}]"
VOWEL = f"[{VOWELS}]"
# Between two vowels the last consonant begins what comes after: Feather-stone.
JOINTS = re.compile(rf"(?<=\w\w\w)(?={CONSONANT}{VOWEL}\w)", re.IGNORECASE)
SCRIPTS = re.compile(r"[\u0041-\u024f\u0400-\u04ff]+")


@register.filter
def parted(name: str) -> str:
    """A name whose long words (Latin, Cyrillic) carry hyphens that show only where one breaks."""
    return SCRIPTS.sub(lambda word: _parted(word[0]), name)


def _parted(word: str) -> str:
    return word if len(word) <= LONGEST else JOINTS.sub(SOFT_HYPHEN, word)
