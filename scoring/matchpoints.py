"""What one match is worth to each of its sides, before anything is added up (tournament practice,
standings).
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from scoring.numbers import Number, whole
from scoring.options import StandingsOptions
from scoring.records import Bye, GameRecord, MatchRecord

WIN, TIE, SHUTOUT = 2, 1, 3


class MatchPoints(NamedTuple):
    """A match's numbers by side, in the order of the record. `winners`: one, none for a tie of all, several
    shared.
    """

    record: MatchRecord
    game_points: tuple[Number, ...]
    games_won: tuple[int, ...]
    net: tuple[Number, ...]
    shutouts: tuple[int, ...]
    points_for: tuple[int, ...]
    winners: tuple[int, ...]


def straight_win(games_to_win: int, options: StandingsOptions) -> int:
    """Game points of a forfeit won: a win, or per game as many as the games it stands for."""
    return WIN * games_to_win if options.per_game else WIN


def bye_points(bye: Bye, options: StandingsOptions) -> int:
    """Game points of a bye."""
    return bye.points * bye.games_to_win if options.per_game else bye.points


def match_points(record: MatchRecord, options: StandingsOptions) -> MatchPoints:
    """The numbers of a match of two sides, of partners for this match, or of a table of three to five."""
    if record.teams:
        return _of_teams(record, options)
    if len(record.sides) == 2:
        return _of_two(record, options)
    return _of_a_table(record, options)


def with_opponents(record: MatchRecord, index: int) -> tuple[int, ...]:
    """The indices of those this side met: its partner for the match is none of them."""
    teams = record.teams
    if not teams:
        if len(record.sides) == 2:
            return ALONE[1 - index]
        return tuple(each for each in range(len(record.sides)) if each != index)
    return tuple(each for each, team in enumerate(teams) if team != teams[index])


def partners_in(record: MatchRecord, index: int) -> tuple[int, ...]:
    """The indices of those who played with it."""
    if not record.teams:
        return ()
    mine = record.teams[index]
    return tuple(each for each, team in enumerate(record.teams) if team == mine and each != index)


def _of_teams(record: MatchRecord, options: StandingsOptions) -> MatchPoints:
    """Everybody of a side has what the side has."""
    two = _of_two(record, options)
    teams = record.teams

    def each(values: tuple[Number, ...]) -> tuple[Number, ...]:
        return tuple(values[team] for team in teams)

    return MatchPoints(
        record,
        each(two.game_points),
        tuple(two.games_won[team] for team in teams),
        each(two.net),
        tuple(two.shutouts[team] for team in teams),
        tuple(two.points_for[team] for team in teams),
        tuple(index for index, team in enumerate(teams) if team in two.winners),
    )


def ruled_net(record: MatchRecord, index: int) -> Number:
    """What points awarded by the director change in this side's net: own less the mean of the others."""
    awarded = record.rulings
    if not any(awarded):
        return 0
    own = record.teams[index] if record.teams else index
    others = len(awarded) - 1
    return whole(awarded[own] - Fraction(sum(awarded) - awarded[own], others))


def match_winner(record: MatchRecord) -> int | None:
    """Who won a match of two: more games, else on points over all games, else nobody."""
    first = sum(game.winner == 0 for game in record.games)
    second = sum(game.winner == 1 for game in record.games)
    if first == second:
        return record.won_on_points
    return 0 if first > second else 1


# Pairs that thousands of matches share: a large field then leaves the collector little to walk through.
NOBODY: tuple[int, ...] = ()
ALONE: tuple[tuple[int, ...], ...] = ((0,), (1,))
LEVEL, TIED = (0, 0), (TIE, TIE)
WON = ((WIN, 0), (0, WIN))
SHUT_OUT = ((SHUTOUT, 0), (0, SHUTOUT))
ONE = ((1, 0), (0, 1))


def _of_two(record: MatchRecord, options: StandingsOptions) -> MatchPoints:
    first_won, second_won, shut, own, other, net = 0, 0, 0, 0, 0, 0
    by_hands, clamp, games = options.spread == "hand_points", options.clamp, record.games
    for game in games:
        if game.winner is not None:
            first_won += 1 - game.winner
            second_won += game.winner
            if game.shutout:
                shut += 1 - 2 * game.winner
        first, second = game.hand_points
        own += first
        other += second
        spread = first - second if by_hands else game.grand_totals[0] - game.grand_totals[1]
        most = game.clamp if clamp == "target" else clamp
        net += spread if most == "none" or -most <= spread <= most else most if spread > 0 else -most
    winner = record.won_on_points if first_won == second_won else int(first_won < second_won)
    single = len(games) == 1
    return MatchPoints(
        record,
        _per_game(record) if options.per_game and games else _per_match(record, winner),
        ONE[second_won] if first_won + second_won == 1 else (first_won, second_won),
        (net, -net) if net else LEVEL,
        (shut, -shut) if shut else LEVEL,
        games[0].hand_points if single else (own, other),
        NOBODY if winner is None else ALONE[winner],
    )


def _per_match(record: MatchRecord, winner: int | None) -> tuple[int, int]:
    """Win 2, loss 0, tie 1; a single game won with a shutout 3."""
    if winner is None:
        return TIED
    single = record.games_to_win == 1 and len(record.games) == 1
    return SHUT_OUT[winner] if single and record.games[0].shutout else WON[winner]


def _per_game(record: MatchRecord) -> tuple[int, int]:
    """Every game as if it were a match of its own."""
    points = [0, 0]
    for game in record.games:
        if game.winner is None:
            points = [each + TIE for each in points]
        else:
            points[game.winner] += SHUTOUT if game.shutout else WIN
    return points[0], points[1]


def _of_a_table(record: MatchRecord, options: StandingsOptions) -> MatchPoints:
    """2 for each side beaten on the final total and 1 for each equal, over n − 1; NS own less the others'
    mean.
    """
    sides = range(len(record.sides))
    totals = final_totals(record)
    by_game = [_beaten(game.grand_totals) for game in record.games]
    points = (
        [sum((game[side] for game in by_game), Fraction()) for side in sides]
        if options.per_game and by_game
        else _beaten(totals)
    )
    best = max(totals)
    return MatchPoints(
        record,
        tuple(whole(each) for each in points),
        tuple(sum(_is_winner(game, side) for game in record.games) for side in sides),
        tuple(
            whole(sum((_net_at_a_table(game, side, options) for game in record.games), Fraction()))
            for side in sides
        ),
        tuple(sum(_shutout_of(game, side) for game in record.games) for side in sides),
        tuple(sum(game.hand_points[side] for game in record.games) for side in sides),
        tuple(side for side in sides if totals[side] == best),
    )


def final_totals(record: MatchRecord) -> tuple[int, ...]:
    """Grand totals of all games by side: what a table is ranked on, pair by pair too."""
    return tuple(sum(game.grand_totals[side] for game in record.games) for side in range(len(record.sides)))


def _beaten(totals: tuple[int, ...]) -> list[Fraction]:
    others = len(totals) - 1
    return [
        Fraction(sum(WIN if own > each else TIE if own == each else 0 for each in totals) - TIE, others)
        for own in totals
    ]


def _is_winner(game: GameRecord, side: int) -> bool:
    """The game's winner; where several share it, each of those with the best total."""
    if game.winner is not None:
        return game.winner == side
    return game.grand_totals[side] == max(game.grand_totals)


def _shutout_of(game: GameRecord, side: int) -> int:
    if not game.shutout or game.winner is None:
        return 0
    return 1 if side == game.winner else -1


def _net_at_a_table(game: GameRecord, side: int, options: StandingsOptions) -> Number:
    counted = game.hand_points if options.spread == "hand_points" else game.grand_totals
    others = len(counted) - 1
    return _clamped(counted[side] - Fraction(sum(counted) - counted[side], others), game, options)


def _clamped(spread: Number, game: GameRecord, options: StandingsOptions) -> Number:
    if options.clamp == "none":
        return spread
    most = game.clamp if options.clamp == "target" else options.clamp
    return max(-most, min(most, spread))
