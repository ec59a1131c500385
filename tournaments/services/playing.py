"""Playing a hand of a match here, on its players' own phones: both say so, then the server deals.

The wishes are rows that last until they are met; the deal, the moves and a hand called void are in the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from games.eventstore.log import unit
from games.models.hand import Hand
from games.services import hands as moves
from games.services.command import Command
from scoring.sheets.sheet import OpenPlace, Place
from tournaments.engine.errors import not_now
from tournaments.engine.match import MatchState
from tournaments.engine.match.entering import persons_at, places_waiting
from tournaments.models.playing import SeatWish
from tournaments.models.tournament import Match
from tournaments.services import hands

Kind = SeatWish.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """A place of a match that waits: who sits there by seat, which of them look on, what they wish.

    `me` is the seat of whoever asks, None for others. `hand` is the hand that is played there.
    """

    at: OpenPlace
    persons: tuple[str, ...]
    me: int | None
    hand: Hand | None
    deal: frozenset[int]
    void: frozenset[int]

    @property
    def place(self) -> Place:
        """Where on the sheet."""
        return self.at.place


def seating_of(row: Match, state: MatchState, person: UUID | None, board: int) -> Seating | None:
    """The place where this person plays next, or the board's for somebody who only looks on.

    None where no hand is waited for.
    """
    if not state.is_open or state.score is not None:
        return None
    waiting = places_waiting(state)
    seated = [(each, persons_at(state, each.place)) for each in waiting]
    mine = next(((each, persons) for each, persons in seated if str(person) in persons), None)
    there = mine or next(((each, persons) for each, persons in seated if each.place.board == board), None)
    if there is None:
        return None
    at, persons = there
    wishes = _wishes(row, at.place)
    return Seating(
        at=at,
        persons=persons,
        me=persons.index(str(person)) if str(person) in persons else None,
        hand=hands.hand_in_play(row, at.place),
        deal=frozenset(_seats(wishes, persons, Kind.DEAL)),
        void=frozenset(_seats(wishes, persons, Kind.VOID)),
    )


def wish_to_deal(command: Command, row: Match, seating: Seating) -> UUID | None:
    """This seat is ready; the hand is dealt when both are. Returns the hand, None while one is waited for.

    Raises NotNow `time_is_called`, `match_over`.
    """
    if seating.hand is not None:
        return seating.hand.pk
    _wish(row, seating, Kind.DEAL)
    if len(_now(row, seating, Kind.DEAL)) < len(seating.persons):
        return None
    appended = hands.deal_hand(command, row, place=seating.place)
    _forget(row, seating.place)
    return UUID(appended.answer["hand"])


def wish_void(command: Command, row: Match, seating: Seating, *, reason: str) -> bool:
    """This seat asks to call the hand void; it is once both have. Says whether it is."""
    if seating.hand is None:
        return False
    _wish(row, seating, Kind.VOID)
    if len(_now(row, seating, Kind.VOID)) < len(seating.persons):
        return False
    call_void(command, row, seating.hand, seating.place, reason=reason)
    return True


def take_back(row: Match, seating: Seating) -> None:
    """What this seat wished it wishes no longer."""
    if seating.me is not None:
        with unit():
            _wishes(row, seating.place).filter(person=seating.persons[seating.me]).delete()


def call_void(command: Command, row: Match, hand: Hand, place: Place, *, reason: str) -> None:
    """The hand counts for nothing, and its place is dealt anew: the director's word, or both players'."""
    moves.play(command, hand.pk, {"e": "voided", "reason": reason}, version=hand.version)
    _forget(row, place)


def signs(row: Match) -> tuple[object, ...]:
    """What changes when a player of this match wishes something or a hand of it is dealt here."""
    wishes = SeatWish.objects.filter(match=row).order_by("pk").values_list("pk", flat=True)
    playing = Hand.objects.filter(match_id=row.pk, phase=Hand.Phase.PLAYING).values_list("pk", flat=True)
    return (*wishes, *playing)


def _wish(row: Match, seating: Seating, kind: Kind) -> None:
    if seating.me is None:
        raise not_now("not_seated")
    place = seating.place
    with unit():
        SeatWish.objects.get_or_create(
            match=row, game=place.game, deal=place.deal, board=place.board,
            person=seating.persons[seating.me], kind=kind,
        )  # fmt: skip


def _now(row: Match, seating: Seating, kind: Kind) -> set[int]:
    """Which seats wish it: read after one's own wish is written, so of two at once the later sees both."""
    return _seats(_wishes(row, seating.place), seating.persons, kind)


def _wishes(row: Match, place: Place) -> QuerySet[SeatWish]:
    return SeatWish.objects.filter(match=row, game=place.game, deal=place.deal, board=place.board)


def _seats(wishes: Iterable[SeatWish], persons: tuple[str, ...], kind: Kind) -> set[int]:
    wished = {str(wish.person) for wish in wishes if wish.kind == kind}
    return {seat for seat, person in enumerate(persons) if person in wished}


def _forget(row: Match, place: Place) -> None:
    with unit():
        _wishes(row, place).delete()
