"""What the page of a hand shows: one step of it, in words and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.cards import UNKNOWN, card_text, cards_of, holding, parse_card, value
from games.engine.gin import events as gin
from games.engine.gin.perspective import View, open_book, perspective
from games.engine.gin.state import Hand as GinHand
from games.engine.gin.state import is_gin, open_spread
from games.engine.layoffs import best_defence
from games.engine.melds import deadwood, first_arrangement, least_after_discard
from games.engine.record import RecordedHand, state_at
from games.engine.results import HandResult
from games.models.hand import Hand
from games.models.player import Player

RANK_NAMES = {
    "A": gettext_lazy("ace"), "2": gettext_lazy("two"), "3": gettext_lazy("three"),
    "4": gettext_lazy("four"), "5": gettext_lazy("five"), "6": gettext_lazy("six"),
    "7": gettext_lazy("seven"), "8": gettext_lazy("eight"), "9": gettext_lazy("nine"),
    "T": gettext_lazy("ten"), "J": gettext_lazy("jack"), "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
}  # fmt: skip
SUIT_NAMES = {
    "s": gettext_lazy("spades"), "h": gettext_lazy("hearts"), "d": gettext_lazy("diamonds"),
    "c": gettext_lazy("clubs"),
}  # fmt: skip
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
BIG_GIN_CARDS = 11


def card_name(code: str) -> str:
    """A card in words: "seven of diamonds"; "a card face down" for one that is not shown."""
    if len(code) != 2 or code[0] not in RANK_NAMES or code[1] not in SUIT_NAMES:
        return _("a card face down")
    return _("%(rank)s of %(suit)s") % {"rank": RANK_NAMES[code[0]], "suit": SUIT_NAMES[code[1]]}


def card_sign(code: str) -> str:
    """A card in running text: "7♦", "10♠"."""
    if len(code) != 2 or code[1] not in SIGNS:
        return "?"
    return ("10" if code[0] == "T" else code[0]) + SIGNS[code[1]]


def names_of_seats(hand: Hand, *, count: int = 2) -> list[str]:
    """Who sat where, as everybody may see it; "Seat 1" where nobody is named."""
    found = Player.objects.in_bulk([UUID(str(pk)) for pk in hand.seats if pk])
    names = []
    for seat in range(max(count, len(hand.seats))):
        player = (
            found.get(UUID(str(hand.seats[seat]))) if seat < len(hand.seats) and hand.seats[seat] else None
        )
        names.append(player.public_name if player else _("Seat %(number)s") % {"number": seat + 1})
    return names


def step_of(recorded: RecordedHand, names: Sequence[str], at: int, seat: int | None = None) -> dict[str, Any]:
    """A finished hand of gin after event `at`: 0 is the deal, larger numbers its end.

    With a seat, as that seat saw it then; without, both hands lie open.
    """
    last = len(recorded.events)
    at = max(0, min(at, last))
    state = state_at(recorded.rules, recorded.dealt, recorded.events, at)
    open_now = seat is None or (state.is_over and state.showdown is not None)
    said = [event_words(_as_seen(event, seat), names) for event in recorded.events]
    return {
        "at": at,
        "last": last,
        "words": _("The deal") if at == 0 else said[at - 1],
        **_table(_settled(state, shown=at == last) if open_now else perspective(state, seat), names),
        "result": result_words(recorded.result, names) if at == last else "",
        "defence": defence_words(recorded.result, names) if at == last else "",
        "events": [
            {"n": number, "words": words, "now": number == at} for number, words in enumerate(said, start=1)
        ],
    }


def _as_seen(event: Any, seat: int | None) -> Any:
    """The event as a seat saw it: what the other drew from the stock is not told."""
    if seat is not None and isinstance(event, gin.Drew) and event.source == "stock" and event.seat != seat:
        return replace(event, card=UNKNOWN)
    return event


def public_view(recorded: RecordedHand, names: Sequence[str], seat: int | None = None) -> dict[str, Any]:
    """A hand that is being played, as the public (or a seat) sees it."""
    return _table(perspective(recorded.state, seat), names)


def laid_open(state: GinHand, names: Sequence[str]) -> list[dict[str, Any]]:
    """Both hands of a knock as they lie, all cards shown: melds, what was laid off, deadwood."""
    return [_seat(_settled(state, shown=True), seat, names[seat]) for seat in (0, 1)]


def event_words(event: Any, names: Sequence[str]) -> str:
    """One event as a sentence."""
    match event:
        case gin.Passed(seat):
            return _("%(name)s passes.") % {"name": names[seat]}
        case gin.Drew(seat, "pile", card):
            return _("%(name)s takes %(card)s from the pile.") % _said(names[seat], card)
        case gin.Drew(seat, _source, card):
            return _("%(name)s draws %(card)s from the stock.") % _said(names[seat], card)
        case gin.Discarded(seat, card):
            return _("%(name)s discards %(card)s.") % _said(names[seat], card)
        case gin.Knocked(seat, discard, _melds, held):
            if discard is None:
                eleven = held is None or len(held) == BIG_GIN_CARDS
                said = _("%(name)s goes big gin.") if eleven else _("%(name)s knocks.")
                return said % {"name": names[seat]}
            return _("%(name)s knocks, discarding %(card)s.") % _said(names[seat], discard)
        case gin.LaidOff(seat, card):
            return _("%(name)s lays off %(card)s.") % _said(names[seat], card)
        case gin.Melded(seat):
            return _("%(name)s lays down the melds.") % {"name": names[seat]}
        case gin.Showed(seat):
            return _("%(name)s shows the hand.") % {"name": names[seat]}
        case gin.Voided():
            return _("The hand is void.")
        case gin.Scored():
            return _("The points are written down.")
        case _:
            return _("The counts are written down.")


def result_words(result: HandResult, names: Sequence[str]) -> str:
    """How the hand ended, in one sentence."""
    if result.outcome == "wall":
        return _("The wall: nobody knocked, nobody scores.")
    if result.outcome == "void":
        return _("The hand is void.")
    if result.winner is None:
        return _("Equal counts: nobody scores.")
    points = result.points[result.winner]
    said: dict[str, Any] = {"winner": names[result.winner], "points": points}
    if result.deadwood is None or result.knocker is None:
        return _("%(winner)s scores %(points)s.") % said
    said |= {"knocker": names[result.knocker], "own": result.deadwood[result.knocker],
             "other": result.deadwood[1 - result.knocker]}  # fmt: skip
    sentence = {
        "gin": _("%(winner)s has gin against %(other)s and scores %(points)s."),
        "big_gin": _("%(winner)s has big gin against %(other)s and scores %(points)s."),
        "undercut": _(
            "%(knocker)s knocks with %(own)s; %(winner)s has %(other)s: an undercut, %(points)s points."
        ),
    }.get(result.outcome or "", _("%(winner)s knocks with %(own)s against %(other)s and scores %(points)s."))
    return sentence % said


def defence_words(result: HandResult, names: Sequence[str]) -> str:
    """What the best defence was; empty where the cards were not seen."""
    if result.best_defence is None or result.knocker is None or result.deadwood is None:
        return ""
    got = result.deadwood[1 - result.knocker]
    said = {"name": names[1 - result.knocker], "best": result.best_defence, "got": got}
    if got == result.best_defence:
        return _("%(name)s could not have done better than %(best)s.") % said
    return _("The best defence was %(best)s; %(name)s kept %(got)s.") % said


def fidelity_words(result: HandResult) -> str:
    """What is known of a hand that was recorded without its cards."""
    if result.fidelity == "counts":
        return _("Only the counts of this hand were written down; its cards are not known.")
    if result.fidelity == "points":
        return _("Only the points of this hand were written down; counts and cards are not known.")
    return ""


# ---------------------------------------------------------------- the table


def _settled(state: GinHand, *, shown: bool = False) -> View:
    """The open book; what a defender left to the engine is shown as the best it found for him. `shown`: all
    cards of a knock are, and no event says more.
    """
    view, showdown = open_book(state), state.showdown
    spread = None if showdown is None else open_spread(state)
    if showdown is None or spread is None or not (shown or state.is_over) or showdown.own is not None:
        return view
    left = state.hands[showdown.defender]
    if not left.is_open or state.told is not None:
        return view
    if is_gin(state):
        return replace(view, melds=_texts(first_arrangement(left.known)))
    # Beside what he laid off himself lies whatever else helps: it is in his count.
    lying = showdown.grown or spread
    best = best_defence(lying, left.known)
    grown, laid = list(lying), 0
    for card, place in best.layoffs:
        grown[place], laid = grown[place] | 1 << card, laid | 1 << card
    hands = list(view.hands)
    hands[showdown.defender] = tuple(map(card_text, cards_of(left.known & ~laid)))
    return replace(
        view,
        hands=tuple(hands),
        spread=_texts(grown),
        laid_off=view.laid_off + tuple((card_text(card), place) for card, place in best.layoffs),
        melds=_texts(best.melds),
    )


def _texts(melds: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(card_text, cards_of(meld))) for meld in melds)


def cards(codes: Sequence[str]) -> list[dict[str, str]]:
    """Cards as the components draw them: the code and its name."""
    return [{"code": code, "label": card_name(code)} for code in codes]


def _said(name: str, card: int) -> dict[str, str]:
    return {"name": name, "card": card_sign(card_text(card)) if card >= 0 else _("a card")}


def _table(view: View, names: Sequence[str]) -> dict[str, Any]:
    return {
        "phase": view.phase,
        "turn": names[view.turn] if view.turn is not None else "",
        "seats": [_seat(view, seat, names[seat]) for seat in (0, 1)],
        "pile": cards([view.pile]) if view.pile else [],
        "pile_count": view.pile_count,
        "stock_count": view.stock_count,
        "limit_card": cards([view.limit_card]) if view.limit_card else [],
        "limit": view.limit,
        "multiplier": view.multiplier,
        "closed": view.viewer != "all",
    }


def _seat(view: View, seat: int, name: str) -> dict[str, Any]:
    codes = view.hands[seat]
    known = "??" not in codes
    groups = _groups(view, seat) if view.knocker is not None else []
    return {
        "name": name,
        "side": "ab"[seat],
        "deals": view.dealer == seat,
        "cards": cards(_ordered(codes) if known else codes),
        "groups": groups,
        "count": _points_of(groups) if groups else _count(codes) if known and codes else None,
    }


def _ordered(codes: Sequence[str]) -> list[str]:
    """As a player holds them: melds first, each together, then the deadwood."""
    held = holding(parse_card(code) for code in codes)
    melded = first_arrangement(held)
    rest = held & ~sum(melded)
    return [card_text(card) for group in (*melded, rest) for card in cards_of(group)]


def _points_of(groups: Sequence[dict[str, Any]]) -> int:
    """The deadwood of a hand that lies open in melds, as its player laid them."""
    return sum(group.get("points", 0) for group in groups)


def _count(codes: Sequence[str]) -> int:
    held = holding(parse_card(code) for code in codes)
    return least_after_discard(held) if len(codes) > 10 else deadwood(held)


def _groups(view: View, seat: int) -> list[dict[str, Any]]:
    """After a knock: what lies in melds, with what was laid off, and the deadwood."""
    melds = view.spread if seat == view.knocker else view.melds
    if melds is None:
        return []
    melded = {card for meld in melds for card in meld}
    rest = [code for code in view.hands[seat] if code not in melded and code != "??"]
    return meld_groups(melds, rest, view.laid_off)


def meld_groups(
    melds: Sequence[Sequence[str]], rest: Sequence[str], laid_off: Sequence[tuple[str, int]] = ()
) -> list[dict[str, Any]]:
    """Melds as they lie, what was laid off on them marked, and the deadwood with its points."""
    laid = {card for card, _place in laid_off}
    groups: list[dict[str, Any]] = [
        {"cards": [{**card, "laid_off": card["code"] in laid} for card in cards(meld)],
         "words": _("Meld %(number)s") % {"number": number}}
        for number, meld in enumerate(melds, start=1)
    ]  # fmt: skip
    if rest:
        points = value(holding(parse_card(code) for code in rest))
        words = ngettext("Deadwood %(count)s", "Deadwood %(count)s", points) % {"count": points}
        groups.append({"cards": cards(rest), "words": words, "deadwood": True, "points": points})
    return groups
