"""The chain is a promise to whoever kept a hash: its bytes never change."""

from hashlib import sha256
from uuid import UUID

from games.eventstore import chain

BODY = {
    "stream_id": UUID(int=1),
    "version": 2,
    "name": "test.noted",
    "schema": 1,
    "digest": chain.payload_digest('{"text":"é"}'),
    "recorded_at": 1_700_000_000_000_001,
    "meta": '{"actor":"ada"}',
}
GOLDEN = "6e9c3171e15f6361d797c22635b3f55e1f7a280e3157538acfc4fc8b78dd17a3"


def test_a_payload_is_digested_as_utf_8():
    assert chain.payload_digest('{"text":"é"}') == sha256('{"text":"é"}'.encode()).digest()


def test_the_hash_of_an_event_never_changes_with_a_release():
    assert chain.link(chain.GENESIS, 1, chain.body(**BODY)).hex() == GOLDEN


def test_every_part_of_an_event_is_covered():
    changed = {
        "stream_id": UUID(int=2),
        "version": 3,
        "name": "test.note",
        "schema": 2,
        "digest": chain.payload_digest("x"),
        "recorded_at": 1,
        "meta": "{}",
    }
    whole = chain.link(chain.GENESIS, 1, chain.body(**BODY))
    others = [chain.link(chain.GENESIS, 1, chain.body(**{**BODY, part: changed[part]})) for part in BODY]
    others += [chain.link(b"x" * 32, 1, chain.body(**BODY)), chain.link(chain.GENESIS, 2, chain.body(**BODY))]
    assert len({whole, *others}) == len(BODY) + 3


def test_letters_cannot_wander_from_the_name_to_its_neighbours():
    longer = chain.body(**{**BODY, "name": "test.noted\x00"})
    assert chain.body(**BODY) not in longer
