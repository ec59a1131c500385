"""Until when the results of a round are corrected by the director alone."""

from __future__ import annotations

from typing import Any

from tournaments.engine.correction_window import Window, window_of
from tournaments.models.tournament import Match, Publication, Round


def window_for(row: Round) -> Window:
    """The window of a round as its rows tell it."""
    rows = Publication.objects.filter(stage_id=row.stage_id, round__gte=row.number)
    return window_of(
        closed_at=row.closed_at,
        shown=rows.values_list("published_at", "withdrawn_at") if row.closed_at else (),
        minutes=row.stage.tournament.correction_minutes,
    )


def corrections_json(match: Match, now: Any) -> dict[str, Any]:
    """For programs: until when, and whether both sides are asked by now."""
    window = window_for(match.round)
    return {"until": window.until, "both_sides": window.is_over(now)}
