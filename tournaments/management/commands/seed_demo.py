"""The demo club."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError
from django.core.management.base import BaseCommand
from tqdm import tqdm

from tournaments import demo

MATCHES = 4 * 7 + 8 + 8 + 10


class Command(BaseCommand):
    """Make a club with a finished, a running and a coming event."""

    help = "Make the demo club: a finished, a running and a coming event with real hands in them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="do nothing where there is a club already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if demo.is_there():
            if options["if_empty"]:
                return
            raise CommandError("There is a club already; the demo club is made in an empty database only.")
        with tqdm(
            total=MATCHES, unit="match", desc="Demo club", disable=options["verbosity"] == 0 or None
        ) as bar:
            demo.build(bar.update)
        if options["verbosity"]:
            self.stdout.write("The demo club is there.")
