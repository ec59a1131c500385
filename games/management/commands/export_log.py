"""Write the log and every row that cannot be rebuilt to one JSON Lines file."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from tqdm import tqdm

from games.eventstore.read import head
from games.eventstore.transfer import export as transfer
from games.eventstore.transfer.packed import packing
from games.eventstore.transfer.whole_file import whole_file


class Command(BaseCommand):
    help = (
        "Write the log, and the rows that no replay brings back, to a JSON Lines file (- is standard output)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", help="the file to write, packed where it ends in .gz; - is standard output"
        )
        parser.add_argument("--tournament", type=UUID, metavar="ID", help="only this tournament")
        parser.add_argument("--without-people", action="store_true", help="leave out names and addresses")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["file"]
        if name == "-":
            self.export(sys.stdout.buffer, options)
            return
        with whole_file(Path(name)) as out, packing(out) if name.endswith(".gz") else nullcontext(out) as to:
            self.export(to, options)

    def export(self, out: BinaryIO, options: dict[str, Any]) -> None:
        """Write to an open file, with a bar on the terminal."""
        tournament_id = options["tournament"]
        total = transfer.event_count(until=head().position, tournament_id=tournament_id)
        with tqdm(total=total, unit=_("events"), disable=None, leave=False) as bar:
            header = transfer.export(
                out,
                tournament_id=tournament_id,
                people=not options["without_people"],
                on_event=bar.update,
            )
        self.stderr.write(
            _("%(events)d events and %(rows)d rows, up to position %(position)d, head %(head)s.")
            % {
                "events": header.events,
                "rows": header.rows,
                "position": header.position,
                "head": header.head,
            },
            self.style.SUCCESS,
        )
