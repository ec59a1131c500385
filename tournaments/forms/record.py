"""Records of hands from a page: a file, or lines pasted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entry import KeyField

MOST_BYTES = 2_000_000


class RecordForm(forms.Form):
    """One of both: the file's bytes, or what was pasted."""

    key = KeyField()
    file = forms.FileField(label=_("A file of hand records (JSON Lines)"), required=False)
    text = forms.CharField(
        label=_("Or paste the lines"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """`bytes`: what is to be read."""
        data = super().clean() or self.cleaned_data
        file, text = data.get("file"), data.get("text") or ""
        if file is not None and file.size > MOST_BYTES:
            raise forms.ValidationError(_("This file is too long: at most two megabytes."))
        if file is None and not text.strip():
            raise forms.ValidationError(_("Choose a file, or paste the lines of a record."))
        data["bytes"] = file.read() if file is not None else text.encode()
        return data
