"""Facts of a club in the log. Names on the wire never change; persons are ids (text of a UUID)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, get_args


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersMerged:
    """Two entries of the club's list are one person: `player` is a duplicate of `into`.

    `login`: the duplicate's login went along.
    """

    NAME: ClassVar[str] = "club.players_merged"
    SCHEMA: ClassVar[int] = 1
    player: str
    into: str
    login: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersParted:
    """They are two persons after all: each has again what was entered under it."""

    NAME: ClassVar[str] = "club.players_parted"
    SCHEMA: ClassVar[int] = 1
    player: str
    into: str


ClubEvent = PlayersMerged | PlayersParted
CLUB_EVENTS: tuple[type[Any], ...] = get_args(ClubEvent)
