"""Moves in a request: a move's kind or a line of the record, checked for form before anything is asked."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.engine import record
from games.engine.errors import NotationError
from games.engine.record import RecordedHand

KINDS = {
    "pass": "passed", "draw": "drew", "discard": "discarded", "knock": "knocked", "lay_off": "laid_off",
    "meld": "melded", "play": "played", "end_turn": "ended_turn",
}  # fmt: skip
"""What a player may do, and the record's word for it."""


class Move(serializers.Serializer[dict[str, Any]]):
    """A move and the version of the hand its sender saw; the seat is the sender's own."""

    kind = serializers.ChoiceField(choices=[*KINDS], required=False)
    e = serializers.ChoiceField(choices=[*KINDS.values()], required=False, help_text="The record's word.")
    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    seat = serializers.IntegerField(min_value=0, max_value=4, required=False)
    card = serializers.CharField(
        required=False, help_text="Of a discard or a layoff, as the record writes it."
    )
    discard = serializers.CharField(required=False, allow_null=True)
    melds = serializers.ListField(child=serializers.ListField(child=serializers.CharField()), required=False,
                                  allow_null=True)  # fmt: skip
    meld = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=51)
    table = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), required=False,
        help_text="Manipulation Rummy: the whole table after the melding.",
    )  # fmt: skip

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of Python's own."""
        source = serializers.ChoiceField(choices=["stock", "pile"], required=False)
        return {**super().get_fields(), "from": source}

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """One of `kind` and `e`."""
        if ("kind" in data) == ("e" in data):
            raise serializers.ValidationError(
                {"kind": [f"One of {', '.join(KINDS)}, or e as the record has it."]}
            )
        return data


class Cards(serializers.Serializer[dict[str, Any]]):
    """Cards of the sender's own hand, as the record writes them: `8s.1`, `*.1`."""

    cards = serializers.ListField(child=serializers.CharField(max_length=6), min_length=1, max_length=60)


def line_of(body: dict[str, Any], seat: int, hand: RecordedHand) -> dict[str, Any]:
    """The move as a line of the record, in the sender's seat. Raises `NotationError`.

    What a draw turns up is for the hand to say: a card named with it is left out, so that nobody can ask
    for the top of the stock by naming cards until one is not refused.
    """
    kept = {key: value for key, value in body.items() if key not in ("kind", "version")}
    word = body.get("e") or KINDS[body["kind"]]
    line = {**kept, "e": word, "seat": seat}
    if word == "drew":
        line.pop("card", None)
        if hand.rules.family == "gin" and "from" not in line:
            raise NotationError("unreadable", "A draw says from where: stock or pile.", {"missing": "from"})
    record.family_of(hand.rules).read_event(line)
    return line
