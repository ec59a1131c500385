"""Bring a club back from a backup: one command, on any machine and either database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games.eventstore.log import head
from tournaments.services import backups


class Command(BaseCommand):
    help = "Bring a club back from a backup into an empty database, which is made where there is none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="the backup (default: the newest in BACKUP_FOLDER)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file = options["file"] or backups.newest()
        if file is None:
            raise CommandError(_("There is no backup in BACKUP_FOLDER: manage.py restore FILE"))
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
