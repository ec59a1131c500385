"""What a preset is, where it comes from, and what its sources leave open: the club's choices."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.rulesets import RuleSet, preset, write_rules
from tournaments.selectors.rules_in_words import preset_name, rules_in_words


def about(key: str) -> str:
    """A preset in a sentence or two: what it is for, what it differs from."""
    words = {
        "club25": _("What most clubs play: 25 for gin and for an undercut, boxes of 25, to 125."),
        "pagat": _("The common printed rules: 20 for gin, 10 for an undercut, boxes of 20, to 100."),
        "wikihow": _(
            "As a widely read introduction tells it: 25 for gin and for an undercut, and the first draw "
            "from either pile."
        ),
        "wikihow_alternative": _("The same introduction with the smaller bonuses it also names, 20 and 10."),
        "app": _("As a phone game plays it: 25, 25 and 31, nothing at the end of the game, to 100."),
        "oklahoma": _("The common rules with the upcard setting the knock, spades counting double, to 150."),
        "oklahoma_boxes": _("Oklahoma with extra boxes for gin and undercuts, and gin alone under an ace."),
        "hollywood": _("Three games at once on one sheet, with the upcard setting the knock."),
        "partnership_125": _(
            "Two pairs at two boards: both results are taken together, the first pair to 125 wins."
        ),
        "three_handed": _("The common rules for three: the dealer sits out, the loser deals."),
        "straight_gin": _("Club 25 without knocking: every hand is played to gin."),
        "vegas1964": _("Straight scoring to 200, without boxes, as in the Las Vegas tournaments of 1964."),
        "manipulation": _(
            "Another game of the family: melds lie open on the table and everybody may rearrange them."
        ),
    }
    return words.get(key, "")


def choices(key: str) -> list[str]:
    """Where the sources are silent or differ, what was chosen here."""
    common = [_("A side may reach the target exactly: the target or more wins.")]
    own = {
        "app": [
            _("The source does not say what equal counts are: here they are an undercut."),
            _("The source does not say who deals next: here the deal alternates."),
        ],
        "oklahoma": [
            _("Sources differ on the ace: here one may knock with one. “Oklahoma with bonus boxes” takes "
              "gin alone."),
        ],
        "oklahoma_boxes": [_("Sources differ on the ace: here gin alone counts under it.")],
        "three_handed": [
            _("No source says how three scores are kept: here each player keeps an own running score, and "
              "one wins the game."),
        ],
        "partnership_125": [
            _("No source says what a round that nets nothing gives: here nobody scores, and the same side "
              "deals again."),
            _("Sources differ on when opponents change: here after each round of hands."),
        ],
        "hollywood": [
            _("Sources name 100, 125 and 150 as the target of a column: here it is 150."),
            _("Sources differ on a doubled third game: here it counts once."),
        ],
        "vegas1964": [
            _("The report names neither the bonus for gin nor the one for an undercut: here both are 25."),
        ],
        "manipulation": [
            _("Joint winners each have a round won."),
            _("If the stock ends in mid-turn, the turn ends with what was drawn; then everybody has one turn "
              "without a draw and without a knock, and playing out still scores."),
            _("Knocking needs no earlier meld."),
            _("The source can be read so that whoever reached the target gets nothing for rounds won: here "
              "everybody gets it."),
            _("The source does not say who deals next: here the deal passes to the left."),
        ],
    }  # fmt: skip
    return [*own.get(key, []), *(common if key != "manipulation" else [])]


def preset_link(rules: RuleSet) -> dict[str, Any]:
    """The preset a rule set was made from, and whether it is that preset unchanged."""
    return {
        "name": preset_name(rules.key),
        "href": reverse("rule_set", args=[rules.key]),
        "is_changed": bool(changed_fields(rules)),
    }


def changed_fields(rules: RuleSet) -> list[str]:
    """The fields in which a rule set differs from its preset."""
    base = preset(rules.key)
    return [name for name, value in rules.changed.items() if getattr(base, name) != value]


def changes_words(rules: RuleSet) -> list[str]:
    """The sentences that are not the preset's."""
    of_the_preset = {
        sentence for paragraph in rules_in_words(preset(rules.key)) for sentence in paragraph.sentences
    }
    return [
        sentence
        for paragraph in rules_in_words(rules)
        for sentence in paragraph.sentences
        if sentence not in of_the_preset
    ]


def rules_json(rules: RuleSet) -> dict[str, Any]:
    """Every number in force and the sentences that explain them."""
    return {
        "rules": write_rules(rules),
        "name": preset_name(rules.key),
        "paragraphs": [
            {"title": paragraph.title, "sentences": list(paragraph.sentences)}
            for paragraph in rules_in_words(rules)
        ],
        "choices": choices(rules.key),
    }
