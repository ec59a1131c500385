"""A match: one game, or the best of several with alternating first dealers (rules IR-14)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from games.engine.rulesets import RuleSet
from scoring.sheets.awards import Award, of_game
from scoring.sheets.columns import only_best
from scoring.sheets.deals import Who, added, nobody
from scoring.sheets.ending import Ending
from scoring.sheets.game import Clock, Filled, GameFiller
from scoring.sheets.given import Given, given_game
from scoring.sheets.gone import Gone
from scoring.sheets.partners import Partners
from scoring.sheets.sheet import GameSheet, MatchSheet, OpenPlace, Place, SheetHand
from scoring.sheets.side import TwoSides
from scoring.sheets.table import Table
from scoring.sheets.three import ThreeHanded


def fill(
    rules: RuleSet,
    hands: Sequence[SheetHand],
    *,
    first_dealer: int,
    start: Sequence[int] = (),
    sides: int | None = None,
    time_called: bool = False,
    in_progress: Collection[Place] = (),
    as_it_stands: bool = False,
    time_bonus: bool = False,
    deciding: bool = False,
    given: Given = (),
    gone: Sequence[Gone] = (),
    awards: Sequence[Award] = (),
) -> MatchSheet:
    """The sheet of a match from its hands, in any order; the same hands always give the same sheet.

    `first_dealer` is a side. `start`: start points by side, toward target and result, not in records.
    `sides` is what the rule set says (two, three) unless it is a table. `time_called`: no new hand is
    dealt; the other board of a begun round and the places of `in_progress` are still waited for, unless the
    sheet is closed `as_it_stands`. After the call hands that were on the table may still be filled in: what
    is given is counted. `time_bonus` pays the game bonus at time too. `deciding` (knock-out): a match that
    would end equal goes on until a hand decides it. `given`: games a ruling gave away; hands in them are
    unused. `gone`: partners who left; their boards count as walls from then on. `awards`: points of rulings
    toward a game.

    Void and unfinished hands fill no place: it stays open to be dealt again, unless later deals were
    played. Hands after the end of a game, or after a place that waits, are `unused`. Raises ValueError for
    two played hands in one place, a side that does not exist, and start points that already reach the
    target.
    """
    who = who_scores(rules, sides)
    start = tuple(start) or nobody(who.sides)
    _want_sides(rules, who, first_dealer, start)
    clock = Clock(
        called=time_called,
        in_progress=frozenset(in_progress),
        as_it_stands=as_it_stands,
        time_bonus=time_bonus,
        deciding=deciding,
    )
    return _fill(rules, who, hands, first_dealer, start, clock, dict(given), gone, awards)


def who_scores(rules: RuleSet, sides: int | None = None) -> Who:
    """Who scores under a rule set. Raises ValueError where it is not for that many sides."""
    whos: dict[str, Who] = {"two": TwoSides(rules), "partners": Partners(rules), "three": ThreeHanded(rules)}
    who = (
        whos[rules.seats] if rules.seats in whos else Table(rules, rules.players if sides is None else sides)
    )
    if sides not in (None, who.sides) or not 2 <= who.sides <= 5:
        raise ValueError(f"{rules.seats} is not for {sides} sides")
    return who


def _want_sides(rules: RuleSet, who: Who, first_dealer: int, start: Sequence[int]) -> None:
    if not 0 <= first_dealer < who.sides:
        raise ValueError(f"there is no side {first_dealer} to deal first")
    if len(start) != who.sides:
        raise ValueError("every side needs its start points")
    if rules.length == "target" and max(start) >= rules.target:
        raise ValueError("start points must stay below the target")


def _fill(
    rules: RuleSet,
    who: Who,
    hands: Sequence[SheetHand],
    first_dealer: int,
    start: tuple[int, ...],
    clock: Clock,
    given: Mapping[int, int],
    gone: Sequence[Gone],
    awards: Sequence[Award],
) -> MatchSheet:
    games: list[GameSheet] = []
    places: tuple[OpenPlace, ...] = ()
    unused: list[SheetHand] = []
    used = 0
    for number in range(1, rules.games + 1):
        mine = [hand for hand in hands if hand.place.game == number]
        dealer = (first_dealer + number - 1) % who.sides
        if number in given:
            winner = given[number]
            games.append(
                given_game(rules, number=number, first_dealer=dealer, winner=winner, sides=who.sides)
            )
            used, places = number, ()
            unused.extend(mine)
            if is_decided(rules, games):
                break
            continue
        filler = GameFiller(
            rules=rules,
            who=who,
            number=number,
            first_dealer=dealer,
            start=start,
            clock=clock,
            before=sum(len(game.lines) for game in games),
            still_equal=partial(ends_equal, rules, tuple(games)),
            gone=gone,
            awards=of_game(awards, number),
        )
        filled = filler.fill(mine)
        if _never_began(filled, number):
            break
        used, places = number, filled.open_places
        games.append(filled.sheet)
        unused.extend(filled.unused)
        if not filled.sheet.over or is_decided(rules, games):
            break
    unused.extend(hand for hand in hands if not 1 <= hand.place.game <= used)
    return match_sheet(rules, games, over=games[-1].over, open_places=places, unused=tuple(unused))


def _never_began(filled: Filled, number: int) -> bool:
    """A game that time found without a single deal is no game, unless it is the only one."""
    return filled.ending is not None and filled.ending.by == "time" and number > 1 and not filled.sheet.lines


def match_sheet(
    rules: RuleSet,
    games: Sequence[GameSheet],
    *,
    over: bool,
    open_places: tuple[OpenPlace, ...] = (),
    unused: tuple[SheetHand, ...] = (),
    score_only: bool = False,
) -> MatchSheet:
    """The sheet of a match from its games."""
    return MatchSheet(
        games=tuple(games),
        games_won=games_won(games),
        over=over,
        winner=match_winner(rules, games) if over else None,
        open_places=open_places,
        unused=unused,
        score_only=score_only,
    )


def games_won(games: Sequence[GameSheet]) -> tuple[int, ...]:
    """Games won by side."""
    sides = range(len(games[0].hands_won))
    return tuple(sum(game.winner == side for game in games) for side in sides)


def is_decided(rules: RuleSet, games: Sequence[GameSheet]) -> bool:
    """Can nobody catch up any more?"""
    return max(games_won(games)) > rules.games // 2


def match_winner(rules: RuleSet, games: Sequence[GameSheet]) -> int | None:
    """Who won more games; in a match of several, where games are equal, who has more points over all of
    them.
    """
    best = only_best(games_won(games))
    if best is not None or rules.games == 1:
        return best
    return only_best(_points_over_all(games))


def ends_equal(rules: RuleSet, before: Sequence[GameSheet], game: GameSheet, ending: Ending) -> bool:
    """Would the match be over with this game, and equal?"""
    games = (*before, game)
    is_last = len(games) == rules.games or ending.by == "time"
    return is_last and match_winner(rules, games) is None


def _points_over_all(games: Sequence[GameSheet]) -> tuple[int, ...]:
    points = nobody(len(games[0].hands_won))
    for game in games:
        for column in game.columns:
            points = added(points, added(column.hand_points, column.start))
            points = added(points, column.awarded or nobody(len(points)))
    return points


def won_on_points(sheet: MatchSheet) -> int | None:
    """The side that won although the games were equal; None where more games, or nobody, won."""
    return sheet.winner if only_best(sheet.games_won) is None else None
