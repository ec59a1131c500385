"""An evening for the table's pages: a club with tables, a round that is out, phones that scanned a card."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import dataclass

from django.test import Client

from games.engine.rulesets import RuleSet, preset
from games.services.command import Actor, Command
from scoring.sheets.sheet import Place
from scoring.tiebreaks import SWISS_ORDER
from tests.remembered import remembered
from tournaments import logs
from tournaments.access.table_codes import code_for
from tournaments.engine.match import MatchState
from tournaments.models.tournament import Match, Tournament
from tournaments.services import clubs, matches, registration, rounds, tournaments
from tournaments.services import hands as hand_services
from tournaments.tasks import once_at_the_end

DESK = Actor(kind="user", id="1", role="director")
JSON = {"headers": {"accept": "application/json"}}


def order(actor: Actor = DESK) -> Command:
    return Command(actor=actor)


@dataclass
class Evening:
    tournament: Tournament

    @property
    def match(self) -> Match:
        """The match at the first table."""
        query = Match.objects.filter(round__stage__tournament=self.tournament).select_related(
            "round__stage__tournament__club", "table__room__club"
        )
        return query.order_by("-round__number", "table_number").first()

    def match_at(self, table: int) -> Match:
        return Match.objects.get(round__stage__tournament=self.tournament, table_number=table)

    @property
    def state(self) -> MatchState:
        return logs.match_at(self.match.pk)[1]

    def code(self, table: int = 1, board: int = 0) -> str:
        return code_for(self.match_at(table).table, board)

    def names(self) -> list[str]:
        return [side.entry.name for side in self.match.sides.all()]

    def phone(self, person: int | None = None, *, table: int = 1, board: int = 0) -> Client:
        """A phone that scanned the card; `person`: the side whose (first) person it is, None keeps score."""
        phone = Client()
        phone.get(f"/t/{self.code(table, board)}/")
        chosen = ""
        if person is not None:
            side = self.match_at(table).sides.get(index=person)
            chosen = str(side.entry.people[min(board, len(side.entry.people) - 1)].pk)
        phone.post("/table/who/", {"person": chosen})
        return phone

    def play(
        self, winner: int, *, count: int = 3, other: int = 20, place: Place | None = None, side: int = 0
    ) -> None:
        """A knock with these counts, entered by a table's phone."""
        deadwood = [count, other] if winner == 0 else [other, count]
        lines = [{"hand": 1}, {"e": "counted", "knocker": winner, "deadwood": deadwood}]
        table = Actor(kind="table", id="x", role="table", side=side)
        hand_services.record_hand(order(table), self.match, lines, place=place)

    @once_at_the_end()
    def play_to_the_end(self, winner: int = 0) -> None:
        count = 0
        while not self.state.sheet.over:
            self.play(winner, count=count % 10, other=count % 10 + 40)
            count += 1

    def accept(self) -> None:
        actor = Actor(kind="table", id="x", role="table", side=1)
        matches.accept(order(actor), self.match, side=1, via="shared_table")

    def close(self) -> None:
        rounds.close_round(order(), self.tournament, stage=1, round=1)


@remembered
@once_at_the_end()
def evening(
    rules: str | RuleSet = "club25",
    names: tuple[tuple[str, ...], ...] = (("Ann",), ("Bo",)),
    *,
    rounds_planned: int = 1,
    format: str = "swiss",
    **settings: str,
) -> Evening:
    """A published first round of this field, at tables from 1."""
    club = clubs.create_club(name=f"Club {uuid.uuid4().hex[:6]}", tables=8)
    rule_set = preset(rules) if isinstance(rules, str) else rules
    tournament = tournaments.create_tournament(
        order(), club=club, name="Thursday", starts_at=datetime.datetime.now(datetime.UTC), zone="UTC",
        side_size=len(names[0]), rules=rule_set, format=format, rounds=rounds_planned, tiebreaks=SWISS_ORDER,
    )  # fmt: skip
    tournaments.announce(tournament)
    if settings:
        Tournament.objects.filter(pk=tournament.pk).update(**settings)
        tournament.refresh_from_db()
    registration.enter_sides(order(), tournament, [registration.NewSide(names=each) for each in names])
    rounds.draw_round(order(), tournament, stage=1, seed=5)
    rounds.publish_round(order(), tournament, stage=1, round=1)
    return Evening(tournament)


def hand_body(evening: Evening, **values: object) -> dict[str, object]:
    """What the keypad sends for the first hand."""
    return {"key": str(uuid.uuid4()), "place": "1.1.0", **values}
