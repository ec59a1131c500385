"""The file of a tournament from another installation."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class TournamentFileForm(forms.Form):
    """An export of one tournament."""

    file = forms.FileField(
        label=_("File of the tournament"),
        help_text=_(
            "Written over there by “manage.py export_log FILE --tournament ID”; its ID stands in the address "
            "of its pages at the desk."
        ),
    )

    def clean_file(self) -> Any:
        """As large as this club takes by a browser."""
        file = self.cleaned_data["file"]
        if file.size > settings.IMPORT_MEGABYTES * 1_000_000:
            words = gettext(
                "This file is too large: at most %(most)s megabytes come in here. The keeper of the computer"
                " can import it: manage.py import_log FILE."
            )
            raise forms.ValidationError(words % {"most": settings.IMPORT_MEGABYTES})
        return file
