"""Erase what one event of the log says, for ever: its place, time, author and the chain stay."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.engine.errors import Refusal
from tournaments.services.erasing import erase_event


class Command(BaseCommand):
    help = (
        "Erase the payload of the event at a position, such as a note that names somebody. Refused where"
        " a result or a ruling that holds rests on it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("position", type=int, help="the position that the log in words gives")

    def handle(self, *args: Any, **options: Any) -> None:
        position = options["position"]
        try:
            entry = erase_event(position)
        except LookupError as error:
            raise CommandError(str(error)) from error
        except Refusal as error:
            raise CommandError(error.message) from error
        if entry is None:
            self.stdout.write(_("Position %(position)d is erased already.") % {"position": position})
            return
        said = {"position": position, "name": entry.name}
        self.stdout.write(_("Position %(position)d (%(name)s) is erased. The chain holds.") % said)
