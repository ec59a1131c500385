"""What one seat of a round of Manipulation Rummy that is played here sees and may do.

Everything is taken from the seat's perspective and from the moves the rules allow it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.errors import IllegalMove
from games.engine.manipulation import events
from games.engine.manipulation.cards import (
    Group,
    Table,
    card_text,
    laid_text,
    parse_card,
    parse_laid,
    value,
)
from games.engine.manipulation.hand import begin, evolve
from games.engine.manipulation.perspective import View, perspective
from games.engine.manipulation.recorded import possible
from games.engine.manipulation.state import Hand, Phase
from games.engine.manipulation.turns import can_play, without
from games.engine.manipulation.ways import as_group, ways
from games.engine.record import RecordedHand
from games.selectors import rounds

MOST_TOLD = 6


def seat_view(recorded: RecordedHand, names: Sequence[str], seat: int) -> dict[str, Any]:
    """The page of a seat while the round is played."""
    state: Hand = recorded.state
    view = perspective(state, seat)
    mine = state.turn == seat and not state.is_over
    may = set(possible(state)) if mine else set()
    new = _drawn_now(recorded, seat) if mine else set()
    return {
        "mine": mine,
        "words": _turn_words(state, names, seat),
        "last": _since_my_turn(recorded, names, seat),
        "others": [_other(view, names, other) for other in range(len(names)) if other != seat],
        "own": {
            "name": names[seat],
            "deals": view.dealer == seat,
            "count": value(map(parse_card, view.hands[seat])),
            "cards": [
                {**rounds.card(code), "text": code, "new": code in new}
                for code in sorted(view.hands[seat], key=rounds.in_order)
            ],
        },
        "groups": rounds.groups_of(view.table, state),
        "stock_count": view.stock_count,
        "last_turns": view.last_turns,
        "limit": view.limit,
        "can": {"draw": "drew" in may, "play": "played" in may, "end": "ended_turn" in may,
                "knock": "knocked" in may},
    }  # fmt: skip


def proposals(
    recorded: RecordedHand, seat: int, cards: Sequence[int], *, together: Sequence[Group] = ()
) -> list[Table]:
    """Legal tables with exactly these cards of the seat's hand laid, those that move least first.

    `together`: groups that lie as they are. Raises `IllegalMove`: `card_not_held`, `wrong_seat`,
    `wrong_phase`.
    """
    state: Hand = recorded.state
    if state.turn != seat:
        raise IllegalMove("wrong_seat", "It is not your turn.", {"turn": state.turn}, rule="5.3")
    if not can_play(state):
        data = {"phase": state.phase.value}
        raise IllegalMove("wrong_phase", "Nothing can be melded now.", data, rule="5.3")
    without(state, seat, tuple(cards))
    return ways(state.table, tuple(cards), together=together) if cards else []


def proposal(recorded: RecordedHand, seat: int, cards: Sequence[int]) -> Table | None:
    """The first of them, None where there is none."""
    found = proposals(recorded, seat, cards)
    return found[0] if found else None


def proposed(
    recorded: RecordedHand, tables: Sequence[Table], *, together: Sequence[Group] = ()
) -> dict[str, Any]:
    """Tables as their chooser shows them: the groups, new cards marked, and the text that lays them so.

    The first is shown whole; of the others the groups that are not as they were.
    """
    first, *others = tables
    state: Hand = recorded.state
    return {
        "groups": rounds.groups_of(_texts(first), state),
        "text": _lines(first),
        "rows": len(first) + 1,
        "others": [
            {
                "groups": rounds.groups_of(_texts(rounds.changed(state.table, table)), state),
                "text": _lines(table),
            }
            for table in others
        ],
        "tiles": [[{**rounds.card(text), "text": text} for text in group] for group in _texts(first)],
        "together": [_lines([group]) for group in together],
    }


def lying_together(recorded: RecordedHand, cards: Sequence[int], text: str) -> Group:
    """The cards of a table and of the chosen ones that this line names (`8s.1 *.1=Qh`), as one group.

    Raises `NotationError`, and `IllegalMove("not_a_meld")` where they are none.
    """
    state: Hand = recorded.state
    tiles = [parse_laid(word) for word in text.split()]
    there = {tile.card for group in state.table for tile in group} | set(cards)
    found = as_group(tiles) if all(tile.card in there for tile in tiles) else None
    if found is None:
        raise IllegalMove("not_a_meld", f"{text} is no group and no sequence.", {"cards": []}, rule="5.4")
    return found


def last_together(groups: Sequence[Group]) -> list[Group]:
    """Of groups that were put together one after the other those that still stand: no card is in two."""
    kept: list[Group] = []
    for group in reversed(groups):
        taken = {tile.card for other in kept for tile in other}
        if not any(tile.card in taken for tile in group):
            kept.insert(0, group)
    return kept


def _texts(table: Sequence[Group]) -> list[list[str]]:
    return [[laid_text(tile) for tile in group] for group in table]


def _lines(table: Sequence[Group]) -> str:
    return "\n".join(" ".join(group) for group in _texts(table))


# ---------------------------------------------------------------- words


def _turn_words(state: Hand, names: Sequence[str], seat: int) -> str:
    if state.is_over or state.turn is None:
        return ""
    if state.turn != seat:
        return _("It is %(name)s’s turn.") % {"name": names[state.turn]}
    may_knock = "knocked" in possible(state)
    return {
        Phase.DRAW: _("Your turn: draw a card."),
        Phase.MELD: _("Your turn: choose cards to meld, or draw another one."),
        Phase.END: _("Your turn: end it, or knock.") if may_knock else _("Your turn: end it."),
        Phase.LAST_TURN: _("The stock is out. Your last turn: choose cards to meld, or end it."),
        Phase.LAST_END: _("Your last turn: end it."),
    }.get(state.phase, "")


def _since_my_turn(recorded: RecordedHand, names: Sequence[str], seat: int) -> list[str]:
    """What the others did since this seat's last turn; a card drawn is named to nobody else."""
    state, told = begin(recorded.dealt), list[str]()
    for event in recorded.events:
        if getattr(event, "seat", None) == seat:
            told = [] if isinstance(event, events.EndedTurn) else told
        elif isinstance(event, events.Drew):
            told.append(_("%(name)s draws a card.") % {"name": names[event.seat]})
        else:
            told.append(rounds.event_words(event, names, state))
        state = evolve(state, event)
    return told[-MOST_TOLD:]


def _other(view: View, names: Sequence[str], seat: int) -> dict[str, Any]:
    cards = len(view.hands[seat])
    return {
        "name": names[seat],
        "deals": view.dealer == seat,
        "turn": view.turn == seat,
        "left": ngettext("%(count)s card", "%(count)s cards", cards) % {"count": cards},
    }


def _drawn_now(recorded: RecordedHand, seat: int) -> set[str]:
    """The cards this seat has drawn in the turn it is in."""
    found: set[str] = set()
    for event in reversed(recorded.events):
        if not isinstance(event, events.Drew) or event.seat != seat:
            break
        found.add(card_text(event.card))
    return found
