"""check_log tells each thing that is wrong, and nothing of a log that is whole."""

import io
import uuid

import pytest
from django.core.management import call_command
from django.db import connection

from games.eventstore import checks, clock, guards
from games.eventstore.log import Redacted, append_many, head, load, redact
from tests.games.eventstore.scene import Noted, line, noting
from tests.games.eventstore.test_append import HAND, MATCH

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def log():
    """Two streams, five events."""
    append_many(noting(HAND, 0, Noted("a"), Noted("b")))
    append_many(noting(MATCH, 0, Noted("c"), key=uuid.UUID(int=3)))
    append_many(noting(HAND, 2, line(), Noted("d")))


@pytest.fixture
def forge(log):
    """Change rows as somebody with the database in his hands could: the guards out of the way, then back."""

    def change(statement):
        on_table = " ON games_event" if connection.vendor == "postgresql" else ""
        with connection.cursor() as cursor:
            for name in guards.wanted(connection):
                cursor.execute(f"DROP TRIGGER {name}{on_table}")
            cursor.execute(statement)
        guards.restore(connection)

    return change


def run(*arguments):
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("check_log", *arguments, stdout=out, stderr=err)
        code = 0
    except SystemExit as stopped:
        code = stopped.code
    return code, out.getvalue().splitlines(), err.getvalue()


def test_a_whole_log_is_told_with_position_and_head(log):
    position, hash_ = head()
    said = f"The log is whole: position {position}, head {hash_.hex()}, redacted 0."
    assert run() == (0, [said], "")


def test_an_empty_log_is_whole():
    assert run()[0] == 0


FORGERIES = {
    "a changed payload": (
        'UPDATE games_event SET data = \'{"text":"z"}\' WHERE position = 2',
        ["Position 2: the payload is not the one that was recorded."],
    ),
    "a changed payload with its digest": (
        "UPDATE games_event SET payload_digest = hash WHERE position = 2",
        ["Position 2: the chain is broken.", "Position 2: the payload is not the one that was recorded."],
    ),
    "another actor": (
        """UPDATE games_event SET meta = '{"actor":"bo"}' WHERE position = 3""",
        ["Position 3: the chain is broken."],
    ),
    "another time": (
        "UPDATE games_event SET recorded_at = recorded_at + 1 WHERE position = 1",
        ["Position 1: the chain is broken."],
    ),
    "a row taken out": (
        "DELETE FROM games_event WHERE position = 3",
        [
            "Position 3 is missing: position 4 follows 2.",
            f"The row of stream {MATCH} does not say where its events end.",
        ],
    ),
    "the last row taken out": (
        "DELETE FROM games_event WHERE position = 5",
        ["The head says position 5, the log ends at 4 or with another hash."],
    ),
    "an erased payload without its date": (
        "UPDATE games_event SET data = '' WHERE position = 3",
        [
            "Position 3: a payload is erased without a date, or dated and still there.",
            "Position 3: the payload is not the one that was recorded.",
        ],
    ),
    "a stream's row behind": (
        "UPDATE games_stream SET version = 3 WHERE version = 4",
        [f"The row of stream {HAND} does not say where its events end."],
    ),
    "a stream's row gone": (
        "DELETE FROM games_stream WHERE version = 1",
        [f"Stream {MATCH} has events and no row."],
    ),
    "another hash in the head": (
        "UPDATE games_loghead SET hash = (SELECT hash FROM games_event WHERE position = 1)",
        ["The head says position 5, the log ends at 5 or with another hash."],
    ),
    "a command ahead of the log": (
        "UPDATE games_command SET position = 9 WHERE version = 1",
        [f"Command {uuid.UUID(int=3)} names a position after the end of the log."],
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_it_tells(forge, forgery):
    statement, expected = FORGERIES[forgery]
    assert run()[0] == 0
    forge(statement)
    code, said, counted = run()
    assert (code, said) == (1, expected)
    assert counted.startswith("Findings: ")


def test_it_tells_a_version_that_does_not_follow(forge):
    forge("UPDATE games_event SET version = 7 WHERE position = 5")
    assert f"Position 5: stream {HAND} goes from version 3 to 7." in run()[1]


def test_it_tells_an_event_no_class_reads(forge):
    forge("UPDATE games_event SET name = 'test.unheard' WHERE position = 1")
    assert "Position 1: no class reads the event 'test.unheard' of schema 1." in run()[1]


def test_it_tells_each_missing_trigger(log):
    on_table = " ON games_event" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER games_event_no_delete{on_table}")
    said = "The trigger games_event_no_delete is missing: the database would let events be changed."
    assert run()[:2] == (1, [said])
    guards.restore(connection)


def test_it_tells_what_the_apps_found(log, monkeypatch):
    monkeypatch.setattr(checks, "_registered", list(checks._registered))
    checks.register(lambda: ["Hand 7 ends otherwise in its match."])
    assert run()[:2] == (1, ["Hand 7 ends otherwise in its match."])


def test_it_shows_a_bar_when_asked(log, capsys):
    assert run("--progress")[0] == 0
    assert "/5 [" in capsys.readouterr().err


def test_an_erased_payload_keeps_the_chain(log, monkeypatch):
    monkeypatch.setattr(clock, "microseconds", lambda: 5)
    before = head()
    assert redact(2) is True
    assert redact(2) is False
    assert head() == before
    assert load(HAND) == (4, [Noted("a"), Redacted("test.noted", 1), line(), Noted("d")])
    code, said, _ = run()
    assert (code, said[0].split(", ")[-1]) == (0, "redacted 1.")
    append_many(noting(HAND, 4))
    assert run()[0] == 0


def test_what_is_not_there_cannot_be_erased(log):
    with pytest.raises(LookupError):
        redact(99)
