"""What the wall says."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entry import KeyedForm


class AnnouncementForm(KeyedForm):
    """One line for everybody in the room; empty takes it away."""

    announcement = forms.CharField(label=_("Announcement on the wall"), max_length=200, required=False)
