"""What the rounds so far give to ranking and to the next draw: records, byes, penalties, the field."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.matchpoints import bye_points, straight_win
from scoring.records import Bye, Forfeit, MatchRecord, Penalty
from scoring.sheets import games_to_win
from tournaments.engine.events import Pairing
from tournaments.engine.field import Entrant, Field, Meeting
from tournaments.engine.formats.bracket import Bracket, bracket_of
from tournaments.engine.match import MatchState, outcome_of, record
from tournaments.engine.points import game_points
from tournaments.engine.tournament.house import house_in
from tournaments.engine.tournament.roster import is_active
from tournaments.engine.tournament.state import Byes, Round, RoundKey, Side, TournamentState
from tournaments.engine.tournament.status import late_bye

Matches = Mapping[str, MatchState]


def counted_rounds(state: TournamentState, stage: int) -> tuple[Round, ...]:
    """The stage's rounds that are out, those of tie-break games aside: they decide places, nothing else."""
    return tuple(each for each in state.out_rounds(stage) if not each.is_tiebreak)


def records_of(state: TournamentState, stage: int, matches: Matches) -> tuple[MatchRecord | Forfeit, ...]:
    """The records of the stage's counted matches, in order of round and table as paired."""
    each_column = state.stages[stage].standings_options.each_column_a_game
    found: list[MatchRecord | Forfeit] = []
    for round in counted_rounds(state, stage):
        for pairing in round.pairings:
            played = matches.get(pairing.match)
            if played is None:
                continue
            made = record(played, match=pairing.match, table=pairing.table, each_column_a_game=each_column)
            if made is not None:
                found.append(by_members(state, made))
    return tuple(found)


def by_members(state: TournamentState, made: MatchRecord | Forfeit) -> MatchRecord | Forfeit:
    """The record with those who stand in the list, where its sides were made for the round."""
    if isinstance(made, Forfeit):
        return replace(made, winners=_members(state, made.winners), losers=_members(state, made.losers))
    sides = _members(state, made.sides)
    if sides == made.sides:
        return made
    teams = tuple(team for team, side in enumerate(made.sides) for _ in state.members_of(side))
    return replace(made, sides=sides, teams=teams)


def _members(state: TournamentState, sides: Sequence[str]) -> tuple[str, ...]:
    return tuple(member for side in sides for member in state.members_of(side))


def byes_of(state: TournamentState, stage: int) -> tuple[Bye, ...]:
    """The byes of the stage's rounds that are out, those of late entries too; absences give 0 points."""
    there = state.stages[stage]
    to_win = games_to_win(there.rules, each_column_a_game=there.standings_options.each_column_a_game)
    return tuple(
        Bye(side=side, round=round.number, kind=kind, points=points, games_to_win=to_win)
        for round in counted_rounds(state, stage)
        for side, kind, points in (*round.byes, *_late_byes(state, round))
    )


def _late_byes(state: TournamentState, round: Round) -> Byes:
    """What sides that entered after this round are given for it."""
    late = (
        (side.id, late_bye(state, side.id, round.key))
        for side in state.sides.values()
        if round.key < side.entered
    )
    return tuple((side, "late", points) for side, points in late if points)


def penalties_of(state: TournamentState, stage: int) -> tuple[Penalty, ...]:
    """The penalties in force in this stage."""
    given = (each for each in state.penalties.values() if each.stage == stage)
    return tuple(Penalty(side=each.side, round=each.round, game_points=each.game_points, spread=each.spread,
                         reason=each.reason) for each in given)  # fmt: skip


def field_of(state: TournamentState, key: RoundKey, matches: Matches) -> Field:
    """The field before this round is drawn. A match adjourned and still open is a tie, for the draw only."""
    stage = state.stages[key[0]]
    history = _History(state, key, matches)
    chosen = stage.chosen
    sides = [side for side in state.entered if chosen is None or side.id in chosen]
    sides = [side for side in sides if not _never_came(state, side, key)]
    order = {side: place for place, side in enumerate(chosen)} if chosen is not None else None
    ranked = sorted(sides, key=lambda side: _seeding(side, order))
    entrants = tuple(
        history.entrant(side, rank, active=is_active(state, side, key)) for rank, side in enumerate(ranked)
    )
    house = house_in(state, key)
    return Field(
        entrants=entrants,
        house=history.entrant(house, len(entrants), active=True) if house is not None else None,
        rounds=stage.rounds,
        apart=state.apart,
        options=stage.options,
        meetings=tuple(history.meetings),
        rests=tuple(history.rests),
        missed=tuple(history.missed),
        seats=stage.rules.sides,
        bought=state.till.bought_in(key[0]),
    )


def _never_came(state: TournamentState, side: Side, key: RoundKey) -> bool:
    """It left before the stage began and is not back: no table keeps a seat for it."""
    first = (key[0], 1)
    return (
        side.is_withdrawn(first)
        and not is_active(state, side, key)
        and not any(state.seat_of(side.id, round) for round in state.out_rounds(key[0]))
    )


def _seeding(side: Side, order: Mapping[str, int] | None) -> tuple[int, int]:
    """A later stage's sides stand in the order they qualified; else seeds first, then order of entry."""
    if order is not None:
        return order[side.id], 0
    return (side.seed if side.seed is not None else 1 << 30), side.order


def bracket_in(state: TournamentState, stage: int, winners: Mapping[str, int]) -> Bracket:
    """The bracket of a stage as its rounds that are out left it. `winners`: indices by match that counts."""
    out = counted_rounds(state, stage)
    return bracket_of(
        [
            Meeting(
                round=round.number,
                sides=pairing.sides,
                winners=(pairing.sides[winners[pairing.match]],) if pairing.match in winners else (),
                reasons=pairing.reasons,
                match=pairing.match,
            )
            for round in out
            for pairing in round.pairings
        ],
        [(round.number, side) for round in out for side, _, points in round.byes if points],
    )


def _meeting(state: TournamentState, round: int, pairing: Pairing, played: MatchState | None) -> Meeting:
    winners: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()
    if played is not None and played.counted:
        won, lost = outcome_of(played)
        winners = tuple(pairing.sides[index] for index in won)
        losers = tuple(pairing.sides[index] for index in lost)
    return Meeting(
        round=round,
        sides=pairing.sides,
        winners=winners,
        losers=losers,
        reasons=pairing.reasons,
        match=pairing.match,
        teams=tuple(state.members_of(side) for side in pairing.sides) if state.formed else (),
    )


class _History:
    """Adds up a stage's rounds before `key`, one after the other: floats need the scores as they were."""

    def __init__(self, state: TournamentState, key: RoundKey, matches: Matches) -> None:
        self.score: dict[str, Fraction] = defaultdict(Fraction)
        self.met: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self.byes: dict[str, int] = defaultdict(int)
        self.floats: dict[str, list[int]] = defaultdict(list)
        self.first_deals: dict[str, int] = defaultdict(int)
        self.paired: dict[str, int] = defaultdict(int)
        self.table: dict[str, int | None] = {}
        self.state = state
        self.meetings: list[Meeting] = []
        self.partners: dict[str, list[str]] = defaultdict(list)
        self.rests: list[tuple[int, str]] = []
        self.missed: list[tuple[int, str]] = []
        self.key = key
        self.options = state.stages[key[0]].standings_options
        rounds = [round for round in counted_rounds(state, key[0]) if round.key < key]
        for round in rounds:
            self._add_round(round, matches)
        for bye in byes_of(state, key[0]):
            if (key[0], bye.round) < key:
                self.score[bye.side] += bye_points(bye, self.options)
                self.byes[bye.side] += bye.points > 0
        for penalty in penalties_of(state, key[0]):
            self.score[penalty.side] -= penalty.game_points

    def entrant(self, side: Side, rank: int, *, active: bool) -> Entrant:
        return Entrant(
            id=side.id,
            rank=rank,
            score=self.score[side.id],
            active=active,
            from_start=side.entered <= (self.key[0], 1) and not side.is_withdrawn((self.key[0], 1)),
            met=tuple(self.met[side.id]),
            byes=self.byes[side.id],
            floats=tuple(self.floats[side.id]),
            first_deals=self.first_deals[side.id],
            matches=self.paired[side.id],
            last_table=self.table.get(side.id),
            partners=tuple(self.partners[side.id]),
        )

    def _add_round(self, round: Round, matches: Matches) -> None:
        before = dict(self.score)
        for side, _, points in round.byes:
            (self.rests if points else self.missed).append((round.number, side))
        for pairing in round.pairings:
            played = matches.get(pairing.match)
            self.meetings.append(_meeting(self.state, round.number, pairing, played))
            if played is not None and played.decided == "void":
                continue
            teams = [self.state.members_of(side) for side in pairing.sides]
            for team in teams:
                across = [each for other in teams if other is not team for each in other]
                for side in team:
                    self._add_seat(side, team, across, before, round.number, pairing.table)
            for side in teams[pairing.first_dealer]:
                self.first_deals[side] += 1
            self._add_points(pairing.match, pairing.sides, played, adjourned=pairing.match in round.adjourned)

    def _add_seat(
        self,
        side: str,
        team: Sequence[str],
        across: Sequence[str],
        before: Mapping[str, Fraction],
        round: int,
        table: int | None,
    ) -> None:
        self.paired[side] += 1
        self.table[side] = table
        self.partners[side].extend(each for each in team if each != side)
        self.met[side].extend((each, round) for each in across)
        own = before.get(side, Fraction(0))
        best = max(before.get(each, Fraction(0)) for each in across)
        self.floats[side].append((own > best) - (own < best))

    def _add_points(
        self, match: str, sides: tuple[str, ...], played: MatchState | None, *, adjourned: bool
    ) -> None:
        each_column = self.options.each_column_a_game
        made = record(played, match=match, each_column_a_game=each_column) if played is not None else None
        if isinstance(made, MatchRecord):
            for team, points in game_points(made, self.options).items():
                for side in self.state.members_of(team):
                    self.score[side] += points
        elif isinstance(made, Forfeit):
            for side in _members(self.state, made.winners):
                self.score[side] += straight_win(made.games_to_win, self.options)
                self.byes[side] += played is not None and not played.lines
        elif adjourned:
            for side in _members(self.state, sides):
                self.score[side] += 1
