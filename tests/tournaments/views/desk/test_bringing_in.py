"""A club's admin brings in a tournament of another installation: that one, to his club, and nothing else."""

from __future__ import annotations

import gzip
import io
import json
import re
import threading
import uuid

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.eventstore import chain, checks, codec
from games.eventstore.log import head
from games.models.hand import Hand
from games.models.player import Player
from tests.tournaments.services.rich import rich_evening
from tests.tournaments.test_backup import empty_the_database
from tests.tournaments.views.desk.scene import client_of
from tests.tournaments.workers import ought, shown
from tournaments.models.club import Club, ClubRole, Member, RoomTable
from tournaments.models.tournament import Match, Tournament
from tournaments.services import clubs, incoming, long_work

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path / "incoming"


_EXPORTED: list[bytes] = []


@pytest.fixture
def file(tmp_path) -> bytes:
    """An evening of another installation, exported once; the database is empty again."""
    if not _EXPORTED:
        scene = rich_evening()
        target = tmp_path / "evening.jsonl"
        call_command(
            "export_log", str(target), "--tournament", str(scene.tournament.pk), stderr=io.StringIO()
        )
        empty_the_database()
        _EXPORTED.append(target.read_bytes())
    return _EXPORTED[0]


@pytest.fixture
def club(file) -> Club:
    """The club that it comes to, with its admin."""
    User.objects.create_user("stranger")  # the numbers of logins are others here
    admin = User.objects.create_user("admin")
    return clubs.create_club(name="Spades", tables=12, admin_id=admin.pk)


def admin() -> Client:
    return client_of(User.objects.get(username="admin"))


def upload(club: Club, content: bytes, client: Client | None = None):
    url = reverse("desk_event_upload", args=[club.slug])
    return (client or admin()).post(url, {"file": SimpleUploadedFile("evening.jsonl", content)})


def button(answer) -> str:
    return re.search(r'action="([^"]+/go/)"', answer.content.decode())[1]


def finished() -> None:
    for thread in threading.enumerate():
        if thread.name.startswith("work "):
            thread.join(timeout=60)


def brought_in(club: Club, content: bytes):
    """Through all three pages; the last one."""
    answer = admin().post(button(upload(club, content)))
    finished()
    return admin().get(answer["Location"]).content.decode()


def test_a_tournament_comes_in_with_its_people_hands_and_standings(club, file, folder):
    before = head().position
    looked = upload(club, file)
    page = looked.content.decode()
    name = json.loads(next(line for line in file.splitlines() if b'"tournaments.tournament"' in line))
    assert name["fields"]["name"] in page
    assert (head().position, Tournament.objects.count()) == (before, 0), "nothing is written yet"
    answer = admin().post(button(looked))
    finished()
    last = admin().get(answer["Location"]).content.decode()
    assert "is here." in last
    assert "hx-get" not in last
    row = Tournament.objects.get()
    assert row.club == club
    assert reverse("desk_event", args=[row.pk]) in last
    assert admin().get(reverse("desk_event", args=[row.pk])).status_code == 200
    assert admin().get(reverse("desk_log", args=[row.pk])).status_code == 200
    assert shown(row) == ought(row) != []
    assert Hand.objects.filter(tournament_id=row.pk).exists()
    assert set(Player.objects.values_list("pk", flat=True)) == set(
        Member.objects.filter(club=club).values_list("player_id", flat=True)
    )
    assert Match.objects.exclude(table=None).exists(), "at the tables of this club"
    assert set(Match.objects.exclude(table=None).values_list("table__room__club", flat=True)) == {club.pk}
    assert list(checks.findings()) == []
    assert list(folder.glob("*.upload")) == [], "the file is gone"


def test_a_second_time_changes_nothing(club, file):
    brought_in(club, file)
    before = head().position
    looked = upload(club, file)
    assert "is here already" in looked.content.decode()
    admin().post(button(looked))
    finished()
    assert head().position == before


def test_a_packed_file_is_read_too_unless_it_holds_far_more_than_it_weighs(club, file, settings):
    assert "is here." in brought_in(club, gzip.compress(file))
    settings.IMPORT_MEGABYTES = 1
    endless = gzip.compress(b"x" * 11_000_000)
    assert "too large" in upload(club, endless).content.decode()


def test_a_second_tap_starts_nothing_twice(club, file):
    looked = upload(club, file)
    client = admin()
    first, second = client.post(button(looked)), client.post(button(looked))
    finished()
    assert first["Location"] == second["Location"]
    assert "is here." in client.get(first["Location"]).content.decode()


def test_who_acted_there_is_nobody_here(club, file):
    """A director's number over there is another login's here."""
    brought_in(club, file)
    page = admin().get(reverse("desk_log", args=[Tournament.objects.get().pk])).content.decode()
    assert "stranger" not in page


def test_logins_roles_and_other_clubs_rows_of_a_file_stay_out(club, file):
    rows = [
        {"model": "auth.user", "pk": 77, "fields": {"username": "evil", "password": "x", "is_superuser": True,
         "is_staff": True, "is_active": True, "first_name": "", "last_name": "", "email": "",
         "date_joined": "2026-01-01T00:00:00Z"}},
        {"model": "tournaments.clubrole", "pk": 78, "fields": {"club": str(club.pk), "user": 77}},
        {"model": "tournaments.club", "pk": str(uuid.uuid4()), "fields": {"name": "X", "slug": "x"}},
        {"model": "games.player", "pk": str(uuid.uuid4()), "fields": {"name": "Nobody", "key": "nobody"}},
    ]  # fmt: skip
    brought_in(club, with_rows(file, rows))
    assert Tournament.objects.count() == 1
    assert not User.objects.filter(username="evil").exists()
    assert (Club.objects.count(), ClubRole.objects.count()) == (1, 1)
    assert not Player.objects.filter(name="Nobody").exists()
    assert RoomTable.objects.filter(room__club=club).count() == 12


def with_rows(content: bytes, rows: list[dict]) -> bytes:
    header, *rest = content.splitlines(keepends=True)
    said = json.loads(header)
    said["rows"] += len(rows)
    more = [json.dumps(row).encode() + b"\n" for row in rows]
    return json.dumps(said).encode() + b"\n" + b"".join([*rest, *more])


def rechained(content: bytes, change) -> bytes:
    """The file with its events changed, and the chain made to fit: as somebody would who means ill."""
    header, *rest = content.splitlines(keepends=True)
    count = json.loads(header)["events"]
    out, previous, last = [], chain.GENESIS, 0
    from games.eventstore.transfer import lines

    for number, text in enumerate(rest[:count], start=2):
        fields = json.loads(text)
        change(fields)
        line = lines.read(json.dumps(fields).encode(), lines.EventLine, number)
        if line.position != last + 1:
            previous = bytes.fromhex(line.previous)
        fields["hash"] = chain.link(previous, line.position, line.body()).hex()
        previous, last = bytes.fromhex(fields["hash"]), line.position
        out.append(json.dumps(fields).encode() + b"\n")
    return header + b"".join(out) + b"".join(rest[count:])


def test_an_event_for_another_tournament_is_refused_with_its_line(club, file):
    def elsewhere(fields) -> None:
        if fields["position"] > 20:
            fields["tournament"] = str(uuid.UUID(int=7))

    answer = upload(club, rechained(file, elsewhere))
    assert answer.status_code == 422
    said = r"Nothing comes in\. Line \d+: this event is not of the tournament"
    assert re.search(said, answer.content.decode())


@pytest.mark.parametrize(
    ("name", "part", "path", "value"),
    [
        ("tournament.standings_published", "data", ("lines", 0, "terms", "NS"), "99"),
        ("tournament.standings_published", "data", ("lines", 0), {}),
        ("tournament.standings_published", "data", ("stage",), -1),
        ("tournament.round_drawn", "data", ("pairings", 0, "first_dealer"), 10**30),
        ("tournament.round_drawn", "data", ("pairings", 0, "sides", 0), "nobody"),
        ("hand.dealt", "meta", ("place", "deal"), "never"),
        ("hand.dealt", "meta", ("place", "board"), "9"),
        ("match.started", "meta", (), True),
    ],
)
def test_events_that_say_what_never_was_are_refused_in_words(club, file, name, part, path, value):
    def forged(fields) -> None:
        if fields["name"] != name or name in done:
            return
        done.add(name)
        said = {"": json.loads(fields[part])}
        within, at = said, ""
        for step in path:
            within, at = within[at], step
        within[at] = value
        fields[part] = codec.as_text(said[""])

    done: set[str] = set()
    page = brought_in(club, rechained(file, forged))
    assert done
    assert "Nothing comes in. Line 1" in page, page[-2000:]
    assert Tournament.objects.count() == 0


def test_a_stream_that_is_anothers_here_is_left_alone(club, file):
    brought_in(club, file)
    theirs = Tournament.objects.get()
    other = uuid.uuid4()
    header = json.loads(file.splitlines()[0])
    match = str(Match.objects.first().pk)

    def as_other(fields) -> None:
        fields["tournament"] = str(other)
        if fields["kind"] == "tournament":
            fields["stream"] = str(other)

    forged = rechained(file, as_other)
    theirs_said, ours_said = (f'"tournament":"{pk}"'.encode() for pk in (header["tournament"], other))
    forged = forged.replace(theirs_said, ours_said, 1)
    forged = forged.replace(header["installation"].encode(), str(uuid.uuid4()).encode())
    before = head()
    answer = upload(club, forged)
    assert answer.status_code == 422
    assert "belongs to another tournament here" in answer.content.decode()
    assert (head(), Match.objects.get(pk=match).round.stage.tournament) == (before, theirs)


def test_one_that_is_in_another_club_here_is_refused(club, file):
    brought_in(club, file)
    other = clubs.create_club(name="Hearts", admin_id=User.objects.get(username="admin").pk)
    answer = upload(other, file)
    assert answer.status_code == 422
    assert "in another club" in answer.content.decode()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text[: len(text) // 2], "breaks off"),
        (lambda text: text.replace(b'"version":1,', b'"version":99,', 1), "newer"),
        (lambda text: b"Ann;Bo\n" + text, "Line 1"),
        (lambda text: text.replace(b"125", b"126"), "Line"),
        (lambda text: b"", "empty"),
    ],
)
def test_a_file_that_is_not_whole_or_not_one_is_refused_in_words(club, file, change, said, folder):
    answer = upload(club, change(file))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page
    assert Tournament.objects.count() == 0
    assert list(folder.glob("*.upload")) == []


def test_the_clubs_own_export_and_a_whole_clubs_are_named_for_what_they_are(club, file, tmp_path):
    whole = tmp_path / "whole.jsonl"
    call_command("export_log", str(whole), stderr=io.StringIO())
    assert "holds a whole club" in upload(club, whole.read_bytes()).content.decode()
    brought_in(club, file)
    own = tmp_path / "own.jsonl"
    call_command(
        "export_log", str(own), "--tournament", str(Tournament.objects.get().pk), stderr=io.StringIO()
    )
    assert "written on this computer" in upload(club, own.read_bytes()).content.decode()


def test_a_file_too_large_names_the_limit_and_the_way(club, settings):
    settings.IMPORT_MEGABYTES = 1
    answer = upload(club, b"x" * 1_000_001)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "at most 1 megabytes" in page
    assert "manage.py import_log" in page


def test_it_is_for_the_clubs_admins_alone_and_each_sees_his_own_work(club, file):
    other = User.objects.create_user("other")
    theirs = upload(club, file)
    address = button(theirs)
    assert upload(club, file, client_of(other)).status_code == 404
    ClubRole.objects.create(club=club, user=other)
    assert client_of(other).post(address).status_code == 404
    assert client_of(other).get(address.removesuffix("go/")).status_code == 404
    assert Client().post(address).status_code == 302, "to the login"
    assert Tournament.objects.count() == 0


def test_work_that_ended_without_a_word_says_so(club, file):
    looked = upload(club, file)
    pk = uuid.UUID(button(looked).split("/")[-3])
    work = long_work.find(pk, owner=User.objects.get(username="admin").pk, about=club.slug)
    work.state = "working"
    work.note()
    page = admin().get(reverse("desk_event_coming", args=[club.slug, pk])).content.decode()
    assert "<progress" in page
    assert "hx-get" in page
    silent = json.loads(long_work._note_of(str(pk)).read_text())
    silent["noted_at"] -= long_work.SILENT_SECONDS + 1
    long_work._note_of(str(pk)).write_text(json.dumps(silent))
    page = admin().get(reverse("desk_event_coming", args=[club.slug, pk])).content.decode()
    assert "It broke off, and nothing came in" in page
    assert incoming.line_count(io.BytesIO(file)) > 0


def saying(content: bytes, model: str, **fields) -> bytes:
    """The file with its first row of a model saying something else."""
    rows, done = [], False
    for text in content.splitlines(keepends=True):
        row = json.loads(text)
        if row.get("model", "").lower() == model and not done:
            row["fields"].update(fields)
            text, done = json.dumps(row).encode() + b"\n", True
        rows.append(text)
    assert done
    return b"".join(rows)


EVENT, PERSON, HAND = "tournaments.tournament", "games.player", "games.hand"


@pytest.mark.parametrize(
    ("model", "field", "value"),
    [
        (EVENT, "zone", "Mars/Olympus"), (EVENT, "zone", "../../etc/passwd"), (EVENT, "zone", 7),
        (EVENT, "name", "x" * 81), (EVENT, "name", "a\x00b"), (EVENT, "name", ""), (EVENT, "name", ["x"]),
        (EVENT, "name", "\u202e"), (EVENT, "acceptance", "nobody"), (EVENT, "live_standings", "nobody"),
        (EVENT, "results", "never"),
        (EVENT, "correction_minutes", -5), (EVENT, "correction_minutes", 10**12),
        (EVENT, "starts_at", "never"), (EVENT, "starts_at", None), (EVENT, "publish_with_close", "perhaps"),
        (EVENT, "starts_at", "9999-12-31T23:59:59-12:00"), (EVENT, "starts_at", "0001-01-01T00:00:00+14:00"),
        (EVENT, "created_at", "9999-12-31T23:59:59Z"),
        (PERSON, "name", "y" * 81), (PERSON, "name", ""), (PERSON, "name", "a\x00"), (PERSON, "name", None),
        (PERSON, "name", "\ufdfa" * 80), (PERSON, "erased_at", "never"), (PERSON, "is_private", "perhaps"),
        (HAND, "phase", "dreamt"), (HAND, "board", "a"), (HAND, "fidelity", "z" * 11),
    ],
)  # fmt: skip
def test_a_row_that_says_what_no_form_would_take_is_refused_with_its_line(club, file, model, field, value):
    """A zone that does not exist would end every page of the club it came to."""
    answer = upload(club, saying(file, model, **{field: value}))
    assert answer.status_code == 422
    said = re.search(r"Line (\d+): this row says something that cannot be", answer.content.decode())
    assert said, answer.content.decode()[-3000:]
    line = json.loads(saying(file, model, **{field: value}).splitlines()[int(said[1]) - 1])
    assert line["model"].lower() == model
    assert Tournament.objects.count() == 0


def test_nobody_is_a_duplicate_of_himself_by_whatever_way(club, file):
    people = [json.loads(text) for text in file.splitlines() if b'"games.player"' in text]
    one, other = people[0]["pk"], people[1]["pk"]
    ring = file.replace(b'"merged_into":null', f'"merged_into":"{other}"'.encode(), 1)
    ring = ring.replace(b'"merged_into":null', f'"merged_into":"{one}"'.encode(), 1)
    for content in (ring, saying(file, PERSON, merged_into=one)):
        answer = upload(club, content)
        assert answer.status_code == 422
        assert "a duplicate of itself" in answer.content.decode()


def test_the_address_of_what_comes_in_is_one_of_ours(club, file):
    brought_in(club, saying(file, EVENT, slug="../../admin"))
    assert re.fullmatch(r"[a-z0-9-]+", Tournament.objects.get().slug)
    assert admin().get(reverse("club", args=[club.slug])).status_code == 200
