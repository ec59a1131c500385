"""A club, its people, its room. Rows that cannot be rebuilt: they go into the backup beside the log."""

from __future__ import annotations

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.player import Player


def new_card_key() -> str:
    """The key that signs a club's table cards. It travels with the backup, so printed cards outlive a
    laptop.
    """
    return secrets.token_hex(32)


class Club(models.Model):
    """A card club."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    card_key = models.CharField(max_length=64, default=new_card_key, editable=False)
    # The address in the QR codes of the cards last printed: phones are lost when the club moves to another.
    cards_address = models.CharField(max_length=200, blank=True, default="", editable=False)
    asks_evening_code = models.BooleanField(_("ask phones for the code of the evening"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """A person on a club's list."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("club", "player"), name="member_once"),)

    def __str__(self) -> str:
        return f"{self.player} ({self.club})"


class ClubRole(models.Model):
    """A login that runs the club: people, rule sets, directors."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_roles")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("club", "user"), name="club_role_once"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.club}"


class ClubRuleSet(models.Model):
    """A club's own rule set: a preset and what it changes. In use it is frozen into events, whatever
    becomes of the row.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rule_sets")
    name = models.CharField(_("name"), max_length=60)
    rules = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("club", "name"), name="rule_set_name_once"),)
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Room(models.Model):
    """Where a club plays."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rooms")
    name = models.CharField(_("name"), max_length=60)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return self.name


class RoomTable(models.Model):
    """A table of the room: a number, and the generation of its printed card (one more revokes the old
    card).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    generation = models.PositiveSmallIntegerField(default=1)
    step_free = models.BooleanField(_("step-free"), default=False)
    good_light = models.BooleanField(_("good light"), default=False)
    out_of_use = models.BooleanField(_("out of use"), default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("room", "number"), name="table_number_once"),)
        ordering = ("room", "number")

    def __str__(self) -> str:
        return str(self.number)
