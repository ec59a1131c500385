"""All of a club that no replay brings back travels in an export, and finds its place in another club."""

import io
import json
import uuid

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from games.eventstore import checks, guards, rows
from games.eventstore.log import Plan, Recorded, append_many, head
from games.models.player import Player
from tournaments.models.club import Club, ClubRole, Member, Room, RoomTable
from tournaments.models.tournament import Entry, EntryPerson, Stage, Tournament

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

# Computed again from the log, or of one evening.
STAY_BEHIND = {
    "games.Event",
    "games.Stream",
    "games.LogHead",
    "games.Projection",
    "tournaments.StandingLine",
    "tournaments.ClubFigures",
    "tournaments.MatchFacts",
    "tournaments.RatedMatch",
    "tournaments.RatingStep",
    "tournaments.Rating",
    "tournaments.Backup",
    "tournaments.PhoneSeen",
    "tournaments.SeatWish",
}


def test_every_table_of_the_club_travels_or_is_known_to_stay():
    travel = {how.model._meta.label for how in rows._exported.values()}
    ours = {
        model._meta.label
        for app in ("games", "tournaments")
        for model in apps.get_app_config(app).get_models()
    }
    assert ours - travel == STAY_BEHIND
    assert travel - ours == {"auth.User"}


def test_rows_with_numbers_say_what_tells_them_apart():
    assert [how.model_label for how in rows._exported.values() if how.is_numbered and not how.key] == []


def event(number: int, tournament: uuid.UUID | None = None) -> None:
    plan = Plan(command_id=uuid.uuid4(), actor="desk")
    plan.append(uuid.UUID(int=number), "hand", tournament, 0, [Recorded("hand.voided", 1, '{"e":"voided"}')])
    append_many(plan)


@pytest.fixture
def exported(tmp_path):
    """A club with director, room, player and tournament, exported; then the database is empty again."""
    ada = User.objects.create_user("lovelace", "ada@example.org", "correct horse")
    club = Club.objects.create(name="Hearts", slug="hearts")
    player = Player.objects.create(name="Zoë", key="zoë", user=ada)
    ClubRole.objects.create(club=club, user=ada)
    Member.objects.create(club=club, player=player)
    room = Room.objects.create(club=club, name="Hall")
    RoomTable.objects.create(room=room, number=3, generation=2)
    evening = Tournament.objects.create(
        club=club, name="Evening", slug="evening", starts_at="2026-01-01T19:00Z"
    )
    Stage.objects.create(
        tournament=evening, number=1, format="swiss", rounds_planned=3, rules={"b": 1, "a": 2}
    )
    entry = Entry.objects.create(tournament=evening, number=1)
    EntryPerson.objects.create(entry=entry, player=player)
    event(1, evening.pk)
    event(2)
    files = {}
    for name, options in {
        "all": (),
        "without people": ("--without-people",),
        "one tournament": ("--tournament", str(evening.pk)),
    }.items():
        file = tmp_path / f"{name}.jsonl"
        call_command("export_log", str(file), *options, stderr=io.StringIO())
        files[name] = file
    empty_the_database()
    return files


def empty_the_database():
    from django.db import connection

    on_table = " ON games_event" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in guards.wanted(connection):
            cursor.execute(f"DROP TRIGGER {name}{on_table}")
    call_command("flush", interactive=False, verbosity=0)
    assert (head().position, Club.objects.count(), guards.missing(connection)) == (0, 0, [])


def take_in(file) -> str:
    said = io.StringIO()
    call_command("import_log", str(file), stdout=said)
    return said.getvalue().strip()


def test_a_whole_club_is_restored_with_logins_cards_and_links(exported, tmp_path):
    take_in(exported["all"])
    ada = User.objects.get(username="lovelace")
    assert ada.check_password("correct horse")
    assert ClubRole.objects.get().user == ada == Player.objects.get().user
    assert RoomTable.objects.get().generation == 2
    assert RoomTable.objects.get().room.club.slug == "hearts"
    assert Entry.objects.get().name == "Zoë"
    again = tmp_path / "again.jsonl"
    call_command("export_log", str(again), stderr=io.StringIO())
    assert again.read_bytes() == exported["all"].read_bytes()
    Room.objects.create(club=Club.objects.get(), name="Garden")  # the next number is free
    assert list(checks.findings()) == []


def test_rows_with_numbers_find_their_place_among_others(exported):
    other = Club.objects.create(name="Spades", slug="spades")
    bo = User.objects.create_user("bo")
    ClubRole.objects.create(club=other, user=bo)
    Room.objects.create(club=other, name="Hall")
    event(9)
    take_in(exported["all"])
    assert [(role.user.username, role.club.slug) for role in ClubRole.objects.order_by("club__slug")] == [
        ("lovelace", "hearts"),
        ("bo", "spades"),
    ]
    assert RoomTable.objects.get().room.club.slug == "hearts"
    assert Room.objects.get(club=other).tables.count() == 0
    assert Player.objects.get().user.username == "lovelace"
    said = take_in(exported["all"])
    assert said.startswith("0 events and 0 rows imported, 2 events")
    assert (ClubRole.objects.count(), Room.objects.count(), Member.objects.count()) == (2, 2, 1)


def test_without_people_there_are_no_logins_and_no_names(exported):
    text = exported["without people"].read_text()
    assert "hearts" in text
    secrets = ("lovelace", "Zoë", "zoë", "example.org", "md5", "argon2")
    assert [secret for secret in secrets if secret in text] == []
    assert {"lovelace", "Zoë", "example.org"} <= {
        secret for secret in secrets if secret in exported["all"].read_text()
    }
    take_in(exported["without people"])
    assert (User.objects.count(), ClubRole.objects.count(), Player.objects.get().name) == (0, 0, "–")


def test_one_tournament_brings_its_people_and_no_logins(exported):
    lines = [json.loads(line) for line in exported["one tournament"].read_text().splitlines()]
    assert [line.get("model") for line in lines if line.get("model") in {"auth.user", "games.command"}] == []
    stranger = User.objects.create_user("stranger")
    take_in(exported["one tournament"])
    assert head().position == 1
    assert Entry.objects.get().name == "Zoë"
    assert Player.objects.get().user is None
    assert User.objects.get() == stranger


def test_a_row_that_links_to_nothing_is_refused(exported, tmp_path):
    lines = exported["all"].read_bytes().splitlines(keepends=True)
    header = json.loads(lines[0])
    kept = [line for line in lines[1:] if b'"tournaments.club"' not in line]
    header["rows"] -= len(lines) - 1 - len(kept)
    file = tmp_path / "cut.jsonl"
    file.write_bytes(json.dumps(header, separators=(",", ":")).encode() + b"\n" + b"".join(kept))
    with pytest.raises(CommandError, match="Nothing was imported"):
        take_in(file)
    assert (head().position, User.objects.count(), Tournament.objects.count()) == (0, 0, 0)


def test_a_name_that_is_taken_here_is_refused_with_its_line(exported):
    Club.objects.create(name="Other Hearts", slug="hearts")
    event(9)
    with pytest.raises(CommandError, match=r"Nothing was imported\. Line \d+: "):
        take_in(exported["all"])
    assert (head().position, Club.objects.get().name) == (1, "Other Hearts")
