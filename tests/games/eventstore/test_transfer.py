"""The whole club in a file, and back, from one database to the other."""

import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from games.eventstore import checks, codec, guards, rows
from games.eventstore.log import append_many, head, known_command, load, positions_after, redact
from games.eventstore.transfer.importing import import_log
from games.models.player import Player
from tests.games.eventstore.scene import line, noting
from tests.games.eventstore.test_append import EVENT, HAND, MATCH
from tests.tournaments.test_backup import empty_the_database

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
ROOT = Path(__file__).resolve().parents[3]
ADA, KEY = uuid.UUID(int=101), uuid.UUID(int=3)

# What the club at the other end does: the same program on a SQLite file of its own. To start it takes longer
# than what tests do with it, so it is started once, and each request is carried out by a fork of it.
OTHER_CLUB = """
import json, os, sys, tempfile, traceback, uuid
import django
django.setup()
from django.db import connection
from django.core.management import call_command
from games.eventstore import rows
from games.eventstore.log import Plan, Recorded, append_many, redact
from games.models.player import Player

rows.register("games.Player", people={"user": None, "name": "–", "key": "", "email": ""})
FIRST = 0

def hand(number, version, *reasons, tournament=None):
    plan = Plan(command_id=uuid.UUID(int=1000 * (FIRST + number) + version), actor="bo", request_digest=b"d")
    events = [Recorded("hand.voided", 1, '{"e":"voided","reason":"%s"}' % reason) for reason in reasons]
    plan.append(uuid.UUID(int=FIRST + number), "hand", tournament, version, events)
    plan.answer = {"said": reasons}
    append_many(plan)

def play():
    Player.objects.create(id=uuid.UUID(int=FIRST + 100), name="Zoë", key="zoë", email="zoe@example.org")
    hand(50, 0, "a", "b", tournament=uuid.UUID(int=FIRST + 60))
    hand(51, 0, "c — é")
    hand(50, 2, "d", tournament=uuid.UUID(int=FIRST + 60))
    redact(2)

def play_on():
    hand(51, 1, "e")
    hand(50, 3, "f", tournament=uuid.UUID(int=FIRST + 60))

def carry_out(request, said):
    global FIRST
    os.dup2(said.fileno(), 1), os.dup2(said.fileno(), 2)
    FIRST = request["first"]
    connection.settings_dict["NAME"] = request["database"]
    try:
        for step in request["steps"]:
            words = step.split(":")
            if words[0] in globals():
                globals()[words[0]]()
            else:
                call_command(*words)
        code = 0
    except BaseException:
        traceback.print_exc()
        code = 1
    connection.close()  # what is written stands in the file itself then
    sys.stdout.flush(), sys.stderr.flush()
    os._exit(code)

for line in sys.stdin:
    with tempfile.TemporaryFile("w+") as said:
        fork = os.fork() or carry_out(json.loads(line), said)
        code = os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1])
        said.seek(0)
        print(json.dumps({"code": code, "said": said.read()}), flush=True)
"""


@pytest.fixture(scope="session")
def other_program(tmp_path_factory) -> Iterator[subprocess.Popen[str]]:
    """The program of the club at the other end, waiting for requests."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "SYSTEMROOT") if name in os.environ}
    unused = tmp_path_factory.mktemp("unused") / "never.sqlite3"
    environment = {
        **kept,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": settings.SECRET_KEY,
        "DATABASE_URL": f"sqlite:///{unused}",
    }
    command = [sys.executable, "-c", OTHER_CLUB]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, cwd=ROOT, text=True, **pipes) as program:
        yield program
        program.stdin.close()


class OtherClub:
    """A club on a SQLite file. `first` keeps the ids of two such clubs apart."""

    def __init__(self, folder: Path, program: subprocess.Popen[str], first: int = 0) -> None:
        self.folder, self.program, self.first = folder, program, first
        self.waiting: list[str] = []

    def does(self, *steps: str) -> str:
        """Run these steps in a process of its own. Playing waits for the next step that is looked at."""
        self.waiting += steps
        if set(steps) <= {"play", "play_on"}:
            return ""
        steps, self.waiting = tuple(self.waiting), []
        request = {"steps": steps, "first": self.first, "database": str(self.folder / "other.sqlite3")}
        self.program.stdin.write(json.dumps(request) + "\n")
        self.program.stdin.flush()
        done = json.loads(self.program.stdout.readline())
        assert done["code"] == 0, done["said"]
        return done["said"]

    def exported(self, name: str, *options: str) -> bytes:
        file = self.folder / name
        self.does(":".join(("export_log", str(file), *options)))
        return file.read_bytes()


@pytest.fixture(scope="session")
def empty_club(tmp_path_factory) -> Path:
    """The file of a club without anything in it: migrating takes longer than what tests do with it."""
    return tmp_path_factory.mktemp("empty") / "other.sqlite3"


@pytest.fixture
def make_club(tmp_path, other_program, empty_club):
    if not empty_club.exists():
        OtherClub(empty_club.parent, other_program).does("migrate:-v0")

    def make(name: str, first: int = 0) -> OtherClub:
        folder = tmp_path / name
        folder.mkdir()
        shutil.copy(empty_club, folder)
        return OtherClub(folder, other_program, first)

    return make


@pytest.fixture(autouse=True)
def players_travel(monkeypatch):
    monkeypatch.setattr(rows, "_exported", dict(rows._exported))
    rows.register("games.Player", people={"user": None, "name": "–", "key": "", "email": ""})


def ours(tmp_path, *options) -> bytes:
    file = tmp_path / "ours.jsonl"
    call_command("export_log", str(file), *options, stderr=io.StringIO())
    return file.read_bytes()


def taken_in(content: bytes, tmp_path) -> str:
    file, said = tmp_path / "in.jsonl", io.StringIO()
    file.write_bytes(content)
    call_command("import_log", str(file), stdout=said)
    return said.getvalue().strip()


def refused(content: bytes, tmp_path) -> str:
    with pytest.raises(CommandError) as error:
        taken_in(content, tmp_path)
    return str(error.value)


def changed(content: bytes, number: int, **fields) -> bytes:
    lines = content.splitlines(keepends=True)
    lines[number - 1] = (
        json.dumps({**json.loads(lines[number - 1]), **fields}, separators=(",", ":")).encode() + b"\n"
    )
    return b"".join(lines)


def test_a_club_moves_to_another_database_and_back(make_club, tmp_path):
    there = make_club("there")
    there.does("play")
    first = there.exported("first.jsonl")

    assert taken_in(first, tmp_path).startswith("4 events and 4 rows imported, 0 events")
    assert list(checks.findings()) == []
    assert ours(tmp_path) == first
    assert Player.objects.get().name == "Zoë"
    append_many(noting(uuid.UUID(int=51), 1, line("home again")))

    back = make_club("back")
    moved = ours(tmp_path)
    (back.folder / "in.jsonl").write_bytes(moved)
    said = back.does(f"import_log:{back.folder / 'in.jsonl'}", "check_log")
    assert f"The log is whole: position 5, head {head().hash.hex()}, redacted 1." in said
    assert back.exported("out.jsonl") == moved


def test_a_repeat_after_a_restore_gets_its_first_answer(make_club, tmp_path):
    there = make_club("there")
    there.does("play")
    taken_in(there.exported("all.jsonl"), tmp_path)
    key = uuid.UUID(int=50_000)
    assert known_command(key).answer == {"said": ["a", "b"]}
    assert append_many(noting(uuid.UUID(int=50), 0, line("a"), key=key, digest=b"d")).repeated is True


def test_another_club_is_added_under_new_positions_and_once(make_club, tmp_path):
    there = make_club("there")
    there.does("play")
    content = there.exported("all.jsonl")
    append_many(noting(HAND, 0, line("ours"), key=KEY))
    Player.objects.create(id=ADA, name="Ada", key="ada")
    own = head()

    assert taken_in(content, tmp_path).endswith("the log is at position 5.")
    entries = positions_after(0)
    assert [entry.stream_id.int for entry in entries] == [7, 50, 50, 51, 50]
    header = json.loads(content.splitlines()[0])
    origins = [entry.meta["origin"] for entry in entries[1:]]
    assert [(o["installation"], o["position"]) for o in origins] == [
        (header["installation"], n) for n in range(1, 5)
    ]
    assert origins[-1]["hash"] == header["head"]
    assert [entry.meta["actor"] for entry in entries] == ["ada", *["bo"] * 4]
    installation = uuid.UUID(header["installation"])
    assert known_command(uuid.uuid5(installation, "3")).position == 4
    assert Player.objects.count() == 2
    assert list(checks.findings()) == []

    before, whole = head(), ours(tmp_path)
    assert taken_in(content, tmp_path).startswith(
        "0 events and 0 rows imported, 4 events and 4 rows were here"
    )
    assert (head(), ours(tmp_path)) == (before, whole)

    there.does("play_on")
    assert taken_in(there.exported("more.jsonl"), tmp_path).startswith("2 events and 2 rows imported")
    assert load(uuid.UUID(int=51)) == (2, [line("c — é"), line("e")])
    assert list(checks.findings()) == []
    assert own.position == 1


def test_what_went_out_and_comes_back_is_not_added_again(make_club, tmp_path):
    append_many(noting(HAND, 0, line("ours")))
    there = make_club("there", first=1000)
    there.does("play")
    (there.folder / "in.jsonl").write_bytes(ours(tmp_path))
    there.does(f"import_log:{there.folder / 'in.jsonl'}", "check_log")
    content = there.exported("out.jsonl")
    assert taken_in(content, tmp_path).startswith("4 events and 4 rows imported, 1 events")
    third = make_club("third", first=2000)
    third.does("play")
    (third.folder / "one.jsonl").write_bytes(ours(tmp_path))
    (third.folder / "two.jsonl").write_bytes(content)
    said = third.does(
        f"import_log:{third.folder / 'one.jsonl'}", f"import_log:{third.folder / 'two.jsonl'}", "check_log"
    )
    assert "0 events and 0 rows imported, 5 events" in said
    assert "The log is whole: position 9," in said
    assert list(checks.findings()) == []


def test_one_tournament_travels_alone(make_club, tmp_path):
    there = make_club("there")
    there.does("play", "play_on")
    content = there.exported("one.jsonl", "--tournament", str(uuid.UUID(int=60)))
    lines = [json.loads(text) for text in content.splitlines()]
    assert [one.get("position") for one in lines] == [6, 1, 2, 4, 6]
    assert ["previous" in one for one in lines[1:]] == [False, False, True, True]
    asked = []
    rows.after_import(asked.append)
    try:
        assert taken_in(content, tmp_path).startswith("4 events and 0 rows imported")
    finally:
        rows._after_import.remove(asked.append)
    assert asked == [{uuid.UUID(int=60)}]
    assert list(checks.findings()) == []
    assert taken_in(there.exported("all.jsonl"), tmp_path).startswith(
        "2 events and 3 rows imported, 4 events"
    )
    assert list(checks.findings()) == []


def test_the_checks_prove_the_first_chain_apart(make_club, tmp_path):
    there = make_club("there")
    there.does("play")
    append_many(noting(HAND, 0, line("ours")))
    taken_in(there.exported("all.jsonl"), tmp_path)
    on_table = " ON games_event" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in guards.wanted(connection):
            cursor.execute(f"DROP TRIGGER {name}{on_table}")
        cursor.execute("UPDATE games_event SET meta = REPLACE(meta, '\"bo\"', '\"cy\"') WHERE position = 3")
    guards.restore(connection)
    installation = positions_after(2)[0].meta["origin"]["installation"]
    assert list(checks.findings()) == [
        "Position 3: the chain is broken.",
        f"Position 3: the chain of installation {installation} is broken at its position 2.",
    ]


def test_people_can_be_left_out(make_club, tmp_path):
    there = make_club("there")
    there.does("play")
    whole, without = there.exported("all.jsonl"), there.exported("less.jsonl", "--without-people")
    for secret in ("Zoë", "zoe@example.org", "said"):
        assert secret in whole.decode()
        assert secret not in without.decode()
    taken_in(without, tmp_path)
    assert Player.objects.get().name == "–"
    assert list(checks.findings()) == []


BROKEN = {
    "cut in a line": lambda content: content[:-30],
    "cut between lines": lambda content: b"".join(content.splitlines(keepends=True)[:-1]),
    "cut in the log": lambda content: b"".join(content.splitlines(keepends=True)[:3]),
    "longer than announced": lambda content: content + content.splitlines(keepends=True)[-1],
    "another payload": lambda content: content.replace(b"c \xe2\x80\x94", b"x \xe2\x80\x94"),
    "no json": lambda content: content.replace(b'{"position":3', b"{position:3"),
    "an unknown event": lambda content: content.replace(b"hand.voided", b"hand.juggled"),
    "a missing event": lambda content: b"".join(
        text for number, text in enumerate(content.splitlines(keepends=True)) if number != 3
    ),
    "another head": lambda content: changed(content, 1, head="00" * 32),
    "a row of another model": lambda content: content.replace(b"games.player", b"auth.group"),
    "a row with a field that does not travel": lambda content: content.replace(b'"email"', b'"nickname"'),
    "a row that cannot be": lambda content: changed(content, 6, pk="nobody"),
}
REASONS = {
    "cut in a line": "Line 9: the file breaks off in this line. Copy it again, or export it again.",
    "cut between lines": "Line 9: the file ends here; its header announces 9 lines. Copy it again, or export",
    "cut in the log": "Line 4: the file ends here; its header announces 9 lines. Copy it again, or export",
    "longer than announced": "Line 10: the file goes on after the last line that its header announces.",
    "another payload": "Line 4: the chain is broken: this is not the event that was exported.",
    "no json": "Line 4: ",
    "an unknown event": "Line 2: the chain is broken: this is not the event that was exported.",
    "a missing event": "Line 4: the chain is broken: this is not the event that was exported.",
    "another head": "Line 5: the log does not end with the head of its header.",
    "a row of another model": "Line ",
    "a row with a field that does not travel": "Line ",
    "a row that cannot be": "Line 6: ",
}


def test_of_a_broken_file_nothing_is_imported(make_club, tmp_path):
    there = make_club("there")
    there.does("play")
    content = there.exported("all.jsonl")
    for what, broken in BROKEN.items():
        assert broken(content) != content
        message = refused(broken(content), tmp_path)
        assert message.startswith(f"Nothing was imported. {REASONS[what]}"), (what, message)
        assert (head().position, positions_after(0), Player.objects.count()) == (0, [], 0), what
    append_many(noting(HAND, 0, line("ours")))
    for what in ("cut in the log", "another payload", "a row of another model"):
        refused(BROKEN[what](content), tmp_path)
        assert (head().position, Player.objects.count()) == (1, 0), what
    taken_in(content, tmp_path)


def test_files_of_another_kind_are_refused_with_what_they_are(tmp_path):
    append_many(noting(HAND, 0, line()))
    content = ours(tmp_path)
    no_log = "this is no exported log: its first line is no header. manage.py export_log writes one."
    files = {
        b'{"hand": 1}\n': no_log,
        b"\x00\xff": no_log,
        b"": "the file is empty. Export the log again, and copy the file whole.",
        b"PK\x03\x04\n": "this file is compressed. Unpack it, then import what was in it.",
        b"SQLite format 3\x00": "this file is a database, no exported log. Run the program on it"
        " (DATABASE_URL) and export from there.",
        content[:40]: "the file breaks off in this line. Copy it again, or export it again.",
        changed(content, 1, format="other"): "this file says that it is “other”, no exported log."
        " manage.py export_log writes one.",
    }
    for file, said in files.items():
        assert refused(file, tmp_path) == f"Nothing was imported. Line 1: {said}"
    cut = refused(gzip.compress(content)[:-9], tmp_path)
    assert cut.endswith("what is packed in this file breaks off. Copy it again, or export it again.")
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_log", str(tmp_path / "nowhere.jsonl"))


def test_files_of_another_version_are_refused_with_the_release_that_reads_them(tmp_path, monkeypatch):
    append_many(noting(HAND, 0, line()))
    content, here = changed(ours(tmp_path), 1, release="9.9"), settings.RELEASE
    install = (
        "The file was written by release 9.9: install that one or a newer one here, then import it again."
    )
    older = "Import it with release 9.9, which wrote it, into an empty database; update that, and export from"
    older += " there."
    found = f"release {here} reads version 1."
    for fields, said in {
        ("9.9", 2): f"this file is of format version 2; {found} {install}",
        ("9.9", 0): f"this file is of format version 0; {found} {older}",
        (
            "",
            2,
        ): f"this file is of format version 2; {found} Install the release that wrote the file, or a newer"
        " one, here; then import it again.",
    }.items():
        file = changed(content, 1, release=fields[0], version=fields[1])
        assert refused(file, tmp_path) == f"Nothing was imported. Line 1: {said}"
    known, event = codec.current(), ("hand.voided", 1)
    for raw, said in {
        (): f"release {here} does not know the event “hand.voided” (version 1). {install}",
        (
            ("hand.voided", 0),
        ): f"the event “hand.voided” is of version 1; release {here} reads up to version 0. {install}",
        (("hand.voided", 2),): f"the event “hand.voided” is of version 1, older than release {here} reads."
        f" {older}",
    }.items():
        other = codec.Codec(known.classes.values(), known.lifts, (known.raw - {event}) | set(raw))
        monkeypatch.setattr(codec, "_codec", other)
        assert refused(content, tmp_path) == f"Nothing was imported. Line 2: {said}"
    assert head().position == 1


def test_a_row_that_only_a_newer_release_has_names_that_release(make_club, tmp_path):
    there = make_club("there")
    there.does("play")
    content = changed(there.exported("all.jsonl"), 1, release="9.9").replace(b'"email"', b'"nickname"')
    assert refused(content, tmp_path).endswith("install that one or a newer one here, then import it again.")
    assert (head().position, Player.objects.count()) == (0, 0)


def test_a_newer_export_of_the_same_club_goes_on_where_an_older_copy_ends(tmp_path):
    append_many(noting(HAND, 0, line("a name"), key=KEY))
    append_many(noting(MATCH, 0, line("second")))
    early = ours(tmp_path)
    append_many(noting(HAND, 1, line("third"), key=uuid.UUID(int=4)))
    append_many(noting(MATCH, 1, line("fourth")))
    redact(1)
    late, end = ours(tmp_path), head()

    empty_the_database()
    taken_in(early, tmp_path)
    assert taken_in(late, tmp_path).startswith("2 events and 2 rows imported, 2 events")
    assert head() == end
    assert ours(tmp_path) == late
    assert load(HAND) == (2, [codec.Redacted("hand.voided", 1), line("third")])
    assert known_command(uuid.UUID(int=4)).position == 3
    assert list(checks.findings()) == []
    assert taken_in(late, tmp_path).startswith("0 events and 0 rows imported")
    assert taken_in(early, tmp_path).startswith("0 events and 0 rows imported")
    assert ours(tmp_path) == late, "an erased payload does not come back from an older file"


def test_two_copies_of_one_club_that_both_went_on_are_told_where_they_parted(tmp_path):
    append_many(noting(HAND, 0, line("first")))
    early = ours(tmp_path)
    append_many(noting(HAND, 1, line("there")))
    append_many(noting(MATCH, 0, line("there"), tournament_id=EVENT))
    late, one = ours(tmp_path), ours(tmp_path, "--tournament", str(EVENT))
    empty_the_database()
    taken_in(early, tmp_path)
    assert refused(one, tmp_path) == (
        "Nothing was imported. Line 2: this copy of the club's log ends at position 1, and the file leaves"
        " out what comes between. Export the whole log there, and import that."
    )
    append_many(noting(HAND, 1, line("here")))
    before = ours(tmp_path)
    assert refused(late, tmp_path) == (
        "Nothing was imported. Line 3: from position 2 on, this copy of the club's log and the one in the"
        " file recorded different events: they cannot be joined. Decide which copy goes on; read the file"
        " into an empty database to look at it, or to go on with it."
    )
    assert ours(tmp_path) == before


def test_an_import_that_is_interrupted_leaves_nothing(make_club):
    there = make_club("there")
    there.does("play")
    content = there.exported("all.jsonl").splitlines(keepends=True)

    def interrupted():
        yield from content[:7]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_log(interrupted())
    assert (head().position, positions_after(0), Player.objects.count()) == (0, [], 0)
    import_log(content)
    assert head().position == 4


def test_two_logs_that_went_different_ways_are_not_joined(make_club, tmp_path):
    there = make_club("there")
    there.does("play")
    before = there.exported("all.jsonl")
    append_many(noting(HAND, 0, line("ours")))
    taken_in(before, tmp_path)
    append_many(noting(uuid.UUID(int=51), 1, line("here")))
    there.does("play_on")
    message = refused(there.exported("more.jsonl"), tmp_path)
    assert message == (
        "Nothing was imported. Line 6: its stream went another way here: the two logs cannot be joined. Read"
        " the file into an empty database to look at it."
    )
    assert head().position == 6


def test_a_failed_export_leaves_the_older_file(tmp_path, monkeypatch):
    append_many(noting(HAND, 0, line()))
    before = ours(tmp_path)
    append_many(noting(MATCH, 0, line()))
    monkeypatch.setattr("games.eventstore.transfer.export.line_of", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        ours(tmp_path)
    assert (tmp_path / "ours.jsonl").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["ours.jsonl"]


def test_a_file_whose_name_ends_in_gz_is_packed_and_read_as_any_other(tmp_path):
    append_many(noting(HAND, 0, line()))
    plain, file = ours(tmp_path), tmp_path / "ours.jsonl.gz"
    call_command("export_log", str(file), stderr=io.StringIO())
    assert gzip.decompress(file.read_bytes()) == plain
    assert file.stat().st_mode & 0o777 == 0o600
    empty_the_database()
    said = io.StringIO()
    call_command("import_log", str(file), stdout=said)
    assert said.getvalue().startswith("1 events")


def test_an_erased_payload_stays_erased_on_the_way(tmp_path):
    append_many(noting(HAND, 0, line("a name"), tournament_id=EVENT))
    redact(1)
    content = ours(tmp_path)
    assert b"a name" not in content
    assert json.loads(content.splitlines()[1])["data"] == ""
