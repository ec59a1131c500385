"""The open rounds of a league at the desk: who still has to play whom, and by when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models.tournament import Match, Round, Stage


def open_rounds(
    stage: Stage, names: Mapping[str, str], today: date, href: Callable[[Match], str]
) -> list[dict[str, Any]]:
    """The rounds that are out and not closed, oldest first, with their matches."""
    rows = stage.rounds.filter(state=Round.State.PUBLISHED).prefetch_related("matches__sides")
    return [_round(row, names, today, href) for row in rows.order_by("number")]


def _round(row: Round, names: Mapping[str, str], today: date, href: Callable[[Match], str]) -> dict[str, Any]:
    matches = list(row.matches.all())
    left = sum(match.is_open for match in matches)
    words = ngettext("%(count)s match is open", "%(count)s matches are open", left) % {"count": left}
    return {
        "number": row.number,
        "play_by": row.play_by,
        "open": left,
        "words": words if left else _("Everything is in"),
        "matches": [_match(match, row, names, today, href) for match in matches],
    }


def _match(
    match: Match, row: Round, names: Mapping[str, str], today: date, href: Callable[[Match], str]
) -> dict[str, Any]:
    last_day = match.play_by or row.play_by
    return {
        "href": href(match),
        "names": " – ".join(names.get(str(side.entry_id), "–") for side in match.sides.all()),
        "state": match.get_state_display(),
        "detail": _("Put off until %(day)s") % {"day": day_words(match.play_by)} if match.play_by else "",
        "late": match.is_open and last_day is not None and last_day < today,
    }


def day_words(day: date | None) -> str:
    """A day in the reader's words."""
    return date_format(day, "DATE_FORMAT") if day is not None else ""
