"""Rows and states as the API's JSON. Public names alone, unless who asks runs the event."""

from __future__ import annotations

from typing import Any

from games.engine.results import HandResult
from scoring.options import options_from_wire, options_to_wire
from scoring.sheets.sheet import GameSheet, MatchSheet, OpenPlace, Place
from tournaments.engine.match import Line, MatchState
from tournaments.engine.match.entering import places_waiting
from tournaments.models.club import Club
from tournaments.models.tournament import Entry, Match, Publication, Round, Stage, StandingLine, Tournament
from tournaments.selectors.rulings_in_words import rulings_json
from tournaments.selectors.withheld import Veil


def club(row: Club) -> dict[str, Any]:
    """A club."""
    return {"slug": row.slug, "name": row.name, "zone": row.zone}


def tournament(row: Tournament) -> dict[str, Any]:
    """A tournament with its stages."""
    return {
        "id": str(row.pk),
        "club": row.club.slug,
        "slug": row.slug,
        "name": row.name,
        "state": row.state,
        "starts_at": row.starts_at.isoformat(),
        "zone": row.zone,
        "side_size": row.side_size,
        "live_standings": row.live_standings,
        "results": row.results,
        "acceptance": row.acceptance,
        "correction_minutes": row.correction_minutes,
        "version": row.version,
        "stages": [stage(each) for each in row.stages.all()],
    }


def stage(row: Stage) -> dict[str, Any]:
    """A stage."""
    return {
        "number": row.number,
        "format": row.format,
        "rounds": row.rounds_planned,
        "rules": row.rules,
        "tiebreaks": row.tiebreaks,
        "standings": options_to_wire(options_from_wire(row.standings_options)),
        "format_options": row.format_options,
        "cut": row.cut,
    }


def entry(row: Entry, *, private: bool = False) -> dict[str, Any]:
    """A side; `private` shows the names to those who run the event."""
    return {
        "id": str(row.pk),
        "number": row.number,
        "name": row.name if private else row.public_name,
        "persons": [
            {"id": str(person.pk), "name": person.name if private else person.public_name}
            for person in row.people
        ],
        "seed": row.seed,
        "start_points": row.start_points,
        "status": row.status,
        "from_round": row.from_round,
        "checked_in": row.checked_in,
        "house": row.is_house,
    }


def round(row: Round, veil: Veil, *, private: bool = False) -> dict[str, Any]:
    """A round with its matches and byes. The reasons of its draw are the director's."""
    shown = {
        "stage": row.stage.number,
        "number": row.number,
        "state": row.state,
        "published_at": row.published_at.isoformat() if row.published_at else None,
        "matches": [match_line(each, private=private) for each in veil.over(row.matches.all())],
        "byes": [
            {"side": str(bye.entry_id), "name": side_name(bye.entry, private=private), "kind": bye.kind,
             "points": bye.points}
            for bye in row.byes.all()
        ],
    }  # fmt: skip
    return {**shown, "seed": row.seed, "notes": row.notes} if private else shown


def match_line(row: Match, *, private: bool = False) -> dict[str, Any]:
    """A match as a list shows it."""
    shown = {
        "id": str(row.pk),
        "table": row.table_number,
        "sides": [
            {"id": str(side.entry_id), "name": side_name(side.entry, private=private)}
            for side in row.sides.all()
        ],
        "first_dealer": row.first_dealer,
        "state": row.state,
        "version": row.version,
        **({"withheld": True, "in": row.is_in} if row.is_veiled else {}),
        **{
            key: row.summary.get(key)
            for key in ("points", "hands_won", "games_won", "winner", "over", "score_only")
        },
    }
    return {**shown, "reasons": row.reasons} if private else shown


def side_name(row: Entry, *, private: bool) -> str:
    """A side's name for this reader."""
    return row.name if private else row.public_name


def match(row: Match, state: MatchState, *, hands: bool, private: bool = False) -> dict[str, Any]:
    """A match with its sheet. `hands`: may the reader know of single hands (counted, or he sits there)?"""
    waiting = [] if not state.is_open else places_waiting(state)
    return {
        **match_line(row, private=private),
        "version": state.version,
        "state": state.status,
        "rules": state.started.rules,
        "sheet": sheet(state.sheet) if hands else None,
        "waiting": [open_place(each) for each in waiting],
        "hands": [
            {"place": place(line.place), "hand": line.hand, "sides": list(sides_of(state, line)),
             **result(line.result)} for line in state.lines
        ] if hands else None,
        "rulings": rulings_json(state, notes=private) if hands else None,
    }  # fmt: skip


def place(at: Place) -> dict[str, int]:
    """A place on the sheet."""
    return {"game": at.game, "deal": at.deal, "board": at.board}


def open_place(at: OpenPlace) -> dict[str, Any]:
    """A place that waits for its hand: who deals there, which sides meet (by seat), and who of each."""
    return {
        **place(at.place), "dealer": at.dealer, "sides": list(at.sides), "persons": list(at.persons),
    }  # fmt: skip


def sides_of(state: MatchState, line: Line) -> tuple[int, ...]:
    """The sides of a hand in the order of its seats, which its lists go by."""
    return line.seats or tuple(range(len(state.started.sides)))


def result(of: HandResult) -> dict[str, Any]:
    """How a hand ended."""
    return {
        "outcome": of.outcome,
        "knocker": of.knocker,
        "winner": of.winner,
        "deadwood": None if of.deadwood is None else list(of.deadwood),
        "winners": list(of.winners) or ([] if of.winner is None else [of.winner]),
        "points": list(of.points),
        "verified": of.verified,
        "fidelity": of.fidelity,
    }


def sheet(of: MatchSheet) -> dict[str, Any]:
    """A score sheet."""
    return {
        "games": [_game(game) for game in of.games],
        "games_won": list(of.games_won),
        "over": of.over,
        "winner": of.winner,
        "unused": len(of.unused),
    }


def _game(of: GameSheet) -> dict[str, Any]:
    return {
        "number": of.number,
        "given": of.given,
        "over": of.over,
        "hands_won": list(of.hands_won),
        "lines": [
            {
                "deal": line.deal,
                "dealer": line.dealer,
                "points": list(line.points),
                "boxes": list(line.boxes),
                "running": list(line.running),
                "columns": list(line.columns),
            }
            for line in of.lines
        ],
        "columns": [
            {
                "hand_points": list(column.hand_points),
                "boxes": list(column.boxes),
                "closed": column.closed,
                "winner": column.winner,
                "shutout": column.shutout,
                "game_bonus": list(column.game_bonus),
                "box_points": list(column.box_points),
                "grand_totals": list(column.grand_totals),
            }
            for column in of.columns
        ],
    }


def live_line(row: StandingLine, *, private: bool = False) -> dict[str, Any]:
    """A line of the live standings with the side's name."""
    return {**row.line, "name": side_name(row.entry, private=private)}


def publication(row: Publication, names: dict[str, str]) -> dict[str, Any]:
    """Published standings as they hung."""
    return {
        "number": row.number,
        "stage": row.stage.number,
        "round": row.round,
        "final": row.final,
        "as_of": row.as_of,
        "published_at": row.published_at.isoformat(),
        "withdrawn_at": row.withdrawn_at.isoformat() if row.withdrawn_at else None,
        "lines": [{**line, "name": names.get(line["side"], "")} for line in row.lines],
    }
