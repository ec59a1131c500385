"""Lines of text from outside as JSON objects: strict, bounded, one at a time.

A line that is no JSON object is refused with `unreadable` and what is wrong with it, whatever it is: other
bytes than UTF-8, a key twice, NaN, nesting without end, a line without end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Protocol

from games.engine.errors import NotationError

LONGEST = 65_536
"""Bytes of the longest line that is read; a deal with every rule written out has about 1,500."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Bytes(Protocol):
    """A file of bytes."""

    def readline(self, size: int = -1, /) -> bytes:
        """The next line, at most `size` bytes of it."""
        ...


def numbered_lines(file: Bytes) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers from 1, without those that are blank.

    Of a line that is too long one byte too many is kept, which `read_object` refuses; the rest is passed
    over.
    """
    number = 0
    while line := file.readline(LONGEST + 1):
        number += 1
        rest = line
        while not rest.endswith(b"\n") and (rest := file.readline(LONGEST)):
            pass
        if number == 1:
            line = line.removeprefix(BYTE_ORDER_MARK)
        if line.strip() or len(line) > LONGEST:
            yield number, line


def read_object(line: bytes | str) -> dict[str, Any]:
    """One line as a JSON object. Raises `NotationError("unreadable")`."""
    if len(line) > LONGEST:
        raise _unreadable(f"the line is longer than {LONGEST} bytes")
    try:
        text = line.decode() if isinstance(line, bytes) else line
        value = _DECODER.decode(text.strip())
        if "\\u" in text:
            # Half a surrogate pair is JSON, but no text that could ever be printed or stored.
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError as error:
        raise _unreadable("it is not UTF-8") from error
    except RecursionError as error:
        raise _unreadable("it is nested too deeply") from error
    except ValueError as error:
        raise _unreadable(f"it is not JSON ({error})") from error
    if not isinstance(value, dict):
        raise _unreadable("a line is a JSON object")
    return value


def _unreadable(why: str) -> NotationError:
    return NotationError("unreadable", f"The line cannot be read: {why}.")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key is there twice")
    return fields


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
