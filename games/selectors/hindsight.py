"""A finished hand in hindsight, in words: the best knock of a moment, the best answer to one.

Whoever looks with both hands open is told what a knock would have scored; in one seat's view only what that
seat could know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine.cards import card_text, cards_of
from games.engine.gin import moves
from games.engine.gin.hand import decide, evolve, legal_moves
from games.engine.gin.hindsight import BestAnswer, BestKnock, best_answer, best_knock
from games.engine.gin.state import Hand, Phase
from games.engine.layoffs import Defence
from games.engine.melds import deadwood, least_after_discard
from games.engine.record import RecordedHand, state_at
from games.engine.results import HandResult
from games.selectors.hands import card_sign

HOLDS_ELEVEN = (Phase.DISCARD, Phase.MUST_KNOCK)


def hindsight(
    recorded: RecordedHand, names: Sequence[str], at: int, seat: int | None = None
) -> dict[str, str] | None:
    """Title and words for the moment after event `at`; None where there is nothing to say."""
    state = state_at(recorded.rules, recorded.dealt, recorded.events, at)
    if state.told is not None:
        return None
    if state.showdown is not None:
        answer = best_answer(state) if seat in (None, state.showdown.defender) or state.is_over else None
        return None if answer is None else _answer(answer, names)
    state = _with_the_last_discard(state)
    if state.turn is None or state.phase not in HOLDS_ELEVEN or not state.hands[state.turn].is_open:
        return None
    if seat is not None:
        return _own(state, names) if seat == state.turn else None
    if not state.hands[1 - state.turn].is_open:
        return None
    best = best_knock(state)
    return _no_knock(state, names) if best is None else _knock(best, names)


def knocks(recorded: RecordedHand, names: Sequence[str], at: int) -> list[dict[str, Any]]:
    """Every moment of a hand at which a knock was possible, with what the best one would have scored."""
    found = []
    state: Hand = state_at(recorded.rules, recorded.dealt, recorded.events, 0)
    for number, event in enumerate((None, *recorded.events)):
        state = state if event is None else evolve(state, event)
        if state.showdown is not None or state.told is not None:
            break
        best = best_knock(state)
        if best is not None:
            said = {"name": names[best.seat], "count": best.deadwood, "score": _score(best.result, names)}
            words = _("%(name)s with %(count)s. %(score)s") % said
            found.append({"n": number, "words": words, "now": number == at})
    return found


def _with_the_last_discard(state: Hand) -> Hand:
    """At two stock cards the last discard may be taken to knock: the hand as it would then be."""
    if state.phase is not Phase.LAST_DISCARD or state.turn is None:
        return state
    take = next((move for move in legal_moves(state) if isinstance(move, moves.Draw)), None)
    for event in () if take is None else decide(state, take):
        state = evolve(state, event)
    return state


def _knock(best: BestKnock, names: Sequence[str]) -> dict[str, str]:
    said: dict[str, Any] = {"name": names[best.seat], "count": best.deadwood, "other": names[1 - best.seat]}
    title = _("The best knock here: %(name)s with %(count)s") % said
    if best.deadwood == 0:
        title = _("Gin was there for %(name)s") % said
    words = []
    if best.discard is not None:
        words.append(_("Throw %(card)s.") % {"card": _sign(best.discard)})
    if best.melds:
        words.append(_("Spread %(melds)s.") % {"melds": _melds(best.melds)})
    words.append(_left(best.defence, said))
    words.append(_score(best.result, names))
    return {"title": title, "words": " ".join(words)}


def _left(defence: Defence, said: dict[str, Any]) -> str:
    said = said | {"left": defence.deadwood, "laid": _laid(defence)}
    if defence.layoffs:
        return _("%(other)s lays off %(laid)s and keeps %(left)s at best.") % said
    return _("%(other)s keeps %(left)s at best.") % said


def _answer(answer: BestAnswer, names: Sequence[str]) -> dict[str, str]:
    said = {"name": names[answer.seat], "left": answer.defence.deadwood}
    words = []
    if answer.defence.layoffs:
        words.append(_("Lay off %(laid)s.") % {"laid": _laid(answer.defence)})
    if answer.defence.melds:
        words.append(_("Meld %(melds)s.") % {"melds": _melds(answer.defence.melds)})
    words.append(_score(answer.result, names))
    return {
        "title": _("The best defence: %(name)s keeps %(left)s") % said,
        "words": " ".join(words),
    }


def _no_knock(state: Hand, names: Sequence[str]) -> dict[str, str]:
    assert state.turn is not None, "somebody is on turn"
    return {"title": _("No knock here"), "words": _too_much(state, names[state.turn])}


def _own(state: Hand, names: Sequence[str]) -> dict[str, str]:
    """What the seat on turn could read from its own cards."""
    assert state.turn is not None, "somebody is on turn"
    held = state.hands[state.turn].known
    name = names[state.turn]
    found = [move for move in legal_moves(state) if isinstance(move, moves.Knock)]
    if not found:
        return {"title": _("No knock here"), "words": _too_much(state, name)}
    counts = {move.discard: deadwood(held if move.discard is None else held & ~(1 << move.discard))
              for move in found}  # fmt: skip
    least = min(counts.values())
    thrown = ", ".join(_sign(card) for card, count in counts.items() if count == least and card is not None)
    said = {"name": name, "count": least, "cards": thrown}
    title = _("%(name)s could knock with %(count)s") % said
    return {"title": title, "words": _("Throw %(cards)s.") % said if thrown else _("All eleven are melded.")}


def _too_much(state: Hand, name: str) -> str:
    assert state.turn is not None, "somebody is on turn"
    said = {"name": name, "least": least_after_discard(state.hands[state.turn].known), "limit": state.limit}
    if state.limit == 0:
        return _("%(name)s keeps %(least)s at the least, and only gin may knock.") % said
    return _("%(name)s keeps %(least)s at the least; the limit is %(limit)s.") % said


def _score(result: HandResult, names: Sequence[str]) -> str:
    """Who would have scored how many, in a sentence."""
    if result.winner is None or not any(result.points):
        return _("Nobody scores.")
    said = {"winner": names[result.winner], "points": result.points[result.winner]}
    if result.outcome == "undercut":
        return _("An undercut: %(winner)s scores %(points)s.") % said
    return _("%(winner)s scores %(points)s.") % said


def _sign(card: int) -> str:
    return card_sign(card_text(card))


def _melds(melds: Sequence[int]) -> str:
    return ", ".join(" ".join(map(_sign, cards_of(meld))) for meld in melds)


def _laid(defence: Defence) -> str:
    return " ".join(_sign(card) for card, _place in defence.layoffs)
