"""The criteria of the standings in the reader's words: short heading, name, what it counts."""

from __future__ import annotations

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.numbers import WireNumber, number_from_wire

CRITERIA: dict[str, tuple[str | Promise, str | Promise, str | Promise]] = {
    "GP": (
        _("GP"),
        _("Game points"),
        _(
            "A win is 2, a tie 1, a loss 0; a single game won with a shutout is 3. At a table of three to "
            "five: 2 for each side beaten and 1 for each equal, over the number of opponents."
        ),
    ),
    "GW": (_("GW"), _("Games won"), _("Games won, those of byes and forfeits with them.")),
    "NS": (
        _("NS"),
        _("Net points"),
        _(
            "Own points less the opponent’s, game by game, each game limited to its target unless the stage "
            "says otherwise; at a table, less the mean of the others. Byes and forfeits give none. "
            "Points awarded by ruling are added and penalties taken off afterwards."
        ),
    ),
    "H2H": (
        _("H2H"),
        _("Head to head"),
        _(
            "Game points of the tied sides against each other, all their meetings added up. It applies only "
            "if each of them has met each other one. Where it parts them, those still tied are compared "
            "afresh."
        ),
    ),
    "OPP": (
        _("OPP"),
        _("Opponents’ game points"),
        _(
            "The mean of the opponents’ game points per match played, over all matches played. Byes and "
            "forfeits count on neither side, house players not at all."
        ),
    ),
    "SH": (
        _("SH"),
        _("Shutouts"),
        _("Games won in which the opponent won no hand, less games lost that way."),
    ),
    "PF": (
        _("PF"),
        _("Points made"),
        _("Own hand points in all games, without boxes and bonuses."),
    ),
    "BF": (
        _("BF"),
        _("Fewest byes and forfeits"),
        _("Byes had and forfeits won or lost, added up; fewer is better."),
    ),
    "SV": (
        _("SV"),
        _("Rounds survived"),
        _(
            "The last round the side was still in after: won, rested, or lost with a life left. A round "
            "missed counts as lost. What is played for the third place adds nothing."
        ),
    ),
    "OQ": (
        _("OQ"),
        _("Opponents over partners"),
        _(
            "Where partners change: the game points of all opponents, divided by those of all partners. Who "
            "won as much with weaker partners against stronger opponents is ahead."
        ),
    ),
    "LOT": (
        _("LOT"),
        _("Lot"),
        _("A draw among the sides still tied, from a seed that is kept; first drawn is first."),
    ),
}
SIGNED = ("NS", "SH")


def label_of(code: str) -> str:
    """The heading of its column."""
    return str(CRITERIA[code][0]) if code in CRITERIA else code


def criterion_name(code: str) -> str:
    """Its name in full."""
    return str(CRITERIA[code][1]) if code in CRITERIA else code


def criterion_description(code: str) -> str:
    """What it counts."""
    return str(CRITERIA[code][2]) if code in CRITERIA else ""


def number_words(code: str, wire: WireNumber | None) -> str:
    """A number as tables show it: nets with their sign, fractions as decimals of two places, none a dash."""
    if wire is None:
        return "–"
    number = number_from_wire(wire)
    if isinstance(number, Fraction):
        words = number_format(round(float(number), 2), decimal_pos=2)
    else:
        words = str(number)
    if code in SIGNED and number > 0:
        words = f"+{words}"
    return words.replace("-", "−")
