"""The record of hands: JSON Lines and text, both ways, for every family of rules (docs/record.md).

`read_hands` reads a file as it comes and gives each hand when it is complete: what it said, its state and
how it ended, or why it is refused. Whatever the file holds, it gives hands and refusals and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Protocol

from games.engine.cards import UNKNOWN
from games.engine.errors import NotationError, Refusal
from games.engine.gin import recorded as gin
from games.engine.json_lines import Bytes, numbered_lines, read_object
from games.engine.manipulation import recorded as manipulation
from games.engine.results import HandResult
from games.engine.rulesets import RuleSet, read_rules

DEAL_KEYS = frozenset(("hand", "rules", "dealer", "hands", "upcard", "limit_card", "stock"))
_LOOKS_LIKE_A_DEAL = re.compile(rb'"(?:hand|rules|dealer|hands|upcard|limit_card|stock)"\s*:')
_LOOKS_LIKE_AN_EVENT = re.compile(rb'"e"\s*:')


class Family(Protocol):
    """What a family of rules knows about records: form (`read_…`, `write_…`) and law (the rest)."""

    def read_deal(self, line: Mapping[str, Any], rules: RuleSet, number: int, /) -> Any:
        """The deal of a first line. Raises `NotationError`."""
        ...

    def read_event(self, line: Mapping[str, Any], /) -> Any:
        """The event of any other line. Raises `NotationError`."""
        ...

    def write_deal(self, dealt: Any, /) -> dict[str, Any]:
        """The first line."""
        ...

    def write_event(self, event: Any, /) -> dict[str, Any]:
        """The line of an event."""
        ...

    def begin(self, dealt: Any, /) -> Any:
        """The state after the deal. Raises `IllegalMove`."""
        ...

    def evolve(self, state: Any, event: Any, /) -> Any:
        """The state after an event. Raises `IllegalMove`."""
        ...

    def result_of_record(self, state: Any, /) -> HandResult:
        """How the hand ended, as far as the record goes."""
        ...

    def pack(self, players: int, /) -> int:
        """How many cards are shuffled for so many players."""
        ...

    def new_deal(
        self,
        deck: Sequence[int],
        rules: RuleSet,
        dealer: int,
        /,
        *,
        players: int = 2,
        limit_card: int = UNKNOWN,
    ) -> Any:
        """The deal of a shuffled deck, top first. Raises ValueError for one that is none."""
        ...

    def act(self, state: Any, wanted: Any, /) -> tuple[Any, ...]:
        """What a move, told as the event it would be, leads to. Raises `IllegalMove`."""
        ...

    def possible(self, state: Any, /) -> tuple[str, ...]:
        """The record's words of what the seat whose turn it is may do."""
        ...

    def perspective(self, state: Any, seat: int | None, /) -> Any:
        """What a seat, or the public (None), may see of it."""
        ...

    def read_text(self, text: str, /) -> tuple[Any, tuple[Any, ...]]:
        """Deal and events of a hand written as text. Raises `NotationError`."""
        ...

    def write_text(self, dealt: Any, events: Iterable[Any], /) -> str:
        """A hand as text."""
        ...


FAMILIES: dict[str, Family] = {"gin": gin, "manipulation": manipulation}


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedHand:
    """A hand that was read whole. `line` is the number of its deal line, `state` what it came to."""

    name: str | int
    line: int
    rules: RuleSet
    dealt: Any
    events: tuple[Any, ...]
    state: Any
    result: HandResult


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedHand:
    """A hand that is refused: the event (from 1; 0 is the deal line) and line (from 1), and why.

    `name` is None for lines before any deal. `code`, `message` and `data` are those of the refusal.
    `rules`, `dealt` and `events` are what went well before; None and () where the deal itself is wrong.
    """

    name: str | int | None
    event: int
    line: int
    code: str
    message: str
    data: Mapping[str, Any]
    rules: RuleSet | None = None
    dealt: Any = None
    events: tuple[Any, ...] = ()


@dataclass(slots=True)
class _Open:
    """The hand that is being read."""

    name: str | int
    line: int
    rules: RuleSet
    dealt: Any
    state: Any
    events: list[Any] = field(default_factory=list)

    @property
    def family(self) -> Family:
        return FAMILIES[self.rules.family]


def read_hands(file: Bytes, *, rules: RuleSet | None = None) -> Iterator[RecordedHand | RefusedHand]:
    """Every hand of a record, in order; a hand that is refused does not touch the others.

    `rules`: those of hands that name none (None: `club25`).
    """
    current: _Open | None = None
    skipping = False
    hands = 0
    for number, line in numbered_lines(file):
        read = _read(line)
        if _is_deal(line, read):
            if current is not None:
                yield _closed(current)
            current, skipping, hands = None, False, hands + 1
            opened = _opened(read, hands, number, line, rules)
            if isinstance(opened, RefusedHand):
                skipping = True
                yield opened
            else:
                current = opened
        elif not skipping:
            refused = _refused_event(current, read, number)
            if refused is not None:
                current, skipping = None, True
                yield refused
    if current is not None:
        yield _closed(current)


def read_hand(lines: Sequence[Mapping[str, Any]]) -> RecordedHand:
    """One hand from its lines as JSON objects. Raises `Refusal`; its data tell the `event` that is wrong."""
    event = 0
    try:
        first, *rest = lines or [{"e": None}]
        if "e" in first:
            raise _no_deal()
        current = _open(first, 1, 1)
        for line in rest:
            event += 1
            _follow(current, line)
        return _finished(current)
    except Refusal as refusal:
        refusal.data["event"] = 0 if refusal.code == "bad_deal" else event
        raise


def state_at(rules: RuleSet, dealt: Any, events: Iterable[Any], number: int) -> Any:
    """The state of a hand after event `number`, 0 being the deal; after its last where it has fewer."""
    family = family_of(rules)
    state = family.begin(dealt)
    for event in islice(events, number):
        state = family.evolve(state, event)
    return state


def write_hand(rules: RuleSet, dealt: Any, events: Iterable[Any]) -> list[dict[str, Any]]:
    """The lines of a hand as JSON objects, the deal first, in the one canonical form."""
    family = family_of(rules)
    return [family.write_deal(dealt), *(family.write_event(event) for event in events)]


def write_lines(rules: RuleSet, dealt: Any, events: Iterable[Any]) -> str:
    """A hand as JSON Lines, canonical, each line ended."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in write_hand(rules, dealt, events))


def write_text(rules: RuleSet, dealt: Any, events: Iterable[Any]) -> str:
    """A hand as text for people, which `read_text` reads back."""
    return family_of(rules).write_text(dealt, events)


def read_text(text: str, family: str = "gin") -> tuple[Any, tuple[Any, ...]]:
    """Deal and events of a hand written as text. Raises `NotationError`."""
    return FAMILIES[family].read_text(text)


def family_of(rules: RuleSet) -> Family:
    """The engine of a rule set. Raises `NotationError("unknown_rule")` for a family without records."""
    family = FAMILIES.get(rules.family)
    if family is None:
        raise NotationError(
            "unknown_rule", f"there are no records of the family {rules.family}", {"family": rules.family}
        )
    return family


def _read(line: bytes) -> dict[str, Any] | NotationError:
    try:
        return read_object(line)
    except NotationError as error:
        return error


def _is_deal(line: bytes, read: dict[str, Any] | NotationError) -> bool:
    """Does this line begin a hand? Of a line that cannot be read its keys tell, as far as they can."""
    if isinstance(read, NotationError):
        return bool(_LOOKS_LIKE_A_DEAL.search(line)) and not _LOOKS_LIKE_AN_EVENT.search(line)
    return "e" not in read and (not read or not DEAL_KEYS.isdisjoint(read))


def _opened(
    read: dict[str, Any] | NotationError, hands: int, number: int, line: bytes, usual: RuleSet | None
) -> _Open | RefusedHand:
    try:
        if isinstance(read, NotationError):
            raise read
        return _open(read, hands, number, usual)
    except Refusal as refusal:
        return _refusal(_name_in(read, hands), 0, number, refusal)


def _name_in(read: dict[str, Any] | NotationError, hands: int) -> str | int:
    """The name of a hand whose deal is refused: its own where it can be read, else its number in the file."""
    name = None if isinstance(read, NotationError) else read.get("hand")
    return name if isinstance(name, str) or type(name) is int else hands


def _open(line: Mapping[str, Any], hands: int, number: int, usual: RuleSet | None = None) -> _Open:
    given = line.get("rules")
    rules = usual if given is None and usual is not None else read_rules(given)
    family = family_of(rules)
    dealt = family.read_deal(line, rules, hands)
    return _Open(dealt.name, number, rules, dealt, family.begin(dealt))


def _follow(current: _Open, line: Mapping[str, Any]) -> None:
    event = current.family.read_event(line)
    current.state = current.family.evolve(current.state, event)
    current.events.append(event)


def _refused_event(
    current: _Open | None, read: dict[str, Any] | NotationError, number: int
) -> RefusedHand | None:
    """Carry a line out, or say why not."""
    try:
        if isinstance(read, NotationError):
            raise read
        if current is None:
            raise _no_deal()
        _follow(current, read)
    except Refusal as refusal:
        if current is None:
            return _refusal(None, 1, number, refusal)
        if refusal.code == "bad_deal":  # the deal was possible for a showdown, and play follows
            return _refusal(current.name, 0, current.line, refusal)
        return replace(
            _refusal(current.name, len(current.events) + 1, number, refusal),
            rules=current.rules,
            dealt=current.dealt,
            events=tuple(current.events),
        )
    return None


def _no_deal() -> NotationError:
    return NotationError("wrong_phase", "No hand has been dealt yet: a record begins with a deal line.")


def _refusal(name: str | int | None, event: int, line: int, refusal: Refusal) -> RefusedHand:
    return RefusedHand(
        name=name, event=event, line=line, code=refusal.code, message=refusal.message, data=refusal.data
    )


def _closed(current: _Open) -> RecordedHand | RefusedHand:
    """The hand at the end of its lines; a deal alone may still be refused."""
    try:
        return _finished(current)
    except Refusal as refusal:
        return _refusal(current.name, 0, current.line, refusal)


def _finished(current: _Open) -> RecordedHand:
    return RecordedHand(
        name=current.name,
        line=current.line,
        rules=current.rules,
        dealt=current.dealt,
        events=tuple(current.events),
        state=current.state,
        result=current.family.result_of_record(current.state),
    )
