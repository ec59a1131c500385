"""Links that give somebody a role: a secret handed over once, kept as its digest alone."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club
from tournaments.models.tournament import Tournament


class Invitation(models.Model):
    """A role for whoever opens its link and accepts: in the club (`admin`) or in one event."""

    class Kind(models.TextChoices):
        """What it grants."""

        ADMIN = "admin", _("admin of the club")
        DIRECTOR = "director", _("director")
        DEPUTY = "deputy", _("deputy")
        SCORER = "scorer", _("scorer")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="invitations", null=True
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    note = models.CharField(_("for whom"), max_length=60, blank=True, default="")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    expires_at = models.DateTimeField()
    most_uses = models.PositiveSmallIntegerField(default=1)
    role_days = models.PositiveSmallIntegerField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind="admin", tournament=None)
                | models.Q(tournament__isnull=False) & ~models.Q(kind="admin"),
                name="invitation_of_club_or_event",
            ),
        )
        ordering = ("created_at",)

    def __str__(self) -> str:
        return f"{self.kind}: {self.club}"


class InvitationUse(models.Model):
    """A login that accepted an invitation: each counts once."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="uses")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    used_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("invitation", "user"), name="invitation_used_once"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.invitation}"
