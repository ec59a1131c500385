"""How a stage's standings are counted, in sentences: the order of the criteria, what was chosen of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.rulesets import RuleSet
from scoring.options import StandingsOptions
from tournaments.selectors.criteria_words import criterion_name


def standings_in_words(order: Sequence[str], options: StandingsOptions, rules: RuleSet) -> tuple[str, ...]:
    """Sentences in the reader's language, for the page of an event's rules."""
    return tuple(_sentences(order, options, rules))


def _sentences(order: Sequence[str], options: StandingsOptions, rules: RuleSet) -> Iterator[str]:
    yield _("The standings compare in this order: %(criteria)s.") % {
        "criteria": ", ".join(criterion_name(code) for code in order)
    }
    yield {
        "hand_points": _("Net points are own hand points less the opponent’s, without boxes and bonuses."),
        "grand_total": _("Net points are the own total less the opponent’s, with boxes and bonuses."),
    }[options.spread]
    yield _clamp(options, rules)
    if options.per_game:
        yield _(
            "Game points are given for every game; a bye and a forfeit stand for the games that win a match."
        )
    if options.each_column_a_game:
        yield _("Each column of a sheet is a game of its own.")
    elif rules.columns > 1:
        yield _("A sheet is one game, won on its columns together.")
    if options.opp_cut_lowest:
        yield ngettext(
            "Of the opponents’ game points the weakest opponent is left out.",
            "Of the opponents’ game points the %(count)s weakest opponents are left out.",
            options.opp_cut_lowest,
        ) % {"count": options.opp_cut_lowest}


def _clamp(options: StandingsOptions, rules: RuleSet) -> str:
    if options.clamp == "none":
        return _("A game adds all of its difference to the net.")
    most = rules.target * (1 if options.each_column_a_game else rules.columns)
    if options.clamp != "target":
        most = options.clamp
    return _("A game adds %(points)s to the net at most.") % {"points": most}
