"""Roles and invitations in words: what one grants, and how each invitation stands."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models.invitation import Invitation


def grants(kind: str) -> list[str]:
    """What a role may do, in sentences."""
    return {
        "admin": [
            _("Run the club: its people, rule sets, seasons, tables and cards."),
            _("Run every event of the club, and say who directs it."),
        ],
        "director": [
            _("Run this event: who plays, the draw, the rounds, results, rulings and standings."),
            _("Never rule on a match you play in yourself."),
        ],
        "deputy": [
            _("Decide where the director plays: corrections, forfeits, disputes."),
            _("Enter results for any table, check people in, read the log."),
        ],
        "scorer": [
            _("Enter results for any table, and check people in."),
            _("Change nothing that both sides have accepted."),
        ],
    }[kind]


def where(invitation: Invitation) -> str:
    """The event or the club it is for."""
    return invitation.tournament.name if invitation.tournament else invitation.club.name


def invitation_lines(invitations: QuerySet[Invitation]) -> list[dict[str, Any]]:
    """Those that can still be accepted, the newest first: two queries at most."""
    now = timezone.now()
    found = invitations.filter(revoked_at=None, expires_at__gt=now).annotate(used=Count("uses"))
    return [
        {
            "id": each.pk,
            "code": each.kind,
            "kind": each.get_kind_display(),
            "note": each.note,
            "until": each.expires_at,
            "by": each.created_by.get_username() if each.created_by else "",
            "uses_left": each.most_uses - each.used,
            "left": _left(each.most_uses, each.used),
        }
        for each in found.select_related("created_by").order_by("-created_at")
        if each.used < each.most_uses
    ]


def _left(most: int, used: int) -> str:
    if most == 1:
        return _("for one login")
    said = {"left": most - used, "most": most}
    return ngettext("%(left)s of %(most)s left", "%(left)s of %(most)s left", most - used) % said
