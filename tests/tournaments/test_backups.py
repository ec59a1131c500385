"""The club lies in a second place after every closed round, and comes back from there."""

import errno
import gzip
import os
import signal
import stat
import subprocess
import sys
import threading
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connections
from django.test import Client
from django.utils import timezone

from games.eventstore import clock
from games.eventstore.log import head
from games.eventstore.transfer import importing
from games.eventstore.transfer.packed import unpacked
from games.eventstore.transfer.whole_file import whole_file
from games.services.command import Actor, Command
from tests.tournaments.test_backup import empty_the_database
from tests.tournaments.views.desk.scene import DIRECTOR, evening
from tournaments import tasks
from tournaments.access.table_codes import code_for
from tournaments.engine.errors import NotAllowed
from tournaments.models.backup import Backup
from tournaments.models.club import RoomTable
from tournaments.models.tournament import Round, Tournament
from tournaments.services import backups, rounds

pytestmark = [
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(settings, tmp_path):
    """A second place that is there."""
    settings.BACKUP_FOLDER = tmp_path / "stick"
    settings.BACKUP_FOLDER.mkdir()
    settings.DATA_DIR = tmp_path
    return settings.BACKUP_FOLDER


def close(scene, number=1) -> None:
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=number)


def closed():
    """An evening with one round closed."""
    scene = evening().published().played()
    close(scene)
    return scene


def files(folder) -> list[Path]:
    return sorted(folder.iterdir())


def swept() -> None:
    """A sweep, and the backup that it begins."""
    tasks.sweep()
    if tasks._saving is not None:
        tasks._saving.join(timeout=30)


def page_of(scene) -> str:
    return scene.desk.get(scene.url("event")).content.decode()


def test_a_closed_round_lies_in_the_second_place_after_the_next_sweep_and_is_written_once(folder):
    scene = evening().published().played()
    swept()
    assert files(folder) == []
    close(scene)
    swept()
    (file,) = files(folder)
    swept()
    assert files(folder) == [file]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert f"-{head().position}-1.jsonl.gz" in file.name
    assert (Backup.objects.get().position, Backup.objects.get().file) == (head().position, str(file))
    page = page_of(scene)
    assert "Saved " in page
    assert str(file) in page
    assert "Not saved" not in page


def test_the_close_itself_waits_for_no_disk(folder):
    folder.rmdir()
    scene = closed()
    assert scene.round().state == Round.State.CLOSED
    assert not Backup.objects.exists()


def test_events_between_two_closes_ask_for_no_backup(folder):
    scene = closed()
    swept()
    scene.published(2)
    swept()
    assert len(files(folder)) == 1
    scene.played(2)
    close(scene, 2)
    swept()
    assert len(files(folder)) == 2


def test_many_events_without_a_close_are_looked_through_once(folder, monkeypatch):
    monkeypatch.setattr(backups, "STEP", 5)
    evening().published()
    assert not backups.is_due()
    assert Backup.objects.get().looked == head().position


@pytest.mark.parametrize("without", ["missing", "full", "unwritable"])
def test_a_place_that_cannot_take_it_is_said_in_red_and_tried_again(
    without, folder, settings, monkeypatch, caplog
):
    scene = closed()
    swept()
    (whole,) = files(folder)
    scene.published(2).played(2)
    close(scene, 2)
    moved = folder.with_name("pulled out")
    if without == "missing":
        folder.rename(moved)
    else:
        code = errno.ENOSPC if without == "full" else errno.EROFS

        def refuse(_descriptor):
            raise OSError(code, os.strerror(code))

        monkeypatch.setattr(os, "fsync", refuse)
    swept()
    assert "No backup was written" in caplog.text
    page = page_of(scene)
    assert "Not saved since " in page
    assert str(folder) in page
    assert {
        "missing": "Plug the stick or disk in",
        "full": "Make room there",
        "unwritable": "Allow the club’s program to write there",
    }[without] in page
    assert (Backup.objects.get().error, Backup.objects.get().file) == (without, str(whole))
    if without == "missing":
        assert not folder.exists(), "a folder in place of the stick would lie on the wrong disk"
        moved.rename(folder)
    monkeypatch.undo()
    assert files(folder) == [whole], "nothing half is left"
    swept()
    assert files(folder) == [whole], "it is not tried again at once"
    settings.BACKUP_RETRY_SECONDS = 0
    swept()
    assert len(files(folder)) == 2
    assert "Not saved" not in page_of(scene)


def test_a_folder_that_may_not_be_written_is_named_with_what_the_system_said(folder):
    if os.geteuid() == 0:
        # Nothing is forbidden to root; a file in the folder's place is refused to everybody.
        folder.rmdir()
        folder.write_text("in the way")
        expected = "missing"
    else:
        folder.chmod(0o500)
        expected = "unwritable"
    closed()
    with pytest.raises(OSError, match=r"."):
        backups.save_if_due()
    assert Backup.objects.get().error == expected


def test_two_sweeps_at_once_write_one_file(folder, monkeypatch):
    scene = closed()
    begun, go_on = threading.Event(), threading.Event()
    written = backups._written

    def slow(*args):
        begun.set()
        go_on.wait(timeout=20)
        return written(*args)

    monkeypatch.setattr(backups, "_written", slow)

    def other() -> None:
        backups.save_if_due()
        connections.close_all()

    first = threading.Thread(target=other)
    first.start()
    assert begun.wait(timeout=20)
    assert backups.save_if_due() is None
    with pytest.raises(CommandError, match="being written"):
        call_command("backup")
    scene.published(2).played(2)
    close(scene, 2)  # meanwhile the evening goes on
    go_on.set()
    first.join(timeout=20)
    assert len(files(folder)) == 1


def test_a_close_while_one_is_written_gets_the_next_one(folder, monkeypatch):
    scene = closed()
    scene.published(2).played(2)
    export = backups.export

    def export_then_close(out, **options):
        header = export(out, **options)
        close(scene, 2)
        return header

    monkeypatch.setattr(backups, "export", export_then_close)
    backups.save_if_due()
    assert backups.is_due()
    monkeypatch.undo()
    backups.save_if_due()
    assert (len(files(folder)), backups.is_due()) == (2, False)


def test_a_file_tells_of_one_moment_though_others_write_meanwhile(folder, monkeypatch):
    """Its rows are those of its log: nothing that was written while it was written is in it."""
    scene = closed()
    described = scene.row.name

    def write() -> None:
        scene.published(2)
        Tournament.objects.filter(pk=scene.row.pk).update(name="Renamed meanwhile")
        connections.close_all()

    written = []

    def meanwhile() -> None:
        if not written:
            written.append(True)
            other = threading.Thread(target=write)
            other.start()
            other.join(timeout=30)

    from games.eventstore.transfer import export as transfer

    before, numbered = head().position, transfer.head

    def head_then_write():
        found = numbered()
        meanwhile()
        return found

    monkeypatch.setattr(transfer, "head", head_then_write)
    saved = backups.save()
    monkeypatch.undo()
    text = gzip.decompress(saved.file.read_bytes()).decode()
    assert saved.position == before < head().position
    assert described in text
    assert "Renamed meanwhile" not in text


KILLED = """
import os, signal, sys
import django
django.setup()
from games.eventstore.transfer import export
from tournaments.services import backups
count = 0
def die():
    global count
    count += 1
    if count == 5:
        os.kill(os.getpid(), signal.SIGKILL)
backups.save(on_event=die)
"""


def test_killed_in_the_middle_it_leaves_nothing_that_looks_whole(folder, child_environment):
    closed()
    surroundings = {**child_environment, "BACKUP_FOLDER": str(folder)}
    child = subprocess.run([sys.executable, "-c", KILLED], cwd=ROOT, env=surroundings, check=False)
    assert child.returncode == -signal.SIGKILL
    (half,) = files(folder)
    assert half.name.endswith(".part")
    assert backups.newest() is None
    swept()
    assert len([each for each in files(folder) if each.name.endswith(".jsonl.gz")]) == 1
    an_hour_ago = timezone.now().timestamp() - 3601
    os.utime(half, (an_hour_ago, an_hour_ago))
    backups.save()
    assert not half.exists(), "what is left of a killed one is taken away"


def test_the_newest_and_the_last_of_each_evening_stay(folder, settings):
    settings.BACKUP_KEEP = 2
    saved = backups.save()
    club = saved.file.name.split("-")[1]
    old = [
        f"club-{club}-2026-01-{day:02}-{hour:02}0000-{day * 100 + hour}.jsonl.gz"
        for day in (3, 4)
        for hour in (20, 21, 23)
    ]
    old.append(f"club-{club}-2026-01-04-010000-350.jsonl.gz")  # one o'clock: still the evening of the third
    strange = ["notes.txt", "club-00000000-2026-01-03-200000-1.jsonl.gz"]
    for name in (*old, *strange):
        (folder / name).touch()
    backups.save()
    kept = {each.name for each in files(folder)} - {saved.file.name}
    assert {name for name in kept if "2026-01" in name} == {
        f"club-{club}-2026-01-04-010000-350.jsonl.gz",
        f"club-{club}-2026-01-04-230000-423.jsonl.gz",
        strange[1],
    }
    assert "notes.txt" in kept


def test_a_clock_set_back_and_a_log_restored_from_before_leave_the_newest_the_newest(
    folder, settings, monkeypatch
):
    settings.BACKUP_KEEP = 1
    ahead = timezone.now() + timedelta(days=400)
    first = backups.save().file
    with monkeypatch.context() as patch:
        patch.setattr(timezone, "now", lambda: ahead)
        later = backups.save().file
    assert later.name > first.name
    club = first.name.split("-")[1]
    numbered = backups.save().file  # the clock is right again: by its time this is the older one
    assert numbered.name.endswith("-3.jsonl.gz")
    assert backups.newest() == numbered
    before = (
        folder / f"club-{club}-2030-01-01-230000-99999.jsonl.gz"
    )  # of a log that went further, not numbered
    before.touch()
    assert backups.newest() == numbered
    backups.save()
    assert backups.newest().name.endswith("-4.jsonl.gz")
    settings.BACKUP_KEEP = 20
    assert numbered not in files(folder), "of one evening the last stays"
    assert {later, before} < set(files(folder)), "the last of their evenings"


def test_one_that_cannot_be_taken_away_keeps_no_other(folder, settings):
    """A folder with the name of a backup, and links that lead out of the place."""
    settings.BACKUP_KEEP = 1
    club = backups.save().file.name.split("-")[1]
    elsewhere = folder.parent / "elsewhere.txt"
    elsewhere.write_text("kept")
    names = [f"club-{club}-2026-01-03-2{hour}0000-{hour}.jsonl.gz" for hour in range(4)]
    (folder / names[2]).mkdir()
    (folder / names[1]).symlink_to(elsewhere)
    (folder / names[0]).touch()
    (folder / names[3]).touch()
    backups.save()
    assert {each.name for each in folder.iterdir()} & set(names) == {names[2], names[3]}
    assert elsewhere.read_text() == "kept"


def test_what_is_written_follows_no_link(folder):
    """On a stick that others write to, a link with the name of the unfinished file leads nowhere."""
    elsewhere = folder / "elsewhere.txt"
    elsewhere.write_text("kept")
    (folder / f"evening.jsonl.{os.getpid()}.part").symlink_to(elsewhere)
    with whole_file(folder / "evening.jsonl") as out:
        out.write(b"whole")
    assert (elsewhere.read_text(), (folder / "evening.jsonl").read_text()) == ("kept", "whole")
    assert not (folder / "evening.jsonl").is_symlink()


def test_the_club_comes_back_from_its_backup_with_its_printed_cards(folder):
    scene = closed()
    card = code_for(RoomTable.objects.get(room__club=scene.club, number=1))
    swept()
    position = head()
    with pytest.raises(CommandError, match="There is a club in this database already"):
        call_command("restore", stderr=StringIO())
    empty_the_database()
    call_command("restore", stdout=StringIO(), stderr=StringIO())
    assert head() == position
    assert Round.objects.get().state == Round.State.CLOSED
    assert code_for(RoomTable.objects.get(number=1)) == card
    assert Client().get(f"/t/{card}/").status_code == 302
    assert not Backup.objects.exists(), "what this machine has saved is its own"
    assert backups.is_due()


def test_a_backup_is_proved_without_being_read_in(folder):
    closed()
    file = backups.save().file
    out = StringIO()
    call_command("restore", "--check", stdout=out)
    assert out.getvalue().startswith(f"{file} is whole: {head().position} events")
    whole = gzip.decompress(file.read_bytes())
    for changed in (whole.replace(b"125", b"126", 1), whole[:-10], whole.replace(b'"rows":', b'"rows":1', 1)):
        file.write_bytes(gzip.compress(changed))
        with pytest.raises(CommandError, match=r"is no whole backup\. Line \d+: "):
            call_command("restore", "--check", str(file))
    file.write_bytes(gzip.compress(whole)[:-20])
    with pytest.raises(CommandError, match="breaks off"):
        call_command("restore", "--check", str(file))
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore", "--check", str(folder / "nowhere"))


def test_it_comes_back_on_a_machine_that_has_nothing_yet(folder, child_environment, tmp_path):
    """One command; the database is made. With PostgreSQL here the way leads to SQLite."""
    scene = closed()
    card = code_for(RoomTable.objects.get(room__club=scene.club, number=2))
    swept()
    surroundings = {
        **child_environment,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'laptop.sqlite3'}",
        "SECRET_KEY": "another-machine-" * 4,
        "BACKUP_FOLDER": str(folder),
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "restore"],
        cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    tell = (
        "import django; django.setup();"
        "from tournaments.models.club import RoomTable;"
        "from tournaments.access.table_codes import code_for;"
        "print(code_for(RoomTable.objects.get(number=2)))"
    )
    told = subprocess.run(
        [sys.executable, "-c", tell], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == card


def test_without_a_folder_nothing_is_written_and_the_page_says_so(settings):
    settings.BACKUP_FOLDER = None
    scene = closed()
    swept()
    page = page_of(scene)
    assert "No backups are written." in page
    assert "Save now" not in page
    with pytest.raises(CommandError, match="BACKUP_FOLDER"):
        call_command("backup")


def test_save_now_writes_one_though_nothing_was_closed(folder):
    scene = evening()
    assert "after every closed round" in page_of(scene)
    answer = scene.desk.post(scene.url("save_now"), follow=True).content.decode()
    assert "Saving …" in answer
    assert "hx-get" in scene.desk.get(scene.url("saved")).content.decode()
    swept()
    assert len(files(folder)) == 1
    part = scene.desk.get(scene.url("saved")).content.decode()
    assert "Saved " in part
    assert "hx-get" not in part
    assert scene.desk.get(f"/api/v1/tournaments/{scene.row.pk}/backup/").json()["standing"] == "saved"


def test_a_club_that_nobody_sweeps_says_so_after_a_minute(folder, monkeypatch):
    long_ago = timezone.now() - timedelta(seconds=61)
    monkeypatch.setattr(clock, "microseconds", lambda: int(long_ago.timestamp() * 1_000_000))
    scene = closed()
    page = page_of(scene)
    assert "Not saved since " in page
    assert "manage.py serve" in page
    said = scene.desk.get(f"/api/v1/tournaments/{scene.row.pk}/backup/").json()
    assert said["standing"] == "unsaved"
    assert "manage.py serve" in said["possible"]


def test_a_folder_that_does_not_answer_holds_up_nothing_and_is_named(folder, monkeypatch):
    """A disk that hangs in the midst: sweeps go on, and nobody starts a second one beside it."""
    scene = closed()
    hangs, goes_on = threading.Event(), threading.Event()
    written = backups._written

    def hang(*args):
        hangs.set()
        goes_on.wait(timeout=30)
        return written(*args)

    monkeypatch.setattr(backups, "_written", hang)
    tasks.sweep()
    assert hangs.wait(timeout=20)
    thread = tasks._saving
    tasks.sweep()
    assert tasks._saving is thread
    assert "Saving …" in page_of(scene)
    Backup.objects.update(begun_at=timezone.now() - timedelta(minutes=6))
    page = page_of(scene)
    assert f"the folder {folder} does not answer" in page
    assert "Not saved since " in page
    goes_on.set()
    thread.join(timeout=30)
    assert "Saved " in page_of(scene)


def test_whoever_does_not_run_the_event_asks_for_none(folder):
    with pytest.raises(NotAllowed):
        backups.ask(Actor(kind="user", id="9", role="scorer"))
    assert not Backup.objects.exists()


def test_a_backup_by_hand_says_where_it_lies(folder):
    evening()
    out = StringIO()
    call_command("backup", stdout=out, stderr=StringIO())
    assert Path(out.getvalue().strip()) == files(folder)[0]
    with files(folder)[0].open("rb") as file:
        assert importing.versions.header_of(next(iter(unpacked(file)))).rows > 0


def test_the_folder_beside_the_data_is_made_for_its_owner_alone(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    settings.BACKUP_FOLDER, settings.BACKUP_FOLDER_IS_OURS = tmp_path / "backups", True
    closed()
    backups.save_if_due()
    assert stat.S_IMODE((tmp_path / "backups").stat().st_mode) == 0o700
    assert Backup.objects.get().same_disk
    assert tmp_path / "backups" == django_settings.BACKUP_FOLDER
