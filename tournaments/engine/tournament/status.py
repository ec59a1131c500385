"""What a side is in a round: exactly one thing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from scoring.records import ByeKind
from tournaments.engine.match.state import MatchState
from tournaments.engine.tournament.state import RoundKey, TournamentState

StatusKind = Literal[
    "not_yet",
    "expected",
    "absent",
    "bye",
    "playing",
    "forfeited",
    "withdrawn",
    "not_in_stage",
    "out",
    "house",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideStatus:
    """`expected`: to be drawn, the round is not out. `out`: losses put it out before this round.

    `house`: a house player who sits in if the field is odd, or who rested.

    `match` where it is paired, `bye` and `points` of a bye.
    """

    kind: StatusKind
    match: str | None = None
    bye: ByeKind | None = None
    points: int = 0


def status_of(
    state: TournamentState,
    side: str,
    key: RoundKey,
    *,
    matches: Mapping[str, MatchState] | None = None,
    beaten: Collection[str] = (),
) -> SideStatus:
    """The side's status in a round.

    `matches` (states by id) tell forfeits; without them a forfeit shows as playing. `beaten`: the sides that
    losses put out (`tournament.beaten`); without them each is expected in a round not drawn yet.

    A draft is nobody's status yet: what it would give stands in the draft alone.
    """
    known = state.sides[side]
    round = state.rounds.get(key)
    if round is not None and round.status != "draft":
        seat = state.seat_of(side, round)
        if seat is not None:
            pairing, index = seat
            played = (matches or {}).get(pairing.match)
            lost = played is not None and played.decided == "forfeit"
            lost = lost and played is not None and index in played.losers
            return SideStatus(kind="forfeited" if lost else "playing", match=pairing.match)
        bye = round.bye_of(side)
        if bye is not None:
            kind, points = bye
            return SideStatus(kind="bye" if points else "absent", bye=kind, points=points)
    if key < known.entered:
        late = late_bye(state, side, key)
        return SideStatus(kind="not_yet", bye="late", points=late)
    if known.is_withdrawn(key):
        return SideStatus(kind="withdrawn")
    if known.house:
        return SideStatus(kind="house")
    absence = state.absences.get((side, key))
    if absence is not None:
        kind, points = absence
        return SideStatus(kind="bye" if points else "absent", bye=kind, points=points)
    chosen = state.stages[key[0]].chosen if key[0] in state.stages else None
    if chosen is not None and side not in chosen:
        return SideStatus(kind="not_in_stage")
    if round is not None and round.status != "draft" and state.stages[key[0]].ends_itself:
        return SideStatus(kind="out")
    if side in beaten:
        return SideStatus(kind="out")
    return SideStatus(kind="expected")


def late_bye(state: TournamentState, side: str, key: RoundKey) -> int:
    """The points a late entry is given for a round it missed: a straight win's 2, or 0.

    The tournament's option `late_byes` limits how many; the last rounds before the entry count first.
    """
    known = state.sides[side]
    if known.missed != "bye" or key[0] != known.entered[0]:
        return 0
    most = state.options.get("late_byes")
    return 2 if most is None or known.entered[1] - key[1] <= int(most) else 0
