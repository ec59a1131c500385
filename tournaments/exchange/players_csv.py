"""A list of players as a file: bytes to a preview. Nothing is written; what is wrong is told by line."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.exchange.encodings import Decoded, NotText, decode
from tournaments.exchange.headings import Role, roles_of
from tournaments.exchange.people import EMAIL, Reader
from tournaments.exchange.preview import Preview, Problem
from tournaments.exchange.seeding import seeded_by_rating
from tournaments.exchange.table import Record, delimiter_of, records, widest
from tournaments.exchange.texts import clean, has_letters

MOST_ROWS = 10_000


def read_players(
    data: bytes, *, known: Collection[str] = (), side_size: int = 1, encoding: str | None = None
) -> Preview:
    """What this file would bring. `known`: names the club has already; `side_size` 2 for partnerships.

    Reads UTF-8 with or without a mark, UTF-16, Windows-1252 and, as a guess, encodings of other scripts
    (`encoding`
    overrules); delimiters `;`, tab, `,`; headings in twelve languages or none. Columns: name (or first and
    last name), partner, rating, seed (from the ratings where none is given), club, email, private, under
    age, start points. The same bytes always give the same preview. Never raises for what a file may hold.
    """
    if not data.strip():
        return _nothing("empty_file")
    try:
        decoded = decode(data, encoding)
    except NotText:
        return _nothing("not_text")
    except (UnicodeDecodeError, LookupError):
        return _nothing("unknown_encoding", encoding=encoding)
    if not clean(decoded.text):
        return _nothing("empty_file")
    return _read(decoded, known, side_size)


def _read(decoded: Decoded, known: Collection[str], side_size: int) -> Preview:
    reader = Reader(side_size=side_size, known=known)
    delimiter = delimiter_of(decoded.text)
    found = list(records(decoded.text, delimiter))
    heading = roles_of(found[0].cells)
    roles = heading if heading is not None else _guessed_roles(found, side_size)
    body = found[1:] if heading is not None else found
    if heading is not None:
        _tell_unknown_columns(reader, found[0], roles)
    if not any(role in ("name", "first_name", "last_name") for role in roles):
        reader.tell(found[0].line, "no_name_column")
        body = []
    if len(body) > MOST_ROWS:
        reader.tell(0, "too_many_rows", kept=True, most=MOST_ROWS)
    for record in body[:MOST_ROWS]:
        if len(record.cells) > len(roles) and any(cell.strip() for cell in record.cells[len(roles) :]):
            reader.tell(record.line, "too_many_cells", kept=True)
        reader.read(
            record.line,
            {role: cell for role, cell in zip(roles, record.cells, strict=False) if role is not None},
        )
    return Preview(
        rows=seeded_by_rating(reader.rows),
        problems=tuple(sorted(reader.problems, key=lambda problem: problem.line)),
        encoding=decoded.encoding,
        guessed=decoded.guessed,
        delimiter=delimiter,
        has_header=heading is not None,
        columns=tuple(role or "" for role in roles),
    )


def _guessed_roles(found: Sequence[Record], side_size: int) -> tuple[Role | None, ...]:
    """Without headings: columns of text are the name, then the partner or the last name; one with @ is
    e-mail.

    Numbers are left out, for nobody knows what they count, and so is any further text.
    """
    wanted: list[Role] = ["name", "partner"] if side_size == 2 else ["first_name", "last_name"]
    texts: list[int] = []
    roles: list[Role | None] = [None] * widest(found)
    for column in range(len(roles)):
        cells = [clean(record.cells[column]) for record in found if column < len(record.cells)]
        filled = [cell for cell in cells if cell]
        if any(EMAIL.fullmatch(cell) for cell in filled):
            roles[column] = "partner_email" if "email" in roles else "email"
        elif filled and 2 * sum(has_letters(cell) for cell in filled) > len(filled):
            texts.append(column)
    if len(texts) == 1 or _is_whole_name(found, texts):
        wanted[0] = "name"
    if wanted[0] == "name" and side_size == 1:
        texts = texts[:1]
    for column, role in zip(texts, wanted, strict=False):
        roles[column] = role
    return tuple(roles)


def _is_whole_name(found: Sequence[Record], texts: Sequence[int]) -> bool:
    """Do most cells of the first text column hold more than one word?"""
    cells = [clean(record.cells[texts[0]]) for record in found if texts and texts[0] < len(record.cells)]
    return 2 * sum(" " in cell for cell in cells) > len(cells)


def _tell_unknown_columns(reader: Reader, heading: Record, roles: Sequence[Role | None]) -> None:
    for cell, role in zip(heading.cells, roles, strict=True):
        if role is None and clean(cell):
            reader.tell(heading.line, "unknown_column", kept=True, column=clean(cell))


def _nothing(code: str, **data: object) -> Preview:
    return Preview(rows=(), problems=(Problem(line=0, code=code, data=data),))
