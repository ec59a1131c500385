"""Tournaments in words: sides by name, rounds drawn, played and closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.engine.rulesets import preset
from scoring.lines import line_to_wire
from tests.tournaments.engine.matches import after as match_after
from tests.tournaments.engine.matches import won
from tournaments.engine import match, tournament
from tournaments.engine.events import TournamentEvent
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import TournamentState

SWISS_ORDER = ("game_points", "games_won", "net_spread")


class Evening:
    """A tournament and its matches, kept as the services keep them: events appended, states folded."""

    def __init__(
        self,
        *names: str,
        rounds: int = 3,
        format: str = "swiss",
        stage_options: Any = None,
        tiebreaks: tuple[str, ...] = SWISS_ORDER,
        rules: str = "club25",
        **options: Any,
    ) -> None:
        self.events: list[TournamentEvent] = []
        self.matches: dict[str, MatchState] = {}
        self.made = 0
        self.do(tournament.create(options=options))
        self.do(
            tournament.open_stage(
                self.state,
                format=format,
                rounds=rounds,
                rules=preset(rules),
                tiebreaks=tiebreaks,
                options=stage_options,
            )
        )
        for name in names:
            self.enter(name)

    @property
    def state(self) -> TournamentState:
        """Folded anew each time: what a replay would give."""
        return tournament.fold(self.events)

    def do(self, events: Iterable[TournamentEvent]) -> None:
        """Append."""
        self.events.extend(events)

    def enter(self, name: str, **more: Any) -> None:
        """A side of one person of the same name."""
        self.do(tournament.enter_side(self.state, side=name, persons=(name.upper(),), **more))

    def new_id(self) -> str:
        """Names for matches: m1, m2, …"""
        self.made += 1
        return f"m{self.made}"

    def draw(self, *, stage: int = 1, seed: int = 7, **more: Any) -> None:
        """A draft of the next round."""
        self.do(
            tournament.draw_round(
                self.state, stage=stage, seed=seed, matches=self.matches, new_id=self.new_id, **more
            )
        )

    def publish(self, *, stage: int = 1) -> None:
        """The draft of the stage goes out and its matches start."""
        round = self.state.rounds_of(stage)[-1].number
        self.do(tournament.publish(self.state, stage=stage, round=round))
        started = tournament.started_matches(self.state, tournament="t", stage=stage, round=round)
        self.matches.update({name: match.fold([event]) for name, event in started.items()})

    def play(self, winner: Callable[[tuple[str, ...]], int] | Mapping[str, int] | None = None) -> None:
        """Open matches of the current round are won 130-40: by the first side, or as `winner` says."""
        current = self.state.current
        assert current is not None
        for pairing in current.pairings:
            state = self.matches[pairing.match]
            if not state.is_open:
                continue
            index = (
                0 if winner is None else winner(pairing.sides) if callable(winner) else winner[pairing.match]
            )
            self.result(pairing.match, index)

    def result(self, name: str, winner: int, *, accepted: bool = True) -> None:
        """A match won, entered by the winner and accepted by the other."""
        state = self.matches[name]
        for side, points in ((winner, 60), (1 - winner, 40), (winner, 70)):
            place = state.sheet.open_places[0].place
            state = match_after(
                state, match.enter_hand(state, place=place, result=won(side, points), by="table", side=winner)
            )
        if accepted:
            state = match_after(state, match.accept(state, by="player", side=1 - winner))
        self.matches[name] = state

    def then(
        self, format: str, *, rounds: int = 1, tiebreaks: tuple[str, ...] = ("GP",), **options: Any
    ) -> None:
        """One more stage."""
        self.do(
            tournament.open_stage(
                self.state,
                format=format,
                rounds=rounds,
                rules=preset("club25"),
                tiebreaks=tiebreaks,
                options=options,
            )
        )

    def lines(self, stage: int = 1) -> list[Any]:
        """The standings as they would be published."""
        state = self.state
        ranked = tournament.rank(
            state,
            stage,
            tournament.records_of(state, stage, self.matches),
            byes=tournament.byes_of(state, stage),
            penalties=tournament.penalties_of(state, stage),
        )
        return [line_to_wire(line) for line in ranked.with_terms()]

    def hang(self, stage: int = 1, *, final: bool = True) -> None:
        """The standings after the last round are published."""
        self.do(
            tournament.publish_standings(
                self.state,
                stage=stage,
                round=self.state.stages[stage].rounds,
                position=len(self.events),
                lines=self.lines(stage),
                final=final,
            )
        )

    def whole_stage(self, stage: int = 1, *, winner: Any = None) -> None:
        """Every round of the stage, then its final standings."""
        while self.state.next_number(stage) <= self.state.stages[stage].rounds:
            self.draw(stage=stage)
            self.publish(stage=stage)
            self.play(winner)
            self.close(stage=stage)
        self.hang(stage)

    def close(self, *, stage: int = 1, **decisions: tuple[Any, str]) -> None:
        """The current round closes."""
        current = self.state.current
        assert current is not None
        self.do(
            tournament.close_round(
                self.state, stage=stage, round=current.number, matches=self.matches, decisions=decisions
            )
        )

    def whole_round(self, **more: Any) -> None:
        """Draw, publish, play, close."""
        self.draw(**more)
        self.publish()
        self.play()
        self.close()
