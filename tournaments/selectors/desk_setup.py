"""What a tournament's setup comes to: the evening's length, the rules in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.errors import NotationError
from games.engine.rulesets import RuleSet, change
from tournaments.engine.cuts import cut_from_wire
from tournaments.engine.evening import MINUTES_BETWEEN_ROUNDS, Estimate, estimate
from tournaments.engine.formats import format_named
from tournaments.engine.formats.options import format_options_from_wire
from tournaments.engine.new_stage import NewStage
from tournaments.selectors.formats_in_words import format_advice, format_in_words
from tournaments.selectors.rules_in_words import rules_in_words, rules_line

LONG = 240
SIX_HANDS = 6


def planned_evening(
    rules: RuleSet,
    changed: Mapping[str, Any],
    *,
    format: str,
    sides: int,
    rounds: int,
    options: Mapping[str, Any] | None = None,
    final: NewStage | None = None,
) -> dict[str, Any] | None:
    """The evening from its slowest table, and the rules in words; None where the rules contradict
    themselves. With a `final` its rounds are added.
    """
    try:
        effective = change(rules, changed)
    except NotationError:
        return None
    there, chosen = format_named(format), format_options_from_wire(options or {})
    tables = there.tables_for(sides, rounds, chosen)
    found = estimate(effective, tables=tables)
    most = there.most_rounds(sides, chosen)
    return {
        "words": evening_words(found, tables=max(tables), rounds=len(tables)),
        "offer": _offer(effective, found, tables=tables),
        "advice": [*format_advice(there, sides, tables, chosen), *_final(final, sides, chosen.groups, found)],
        "too_many": (
            _("%(sides)s sides can play at most %(most)s rounds without meeting again.")
            % {"sides": sides, "most": most}
            if rounds > most and not there.rounds_follow
            else ""
        ),
        "rules_line": rules_line(effective),
        "rules": rules_in_words(effective),
    }


def _final(final: NewStage | None, sides: int, groups: int, first: Estimate) -> list[str]:
    """Who goes on, what they play, and how long all of it takes."""
    if final is None:
        return []
    places = cut_from_wire(final.options["cut"]).places(sides, groups)
    if places > sides:
        words = _("%(places)s are to go on, and there are %(sides)s: choose fewer.")
        return [words % {"places": places, "sides": sides}]
    there = format_named(final.format)
    chosen = format_options_from_wire(final.options["format"])
    tables = there.tables_for(max(places, 2), there.rounds_for(max(places, 2), chosen), chosen)
    found = estimate(final.rules, tables=tables)
    said = {
        "places": places,
        "sides": sides,
        "format": format_in_words(_(there.name), chosen, there.reads),
        "rounds": len(tables),
        "more": duration_words(found.evening_minutes),
        "whole": duration_words(first.evening_minutes + found.evening_minutes + MINUTES_BETWEEN_ROUNDS),
    }
    words = ngettext(
        "%(places)s of %(sides)s go on: %(format)s, %(rounds)s round. It takes %(more)s more, %(whole)s in "
        "all.",
        "%(places)s of %(sides)s go on: %(format)s, %(rounds)s rounds. It takes %(more)s more, %(whole)s in "
        "all.",
        len(tables),
    )
    return [words % said]


def evening_words(found: Estimate, *, tables: int, rounds: int) -> str:
    """ "The slowest of 8 tables needs about 13 hands: 47 minutes a round, 3 h 32 min for 4 rounds"."""
    return ngettext(
        "The slowest of %(tables)s tables needs about %(hands)s hands: %(minutes)s minutes. The evening "
        "of %(count)s round takes %(whole)s.",
        "The slowest of %(tables)s tables needs about %(hands)s hands: %(minutes)s minutes a round. The "
        "evening of %(count)s rounds takes %(whole)s.",
        rounds,
    ) % {
        "tables": tables,
        "hands": found.hands,
        "minutes": found.round_minutes,
        "whole": duration_words(found.evening_minutes),
        "count": rounds,
    }


def duration_words(minutes: int) -> str:
    """ "3 h 32 min"."""
    if minutes < 60:
        return _("%(minutes)s min") % {"minutes": minutes}
    return _("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": f"{minutes % 60:02d}"}


def _offer(rules: RuleSet, found: Estimate, *, tables: Sequence[int]) -> str:
    """Where the evening is long: what a fixed number of hands would make of it."""
    if found.evening_minutes <= LONG or rules.hands_to_play is not None or rules.columns > 1:
        return ""
    short = estimate(change(rules, {"length": f"hands {SIX_HANDS}"}), tables=tables)
    return _(
        "With %(hands)s hands a game a round takes %(minutes)s minutes and the evening %(whole)s: write "
        "%(hands)s under “Hands a game”."
    ) % {
        "hands": SIX_HANDS,
        "minutes": short.round_minutes,
        "whole": duration_words(short.evening_minutes),
    }
