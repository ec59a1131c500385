"""Hanging standings on the wall."""

from __future__ import annotations

from django import forms

from tournaments.forms.buttons import RoundButton


class PublishForm(RoundButton):
    """After which round, and whether these are the last."""

    final = forms.BooleanField(required=False)
