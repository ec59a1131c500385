"""What if, for programs: the same facts as the pages show, as JSON and as rows of a CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.results import HandResult
from games.engine.rulesets import RuleSet, write_rules
from games.models.player import Player
from scoring.lines import Line, line_to_wire
from scoring.numbers import Number, number_to_wire
from scoring.season import SeasonLine
from scoring.sheets.sheet import Place
from scoring.what_if import RescoredGame, RescoredHand
from tournaments.engine.what_if import MatchWhatIf, PairedWhatIf, SeasonWhatIf, StageWhatIf
from tournaments.selectors.sides import Sides, name_of


def match_json(found: MatchWhatIf) -> dict[str, Any]:
    """A match beside itself: every hand as it was played and as it is priced, every game, who won."""
    rescored = found.rescored
    return {
        "rules": {"played": write_rules(found.state.rules), "other": write_rules(found.rules)},
        "left_out": found.left_out,
        "played": {"over": found.state.sheet.over, "winner": found.state.sheet.winner},
        "other": {
            "over": rescored is not None and rescored.over,
            "winner": None if rescored is None else rescored.winner,
        },
        "games": [] if rescored is None else [_game(game) for game in rescored.games],
        "hands": [] if rescored is None else [_hand(hand) for hand in rescored.hands],
    }


def _game(game: RescoredGame) -> dict[str, Any]:
    record = None if game.sheet is None else game.sheet.record
    return {
        "number": game.number,
        "status": game.status,
        "score": list(game.score),
        "leader": game.leader,
        "lead": game.lead,
        "winner": None if record is None else record.winner,
        "hand_points": None if record is None else list(record.hand_points),
        "grand_totals": None if record is None else list(record.grand_totals),
        "shutout": None if record is None else record.shutout,
        "unused": [_place(hand.place) for hand in game.unused],
    }


def _hand(hand: RescoredHand) -> dict[str, Any]:
    return {
        "place": _place(hand.place),
        "seats": None if hand.played.seats is None else list(hand.played.seats),
        "played": _result(hand.played.result),
        "other": None if hand.result is None else _result(hand.result),
        "used": hand.used,
        "marks": list(hand.marks),
    }


def _result(result: HandResult) -> dict[str, Any]:
    return {"outcome": result.outcome, "winner": result.winner, "points": list(result.points)}


def _place(at: Place) -> dict[str, int]:
    return {"game": at.game, "deal": at.deal, "board": at.board}


def stages_json(stages: Sequence[StageWhatIf], sides: Sides) -> list[dict[str, Any]]:
    """Stages beside themselves: both standings with names, every counted match in short."""
    return [
        {
            "stage": stage.stage,
            "through": stage.through,
            "rules": rules_json(stage.played, stage.rules),
            "order": list(stage.standings.order),
            "played": [_line(line, sides) for line in stage.real.lines],
            "other": [_line(line, sides) for line in stage.standings.lines],
            "matches": [_match(each) for each in stage.matches],
        }
        for stage in stages
    ]


def rules_json(played: RuleSet, other: RuleSet) -> dict[str, Any]:
    """Both rule sets, all numbers."""
    return {"played": write_rules(played), "other": write_rules(other)}


def _line(line: Line, sides: Sides) -> dict[str, Any]:
    wire = {name: value for name, value in line_to_wire(line).items() if name != "terms"}
    return {**wire, "name": name_of(sides, line.side)}


def _match(each: PairedWhatIf) -> dict[str, Any]:
    rescored = each.beside.rescored
    return {
        "match": each.match,
        "round": each.round,
        "table": each.table,
        "sides": list(each.sides),
        "left_out": each.beside.left_out,
        "over": rescored is not None and rescored.over,
        "winner": None if rescored is None else rescored.winner,
        "games": [] if rescored is None else [_game(game) for game in rescored.games],
        "marked": [] if rescored is None else [
            {"place": _place(hand.place), "marks": list(hand.marks)} for hand in rescored.hands if hand.marks
        ],
        "not_known": [] if rescored is None else [
            _place(hand.place) for hand in rescored.hands if hand.result is None
        ],
    }  # fmt: skip


HEADINGS = ("stage", "rank", "rank_played", "name", "gp", "gp_played", "gw", "gw_played", "ns", "ns_played")


def stages_rows(stages: Sequence[StageWhatIf], sides: Sides) -> list[tuple[str | int, ...]]:
    """Both standings as rows, under `HEADINGS`."""
    return [
        (
            stage.stage, line.rank, was.rank, name_of(sides, line.side),
            *(_number(each.values.get(code)) for code in ("GP", "GW", "NS") for each in (line, was)),
        )
        for stage in stages
        for line in stage.standings.lines
        for was in (stage.real.line_of(line.side),)
    ]  # fmt: skip


def _number(value: Number | None) -> str | int:
    return "" if value is None else number_to_wire(value)


def names_of(lines: Sequence[SeasonWhatIf]) -> dict[str, str]:
    """The names of a season's people as everybody may see them."""
    known = Player.objects.filter(pk__in=[line.person for line in lines])
    return {str(player.pk): player.public_name for player in known}


def season_json(lines: Sequence[SeasonWhatIf], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """A season beside itself, person by person."""
    return [
        {
            "person": line.person,
            "name": names.get(line.person, "–"),
            "evenings": line.real.evenings,
            "played": _season_line(line.real),
            "other": _season_line(line.other),
        }
        for line in lines
    ]


SEASON_HEADINGS = (
    "rank", "rank_played", "name", "evenings", "points", "points_played", "won", "won_played", "net",
    "net_played",
)  # fmt: skip


def season_rows(lines: Sequence[SeasonWhatIf], names: Mapping[str, str]) -> list[tuple[str | int, ...]]:
    """Both tables of a season as rows, under `SEASON_HEADINGS`."""
    return [
        (
            *(each.rank or "" for each in both), names.get(line.person, "–"), line.real.evenings,
            *(number_to_wire(each.points) for each in both), *(number_to_wire(each.won) for each in both),
            *(number_to_wire(each.net) for each in both),
        )
        for line in lines
        for both in ((line.other, line.real),)
    ]  # fmt: skip


def _season_line(line: SeasonLine) -> dict[str, Any]:
    """`points` are the shares of what could be won, of the evenings that count."""
    return {
        "rank": line.rank,
        "points": number_to_wire(line.points),
        "won": number_to_wire(line.won),
        "net": number_to_wire(line.net),
        "counted": [evening.event for evening in line.counted],
    }
