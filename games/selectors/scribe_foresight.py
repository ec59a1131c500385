"""What the script of a scribe's page is told, so that it can show what a draw or a throw leads to before the
server has looked at it (`static/js/scribe_foresight.js`).

Nothing is in here that the page does not show or has not shown: the pile, and the cards that came into a hand
face up. The rules stay here: whatever is more than the middle of a hand is asked of the server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine.cards import card_text, cards_of
from games.engine.errors import Refusal
from games.engine.gin.scribe import Draft, may_be_the_end_alone, write_down
from games.engine.gin.state import DEAD, Hand, Phase
from games.engine.rulesets import read_rules
from games.selectors.scribe import last_moves, phase_asks, showing

PLAIN = (Phase.OFFER, Phase.SECOND_OFFER, Phase.STOCK_ONLY, Phase.DRAW, Phase.DISCARD)
"""The middle of a hand. The rest asks the server: the last discard, a knock and what follows it."""


def facts(draft: Draft, names: Sequence[str]) -> dict[str, Any]:
    """The draft as the script reads it.

    `hands` are the cards known to be held, `draws` and `turns` how many of them are left before the hand may
    end by itself, `returns` whether the card just `taken` may be thrown; `next` the facts once the card asked
    for is turned up.
    """
    state = draft.state
    if draft.stage in ("upcard", "limit_card"):
        return {"stage": draft.stage, "next": _begun(draft, names)}
    if draft.stage in ("knocker", "defender") and state is not None:
        return _shows(draft, state, names)
    if draft.stage != "play" or state is None or state.phase not in PLAIN:
        return {"stage": draft.stage}
    return {
        "stage": "play",
        "phase": state.phase.value,
        "turn": state.turn,
        "stock": state.stock_left,
        "pile": [card_text(card) for card in state.pile],
        "hands": [_known(state, seat) for seat in (0, 1)],
        "taken": card_text(state.taken) if state.taken is not None else "",
        "returns": state.rules.same_card_discard == "always",
        "draws": state.stock_left - DEAD,
        "turns": state.rules.move_limit - state.turns,
        "ends": may_be_the_end_alone(draft),
        "last": last_moves(draft, names),
    }


def draws_itself(told: Mapping[str, Any]) -> bool:
    """Are these the facts of a screen the script draws: a draw, a throw, the cards after a knock?"""
    return "phase" in told or "seat" in told


def _shows(draft: Draft, state: Hand, names: Sequence[str]) -> dict[str, Any]:
    """After a knock: whose cards are ticked, how many, and which are known to be there or elsewhere."""
    seat = showing(draft)
    return {
        "stage": draft.stage,
        "seat": seat,
        "count": state.hands[seat].count,
        "pile": [card_text(card) for card in state.pile],
        "hands": [_known(state, each) for each in (0, 1)],
        "last": last_moves(draft, names),
    }


def sentences(names: Sequence[str]) -> dict[str, Any]:
    """What the script says itself: what is asked, by phase and seat, what happened, by word and seat."""
    told = {
        "p": _("%(name)s passes."),
        "s": _("%(name)s draws %(card)s from the stock.") % {"name": "%(name)s", "card": _("a card")},
        "t": _("%(name)s takes %(card)s from the pile."),
        "d": _("%(name)s discards %(card)s."),
        "k": _("%(name)s knocks, discarding %(card)s."),
        "g": _("%(name)s goes big gin."),
        "h": _("%(name)s shows the hand."),
        "o": _("%(name)s shows the hand."),
        "c": _("The counts are written down."),
    }
    return {
        "asks": {phase.value: [phase_asks(phase, name) for name in names] for phase in PLAIN},
        "told": {
            word: [words % {"name": name, "card": "{card}"} for name in names] for word, words in told.items()
        },
        "card": _("a card"),
        "names": list(names),
        "cards": [_("%(name)s’s cards") % {"name": name} for name in names],
        "saved": _("Taps saved on this phone: {count}. They go on as soon as the network is back."),
        "notSaved": _("Taps waiting: {count}. This browser cannot save them: keep this page open."),
        "waits": _("What comes next is asked then."),
        "notThis": _("This did not fit: {tap}"),
        "notThose": _("Tapped after it and taken back too: {taps}"),
        "broken": _("That did not work. Reload the page and try again."),
    }


def _known(state: Hand, seat: int) -> list[str]:
    return sorted(card_text(card) for card in cards_of(state.hands[seat].certain))


def _begun(draft: Draft, names: Sequence[str]) -> dict[str, Any] | None:
    """The facts once any card is turned up, of which the script puts in its own; None where more is asked."""
    word = "up:As" if draft.stage == "upcard" else "lim:As"
    try:
        begun = write_down(draft, word, read_rules(draft.lines[0]["rules"]))
    except Refusal:
        return None
    return facts(begun, names) if begun.stage == "play" else None
