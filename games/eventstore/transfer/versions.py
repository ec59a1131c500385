"""What a file is that this release cannot import, in words: what was found, and what is possible now."""

from __future__ import annotations

from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from games.eventstore.codec import UnknownEvent, current
from games.eventstore.transfer import lines
from games.eventstore.transfer.lines import BrokenFile, Header

ZIP, SQLITE = b"PK\x03\x04", b"SQLite format 3\x00"


def header_of(text: bytes) -> Header:
    """The header that the first line of a file is, or BrokenFile with what the file is instead."""
    try:
        found: Any = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BrokenFile(1, _not_text(text)) from None
    if not isinstance(found, dict) or "format" not in found:
        raise BrokenFile(1, _no_header())
    if found["format"] != lines.FORMAT:
        raise BrokenFile(
            1,
            _("this file says that it is “%(found)s”, no exported log. manage.py export_log writes one.")
            % {"found": found["format"]},
        )
    if found.get("version") != lines.VERSION:
        raise BrokenFile(1, _other_format(found.get("version"), found.get("release")))
    return lines.read(text, Header, 1)


def unknown_event(error: UnknownEvent, header: Header) -> str:
    """Why an event of the file cannot be read by this release, and which release can."""
    known = current().schemas(error.name)
    facts = {"name": error.name, "found": error.schema, "release": settings.RELEASE}
    if known and error.schema < max(known):
        said = (
            _("the event “%(name)s” is of version %(found)d, older than release %(release)s reads.") % facts
        )
        return f"{said} {_by_way_of_theirs(header.release)}"
    if known:
        said = _(
            "the event “%(name)s” is of version %(found)d; release %(release)s reads up to version"
            " %(newest)d."
        )
        said %= {**facts, "newest": max(known)}
    else:
        said = _("release %(release)s does not know the event “%(name)s” (version %(found)d).") % facts
    return f"{said} {_install(header.release)}"


def with_release(reason: str, header: Header) -> str:
    """A reason, followed by the way out where the file was written by another release than this one."""
    if header.release in ("", settings.RELEASE):
        return reason
    return f"{reason.rstrip('.')}. {_install(header.release)}"


def _not_text(text: bytes) -> str:
    if not text.strip():
        return _("the file is empty. Export the log again, and copy the file whole.")
    if text.startswith(ZIP):
        return _("this file is compressed. Unpack it, then import what was in it.")
    if text.startswith(SQLITE):
        return _(
            "this file is a database, no exported log. Run the program on it (DATABASE_URL) and export from"
            " there."
        )
    if b'"format"' in text and not text.endswith(b"\n"):
        return _("the file breaks off in this line. Copy it again, or export it again.")
    return _no_header()


def _no_header() -> str:
    return _("this is no exported log: its first line is no header. manage.py export_log writes one.")


def _other_format(version: object, release: object) -> str:
    theirs = release if isinstance(release, str) else ""
    found = _("this file is of format version %(found)s; release %(release)s reads version %(version)d.") % {
        "found": version,
        "release": settings.RELEASE,
        "version": lines.VERSION,
    }
    older = isinstance(version, int) and version < lines.VERSION
    return f"{found} {_by_way_of_theirs(theirs) if older else _install(theirs)}"


def _install(theirs: str) -> str:
    if theirs in ("", settings.RELEASE):
        return _("Install the release that wrote the file, or a newer one, here; then import it again.")
    return _(
        "The file was written by release %(theirs)s: install that one or a newer one here, then import it"
        " again."
    ) % {"theirs": theirs}


def _by_way_of_theirs(theirs: str) -> str:
    if theirs in ("", settings.RELEASE):
        return _(
            "Import it with the release that wrote it, into an empty database; update that, and export from"
            " there."
        )
    return _(
        "Import it with release %(theirs)s, which wrote it, into an empty database; update that, and export"
        " from there."
    ) % {"theirs": theirs}
