"""Every side's account: its matches, byes, forfeits and penalties, added up once for all tie-breaks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from scoring.matchpoints import (
    WIN,
    MatchPoints,
    bye_points,
    match_points,
    ruled_net,
    straight_win,
    with_opponents,
)
from scoring.numbers import Number
from scoring.options import StandingsOptions
from scoring.records import Bye, Forfeit, MatchRecord, Penalty, SideId


@dataclass(slots=True)
class Account:
    """What one side has. `places` are its indices in its `matches`.

    `game_points`, `games_won` and `net` hold byes, forfeits and penalties; `played_points` only matches
    against real opponents, of which there are `real`: OPP reads those.
    """

    side: SideId
    matches: list[MatchPoints] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    forfeits_won: list[Forfeit] = field(default_factory=list)
    forfeits_lost: list[Forfeit] = field(default_factory=list)
    penalties: list[Penalty] = field(default_factory=list)
    game_points: Number = 0
    games_won: int = 0
    net: Number = 0
    shutouts: int = 0
    points_for: int = 0
    won: int = 0
    tied: int = 0
    lost: int = 0
    played_points: Number = 0
    real: int = 0

    @property
    def played(self) -> int:
        """Matches played at a table; byes and forfeits are none."""
        return len(self.matches)

    @property
    def meetings(self) -> Iterator[tuple[MatchPoints, int]]:
        """Its matches, each with its index in them."""
        return zip(self.matches, self.places, strict=True)


@dataclass(slots=True, kw_only=True)
class Tally:
    """The accounts of a stage. `field` are the sides to rank, `unranked` house players who play but are not
    ranked.
    """

    field: tuple[SideId, ...]
    unranked: frozenset[SideId]
    options: StandingsOptions
    accounts: dict[SideId, Account]
    matches: tuple[MatchPoints, ...]

    def is_real(self, side: SideId) -> bool:
        """Does this opponent count in tie-breaks? A house player does not."""
        return side not in self.unranked

    def straight_win(self, games_to_win: int) -> int:
        """Game points of a forfeit won: a win, or as many as the games it stands for."""
        return straight_win(games_to_win, self.options)

    def bye_points(self, bye: Bye) -> int:
        """Game points of a bye."""
        return bye_points(bye, self.options)


def tally(
    sides: Iterable[SideId],
    records: Sequence[MatchRecord],
    *,
    byes: Sequence[Bye] = (),
    forfeits: Sequence[Forfeit] = (),
    penalties: Sequence[Penalty] = (),
    unranked: Collection[SideId] = (),
    options: StandingsOptions,
) -> Tally:
    """Add everything up. Raises ValueError where one match is given twice."""
    _want_each_match_once(records, forfeits)
    known = dict.fromkeys(sides)
    accounts = {side: Account(side) for side in known}
    for side in unranked:
        accounts.setdefault(side, Account(side))
    matches = tuple(match_points(record, options) for record in records)
    house = frozenset(unranked)
    for match in matches:
        _add_match(accounts, match, house)
    book = Tally(
        field=tuple(side for side in known if side not in house),
        unranked=house,
        options=options,
        accounts=accounts,
        matches=matches,
    )
    _add_rulings(book, byes, forfeits, penalties)
    return book


def games_won_by_bye(bye: Bye) -> int:
    """A straight win is won in games too; a round missed, or half a win, in none."""
    return bye.games_to_win if bye.points >= WIN else 0


def _add_match(accounts: dict[SideId, Account], match: MatchPoints, house: frozenset[SideId]) -> None:
    sides = match.record.sides
    for index, side in enumerate(sides):
        account = accounts.get(side)
        if account is None:
            account = accounts[side] = Account(side)
        account.matches.append(match)
        account.places.append(index)
        account.game_points += match.game_points[index]
        account.games_won += match.games_won[index]
        account.net += match.net[index]
        if match.record.rulings:
            account.net += ruled_net(match.record, index)
        account.shutouts += match.shutouts[index]
        account.points_for += match.points_for[index]
        if not match.winners or (index in match.winners and _is_shared(match)):
            account.tied += 1
        elif index in match.winners:
            account.won += 1
        else:
            account.lost += 1
        if not house or any(sides[other] not in house for other in with_opponents(match.record, index)):
            account.played_points += match.game_points[index]
            account.real += 1


def _is_shared(match: MatchPoints) -> bool:
    """Did more than one side win? Partners win together."""
    teams = match.record.teams
    return len({teams[index] for index in match.winners} if teams else match.winners) > 1


def _add_rulings(
    book: Tally, byes: Sequence[Bye], forfeits: Sequence[Forfeit], penalties: Sequence[Penalty]
) -> None:
    """A bye and the winner of a forfeit get a straight win and no net, points or shutouts; penalties come
    last.
    """
    for bye in byes:
        account = book.accounts.setdefault(bye.side, Account(bye.side))
        account.byes.append(bye)
        account.game_points += book.bye_points(bye)
        account.games_won += games_won_by_bye(bye)
    for forfeit in forfeits:
        for side in forfeit.winners:
            account = book.accounts.setdefault(side, Account(side))
            account.forfeits_won.append(forfeit)
            account.game_points += book.straight_win(forfeit.games_to_win)
            account.games_won += forfeit.games_to_win
        for side in forfeit.losers:
            book.accounts.setdefault(side, Account(side)).forfeits_lost.append(forfeit)
    for penalty in penalties:
        account = book.accounts.setdefault(penalty.side, Account(penalty.side))
        account.penalties.append(penalty)
        account.game_points -= penalty.game_points
        account.net -= penalty.spread


def _want_each_match_once(records: Sequence[MatchRecord], forfeits: Sequence[Forfeit]) -> None:
    seen: set[str] = set()
    for match in (*(record.match for record in records), *(forfeit.match for forfeit in forfeits)):
        if match in seen:
            raise ValueError(f"the match {match} is counted twice")
        seen.add(match)
