"""What the players of a waiting hand wish: rows for the moment, no facts. The deal itself is in the log."""

from __future__ import annotations

from django.db import models

from tournaments.models.tournament import Match


class SeatWish(models.Model):
    """Somebody at a place of a match wishes it dealt here, or the hand that is played there called void.

    What both wish happens, and the wishes are gone.
    """

    class Kind(models.TextChoices):
        """What is wished."""

        DEAL = "deal"
        VOID = "void"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="wishes")
    game = models.PositiveSmallIntegerField()
    deal = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    person = models.UUIDField()
    kind = models.CharField(max_length=4, choices=Kind.choices)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("match", "game", "deal", "board", "person", "kind"), name="seat_wish_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.game}.{self.deal}{'ab'[self.board]}"
