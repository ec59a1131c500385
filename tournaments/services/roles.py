"""Roles by invitation: a link with an end, for one login or several, taken back whenever one likes."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError
from django.db.models import Q
from django.utils import timezone

from games.eventstore.log import unit
from tournaments.access.digests import digest_of_token, new_token
from tournaments.access.invitations import is_backed
from tournaments.engine.errors import NotNow, not_now
from tournaments.models.club import Club, ClubRole
from tournaments.models.invitation import Invitation, InvitationUse
from tournaments.models.tournament import Tournament, TournamentRole


def invite(
    *,
    club: Club,
    kind: str,
    days: int,
    tournament: Tournament | None = None,
    most_uses: int = 1,
    role_days: int | None = None,
    note: str = "",
    user_id: int | None = None,
    key: UUID | None = None,
) -> tuple[Invitation, str]:
    """An invitation, and its secret, which is told this once. `days`: how long the link can be accepted;
    `role_days`: how long a role lasts from then on, None for good. The same `key` again: the invitation
    that is there, and no secret.
    """
    token = new_token()
    with unit():
        values = {
            "club": club, "tournament": tournament, "kind": kind, "most_uses": most_uses,
            "role_days": role_days, "note": " ".join(note.split()), "digest": digest_of_token(token),
            "created_by_id": user_id, "expires_at": timezone.now() + timedelta(days=days),
        }  # fmt: skip
        made, fresh = Invitation.objects.get_or_create(pk=key or uuid4(), defaults=values)
    return made, token if fresh else ""


def closed(invitation: Invitation) -> NotNow | None:
    """Why it cannot be accepted: taken back, over, used up; None while it is open. It is taken back, too,
    once whoever made it may no longer give the role.
    """
    if invitation.revoked_at is not None or not is_backed(invitation):
        return not_now("invitation_revoked")
    if invitation.expires_at <= timezone.now():
        return not_now("invitation_over")
    return not_now("invitation_used") if invitation.uses.count() >= invitation.most_uses else None


def revoke(invitation: Invitation) -> None:
    """The link opens nothing any more; roles it gave stay until they are taken away."""
    with unit():
        Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())


def accept(invitation: Invitation, user_id: int) -> bool:
    """Give a login the role; False where it had it already, for at least as long: no use is taken then.

    Raises NotNow `invitation_revoked`, `invitation_over`, `invitation_used` (also for who accepted before and
    has the role no more: it does not come back). Two who press at once for the
    last use: one of them gets it.
    """
    with unit():
        there = Invitation.objects.select_for_update().get(pk=invitation.pk)
        used = InvitationUse.objects.filter(invitation=there, user_id=user_id).exists()
        if used and _holds(there, user_id):
            return False
        why = not_now("invitation_used") if used else closed(there)
        if why is not None:
            raise why
        if not _grant(there, user_id):
            return False
        InvitationUse.objects.create(invitation=there, user_id=user_id)
    return True


def accept_with_a_new_login(invitation: Invitation, user: AbstractBaseUser) -> bool:
    """A login that is not saved yet is made and gets the role, both or none; False where its name was
    taken in this moment. Raises as `accept`.
    """
    try:
        with unit():
            user.save()
            accept(invitation, int(user.pk))
    except IntegrityError:
        return False
    return True


def _holds(invitation: Invitation, user_id: int) -> bool:
    if invitation.tournament_id is None:
        return ClubRole.objects.filter(club_id=invitation.club_id, user_id=user_id).exists()
    held = TournamentRole.objects.filter(
        tournament_id=invitation.tournament_id, user_id=user_id, kind=invitation.kind
    )
    return held.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now())).exists()


def _grant(invitation: Invitation, user_id: int) -> bool:
    if invitation.tournament_id is None:
        return ClubRole.objects.get_or_create(club_id=invitation.club_id, user_id=user_id)[1]
    until = None
    if invitation.role_days is not None:
        until = timezone.now() + timedelta(days=invitation.role_days)
    held, made = TournamentRole.objects.get_or_create(
        tournament_id=invitation.tournament_id, user_id=user_id, kind=invitation.kind,
        defaults={"expires_at": until},
    )  # fmt: skip
    if made or not _lasts_longer(until, held.expires_at):
        return made
    held.expires_at = until
    held.save(update_fields=["expires_at"])
    return True


def _lasts_longer(until: datetime | None, other: datetime | None) -> bool:
    return other is not None and (until is None or until > other)


def take_club_role(club: Club, *, pk: int) -> bool:
    """An admin's role is taken away; False where there is none. The last admin stays.

    Raises NotNow `last_admin`.
    """
    with unit():
        Club.objects.select_for_update().get(pk=club.pk)
        role = ClubRole.objects.filter(club=club, pk=pk).first()
        if role is None:
            return False
        if not ClubRole.objects.filter(~Q(pk=pk), club=club, user__is_active=True).exists():
            raise not_now("last_admin")
        role.delete()
    return True
