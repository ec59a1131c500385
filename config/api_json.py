"""The JSON bodies the API reads: of text that can be kept and told again, and of a depth that can be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

UNKEPT = re.compile("[\0\ud800-\udfff]")
"""No database keeps a NUL in a text, and half of a surrogate pair is no letter in any encoding."""


class Json(JSONParser):
    """JSON whose every text is one. What is not is answered 400, like any body that cannot be read."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The body's value."""
        try:
            value = super().parse(stream, media_type, parser_context)
            if not _is_text(value):
                raise ParseError(_("A text in the body holds a character that is none."))
        except RecursionError:
            raise ParseError(_("The body is nested too deeply.")) from None
        return value


def _is_text(value: Any) -> bool:
    """Are all texts inside of it, names of fields too, texts that can be kept?"""
    if isinstance(value, str):
        return UNKEPT.search(value) is None
    if isinstance(value, dict):
        return all(_is_text(key) and _is_text(each) for key, each in value.items())
    return all(map(_is_text, value)) if isinstance(value, list) else True
