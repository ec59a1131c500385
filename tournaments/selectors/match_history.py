"""How a match came about, in words: who did what, when; a correction with the old result and the new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from games.eventstore.clock import as_time
from games.eventstore.log import history
from tournaments.engine import match
from tournaments.engine.events import (
    DirectorCalled,
    DirectorCame,
    HandAmended,
    HandEntered,
    HandStruck,
    MatchForfeited,
    MatchReopened,
    MatchStarted,
    MatchVoided,
    ResultAccepted,
    ResultCorrected,
    ResultDisputed,
    ScoreEntered,
    ScoreStruck,
    TimeCalled,
)
from tournaments.engine.match import MatchState
from tournaments.models.club import RoomTable
from tournaments.selectors.sheets import Names, gain_words, result_sentence

UUID_LETTERS = 36


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One step: when, who, what."""

    when: datetime
    who: str
    words: str


def history_of(match_id: UUID, names: Names) -> list[Told]:
    """Every step of a match, oldest first."""
    entries = history(match_id)
    who = _actors([str(entry.meta.get("actor", "")) for entry in entries])
    told: list[Told] = []
    state: MatchState | None = None
    for entry in entries:
        event = entry.event
        before, state = state, match.evolve(state, event)
        actor = str(entry.meta.get("actor", ""))
        told.append(
            Told(
                when=as_time(entry.recorded_at),
                who=_with_side(who.get(actor, actor), event, names),
                words=_words(event, before, state, names),
            )
        )
    return told


def _with_side(who: str, event: Any, names: Names) -> str:
    side = getattr(event, "side", None)
    if side is None or not 0 <= side < len(names.short):
        return who
    return _("%(who)s, for %(name)s") % {"who": who, "name": names.short[side]}


def _words(event: Any, before: MatchState | None, after: MatchState, names: Names) -> str:
    match event:
        case MatchStarted():
            return _("The match was published.")
        case HandEntered(place=place, result=result):
            said = {"number": place.deal, "gain": gain_words(result, names.short)}
            return _("Hand %(number)s entered: %(gain)s") % said
        case HandAmended(place=place, result=result):
            old = before.line_at(place) if before is not None else None
            said = {
                "number": place.deal,
                "gain": gain_words(result, names.short),
                "old": gain_words(old.result, names.short) if old else "–",
            }
            return _("Hand %(number)s changed from %(old)s to %(gain)s") % said
        case HandStruck(place=place):
            return _("Hand %(number)s taken back") % {"number": place.deal}
        case ScoreEntered():
            return _("Final score entered: %(sentence)s") % {"sentence": result_sentence(after, names)}
        case ScoreStruck():
            return _("Final score taken back")
        case ResultAccepted():
            return _("Accepted: %(sentence)s") % {"sentence": result_sentence(after, names)}
        case ResultDisputed(reason=reason, claim=claim):
            return _disputed(reason, claim, names)
        case ResultCorrected(reason=reason):
            said = {
                "old": result_words(before, names) if before is not None else "–",
                "new": result_words(after, names),
                "reason": reason,
            }
            return _("Corrected from “%(old)s” to “%(new)s”: %(reason)s") % said
        case MatchForfeited(losers=losers, reason=reason):
            said = {"names": ", ".join(names.short[side] for side in losers), "reason": reason}
            return _("Forfeited by %(names)s: %(reason)s") % said
        case MatchVoided(reason=reason):
            return _("Void: %(reason)s") % {"reason": reason}
        case MatchReopened(reason=reason):
            return _("Reopened: %(reason)s") % {"reason": reason}
        case TimeCalled():
            return _("Time called")
        case DirectorCalled(note=note):
            return _("The director was called. %(note)s") % {"note": note}
        case DirectorCame():
            return _("The director came.")
        case _:
            return str(getattr(type(event), "NAME", ""))


def result_words(state: MatchState, names: Names) -> str:
    """The result as a sentence, or the running score where the match is not over."""
    sentence = result_sentence(state, names)
    if sentence:
        return sentence
    game = state.sheet.games[-1] if state.sheet.games else None
    if game is None or not game.lines:
        return _("no result")
    return "–".join(map(str, game.lines[-1].running))


def _disputed(reason: str, claim: dict[str, Any] | None, names: Names) -> str:
    words = _("Not right: %(reason)s") % {"reason": reason or "–"}
    if claim is None:
        return words
    numbers = ", ".join("–".join(map(str, game)) for game in claim.get("points", ()))
    said = {"words": words, "names": " – ".join(names.short), "numbers": numbers}
    return _("%(words)s Instead: %(names)s %(numbers)s") % said


def _actors(texts: Sequence[str]) -> dict[str, str]:
    """The names of those who acted: logins by their name, tables by their number."""
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
