"""What may go wrong at a table, for everybody who plays: in plain words, by group."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from tournaments.engine.irregularities import CATALOGUE, GROUPS, Irregularity


def by_group(kinds: Iterable[Irregularity]) -> list[tuple[str, list[Irregularity]]]:
    """The irregularities under the title of their group."""
    order = list(GROUPS)
    ordered = sorted(kinds, key=lambda kind: order.index(kind.group))
    return [(_(GROUPS[group]), list(each)) for group, each in groupby(ordered, key=lambda kind: kind.group)]


def happenings() -> list[dict[str, Any]]:
    """All of them with what the rules say."""
    return [
        {
            "title": title,
            "kinds": [{"code": each.code, "words": _(each.words), "says": _(each.says)} for each in kinds],
        }
        for title, kinds in by_group(CATALOGUE)
    ]
