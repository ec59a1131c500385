"""Scores within a sentence."""

from __future__ import annotations

import re

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# "150–87", "4–23–11".
SCORE = re.compile(r"[+−]?\d+(?:–\d+)+")


@register.filter
def unbroken(sentence: str) -> SafeString:
    """A sentence whose scores are never parted at the end of a line: "150–87" is one word to the eye."""
    return mark_safe(SCORE.sub(r'<span class="num">\g<0></span>', conditional_escape(sentence)))  # noqa: S308 (escaped)
