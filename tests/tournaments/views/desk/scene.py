"""A club with a director, and an evening brought to any point."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from games.engine.rulesets import preset
from games.services.command import Actor, Command
from scoring.tiebreaks import SWISS_ORDER
from tests.remembered import remembered
from tournaments.models.club import Club
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.services import clubs, matches, registration, rounds, tournaments
from tournaments.tasks import once_at_the_end

NAMES = ("Ada", "Bo", "Cy", "Dee")
DIRECTOR = Actor(kind="user", id="1", role="director")


@dataclass
class Scene:
    club: Club
    row: Tournament
    director: object

    @property
    def desk(self) -> Client:
        return client_of(self.director)

    def url(self, name: str, *more, **kwargs) -> str:
        return reverse(f"desk_{name}", args=[self.row.pk, *more], **kwargs)

    def entry(self, name: str):
        return next(each for each in self.row.entries.all() if name in each.name)

    def matches(self, round: int = 1) -> list[Match]:
        rows = Match.objects.filter(round__stage__tournament=self.row, round__number=round)
        return list(rows.select_related("round__stage__tournament__club").order_by("table_number"))

    def round(self, number: int = 1) -> Round:
        return Round.objects.get(stage__tournament=self.row, number=number)

    def drawn(self, number: int = 1) -> Scene:
        rounds.draw_round(Command(actor=DIRECTOR), self.row, stage=1, seed=number)
        return self

    @once_at_the_end()
    def published(self, number: int = 1) -> Scene:
        return self.drawn(number).publish(number)

    def publish(self, number: int = 1) -> Scene:
        rounds.publish_round(Command(actor=DIRECTOR), self.row, stage=1, round=number)
        return self

    @once_at_the_end()
    def played(self, number: int = 1) -> Scene:
        for match in self.matches(number):
            win(match)
        return self


def win(match: Match, points=(125, 87), hands=(6, 3)) -> None:
    matches.enter_score(Command(actor=DIRECTOR), match, points=(points,), hands_won=(hands,))


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def user(name: str, **fields):
    return get_user_model().objects.create_user(name, password="four-long-words-here", **fields)


@remembered
@once_at_the_end()
def evening(
    names=NAMES, *, rounds: int = 2, side_size: int = 1, tables: int = 4, rules=None, format="swiss", **fields
) -> Scene:
    director = user("director")
    club = clubs.create_club(name="Book Street", tables=tables)
    row = tournaments.create_tournament(
        Command(actor=DIRECTOR),
        club=club,
        name="Thursday",
        starts_at=datetime(2026, 11, 5, 19, tzinfo=UTC),
        zone="UTC",
        side_size=side_size,
        rules=rules or preset("club25" if side_size == 1 else "partnership_125"),
        format=format,
        rounds=rounds,
        tiebreaks=SWISS_ORDER,
        director_id=director.pk,
        **fields,
    )
    tournaments.announce(row)
    sides = [registration.NewSide(names=tuple(name.split(" & "))) for name in names]
    if sides:
        registration.enter_sides(Command(actor=DIRECTOR), row, sides)
    row.refresh_from_db()
    return Scene(club=club, row=row, director=director)


def post(client: Client, url: str, **data):
    data.setdefault("key", uuid.uuid4())
    return client.post(url, {name: value for name, value in data.items() if value is not None})


def text_of(answer) -> str:
    """The words of a page, without its markup and its runs of blanks."""
    bare = re.sub(r"<script.*?</script>|<[^>]+>", " ", answer.text, flags=re.S)
    return re.sub(r"\s+", " ", bare.replace("&amp;", "&").replace("&#x27;", "'"))


def said(client: Client, answer) -> list[str]:
    """What the page a POST leads to says in its toasts."""
    assert answer.status_code == 302, (answer.status_code, text_of(answer)[:600])
    return [str(each) for each in client.get(answer["Location"]).context["messages"]]
