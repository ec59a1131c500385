"""An evening played by bots through the services a person uses: for the demo club, load and long proofs.

Every choice comes from one seeded source, so the same seed plays the same evening: same people, cards and
standings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.engine import record
from games.engine.bots import Temper
from games.engine.by_bots import deck_of, next_event, play_out, shuffled_deal
from games.engine.results import HandResult
from games.models.hand import Hand
from games.services import hands as played
from games.services.command import Actor, Command
from scoring.sheets.sheet import OpenPlace
from tournaments import logs
from tournaments.engine.match.entering import persons_at, places_waiting
from tournaments.engine.match.state import MatchState
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.services import hands, matches, rounds, standings

DIRECTOR = Actor(kind="system", id="simulation", role="director")
TEMPERS = (
    Temper(),
    Temper(knock_at=6),
    Temper(knock_at=3, patience=3),
    Temper(knock_at=0, patience=3),
    Temper(keep=1),
)
MOVE_BY_MOVE = 32
"""One match in so many is dealt by the server and played move by move."""


def at_table(match: Match, side: int) -> Actor:
    """A phone at the match's table that belongs to one side."""
    return Actor(kind="table", id=f"{match.table_id}/0", role="table", side=side)


@dataclass(slots=True)
class Bots:
    """Plays matches of one tournament. `played` counts hands."""

    tournament: Tournament
    random: Random
    played: int = 0
    matches: int = 0
    tempers: dict[str, Temper] = field(default_factory=dict)

    def play_round(self, round: Round) -> Iterator[Match]:
        """Every match of a published round, to its accepted end, one by one."""
        for match in matches_of(round):
            self.play_match(match)
            self.accept(match)
            yield match

    def play_match(self, match: Match, *, hands_at_most: int | None = None) -> None:
        """The match's hands until it is over, or so many of them."""
        self.matches += 1
        by_moves = self.matches % MOVE_BY_MOVE == 0
        done = 0
        while hands_at_most is None or done < hands_at_most:
            _, state = logs.match_at(match.pk)
            waiting = places_waiting(state)
            if not waiting:
                return
            self.play_hand(match, state, waiting[0], by_moves=by_moves)
            done += 1

    def play_hand(self, match: Match, state: MatchState, place: OpenPlace, *, by_moves: bool = False) -> None:
        """One hand in its place: recorded whole, or dealt and played move by move."""
        dealt = self.deal(state, place)
        persons = persons_at(state, place.place)
        tempers = [self.temper_of(person) for person in persons]
        actor = at_table(match, self.random.randrange(len(state.started.sides)))
        self.played += 1
        if by_moves:
            self._move_by_move(match, state, place, dealt, tempers)
            return
        lines = record.write_hand(state.rules, dealt, play_out(dealt, tempers))
        hands.record_hand(Command(actor=actor), match, lines, place=place.place, version=state.version)

    def enter_counts(self, match: Match, *, hands_at_most: int | None = None) -> None:
        """Hands entered as people do at a noisy table: who knocked and the two counts."""
        done = 0
        while hands_at_most is None or done < hands_at_most:
            _, state = logs.match_at(match.pk)
            waiting = places_waiting(state)
            if not waiting:
                return
            place = waiting[0]
            dealt = self.deal(state, place)
            persons = persons_at(state, place.place)
            lines = record.write_hand(
                state.rules, dealt, play_out(dealt, [self.temper_of(one) for one in persons])
            )
            result = record.read_hand(lines).result
            deal = {
                key: value for key, value in lines[0].items() if key in ("dealer", "upcard", "limit_card")
            }
            actor = at_table(match, self.random.randrange(len(state.started.sides)))
            hands.record_hand(
                Command(actor=actor), match, [deal, _counted(result)], place=place.place,
                version=state.version,
            )  # fmt: skip
            self.played += 1
            done += 1

    def accept(self, match: Match) -> None:
        """Another side than the one that entered the last line accepts."""
        _, state = logs.match_at(match.pk)
        if not state.is_open:
            return
        side = ((state.entered_side or 0) + 1) % len(state.started.sides)
        matches.accept(Command(actor=at_table(match, side)), match, side=side, via="own_link")

    def deal(self, state: MatchState, place: OpenPlace) -> Any:
        """A shuffled deal for this place."""
        players = len(place.sides)
        return shuffled_deal(state.rules, place.dealer_seat, self.random, players=players)

    def temper_of(self, person: str) -> Temper:
        """A person's way of playing, the same all evening."""
        if person not in self.tempers:
            self.tempers[person] = TEMPERS[len(self.tempers) % len(TEMPERS)]
        return self.tempers[person]

    def _move_by_move(
        self, match: Match, state: MatchState, place: OpenPlace, dealt: Any, tempers: Sequence[Temper]
    ) -> None:
        row = hands.new_hand(match, state, place.place)
        deck = deck_of(dealt)
        command = Command(actor=Actor(kind="system", id="dealer", role="system"))
        played.deal_hand(command, row, rules=state.rules, dealer=place.dealer_seat, deck=deck)
        version, hand = 1, logs_hand(row)
        family = record.family_of(state.rules)
        while not hand.is_over:
            seat = hand.turn
            assert seat is not None
            event = next_event(hand, tempers[seat])
            actor = Actor(kind="table", id=f"{match.table_id}/0", role="system", side=None)
            played.play(Command(actor=actor), row.pk, _as_asked(family.write_event(event)), version=version)
            hand, version = family.evolve(hand, event), version + 1


def matches_of(round: Round) -> list[Match]:
    """A round's matches in order, ready for services."""
    return list(round.matches.select_related("round__stage__tournament", "table").order_by("order"))


def run_round(bots: Bots, *, stage: int, number: int, publish: bool = True) -> Iterator[Match]:
    """Draw, publish, play, close and hang up one round; gives each match when it is done."""
    row = bots.tournament
    rounds.draw_round(Command(actor=DIRECTOR), row, stage=stage, seed=bots.random.randrange(2**31))
    rounds.publish_round(Command(actor=DIRECTOR), row, stage=stage, round=number)
    yield from bots.play_round(Round.objects.get(stage__tournament=row, stage__number=stage, number=number))
    rounds.close_round(Command(actor=DIRECTOR), row, stage=stage, round=number)
    if publish:
        planned = row.stages.get(number=stage).rounds_planned
        standings.publish(Command(actor=DIRECTOR), row, stage=stage, round=number, final=number == planned)


def logs_hand(row: Hand) -> Any:
    """The state of a stored hand."""
    from games.logs import hand_at

    return hand_at(row.pk)[1].state


def _counted(result: HandResult) -> dict[str, Any]:
    """A hand as a table writes it down: who ended it, and everybody's count."""
    if result.outcome == "wall":
        return {"e": "counted", "outcome": "wall"}
    deadwood = list(result.deadwood or ())
    counted = {"e": "counted", "knocker": result.knocker, "deadwood": deadwood}
    if result.outcome == "out":
        return {**counted, "out": deadwood.index(0)}
    return {**counted, "outcome": "big_gin"} if result.outcome == "big_gin" else counted


def _as_asked(line: dict[str, Any]) -> dict[str, Any]:
    """A move as a player asks for it: he does not know the card the stock will give."""
    return {key: value for key, value in line.items() if line["e"] != "drew" or key != "card"}
