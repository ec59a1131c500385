"""`manage.py replay FILE|- [--json] [--at N] [--seat S]`: how the hands of a record ended."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.record import RecordedHand, RefusedHand, family_of, read_hands, state_at
from games.engine.results import HandResult
from games.management.records import opened


class Command(BaseCommand):
    help = "Replay the hands of a record (docs/record.md) and print how each ended."
    # Records alone: no database, no migrations, no checks of the site.
    requires_system_checks = []  # noqa: RUF012 (Django declares it so)
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a record in JSON Lines; - is standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object a hand")
        parser.add_argument(
            "--at", type=_number, metavar="N", help="show each hand after event N; 0 is the deal"
        )
        parser.add_argument(
            "--seat", type=_number, metavar="S", help="with --at: what this seat sees, not the public"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["seat"] is not None and options["at"] is None:
            raise CommandError(_("--seat says who looks: name the event too, with --at."))
        refused = False
        with opened(options["file"]) as file:
            for hand in read_hands(file):
                refused = refused or isinstance(hand, RefusedHand)
                self._print(hand, as_json=options["json"], at=options["at"], seat=options["seat"])
        if refused:
            sys.exit(1)

    def _print(
        self, hand: RecordedHand | RefusedHand, *, as_json: bool, at: int | None, seat: int | None
    ) -> None:
        if at is not None and (
            isinstance(hand, RecordedHand) or (hand.dealt is not None and at < hand.event)
        ):
            self.stdout.write(_moment(hand, at, seat, as_json=as_json))
            if isinstance(hand, RefusedHand):
                self.stderr.write(_refused(hand))
        elif as_json:
            self.stdout.write(json.dumps(as_object(hand)))
        else:
            self.stdout.write(_refused(hand) if isinstance(hand, RefusedHand) else _ended(hand))


def as_object(hand: RecordedHand | RefusedHand) -> dict[str, Any]:
    """The object that `--json` prints for a hand: always these keys, in this order."""
    if isinstance(hand, RefusedHand):
        return {
            "hand": hand.name,
            "refused_event": hand.event,
            "line": hand.line,
            "code": hand.code,
            "message": hand.message,
        }
    result = hand.result
    return {
        "hand": hand.name,
        "outcome": result.outcome,
        "knocker": result.knocker,
        "winner": _winner(hand),
        "deadwood": result.deadwood,
        "points": result.points,
        "events": len(hand.events),
        "best_defence": result.best_defence,
        "verified": result.verified,
    }


def _winner(hand: RecordedHand) -> int | list[int] | None:
    """The winner's seat; at a table of Manipulation Rummy, where several may win a round, a list of seats."""
    result = hand.result
    if hand.rules.family == "gin" or result.outcome in ("void", "unfinished"):
        return result.winner
    return list(result.winners)


def _moment(hand: RecordedHand | RefusedHand, at: int, seat: int | None, *, as_json: bool) -> str:
    """One hand after an event, as the public or a seat sees it."""
    rules = hand.rules
    assert rules is not None, "a hand that was dealt has rules"
    state = state_at(rules, hand.dealt, hand.events, at)
    hands = len(state.hands)
    if seat is not None and seat >= hands:
        raise CommandError(
            _("There is no seat %(seat)d; the last is %(last)d.") % {"seat": seat, "last": hands - 1}
        )
    view = asdict(family_of(rules).perspective(state, seat))
    event = min(at, len(hand.events))
    if as_json:
        return json.dumps({"hand": hand.name, "event": event, **view})
    named = {"hand": hand.name, "event": event, "all": len(hand.events)}
    title = _("Hand %(hand)s after event %(event)d of %(all)d") % named
    return "\n".join([title, *(f"  {key}: {_plain(value)}" for key, value in view.items())])


def _plain(value: Any) -> str:
    """A value of a view without brackets: cards parted by blanks, groups by strokes."""
    if value is None:
        return "-"
    if isinstance(value, list | tuple):
        return (" / " if value and isinstance(value[0], list | tuple) else " ").join(
            map(_plain, value)
        ) or "-"
    return str(value)


def _ended(hand: RecordedHand) -> str:
    """How a hand ended, in one line for people."""
    result = hand.result
    named = {"hand": hand.name, "how": _how(result), "score": _score(result)}
    line = (
        _("Hand %(hand)s: %(how)s. %(score)s") % named
        if named["score"]
        else _("Hand %(hand)s: %(how)s.") % named
    )
    read = ngettext("%(n)d event read.", "%(n)d events read.", len(hand.events)) % {"n": len(hand.events)}
    return (
        f"{line} {read}" if result.verified else f"{line} {read} {_('Not verified: no cards were recorded.')}"
    )


def _how(result: HandResult) -> str:
    words = {
        "knock": _("knocked by seat %(seat)s"),
        "gin": _("gin by seat %(seat)s"),
        "big_gin": _("big gin by seat %(seat)s"),
        "undercut": _("knocked by seat %(seat)s and undercut"),
        "wall": _("played to the wall"),
        "out": _("played out by seat %(seat)s"),
        "stock": _("played until the stock ran out"),
        "void": _("void"),
        "unfinished": _("unfinished")
        if result.knocker is None
        else _("unfinished, knocked by seat %(seat)s"),
        None: _("points alone, nobody said how"),
    }
    return words[result.outcome] % {"seat": result.winner if result.knocker is None else result.knocker}


def _score(result: HandResult) -> str:
    if result.outcome in ("wall", "void", "unfinished"):
        return ""
    parts = []
    if result.deadwood is not None:
        parts.append(_("Counts by seat: %(counts)s.") % {"counts": _plain(result.deadwood)})
    winners = result.winners or (() if result.winner is None else (result.winner,))
    if not winners:
        parts.append(_("Nobody scores."))
    for seat in winners:
        won = {"seat": seat, "points": result.points[seat]}
        parts.append(_("Seat %(seat)d scores %(points)d.") % won)
    if result.best_defence is not None and result.knocker is not None:
        parts.append(_("Best defence: %(count)d.") % {"count": result.best_defence})
    return " ".join(parts)


def _refused(hand: RefusedHand) -> str:
    named = {
        "hand": hand.name,
        "event": hand.event,
        "line": hand.line,
        "code": hand.code,
        "why": hand.message,
    }
    if hand.name is None:
        return _("Line %(line)d refused (%(code)s): %(why)s") % named
    return _("Hand %(hand)s refused at event %(event)d, line %(line)d (%(code)s): %(why)s") % named


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ArgumentTypeError(_("a whole number from 0 is wanted"))
    return int(text)
