"""Who wins the pots: the places by what was published, the side pots by the hands of matches that count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from scoring.records import SideId
from tournaments.engine.match import MatchState
from tournaments.engine.money.terms import PotKind
from tournaments.engine.tournament.state import TournamentState

Groups = tuple[tuple[SideId, ...], ...]
"""Sides that tie, best first, each group in order of the tie-breaks."""
GIN = ("gin", "big_gin")


def final_lines(state: TournamentState) -> tuple[tuple[Mapping[str, Any], ...], bool]:
    """The lines that prizes go by, and whether they are final.

    Those published last in the last stage that has any; behind them who did not reach that stage, as the
    stage before left them. The disqualified win nothing and are left out.
    """
    newest = {hung.stage: hung for hung in state.hanging}
    if not newest:
        return (), False
    found: dict[str, Mapping[str, Any]] = {}
    for number in sorted(newest, reverse=True):
        behind = len(found)
        for line in _in_order(newest[number].lines):
            known = state.sides.get(line["side"])
            if line["side"] not in found and known is not None and not known.is_disqualified:
                # A rank among those still to come, so that nobody ties with who reached the later stage.
                found[line["side"]] = {**line, "rank": behind + line["rank"], "stage": number}
    last = max(newest)
    return tuple(found.values()), newest[last].final and last == max(state.stages)


def _in_order(lines: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """As they hung; groups side by side: all firsts, then all seconds."""
    grouped = any(line.get("group") is not None for line in lines)
    return sorted(lines, key=lambda line: line["rank"]) if grouped else list(lines)


def place_groups(state: TournamentState, lines: Sequence[Mapping[str, Any]], *, ties: str) -> Groups:
    """Those who share places: equal in the first criterion of their stage (`points`), or of one rank.

    Of groups that played side by side those of one rank share: they met others, so points say nothing.
    """

    def key(line: Mapping[str, Any]) -> tuple[Any, ...]:
        first = next(iter(state.stages[line["stage"]].tiebreaks), "")
        value = line["values"].get(first)
        if ties == "rank" or value is None or line.get("group") is not None:
            return line["stage"], "rank", line["rank"]
        return line["stage"], "points", value

    return tuple(tuple(line["side"] for line in tied) for _, tied in groupby(lines, key=key))


def side_pot_groups(
    state: TournamentState, what: PotKind, matches: Iterable[MatchState], order: Sequence[SideId]
) -> Groups:
    """Those with the most gins, or with the highest hand, then the others who have any at all.

    `order`: who goes first among those who tie. Partners made for a round share what they did.
    """
    scores = _gins(state, matches) if what == "most_gins" else _highest(state, matches)
    place = {side: number for number, side in enumerate(order)}
    wins = {side.id for side in state.entered if not side.is_disqualified}
    allowed = [side for side in scores if side in wins]
    ranked = sorted(allowed, key=lambda side: (-scores[side], place.get(side, len(place)), side))
    return tuple(tuple(tied) for _, tied in groupby(ranked, key=lambda side: scores[side]))


def _won(state: TournamentState, matches: Iterable[MatchState]) -> Iterable[tuple[SideId, str | None, int]]:
    """(side, how, points) of every hand won in a match that counts."""
    for match in matches:
        if not match.counted or match.score is not None:
            continue
        for line in match.lines:
            result = line.result
            winners = result.winners or (() if result.winner is None else (result.winner,))
            for seat in winners:
                index = line.seats[seat] if line.seats is not None else seat
                if line.is_played and index < len(match.started.sides):
                    for member in state.members_of(match.started.sides[index]):
                        yield member, result.outcome, result.points[seat]


def _gins(state: TournamentState, matches: Iterable[MatchState]) -> Counter[SideId]:
    return Counter(side for side, how, _points in _won(state, matches) if how in GIN)


def _highest(state: TournamentState, matches: Iterable[MatchState]) -> dict[SideId, int]:
    best: dict[SideId, int] = {}
    for side, _how, points in _won(state, matches):
        if points > best.get(side, 0):
            best[side] = points
    return best
