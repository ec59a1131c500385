"""What the page of a scribe of Manipulation Rummy shows: what happened last, and what may be tapped now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import RANKS
from games.engine.manipulation.cards import JOKER, PACK, Table, laid_text
from games.engine.manipulation.hand import evolve
from games.engine.manipulation.lines import read_event
from games.engine.manipulation.recorded import begin, possible, read_deal
from games.engine.manipulation.scribe import Draft, copies_left, next_shown
from games.engine.manipulation.state import Hand, least_and_most
from games.engine.manipulation.table_words import (
    FACE_TEXTS,
    cards_for,
    group_text,
    lying_together,
    meld_word,
    read_faces,
    table_text,
)
from games.engine.manipulation.ways import ways
from games.selectors import rounds
from games.selectors.hands import card_name

LAST = 3
Mode = str
"""What is asked inside a stage: "" the turn or the counts, `melds` the new cards, `propose` how they lie,
`cards` a hand card by card, `counts` everybody's count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was ticked or typed beside the draft, to be shown again."""

    mode: Mode = ""
    cards: Sequence[str] = ()
    together: Sequence[str] = ()
    tiles: Sequence[str] = ()
    written: str = ""
    counts: Sequence[str] = ()


def round_scribe_view(draft: Draft, names: Sequence[str], asked: Asked) -> dict[str, Any]:
    """The page of a draft. Raises `Refusal` where what is asked cannot be shown."""
    state = draft.state
    before = _states(draft)[-2:][0]
    mode = _mode(draft, asked)
    return {
        "stage": draft.stage,
        "mode": mode,
        "draft": draft.text,
        "turn": state.turn,
        "name": names[state.turn] if state.turn is not None else "",
        "asks": _asks(draft, names, mode),
        "last": _last(draft, names),
        "seats": [_seat(state, seat, names[seat]) for seat in _in_turn(state)],
        "groups": rounds.groups_of([list(map(laid_text, group)) for group in state.table], before),
        "stock_count": state.stock_left,
        "last_turns": state.last_turns,
        "buttons": _buttons(state, names) if draft.stage == "play" else [],
        "grid": _grid(state, asked) if mode in ("melds", "cards") else [],
        "many": _many(state) if mode == "cards" else None,
        "proposal": proposal(draft, asked) if mode == "propose" else None,
        "counts": _counts(state, names, asked) if mode == "counts" else [],
        "result": rounds.result_words(draft.result, names) if draft.result is not None else "",
        "left": rounds.counts_words(draft.result, names) if draft.result is not None else "",
        "counted": draft.result is not None and draft.result.fidelity == "counts",
        "shown": _shown(draft, names),
    }


def proposal(draft: Draft, asked: Asked) -> dict[str, Any]:
    """How the ticked cards may lie: the ways found, and all cards of the first one to be put together."""
    state = draft.state
    assert state.turn is not None, "somebody melds"
    cards = cards_for(state, state.turn, read_faces("".join(asked.cards)))
    together = lying_together(state.table, cards, asked.together)
    found = ways(state.table, cards, together=together) if cards else []
    first = found[0] if found else (*state.table, *together)
    return {
        "ways": [
            {"word": meld_word(state.table, table), **_changes(state.table, table, state)} for table in found
        ],
        "tiles": _tiles(first, asked),
        "together": [{"text": text, **group} for text, group in zip(
            asked.together, rounds.groups_of([list(map(laid_text, each)) for each in together], state),
            strict=True,
        )],
        "text": asked.written or table_text(first),
        "rows": min(len(first) + 1, 12),
    }  # fmt: skip


# ---------------------------------------------------------------- words


def _asks(draft: Draft, names: Sequence[str], mode: Mode) -> str:
    state = draft.state
    if draft.stage == "done":
        return ""
    if draft.stage == "hands":
        seat = next_shown(state)
        if mode == "cards" and seat is not None:
            return _("%(name)s’s cards") % {"name": names[seat]}
        return _("What does everybody have left?")
    assert state.turn is not None, "a round that goes on waits for somebody"
    said = {"name": names[state.turn]}
    if mode == "melds":
        return _("%(name)s melds: tap the new cards.") % said
    if mode == "propose":
        return _("%(name)s melds: do they lie so?") % said
    may = possible(state)
    if state.last_turns:
        return (_("%(name)s’s last turn: melds, or ends it.") if "played" in may
                else _("%(name)s’s last turn ends.")) % said  # fmt: skip
    if "drew" in may:
        return (_("%(name)s melds, or draws again.") if state.draws else _("%(name)s draws.")) % said
    if "played" in may:
        return _("The stock is out. %(name)s melds, or ends the turn.") % said
    if "knocked" in may:
        return _("%(name)s ends the turn, or knocks.") % said
    return _("%(name)s ends the turn.") % said


def _last(draft: Draft, names: Sequence[str]) -> list[str]:
    states = _states(draft)
    events = list(map(read_event, draft.lines[1:]))
    told = list(zip(events, states, strict=False))[-LAST:]
    return [rounds.event_words(event, names, state) for event, state in told]


def _states(draft: Draft) -> list[Hand]:
    """The round after the deal and after each word."""
    deal, *lines = draft.lines
    states = [begin(read_deal(deal, draft.state.rules, 1))]
    for line in lines:
        states.append(evolve(states[-1], read_event(line)))
    return states


# ---------------------------------------------------------------- who and what may be tapped


def _mode(draft: Draft, asked: Asked) -> Mode:
    if draft.stage == "play":
        may_meld = "played" in possible(draft.state)
        return asked.mode if asked.mode in ("melds", "propose") and may_meld else ""
    if draft.stage == "hands":
        by_cards = asked.mode == "cards" or (not asked.mode and draft.words[-1].startswith("h:"))
        return "cards" if by_cards else "counts"
    return ""


def _in_turn(state: Hand) -> list[int]:
    """The seats from the dealer's left, who begins."""
    return [(state.dealer + 1 + step) % state.players for step in range(state.players)]


def _seat(state: Hand, seat: int, name: str) -> dict[str, Any]:
    count = state.hands[seat].count
    return {
        "name": name,
        "now": state.turn == seat,
        "deals": state.dealer == seat,
        "count": count,
        "left": ngettext("%(count)s card", "%(count)s cards", count) % {"count": count},
    }


def _buttons(state: Hand, names: Sequence[str]) -> list[dict[str, Any]]:
    """The taps that may follow; the likely one first."""
    may = possible(state)
    assert state.turn is not None, "a round that goes on waits for somebody"
    after = names[(state.turn + 1) % state.players]
    found: list[dict[str, Any]] = []
    if "played" in may:
        found.append({"value": "melds", "words": _("Melds …"), "key": "m"})
    if "drew" in may:
        words = (_("Draws"), _("Draws again"), _("Draws a third"))[state.draws]
        found.append({"value": "d", "words": words, "key": "d", "count": state.stock_left})
        found.append({"value": "x", "words": _("No meld"), "key": "x", "next": after})
    if "ended_turn" in may:
        is_last = state.last_turns == 1
        words = _("Ends the round") if is_last else _("Ends the turn")
        found.append({"value": "e", "words": words, "key": "e", "next": "" if is_last else after})
    if "knocked" in may:
        found.append({"value": "k", "words": _("Knocks"), "key": "k"})
    return found


def _grid(state: Hand, asked: Asked) -> list[list[dict[str, Any]]]:
    """Four suits of 13 and the joker: what lies or was shown elsewhere is off, a second one can be ticked."""
    seat = state.turn if state.turn is not None else next_shown(state)
    assert seat is not None, "somebody's hand is not known"
    left, ticked = copies_left(state, seat), Counter(asked.cards)
    cards = [
        {
            "code": FACE_TEXTS[face],
            "drawn": "joker" if face == JOKER else FACE_TEXTS[face],
            "label": _("joker") if face == JOKER else card_name(FACE_TEXTS[face]),
            "off": not left[face],
            "chosen": ticked[FACE_TEXTS[face]] > 0,
            "twice": left[face] > 1,
            "chosen_twice": ticked[FACE_TEXTS[face]] > 1,
        }
        for face in range(PACK)
    ]
    suits = len(RANKS)
    return [*(cards[at : at + suits] for at in range(0, JOKER, suits)), cards[JOKER:]]


def _many(state: Hand) -> int | None:
    """How many cards are ticked when a hand is laid open."""
    seat = next_shown(state)
    return None if seat is None else state.hands[seat].count


def _counts(state: Hand, names: Sequence[str], asked: Asked) -> list[dict[str, Any]]:
    """Everybody's count: asked for, but where all of the hand is known."""
    rows = []
    for seat in _in_turn(state):
        held = state.hands[seat]
        least, most = least_and_most(state, seat)
        if seat == state.knocker:
            most = min(most, state.limit)
        only = least if least == most else ""
        rows.append(
            {
                **_seat(state, seat, names[seat]),
                "field": f"count_{seat}",
                "known": held.points if held.is_open else None,
                "value": asked.counts[seat] if asked.counts else only,
                "least": least,
                "most": most,
                "knocks": seat == state.knocker,
            }
        )
    return rows


def _shown(draft: Draft, names: Sequence[str]) -> list[dict[str, Any]]:
    """The hands that were laid open, card by card, and what they count."""
    found = []
    for seat in _in_turn(draft.state):
        held = draft.state.hands[seat]
        if held.is_open and held.count:
            found.append(rounds.open_hand(draft.state, seat, names[seat]))
    return found


# ---------------------------------------------------------------- how the cards lie


def _changes(before: Table, after: Table, state: Hand) -> dict[str, Any]:
    """The groups that are new or not as they were, and how many others stay."""
    changed = [list(map(laid_text, group)) for group in rounds.changed(before, after)]
    return {"groups": rounds.groups_of(changed, state), "stay": len(after) - len(changed)}


def _tiles(table: Table, asked: Asked) -> list[list[dict[str, Any]]]:
    """Every card of a table as something to tick, group by group."""
    ticked = Counter(asked.tiles)
    found = []
    for group in table:
        row = []
        for tile in group:
            text = group_text((tile,))
            row.append({**rounds.card(laid_text(tile)), "text": text, "chosen": ticked[text] > 0})
            ticked[text] -= 1
        found.append(row)
    return found
