"""The door of the event store: everything above it imports from here.

plan = Plan(command_id=uuid4(), actor="member 3f2a…")
version, events = load(hand_id)
plan.append(hand_id, "hand", tournament_id, version, [CardDiscarded(...)])
plan.write(lambda: Hand.objects.filter(id=hand_id).update(version=version + 1))
append_many(plan)
"""

from games.eventstore.append import append_many
from games.eventstore.codec import Recorded, Redacted
from games.eventstore.known import Known, known_command
from games.eventstore.plan import Appended, Conflict, KeyReused, Plan
from games.eventstore.read import (
    Entry,
    Head,
    Moved,
    ends_in,
    first_after,
    first_named,
    head,
    histories,
    history,
    kinds_of,
    largest_position,
    load,
    load_many,
    load_raw,
    load_texts,
    moved_since,
    positions_after,
    positions_of,
    streams_of,
    streams_of_kind,
    versions_of,
)
from games.eventstore.redaction import forget_in_answers, redact
from games.eventstore.unit import passing_unit, still_unit, unit

__all__ = [
    "Appended",
    "Conflict",
    "Entry",
    "Head",
    "KeyReused",
    "Known",
    "Moved",
    "Plan",
    "Recorded",
    "Redacted",
    "append_many",
    "ends_in",
    "first_after",
    "first_named",
    "forget_in_answers",
    "head",
    "histories",
    "history",
    "kinds_of",
    "known_command",
    "largest_position",
    "load",
    "load_many",
    "load_raw",
    "load_texts",
    "moved_since",
    "passing_unit",
    "positions_after",
    "positions_of",
    "redact",
    "still_unit",
    "streams_of",
    "streams_of_kind",
    "unit",
    "versions_of",
]
