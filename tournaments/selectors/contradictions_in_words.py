"""Contradictions of a rule set in the reader's words: what does not fit, and what is possible."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.rulesets.contradictions import Contradiction


def contradiction_words(found: Contradiction) -> str:
    """What does not fit together, and every way out."""
    return {
        "no_upcard_turned": _(
            "With eleven cards dealt no upcard is turned that could set the limit or count double. Take the "
            "card from a second pack, or choose another first turn, or a fixed limit without spades."
        ),
        "table_for_manipulation": _(
            "Manipulation Rummy is played at one table by two to five, and gin never is. Choose “at one "
            "table” with Manipulation Rummy, or gin with any other."
        ),
        "no_upcard_in_manipulation": _(
            "In Manipulation Rummy no card is turned up. Choose a number as the highest count that may knock."
        ),
        "left_at_a_table": _(
            "At a table the deal passes to the left, and only there. Choose “to the left” at a table; "
            "otherwise the loser, the winner, or in turn."
        ),
        "columns_for_two_sides": _(
            "Three columns are for two sides. Choose one column, or two players or two pairs."
        ),
        "no_last_column": _(
            "With one column there is no third that could count double. Choose three columns, or let it "
            "count once."
        ),
        "columns_to_a_target": _(
            "Three columns close at their target or by time, not after a number of hands. Choose a target or "
            "time, or one column."
        ),
    }[found.code]
