"""A knock-out's bracket as everybody may see it: rounds that are out, results that count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import logs
from tournaments.engine import tournament
from tournaments.engine.field import Meeting
from tournaments.engine.formats import KNOCKOUT
from tournaments.engine.formats.bracket import Bracket, Place
from tournaments.exchange.csv_out import write_csv
from tournaments.models.tournament import Match, Round, Stage
from tournaments.selectors.sides import Sides, name_of
from tournaments.selectors.withheld import Veil, state_words

Rows = Mapping[str, Match]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A bracket with the rows of its matches by id."""

    bracket: Bracket
    rows: Rows


def has_bracket(stage: Stage) -> bool:
    """Is this stage played in a bracket?"""
    return stage.format == KNOCKOUT.key


def drawn_bracket(stage: Stage, veil: Veil) -> Drawn:
    """The bracket as far as it is out, with the results that are not under the veil."""
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT)
    rows = {str(row.pk): row for row in veil.over(matches.prefetch_related("sides"))}
    winners = {
        match: row.summary["winner"]
        for match, row in rows.items()
        if row.is_counted and row.summary.get("winner") is not None
    }
    _version, state = logs.tournament_at(stage.tournament_id)
    return Drawn(bracket=tournament.bracket_in(state, stage.number, winners), rows=rows)


def bracket_table(drawn: Drawn, sides: Sides) -> dict[str, Any] | None:
    """The bracket as `tournaments/public/_bracket.html` takes it; None before its first round is out."""
    if not drawn.bracket.rounds:
        return None
    count = len(drawn.bracket.rounds)
    third = drawn.bracket.third
    return {
        "rounds": [
            {
                "words": round_words(count - number),
                "places": [_place(place, drawn.rows, sides) for place in places],
            }
            for number, places in enumerate(drawn.bracket.rounds, start=1)
        ],
        "third": _third(third, drawn.rows, sides) if third is not None else None,
        "winner": name_of(sides, drawn.bracket.winner) if drawn.bracket.winner else "",
    }


def round_words(left: int) -> str:
    """A round by what is left to play after it: 0 is the final."""
    named = {0: _("Final"), 1: _("Semi-finals"), 2: _("Quarter-finals")}
    return named.get(left) or _("Round of %(sides)s") % {"sides": 2 ** (left + 1)}


def _place(place: Place, rows: Rows, sides: Sides) -> dict[str, Any]:
    if place.walkover and place.sides == (None, None):
        return {"sides": [], "empty": True}
    row = rows.get(place.match)
    halves = [_half(side, index, place, row, sides) for index, side in enumerate(place.sides)]
    return {
        "sides": halves,
        "href": reverse("match", args=[row.pk]) if row else "",
        "state": _state(place, row),
    }


def _half(side: str | None, index: int, place: Place, row: Match | None, sides: Sides) -> dict[str, Any]:
    if side is None:
        words = (
            _("rests")
            if place.walkover and place.round == 1
            else _("nobody")
            if place.walkover
            else _("open")
        )
        return {"name": "", "words": words}
    return {
        "name": name_of(sides, side),
        "won": side == place.winner,
        "score": _score(row, index),
        "words": "",
    }


def _third(third: Meeting, rows: Rows, sides: Sides) -> dict[str, Any]:
    return _place(_third_place(third), rows, sides)


def _third_place(third: Meeting) -> Place:
    return Place(
        round=third.round, number=0, sides=(third.sides[0], third.sides[1]), match=third.match,
        winner=third.winners[0] if third.winners else None,
    )  # fmt: skip


def _state(place: Place, row: Match | None) -> str:
    if place.walkover:
        return _("without a match") if place.winner and place.round > 1 else ""
    if row is None or row.state == Match.State.ACCEPTED:
        return ""
    return state_words(row)


def _score(row: Match | None, index: int) -> str:
    """Games where there were several, else points; of a match that counts alone."""
    if row is None or not row.is_counted or row.state == Match.State.FORFEIT:
        return ""
    games, points = row.summary.get("games_won") or [], row.summary.get("points") or []
    found = games if len(row.summary.get("games") or []) > 1 else points
    return str(found[index]) if index < len(found) else ""


def bracket_json(drawn: Drawn, sides: Sides) -> dict[str, Any]:
    """The bracket for programs: places by round, sides by id and name."""
    bracket = drawn.bracket

    def side(key: str | None) -> dict[str, str] | None:
        return None if key is None else {"id": key, "name": name_of(sides, key)}

    return {
        "rounds": [
            [
                {"number": place.number, "sides": [side(each) for each in place.sides],
                 "winner": place.winner, "match": place.match or None, "walkover": place.walkover}
                for place in places
            ]
            for places in bracket.rounds
        ],
        "third_place": None if bracket.third is None else {
            "sides": [side(each) for each in bracket.third.sides], "match": bracket.third.match,
            "winner": bracket.third.winners[0] if bracket.third.winners else None,
        },
        "winner": bracket.winner,
    }  # fmt: skip


def bracket_csv(drawn: Drawn, sides: Sides) -> bytes:
    """A line a place, by round; the match for third place last."""
    places = [(str(place.round), place) for each in drawn.bracket.rounds for place in each]
    if drawn.bracket.third is not None:
        places.append((_("Third place"), _third_place(drawn.bracket.third)))
    rows = [_csv_row(words, place, drawn.rows, sides) for words, place in places]
    headings = [_("Round"), _("Place"), _("Left"), _("Right"), _("Winner"), _("Score left"), _("Score right")]
    return write_csv(headings, rows)


def _csv_row(words: str, place: Place, rows: Rows, sides: Sides) -> list[str | int | None]:
    row = rows.get(place.match)
    names = [None if side is None else name_of(sides, side) for side in place.sides]
    winner = name_of(sides, place.winner) if place.winner else None
    return [words, place.number + 1, *names, winner, *(str(_score(row, index)) for index in range(2))]
