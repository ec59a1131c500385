"""A club's seasons, and the ratings and season tables computed from its events.

A season's name, days and rule are the club's words and travel in its backup; all else here is computed anew.
"""

from __future__ import annotations

import uuid

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.player import Player
from tournaments.models.club import Club
from tournaments.models.tournament import Match

MOST_EVENINGS = 200


class Season(models.Model):
    """The events that start from the first to the last day; `lines` as computed at `position` of the log."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    best_of = models.PositiveSmallIntegerField(
        _("best evenings that count"), default=0, validators=[MaxValueValidator(MOST_EVENINGS)]
    )
    minimum = models.PositiveSmallIntegerField(
        _("evenings to be ranked"), default=0, validators=[MaxValueValidator(MOST_EVENINGS)]
    )
    lines = models.JSONField(default=list, editable=False)
    position = models.BigIntegerField(default=-1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("club", "name"), name="season_name_once"),
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")), name="season_days"
            ),
        )
        ordering = ("-first_day", "name")

    def __str__(self) -> str:
        return self.name


class ClubFigures(models.Model):
    """How far a club's ratings, seasons and records are computed: the end of the log then, and what was
    there; and the records themselves.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="figures", primary_key=True)
    position = models.BigIntegerField(default=-1)
    seen = models.CharField(max_length=64, default="")
    records = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.club} @{self.position}"


class MatchFacts(models.Model):
    """The numbers of a match that records are made of, as of a version of it."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="facts", primary_key=True)
    version = models.PositiveIntegerField()
    facts = models.JSONField()

    def __str__(self) -> str:
        return f"{self.match} @{self.version}"


class RatedMatch(models.Model):
    """A match in the order in which the club's ratings were computed; `key` says what was computed from."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rated")
    order = models.PositiveIntegerField()
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("club", "order"), name="rated_order_once"),)
        ordering = ("club", "order")

    def __str__(self) -> str:
        return f"{self.club} {self.order}"


class RatingStep(models.Model):
    """A person's rating after a match; `change` is what the match moved of the number shown."""

    rated = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="steps")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_steps")
    mean = models.FloatField()
    deviation = models.FloatField()
    matches = models.PositiveIntegerField()
    shown = models.IntegerField()
    change = models.IntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("rated", "player"), name="rating_step_once"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.shown}"


class Rating(models.Model):
    """A person's rating in a club as it stands."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    shown = models.IntegerField()
    matches = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("club", "player"), name="rating_once"),)
        ordering = ("club", "-shown")

    def __str__(self) -> str:
        return f"{self.player}: {self.shown}"
