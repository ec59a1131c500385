"""Whatever is appended in whatever order: gapless, chained, and each stream is what was accepted."""

import uuid

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from games.eventstore import checks
from games.eventstore.log import Conflict, KeyReused, Plan, append_many, head, load, positions_after
from tests.games.eventstore.scene import WRITERS, Noted

pytestmark = [pytest.mark.database, pytest.mark.django_db]
STREAMS = st.integers(0, 3)
KEYS = st.integers(0, 5)
DIGESTS = st.sampled_from([None, b"a", b"b"])
TEXTS = st.lists(st.text("xy", max_size=2), min_size=1, max_size=3)


class Appending(RuleBasedStateMachine):
    """A model of the log in three dictionaries. Each run has its own streams and keys in one growing log."""

    writer = "statements"

    def __init__(self):
        super().__init__()
        self.run, self.start = uuid.uuid4(), head().position
        self.texts: dict[uuid.UUID, list[str]] = {}
        self.order: list[str] = []
        self.answers: dict[uuid.UUID, tuple] = {}

    def name(self, kind, number):
        return uuid.uuid5(self.run, f"{kind} {number}")

    def append(self, plan):
        return append_many(plan, write=WRITERS[self.writer])

    @rule(stream=STREAMS, key=KEYS, digest=DIGESTS, texts=TEXTS, off=st.sampled_from([0, 0, 0, 1, -1]))
    def append_to_one(self, stream, key, digest, texts, off):
        self.carry_out([(stream, texts, off)], key, digest)

    @rule(a=STREAMS, b=STREAMS, texts=TEXTS, more=TEXTS, off=st.sampled_from([0, 0, 0, 2]))
    def append_to_two(self, a, b, texts, more, off):
        parts = [(a, texts, 0)] + ([(b, more, off)] if a != b else [])
        self.carry_out(parts, uuid.uuid4().hex, None)

    def carry_out(self, parts, key, digest):
        plan = Plan(command_id=self.name("key", key), actor="ada", request_digest=digest)
        conflict = False
        for stream, texts, off in parts:
            stream_id = self.name("stream", stream)
            expected = max(0, len(self.texts.get(stream_id, [])) + off)
            conflict |= expected != len(self.texts.get(stream_id, []))
            plan.append(stream_id, "hand", None, expected, [Noted(text) for text in texts])
        plan.answer = [str(plan.command_id), len(self.order)]
        known = self.answers.get(plan.command_id)
        if known is not None and known[0] != digest:
            with pytest.raises(KeyReused):
                self.append(plan)
        elif known is not None:
            appended = self.append(plan)
            assert (appended.repeated, appended.position, appended.answer) == (True, *known[1:])
        elif conflict:
            with pytest.raises(Conflict):
                self.append(plan)
        else:
            self.accepted(plan, parts, digest)

    def accepted(self, plan, parts, digest):
        appended = self.append(plan)
        for stream, texts, _ in parts:
            self.texts.setdefault(self.name("stream", stream), []).extend(texts)
            self.order += texts
        assert appended.repeated is False
        assert appended.position == self.start + len(self.order)
        self.answers[plan.command_id] = (digest, appended.position, plan.answer)

    @invariant()
    def each_stream_is_what_was_accepted(self):
        for stream_id, texts in self.texts.items():
            assert load(stream_id) == (len(texts), [Noted(text) for text in texts])

    @invariant()
    def the_log_is_everything_in_order(self):
        entries = positions_after(self.start, limit=10_000)
        assert [entry.event.text for entry in entries] == self.order

    def teardown(self):
        assert list(checks.findings()) == []


def test_appends_in_any_order(store):
    machine = type("Machine", (Appending,), {"writer": store.name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=25, stateful_step_count=20, suppress_health_check=list(HealthCheck), deadline=None
        ),
    )


@pytest.mark.soak
def test_appends_in_any_order_for_long(store):
    machine = type("Machine", (Appending,), {"writer": store.name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=400, stateful_step_count=60, suppress_health_check=list(HealthCheck), deadline=None
        ),
    )
