"""What one seat of a hand that is played here sees and may do: its own cards and the open ones, no other.

Everything is taken from the seat's perspective and from the moves the rules allow it; a card that the
perspective hides cannot be in here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.engine import sealed_deal
from games.engine.cards import UNKNOWN, card_text, cards_of, holding, parse_card, value
from games.engine.gin import events as gin
from games.engine.gin import moves
from games.engine.gin.hand import legal_moves
from games.engine.gin.perspective import View, perspective
from games.engine.gin.state import Hand, Phase
from games.engine.layoffs import lay_off, least_defence, spreads
from games.engine.melds import deadwood, first_arrangement, least_after_discard
from games.engine.record import RecordedHand
from games.models.player import Player
from games.selectors.hands import card_sign, cards, meld_groups

MOST_SPREADS = 8
SIDES = "ab"


def seat_view(recorded: RecordedHand, names: Sequence[str], seat: int) -> dict[str, Any]:
    """The page of a seat while the hand is played."""
    state: Hand = recorded.state
    view = perspective(state, seat)
    mine = state.turn == seat and not state.is_over
    return {
        "phase": view.phase,
        "mine": mine,
        "words": _turn_words(state, names, seat),
        "last": _last_words(recorded, seat),
        "other": _other(view, names, seat),
        "own": _own(state, view, names, seat, _newest(recorded, seat)),
        "stock_count": view.stock_count,
        "pile": cards([view.pile]) if view.pile else [],
        "pile_count": view.pile_count,
        "limit": view.limit,
        "limit_card": cards([view.limit_card]) if view.limit_card and recorded.rules.reads_limit_card else [],
        "multiplier": view.multiplier,
        "can": _possible(state) if mine else {},
        "defence": _defence(state, view, seat) if mine and state.phase is Phase.DEFENCE else None,
    }


def names_at_the_table(seats: Sequence[object]) -> list[str]:
    """The players of these seats (their ids) as they call each other: first names where these are enough."""
    found = Player.objects.in_bulk([UUID(str(each)) for each in seats])
    whole = [found[pk].name if (pk := UUID(str(each))) in found else "?" for each in seats]
    firsts = [name.split()[0] if name.split() else name for name in whole]
    return firsts if len(set(firsts)) == len(firsts) else whole


def spread_choices(recorded: RecordedHand, seat: int, discard: str | None) -> list[dict[str, Any]]:
    """The ways to lay down a knock, the best first: least deadwood, then the first in card order.

    Empty where no knock with this discard keeps the limit. Raises NotationError for what is no card.
    """
    state: Hand = recorded.state
    held = state.hands[seat].known & ~(0 if discard is None else 1 << parse_card(discard))
    limit = 0 if discard is None else state.limit
    ways = [(value(held & ~sum(melds)), number, melds) for number, melds in enumerate(spreads(held, limit))]
    least = min((count for count, _number, _melds in ways), default=0)
    if recorded.rules.arrangement == "minimal":
        ways = [way for way in ways if way[0] == least]
    return [
        {
            "count": count,
            "value": "|".join("".join(map(card_text, cards_of(meld))) for meld in melds),
            "groups": meld_groups([tuple(map(card_text, cards_of(meld))) for meld in melds],
                                  [card_text(card) for card in cards_of(held & ~sum(melds))]),
            "best": count == least,
        }
        for count, _number, melds in sorted(ways)[:MOST_SPREADS]
    ]  # fmt: skip


# ---------------------------------------------------------------- words


def _turn_words(state: Hand, names: Sequence[str], seat: int) -> str:
    if state.is_over or state.turn is None:
        return ""
    if state.turn != seat:
        name = names[state.turn]
        if state.phase is Phase.DEFENCE:
            return _("%(name)s lays off and melds.") % {"name": name}
        return _("It is %(name)s’s turn.") % {"name": name}
    return {
        Phase.OFFER: _("Your turn: take the upcard, or pass."),
        Phase.SECOND_OFFER: _("Your turn: take the upcard, or pass."),
        Phase.STOCK_ONLY: _("Your turn: draw from the stock."),
        Phase.DRAW: _("Your turn: draw a card."),
        Phase.DISCARD: _("Your turn: choose a card to throw."),
        Phase.LAST_DISCARD: _("Two cards are left: take the discard to knock with it, or pass for a wall."),
        Phase.MUST_KNOCK: _("Your turn: choose the card to knock with."),
        Phase.DEFENCE: _("Your turn: lay off, then lay down."),
    }.get(state.phase, "")


def _last_words(recorded: RecordedHand, seat: int) -> list[str]:
    """What the other did since this seat's last move; of a card that is in his hand now no name is told."""
    words: list[str] = []
    for event in reversed(recorded.events):
        if getattr(event, "seat", None) == seat or len(words) == 3:
            break
        words.insert(0, _as_seen(event))
    return words


def _as_seen(event: Any) -> str:
    """One move of the other side in a few words; its name stands above them."""
    match event:
        case gin.Passed():
            return _("Passed.")
        case gin.Drew(_seat, "stock", _card):
            return _("Drew from the stock.")
        case gin.Drew():
            return _("Took from the pile.")
        case gin.Discarded(_seat, card):
            return _("Threw %(card)s.") % {"card": card_sign(card_text(card))}
        case gin.Knocked():
            return _("Knocked.")
        case gin.LaidOff(_seat, card):
            return _("Laid off %(card)s.") % {"card": card_sign(card_text(card))}
        case _:
            return ""


# ---------------------------------------------------------------- the two hands


def _other(view: View, names: Sequence[str], seat: int) -> dict[str, Any]:
    other = 1 - seat
    codes = view.hands[other]
    groups: list[dict[str, Any]] = []
    if view.knocker == other and view.spread is not None:
        laid = {card for meld in view.spread for card in meld}
        groups = meld_groups(view.spread, [code for code in codes if code not in laid], view.laid_off)
    return {
        "name": names[other],
        "side": SIDES[other],
        "deals": view.dealer == other,
        "backs": range(len(codes)),
        "count": len(codes),
        "groups": groups,
    }


def _own(state: Hand, view: View, names: Sequence[str], seat: int, newest: int | None) -> dict[str, Any]:
    codes = view.hands[seat]
    held = holding(parse_card(code) for code in codes)
    throwable = {move.card for move in legal_moves(state) if isinstance(move, moves.Discard)}
    knocks = {
        move.discard
        for move in legal_moves(state)
        if isinstance(move, moves.Knock) and move.discard is not None
    }
    mine = state.turn == seat
    groups = []
    melds = first_arrangement(held)
    for number, group in enumerate((*melds, held & ~sum(melds)), start=1):
        if group:
            groups.append(
                {
                    "melded": number <= len(melds),
                    "number": min(number, 3),
                    "cards": [
                        {
                            **cards([card_text(card)])[0],
                            "new": card == newest,
                            "off": mine and card not in throwable | knocks,
                            "taken": card == state.taken,
                            "knocks": mine and card in knocks,
                        }
                        for card in cards_of(group)
                    ],
                }
            )
    count = least_after_discard(held) if len(codes) > 10 else deadwood(held)
    return {"name": names[seat], "side": SIDES[seat], "deals": view.dealer == seat, "groups": groups,
            "count": count, "held": len(codes)}  # fmt: skip


def _newest(recorded: RecordedHand, seat: int) -> int | None:
    """The card this seat has just drawn, while it decides what to throw."""
    last = recorded.events[-1] if recorded.events else None
    return last.card if isinstance(last, gin.Drew) and last.seat == seat else None


# ---------------------------------------------------------------- what may be done


def _possible(state: Hand) -> dict[str, Any]:
    possible = legal_moves(state)
    knocks = [move for move in possible if isinstance(move, moves.Knock)]
    return {
        "pass": any(isinstance(move, moves.Pass) for move in possible),
        "stock": any(isinstance(move, moves.Draw) and move.source == "stock" for move in possible),
        "pile": any(isinstance(move, moves.Draw) and move.source == "pile" for move in possible),
        "discard": any(isinstance(move, moves.Discard) for move in possible),
        "knock": any(move.discard is not None for move in knocks),
        "big_gin": any(move.discard is None for move in knocks),
    }


def _defence(state: Hand, view: View, seat: int) -> dict[str, Any]:
    """The layoffs a tap makes, those that cost nothing first, and the count as it would be now."""
    held = state.hands[seat].known
    spread = [holding(parse_card(code) for code in meld) for meld in view.spread or ()]
    keeps = deadwood(held) if view.gin else least_defence(spread, held)
    layoffs = []
    for move in legal_moves(state):
        if isinstance(move, moves.LayOff) and move.meld is not None and move.card != UNKNOWN:
            grown = [lay_off(meld, move.card) if place == move.meld else meld
                     for place, meld in enumerate(spread)]  # fmt: skip
            after = least_defence(grown, held & ~(1 << move.card))
            layoffs.append({**cards([card_text(move.card)])[0], "meld": move.meld, "number": move.meld + 1,
                            "keeps": after, "costs": after > keeps})  # fmt: skip
    return {"layoffs": sorted(layoffs, key=lambda each: each["costs"]), "keeps": keeps, "gin": view.gin}


# ---------------------------------------------------------------- the deal's proof


def deal_proof(line: Mapping[str, Any]) -> dict[str, Any]:
    """What may be told of a deal's seal: `line` is the deal line as far as it is public."""
    done = sealed_deal.check(line)
    return {
        "verdict": done.verdict,
        "commitment": done.commitment,
        "salt": done.salt,
        "text": done.text,
        "computed": done.computed,
        "deck": cards(done.deck) if line.get("rules", {}).get("family") != "manipulation" else [],
        "deck_words": " ".join(done.deck),
    }
