"""Settings read from the environment. A wrong value stops the start with one sentence and exit code 1."""

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import dj_database_url

YES = frozenset({"1", "true", "yes", "on"})
NO = frozenset({"0", "false", "no", "off", ""})
SECRET_KEY_LENGTH = 50
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
ENGINES = {"sqlite": "django.db.backends.sqlite3", "postgresql": "django.db.backends.postgresql"}


class WrongSetting(SystemExit):
    """A setting that cannot be used: Python prints the sentence on stderr and ends with exit code 1."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(f"{name}: {sentence}")


def text(name: str, default: str = "") -> str:
    """The value of one variable without blanks around it."""
    return os.environ.get(name, default).strip()


def flag(name: str, *, default: bool) -> bool:
    """A yes or a no."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.strip().lower() in YES:
        return True
    if value.strip().lower() in NO:
        return False
    raise WrongSetting(name, f"“{value}” is neither yes nor no; write 1 or 0.")


def number(name: str, *, default: int, least: int, most: int) -> int:
    """A whole number within limits."""
    value = text(name) or str(default)
    if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
        raise WrongSetting(name, f"“{value}” is not a whole number from {least} to {most}.")
    return int(value)


def words(name: str) -> list[str]:
    """A list of words split by commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def level(name: str, default: str) -> str:
    """How much is logged."""
    value = (text(name) or default).upper()
    if value not in LOG_LEVELS:
        raise WrongSetting(name, f"“{value}” is no log level; write one of {', '.join(LOG_LEVELS)}.")
    return value


def time_zone(name: str, default: str) -> str:
    """A zone of the tz database, such as Europe/Paris."""
    value = text(name) or default
    if value not in available_timezones():
        raise WrongSetting(name, f"“{value}” is no time zone; write one such as Europe/Paris.")
    return value


def public_url() -> str:
    """The address people type, without a slash at its end: the base of every link and QR code."""
    return web_address("PUBLIC_URL", "http://localhost:8000")


def web_address(name: str, default: str = "") -> str:
    """An http or https address without path, query or login; empty where none is set and none is needed."""
    value = (text(name) or default).rstrip("/")
    if not value:
        return ""
    try:
        parts = urlsplit(value)
        port_is_fine = parts.port is None or 0 < parts.port < 65536
    except ValueError:
        port_is_fine, parts = False, urlsplit("")
    bare = (
        parts.scheme in {"http", "https"}
        and parts.hostname
        and not (parts.path or parts.query or parts.fragment)
    )
    if not (port_is_fine and bare) or "@" in parts.netloc or any(c.isspace() for c in value):
        raise WrongSetting(name, "this must be an address such as https://cards.example.org, without a path.")
    return value


def redis_url() -> str:
    """The broker's address, or nothing: the club then runs without a broker."""
    value = text("REDIS_URL")
    if not value:
        return ""
    if not is_address_of_redis(value):
        raise WrongSetting(
            "REDIS_URL", "this must look like redis://localhost:6379/0; without a broker leave it out."
        )
    return value


def is_address_of_redis(value: str) -> bool:
    """Whether it names a server, and a database by number where it names one."""
    try:
        parts = urlsplit(value)
        port_is_fine = parts.port is None or 0 < parts.port < 65536
    except ValueError:
        return False
    if parts.scheme == "unix":
        return bool(parts.path)
    index = parts.path.strip("/")
    return (
        parts.scheme in {"redis", "rediss"}
        and bool(parts.hostname)
        and port_is_fine
        and (index or "0").isdigit()
    )


def database(default: Path) -> dict[str, Any]:
    """Django's settings of the one database: a SQLite file, or PostgreSQL."""
    value = text("DATABASE_URL") or f"sqlite:///{default}"
    try:
        scheme, chosen = urlsplit(value).scheme, dict(dj_database_url.parse(value))
    except (ValueError, dj_database_url.ParseError, dj_database_url.UnknownSchemeError):
        scheme, chosen = "", {}
    if scheme in {"postgres", "postgresql"} and chosen.get("NAME"):
        return postgresql(chosen)
    if scheme == "sqlite" and chosen.get("NAME") and ":memory:" not in str(chosen["NAME"]):
        return sqlite(Path(str(chosen["NAME"])))
    raise WrongSetting(
        "DATABASE_URL",
        "this must look like sqlite:///data/club.sqlite3 (a file) or postgresql://user:password@host:5432/name.",
    )


def sqlite(file: Path) -> dict[str, Any]:
    """One file: readers beside one writer, writers queue from their first statement, a commit is on disk.

    Threads keep their connections: whoever closes the last one writes the whole log into the file.
    """
    return {
        "ENGINE": ENGINES["sqlite"],
        "NAME": file.absolute(),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA cache_size=-20000; PRAGMA mmap_size=134217728;",
        },
        "ATOMIC_REQUESTS": False,
    }


def postgresql(chosen: dict[str, Any]) -> dict[str, Any]:
    """A server: each WSGI thread keeps its connection; a broken one is noticed before a request uses it."""
    return {
        **chosen,
        "ENGINE": ENGINES["postgresql"],
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
    }


def folder(name: str, default: Path) -> Path | None:
    """A folder by its whole path; set to nothing it is None."""
    value = os.environ.get(name)
    if value is None:
        return default
    if not value.strip():
        return None
    path = Path(value.strip()).expanduser()
    if not path.is_absolute():
        raise WrongSetting(
            name, f"“{value}” does not say from where; write the whole path, such as {default}."
        )
    return path


def secret_key(*, production: bool, beside: Path) -> str:
    """The key that signs cookies: from the environment, on a laptop from a file made once."""
    value = text("SECRET_KEY")
    if value and len(value) < SECRET_KEY_LENGTH:
        raise WrongSetting(
            "SECRET_KEY", f"this is too short; use {SECRET_KEY_LENGTH} or more random characters."
        )
    if value:
        return value
    if production:
        raise WrongSetting("SECRET_KEY", "in production this must be set to 50 or more random characters.")
    return kept_key(beside / "secret_key")


def kept_key(file: Path) -> str:
    """Read the key's file, or make it, for its owner alone; of two makers at once the first one counts."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(secrets.token_urlsafe(64))
        try:
            os.link(fresh, file)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return file.read_text().strip()
