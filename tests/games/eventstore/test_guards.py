"""The database itself refuses to change history."""

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import DatabaseError, connection, migrations, models, transaction
from django.db.migrations.loader import MigrationLoader

from games.eventstore import guards
from games.eventstore.log import append_many, load, positions_after, redact
from games.models.event import AppendOnly, Event
from tests.games.eventstore.scene import Noted, noting
from tests.games.eventstore.test_append import HAND

pytestmark = pytest.mark.database

CHANGES = [
    "UPDATE games_event SET data = '{}'",
    "UPDATE games_event SET meta = '{}'",
    "UPDATE games_event SET position = position + 10",
    "UPDATE games_event SET redacted_at = 1",
    "UPDATE games_event SET data = ''",
    "UPDATE games_event SET data = '', redacted_at = 1, name = 'test.other'",
    "UPDATE games_event SET data = '', redacted_at = 1, hash = payload_digest",
    "UPDATE games_event SET data = 'x', redacted_at = 1",
    "DELETE FROM games_event",
    "DELETE FROM games_event WHERE position = 1",
]
ONLY_SQLITE = [
    "INSERT OR REPLACE INTO games_event SELECT * FROM games_event",
    "INSERT OR REPLACE INTO games_event (position, stream_id, version, name, schema, data, meta, recorded_at,"
    " payload_digest, hash) SELECT position + 1, stream_id, version, name, schema, data, meta, recorded_at,"
    " payload_digest, hash FROM games_event",
    "UPDATE OR REPLACE games_event SET position = 1",
]
ONLY_POSTGRESQL = ["TRUNCATE games_event", "TRUNCATE games_event CASCADE"]


def refused(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError as error:
        return guards.REFUSAL in str(error)
    return False


@pytest.mark.django_db
def test_every_change_is_refused():
    append_many(noting(HAND, 0))
    before = positions_after(0)
    own = ONLY_POSTGRESQL if connection.vendor == "postgresql" else ONLY_SQLITE
    assert [statement for statement in CHANGES + own if not refused(statement)] == []
    assert positions_after(0) == before


@pytest.mark.django_db
def test_an_erased_payload_cannot_be_erased_again():
    append_many(noting(HAND, 0))
    assert redact(1)
    assert refused("UPDATE games_event SET data = '', redacted_at = 5")
    assert refused("UPDATE games_event SET redacted_at = NULL, data = 'x'")


@pytest.mark.django_db
def test_the_model_refuses_as_well():
    append_many(noting(HAND, 0))
    event = Event.objects.get()
    rows = Event.objects.all()
    attempts = (
        event.save,
        event.delete,
        rows.delete,
        lambda: rows.update(data=""),
        lambda: Event.objects.create(position=2),
        lambda: Event.objects.bulk_create([event]),
        lambda: Event.objects.bulk_update([event], ["data"]),
    )
    for attempt in attempts:
        with pytest.raises(AppendOnly):
            attempt()
    assert load(HAND)[0] == 1


@pytest.mark.django_db(transaction=True)
def test_a_migration_that_remakes_the_table_leaves_it_guarded():
    append_many(noting(HAND, 0, Noted("kept")))
    widen = migrations.AlterField("event", "name", models.CharField(max_length=65))
    state = MigrationLoader(connection).project_state()
    wider = state.clone()
    widen.state_forwards("games", wider)
    with connection.schema_editor() as editor:
        widen.database_forwards("games", editor, state, wider)
    if connection.vendor == "sqlite":
        assert len(guards.missing(connection)) == 3, "the table was remade, or this test shows nothing"
    with connection.schema_editor() as editor:
        widen.database_backwards("games", editor, wider, state)
    call_command("migrate", verbosity=0)
    assert guards.missing(connection) == []
    assert [statement for statement in CHANGES if not refused(statement)] == []
    assert load(HAND) == (1, [Noted("kept")])


@pytest.mark.django_db(transaction=True)
def test_each_missing_trigger_is_told_and_put_back():
    on_table = " ON games_event" if connection.vendor == "postgresql" else ""
    for name in guards.wanted(connection):
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER {name}{on_table}")
        assert guards.missing(connection) == [name]
        (error,) = [e for e in run_checks(tags=["database"], databases=["default"]) if e.id == "games.E001"]
        assert name in error.msg
        call_command("migrate", verbosity=0)
        assert guards.missing(connection) == []
    assert [e for e in run_checks(tags=["database"], databases=["default"]) if e.id == "games.E001"] == []


@pytest.mark.django_db(transaction=True)
def test_a_trigger_that_is_switched_off_counts_as_missing():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite cannot switch a trigger off")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_event DISABLE TRIGGER games_event_no_delete")
    assert guards.missing(connection) == ["games_event_no_delete"]
    call_command("migrate", verbosity=0)
    assert guards.missing(connection) == []


@pytest.mark.django_db(transaction=True)
class TestAFlush:
    """The flush after a transactional test empties the log and leaves it guarded."""

    @pytest.mark.parametrize("turn", ["first", "second"])
    def test_it_starts_empty_and_guarded(self, turn):
        assert load(HAND) == (0, [])
        append_many(noting(HAND, 0))
        assert refused("DELETE FROM games_event")
