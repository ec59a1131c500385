"""A round as people look for themselves: by table, by first name, byes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.exchange.csv_out import write_csv
from tournaments.models.tournament import Match, Round, RoundBye
from tournaments.selectors.match_page import STATE_KINDS
from tournaments.selectors.scores import score
from tournaments.selectors.short_names import first_names, sorting_key
from tournaments.selectors.sides import Person, Sides, name_of
from tournaments.selectors.withheld import state_words

Seat = tuple[Person, Match | None]


def matches_of(round: Round) -> list[Match]:
    """A round's matches in order of their tables, with their sides: two queries."""
    return in_order(round.matches.prefetch_related("sides"))


def in_order(matches: Iterable[Match]) -> list[Match]:
    """Matches by their tables, those without one last."""
    return sorted(
        matches, key=lambda match: (match.table_number is None, match.table_number or 0, match.order)
    )


def by_table(matches: Iterable[Match], sides: Sides) -> list[dict[str, Any]]:
    """Pairings as `components/_pairings.html` takes them."""
    return [_pairing(match, sides) for match in matches]


def _pairing(match: Match, sides: Sides) -> dict[str, Any]:
    halves = [
        {
            "name": name_of(sides, str(side.entry_id)),
            "deals": side.index == match.first_dealer and match.state == Match.State.NONE,
        }
        for side in match.sides.all()
    ]
    return {
        "table": match.table_number,
        "href": reverse("match", args=[match.pk]),
        "left": halves[0] if halves else {"name": "–"},
        "right": halves[1] if len(halves) > 1 else None,
        "seats": halves if len(halves) > 2 else [],
        "state": "" if match.state == Match.State.ACCEPTED else state_words(match),
        "state_kind": "closed" if match.is_in else STATE_KINDS[match.state],
        "score": score(result_numbers(match)),
        "note": _("Adjourned: it goes on another time.") if match.is_adjourned and match.is_open else "",
    }


def result_numbers(match: Match, first: int = 0) -> list[int]:
    """The points of a counted match, its games where there were several; nothing while it is open.

    Of two sides, `first` stands first.
    """
    if not match.is_counted or match.state == Match.State.FORFEIT:
        return []
    games, points = match.summary.get("games_won") or [], match.summary.get("points") or []
    numbers = games if sum(games) > 1 or len(match.summary.get("games") or []) > 1 else points
    return numbers[::-1] if first == 1 and len(numbers) == 2 else numbers


def byes_of(round: Round, sides: Sides) -> list[dict[str, Any]]:
    """Who has no opponent in the round, and what it gives."""
    return [
        {
            "name": name_of(sides, str(bye.entry_id)),
            "side": str(bye.entry_id),
            "kind": bye.kind,
            "points": bye.points,
            "words": bye_words(bye),
        }
        for bye in round.byes.order_by("entry__number")
    ]


def bye_words(bye: RoundBye) -> str:
    """What a round without an opponent is and gives."""
    if not bye.points:
        return _("Not here this round")
    return _("Bye: %(points)s game points") % {"points": bye.points}


# ---------------------------------------------------------------- by first name


def by_name(matches: Iterable[Match], sides: Sides, byes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every person with the table, by first name; same first names get a letter of the next name."""
    seats: list[Seat] = [
        (person, match)
        for match in matches
        for side in match.sides.all()
        if str(side.entry_id) in sides
        for person in sides[str(side.entry_id)].persons
    ]
    seats += [(person, None) for bye in byes if bye["side"] in sides for person in sides[bye["side"]].persons]
    shown = first_names([person.name for person, _match in seats])
    found = [
        {
            "name": name,
            "full": person.name,
            "table": match.table_number if match else None,
            "href": reverse("match", args=[match.pk]) if match else None,
        }
        for name, (person, match) in zip(shown, seats, strict=True)
    ]
    return sorted(found, key=lambda seat: (sorting_key(seat["name"]), sorting_key(seat["full"])))


# ---------------------------------------------------------------- as JSON and CSV


def round_json(
    round: Round, matches: Iterable[Match], sides: Sides, byes: list[dict[str, Any]]
) -> dict[str, Any]:
    """A round with its matches and byes."""
    return {
        "stage": round.stage.number,
        "number": round.number,
        "state": round.state,
        "published_at": round.published_at.isoformat() if round.published_at else None,
        "matches": [match_json(match, sides) for match in matches],
        "byes": [{key: bye[key] for key in ("side", "name", "kind", "points")} for bye in byes],
    }


def match_json(match: Match, sides: Sides) -> dict[str, Any]:
    """A match as a round's list has it; the result once it counts."""
    known = match.summary if match.is_counted else {}
    return {
        "id": str(match.pk),
        "table": match.table_number,
        "sides": [
            {"id": str(side.entry_id), "name": name_of(sides, str(side.entry_id))}
            for side in match.sides.all()
        ],
        "first_dealer": match.first_dealer,
        "state": match.state,
        **({"withheld": True, "in": match.is_in} if match.is_veiled else {}),
        **{key: known.get(key) for key in ("points", "games_won", "winner")},
    }


def round_csv(matches: Iterable[Match], sides: Sides, byes: list[dict[str, Any]]) -> bytes:
    """A round's pairings as a file: table, its sides, state, result."""
    seated = [
        (match, [name_of(sides, str(side.entry_id)) for side in match.sides.all()]) for match in matches
    ]
    most = max((len(names) for _match, names in seated), default=2)
    rows: list[list[Any]] = []
    for match, names in seated:
        empty = [None] * (max(most, 2) - len(names))
        rows.append([match.table_number, *names, *empty, state_words(match), score(result_numbers(match))])
    rows += [[None, bye["name"], *[None] * (max(most, 2) - 1), bye["words"], None] for bye in byes]
    places = [_("Left"), _("Right")]
    if most > 2:
        places = [_("Seat %(number)s") % {"number": number} for number in range(1, most + 1)]
    return write_csv([_("Table"), *places, _("State"), _("Result")], rows)
