"""Helpers of an event and admins of a club: logins by their names, and invitations."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import BaseUserCreationForm
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entry import KeyedForm
from tournaments.models.invitation import Invitation
from tournaments.models.tournament import TournamentRole

MOST_DAYS = 90
MOST_USES = 50


class RoleForm(KeyedForm):
    """A login gets a role, for good or for some days."""

    username = forms.CharField(label=_("Name of the login"), max_length=150)
    kind = forms.ChoiceField(label=_("Role"), choices=TournamentRole.Kind.choices)
    days = forms.IntegerField(
        label=_("For how many days"), min_value=1, max_value=999, required=False,
        help_text=_("Empty: until it is taken away."),
    )  # fmt: skip

    def __init__(self, *args: Any, kinds: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = _choices(TournamentRole.Kind.choices, kinds)  # type: ignore[attr-defined]
        self.fields["kind"].initial = TournamentRole.Kind.SCORER.value

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


class InviteForm(KeyedForm):
    """A link that gives a role to whoever accepts it."""

    kind = forms.ChoiceField(label=_("Role"))
    note = forms.CharField(
        label=_("For whom"), max_length=60, required=False,
        help_text=_("So that you know the link again. Only those who give roles see it."),
    )  # fmt: skip
    days = forms.IntegerField(
        label=_("The link can be accepted for days"), min_value=1, max_value=MOST_DAYS, initial=7
    )
    uses = forms.IntegerField(
        label=_("How many people may accept it"), min_value=1, max_value=MOST_USES, initial=1
    )
    role_days = forms.IntegerField(
        label=_("The role then lasts days"), min_value=1, max_value=999, required=False,
        help_text=_("Empty: until it is taken away."),
    )  # fmt: skip

    def __init__(self, *args: Any, kinds: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = _choices(Invitation.Kind.choices, kinds)
        self.fields["kind"].choices = choices  # type: ignore[attr-defined]
        self.fields["kind"].initial = choices[-1][0] if choices else None  # the least, unless chosen
        if [key for key, _words in choices] == [Invitation.Kind.ADMIN]:
            self.fields["kind"].widget = forms.HiddenInput()
            self.fields["kind"].initial = Invitation.Kind.ADMIN.value
            del self.fields["role_days"]  # admins are admins until somebody takes it away

    @property
    def values(self) -> dict[str, Any]:
        """As `services.roles.invite` takes them."""
        data = self.cleaned_data
        return {
            "kind": data["kind"], "note": data["note"], "days": data["days"], "most_uses": data["uses"],
            "role_days": data.get("role_days"), "key": data["key"],
        }  # fmt: skip


class RevokeForm(KeyedForm):
    """The invitation that shall open nothing any more."""

    invitation = forms.UUIDField()


class NewLoginForm(BaseUserCreationForm):
    """A login of one's own."""

    class Meta(BaseUserCreationForm.Meta):  # noqa: D106
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The form stands below what is read first: no page jumps to it.
        self.fields["username"].widget.attrs.pop("autofocus", None)


def _choices(every: Iterable[tuple[Any, Any]], kinds: Iterable[str]) -> list[tuple[Any, Any]]:
    wanted = set(kinds)
    return [(key, words) for key, words in every if str(key) in wanted]
