"""Events as stored text and back. An event is a plain frozen dataclass that declares its name and schema.

Stored text is JSON of all fields; a Fraction is `[numerator, denominator]`. Text of an older schema is
lifted, one schema at a time, before it becomes today's class. An unknown name or schema is a hard error: a
fold that skipped it would tell a different story.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import msgspec

Lift = Callable[[dict[str, Any]], dict[str, Any]]
Lifts = Mapping[tuple[str, int], Lift]


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event that is its own text already, such as one line of a hand record."""

    name: str
    schema: int
    text: str


@dataclass(frozen=True, slots=True)
class Redacted:
    """Where an event stood whose payload was erased."""

    ERASED: ClassVar[bool] = True
    name: str
    schema: int


class UnknownEvent(LookupError):
    """No class reads this name at this schema."""

    def __init__(self, name: str, schema: int) -> None:
        super().__init__(f"no class reads the event {name!r} of schema {schema}")
        self.name, self.schema = name, schema


class UnreadablePayload(ValueError):
    """The text does not fit the class that its name and schema promise."""

    def __init__(self, name: str, schema: int, reason: str) -> None:
        super().__init__(f"the payload of {name!r}, schema {schema}, cannot be read: {reason}")
        self.name, self.schema, self.reason = name, schema, reason


def _as_json(value: object) -> object:
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    raise TypeError(f"an event cannot hold a {type(value).__name__}")


def _from_json(kind: type, value: Any) -> object:
    if kind is Fraction:
        numerator, denominator = value
        return Fraction(numerator, denominator)
    raise TypeError(f"an event cannot hold a {kind.__name__}")


_encoder = msgspec.json.Encoder(enc_hook=_as_json)
_decode_any = msgspec.json.Decoder().decode


def as_text(value: object) -> str:
    """Any value of the log as compact JSON: payloads, meta, answers."""
    return _encoder.encode(value).decode()


def from_text(text: str) -> Any:
    """Plain JSON values of stored text."""
    return _decode_any(text)


class Codec:
    """Reads and writes a fixed set of event classes.

    `classes` declare NAME and (optionally) SCHEMA; `lifts[name, n]` turns the fields of schema n into those
    of n + 1; `raw` are (name, schema) pairs whose text is kept as it is and comes back as `Recorded`.
    """

    def __init__(self, classes: Iterable[type], lifts: Lifts, raw: Iterable[tuple[str, int]] = ()) -> None:
        self.lifts = dict(lifts)
        self.raw = frozenset(raw)
        self.classes: dict[str, type] = {}
        for cls in classes:
            name, _ = wire(cls)
            if self.classes.setdefault(name, cls) is not cls:
                raise ValueError(f"two classes claim the event name {name!r}")
        self._check_names()
        self._decoders: dict[tuple[str, int], Callable[[str], Any]] = {
            wire(cls): msgspec.json.Decoder(cls, dec_hook=_from_json).decode for cls in self.classes.values()
        }

    def encode(self, event: object) -> tuple[str, int, str]:
        """Name, schema and text of an event."""
        if type(event) is Recorded:
            return self._recorded(event)
        name, schema = wire(type(event))
        if self.classes.get(name) is not type(event):
            raise UnknownEvent(name, schema)
        return name, schema, _encoder.encode(event).decode()

    def decode(self, name: str, schema: int, text: str) -> Any:
        """The event of a stored row: today's class, or `Recorded` for a raw name, or `Redacted`."""
        if not text:
            return Redacted(name, schema)
        decode = self._decoders.get((name, schema))
        try:
            if decode is not None:
                return decode(text)
            if (name, schema) in self.raw:
                return Recorded(name, schema, text)
            return self._lifted(name, schema, text)
        except (msgspec.MsgspecError, KeyError, TypeError, ValueError, ArithmeticError) as error:
            if isinstance(error, UnreadablePayload):
                raise
            raise UnreadablePayload(name, schema, str(error)) from error

    def verify(self, name: str, schema: int, text: str) -> None:
        """Raise what `decode` would; raw text must be a JSON object as well."""
        if isinstance(self.decode(name, schema, text), Recorded) and not isinstance(_object(text), dict):
            raise UnreadablePayload(name, schema, "not a JSON object")

    def schemas(self, name: str) -> frozenset[int]:
        """The schemas of an event name that can be read; none of a name that is unknown."""
        liftable = {schema for known, schema in (*self.lifts, *self.raw, *self._decoders) if known == name}
        return frozenset(liftable)

    def _recorded(self, event: Recorded) -> tuple[str, int, str]:
        if (event.name, event.schema) not in self.raw:
            raise UnknownEvent(event.name, event.schema)
        if not event.text:
            raise ValueError("an event without a payload would look erased")
        return event.name, event.schema, event.text

    def _lifted(self, name: str, schema: int, text: str) -> Any:
        cls = self.classes.get(name)
        if cls is None or (name, schema) not in self.lifts:
            raise UnknownEvent(name, schema)
        fields = _decode_any(text)
        today = wire(cls)[1]
        for older in range(schema, today):
            fields = self._lift(name, older)(fields)
        return msgspec.convert(fields, cls, dec_hook=_from_json)

    def _lift(self, name: str, schema: int) -> Lift:
        try:
            return self.lifts[name, schema]
        except KeyError:
            raise UnknownEvent(name, schema) from None

    def _check_names(self) -> None:
        for name, schema in self.lifts:
            if name not in self.classes or schema >= wire(self.classes[name])[1]:
                raise ValueError(f"the lift of {name!r} from schema {schema} leads nowhere")
        both = self.classes.keys() & {name for name, _ in self.raw}
        if both:
            raise ValueError(f"both a class and raw text claim {sorted(both)}")


def _object(text: str) -> Any:
    try:
        return _decode_any(text)
    except msgspec.DecodeError:
        return None


def wire(cls: type) -> tuple[str, int]:
    """Wire name and schema that an event class declares."""
    try:
        return cls.NAME, getattr(cls, "SCHEMA", 1)  # type: ignore[attr-defined]
    except AttributeError:
        raise TypeError(f"{cls.__qualname__} is no event: it declares no NAME") from None


# -------------------------------------------------------------- the one registry, filled by the apps' logs.py

_classes: list[type] = []
_lifts: dict[tuple[str, int], Lift] = {}
_raw: set[tuple[str, int]] = set()
_codec = Codec((), {})


def register(
    classes: Iterable[type] = (), lifts: Lifts | None = None, raw: Iterable[tuple[str, int]] = ()
) -> None:
    """Make event classes, lifts and raw names known to the store. Saying the same twice changes nothing."""
    global _codec
    classes = [*_classes, *(cls for cls in classes if cls not in _classes)]
    both_lifts, both_raw = {**_lifts, **(lifts or {})}, _raw | set(raw)
    _codec = Codec(classes, both_lifts, both_raw)
    _classes[:] = classes
    _lifts.update(both_lifts)
    _raw.update(both_raw)


def current() -> Codec:
    """The codec of everything registered so far."""
    return _codec
