"""All that ranking needs to know: match records, byes, forfeits, penalties (tournaments are folded into
these).

A side is known by an id (text); `order` of sides in a record is the order of the match. Points are whole
numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SideId = str
ByeKind = Literal["pairing", "requested", "director", "late"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One finished game, lists by side: hand points (no boxes, no bonuses), grand totals, hands (rounds)
    won.

    `winner` is None for a tie (time called, or `hands n` equal). `shutout`: the winner's opponent won no
    hand. `clamp` is the largest spread that counts: columns x target (tournament practice: spread is
    clamped to the target).
    """

    winner: int | None
    hand_points: tuple[int, ...]
    grand_totals: tuple[int, ...]
    hands_won: tuple[int, ...]
    shutout: bool
    clamp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A counted match (accepted or corrected): its sides and its finished games in order.

    `score_only`: only a final score was entered, nothing by hand. `games_to_win` is 1 for a single game.
    `teams`: of sides that joined for this match alone (rotating partners), the number of the side each played
    on; games are then by that number. Empty: each for itself.
    `won_on_points`: the side that won although the games were equal, on points over all games (rules IR-14).
    `rulings`: points the director awarded in it, by side as games are (empty: none); they count in the net,
    after the clamp, and in nothing else (rules 7.11).
    """

    match: str
    round: int
    table: int | None
    sides: tuple[SideId, ...]
    games: tuple[GameRecord, ...]
    games_to_win: int = 1
    score_only: bool = False
    won_on_points: int | None = None
    teams: tuple[int, ...] = ()
    rulings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye:
    """A round without an opponent. `points` are the game points it is worth (2, or 0 for a round missed).

    `games_to_win` of the round's matches: a straight win is that many games won.
    """

    side: SideId
    round: int
    kind: ByeKind
    points: int = 2
    games_to_win: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeit:
    """A match decided without play: the sides that won it (straight win) and those that lost (nobody may
    have won).
    """

    match: str
    round: int
    winners: tuple[SideId, ...]
    losers: tuple[SideId, ...]
    games_to_win: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """A ruling that takes points: `game_points` from the ranking, `spread` from the net (after the clamp).
    Positive = taken.
    """

    side: SideId
    round: int
    game_points: int = 0
    spread: int = 0
    reason: str = ""
