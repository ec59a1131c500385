"""What lives in the database beside the tables: triggers that keep the log append-only, and a function.

Django knows nothing of them and a migration that remakes the table drops them without a word, so they are put
back after every `migrate`, and `check` and `check_log` fail where one is missing.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.backends.base.base import BaseDatabaseWrapper

from games.eventstore import append_postgresql

REFUSAL = "the log is append-only"

# The one change that is let through: the payload erased, the time of it set, nothing else touched.
_KEPT = (
    "position",
    "stream_id",
    "version",
    "name",
    "schema",
    "meta",
    "recorded_at",
    "payload_digest",
    "hash",
)


def _redaction(same: str) -> str:
    kept = " AND ".join(f"NEW.{column} {same} OLD.{column}" for column in _KEPT)
    return f"NEW.data = '' AND OLD.redacted_at IS NULL AND NEW.redacted_at IS NOT NULL AND {kept}"


SQLITE = {
    "games_event_no_update": f"""
        CREATE TRIGGER games_event_no_update BEFORE UPDATE ON games_event
        WHEN NOT ({_redaction("IS")})
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    "games_event_no_delete": f"""
        CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    # INSERT OR REPLACE deletes the row in its way without asking the trigger above.
    "games_event_no_replace": f"""
        CREATE TRIGGER games_event_no_replace BEFORE INSERT ON games_event
        WHEN EXISTS (SELECT 1 FROM games_event WHERE position = NEW.position)
          OR EXISTS (SELECT 1 FROM games_event WHERE stream_id = NEW.stream_id AND version = NEW.version)
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
}

# The condition stands in the function: in the trigger it would forbid migrations to change those columns.
_POSTGRESQL_REFUSE = f"""
CREATE OR REPLACE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF {_redaction("IS NOT DISTINCT FROM")} THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
END $$"""

POSTGRESQL = {
    "games_event_no_update": """
        CREATE TRIGGER games_event_no_update BEFORE UPDATE ON games_event FOR EACH ROW
        EXECUTE FUNCTION games_event_refuse()""",
    "games_event_no_delete": """
        CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event FOR EACH ROW
        EXECUTE FUNCTION games_event_refuse()""",
    "games_event_no_truncate": """
        CREATE TRIGGER games_event_no_truncate BEFORE TRUNCATE ON games_event FOR EACH STATEMENT
        EXECUTE FUNCTION games_event_refuse()""",
}

_PRESENT = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'games_event'",
    # A trigger that was switched off (tgenabled 'D') keeps nobody out.
    "postgresql": "SELECT tgname FROM pg_trigger WHERE tgrelid = to_regclass('games_event')"
    " AND NOT tgisinternal AND tgenabled IN ('O', 'A')",
}


def wanted(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Name and statement of each trigger that the database of this connection must have."""
    return POSTGRESQL if connection.vendor == "postgresql" else SQLITE


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Triggers that should be there and are not."""
    with connection.cursor() as cursor:
        cursor.execute(_PRESENT[connection.vendor])
        present = {row[0] for row in cursor.fetchall()}
    return [name for name in wanted(connection) if name not in present]


def has_log(connection: BaseDatabaseWrapper) -> bool:
    """Whether the log's table is there at all."""
    return "games_event" in connection.introspection.table_names()


def restore(connection: BaseDatabaseWrapper) -> None:
    """Put back what is missing, and today's wording of the functions."""
    if not has_log(connection):
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_REFUSE)
            cursor.execute(append_postgresql.CREATE)
        for name in missing(connection):
            _drop(connection, [name])
            cursor.execute(wanted(connection)[name])


def _drop(connection: BaseDatabaseWrapper, names: Iterable[str]) -> None:
    of_table = " ON games_event" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{of_table}")
