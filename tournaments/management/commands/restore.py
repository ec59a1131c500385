"""Bring a club back from a backup: one command, on any machine and either database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from tqdm import tqdm

from games.eventstore.log import head
from games.eventstore.transfer.importing import prove
from games.eventstore.transfer.lines import BrokenFile, Header
from games.eventstore.transfer.packed import unpacked
from tournaments.services import backups


class Command(BaseCommand):
    help = "Bring a club back from a backup into an empty database, which is made where there is none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="the backup (default: the newest in BACKUP_FOLDER)"
        )

        parser.add_argument(
            "--check", action="store_true", help="only prove that the backup is whole; nothing is written"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file = options["file"] or backups.newest()
        if file is None:
            raise CommandError(_("There is no backup in BACKUP_FOLDER: manage.py restore FILE"))
        if options["check"]:
            self.prove(file)
            return
        call_command("migrate", verbosity=0, interactive=False)
        if head().position:
            raise CommandError(
                _(
                    "There is a club in this database already, and nothing was changed. Name an empty"
                    " database in DATABASE_URL; or add what is new in the file with:"
                    " manage.py import_log %(file)s"
                )
                % {"file": file}
            )
        self.stderr.write(_("Restoring %(file)s") % {"file": file})
        call_command("import_log", str(file), stdout=self.stdout, stderr=self.stderr)

    def prove(self, file: Path) -> None:
        """Read all of it and prove its chain, with a bar on the terminal."""
        with tqdm(unit=_("lines"), disable=None, leave=False) as bar:

            def say_how_many(header: Header) -> None:
                bar.reset(total=header.events + header.rows)

            try:
                with file.open("rb") as opened:
                    header = prove(unpacked(opened), on_header=say_how_many, on_line=bar.update)
            except BrokenFile as error:
                said = {"file": file, "line": error.line, "reason": error.reason}
                raise CommandError(
                    _("%(file)s is no whole backup. Line %(line)d: %(reason)s") % said
                ) from error
            except OSError as error:
                raise CommandError(str(error)) from error
        said = {"file": file, "events": header.events, "rows": header.rows, "position": header.position}
        self.stdout.write(
            _("%(file)s is whole: %(events)d events and %(rows)d rows, up to position %(position)d.") % said
        )
