"""Every payload ever written still reads: one of each event at each of its schemas, kept as it was stored.

A new event or schema gets a line in the file; a line that is there is never changed.
"""

import json
from pathlib import Path

import pytest

from games.eventstore.codec import current
from games.logs import WORDS
from tournaments.engine.club_events import CLUB_EVENTS
from tournaments.engine.events import MATCH_EVENTS, TOURNAMENT_EVENTS

FILE = Path(__file__).resolve().parents[2] / "golden" / "payloads" / "events.jsonl"
KEPT = {(line["name"], line["schema"]): line["data"] for line in map(json.loads, FILE.open(encoding="utf-8"))}
NAMES = [f"hand.{word}" for word in WORDS]
NAMES += [each.NAME for each in (*MATCH_EVENTS, *TOURNAMENT_EVENTS, *CLUB_EVENTS)]


def test_every_schema_of_every_event_is_kept():
    assert set(KEPT) == {(name, schema) for name in NAMES for schema in current().schemas(name)}


@pytest.mark.parametrize(("name", "schema"), KEPT, ids=lambda part: str(part))
def test_a_payload_once_written_reads_and_loses_nothing(name, schema):
    text = KEPT[name, schema]
    current().verify(name, schema, text)
    told = current().encode(current().decode(name, schema, text))
    now = json.loads(told[2])
    assert told[0] == name
    assert {key: now[key] for key in json.loads(text)} == json.loads(text)
