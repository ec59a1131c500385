"""What a row of a file from elsewhere may say: what a form of ours would have taken, and nothing else."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core import serializers
from django.core.exceptions import ValidationError
from django.core.serializers.base import DeserializationError
from django.db.models import JSONField, Model
from django.utils.translation import gettext as _

from games.eventstore.transfer.lines import BrokenFile
from tournaments.engine.correction_window import MOST_MINUTES
from tournaments.exchange.texts import clean, has_controls
from tournaments.models.tournament import Tournament

MARGIN = timedelta(days=366)
"""No moment of a row lies so near to an end of the calendar that a zone would lead past it."""


def want_sound(line: int, row: Mapping[str, Any]) -> None:
    """Every value of its kind, of its length and among its choices, and a zone and moments that there are.

    Links are left alone, and what is no single value (it is read anew from the events). Raises BrokenFile
    with the line and the field.
    """
    try:
        (found,) = serializers.deserialize("python", [row])
        made: Model = found.object
        left = [each.name for each in made._meta.fields if each.is_relation or isinstance(each, JSONField)]
        made.clean_fields(exclude=left)
    except ValidationError as error:
        raise _broken(line, ", ".join(getattr(error, "error_dict", {"?": None}))) from error
    except (DeserializationError, ValueError, TypeError, OverflowError) as error:
        raise _broken(line, str(error)) from error
    for column in made._meta.fields:
        if column.name in row["fields"] and not _is_sound(row["fields"][column.name], made, column.attname):
            raise _broken(line, column.name)
    if isinstance(made, Tournament):
        if made.zone not in zoneinfo.available_timezones():
            raise _broken(line, "zone")
        if made.correction_minutes > MOST_MINUTES:
            raise _broken(line, "correction_minutes")


def _is_sound(given: Any, made: Model, name: str) -> bool:
    value = getattr(made, name)
    if isinstance(value, datetime):
        moment = value if value.tzinfo else value.replace(tzinfo=UTC)
        first, last = (each.replace(tzinfo=UTC) for each in (datetime.min + MARGIN, datetime.max - MARGIN))
        return first < moment < last
    if not isinstance(value, str):
        return True
    # A name that only marks nobody sees are in is none; what is empty already may be.
    return isinstance(given, str) and not has_controls(value) and (not value or bool(clean(value)))


def _broken(line: int, field: str) -> BrokenFile:
    words = _("this row says something that cannot be (%(field)s).")
    return BrokenFile(line, words % {"field": field[:120]})
