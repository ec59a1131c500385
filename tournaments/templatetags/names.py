"""Names where there is little room: a long word may be parted by a hyphen, never cut."""

from __future__ import annotations

import re

from django import template
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString

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


@register.filter
def by_person(name: str) -> SafeString:
    """The name of a pair in pieces that stay whole while there is room: it breaks at its "&" first."""
    people = name.split(" & ")
    if len(people) == 1:
        return escape(name)
    ends = [f"{person} &" for person in people[:-1]] + people[-1:]
    return format_html_join(" ", '<span class="one-person">{}</span>', ((each,) for each in ends))


def _parted(word: str) -> str:
    return word if len(word) <= LONGEST else JOINTS.sub(SOFT_HYPHEN, word)
