"""A season's table: the best N of M evenings of each person (tournament practice).

An evening counts as the share of the game points that could be won there, so that evenings of four rounds and
of seven weigh alike. Equal on that: more wins, then the better net, both of the evenings that count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from scoring.matchpoints import SHUTOUT, WIN
from scoring.numbers import Number, whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A person's finished event: game points of `possible`, matches won, net points. Fractions where a side's
    numbers are parted among those who played for it.
    """

    event: str
    person: str
    game_points: Number
    possible: int
    won: Number
    net: Number

    @property
    def share(self) -> Fraction:
        """Of what could be won, from 0 to 1; 0 where nothing could."""
        return Fraction(self.game_points) / self.possible if self.possible else Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """A person's line. `rank` counts from 1, equals share it; None below the minimum attendance.

    `counted` are the evenings that make the points, best first; `dropped` the others.
    """

    rank: int | None
    person: str
    points: Fraction
    won: Number
    net: Number
    evenings: int
    counted: tuple[Evening, ...]
    dropped: tuple[Evening, ...]


def possible_points(*, rounds: int, games_to_win: int, per_game: bool) -> int:
    """The most game points an event of so many rounds can give: a shutout each round where single games are
    played, straight wins otherwise.
    """
    if per_game:
        return rounds * SHUTOUT * games_to_win
    return rounds * (SHUTOUT if games_to_win == 1 else WIN)


def season_table(evenings: Iterable[Evening], *, best_of: int, minimum: int = 0) -> tuple[SeasonLine, ...]:
    """Everybody's line, first first; behind them, unranked, those with fewer evenings than `minimum`.

    `best_of` 0 counts every evening. A person twice at one event is a ValueError.
    """
    by_person: defaultdict[str, list[Evening]] = defaultdict(list)
    for evening in evenings:
        if any(each.event == evening.event for each in by_person[evening.person]):
            raise ValueError(f"{evening.person} stands twice in event {evening.event}")
        by_person[evening.person].append(evening)
    lines = [_line(person, there, best_of) for person, there in by_person.items()]
    lines.sort(key=lambda line: (line.evenings < minimum, *_order(line), line.person))
    return tuple(_ranked(lines, minimum))


def _line(person: str, evenings: list[Evening], best_of: int) -> SeasonLine:
    best = sorted(evenings, key=lambda each: (-each.share, -each.won, -each.net, each.event))
    counted = tuple(best[: best_of or len(best)])
    return SeasonLine(
        rank=None,
        person=person,
        points=sum((each.share for each in counted), Fraction(0)),
        won=whole(sum((Fraction(each.won) for each in counted), Fraction(0))),
        net=whole(sum((Fraction(each.net) for each in counted), Fraction(0))),
        evenings=len(evenings),
        counted=counted,
        dropped=tuple(best[len(counted) :]),
    )


def _order(line: SeasonLine) -> tuple[Fraction, Number, Number]:
    return -line.points, -line.won, -line.net


def _ranked(lines: list[SeasonLine], minimum: int) -> Iterable[SeasonLine]:
    rank, before = 0, None
    for place, line in enumerate(lines, start=1):
        if line.evenings < minimum:
            yield line
            continue
        if before is None or _order(before) != _order(line):
            rank = place
        before = line
        yield SeasonLine(
            rank=rank, person=line.person, points=line.points, won=line.won, net=line.net,
            evenings=line.evenings, counted=line.counted, dropped=line.dropped,
        )  # fmt: skip
