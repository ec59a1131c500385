"""What is known of a match: its lines, its final score, what was decided, who is waited for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from games.engine.results import HandResult
from games.engine.rulesets import RuleSet
from scoring.sheets import Award, ImpossibleScore, fill, fill_score
from scoring.sheets.given import Given
from scoring.sheets.gone import Gone
from scoring.sheets.sheet import MatchSheet, Place, SheetHand
from scoring.sheets.standing import with_winner
from tournaments.engine.errors import not_now
from tournaments.engine.events import (
    DirectorCalled,
    IrregularityRuled,
    MatchStarted,
    PostponementAsked,
    ResultAccepted,
    Role,
)

MatchStatus = Literal["none", "playing", "entered", "accepted", "disputed", "corrected", "forfeit", "void"]
Decided = Literal["accepted", "disputed", "corrected", "forfeit", "void"]
Seats = tuple[int, ...] | None
Entered = tuple[Place, HandResult, Seats]
"""A line as the sheet needs it."""
COUNTED: frozenset[MatchStatus] = frozenset({"accepted", "corrected", "forfeit"})
OPEN: frozenset[MatchStatus] = frozenset({"none", "playing", "entered", "disputed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A hand's result in its place. `hand` is the stream of a recorded hand; `side` entered it as `by`.

    `seats`: who sat, where not every side played in it.
    """

    place: Place
    result: HandResult
    hand: str | None
    by: Role
    side: int | None
    seats: Seats = None

    @property
    def is_played(self) -> bool:
        """Does it fill its place? A void hand is dealt again."""
        return self.result.outcome not in ("void", "unfinished")


@dataclass(frozen=True, slots=True, kw_only=True)
class StruckLine:
    """A line that counts no more, kept for display: amended, taken back, or replaced by a correction."""

    line: Line
    how: Literal["amended", "struck", "corrected"]
    by: Role
    side: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalScore:
    """A final score alone: per game the hand points and the hands won, by side."""

    points: tuple[tuple[int, ...], ...]
    hands_won: tuple[tuple[int, ...], ...]
    by: Role
    side: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """NOT RIGHT, said by a side.

    `claim` is what it says instead; `answered` once the result was changed or decided.
    """

    side: int | None
    by: Role
    reason: str
    claim: FinalScore | None
    answered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """A match after all its events. Struck lines are kept; a final score stands before the lines under it.

    `entered_by` and `entered_side` tell who last changed the result as it stands: that side does not accept
    it. `time_called_after` is the number of lines there were when time was called. `postponement`: asked for
    and not yet agreed; `play_by`: the day agreed (ISO 8601). `missing`: the sides that are not there, as was
    said before anything was entered. `rulings`: those that hold, in order.
    `gone`: partners who left, with the deals their boards count as walls in.
    `deciders`: the two uninvolved entrants who decided a dispute.
    `stands`: the recorded winner of a match that a correction left unfinished. `seats_changed`: others sat
    here than were told first. `before`: the match before the last ruling, acceptance or call of time.
    """

    started: MatchStarted
    rules: RuleSet
    version: int = 1
    lines: tuple[Line, ...] = ()
    struck: tuple[StruckLine, ...] = ()
    score: FinalScore | None = None
    decided: Decided | None = None
    acceptance: ResultAccepted | None = None
    disputes: tuple[Dispute, ...] = ()
    losers: tuple[int, ...] = ()
    reason: str = ""
    entered_by: Role | None = None
    entered_side: int | None = None
    time_called_after: int | None = None
    director_call: DirectorCalled | None = None
    postponement: PostponementAsked | None = None
    play_by: str | None = None
    missing: tuple[int, ...] = ()
    rulings: tuple[IrregularityRuled, ...] = ()
    stands: int | None = None
    seats_changed: bool = False
    gone: tuple[Gone, ...] = ()
    deciders: tuple[str, ...] = ()
    before: MatchState | None = field(default=None, repr=False, compare=False)
    _sheet: list[MatchSheet] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def time_called(self) -> bool:
        """No new hand is dealt (rules IR-14)."""
        return self.time_called_after is not None

    @property
    def sheet(self) -> MatchSheet:
        """The score sheet: of the final score where there is one, else of the lines. Filled once a state."""
        if not self._sheet:
            self._sheet.append(sheet_of(self))
        return self._sheet[0]

    @property
    def status(self) -> MatchStatus:
        """none, playing, entered (over, or a score is in; not accepted), or what was decided."""
        if self.decided is not None:
            return self.decided
        if not self.lines and self.score is None:
            return "none"
        return "entered" if self.sheet.over else "playing"

    @property
    def counted(self) -> bool:
        """Does it count in the standings? Accepted, corrected and forfeit do."""
        return self.decided in COUNTED

    @property
    def is_open(self) -> bool:
        """Is something still expected of the table or the director?"""
        return self.decided is None or self.decided == "disputed"

    @property
    def open_dispute(self) -> Dispute | None:
        """The dispute that waits for an answer."""
        return next((dispute for dispute in reversed(self.disputes) if not dispute.answered), None)

    @property
    def awarded(self) -> tuple[int, ...]:
        """Points awarded by ruling, by side; empty where none were. All count in the net."""
        found = [each.points for each in self.rulings if each.points]
        return tuple(map(sum, zip(*found, strict=True)))

    @property
    def awards(self) -> tuple[Award, ...]:
        """Those of them that are held against the target of a game."""
        return tuple(
            Award(game=each.toward[0], after=each.toward[1], points=each.points)
            for each in self.rulings
            if each.toward is not None
        )

    @property
    def warned(self) -> list[int]:
        """The sides that were warned by ruling."""
        return sorted({each.offender for each in self.rulings if each.warned and each.offender is not None})

    @property
    def given(self) -> Given:
        """The games given by ruling, each with the side it was given to."""
        return tuple(sorted(game for each in self.rulings for game in each.games))

    @property
    def entered(self) -> tuple[Entered, ...]:
        """The lines as the sheet needs them."""
        return tuple((line.place, line.result, line.seats) for line in self.lines)

    def line_at(self, place: Place) -> Line | None:
        """The played line at this place; a void hand leaves its place to be dealt again."""
        return next((line for line in self.lines if line.place == place and line.is_played), None)


def sheet_of(state: MatchState) -> MatchSheet:
    """The sheet of a match as it stands; once it counts, nothing is waited for after time was called."""
    if state.score is not None:
        return score_sheet(state, state.score.points, state.score.hands_won)
    if state.stands is not None:
        standing = standing_sheet(state, state.stands)
        assert standing is not None, "a winner that cannot stand was refused"
        return standing
    return hands_sheet(state, state.entered, as_it_stands=state.decided in ("accepted", "corrected"))


def standing_sheet(state: MatchState, winner: int) -> MatchSheet | None:
    """The sheet of a match that its hands do not end, with this winner; None where he cannot have won."""
    return with_winner(hands_sheet(state, state.entered, time_called=True, as_it_stands=True), winner)


def hands_sheet(
    state: MatchState,
    hands: tuple[Entered, ...],
    *,
    time_called: bool | None = None,
    as_it_stands: bool = False,
    waits_for_gone: bool = False,
) -> MatchSheet:
    """The sheet these hands would give in this match (`time_called` None: as it is in the match).

    `waits_for_gone`: as if nobody had left.
    """
    return _hands_sheet(
        state.rules,
        hands,
        state.started.first_dealer,
        state.started.start_points,
        len(state.started.sides),
        state.time_called if time_called is None else time_called,
        as_it_stands,
        state.started.deciding,
        state.given,
        () if waits_for_gone else state.gone,
        state.awards,
    )


def want_winner(state: MatchState, sheet: MatchSheet) -> None:
    """Raises NotNow `winner_needed` where the match has to have a winner and this sheet has none."""
    if state.started.deciding and sheet.winner is None:
        raise not_now("winner_needed")


def score_sheet(
    state: MatchState, points: tuple[tuple[int, ...], ...], hands_won: tuple[tuple[int, ...], ...]
) -> MatchSheet:
    """The sheet of a final score in this match. Raises `scoring.sheets.errors.ImpossibleScore`."""
    sides = len(state.started.sides)
    if any(len(each) != sides for each in (*points, *hands_won)):
        words = f"Each of the {sides} sides needs its points and its hands won."
        raise ImpossibleScore("score_shape", words, {"sides": sides})
    dealer, start = state.started.first_dealer, state.started.start_points
    called, given, awards = state.time_called, state.given, state.awards
    return _score_sheet(state.rules, points, hands_won, dealer, start, called, given, awards)


# A page asks one match several times for status and sheet; filling one costs far more than looking it up.
@lru_cache(maxsize=2048)
def _hands_sheet(
    rules: RuleSet,
    hands: tuple[Entered, ...],
    first_dealer: int,
    start: tuple[int, ...],
    sides: int,
    time_called: bool,
    as_it_stands: bool,
    deciding: bool,
    given: Given,
    gone: tuple[Gone, ...],
    awards: tuple[Award, ...],
) -> MatchSheet:
    return fill(
        rules,
        tuple(SheetHand(place=place, result=result, seats=seats) for place, result, seats in hands),
        first_dealer=first_dealer,
        start=start,
        sides=sides,
        time_called=time_called,
        as_it_stands=as_it_stands,
        deciding=deciding,
        given=given,
        gone=gone,
        awards=awards,
    )


@lru_cache(maxsize=512)
def _score_sheet(
    rules: RuleSet,
    points: tuple[tuple[int, ...], ...],
    hands_won: tuple[tuple[int, ...], ...],
    first_dealer: int,
    start: tuple[int, ...],
    time_called: bool,
    given: Given,
    awards: tuple[Award, ...],
) -> MatchSheet:
    return fill_score(
        rules,
        points,
        hands_won,
        first_dealer=first_dealer,
        start=start,
        time_called=time_called,
        given=given,
        awards=awards,
    )
