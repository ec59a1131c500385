"""A person who plays. The log knows the id alone, so a person can be erased without touching it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Player(models.Model):
    """Name and what a person wants shown. `key` is the name as it is compared: folded, single spaces."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=80)
    key = models.CharField(max_length=160, db_index=True, editable=False)
    email = models.EmailField(_("e-mail"), blank=True)
    is_private = models.BooleanField(_("show initials only"), default=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    # A duplicate that was found to be this person: in all that is shown and computed they are one.
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="duplicates", editable=False
    )
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("key",)

    def __str__(self) -> str:
        return self.name

    @property
    def initials(self) -> str:
        """First letters, for people who want no name shown."""
        return "".join(f"{word[0]}." for word in self.name.split())

    @property
    def public_name(self) -> str:
        """What everybody may see: the name, initials for a private person, a dash once erased. A duplicate
        is called as the person it belongs to.
        """
        if self.merged_into is not None:
            return self.merged_into.public_name
        if self.erased_at:
            return "–"
        return self.initials if self.is_private else self.name
