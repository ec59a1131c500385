"""The log: one append-only table of facts, in streams, in one order. `games.eventstore.log` is its door."""
