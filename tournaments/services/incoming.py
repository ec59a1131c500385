"""A whole tournament from another installation, brought in at a club's desk.

The keeper of the computer imports what he likes from the command line; a club's admin brings in one
tournament, to his own club, and nothing else of the file: its events, what it is called, its people and its
hands. All other rows are read anew from the events. Nothing in a file reaches another tournament, another
club, a login or a role.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

import msgspec
from django.db import OperationalError
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.eventstore import codec
from games.eventstore.log import kinds_of, still_unit
from games.eventstore.transfer import importing, lines, versions
from games.eventstore.transfer.export import installation
from games.eventstore.transfer.lines import BrokenFile, EventLine, Header, RowLine
from tournaments.engine import tournament
from tournaments.engine.tournament import TournamentState
from tournaments.exchange.texts import name_key
from tournaments.models.club import Club, Member
from tournaments.models.tournament import Tournament
from tournaments.services import rebuild
from tournaments.services.clubs import free_slug
from tournaments.services.incoming_rows import want_sound

KINDS = frozenset({"tournament", "match", "hand"})
WORDS = (
    "name", "slug", "starts_at", "zone", "live_standings", "results", "acceptance",
    "publish_with_close", "correction_minutes", "created_at",
)  # fmt: skip
"""What comes along of a tournament's own row; the rest follows from its events."""
PERSON = ("name", "is_private", "erased_at", "created_at")
OnLine = Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What a file would bring: shown before anything is written."""

    name: str
    starts_at: datetime | None
    zone: str
    sides: int
    people: int
    with_names: bool
    rounds: int
    matches: int
    events: int
    release: str
    is_here: bool
    """Is the tournament in this club already? Then only what is new of it comes in."""


@dataclass(frozen=True, kw_only=True)
class _File:
    """A file read whole, and proved."""

    header: Header
    events: Sequence[tuple[bytes, EventLine]]
    rows: Sequence[RowLine]
    state: TournamentState

    @property
    def pk(self) -> UUID:
        """The tournament that it holds."""
        assert self.header.tournament is not None, "a file of a whole club was refused"
        return self.header.tournament

    @cached_property
    def line_of(self) -> dict[tuple[str, str], int]:
        """The line of each row, by model and id."""
        first = 2 + self.header.events
        numbered = enumerate(self.rows, start=first)
        return {(row.model.lower(), str(row.pk)): line for line, row in numbered}


def look(file: Iterable[bytes], club: Club) -> Looked:
    """Read and prove a file. Raises BrokenFile: the line, and what is possible."""
    found = _read(file, club)
    words = _words_in(found)
    streams = {line.stream: line.kind for _text, line in found.events}
    return Looked(
        name=str(words.get("name", "")),
        starts_at=parse_datetime(str(words.get("starts_at", ""))),
        zone=str(words.get("zone", "UTC")),
        sides=len(found.state.sides),
        people=len(_people_in(found)),
        with_names=found.header.people,
        rounds=len(found.state.out_rounds()),
        matches=sum(kind == "match" for kind in streams.values()),
        events=len(found.events),
        release=found.header.release,
        is_here=Tournament.objects.filter(pk=found.pk).exists(),
    )


def line_count(file: Iterable[bytes]) -> int:
    """How many steps there are, for a bar: every line is read and proved, every event written."""
    header = versions.header_of(next(iter(file), b""))
    return 2 * header.events + header.rows


def take_in(file: Iterable[bytes], club: Club, on_line: OnLine = lambda: None) -> Tournament:
    """Bring the tournament in: all of it, or nothing. A second time adds nothing. Raises BrokenFile."""
    found = _read(file, club, on_line)
    pk = found.pk
    with still_unit():
        with _replayed(1):
            importing.import_log(_allowed(found, club), on_line=on_line)
            for finding in rebuild.rebuild(pk).findings:
                raise BrokenFile(1, finding)
        people = [row["pk"] for row in _people_in(found)]
        known = set(Member.objects.filter(club=club, player__in=people).values_list("player_id", flat=True))
        Member.objects.bulk_create(
            Member(club=club, player_id=UUID(each)) for each in people if UUID(each) not in known
        )
    return Tournament.objects.select_related("club").get(pk=pk)


# ---------------------------------------------------------------- reading and proving


def _read(file: Iterable[bytes], club: Club, on_line: OnLine = lambda: None) -> _File:
    numbered = enumerate(file, start=1)
    header = versions.header_of(next(numbered, (1, b""))[1])
    _want_one_of_another_club(header)
    events: list[tuple[bytes, EventLine]] = []
    rows: list[RowLine] = []
    proof = importing.Proof(header)
    for number, text in importing.counted(numbered, header, on_line):
        if len(events) < header.events:
            line = lines.read(text, EventLine, number)
            proof.next(number, line)
            _want_of_it(number, line, header)
            events.append((text, line))
        else:
            rows.append(lines.read(text, RowLine, number))
    _want_streams_of_it(header, events)
    state = _folded(header, [line for _text, line in events])
    found = _File(header=header, events=events, rows=rows, state=state)
    for row in (_tournament_row(found, club), *_people_in(found), *_hands_in(found)):
        want_sound(found.line_of[row["model"], row["pk"]], row)
    here = Tournament.objects.filter(pk=found.pk).first()
    if here is not None and here.club_id != club.pk:
        raise BrokenFile(1, _("this tournament is on this computer already, in another club."))
    return found


def _want_one_of_another_club(header: Header) -> None:
    if header.tournament is None:
        raise BrokenFile(
            1,
            _(
                "this file holds a whole club. Here one tournament comes in: export it with manage.py"
                " export_log FILE --tournament ID; a whole club is restored with manage.py restore FILE."
            ),
        )
    if header.installation == installation():
        raise BrokenFile(
            1,
            _(
                "this file was written on this computer. If a copy of the club went on elsewhere, the keeper"
                " of the computer joins the two: manage.py import_log FILE."
            ),
        )


def _want_of_it(number: int, line: EventLine, header: Header) -> None:
    is_own = line.kind != "tournament" or line.stream == header.tournament
    if line.tournament != header.tournament or line.kind not in KINDS or not is_own:
        raise BrokenFile(number, _("this event is not of the tournament that the file is said to hold."))


def _want_streams_of_it(header: Header, events: Sequence[tuple[bytes, EventLine]]) -> None:
    there = {line.stream: line.kind for _text, line in events}
    for pk, (kind, of_tournament) in kinds_of(there).items():
        if (kind, of_tournament) != (there[pk], header.tournament):
            number = next(place for place, (_text, line) in enumerate(events, start=2) if line.stream == pk)
            raise BrokenFile(number, _("this event belongs to another tournament here."))


def _folded(header: Header, events: Iterable[EventLine]) -> TournamentState:
    own = [line for line in events if line.stream == header.tournament]
    with _replayed(2):
        return tournament.fold(codec.current().decode(line.name, line.schema, line.data) for line in own)


@contextmanager
def _replayed(line: int) -> Iterator[None]:
    """Around whatever is computed from a file's events: where it cannot be, that is the file's fault, unlike
    a disk that is full. A file made by hand may hold events that can be read and say what never was.
    """
    try:
        yield
    except (BrokenFile, OSError, OperationalError):
        raise
    except Exception as error:
        words = _("the tournament cannot be replayed: %(error)s") % {"error": error}
        raise BrokenFile(line, words) from error


# ---------------------------------------------------------------- what of it comes in


def _allowed(found: _File, club: Club) -> Iterator[bytes]:
    """The file as it may come in: the same events, and the rows of a few kinds, this club's."""
    rows = [_tournament_row(found, club), *_people_in(found), *_hands_in(found)]
    yield _line(msgspec.structs.replace(found.header, rows=len(rows)))
    for text, _line_read in found.events:
        yield text
    for row in rows:
        yield _line(row)


def _line(value: Any) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _words_in(found: _File) -> dict[str, Any]:
    row = next(
        (each for each in found.rows if each.model.lower() == "tournaments.tournament"
         and str(each.pk) == str(found.header.tournament)), None
    )  # fmt: skip
    if row is None:
        raise BrokenFile(1, _("the file does not say what the tournament is called."))
    return {name: row.fields[name] for name in WORDS if name in row.fields}


def _tournament_row(found: _File, club: Club) -> dict[str, Any]:
    pk, words = found.pk, _words_in(found)
    here = Tournament.objects.filter(pk=pk).first()
    taken = club.tournaments.exclude(pk=pk).values_list("slug", flat=True)
    words["slug"] = (
        here.slug if here else free_slug(str(words.get("slug") or words.get("name")), taken, "event")
    )
    state = Tournament.State.OPEN if found.state.out_rounds() else Tournament.State.DRAFT
    fields = {**words, "club": str(club.pk), "state": state, "side_size": found.state.side_size, "version": 0}
    return {"model": "tournaments.tournament", "pk": str(pk), "fields": fields}


def _people_in(found: _File) -> list[dict[str, Any]]:
    """The persons that its events name, and whose duplicates they are; without login and address."""
    said = "".join(line.data for _text, line in found.events if line.kind == "tournament")
    rows = {str(row.pk): row for row in found.rows if row.model.lower() == "games.player"}
    for pk in rows:
        _want_an_end(found, pk, rows)
    wanted = {pk for pk in rows if pk in said}
    more = set(wanted)
    while more:
        into = {str(rows[pk].fields.get("merged_into") or "") for pk in more}
        more = (into & rows.keys()) - wanted
        wanted |= more
    # Who others belong to comes before them.
    order = sorted(wanted, key=lambda pk: rows[pk].fields.get("merged_into") in wanted)
    return [_person(rows[pk], wanted) for pk in order]


def _want_an_end(found: _File, pk: str, rows: Mapping[str, RowLine]) -> None:
    """Whose duplicate somebody is leads to a person who is nobody's."""
    seen: list[str] = []
    while pk in rows and pk not in seen:
        seen.append(pk)
        pk = str(rows[pk].fields.get("merged_into") or "")
    if pk in seen:
        raise BrokenFile(
            found.line_of["games.player", pk], _("this person is said to be a duplicate of itself.")
        )


def _person(row: RowLine, wanted: set[str]) -> dict[str, Any]:
    fields = {name: row.fields[name] for name in PERSON if name in row.fields}
    into = row.fields.get("merged_into")
    fields["key"] = name_key(str(fields.get("name", "")))
    fields["merged_into"] = into if into in wanted else None
    return {"model": "games.player", "pk": str(row.pk), "fields": fields}


def _hands_in(found: _File) -> Iterator[dict[str, Any]]:
    streams = {str(line.stream): line.kind for _text, line in found.events}
    for row in found.rows:
        is_one = row.model.lower() == "games.hand" and streams.get(str(row.pk)) == "hand"
        if is_one and streams.get(str(row.fields.get("match_id"))) == "match":
            fields = {**row.fields, "tournament_id": str(found.header.tournament)}
            yield {"model": "games.hand", "pk": str(row.pk), "fields": fields}
