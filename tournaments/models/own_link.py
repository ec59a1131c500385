"""A player's own link: who opens it is that player, without a login. Kept as its digest alone."""

from __future__ import annotations

from django.db import models

from games.models.player import Player


class OwnLink(models.Model):
    """The link that opens a person's own page; a new one ends the one before."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="own_link", primary_key=True)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.player)
