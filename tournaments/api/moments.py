"""Days, moments and zones as the API reads them: only those that every page can tell."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, time
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.engine.days import FIRST_DAY, LAST_DAY


class Day(serializers.DateField):
    """A date between the first and the last day an event may be on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)], **kwargs)


class Start(serializers.DateTimeField):
    """A moment of those days."""

    def __init__(self, **kwargs: Any) -> None:
        first = datetime.combine(FIRST_DAY, time(), UTC)
        last = datetime.combine(LAST_DAY, time(), UTC)
        super().__init__(validators=[MinValueValidator(first), MaxValueValidator(last)], **kwargs)


class Zone(serializers.CharField):
    """A time zone by its name in the IANA database."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=60, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        """The name. Raises 400 for one of no zone."""
        name: str = super().to_internal_value(data)
        if name not in zoneinfo.available_timezones():
            raise serializers.ValidationError(_("There is no time zone of this name."), code="unknown_zone")
        return name
