"""A player's own link: given by the club, ended by a new one, and the login that may follow from it."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError

from games.eventstore.log import unit
from games.models.player import Player
from tournaments.access.digests import digest_of_token, new_token
from tournaments.engine.errors import not_now
from tournaments.models.own_link import OwnLink


def give_link(player: Player) -> str:
    """A new link for a person: its secret, told this once. The one before opens nothing any more."""
    token = new_token()
    with unit():
        Player.objects.select_for_update().get(pk=player.pk)  # one after the other: the last one's opens
        OwnLink.objects.filter(player=player).delete()
        OwnLink.objects.create(player=player, digest=digest_of_token(token))
    return token


def take_link(player: Player) -> None:
    """The link opens nothing any more."""
    with unit():
        OwnLink.objects.filter(player=player).delete()


def give_login(player: Player, user: AbstractBaseUser) -> None:
    """A login is this person's from now on; a new one is made with it, both or none.

    Raises NotNow `has_a_login`, `login_is_another`, `login_name_taken`.
    """
    try:
        with unit():
            there = Player.objects.select_for_update().get(pk=player.pk)
            if user.pk is not None and there.user_id == user.pk:
                return
            if there.user_id is not None:
                raise not_now("has_a_login")
            if user.pk is None:
                user.save()
            elif Player.objects.filter(user_id=user.pk).exists():
                raise not_now("login_is_another")
            there.user_id = user.pk
            there.save(update_fields=["user"])
    except IntegrityError:
        raise not_now("login_name_taken") from None


def take_login(player: Player) -> None:
    """The login stays one, and is this person's no more."""
    with unit():
        Player.objects.filter(pk=player.pk).update(user=None)
