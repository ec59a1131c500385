"""`manage.py meld CARDS… [--limit 10] [--json]`: best melds and deadwood, for eleven cards the knocks."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.engine.cards import card_text, cards_of, holding, parse_cards, value
from games.engine.errors import NotationError
from games.engine.melds import (
    deadwood,
    first_arrangement,
    gin_discards,
    is_big_gin,
    knock_discards,
    least_after_discard,
)

MOST_DEADWOOD = 98  # ten unmatched cards (rules 1.1): a higher limit limits nothing


def read_hand(text: str) -> int:
    """The holding of a written hand. No card, a bad card, a card twice: `NotationError("unreadable")`."""
    cards = parse_cards(text)
    if not cards:
        raise NotationError("unreadable", "There are no cards here.", {"text": text.strip()})
    twice = [card_text(card) for card in dict.fromkeys(cards) if cards.count(card) > 1]
    if twice:
        raise NotationError(
            "unreadable", f"{', '.join(twice)} is in this hand more than once.", {"cards": twice}
        )
    return holding(cards)


def describe(held: int, limit: int) -> dict[str, Any]:
    """The object that `--json` prints for a hand: always these keys, the discards for eleven cards only."""
    eleven = held.bit_count() == 11
    return {
        "min_deadwood": deadwood(held),
        "melds": [_texts(cards_of(meld)) for meld in first_arrangement(held)],
        "min_after_discard": least_after_discard(held) if eleven else None,
        "knock_discards": _texts(knock_discards(held, limit)) if eleven else None,
        "gin_discards": _texts(gin_discards(held)) if eleven else None,
        "big_gin": is_big_gin(held),
    }


def _texts(cards: Iterable[int]) -> list[str]:
    return [card_text(card) for card in cards]


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= MOST_DEADWOOD):
        raise ArgumentTypeError(_("the limit is a whole number from 0 to %(most)d") % {"most": MOST_DEADWOOD})
    return int(text)


class Command(BaseCommand):
    help = "Print the best melds and the deadwood of a hand; for eleven cards also the knocks it allows."
    # Cards alone: no database, no migrations, no checks of the site.
    requires_system_checks = []  # noqa: RUF012 (Django declares it so)
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("cards", nargs="*", help="cards such as 7d Td 10♦ As")
        parser.add_argument("--limit", type=_limit, default=10, help="highest count that may knock (10)")
        parser.add_argument(
            "--json",
            action="store_true",
            help="one JSON object a hand; without cards, hands are read from standard input, one a line",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        text = " ".join(options["cards"])
        if options["json"]:
            self._as_json([text] if options["cards"] else _standard_input(), options["limit"])
        elif options["cards"]:
            self._as_text(text, options["limit"])
        else:
            raise CommandError(_("Name the cards, such as: meld 7s 7h 7d 3s 4s 5s Kd"))

    def _as_json(self, lines: Iterable[str], limit: int) -> None:
        bad_lines = 0
        for number, line in enumerate(lines, start=1):
            try:
                answer = describe(read_hand(line), limit)
            except NotationError as refused:
                bad_lines += 1
                answer = {"line": number, "code": refused.code, "message": refused.message}
            self.stdout.write(json.dumps(answer))
        if bad_lines:
            sys.exit(1)

    def _as_text(self, text: str, limit: int) -> None:
        try:
            held = read_hand(text)
        except NotationError as refused:
            raise CommandError(refused.message) from refused
        melds = first_arrangement(held)
        loose = held ^ sum(melds)
        written = " | ".join(" ".join(_texts(cards_of(meld))) for meld in melds)
        self.stdout.write(_("Melds: %(melds)s") % {"melds": written} if melds else _("No melds."))
        if loose:
            unmatched = {"points": value(loose), "cards": " ".join(_texts(cards_of(loose)))}
            self.stdout.write(_("Deadwood: %(points)d (%(cards)s)") % unmatched)
        else:
            self.stdout.write(_("Deadwood: 0"))
        if held.bit_count() == 11:
            for sentence in _discard_sentences(held, limit):
                self.stdout.write(sentence)


def _discard_sentences(held: int, limit: int) -> Iterator[str]:
    if is_big_gin(held):
        yield _("Big gin: all eleven cards are melded.")
    yield _("Least deadwood after a discard: %(points)d") % {"points": least_after_discard(held)}
    knocks, gins = knock_discards(held, limit), gin_discards(held)
    if knocks:
        allowed = {"limit": limit, "cards": " ".join(_texts(knocks))}
        yield _("Discards that allow a knock at %(limit)d or less: %(cards)s") % allowed
    else:
        yield _("No discard allows a knock at %(limit)d or less.") % {"limit": limit}
    if gins:
        yield _("Discards that make gin: %(cards)s") % {"cards": " ".join(_texts(gins))}


def _standard_input() -> Iterator[str]:
    """The lines of standard input. Bytes that are no UTF-8 spoil their own line and no other."""
    for number, line in enumerate(sys.stdin.buffer):
        text = line.decode("utf-8", "replace")
        yield text.removeprefix("\ufeff") if number == 0 else text
