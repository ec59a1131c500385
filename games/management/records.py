"""The file of a record that a command was given."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.engine.json_lines import Bytes


@contextmanager
def opened(name: str) -> Iterator[Bytes]:
    """The record's bytes, read as they come; `-` is standard input. Raises CommandError."""
    if name == "-":
        yield cast(Bytes, sys.stdin.buffer)
        return
    try:
        file = open(name, "rb")  # noqa: SIM115 (closed below; only opening may fail here)
    except OSError as error:
        raise CommandError(
            _("%(file)s cannot be opened: %(why)s") % {"file": name, "why": error.strerror}
        ) from error
    with file:
        yield file
