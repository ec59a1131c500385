"""The club's people: adding, renaming, hiding, erasing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.eventstore.log import Conflict, forget_in_answers, unit
from games.models.player import Player
from tournaments.engine.errors import not_now
from tournaments.exchange.texts import name_key
from tournaments.models.club import Club, Member
from tournaments.models.own_link import OwnLink
from tournaments.models.tournament import ApartReason, Entry, PhoneSeen
from tournaments.services.clubs import clean_name


def add_players(club: Club, players: Sequence[Player]) -> None:
    """New people onto the club's list; part of the caller's transaction where there is one.

    Raises Conflict where one of the names came onto the list meanwhile: it is a person that is known now.
    """
    if not players:
        return
    with unit():
        Club.objects.select_for_update().get(pk=club.pk)  # one after the other
        keys = [player.key for player in players]
        if club.members.filter(player__key__in=keys, player__erased_at=None).exists():
            raise Conflict(club.pk, 0, 1)
        Player.objects.bulk_create(players)
        Member.objects.bulk_create([Member(club=club, player=player) for player in players])


def rename(club: Club, player: Player, name: str) -> Player:
    """Another spelling. Raises NotNow `name_known` where somebody else on the list is called so."""
    with unit():
        Club.objects.select_for_update().get(pk=club.pk)
        key = name_key(name)
        same = Player.objects.filter(memberships__club=club, key=key, erased_at=None, merged_into=None)
        if not key:
            raise not_now("name_missing")
        if same.exclude(pk=player.pk).exists():
            raise not_now("name_known", name=clean_name(name))
        clean = clean_name(name)
        if clean != player.name:  # erasing knows the last spelling alone
            _forget_words(player, instead=clean)
            _rename_in_reasons(player.name, clean)
        player.name, player.key = clean, key
        player.save(update_fields=["name", "key"])
    return player


def erase(player: Player) -> None:
    """Name, e-mail, login and own link of a person and of its duplicates are gone for good; results stay.

    A login that has no role goes with them. What the log knows is the id alone.
    """
    with unit():
        everybody = [player.pk]
        while more := list(
            Player.objects.filter(merged_into__in=everybody)
            .exclude(pk__in=everybody)
            .values_list("pk", flat=True)
        ):
            everybody += more
        for each in Player.objects.select_for_update().filter(pk__in=everybody):
            _forget_words(each)
            _forget_reasons(each)
            login = each.user
            each.name, each.key, each.email, each.user = "–", "", "", None
            each.is_private, each.erased_at = True, timezone.now()
            each.save()
            OwnLink.objects.filter(player=each).delete()
            if login is not None and not _has_a_role(login):
                login.delete()


def _forget_words(player: Player, *, instead: str = "") -> None:
    """The name in what phones said and in the answers kept for repeated requests."""
    PhoneSeen.objects.filter(club__members__player=player, name=player.name).update(name=instead)
    forget_in_answers(player.name)


def _forget_reasons(player: Player) -> None:
    """No reason for keeping sides apart stays that is about a person, or names him; nor one about a side that
    is not there any more: whose it was nobody knows.
    """
    plays = Entry.objects.filter(Q(persons__player=player) | Q(match_sides__persons__player=player))
    sides = set(plays.values_list("pk", flat=True))
    about = Q(one__in=sides) | Q(other__in=sides)
    named = Q(reason__icontains=player.name) if player.name.strip(" –") else Q(pk=None)
    there = Entry.objects.values("pk")
    ApartReason.objects.filter(about | named | ~Q(one__in=there) | ~Q(other__in=there)).delete()


def _rename_in_reasons(old: str, new: str) -> None:
    """Erasing knows the last spelling alone."""
    for row in ApartReason.objects.filter(reason__icontains=old):
        row.reason = re.sub(re.escape(old), lambda _found: new, row.reason, flags=re.IGNORECASE)[:200]
        row.save(update_fields=["reason"])


def _has_a_role(login: Any) -> bool:
    looks_after = login.is_staff or login.is_superuser
    return bool(looks_after or login.club_roles.exists() or login.tournament_roles.exists())


def hide_name(player: Player, *, private: bool) -> Player:
    """One tap: initials on wall, feeds, JSON and exports at once (or the name again)."""
    with unit():
        player.is_private = private
        player.save(update_fields=["is_private"])
    return player
