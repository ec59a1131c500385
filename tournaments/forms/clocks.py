"""The clock of a round: its lengths in minutes, and the buttons that run it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.engine.clock import ClockPlan
from tournaments.forms.buttons import RoundButton
from tournaments.forms.entry import KeyedForm

A_DAY = 24 * 60


class ClockPlanForm(KeyedForm):
    """What the clocks of a stage's rounds are set to; `start`: and this round's clock starts now."""

    stage = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)
    round = forms.IntegerField(min_value=1, max_value=999, required=False, widget=forms.HiddenInput)
    play = forms.IntegerField(
        label=_("Minutes of play"),
        help_text=_("Empty: rounds have no clock."),
        min_value=1,
        max_value=A_DAY,
        required=False,
    )
    walk_in = forms.IntegerField(label=_("Minutes to walk in"), min_value=0, max_value=A_DAY)
    no_show = forms.IntegerField(
        label=_("No-show after"),
        help_text=_("Minutes of play until a side that is not there may be forfeited in one tap."),
        min_value=0,
        max_value=A_DAY,
    )
    at_time = forms.ChoiceField(
        label=_("When it has run out"),
        choices=(
            ("call", _("Time is called: no new hand is dealt")),
            ("play_on", _("It is a guide: play goes on")),
        ),
    )
    start = forms.BooleanField(required=False)

    @property
    def plan(self) -> ClockPlan | None:
        """The lengths in seconds; None for no clock."""
        data = self.cleaned_data
        if data["play"] is None:
            return None
        return ClockPlan(
            play=60 * data["play"], walk_in=60 * data["walk_in"], no_show=60 * data["no_show"],
            at_time=data["at_time"],
        )  # fmt: skip

    @staticmethod
    def initial_of(plan: ClockPlan | None, *, minutes: int) -> dict[str, Any]:
        """What stands in the form: the plan there is, else lengths that fit (`minutes` of play)."""
        there = plan or ClockPlan(play=60 * minutes)
        return {
            "play": there.play // 60,
            "walk_in": there.walk_in // 60,
            "no_show": there.no_show // 60,
            "at_time": there.at_time,
        }


class ClockButton(RoundButton):
    """One of the buttons under the clock. `minutes` more for all, or for the table of one match."""

    do = forms.ChoiceField(
        choices=[(each, each) for each in ("start", "begin", "pause", "resume", "give", "call")]
    )
    minutes = forms.IntegerField(min_value=-A_DAY, max_value=A_DAY, required=False)
    match = forms.UUIDField(required=False)
