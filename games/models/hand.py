"""One deal as a row: where it belongs and how far it is. The cards are in the log alone."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone


class Hand(models.Model):
    """A hand's stream and its place. `seats` holds player ids by seat; `result` is written when it ends."""

    class Phase(models.TextChoices):
        """Live hands show their perspective; only finished ones show their cards."""

        PLAYING = "playing"
        FINISHED = "finished"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament_id = models.UUIDField(null=True, db_index=True)
    match_id = models.UUIDField(null=True, db_index=True)
    game = models.PositiveSmallIntegerField(default=1)
    deal = models.PositiveSmallIntegerField(default=1)
    board = models.PositiveSmallIntegerField(default=0)
    seats = models.JSONField(default=list)
    fidelity = models.CharField(max_length=10)
    phase = models.CharField(max_length=10, choices=Phase.choices, default=Phase.PLAYING)
    version = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True)
    struck = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("match_id", "game", "deal", "board", "created_at")

    def __str__(self) -> str:
        return f"hand {self.game}.{self.deal}{'ab'[self.board]}"
