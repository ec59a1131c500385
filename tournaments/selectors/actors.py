"""Who acted, in words: logins by their name, tables by their number, from the actor an event carries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from tournaments.models.club import RoomTable

UUID_LETTERS = 36


def actor_of(meta: Mapping[str, Any]) -> str:
    """The actor of an event as its text. One that came from another club keeps its role alone: a login's
    number there is somebody else's here.
    """
    text = str(meta.get("actor", ""))
    return f"{text.partition(':')[0]}:" if "origin" in meta else text


def actors(texts: Iterable[str]) -> dict[str, str]:
    """The names of those who acted by the text stored for each."""
    parts = {text: text.split(":") for text in set(texts)}
    users = {text: each[2] for text, each in parts.items() if len(each) > 2 and each[1] == "user"}
    tables = {
        text: each[2].split("/")[0] for text, each in parts.items() if len(each) > 2 and each[1] == "table"
    }
    tables = {text: pk for text, pk in tables.items() if len(pk) == UUID_LETTERS}
    logins = _logins([int(pk) for pk in users.values() if pk.isdigit()])
    numbers = _numbers(list(tables.values()))
    return {
        text: _actor_words(
            each[0], logins.get(users.get(text, ""), ""), numbers.get(tables.get(text, ""), "")
        )
        for text, each in parts.items()
    }


def _actor_words(role: str, login: str, table: str) -> str:
    words = {
        "director": _("director"), "deputy": _("deputy"), "admin": _("admin"), "scorer": _("scorer"),
        "player": _("player"), "system": _("the program"), "table": _("a phone at the table"),
    }.get(role, role)  # fmt: skip
    if table:
        return _("Table %(number)s") % {"number": table}
    return f"{login} ({words})" if login else words


def _logins(pks: list[int]) -> dict[str, str]:
    if not pks:
        return {}
    rows = get_user_model().objects.filter(pk__in=pks)
    return {str(user.pk): user.get_username() for user in rows}


def _numbers(pks: list[str]) -> dict[str, str]:
    if not pks:
        return {}
    rows = RoomTable.objects.filter(pk__in=pks).values_list("pk", "number")
    return {str(pk): str(number) for pk, number in rows}
