"""A whole tournament played by bots: for load, for long proofs, for looking at."""

from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.utils import timezone
from tqdm import tqdm

from games.engine.rulesets import RULESETS, preset
from games.services.command import Command as Order
from scoring.tiebreaks import SWISS_ORDER
from tournaments import simulation
from tournaments.engine.formats import FORMATS
from tournaments.models.tournament import StandingLine, Tournament
from tournaments.names import people
from tournaments.services import clubs, registration, tournaments
from tournaments.tasks import once_at_the_end

SEATS = {1: ("two", "three", "table"), 2: ("partners",)}


class Command(BaseCommand):
    """Make a club and a tournament, draw, play, close and publish every round."""

    help = "Play a whole tournament with bots, every hand recorded card by card."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=64, help="persons (default: 64)")
        parser.add_argument("--rounds", type=int, default=7, help="rounds (default: 7)")
        parser.add_argument("--partnership", action="store_true", help="fixed partners, two boards a match")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same evening")
        parser.add_argument(
            "--rules", default="", help=f"one of: {', '.join(rules.key for rules in RULESETS)}"
        )
        parser.add_argument("--format", default="swiss", choices=[each.key for each in FORMATS])

    def handle(self, *args: Any, **options: Any) -> None:
        size = 2 if options["partnership"] else 1
        rules = preset(options["rules"] or ("partnership_125" if size == 2 else "club25"))
        if rules.seats not in SEATS[size]:
            wanted = ", ".join(SEATS[size])
            raise CommandError(f"{rules.key} is played by {rules.seats}; choose rules for {wanted}.")
        made = next(each.sizes for each in FORMATS if each.key == options["format"])
        if max(made[0], rules.sides[0]) > min(made[1], rules.sides[1]):
            raise CommandError(f"{rules.key} is for {rules.sides[0]} at one table: --format one_table.")
        if options["players"] % size or options["players"] < 2 * size:
            raise CommandError("There must be at least two sides, and partners come in twos.")
        random = Random(options["seed"])
        club = clubs.create_club(
            name=f"Simulation {options['seed']}", tables=options["players"] // (2 * size) + 1
        )
        row = tournaments.create_tournament(
            Order(actor=simulation.DIRECTOR), club=club,
            name=f"{options['players']} players, {options['rounds']} rounds", starts_at=timezone.now(),
            zone="UTC", side_size=size, rules=rules, format=options["format"], rounds=options["rounds"],
            tiebreaks=SWISS_ORDER,
        )  # fmt: skip
        names = people(options["players"], random)
        sides = [names[first : first + size] for first in range(0, len(names), size)]
        registration.enter_sides(
            Order(actor=simulation.DIRECTOR), row,
            [registration.NewSide(names=tuple(side), seed=seed) for seed, side in enumerate(sides, start=1)],
        )  # fmt: skip
        tournaments.announce(row)
        self.play(row, random, options["rounds"], len(sides) // 2, quiet=options["verbosity"] == 0)

    def play(self, row: Tournament, random: Random, rounds: int, a_round: int, *, quiet: bool) -> None:
        """Every round, with a bar; then the table."""
        bots = simulation.Bots(row, random)
        with tqdm(total=rounds * a_round, unit="match", disable=quiet or None) as bar:
            for number in range(1, rounds + 1):
                with once_at_the_end():
                    for _match in simulation.run_round(bots, stage=1, number=number):
                        bar.update()
        self.stdout.write(f"{bots.played} hands in {bots.matches} matches. The leaders:")
        lines = StandingLine.objects.filter(stage__tournament=row).prefetch_related("entry__persons__player")
        for line in lines[:5]:
            values = line.line["values"]
            self.stdout.write(f"{line.rank:3} {line.entry.name:32} GP {values['GP']:3} NS {values['NS']:5}")
