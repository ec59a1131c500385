"""A finished hand moment by moment for programs: counts, the best knock, the best defence (in hindsight)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.cards import card_text, cards_of
from games.engine.gin.hindsight import BestAnswer, BestKnock, best_answer, best_knock
from games.engine.layoffs import Defence
from games.engine.record import RecordedHand, family_of, state_at
from games.selectors.deadwood_line import counts_of

JSON = dict[str, Any]


def replay(recorded: RecordedHand) -> list[JSON]:
    """One object a moment, the deal first: `event` counts the record's lines after it.

    `deadwood` is by seat, null where a hand is not known, and after a knock; of Manipulation Rummy the points
    in hand. `best_knock` and `best_defence` are null where there is none, or hands are not known.
    """
    counts = counts_of(recorded)
    found: list[JSON] = []
    family = family_of(recorded.rules)
    state = state_at(recorded.rules, recorded.dealt, recorded.events, 0)
    for number, event in enumerate((None, *recorded.events)):
        state = state if event is None else family.evolve(state, event)
        moment: JSON = {"event": number, "deadwood": list(counts[number]) if number < len(counts) else None}
        if recorded.rules.family == "gin":
            knock = best_knock(state) if state.told is None else None
            answer = best_answer(state) if state.told is None else None
            moment["best_knock"] = None if knock is None else _knock(knock)
            moment["best_defence"] = None if answer is None else _answer(answer)
        found.append(moment)
    return found


def _knock(best: BestKnock) -> JSON:
    return {
        "seat": best.seat,
        "discard": None if best.discard is None else card_text(best.discard),
        "melds": _melds(best.melds),
        "deadwood": best.deadwood,
        "defence": _defence(best.defence),
        "outcome": best.result.outcome,
        "points": list(best.result.points),
    }


def _answer(best: BestAnswer) -> JSON:
    told = {"outcome": best.result.outcome, "points": list(best.result.points)}
    return {"seat": best.seat, **_defence(best.defence), **told}


def _defence(defence: Defence) -> JSON:
    return {
        "deadwood": defence.deadwood,
        "melds": _melds(defence.melds),
        "laid_off": [{"card": card_text(card), "meld": place} for card, place in defence.layoffs],
    }


def _melds(melds: Sequence[int]) -> list[list[str]]:
    return [[card_text(card) for card in cards_of(meld)] for meld in melds]
