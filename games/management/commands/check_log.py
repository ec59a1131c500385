"""Prove the log: chain, positions, streams, payloads, and what the apps can prove beside it."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from tqdm import tqdm

from games.eventstore import checks
from games.eventstore.read import head


class Command(BaseCommand):
    help = "Prove that the log is whole. One line for each finding; exit code 1 if there is any."
    # A database without its triggers is what this command is there to tell about.
    requires_system_checks: list[str] = []  # noqa: RUF012

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--progress", action="store_true", help="show a progress bar even where no terminal is"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = 0
        for finding in self.findings(always=options["progress"]):
            found += 1
            self.stdout.write(finding)
        if found:
            self.stderr.write(_("Findings: %(count)d.") % {"count": found})
            sys.exit(1)
        position, hash_ = head()
        self.stdout.write(
            _("The log is whole: position %(position)d, head %(head)s, redacted %(redacted)d.")
            % {"position": position, "head": hash_.hex(), "redacted": checks.redacted_count()}
        )

    def findings(self, *, always: bool) -> Any:
        """All findings, with a bar on the terminal while the log is read."""
        total = checks.event_count()
        with tqdm(total=total, unit=_("events"), disable=False if always else None, leave=False) as bar:
            yield from checks.findings(on_event=bar.update)
