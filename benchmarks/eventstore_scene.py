"""What the benchmarks of the log share: a club on its own database, ratios printed beside their bounds."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
POSTGRESQL = "BENCH_DATABASE_URL_POSTGRES"
LINE = '{"e":"discarded","seat":1,"card":"Kd"}'


def set_up() -> None:
    """Django on the database of DATABASE_URL, as in production."""
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("SECRET_KEY", "only-for-benchmarks-" * 4)
    import django

    django.setup()


@contextmanager
def club(engine: str) -> Iterator[str | None]:
    """The address of an empty club on SQLite or PostgreSQL; None, and a line, where there is no server."""
    with tempfile.TemporaryDirectory(prefix="club-bench-") as folder:
        url = f"sqlite:///{folder}/club.sqlite3" if engine == "SQLite" else new_database()
        if url is None:
            print(f"{engine}: no server; `make bench` starts one, or set {POSTGRESQL}.")
        else:
            code = child(["manage.py", "migrate", "--verbosity", "0", "--skip-checks"], url).wait()
            assert code == 0, "the club could not be made"
        yield url


def new_database() -> str | None:
    """A database of our own on the server we were given."""
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    address = os.environ.get(POSTGRESQL)
    if not address:
        return None
    name = f"bench_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    before = conninfo_to_dict(address).get("dbname", "")
    start, found, query = address.partition("?")
    return start.removesuffix(f"/{before}").rstrip("/") + f"/{name}{found}{query}"


def child(
    arguments: list[str], url: str, settings: Mapping[str, str] | None = None, **options: Any
) -> subprocess.Popen:
    """A process of its own on that club; `settings` are more of its environment."""
    environment = {**os.environ, "DATABASE_URL": url, "SECRET_KEY": "only-for-benchmarks-" * 4}
    for name in ("PUBLIC_URL", "REDIS_URL"):
        environment.pop(name, None)
    environment.update(settings or {})
    return subprocess.Popen([sys.executable, *arguments], env=environment, cwd=ROOT, **options)


def holds(what: str, ratio: float, bound: float, detail: str = "") -> bool:
    """Print a ratio beside its bound; whether it is met."""
    met = ratio >= bound
    print(f"{what}: {ratio:.2f} (at least {bound:g}){'' if met else '  BELOW'}  {detail}")
    return met


def plan(stream_id: uuid.UUID, version: int, count: int = 1):
    """A command that adds lines to a hand, as a move of a player does."""
    from games.eventstore.log import Plan, Recorded

    plan = Plan(command_id=uuid.uuid4(), actor=f"player {stream_id}", request_digest=b"d" * 32)
    plan.append(stream_id, "hand", None, version, [Recorded("hand.discarded", 1, LINE)] * count)
    plan.answer = {"version": version + count}
    return plan
