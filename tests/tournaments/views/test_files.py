"""Every list is to be had as a file: what lists there are stands here, and a new page must say."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from icalendar import Calendar

from games.services.command import Command
from tests.tournaments.api.test_routes import _walk
from tests.tournaments.views.desk.scene import DIRECTOR, client_of, evening, user, win
from tests.tournaments.views.scene import evening as played_by_hand
from tournaments.exchange.players_csv import read_players
from tournaments.models.club import RoomTable
from tournaments.models.season import Season
from tournaments.models.tournament import KeptEntry, Match, Tournament, TournamentRole
from tournaments.services import registration, rounds, standings
from tournaments.services.registration import NewSide

pytestmark = pytest.mark.django_db


def table(answer) -> list[list[str]]:
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


# ---------------------------------------------------------------- which there are

NO_LIST = {
    "rule_set": "one rule set, in sentences", "club_rule_set": "one rule set, in sentences",
    "tournament": "an event's own page: its round and standings have theirs",
    "tournament_rules": "rules, in sentences",
    "irregularities": "rules, in sentences", "match_what_if": "one match, counted otherwise",
}  # fmt: skip
"""Pages with JSON and no CSV, and why."""
BY_API = {
    "match": "api-match", "hand": "api_hand", "wall": "api-tournament", "me": "api-me",
    "desk_event": "api-tournament", "desk_people": "api-entries", "desk_side": "api-entry-status",
    "desk_standings": "api-publications", "desk_match": "api-match", "desk_log": "api-log",
    "desk_past": "api-log", "desk_money": "api-money", "desk_cash": "api-money",
    "desk_club_people": "api-people", "desk_person": "api-person", "desk_roles": "api-invitations",
    "desk_admins": "api-club-invitations", "desk_rule_set": "api-club-rule-set", "desk_saved": "api-backup",
    "desk_board": "api-round",
}  # fmt: skip
"""Pages whose JSON is a route of the API."""
DESK_CSV = ("desk_people", "desk_standings", "desk_inbox", "desk_log", "desk_roles")
"""The desk's lists of an event with `?format=csv`; the cash sheet has a test of its own."""


def names() -> dict[str, str]:
    return {pattern.name: route for route, pattern in _walk(get_resolver().url_patterns, "") if pattern.name}


def test_every_public_page_has_its_json_and_every_list_its_csv():
    known = names()
    pages = {name.removesuffix("_json") for name in known if name.endswith("_json")}
    without = {page for page in pages if f"{page}_csv" not in known}
    assert without == set(NO_LIST)
    public = {
        name
        for name, route in known.items()
        if route.startswith("clubs/") and route.endswith("/") and not name.endswith("_embed")
    }
    assert public - pages - {"wall"} == set()


def test_every_page_without_json_of_its_own_has_its_route():
    known = names()
    assert {*BY_API, *BY_API.values()} <= set(known)


# ---------------------------------------------------------------- the files


def test_the_bracket_as_a_file():
    scene = evening(
        ("Ada", "Bo", "Cy", "=Dee"), format="knockout", stage_options={"format": {"third_place": True}}
    ).published()
    win(scene.matches()[0])
    address = reverse("bracket_csv", args=[scene.club.slug, scene.row.slug])
    heads, *rows = table(Client().get(address))
    assert heads == ["Round", "Place", "Left", "Right", "Winner", "Score left", "Score right"]
    assert [row[:2] for row in rows][:3] == [["1", "1"], ["1", "2"], ["2", "1"]]
    assert {name for row in rows[:2] for name in row[2:4]} == {"Ada", "Bo", "Cy", "'=Dee"}
    done = next(row for row in rows if row[4])
    assert (done[4], done[5:]) == (done[2], ["125", "87"])
    page = Client().get(reverse("bracket", args=[scene.club.slug, scene.row.slug])).content.decode()
    assert address in page


def test_the_people_as_a_file_that_can_be_read_again():
    scene = evening(("Ada Lovelace", "Bo Diddley", "Cy Young"))
    new = NewSide(names=("Dee Dee",), seed=1800, start_points=20)
    registration.enter_sides(Command(actor=DIRECTOR), scene.row, [new])
    heads, *rows = table(scene.desk.get(scene.url("people"), {"format": "csv"}))
    assert heads == ["Name", "Seed", "Start points", "Here", "Table", "Next round"]
    assert [row[0] for row in rows] == ["Ada Lovelace", "Bo Diddley", "Cy Young", "Dee Dee"]
    assert rows[3][1:3] == ["1800", "20"]
    file = scene.desk.get(scene.url("people"), {"format": "csv"}).content
    again = read_players(file, known=[], side_size=1)
    assert [each.names for each in again.rows] == [(row[0],) for row in rows]
    assert [
        row[0] for row in table(scene.desk.get(scene.url("people"), {"format": "csv", "q": "dee"}))[1:]
    ] == ["Dee Dee"]


def test_the_file_of_people_is_for_who_runs_the_event():
    scene = evening()
    helper = user("scorer")
    TournamentRole.objects.create(tournament=scene.row, user=helper, kind="scorer")
    answer = client_of(helper).get(scene.url("people"), {"format": "csv"})
    assert answer["Content-Type"].startswith("text/html")


def test_the_inbox_as_a_file():
    scene = evening().published()
    first, second = scene.matches()
    Match.objects.filter(pk=first.pk).update(director_called=True)
    body = {"lines": [{"hand": 4}, {"e": "counted", "knocker": 0, "deadwood": [3, 12]}]}
    KeptEntry.objects.create(
        tournament=scene.row, match=second, table_number=2, code="round_closed", body=body, key=scene.row.pk
    )
    heads, called, kept = table(scene.desk.get(scene.url("inbox"), {"format": "csv"}))
    assert heads[:3] == ["Kind", "Round", "Table"]
    assert called[:3] == ["Tables that call you", "1", str(first.table_number)]
    assert kept[:4] == ["Came too late", "1", "2", "Hand 4: left side knocked, counts 3–12"]
    assert kept[5]


def test_the_desks_standings_as_a_file_have_whole_names():
    scene = evening(("Ada Lovelace", "Bo Diddley", "Cy", "Dee")).published().played()
    standings.refresh(scene.row.pk)
    player = scene.entry("Ada").people[0]
    type(player).objects.filter(pk=player.pk).update(is_private=True)
    rows = table(scene.desk.get(scene.url("standings"), {"format": "csv"}))
    assert {"Ada Lovelace", "Bo Diddley"} <= {cell for row in rows for cell in row}
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    assert table(scene.desk.get(scene.url("standings"), {"format": "csv", "hung": 1}))[1:] == rows[1:]


@pytest.mark.parametrize("name", DESK_CSV)
def test_every_list_of_the_desk_offers_its_file(name):
    scene = evening().published().played()
    standings.refresh(scene.row.pk)
    page = scene.desk.get(reverse(name, args=[scene.row.pk])).content.decode()
    assert "format=csv" in page
    assert table(scene.desk.get(reverse(name, args=[scene.row.pk]), {"format": "csv"}))


def test_a_season_as_a_calendar_has_its_days_alone_and_no_draft():
    scene = evening()
    Tournament.objects.create(
        club=scene.club, state="open", name="Next year", slug="next", starts_at="2027-11-05T19:00Z"
    )
    Tournament.objects.filter(pk=scene.row.pk).update(state="open", name="Autumn")
    season = Season.objects.create(
        club=scene.club, name="2026/27", first_day=date(2026, 9, 1), last_day=date(2027, 6, 30)
    )
    address = reverse("season_calendar", args=[scene.club.slug, season.pk])
    answer = Client().get(address)
    assert answer["Content-Type"].startswith("text/calendar")
    found = Calendar.from_ical(answer.content)
    assert str(found["x-wr-calname"]) == f"{scene.club.name} · 2026/27"
    assert [str(each["summary"]) for each in found.walk("VEVENT")] == ["Autumn"]
    Tournament.objects.filter(pk=scene.row.pk).update(state="draft")
    assert Calendar.from_ical(Client().get(address).content).walk("VEVENT") == []
    assert address in Client().get(reverse("season", args=[scene.club.slug, season.pk])).content.decode()


def test_the_hands_of_a_match_are_a_file_once_they_may_be_seen():
    scene = played_by_hand()
    address = reverse("match_csv", args=[scene.match.pk])
    heads, *rows = table(Client().get(address))
    assert heads == [
        "Game", "Hand", "Outcome", "Knocker", "Ann: points", "Bo: points", "Ann: deadwood", "Bo: deadwood",
    ]  # fmt: skip
    assert rows == [], "of a match that does not count yet"
    scene.play_to_the_end()
    scene.accept()
    rows = table(Client().get(address))[1:]
    assert [row[:2] for row in rows][:2] == [["1", "1"], ["1", "2"]]
    points = [[int(cell) for cell in row[4:6]] for row in rows]
    assert [sum(column) for column in zip(*points, strict=True)] == [
        sum(line.result.points[side] for line in scene.state.lines) for side in (0, 1)
    ]
    assert {row[3] for row in rows} <= {"Ann", "Bo", ""}
    page = Client().get(reverse("match", args=[scene.match.pk])).content.decode()
    assert address in page
    assert f"/api/v1/matches/{scene.match.pk}/" in page


def test_helpers_and_tables_as_files():
    scene = evening()
    helper = user("=scorer")
    until = datetime(2026, 12, 1, 22, tzinfo=UTC)
    TournamentRole.objects.create(tournament=scene.row, user=helper, kind="scorer", expires_at=until)
    heads, *rows = table(scene.desk.get(scene.url("roles"), {"format": "csv"}))
    assert heads == ["Login", "Role", "Until"]
    assert ["'=scorer", "scorer", "2026-12-01T22:00+00:00"] in rows
    RoomTable.objects.filter(room__club=scene.club, number=2).update(out_of_use=True, generation=3)
    tables = reverse("desk_tables", args=[scene.club.slug])
    heads, *rows = table(scene.desk.get(tables, {"format": "csv"}))
    assert heads == ["Table", "Step-free", "Good light", "Out of use", "Card"]
    assert rows[1] == ["2", "", "", "1", "3"]
    assert "format=csv" in scene.desk.get(tables).content.decode()
