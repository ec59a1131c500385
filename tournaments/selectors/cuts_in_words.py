"""A cut and a group in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.cuts import Cut

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def group_words(group: int | None) -> str:
    """ "Group A"; nothing where there are no groups."""
    return "" if group is None else _("Group %(letter)s") % {"letter": LETTERS[group]}


def cut_words(cut: Cut) -> str:
    """ "The best 8 go on"."""
    if cut.kind == "quarter":
        return _("A quarter goes on, rounded up.")
    if cut.kind == "of_group":
        words = ngettext(
            "The best of each group goes on.", "The best %(count)s of each group go on.", cut.count
        )
        return words % {"count": cut.count}
    return ngettext("The best goes on.", "The best %(count)s go on.", cut.count) % {"count": cut.count}
