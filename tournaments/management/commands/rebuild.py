"""Read all read rows anew from the log, or only tell where they say something else."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from tqdm import tqdm

from games.eventstore.log import head
from tournaments.models.club import Club
from tournaments.services import figures_again, rebuild
from tournaments.services.rebuild import Outcome
from tournaments.services.rows.tables import Table


class Command(BaseCommand):
    help = (
        "Replay the log and have every read row (rounds, matches, hands, live standings …) say what its"
        " events come to. Rows that are right are not touched; running it twice changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tournament", type=UUID, metavar="ID", help="only this tournament")
        parser.add_argument(
            "--check",
            action="store_true",
            help="write nothing: one line for each difference, exit code 1 if any",
        )
        parser.add_argument(
            "--progress", action="store_true", help="show a progress bar even where no terminal is"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = self.wanted(options["tournament"])
        outcomes = []
        work = rebuild.check if options["check"] else rebuild.rebuild
        with tqdm(
            total=rebuild.stream_count(wanted),
            unit=_("streams"),
            disable=False if options["progress"] else None,
            leave=False,
        ) as bar:
            for tournament_id in wanted:
                outcome = work(tournament_id, on_stream=bar.update)
                for sentence in outcome.sentences() if options["check"] else outcome.findings:
                    with bar.external_write_mode():
                        self.stdout.write(sentence)
                outcomes.append(outcome)
        self.tell(
            outcomes, self.clubs(options["tournament"], check=options["check"]), wrote=not options["check"]
        )

    def wanted(self, only: UUID | None) -> list[UUID]:
        """The tournaments to be read."""
        known = rebuild.all_tournaments()
        if only is None:
            return known
        if only not in known:
            raise CommandError(_("There is no tournament %(id)s.") % {"id": only})
        return [only]

    def clubs(self, tournament_id: UUID | None, *, check: bool) -> int:
        """How many clubs had wrong ratings or season tables; asked once rows are right."""
        clubs = Club.objects.order_by("created_at")
        if tournament_id is not None:
            clubs = clubs.filter(tournaments=tournament_id)
        work = figures_again.differ if check else figures_again.rebuild
        wrong = [club for club in clubs if work(club.pk)]
        for club in wrong if check else ():
            self.stdout.write(figures_again.sentence(club))
        return len(wrong)

    def tell(self, outcomes: Sequence[Outcome], clubs: int, *, wrote: bool) -> None:
        """How much was wrong, and whether it is right now."""
        told = {"tournaments": len(outcomes), "position": head().position}
        wrong = sum(outcome.count for outcome in outcomes)
        findings = sum(len(outcome.findings) for outcome in outcomes)
        if not wrong and not findings and not clubs:
            self.stdout.write(
                _("Every row is what its events come to: tournaments %(tournaments)d, position %(position)d.")
                % told
            )
            return
        if wrote:
            for table, count in self.rows_by_table(outcomes).items():
                self.stdout.write(f"{table.plural}: {count}")
            if clubs:
                self.stdout.write(
                    _("clubs whose ratings or season tables were wrong: %(count)d") % {"count": clubs}
                )
        said = (
            ngettext("%(rows)d row was put right.", "%(rows)d rows were put right.", wrong)
            if wrote
            else ngettext(
                "%(rows)d row says something else than its events.",
                "%(rows)d rows say something else than their events.",
                wrong,
            )
        )
        if wrong:
            self.stdout.write(said % {"rows": wrong})
        if findings or not wrote:
            found = findings if wrote else findings + wrong + clubs
            self.stderr.write(_("Findings: %(count)d.") % {"count": found})
            sys.exit(1)

    def rows_by_table(self, outcomes: Sequence[Outcome]) -> Counter[Table]:
        """How many rows of each table were wrong."""
        counts: Counter[Table] = Counter()
        for outcome in outcomes:
            counts.update({table: len(rows) for table, rows in outcome.rows.items()})
        return counts
