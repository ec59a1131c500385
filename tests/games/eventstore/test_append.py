"""What an append promises, for every way to write on every database."""

import uuid

import pytest
from django.db import connection, transaction

from games.eventstore import chain, clock
from games.eventstore.codec import Recorded, UnknownEvent
from games.eventstore.log import (
    Conflict,
    Head,
    KeyReused,
    Plan,
    append_many,
    head,
    histories,
    history,
    known_command,
    largest_position,
    load,
    load_many,
    load_raw,
    load_texts,
    positions_after,
    positions_of,
    streams_of,
    streams_of_kind,
)
from tests.games.eventstore.scene import WRITERS, Noted, line, noting

pytestmark = [pytest.mark.database, pytest.mark.django_db]
HAND, MATCH, EVENT = uuid.UUID(int=7), uuid.UUID(int=5), uuid.UUID(int=9)


def test_an_empty_log_ends_at_position_0():
    assert head() == Head(0, chain.GENESIS)
    assert load(HAND) == (0, [])
    assert positions_after(0) == []


def test_events_are_loaded_as_they_were_appended(store):
    first = store.append(noting(HAND, 0, Noted("a"), line()))
    second = store.append(noting(HAND, 2, Noted("b")))
    assert (first.position, first.versions, first.repeated) == (2, {HAND: 2}, False)
    assert (second.position, second.versions, second.answer) == (3, {HAND: 3}, {"version": 3})
    assert load(HAND) == (3, [Noted("a"), line(), Noted("b")])
    assert load_raw(HAND) == [
        (1, "test.noted", 1, '{"text":"a"}'),
        (2, "hand.voided", 1, line().text),
        (3, "test.noted", 1, '{"text":"b"}'),
    ]
    assert load_texts(HAND) == ['{"text":"a"}', line().text, '{"text":"b"}']


def test_several_streams_are_written_together_in_the_order_of_the_plan(store):
    plan = noting(HAND, 0, Noted("hand"))
    plan.append(MATCH, "match", EVENT, 0, [Noted("match")])
    plan.append(HAND, "hand", None, 1, [Noted("hand again")])
    plan.append(HAND, "hand", None, 0, [Noted("and again")])
    appended = store.append(plan)
    assert appended.versions == {HAND: 3, MATCH: 1}
    assert [(entry.position, entry.event.text) for entry in positions_after(0)] == [
        (1, "hand"),
        (2, "hand again"),
        (3, "and again"),
        (4, "match"),
    ]
    assert load_many([MATCH, HAND, EVENT]) == {
        MATCH: (1, [Noted("match")]),
        HAND: (3, [Noted("hand"), Noted("hand again"), Noted("and again")]),
        EVENT: (0, []),
    }


def test_a_stream_that_moved_on_is_a_conflict_and_nothing_is_written(store):
    store.append(noting(HAND, 0))
    written = []
    for expected, actual in ((0, 1), (2, 1)):
        plan = noting(HAND, expected)
        plan.append(MATCH, "match", EVENT, 0, [Noted("x")])
        plan.write(lambda: written.append("row"))
        with pytest.raises(Conflict) as lost:
            store.append(plan)
        assert (lost.value.stream_id, lost.value.expected, lost.value.actual) == (HAND, expected, actual)
        assert known_command(plan.command_id) is None
    with pytest.raises(Conflict) as lost:
        store.append(noting(MATCH, 3))
    assert lost.value.actual == 0
    assert (head().position, load(MATCH), written) == (1, (0, []), [])


def test_a_conflict_on_the_second_stream_leaves_the_first_as_it_was(store):
    store.append(noting(HAND, 0))
    plan = noting(MATCH, 0)  # MATCH sorts before HAND and is moved first
    plan.append(HAND, "hand", None, 0, [Noted("late")])
    with pytest.raises(Conflict):
        store.append(plan)
    assert load(MATCH) == (0, [])
    assert store.append(noting(MATCH, 0)).versions == {MATCH: 1}


def test_the_same_key_twice_is_one_event_and_the_first_answer(store):
    key = uuid.uuid4()
    first = store.append(noting(HAND, 0, key=key, digest=b"d"))
    store.append(noting(HAND, 1))
    # The repeat was built on what there is now, so its version would fit.
    again = store.append(noting(HAND, 2, Noted("other"), key=key, digest=b"d"))
    assert (again.position, again.versions, again.answer, again.repeated) == (
        1,
        {HAND: 1},
        first.answer,
        True,
    )
    stale = store.append(noting(HAND, 0, key=key, digest=b"d"))
    assert stale == again
    assert head().position == 2


def test_a_repeat_writes_no_row_and_calls_nobody(store, django_capture_on_commit_callbacks):
    key, said = uuid.uuid4(), []
    for _ in range(2):
        plan = noting(HAND, 0, key=key)
        plan.write(lambda: said.append("row"))
        plan.on_commit(lambda: said.append("committed"))
        with django_capture_on_commit_callbacks(execute=True):
            store.append(plan)
    assert said == ["row", "committed"]


@pytest.mark.parametrize(("first", "second"), [(b"a", b"b"), (b"a", None), (None, b"b")])
def test_the_same_key_for_another_request_is_refused(store, first, second):
    key = uuid.uuid4()
    store.append(noting(HAND, 0, key=key, digest=first))
    with pytest.raises(KeyReused) as refused:
        store.append(noting(HAND, 1, key=key, digest=second))
    assert refused.value.command_id == key
    assert head().position == 1


def test_a_command_without_events_is_remembered_too(store):
    store.append(noting(HAND, 0))
    rows = []
    for _ in range(2):
        plan = Plan(command_id=EVENT, actor="ada", answer=["renamed"])
        plan.write(lambda: rows.append("renamed"))
        appended = store.append(plan)
    assert (appended.position, appended.versions, appended.answer, appended.repeated) == (
        1,
        {},
        ["renamed"],
        True,
    )
    assert rows == ["renamed"]


def test_each_row_says_who_why_and_when(store, monkeypatch):
    monkeypatch.setattr(clock, "microseconds", lambda: 1_700_000_000_000_001)
    plan = Plan(command_id=EVENT, actor="bo", cause="round 3 published")
    plan.append(HAND, "hand", None, 0, [Noted("x")])
    store.append(plan)
    (entry,) = history(HAND)
    assert entry.meta == {"actor": "bo", "command_id": str(EVENT), "cause": "round 3 published"}
    assert entry.recorded_at == 1_700_000_000_000_001
    assert clock.as_time(entry.recorded_at).isoformat() == "2023-11-14T22:13:20.000001+00:00"


def test_both_ways_to_write_leave_the_same_rows(monkeypatch):
    if connection.vendor != "postgresql":
        pytest.skip("two ways to write exist on PostgreSQL alone; this run is on SQLite")
    monkeypatch.setattr(clock, "microseconds", lambda: 1)
    left = []
    for write in WRITERS.values():
        before = transaction.savepoint()
        plan = noting(HAND, 0, Noted("a"), line(), key=uuid.UUID(int=1), tournament_id=EVENT)
        plan.append(MATCH, "match", EVENT, 0, [Noted("é\u2028")])
        append_many(plan, write=write)
        plan = noting(HAND, 2, key=uuid.UUID(int=2), digest=b"\x00\xff", tournament_id=EVENT)
        append_many(plan, write=write)
        left.append(_everything())
        transaction.savepoint_rollback(before)
    assert left[0] == left[1]
    assert len(left[0]["games_event"]) == 4


def _everything():
    rows = {}
    with connection.cursor() as cursor:
        for table in ("games_event", "games_stream", "games_command"):
            cursor.execute(f"SELECT * FROM {table} ORDER BY 1")
            rows[table] = cursor.fetchall()
        cursor.execute("SELECT position, hash FROM games_loghead")
        rows["head"] = cursor.fetchall()
    return rows


def test_the_largest_position_is_that_of_the_streams_asked_for(store):
    plan = noting(MATCH, 0, tournament_id=EVENT, kind="match")
    plan.append(EVENT, "tournament", EVENT, 0, [Noted("created"), Noted("opened")])
    store.append(plan)
    store.append(noting(HAND, 0, tournament_id=EVENT))
    store.append(noting(MATCH, 1, tournament_id=EVENT, kind="match"))
    store.append(noting(uuid.uuid4(), 0))
    assert largest_position([MATCH]) == 5
    assert largest_position([EVENT, HAND]) == 4
    assert largest_position([uuid.uuid4()]) == largest_position([]) == 0
    assert largest_position(tournament_id=EVENT) == 5
    assert largest_position(tournament_id=EVENT, kinds=("tournament", "hand")) == 4
    assert streams_of(EVENT) == [EVENT, HAND, MATCH]
    assert streams_of(EVENT, kinds=("match", "tournament")) == [EVENT, MATCH]


def test_the_log_is_read_on_in_portions(store):
    store.append(noting(HAND, 0, *[Noted(str(n)) for n in range(7)]))
    assert [entry.position for entry in positions_after(2, limit=3)] == [3, 4, 5]
    assert [entry.position for entry in positions_after(5)] == [6, 7]


def test_a_gap_stops_the_reader():
    append_many(noting(HAND, 0))
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_event (position, stream_id, version, name, schema, data, meta, recorded_at,"
            " payload_digest, hash) SELECT 3, stream_id, 2, name, schema, data, meta, recorded_at,"
            " payload_digest, hash FROM games_event"
        )
    with pytest.raises(AssertionError, match="gap: 3 stands where 2 should"):
        positions_after(0)


def test_a_plan_refuses_events_that_do_not_follow_what_it_has():
    plan = noting(HAND, 4)
    with pytest.raises(Conflict):
        plan.append(HAND, "hand", None, 3, [Noted("x")])
    with pytest.raises(ValueError, match="planned as hand"):
        plan.append(HAND, "match", None, 4, [Noted("x")])
    assert plan.planned(HAND) == [Noted("Ada leads")]
    assert plan.planned(MATCH) == []


def test_many_streams_are_loaded_in_two_statements(django_assert_num_queries):
    ids = [uuid.uuid4() for _ in range(600)]
    plan = Plan(command_id=uuid.uuid4(), actor="ada")
    for stream_id in ids:
        plan.append(stream_id, "match", None, 0, [Noted("x")])
    append_many(plan)
    with django_assert_num_queries(2):
        found = load_many(ids)
    assert found == {stream_id: (1, [Noted("x")]) for stream_id in ids}
    with django_assert_num_queries(2):
        assert largest_position(ids) == 600


def test_an_event_nobody_registered_fails_before_anything_is_written(store):
    with pytest.raises(UnknownEvent):
        store.append(noting(HAND, 0, Noted("a"), Recorded("hand.juggled", 1, "{}")))
    assert head().position == 0


def test_the_histories_of_several_streams_are_read_at_once(store):
    store.append(noting(HAND, 0, Noted("a"), line()))
    store.append(noting(MATCH, 0, Noted("b"), kind="match"))
    store.append(noting(HAND, 2, Noted("c")))
    found = histories([MATCH, HAND, EVENT])
    assert found == {MATCH: history(MATCH), HAND: history(HAND), EVENT: []}
    assert [entry.version for entry in found[HAND]] == [1, 2, 3]
    assert streams_of_kind("match") == [MATCH]
    assert streams_of_kind("tournament") == []
    assert (positions_of(HAND, "test.noted"), positions_of(HAND, "test.shown")) == ([1, 4], [])


def test_the_first_event_of_a_stream_says_what_it_is_about(store):
    for version in (0, 1):
        plan = noting(MATCH, version, kind="match")
        plan.append(HAND, "hand", EVENT, version, [Noted("x")], about={"place": {"game": 1}})
        store.append(plan)
    assert [entry.meta.get("place") for entry in history(HAND)] == [{"game": 1}, None]
    assert [entry.meta.get("place") for entry in history(MATCH)] == [None, None]


def test_rows_beside_an_event_have_its_time(store):
    plan = noting(HAND, 0)
    plan.write(lambda: written.append(plan.moment))
    written = []
    store.append(plan)
    assert written == [clock.as_time(entry.recorded_at) for entry in history(HAND)]
