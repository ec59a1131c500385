"""The page of a round of Manipulation Rummy: one step of it, the groups on the table, the hands, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import RANKS, SUITS, UNKNOWN
from games.engine.manipulation import events
from games.engine.manipulation.cards import Group, Table, card_text, parse_card, value
from games.engine.manipulation.hand import begin, evolve
from games.engine.manipulation.perspective import HIDDEN, View, open_book, perspective
from games.engine.manipulation.state import Hand
from games.engine.record import RecordedHand, state_at
from games.engine.results import HandResult
from games.selectors.hands import card_name, card_sign


def step_of(recorded: RecordedHand, names: Sequence[str], at: int, seat: int | None = None) -> dict[str, Any]:
    """A finished round after event `at` (0: the deal, more: its end), cards new on the table marked.

    With a seat, as that seat saw it then; without, all hands lie open.
    """
    last = len(recorded.events)
    at = max(0, min(at, last))
    state = state_at(recorded.rules, recorded.dealt, recorded.events, at)
    before = state_at(recorded.rules, recorded.dealt, recorded.events, at - 1) if at else state
    view = open_book(state) if seat is None else perspective(state, seat)
    said = _all_words(recorded, names, seat)
    return {
        "at": at,
        "last": last,
        "words": _("The deal") if at == 0 else said[at - 1],
        **_shown(view, names, before=before),
        "result": result_words(recorded.result, names) if at == last else "",
        "defence": counts_words(recorded.result, names) if at == last else "",
        "known": _known_words(recorded),
        "events": [
            {"n": number, "words": words, "now": number == at} for number, words in enumerate(said, start=1)
        ],
    }


def was_played(recorded: RecordedHand) -> bool:
    """Is there a play to look at, whatever is known of the last hands?"""
    return any(isinstance(event, events.Played | events.Drew) for event in recorded.events)


def public_view(recorded: RecordedHand, names: Sequence[str]) -> dict[str, Any]:
    """A round that is being played, as the public sees it: the table, and how many cards lie where."""
    return _shown(perspective(recorded.state, None), names, before=recorded.state)


def event_words(event: Any, names: Sequence[str], before: Hand) -> str:
    """One event as a sentence; `before` is the round it happened in."""
    match event:
        case events.Drew(seat, card):
            return _("%(name)s draws %(card)s.") % {"name": names[seat], "card": _sign(card_text(card))}
        case events.Played(seat, table):
            lying = {tile.card for group in before.table for tile in group}
            cards = [tile.card for group in table for tile in group if tile.card not in lying]
            melded = " ".join(_sign(card_text(card)) for card in cards)
            return _("%(name)s melds %(cards)s.") % {"name": names[seat], "cards": melded}
        case events.EndedTurn(seat):
            return _("%(name)s ends the turn.") % {"name": names[seat]}
        case events.Knocked(seat):
            return _("%(name)s knocks.") % {"name": names[seat]}
        case events.Showed(seat):
            return _("%(name)s shows the hand.") % {"name": names[seat]}
        case events.Voided():
            return _("The round is void.")
        case _:
            return _("The counts are written down.")


def result_words(result: HandResult, names: Sequence[str]) -> str:
    """How the round ended and who scores, in a sentence or two."""
    if result.outcome == "void":
        return _("The round is void.")
    return f"{_ending(result, names)} {_scores(result, names)}"


def counts_words(result: HandResult, names: Sequence[str]) -> str:
    """What everybody has left at the end."""
    if result.deadwood is None:
        return ""
    counts = ", ".join(f"{name} {count}" for name, count in zip(names, result.deadwood, strict=False))
    return _("In hand: %(counts)s") % {"counts": counts}


def card(code: str) -> dict[str, str]:
    """A card as the components draw it: `8s.1`, `*.1`, on the table `*.1=Qh`, `??`.

    `note` is what a joker stands for.
    """
    held, _equals, meaning = code.partition("=")
    if held == HIDDEN:
        return {"code": HIDDEN, "label": card_name(HIDDEN), "note": ""}
    face = held.partition(".")[0]
    if face != "*":
        return {"code": face, "label": card_name(face), "note": ""}
    label = _("joker as %(card)s") % {"card": card_name(meaning)} if meaning else _("joker")
    return {"code": "joker", "label": label, "note": card_sign(meaning) if meaning else ""}


def groups_of(table: Sequence[Sequence[str]], before: Hand) -> list[dict[str, Any]]:
    """The groups of a table (cards as the record writes them), those not there `before` marked as new."""
    lying = {card_text(tile.card) for group in before.table for tile in group}
    return [_group(group, lying) for group in table]


def changed(before: Table, after: Table) -> list[Group]:
    """The groups of a table that did not lie so before."""
    lay = {frozenset(group) for group in before}
    return [group for group in after if frozenset(group) not in lay]


def open_hand(state: Hand, seat: int, name: str) -> dict[str, Any]:
    """A hand that lies open: its cards in order and their points."""
    return _seat(open_book(state), seat, name)


def in_order(code: str) -> tuple[int, int]:
    """A key to sort cards by: suits together, aces first, jokers and hidden cards last."""
    face = _face(code)
    if len(face) != 2 or face == HIDDEN:
        return len(SUITS), 0
    return SUITS.index(face[1]), RANKS.index(face[0])


# ---------------------------------------------------------------- words


def _known_words(recorded: RecordedHand) -> str:
    """What a record that was written down from the table does not tell."""
    if recorded.result.fidelity == "counts":
        return _("Written down from the table: the hands were not seen, their last counts were told.")
    return ""


def _all_words(recorded: RecordedHand, names: Sequence[str], viewer: int | None) -> list[str]:
    """Every event in words, as this seat (None: whoever sees all hands) saw it, the round walked once."""
    words, state = [], begin(recorded.dealt)
    for event in recorded.events:
        if viewer is not None and isinstance(event, events.Drew) and event.seat != viewer:
            event = replace(event, card=UNKNOWN)
        words.append(event_words(event, names, state))
        state = evolve(state, event)
    return words


def _ending(result: HandResult, names: Sequence[str]) -> str:
    if result.outcome == "stock" or result.deadwood is None:
        return _("The stock ran out and nobody knocked.")
    if result.knocker is not None:
        said = {"name": names[result.knocker], "count": result.deadwood[result.knocker]}
        return _("%(name)s knocks with %(count)s.") % said
    return _("%(name)s plays out.") % {"name": names[result.deadwood.index(0)]}


def _scores(result: HandResult, names: Sequence[str]) -> str:
    winners = result.winners or (() if result.winner is None else (result.winner,))
    if not winners:
        return _("Nobody scores.")
    said = [_("%(name)s scores %(points)s.") % {"name": names[seat], "points": result.points[seat]}
            for seat in winners]  # fmt: skip
    return " ".join(said)


def _sign(code: str) -> str:
    if code == HIDDEN:
        return _("a card")
    face = code.partition(".")[0]
    return _("the joker") if face == "*" else card_sign(face)


# ---------------------------------------------------------------- the table


def _shown(view: View, names: Sequence[str], *, before: Hand) -> dict[str, Any]:
    return {
        "phase": view.phase,
        "turn": names[view.turn] if view.turn is not None else "",
        "seats": [_seat(view, seat, names[seat]) for seat in range(len(view.hands))],
        "groups": groups_of(view.table, before),
        "stock_count": view.stock_count,
        "last_turns": view.last_turns,
        "limit": view.limit,
    }


def _seat(view: View, seat: int, name: str) -> dict[str, Any]:
    codes = view.hands[seat]
    known = HIDDEN not in codes
    count = value(map(parse_card, codes)) if known else None
    return {
        "name": name,
        "deals": view.dealer == seat,
        "cards": [card(code) for code in sorted(codes, key=in_order)],
        "left": ngettext("%(count)s card", "%(count)s cards", len(codes)) % {"count": len(codes)},
        "count": count,
        "back": view.viewer != "all" or all(code == HIDDEN for code in codes),
    }


def _group(codes: Sequence[str], lying: set[str]) -> dict[str, Any]:
    """A group or a sequence of the table as it lies, the cards that were not there before marked."""
    cards = []
    for code in sorted(codes, key=in_order) if _is_sequence(codes) else codes:
        drawn = card(code)
        is_new = code.partition("=")[0] not in lying
        label = _("%(card)s, new") % {"card": drawn["label"]} if is_new else drawn["label"]
        cards.append({**drawn, "label": label, "new": is_new})
    if _is_sequence(codes) and len(codes) < 13 and {"A", "K"} <= {_face(code)[0] for code in codes}:
        cards = [*cards[1:], cards[0]]  # the ace beside the king is the high one
    return {"cards": cards, "words": _("Sequence") if _is_sequence(codes) else _("Group")}


def _is_sequence(codes: Sequence[str]) -> bool:
    return len({_face(code)[0] for code in codes}) > 1


def _face(code: str) -> str:
    """What a card stands for: `8s`; of a joker in a hand `*`."""
    held, _equals, meaning = code.partition("=")
    return meaning or held.partition(".")[0]
