"""An evening told in words: `ada.beats(bo, 125, 87)`, and the standings it gives."""

from dataclasses import dataclass, field
from fractions import Fraction

from scoring.records import Bye, Forfeit, GameRecord, MatchRecord, Penalty
from scoring.standings import standings

TARGET = 125


@dataclass(eq=False)
class Person:
    """Somebody in the field; what happens to him goes into the evening's records."""

    evening: "Evening"
    name: str

    def beats(self, other, own=TARGET, their=60, **options):
        return self.evening.match((self, other), (game(own, their, winner=0, **options),))

    def shuts_out(self, other, own=TARGET):
        return self.beats(other, own, 0, hands=(5, 0), shutout=True)

    def ties(self, other, own=80, their=80):
        """Time was called and both were equal."""
        return self.evening.match((self, other), (game(own, their, winner=None),))

    def beats_over(self, other, *games, won_on_points=None, games_to_win=2):
        """A match of several games; a game is own points, their points."""
        played = tuple(
            game(own, their, winner=None if own == their else int(own < their)) for own, their in games
        )
        return self.evening.match(
            (self, other), played, games_to_win=games_to_win, won_on_points=won_on_points
        )

    def has_a_bye(self, points=2, kind="pairing", games_to_win=1):
        self.evening.byes.append(
            Bye(side=self.name, round=self.evening.round, kind=kind, points=points, games_to_win=games_to_win)
        )
        return self

    def wins_by_forfeit(self, other, games_to_win=1):
        self.evening.forfeit((self.name,), (other.name,), games_to_win)
        return self

    def is_penalised(self, game_points=0, spread=0):
        self.evening.penalties.append(
            Penalty(side=self.name, round=self.evening.round, game_points=game_points, spread=spread)
        )
        return self


def game(own, their, *, winner, hands=(4, 3), shutout=False, totals=None, clamp=TARGET):
    return GameRecord(
        winner=winner,
        hand_points=(own, their),
        grand_totals=totals or (own, their),
        hands_won=hands,
        shutout=shutout,
        clamp=clamp,
    )


def table_game(*points, totals=None, winner=None, clamp=150):
    totals = totals or points
    best = max(totals)
    if winner is None and totals.count(best) == 1:
        winner = totals.index(best)
    return GameRecord(
        winner=winner,
        hand_points=points,
        grand_totals=totals,
        hands_won=(1,) * len(points),
        shutout=False,
        clamp=clamp,
    )


@dataclass
class Evening:
    """A field and what was played, in order; `next_round` moves on."""

    names: tuple[str, ...]
    records: list[MatchRecord] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    forfeits: list[Forfeit] = field(default_factory=list)
    penalties: list[Penalty] = field(default_factory=list)
    round: int = 1

    def people(self):
        return tuple(Person(self, name) for name in self.names)

    def next_round(self):
        self.round += 1

    def match(self, people, games, **options):
        sides = tuple(person.name for person in people)
        name = f"match {len(self.records) + len(self.forfeits) + 1}"
        self.records.append(
            MatchRecord(match=name, round=self.round, table=None, sides=sides, games=games, **options)
        )
        return self.records[-1]

    def forfeit(self, winners, losers, games_to_win=1):
        name = f"match {len(self.records) + len(self.forfeits) + 1}"
        self.forfeits.append(
            Forfeit(match=name, round=self.round, winners=winners, losers=losers, games_to_win=games_to_win)
        )

    def standings(self, **options):
        return standings(
            self.names,
            self.records,
            byes=self.byes,
            forfeits=self.forfeits,
            penalties=self.penalties,
            **options,
        )

    def ranks(self, **options):
        """(rank, name) of every line, best first."""
        return [(line.rank, line.side) for line in self.standings(**options).lines]

    def numbers(self, code, **options):
        return {line.side: line.values[code] for line in self.standings(order=(code,), **options).lines}

    def decided(self, **options):
        return [(line.rank, line.side, line.decided_by) for line in self.standings(**options).lines]


def evening(*names):
    """The evening and its people: `night, ada, bo = evening("ada", "bo")`."""
    night = Evening(names)
    return (night, *night.people())


def folded(standing, line, code):
    """The number a line's terms give when somebody recomputes it by hand."""
    from scoring.tiebreaks import tiebreak
    from scoring.tiebreaks.quotient import quotient

    terms = [term.value for term in standing.terms_of(line.side, code) if term.counted]
    if tiebreak(code).fold == "quotient":
        return quotient(standing.terms_of(line.side, code))
    if tiebreak(code).fold == "most":
        return max(terms, default=0)
    if tiebreak(code).fold == "mean":
        return Fraction(sum(terms), len(terms)) if terms else 0
    return sum(terms)


def by_side(ranked):
    """What does not depend on who of equals stands first."""
    return {line.side: (line.rank, line.shared, line.values) for line in ranked.lines}
