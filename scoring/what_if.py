"""What if: the hands of a match on the sheet of another rule set, beside the sheet they were played for.

Pairings and hands stay as they were. A hand is priced anew, a knock the other set forbids as it was played,
and marked. A game that ends earlier leaves its later hands unused; one that needs more is unfinished, with
its leader; one that meets a hand whose price nobody can know is not known from there on. Each game is filled
from its own hands alone, so that a game of a match keeps the hands that were played in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from games.engine.errors import Refusal
from games.engine.manipulation import showdown as rounds
from games.engine.results import HandResult
from games.engine.rulesets import RuleSet, change
from scoring import points
from scoring.records import MatchRecord, SideId
from scoring.sheets.awards import Award, of_game
from scoring.sheets.columns import only_best
from scoring.sheets.deals import nobody
from scoring.sheets.game import Clock, Filled, GameFiller
from scoring.sheets.given import Given, given_game
from scoring.sheets.match import ends_equal, is_decided, match_sheet, who_scores
from scoring.sheets.record import match_record
from scoring.sheets.sheet import GameSheet, MatchSheet, Place, SheetHand

Mark = Literal["over_limit", "not_minimal", "best_defence", "limit_not_known"]
Status = Literal["finished", "unfinished", "not_known", "not_played"]

PRICING = {
    "gin": (
        "gin_bonus", "undercut_bonus", "big_gin_bonus", "tie", "cards_speak", "spade_multiplier",
        "bonus_boxes",
    ),
    "manipulation": ("gin_bonus", "undercut_bonus", "low_tie"),
}  # fmt: skip
"""By family, the fields that price a hand; where none of them differs, points alone hold too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RescoredHand:
    """A hand as it was played and as the other rule set prices it.

    `result` None: not known. `used`: it stands on the other sheet; a hand after the end of its game does
    not. Marks: `over_limit` and `not_minimal`, it could not have been knocked so and is priced as played;
    `best_defence`, the cards speak there; `limit_not_known`, nobody noted the card that would say whether it
    could be knocked.
    """

    played: SheetHand
    result: HandResult | None
    marks: tuple[Mark, ...] = ()
    used: bool = False

    @property
    def place(self) -> Place:
        """Where it was played."""
        return self.played.place


@dataclass(frozen=True, slots=True, kw_only=True)
class RescoredGame:
    """A game under the other rule set. `leader` (a side, None where equal) and `lead` in points are those of
    its score so far; a game after the match was decided is `not_played` and has no sheet.
    """

    number: int
    status: Status
    sheet: GameSheet | None
    hands: tuple[RescoredHand, ...]
    score: tuple[int, ...]
    leader: int | None = None
    lead: int = 0

    @property
    def unused(self) -> tuple[RescoredHand, ...]:
        """The hands that came after its end."""
        return tuple(hand for hand in self.hands if not hand.used) if self.status != "not_known" else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RescoredMatch:
    """A match under the other rule set. `sheet` holds its finished games alone; `over`: they decide it."""

    rules: RuleSet
    games: tuple[RescoredGame, ...]
    sheet: MatchSheet | None
    over: bool

    @property
    def winner(self) -> int | None:
        """Who won it; None while it is not over, and for a tie."""
        return self.sheet.winner if self.sheet is not None else None

    @property
    def hands(self) -> tuple[RescoredHand, ...]:
        """Every hand, in order."""
        return tuple(hand for game in self.games for hand in game.hands)

    def record(
        self,
        *,
        match: str,
        round: int,
        sides: Sequence[SideId],
        table: int | None = None,
        each_column_a_game: bool = False,
        rulings: Sequence[int] = (),
    ) -> MatchRecord | None:
        """What it gives to the standings: its finished games, None where it has none."""
        if self.sheet is None:
            return None
        return match_record(
            self.sheet, self.rules, match=match, round=round, sides=sides, table=table,
            each_column_a_game=each_column_a_game, rulings=rulings,
        )  # fmt: skip


def comparable(played: RuleSet, other: RuleSet) -> RuleSet:
    """The other rule set for the same players: who sits where stays as it was.

    Raises Refusal `other_game` where it is another game, NotationError `unknown_rule` where its numbers
    cannot be played by so many (three columns for three).
    """
    if played.family != other.family:
        raise Refusal(
            "other_game", "hands of gin have no price in Manipulation Rummy, nor the other way round",
            {"played": played.family, "other": other.family},
        )  # fmt: skip
    return change(other, {"seats": played.seats, "players": played.players})


def rescore(
    played: RuleSet,
    other: RuleSet,
    hands: Sequence[SheetHand],
    *,
    first_dealer: int,
    start: Sequence[int] = (),
    sides: int | None = None,
    time_called: bool = False,
    deciding: bool = False,
    given: Given = (),
    awards: Sequence[Award] = (),
) -> RescoredMatch:
    """A match's hands under another rule set (made `comparable` first).

    `hands` in any order; three-handed, each names its `seats`: who dealt does not change. `start`: start
    points by side. `time_called` ends the last game that has hands, as it did. `deciding`: the match had to
    have a winner, so a hand that decided it stays one, and without it there it is unfinished and level.
    `given`: games a ruling gave away, which stay given. `awards`: points of rulings toward a game; on a sheet
    of three columns they count in the net alone.
    """
    rules = comparable(played, other)
    who = who_scores(rules, sides)
    start = tuple(start) or nobody(who.sides)
    priced = [_priced(hand, played, rules) for hand in sorted(hands, key=lambda each: each.place)]
    away = dict(given)
    last_played = max((hand.place.game for hand in hands), default=1)
    last = last_played
    while last + 1 in away:
        last += 1
    games: list[RescoredGame] = []
    for number in range(1, last + 1):
        mine = tuple(hand for hand in priced if hand.place.game == number)
        if number > rules.games or _decided(rules, games):
            games.append(_not_played(number, mine, start))
            continue
        dealer = (first_dealer + number - 1) % who.sides
        if number in away:
            game = given_game(rules, number=number, first_dealer=dealer, winner=away[number], sides=who.sides)
            games.append(_given(game, mine, start))
            continue
        clock = Clock(called=time_called and number == last_played, as_it_stands=True, deciding=deciding)
        filler = GameFiller(
            rules=rules, who=who, number=number, first_dealer=dealer,
            start=start, clock=clock, before=0,
            still_equal=partial(ends_equal, rules, tuple(_finished(games))),
            awards=of_game(awards, number) if rules.columns == 1 else (),
        )  # fmt: skip
        games.append(_game(filler, mine))
    return _match(rules, games, time_called=time_called)


# ---------------------------------------------------------------- hands


def _priced(hand: SheetHand, played: RuleSet, rules: RuleSet) -> RescoredHand:
    result, marks = _price(hand.result, played, rules)
    return RescoredHand(played=hand, result=result, marks=marks)


def _price(result: HandResult, played: RuleSet, rules: RuleSet) -> tuple[HandResult | None, tuple[Mark, ...]]:
    again, marks = _again(result, rules)
    if any(getattr(played, name) != getattr(rules, name) for name in PRICING[rules.family]):
        return again, marks
    if again is not None:
        return replace(result, over_limit=again.over_limit), marks
    no_card = result.deadwood is not None and rules.reads_limit_card and result.limit_card is None
    return result, ("limit_not_known",) if no_card else ()


def _again(result: HandResult, rules: RuleSet) -> tuple[HandResult | None, tuple[Mark, ...]]:
    if rules.family == "gin":
        repriced = points.reprice(result, rules)
        return repriced.result, repriced.marks
    settled = rounds.reprice(result, rules)
    return settled, ("over_limit",) if settled is not None and settled.over_limit else ()


# ---------------------------------------------------------------- games


def _game(filler: GameFiller, hands: tuple[RescoredHand, ...]) -> RescoredGame:
    """The game its known hands make; the first deal with a hand nobody can price stops it."""
    unknown = min((hand.place.deal for hand in hands if hand.result is None), default=None)
    known = [hand for hand in hands if unknown is None or hand.place.deal < unknown]
    if unknown is not None:
        filler.clock = Clock()
    given = [replace(hand.played, result=hand.result) for hand in known if hand.result is not None]
    filled = filler.fill(given)
    unused = {id(hand) for hand in filled.unused}
    used = {hand.place for hand, mine in zip(known, given, strict=True) if id(mine) not in unused}
    status: Status = "unfinished"
    if filled.sheet.over:
        status = "finished"
    elif unknown is not None:
        status = "not_known"
    score = _score(filled, filler.start)
    return RescoredGame(
        number=filler.number,
        status=status,
        sheet=filled.sheet,
        hands=tuple(replace(hand, used=hand.place in used) for hand in hands),
        score=score,
        leader=only_best(score),
        lead=_lead(score),
    )


def _score(filled: Filled, start: tuple[int, ...]) -> tuple[int, ...]:
    """What is held against the target; before the first deal the start points."""
    if filled.sheet.lines:
        return filled.sheet.running
    return tuple(points * len(filled.sheet.columns) for points in start)


def _lead(score: Sequence[int]) -> int:
    best, second = sorted(score, reverse=True)[:2]
    return best - second


def _given(sheet: GameSheet, hands: tuple[RescoredHand, ...], start: tuple[int, ...]) -> RescoredGame:
    """A game a ruling gave away: under other rules too."""
    return RescoredGame(number=sheet.number, status="finished", sheet=sheet, hands=hands, score=start,
                        leader=sheet.winner)  # fmt: skip


def _not_played(number: int, hands: tuple[RescoredHand, ...], start: tuple[int, ...]) -> RescoredGame:
    return RescoredGame(number=number, status="not_played", sheet=None, hands=hands, score=start)


# ---------------------------------------------------------------- the match


def _finished(games: Sequence[RescoredGame]) -> list[GameSheet]:
    return [game.sheet for game in games if game.status == "finished" and game.sheet is not None]


def _decided(rules: RuleSet, games: Sequence[RescoredGame]) -> bool:
    finished = _finished(games)
    return bool(finished) and is_decided(rules, finished)


def _match(rules: RuleSet, games: Sequence[RescoredGame], *, time_called: bool) -> RescoredMatch:
    finished = _finished(games)
    every = all(game.status in ("finished", "not_played") for game in games)
    over = bool(finished) and (
        is_decided(rules, finished) or (every and (len(finished) == rules.games or time_called))
    )
    sheet = match_sheet(rules, finished, over=over) if finished else None
    return RescoredMatch(rules=rules, games=tuple(games), sheet=sheet, over=over)
