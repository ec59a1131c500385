"""A scene that many tests begin with is played once in a process; after that its rows are put back.

What the tests work on is what the services wrote, event by event; only the second time it is copied. Scenes
in a database that is not empty, of another time, and those whose news go to a broker, are played each time.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import wraps
from time import monotonic
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, transaction

from games.eventstore import clock
from tests.tournaments.log_time import Time
from tournaments import logs

Arguments = ParamSpec("Arguments")
Scene = TypeVar("Scene")
# What stands in an empty database too, or is not written again as it was.
LEFT = ("django_migrations", "django_content_type", "auth_permission", "sqlite_sequence")
HEAD = "games_loghead"  # its one row may be there already
BEGINS = ("games_event", "games_player", "auth_user", "tournaments_club")  # a scene begins with one of these
GOES = clock.microseconds
FRESH = 5  # seconds in which a scene of the real clock is taken for one of just now
Rows = dict[str, tuple[list[str], list[tuple[Any, ...]]]]


class Kept(NamedTuple):
    """A scene as it was played: when, what `build` gave back, and all rows."""

    since: float
    answer: bytes
    rows: Rows


def remembered(build: Callable[Arguments, Scene]) -> Callable[Arguments, Scene]:
    """`build`, that plays its scene once for the same arguments at the same time."""
    kept: dict[bytes, Kept] = {}

    @wraps(build)
    def scene(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Scene:
        now = clock.microseconds
        stands = isinstance(now, Time)
        if (not stands and now is not GOES) or settings.HAS_BROKER or something_there():
            return build(*args, **kwargs)
        which = pickle.dumps((args, sorted(kwargs.items()), now() if stands else None))
        there = kept.get(which)
        if there is None or (not stands and monotonic() - there.since > FRESH):
            made = build(*args, **kwargs)
            kept[which] = Kept(monotonic(), pickle.dumps(made), rows_of_all())
            return made
        put_back(there.rows)
        logs._folded.clear()  # its streams go on otherwise now
        found: Scene = pickle.loads(there.answer)
        return found

    return scene


def something_there() -> bool:
    """Whether the test has begun to fill its database by itself."""
    filled = " OR ".join(f"EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})" for table in BEGINS)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {filled}")
        return bool(cursor.fetchone()[0])


def rows_of_all() -> Rows:
    """Columns and rows of every table that has any."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table not in LEFT:
                cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
                rows = cursor.fetchall()
                if rows:
                    found[table] = ([column[0] for column in cursor.description], rows)
    return found


def put_back(all_rows: Rows) -> None:
    """Write the rows; numbers that the database gives go on behind theirs."""
    quoted = connection.ops.quote_name
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {quoted(HEAD)}")
        for table, (columns, rows) in all_rows.items():
            names, marks = ", ".join(map(quoted, columns)), ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {quoted(table)} ({names}) VALUES ({marks})", rows)
        filled = [model for model in apps.get_models() if model._meta.db_table in all_rows]
        for statement in connection.ops.sequence_reset_sql(no_style(), filled):
            cursor.execute(statement)
