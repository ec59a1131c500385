"""Read a file written by export_log: all of it into an empty database, or what is new into another."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from tqdm import tqdm

from games.eventstore.transfer import importing
from games.eventstore.transfer.lines import BrokenFile, Header
from games.eventstore.transfer.packed import unpacked


class Command(BaseCommand):
    help = "Read a file of export_log. All of it is imported or nothing; importing it again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the file to read; - is standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["file"]
        try:
            if name == "-":
                self.read(unpacked(sys.stdin.buffer))
                return
            with Path(name).open("rb") as file:
                self.read(unpacked(file))
        except BrokenFile as error:
            raise CommandError(
                _("Nothing was imported. Line %(line)d: %(reason)s")
                % {"line": error.line, "reason": error.reason}
            ) from error
        except OSError as error:
            raise CommandError(str(error)) from error

    def read(self, file: Iterable[bytes]) -> None:
        """Import an open file, with a bar on the terminal."""
        with tqdm(unit=_("lines"), disable=None, leave=False) as bar:

            def say_how_many(header: Header) -> None:
                bar.reset(total=header.events + header.rows)

            done = importing.import_log(file, on_header=say_how_many, on_line=bar.update)
        self.stdout.write(
            _(
                "%(events)d events and %(rows)d rows imported, %(known)d events and %(known_rows)d rows"
                " were here already; the log is at position %(position)d."
            )
            % {
                "events": done.events,
                "rows": done.rows,
                "known": done.known_events,
                "known_rows": done.known_rows,
                "position": done.position,
            }
        )
