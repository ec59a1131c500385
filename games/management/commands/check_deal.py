"""`manage.py check_deal FILE|- | --hand ID | --log`: was the deck the one committed to at the deal?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games import access
from games.engine import sealed_deal
from games.engine.errors import Refusal
from games.engine.json_lines import numbered_lines, read_object
from games.engine.sealed_deal import Check
from games.management.records import opened
from games.models.hand import Hand

Named = tuple[str, Mapping[str, Any]]


class Command(BaseCommand):
    help = "Compute the commitments of deals again, from a record (docs/record.md) or from the log."
    # A record alone needs no database.
    requires_system_checks = []  # noqa: RUF012 (Django declares it so)
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("file", nargs="?", help="a record in JSON Lines; - is standard input")
        which.add_argument("--hand", type=UUID, metavar="ID", help="a hand of the log")
        which.add_argument("--log", action="store_true", help="every finished hand of the log that was dealt")
        parser.add_argument("--commitment", help="what was noted at the deal; it must be the record's own")
        parser.add_argument("--json", action="store_true", help="one JSON object a hand")

    def handle(self, *args: Any, **options: Any) -> None:
        bad = 0
        for name, line in _deals(options):
            try:
                done = sealed_deal.check(line)
            except Refusal as refusal:
                bad += 1
                self._print({"hand": name, "verdict": "refused", "message": refusal.message}, options)
                continue
            if options["log"] and done.verdict == "not_sealed":
                continue
            verdict = _verdict(done, options["commitment"])
            bad += verdict not in ("kept", "not_told")
            self._print({"hand": name, "verdict": verdict, "commitment": done.commitment, "salt": done.salt,
                         "deck": list(done.deck), "computed": done.computed}, options)  # fmt: skip
        if bad:
            sys.exit(1)

    def _print(self, told: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.stdout.write(json.dumps(told) if options["json"] else _sentence(told))


def _deals(options: Mapping[str, Any]) -> Iterator[Named]:
    if options["file"] is not None:
        with opened(options["file"]) as file:
            yield from _of_record(numbered_lines(file))
        return
    rows: Iterable[Hand] = Hand.objects.filter(phase=Hand.Phase.FINISHED).order_by("created_at").iterator()
    if options["hand"] is not None:
        rows = Hand.objects.filter(pk=options["hand"])
        if not rows:
            raise CommandError(_("There is no hand %(hand)s.") % {"hand": options["hand"]})
    for row in rows:
        yield str(row.pk), access.visible_events(row)[0]


def _of_record(lines: Iterable[tuple[int, bytes]]) -> Iterator[Named]:
    """The deal lines of a record. Raises CommandError for a line that cannot be read."""
    hands = 0
    for number, text in lines:
        try:
            line = read_object(text)
        except Refusal as refusal:
            raise CommandError(_("Line %(line)d: %(why)s") % {"line": number, "why": refusal}) from refusal
        if "e" not in line:
            hands += 1
            yield str(line.get("hand", hands)), line


def _verdict(done: Check, noted: str | None) -> str:
    if noted is not None and noted.strip().lower() != done.commitment:
        return "other_commitment"
    return done.verdict


def _sentence(told: Mapping[str, Any]) -> str:
    sentences = {
        "kept": _("Hand %(hand)s: kept. The deck is the one that was committed to: %(commitment)s"),
        "broken": _("Hand %(hand)s: BROKEN. Committed to %(commitment)s, but this deck gives %(computed)s"),
        "not_told": _(
            "Hand %(hand)s: committed to %(commitment)s; deck and salt are told when the hand is over."
        ),
        "not_sealed": _("Hand %(hand)s: nothing was committed to; the hand was not dealt by the server."),
        "other_commitment": _("Hand %(hand)s: the record says %(commitment)s, which is not what was noted."),
        "refused": _("Hand %(hand)s: refused. %(message)s"),
    }
    return sentences[told["verdict"]] % told
