"""Everything that changes a hand: recorded whole or played move by move, by the same engine into the same
stream.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from games import logs
from games.engine import record
from games.engine.cards import UNKNOWN
from games.engine.record import RecordedHand
from games.engine.rulesets import RuleSet
from games.engine.sealed_deal import is_sealed, sealed
from games.eventstore.log import Appended, Plan
from games.models.hand import Hand
from games.services import hand_rows
from games.services.acting import carry_out, check_version
from games.services.command import SYSTEM, Actor, Command
from games.signals import hand_finished

SALT_BYTES = 32


def add_recorded(
    plan: Plan,
    hand: Hand,
    lines: Sequence[Mapping[str, Any]],
    *,
    actor: Actor,
    amend: bool = False,
    salt: str | None = None,
) -> RecordedHand:
    """Put a hand recorded at any fidelity into the plan: its stream, its row, and the news if it ended.

    `hand` is a new row with its place. A record that stops in the middle stays a hand that is being played.
    `salt` seals the deal; a seal in the lines themselves is left out, for only a deal made here has one.
    Raises `Refusal`; its data name the `event` that is wrong.
    """
    read = record.read_hand(lines)
    written = record.write_hand(read.rules, read.dealt, read.events)
    if salt is not None:
        written[0] = sealed(written[0], salt)
    place = hand_rows.place_of(hand)
    plan.append(hand.pk, "hand", hand.tournament_id, 0, logs.to_events(written), about=place)
    _keep(hand, read, version=len(written))
    plan.write(lambda: _make(hand, plan.moment))
    _announce_end(plan, hand, read, actor, amend=amend)
    return read


def deal_hand(
    command: Command, hand: Hand, *, rules: RuleSet, dealer: int, deck: Sequence[int] | None = None
) -> Appended:
    """Deal a hand to be played here: shuffled by the system's own randomness unless a deck is given."""
    return carry_out(
        command, lambda plan: add_deal(plan, hand, rules=rules, dealer=dealer, actor=command.actor, deck=deck)
    )


def add_deal(
    plan: Plan,
    hand: Hand,
    *,
    rules: RuleSet,
    dealer: int,
    actor: Actor,
    deck: Sequence[int] | None = None,
) -> None:
    """Put a new deal into the plan: as many hands as the row has seats; `dealer` is one of them.

    The deal is sealed: its commitment is told at once, deck and salt when the hand is over.
    """
    family, players = record.family_of(rules), len(hand.seats) or 2
    limit_card = secrets.randbelow(52) if rules.limit_from == "second_pack" else UNKNOWN
    cards = deck or _shuffled(family.pack(players))
    dealt = family.new_deal(cards, rules, dealer, players=players, limit_card=limit_card)
    salt = secrets.token_hex(SALT_BYTES)
    add_recorded(plan, hand, record.write_hand(rules, dealt, ()), actor=actor, salt=salt)
    plan.answer = {**(plan.answer or {}), "hand": str(hand.pk), "hand_version": 1}


def play(command: Command, hand_id: UUID, move: Mapping[str, Any], *, version: int) -> Appended:
    """One move of a hand that is being played, as a line of the record without the card a draw turns up.

    Raises NotationError (unreadable), `Stale` (somebody moved since), IllegalMove with what is possible now.
    """

    def build(plan: Plan) -> None:
        hand = Hand.objects.get(pk=hand_id)
        lines = logs.lines_of(hand_id)  # read once: a second look could already hold another's move
        stored, before = len(lines), record.read_hand(lines)
        family = record.family_of(before.rules)
        wanted = family.read_event(move)
        check_version(hand_id, expected=version, actual=stored)
        state, events = before.state, []
        for event in family.act(state, wanted):
            state = family.evolve(state, event)
            events.append(family.write_event(event))
        plan.append(hand_id, "hand", hand.tournament_id, stored, logs.to_events(events))
        after = record.read_hand([*lines, *events])
        _keep(hand, after, version=stored + len(events), played=True)
        plan.write(lambda: hand.save(update_fields=["phase", "version", "result", "fidelity"]))
        plan.answer = {"hand": str(hand_id), "hand_version": hand.version}
        if state.is_over:
            # What was dealt here and judged move by move is nobody's word: the server itself enters it.
            _announce_end(plan, hand, after, SYSTEM if is_sealed(lines[0]) else command.actor)

    return carry_out(command, build)


def _keep(hand: Hand, read: RecordedHand, *, version: int, played: bool = False) -> None:
    for name, value in hand_rows.row_values(read, version=version, played=played).items():
        setattr(hand, name, value)


def _make(hand: Hand, at: datetime) -> None:
    hand.created_at = at
    hand.save(force_insert=True)


def _announce_end(plan: Plan, hand: Hand, read: RecordedHand, actor: Actor, *, amend: bool = False) -> None:
    if hand.phase == Hand.Phase.FINISHED:
        hand_finished.send(Hand, plan=plan, hand=hand, result=read.result, actor=actor, amend=amend)


def _shuffled(pack: int) -> list[int]:
    deck = list(range(pack))
    secrets.SystemRandom().shuffle(deck)
    return deck
