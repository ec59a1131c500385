"""What the page of somebody who writes a hand down shows: what happened last, and what may be tapped now."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.cards import PACK, card_text, cards_of
from games.engine.gin.lines import read_event
from games.engine.gin.scribe import Draft, impossible, may_be_the_end_alone
from games.engine.gin.state import Phase
from games.engine.rulesets import read_rules
from games.selectors.hands import card_name, cards, event_words, laid_open, result_words

SIDES = "ab"
LAST = 3


@dataclass(frozen=True, slots=True)
class Button:
    """A word that is one button: how it is pressed by a key, what it says, and when it is there."""

    value: str
    key: str
    words: str
    phases: tuple[Phase, ...]


def buttons() -> tuple[Button, ...]:
    """Stock and pile as they lie, pass beside the upcard."""
    offered = (Phase.OFFER, Phase.SECOND_OFFER, Phase.LAST_DISCARD)
    return (
        Button("s", "s", _("Stock"), (Phase.STOCK_ONLY, Phase.DRAW)),
        Button("t", "p", _("Pile"), (Phase.DRAW,)),
        Button("t", "p", _("Takes it"), offered),
        Button("p", "n", _("Passes"), offered),
    )


def scribe_view(draft: Draft, names: Sequence[str], *, chosen: Sequence[str] = ()) -> dict[str, Any]:
    """The page of a draft. `chosen`: cards ticked in a form that was refused."""
    state = draft.state
    turn = state.turn if state is not None and draft.stage == "play" else None
    asked = showing(draft) if draft.stage in ("knocker", "defender") else turn
    return {
        "stage": draft.stage,
        "draft": draft.text,
        "turn": turn,
        "side": SIDES[asked] if asked is not None else "",
        "asks": _asks(draft, names),
        "last": last_moves(draft, names),
        "pile": cards([card_text(state.pile[-1])]) if state is not None and state.pile else [],
        "stock_count": state.stock_left if state is not None else None,
        "buttons": _buttons(draft),
        "grid": _grid(draft, chosen),
        "throws": state is not None and draft.stage == "play"
        and state.phase in (Phase.DISCARD, Phase.MUST_KNOCK),
        "only_knock": state is not None and state.phase is Phase.MUST_KNOCK,
        "may_be_unseen": not (state is None and _reads_the_card(draft)),
        "shows": _shows(draft, names),
        "result": result_words(draft.result, names) if draft.result is not None else "",
        "counted": draft.result is not None and draft.result.fidelity == "counts",
        "ends": _ends(names),
        "may_end": may_be_the_end_alone(draft),
        "laid": _laid(draft, names),
        "knocker": draft.knocker,
    }  # fmt: skip


def _ends(names: Sequence[str]) -> list[dict[str, str]]:
    """Who may have knocked, where only the end of the hand is to be written down."""
    return [
        {"value": f"e:{seat}", "words": _("%(name)s knocked") % {"name": name}, "side": SIDES[seat]}
        for seat, name in enumerate(names)
    ]


def _laid(draft: Draft, names: Sequence[str]) -> list[dict[str, Any]]:
    """At the end, both hands in their melds, where their cards were seen."""
    if draft.stage != "done" or draft.state is None or draft.result is None:
        return []
    if draft.state.showdown is None or draft.result.fidelity == "counts":
        return []
    return [seat for seat in laid_open(draft.state, names) if seat["groups"]]


def _asks(draft: Draft, names: Sequence[str]) -> str:
    state = draft.state
    if draft.stage == "upcard":
        return _("Tap the upcard.")
    if draft.stage == "limit_card":
        return _("Tap the card of the second pack.")
    if draft.stage == "done" or state is None:
        return ""
    if draft.stage in ("knocker", "defender"):
        return _("%(name)s’s cards") % {"name": names[showing(draft)]}
    return phase_asks(state.phase, names[state.turn or 0])


def phase_asks(phase: Phase, name: str) -> str:
    """What is asked of whoever's turn it is."""
    return {
        Phase.OFFER: _("%(name)s: the upcard?"),
        Phase.SECOND_OFFER: _("%(name)s: the upcard?"),
        Phase.STOCK_ONLY: _("%(name)s draws."),
        Phase.DRAW: _("%(name)s draws."),
        Phase.LAST_DISCARD: _("Two cards are left. %(name)s: the discard?"),
        Phase.MUST_KNOCK: _("%(name)s knocks with …"),
    }.get(phase, _("%(name)s throws …")) % {"name": name}


def last_moves(draft: Draft, names: Sequence[str]) -> list[str]:
    """What happened last, as sentences."""
    if draft.stage == "knocker" and draft.shows_the_end_alone:  # ten or eleven cards: that is not known yet
        return [_("%(name)s knocks.") % {"name": names[showing(draft)]}]
    return [event_words(read_event(line), names) for line in draft.lines[1:][-LAST:]]


def _buttons(draft: Draft) -> list[Button]:
    state = draft.state
    if state is None or draft.stage != "play" or state.turn is None:
        return []
    return [button for button in buttons() if state.phase in button.phases]


def _grid(draft: Draft, chosen: Sequence[str]) -> list[list[dict[str, Any]]]:
    """The 52 cards, four suits of 13: what is not possible is off, what is known to be held is marked."""
    state = draft.state
    off = held = 0
    if draft.stage == "play" and state is not None and state.turn is not None:
        off, held = impossible(state, state.turn), state.hands[state.turn].certain
    elif draft.stage in ("knocker", "defender") and state is not None:
        seat = showing(draft)
        off, held = state.elsewhere(seat, PACK) & ~state.hands[seat].certain, state.hands[seat].certain
    ticked = set(chosen) or {card_text(card) for card in cards_of(held)}
    return suits(off, held, ticked)


def suits(off: int = 0, held: int = 0, ticked: Collection[str] = ()) -> list[list[dict[str, Any]]]:
    """The pack to tap on, ace to king; `off` and `held` are holdings."""
    return [
        [
            {"code": card_text(card), "label": card_name(card_text(card)), "off": bool(off >> card & 1),
             "held": bool(held >> card & 1), "chosen": card_text(card) in ticked}
            for card in range(13 * suit, 13 * suit + 13)
        ]
        for suit in range(4)
    ]  # fmt: skip


def _shows(draft: Draft, names: Sequence[str]) -> dict[str, Any] | None:
    """Whose cards are ticked, and how many they are."""
    if draft.stage not in ("knocker", "defender") or draft.state is None:
        return None
    seat = showing(draft)
    return {"seat": seat, "name": names[seat], "side": SIDES[seat], "other": names[1 - seat],
            "count": draft.state.hands[seat].count,
            "word": "h" if draft.stage == "knocker" else "o"}  # fmt: skip


def showing(draft: Draft) -> int:
    """Whose cards are asked for, after a knock."""
    assert draft.knocker is not None, "cards are shown after a knock"
    return draft.knocker if draft.stage == "knocker" else 1 - draft.knocker


def _reads_the_card(draft: Draft) -> bool:
    rules = read_rules(draft.lines[0]["rules"])
    return rules.reads_limit_card and rules.limit_from == "upcard"
