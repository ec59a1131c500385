"""What of games travels in an export beside the log."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from games.eventstore import rows
from games.models.hand import Hand


def hands_of(tournament_id: UUID) -> QuerySet[Hand]:
    """The hands of a tournament. Its players are named by tournaments, which knows its entries."""
    return Hand.objects.filter(tournament_id=tournament_id)


# Logins have numbers: they are known by their names, and an export without people has none.
rows.register(
    "auth.User",
    (
        "username",
        "password",
        "first_name",
        "last_name",
        "email",
        "is_active",
        "is_staff",
        "is_superuser",
        "date_joined",
    ),
    key=("username",),
    only_with_people=True,
)
rows.register("games.Hand", of_tournament=hands_of)
