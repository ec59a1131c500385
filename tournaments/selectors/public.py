"""What everybody may see of a club and its tournaments."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models.tournament import Match, Round, RoundBye, Stage, Tournament

BADGES = {
    Tournament.State.DRAFT: "draft",
    Tournament.State.OPEN: "published",
    Tournament.State.RUNNING: "running",
    Tournament.State.FINISHED: "closed",
}
STATES = {
    Match.State.NONE: "plain",
    Match.State.PLAYING: "running",
    Match.State.ENTERED: "provisional",
    Match.State.ACCEPTED: "published",
    Match.State.DISPUTED: "wrong",
    Match.State.CORRECTED: "published",
    Match.State.FORFEIT: "closed",
    Match.State.VOID: "closed",
}


def by_time(rows: QuerySet[Tournament]) -> list[dict[str, Any]]:
    """Tournaments under three heads: tonight and running, to come, over."""
    heads = (
        (_("Running"), (Tournament.State.RUNNING,), "-starts_at"),
        (_("Coming"), (Tournament.State.OPEN, Tournament.State.DRAFT), "starts_at"),
        (_("Finished"), (Tournament.State.FINISHED,), "-starts_at"),
    )
    found = [
        {"words": words, "rows": [event(row) for row in rows.filter(state__in=states).order_by(order)]}
        for words, states, order in heads
    ]
    return [head for head in found if head["rows"]]


def event(row: Tournament) -> dict[str, Any]:
    """A tournament as a list shows it."""
    return {
        "name": row.name,
        "href": address(row),
        "starts_at": row.starts_at,
        "state": row.get_state_display(),
        "badge": BADGES[Tournament.State(row.state)],
        "kind": _("Partnership") if row.side_size == 2 else _("Singles"),
    }


def address(row: Tournament, name: str = "tournament", **more: Any) -> str:
    """The address of one of a tournament's pages."""
    return reverse(name, kwargs={"club": row.club.slug, "slug": row.slug, **more})


def shown_rounds(stage: Stage) -> list[Round]:
    """The rounds that are out."""
    return list(stage.rounds.exclude(state=Round.State.DRAFT).order_by("number"))


def matches_of(round: Round) -> list[Match]:
    """A round's matches with names, by table."""
    rows = round.matches.prefetch_related("sides__entry__persons__player").order_by("table_number", "order")
    return list(rows)


def pairings(matches: list[Match], byes: list[RoundBye]) -> list[dict[str, Any]]:
    """Matches for the list of pairings, byes last."""
    shown = [_pairing(match) for match in matches]
    shown += [
        {"table": "", "left": {"name": bye.entry.public_name}, "right": None, "bye_words": bye_words(bye)}
        for bye in byes
    ]
    return shown


def byes_of(round: Round) -> list[RoundBye]:
    """A round's byes with names."""
    return list(round.byes.prefetch_related("entry__persons__player").select_related("entry"))


def bye_words(bye: RoundBye) -> str:
    """A bye, or an absence that gives nothing."""
    return _("has a bye") if bye.points else _("is not here")


def _pairing(match: Match) -> dict[str, Any]:
    left, right = list(match.sides.all())[:2]
    points = match.summary.get("points") or [0, 0]
    begun = match.state != Match.State.NONE
    return {
        "table": match.table_number,
        "href": reverse("match", kwargs={"pk": match.pk}),
        "left": _seat(left, points[0] if begun else None, deals=match.first_dealer == 0),
        "right": _seat(right, points[1] if begun else None, deals=match.first_dealer == 1),
        "state": match.get_state_display() if begun else "",
        "state_kind": STATES[Match.State(match.state)],
    }


def _seat(side: Any, points: int | None, *, deals: bool) -> dict[str, Any]:
    return {"name": side.entry.public_name, "detail": "" if points is None else points, "deals": deals}


def seats_by_name(matches: list[Match]) -> list[dict[str, Any]]:
    """Where everybody sits, by first name as people look for themselves; same first names get a letter of the next."""
    seats = [
        (person.player.public_name, match.table_number)
        for match in matches
        for side in match.sides.all()
        for person in side.entry.persons.all()
    ]
    firsts = Counter(name.split()[0].casefold() for name, _table in seats if name.split())
    return [
        {"name": _called(name, firsts), "table": table}
        for name, table in sorted(seats, key=lambda seat: seat[0].casefold())
    ]


def _called(name: str, firsts: Counter[str]) -> str:
    words = name.split()
    if len(words) < 2 or firsts[words[0].casefold()] < 2:
        return words[0] if words else name
    return f"{words[0]} {words[-1][0]}."
