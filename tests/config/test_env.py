"""A wrong setting stops the start with one sentence and exit code 1; a right one is read."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config import env

ROOT = Path(__file__).resolve().parents[2]
LONG_KEY = "k" * 60


def start(tmp_path, **changes):
    """Run a command of the club's with these settings alone."""
    surroundings = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": f"sqlite:///{tmp_path / 'club.sqlite3'}",
        **changes,
    }
    return subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"DATABASE_URL": "mysql://here/club"},
            "DATABASE_URL: this must look like sqlite:///data/club.sqlite3 (a file) or "
            "postgresql://user:password@host:5432/name.",
        ),
        (
            {"REDIS_URL": "localhost:6379"},
            "REDIS_URL: this must look like redis://localhost:6379/0; without a broker leave it out.",
        ),
        (
            {"PUBLIC_URL": "cards.example.org"},
            "PUBLIC_URL: this must be an address such as https://cards.example.org, without a path.",
        ),
        ({"SECRET_KEY": "short"}, "SECRET_KEY: this is too short; use 50 or more random characters."),
        (
            {"PUBLIC_URL": "https://cards.example.org"},
            "SECRET_KEY: in production this must be set to 50 or more random characters.",
        ),
        ({"DEBUG": "maybe"}, "DEBUG: “maybe” is neither yes nor no; write 1 or 0."),
        (
            {"PRODUCTION": "1", "SECRET_KEY": LONG_KEY},
            "PUBLIC_URL: in production this must be the https address that people open.",
        ),
        (
            {"PUBLIC_URL": "https://cards.example.org", "SECRET_KEY": LONG_KEY, "DEBUG": "1"},
            "DEBUG: this shows the program's inside to everybody and is refused in production.",
        ),
        ({"TIME_ZONE": "Mars"}, "TIME_ZONE: “Mars” is no time zone; write one such as Europe/Paris."),
        ({"WEB_THREADS": "many"}, "WEB_THREADS: “many” is not a whole number from 1 to 64."),
        (
            {"LOG_LEVEL": "loud"},
            "LOG_LEVEL: “LOUD” is no log level; write one of DEBUG, INFO, WARNING, ERROR, CRITICAL.",
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_wrong_setting_stops_the_start_with_a_sentence(tmp_path, changes, sentence):
    answer = start(tmp_path, **changes)
    assert (answer.returncode, answer.stderr) == (1, f"{sentence}\n")


def test_the_laptop_starts_with_no_settings_but_its_own_key_file(tmp_path):
    answer = start(tmp_path)
    assert answer.returncode == 0, answer.stderr
    key = tmp_path / "secret_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_text()) >= env.SECRET_KEY_LENGTH
    before = key.read_text()
    start(tmp_path)
    assert key.read_text() == before


@pytest.mark.parametrize(
    "value",
    [
        "http://",
        "ftp://a.example",
        "https://a.example/club",
        "https://a.example:99999",
        "https://x@a.example",
        "http://a b",
    ],
)
def test_no_such_public_url(monkeypatch, value):
    monkeypatch.setenv("PUBLIC_URL", value)
    with pytest.raises(env.WrongSetting):
        env.public_url()


@pytest.mark.parametrize(
    "value",
    [
        "redis://",
        "http://here",
        "redis://here:0",
        "redis://here:x",
        "redis://here/one",
        "unix://",
        "redis://here:70000",
    ],
)
def test_no_such_redis_url(monkeypatch, value):
    monkeypatch.setenv("REDIS_URL", value)
    with pytest.raises(env.WrongSetting):
        env.redis_url()


@pytest.mark.parametrize(
    "value", ["redis://here", "redis://:pw@here:6379/3", "rediss://here/0", "unix:///run/redis.sock"]
)
def test_a_redis_url_is_kept_as_written(monkeypatch, value):
    monkeypatch.setenv("REDIS_URL", value)
    assert env.redis_url() == value


@pytest.mark.parametrize(
    "value", ["sqlite://", "sqlite:///:memory:", "postgresql://", "postgresql://here:x/name", "club"]
)
def test_no_such_database_url(monkeypatch, value, tmp_path):
    monkeypatch.setenv("DATABASE_URL", value)
    with pytest.raises(env.WrongSetting):
        env.database(tmp_path / "club.sqlite3")


def test_sqlite_queues_its_writers_and_keeps_every_commit(monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "sqlite:///somewhere/club.sqlite3")
    assert env.database(tmp_path) == {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": Path("somewhere/club.sqlite3").absolute(),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA cache_size=-20000; PRAGMA mmap_size=134217728;",
        },
        "ATOMIC_REQUESTS": False,
    }


def test_postgresql_keeps_its_connections(monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "postgresql://ada:p%40ss@db.example:5433/club?sslmode=require")
    chosen = env.database(tmp_path)
    assert {name: chosen[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")} == {
        "NAME": "club",
        "USER": "ada",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": 5433,
        "OPTIONS": {"sslmode": "require"},
    }
    assert (chosen["CONN_MAX_AGE"], chosen["CONN_HEALTH_CHECKS"], chosen["ATOMIC_REQUESTS"]) == (
        None,
        True,
        False,
    )


@pytest.mark.parametrize(
    ("written", "read"), [("1", True), ("Yes", True), ("off", False), ("", False), ("0", False)]
)
def test_a_yes_or_no_is_read_in_any_case(monkeypatch, written, read):
    monkeypatch.setenv("BEHIND_PROXY", written)
    assert env.flag("BEHIND_PROXY", default=not read) is read


def test_of_two_processes_that_make_the_key_at_once_the_first_counts(tmp_path):
    code = (
        "import sys; from pathlib import Path; from config import env; print(env.kept_key(Path(sys.argv[1])))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "secret_key")]
    makers = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    answers = {maker.communicate()[0].strip() for maker in makers}
    assert answers == {(tmp_path / "secret_key").read_text()}
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]
