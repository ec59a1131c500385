"""A club evening as the public sees it: one round published, one being played, and who looks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from games.engine.rulesets import preset
from games.models.hand import Hand
from games.models.player import Player
from games.services.command import Actor, Command
from scoring.tiebreaks import SWISS_ORDER
from tests.remembered import remembered
from tests.tournaments.views.live import played_lines
from tournaments import logs
from tournaments.access.table_codes import code_for
from tournaments.engine.match.entering import places_waiting
from tournaments.models.club import Club, ClubRuleSet, RoomTable
from tournaments.models.season import Season
from tournaments.models.tournament import Entry, KeptEntry, Match, Round, Tournament, TournamentRole
from tournaments.services import (
    clubs,
    hands,
    matches,
    registration,
    rounds,
    rule_sets,
    seasons,
    standings,
    tournaments,
)
from tournaments.tasks import once_at_the_end

NAMES = ("Ada Lovelace", "Bo Diddley", "Cy Young", "Dee Dee", "Ada Byron", "Eve Online", "Zoe Secret")
ROLES = ("visitor", "player", "table", "scorer", "deputy", "director", "admin", "other")
DESK = Actor(kind="user", id="1", role="director")


def order() -> Command:
    return Command(actor=DESK)


def login(name: str):
    return get_user_model().objects.create_user(name, password="four-long-words-here")


@dataclass
class Scene:
    club: Club
    row: Tournament
    users: dict[str, object]

    def url(self, name: str, *args, form: str = "") -> str:
        return reverse(f"{name}{form}", args=[self.club.slug, self.row.slug, *args])

    @cached_property
    def visitor(self) -> Client:
        return Client()

    def client(self, role: str) -> Client:
        """The browser of somebody who has this role in the event; `other` runs another club."""
        client = Client()
        if role == "table":
            table = RoomTable.objects.get(room__club=self.club, number=1)
            client.get(f"/t/{code_for(table)}/")
            client.post("/table/who/", {"person": ""})
        elif role != "visitor":
            client.force_login(self.users[role])
        return client

    def season(self) -> Season:
        """The season the event belongs to."""
        day = self.row.starts_at.date()
        found = Season.objects.filter(club=self.club).first()
        return found or seasons.make(self.club, name="Season", first_day=day, last_day=day)

    def entry(self, name: str) -> Entry:
        return Entry.objects.get(tournament=self.row, persons__player__name=name)

    def player(self, name: str) -> Player:
        return Player.objects.get(name=name)

    def matches(self, number: int) -> list[Match]:
        rows = Match.objects.filter(round__stage__tournament=self.row, round__number=number)
        return list(rows.select_related("round__stage__tournament__club").order_by("table_number"))

    def draw(self, number: int) -> Round:
        rounds.draw_round(order(), self.row, stage=1, seed=number)
        return Round.objects.get(stage__tournament=self.row, number=number)

    def publish_round(self, number: int) -> None:
        self.draw(number)
        rounds.publish_round(order(), self.row, stage=1, round=number)

    @once_at_the_end()
    def play(self, number: int, points: tuple[int, int] = (125, 87)) -> None:
        for match in self.matches(number):
            win(match, points)

    def close(self, number: int) -> None:
        rounds.close_round(order(), self.row, stage=1, round=number)

    def publish_standings(self, number: int, *, final: bool = False) -> None:
        standings.publish(order(), self.row, stage=1, round=number, final=final)

    def refresh(self) -> None:
        """What the worker, or the commit in the process, does after a change."""
        standings.refresh(self.row.pk)

    def seat_the_player(self, number: int = 2) -> None:
        """The login of the player belongs to somebody at table 1, whoever was drawn there."""
        at_table = self.matches(number)[0].sides.first().entry.people[0]
        Player.objects.filter(pk=at_table.pk).update(user=self.users["player"])

    def live_for(self, audience: str) -> None:
        Tournament.objects.filter(pk=self.row.pk).update(live_standings=audience)

    def own_rule_set(self) -> ClubRuleSet:
        """A rule set of the club's own, the same one each time."""
        return rule_sets.save_rule_set(self.club, name="House rules", rules=preset("pagat"))

    def whole_hand(self) -> Hand:
        """A hand with all its cards in a match of the newest round."""
        match = self.matches(2)[-1]
        state = logs.match_at(match.pk)[1]
        lines = played_lines(state.rules, places_waiting(state)[0].dealer)
        hands.record_hand(order(), match, lines)
        return Hand.objects.get(match_id=match.pk)

    def kept(self) -> KeptEntry:
        """Something a table sent too late."""
        return KeptEntry.objects.create(
            tournament=self.row, match=self.matches(1)[0], table_number=1, code="round_closed",
            body={"points": [[125, 87]], "hands_won": [[6, 3]]}, key="5f0c3b43-7a53-4e3c-9a9e-0f3ad1a0a111",
        )  # fmt: skip


def win(match: Match, points: tuple[int, int] = (125, 87), hands_won: tuple[int, int] = (6, 3)) -> None:
    matches.enter_score(order(), match, points=(points,), hands_won=(hands_won,))


@once_at_the_end()
def event(
    club: Club,
    *,
    name: str = "Thursday",
    names=NAMES,
    side_size: int = 1,
    announced: bool = True,
    rules: str = "",
    format: str = "swiss",
):
    rules = rules or ("club25" if side_size == 1 else "partnership_125")
    row = tournaments.create_tournament(
        order(), club=club, name=name, starts_at=datetime(2026, 11, 5, 19, tzinfo=UTC), zone="Europe/Vienna",
        side_size=side_size, rules=preset(rules), format=format, rounds=4, tiebreaks=SWISS_ORDER,
    )  # fmt: skip
    if announced:
        tournaments.announce(row)
    registration.enter_sides(
        order(), row, [registration.NewSide(names=tuple(each.split(" & "))) for each in names]
    )
    row.refresh_from_db()
    return row


@remembered
@once_at_the_end()
def announced(**fields) -> Scene:
    """An event before its first round, and everybody who might look at it."""
    users = {role: login(role) for role in ROLES if role not in ("visitor", "table")}
    club = clubs.create_club(name="Book Street", zone="Europe/Vienna", tables=4, admin_id=users["admin"].pk)
    row = event(club, **fields)
    for role in ("scorer", "deputy", "director"):
        TournamentRole.objects.create(tournament=row, user=users[role], kind=role)
    elsewhere = clubs.create_club(name="Elsewhere", tables=1, admin_id=users["other"].pk)
    there = event(elsewhere, name="Friday", names=("Xi", "Yo"))
    TournamentRole.objects.create(tournament=there, user=users["other"], kind="director")
    Player.objects.filter(name="Zoe Secret").update(is_private=True)
    return Scene(club=club, row=row, users=users)


@remembered
@once_at_the_end()
def running() -> Scene:
    """Round 1 closed and published, round 2 being played."""
    scene = announced()
    scene.publish_round(1)
    scene.play(1)
    scene.close(1)
    scene.publish_standings(1)
    scene.publish_round(2)
    scene.seat_the_player()
    scene.refresh()
    scene.row.refresh_from_db()
    return scene
