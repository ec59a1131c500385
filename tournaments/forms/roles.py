"""Helpers of an event: logins by their names."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import forms
from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entry import KeyedForm
from tournaments.models.tournament import TournamentRole


class RoleForm(KeyedForm):
    """A login gets a role, for good or for some days."""

    username = forms.CharField(label=_("Name of the login"), max_length=150)
    kind = forms.ChoiceField(label=_("Role"), choices=TournamentRole.Kind.choices)
    days = forms.IntegerField(
        label=_("For how many days"), min_value=1, max_value=999, required=False,
        help_text=_("Empty: until it is taken away."),
    )  # fmt: skip

    def clean_username(self) -> str:
        """The login must be there."""
        name: str = self.cleaned_data["username"]
        user = get_user_model().objects.filter(username=name, is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("There is no login called %(name)s."), params={"name": name})
        self.user_id = int(user.pk)
        return name

    @property
    def expires_at(self) -> datetime | None:
        """When the role ends."""
        days = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=days) if days else None
