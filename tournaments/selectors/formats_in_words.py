"""How a stage is played, in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil, log2

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.formats import Format
from tournaments.engine.formats.options import FormatOptions
from tournaments.selectors.scores import score_said


def format_in_words(name: str, options: FormatOptions, reads: Collection[str]) -> str:
    """ "Knock-out, with a match for the third place": the format's name and what was chosen of it."""
    said = [name]
    if "lives" in reads:
        said.append(ngettext("%(count)s life", "%(count)s lives", options.lives) % {"count": options.lives})
    if "groups" in reads:
        said = [ngettext("%(count)s group", "%(count)s groups", options.groups) % {"count": options.groups}]
    if "seeding" in reads and options.seeding == "lot":
        said.append(_("bracket drawn by lot"))
    if "seeding" in reads and options.seeding == "rating":
        said.append(_("seeded by rating"))
    if "third_place" in reads and options.third_place:
        said.append(_("with a match for the third place"))
    return ", ".join(said)


def format_advice(format: Format, sides: int, tables: Sequence[int], options: FormatOptions) -> list[str]:
    """What the format means for a field of this size."""
    said = {"sides": sides, "rounds": len(tables)}
    match format.key:
        case "knockout":
            byes = 2 ** len(tables) - sides
            first = ngettext(
                "%(sides)s sides are %(rounds)s round.", "%(sides)s sides are %(rounds)s rounds.", len(tables)
            )
            rest = ngettext(
                "The best seed rests in the first.", "The best %(count)s seeds rest in the first.", byes
            )
            return [
                first % said,
                *([rest % {"count": byes}] if byes else []),
                _("Whoever loses is out: half of them play a single match."),
            ]
        case "lives":
            words = ngettext(
                "With %(lives)s life everybody plays at least once.",
                "With %(lives)s lives everybody plays at least %(lives)s matches.",
                options.lives,
            )
            more = _("About %(rounds)s rounds; one more where the last two need it.")
            return [words % {"lives": options.lives}, more % said]
        case "pods":
            words = _("About %(tables)s tables. Up to %(rounds)s rounds nobody need meet anybody again.")
            return [words % {"tables": tables[0], "rounds": format.rounds_for(sides, options)}]
        case "rotating_partners":
            over = sides % 4
            words = _("Four play at a table of two boards. In %(most)s rounds everybody partners everybody.")
            left = ngettext("%(count)s rests each round.", "%(count)s rest each round, in turn.", over)
            whole = words % {"most": format.most_rounds(sides)}
            return [whole, *([left % {"count": over}] if over else [])]
        case "groups":
            sizes = sorted({sides // options.groups, -(-sides // options.groups)})
            words = _("%(groups)s groups of %(sizes)s; everybody meets everybody of the own group.")
            return [words % {"groups": options.groups, "sizes": score_said(sizes)}]
        case "swiss":
            return [_swiss(sides, len(tables))]
    return []


def _swiss(sides: int, rounds: int) -> str:
    enough = ceil(log2(max(sides, 2)))
    said = {"rounds": rounds, "sides": sides, "enough": enough}
    if rounds < enough:
        return (
            _(
                "After %(rounds)s rounds several of %(sides)s sides may have won everything; "
                "%(enough)s rounds leave at most one."
            )
            % said
        )
    return _("After %(rounds)s rounds at most one of %(sides)s sides has won everything.") % said
