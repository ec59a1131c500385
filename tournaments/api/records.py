"""Hands in a request: JSON, or the record's own lines."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.serializers import ValidationError

from games.engine.errors import NotationError
from games.engine.json_lines import numbered_lines, read_object
from tournaments.api import bodies
from tournaments.api.base import View

MOST_BYTES = 4 * 1024 * 1024


class NdjsonParser(BaseParser):
    """A file of hand records as it is: application/x-ndjson."""

    media_type = "application/x-ndjson"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The text of the file."""
        data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ParseError("The file is too long.")
        return {"ndjson": data.decode("utf-8", errors="replace")}


def records_in(view: View) -> dict[str, Any]:
    """The hands of a request's body. Raises 400 for what cannot be read, naming the hand and the event."""
    data = view.request.data
    if not (isinstance(data, dict) and isinstance(data.get("ndjson"), str)):
        return view.read(bodies.Records)
    return {"records": _hands(data["ndjson"])}


def _hands(text: str) -> list[list[dict[str, Any]]]:
    hands: list[list[dict[str, Any]]] = []
    for number, line in numbered_lines(io.BytesIO(text.encode())):
        try:
            read = read_object(line)
        except NotationError as error:
            raise ValidationError({"records": [f"Line {number}: {error.message}"]}) from error
        if "e" not in read:
            hands.append([])
        if not hands:
            raise ValidationError({"records": ["A record begins with a deal line."]})
        hands[-1].append(read)
    if not hands:
        raise ValidationError({"records": ["There is no hand in it."]})
    return hands
