"""A day in a form: one that every clock can tell."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator

from tournaments.engine.days import FIRST_DAY, LAST_DAY


class DayField(forms.DateField):
    """A date between the first and the last day an event may be on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)], **kwargs)
