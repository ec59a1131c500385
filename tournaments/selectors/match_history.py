"""How a match came about, in words: who did what, when; a correction with the old result and the new."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.eventstore.clock import as_time
from games.eventstore.log import history
from tournaments.engine import match
from tournaments.engine.erased import is_erased
from tournaments.engine.events import (
    DirectorCalled,
    DirectorCame,
    EntrantsDecided,
    HandAmended,
    HandEntered,
    HandStruck,
    IrregularityRuled,
    MatchForfeited,
    MatchPostponed,
    MatchPutBack,
    MatchReopened,
    MatchReseated,
    MatchStarted,
    MatchVoided,
    PartnerCameBack,
    PartnerLeftMatch,
    PostponementAsked,
    ResultAccepted,
    ResultCorrected,
    ResultDisputed,
    RulingWithdrawn,
    ScoreEntered,
    ScoreStruck,
    SidesMissing,
    TimeCalled,
)
from tournaments.engine.match import MatchState
from tournaments.selectors import rulings_in_words
from tournaments.selectors.actors import actor_of, actors
from tournaments.selectors.deputies import entrants_named
from tournaments.selectors.log_words import erased_words
from tournaments.selectors.scores import score_said, scores_said
from tournaments.selectors.sheets import Names, gain_words, names_at, numbered, result_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One step: when, who, what."""

    when: datetime
    who: str
    words: str


def history_of(
    match_id: UUID, names: Names, names_then: Callable[[Sequence[str]], Names] | None = None
) -> list[Told]:
    """Every step of a match, oldest first.

    `names_then`: the names of the sides that were told to sit here, asked where that was put right later.
    """
    entries = history(match_id)
    changed = names_then is not None and any(isinstance(each.event, MatchReseated) for each in entries)
    who = actors([actor_of(entry.meta) for entry in entries])
    told: list[Told] = []
    state: MatchState | None = None
    for entry in entries:
        event = entry.event
        before, state = state, match.evolve(state, event)
        actor = actor_of(entry.meta)
        here = names_then(state.started.sides) if changed and names_then is not None else names
        told.append(
            Told(
                when=as_time(entry.recorded_at),
                who=with_side(who.get(actor, actor), event, here),
                words=words_of(event, before, state, here),
            )
        )
    return told


def with_side(who: str, event: Any, names: Names) -> str:
    """Who acted, and for which side where the event says it."""
    side = getattr(event, "side", None)
    if side is None or not 0 <= side < len(names.short):
        return who
    return _("%(who)s, for %(name)s") % {"who": who, "name": names.short[side]}


def words_of(event: Any, before: MatchState | None, after: MatchState, names: Names) -> str:
    """What an event of a match says, given the match before and after it."""
    match event:
        case MatchStarted():
            return _("The match was published.")
        case HandEntered(place=place, result=result):
            line = after.line_at(place)
            here = names_at(after, line, names) if line is not None else names.short
            said = {"number": numbered(place, after), "gain": gain_words(result, here)}
            return _("Hand %(number)s entered: %(gain)s") % said
        case HandAmended(place=place, result=result):
            old = before.line_at(place) if before is not None else None
            here = names_at(after, old, names) if old is not None else names.short
            said = {
                "number": numbered(place, after),
                "gain": gain_words(result, here),
                "old": gain_words(old.result, here) if old else "–",
            }
            return _("Hand %(number)s changed from %(old)s to %(gain)s") % said
        case HandStruck(place=place):
            return _("Hand %(number)s taken back") % {"number": numbered(place, after)}
        case ScoreEntered():
            return _("Final score entered: %(sentence)s") % {"sentence": result_sentence(after, names)}
        case ScoreStruck():
            return _("Final score taken back")
        case ResultAccepted():
            return _("Accepted: %(sentence)s") % {"sentence": result_sentence(after, names)}
        case ResultDisputed(reason=reason, claim=claim):
            return _disputed(reason, claim, names)
        case ResultCorrected(reason=reason, resumed=True):
            said = {"reason": reason}
            return _("Corrected; it is not over then, and both sides agreed to play on: %(reason)s") % said
        case ResultCorrected(reason=reason, agreed=agreed):
            said = {
                "old": result_words(before, names) if before is not None else "–",
                "new": result_words(after, names),
                "reason": reason,
            }
            return _agreed(_("Corrected from “%(old)s” to “%(new)s”: %(reason)s") % said, agreed, names)
        case EntrantsDecided(deciders=deciders, reason=reason):
            one, other = entrants_named(deciders)
            said = {"one": one, "other": other, "reason": reason}
            return _("%(one)s and %(other)s decided, who do not play here: %(reason)s") % said
        case MatchForfeited(losers=losers, reason=reason, agreed=agreed):
            said = {"names": ", ".join(names.short[side] for side in losers), "reason": reason}
            return _agreed(_("Forfeited by %(names)s: %(reason)s") % said, agreed, names)
        case MatchVoided(reason=reason, agreed=agreed):
            return _agreed(_("Void: %(reason)s") % {"reason": reason}, agreed, names)
        case MatchReopened(reason=reason):
            return _("Reopened: %(reason)s") % {"reason": reason}
        case MatchReseated(reason=reason):
            said = {"names": " – ".join(names.short), "reason": reason}
            return _("Here sat %(names)s; the sheet is theirs: %(reason)s") % said
        case MatchPutBack(reason=reason):
            return _("As it was before the last step: %(reason)s") % {"reason": reason}
        case TimeCalled():
            return _("Time called")
        case IrregularityRuled():
            hand = "" if event.place is None else numbered(event.place, after)
            return _agreed(rulings_in_words.log_words(event, names, hand), event.agreed, names)
        case RulingWithdrawn():
            words = rulings_in_words.withdrawn_words(event, before, names)
            return _agreed(words, event.agreed, names)
        case PartnerLeftMatch(side=side, person=person, reason=reason):
            here = after.started.persons[side] if after.started.persons else ()
            who = names.persons.get(here[person]) if person < len(here) else None
            said = {"side": names.short[side], "who": who or str(person + 1), "reason": reason or "–"}
            return _("%(who)s of %(side)s left; from here on that board counts as walls: %(reason)s") % said
        case PartnerCameBack(side=side):
            return _("Both partners of %(side)s play again.") % {"side": names.short[side]}
        case SidesMissing(missing=()):
            return _("Everybody is at the table.")
        case SidesMissing(missing=missing):
            return _("Not at the table: %(names)s") % {
                "names": ", ".join(names.short[each] for each in missing)
            }
        case DirectorCalled(note=note):
            return _("The director was called. %(note)s") % {"note": note}
        case PostponementAsked(until=until):
            return _("Another day was asked for: %(day)s.") % {"day": until}
        case MatchPostponed(until=until):
            return _("Put off: to be played by %(day)s.") % {"day": until}
        case DirectorCame():
            return _("The director came.")
        case _ if is_erased(event):
            return erased_words()
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
    return score_said(game.running)


def _agreed(words: str, agreed: Sequence[int], names: Names) -> str:
    """With who said yes to it, where the time for corrections was over."""
    if not agreed:
        return words
    said = {"words": words, "names": ", ".join(names.short[side] for side in agreed)}
    return _("%(words)s (agreed: %(names)s)") % said


def _disputed(reason: str, claim: dict[str, Any] | None, names: Names) -> str:
    words = _("Not right: %(reason)s") % {"reason": reason or "–"}
    if claim is None:
        return words
    numbers = scores_said(claim.get("points", ()))
    said = {"words": words, "names": " – ".join(names.short), "numbers": numbers}
    return _("%(words)s Instead: %(names)s %(numbers)s") % said
