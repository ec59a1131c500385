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


def source(key: str) -> str:
    """Where a preset's rules come from."""
    words = {
        "club25": _("From no single source: what clubs agree on, with the bonuses most of them use."),
        "pagat": _("From the gin rummy page of pagat.com."),
        "wikihow": _("From wikiHow, “How to play gin rummy”."),
        "wikihow_alternative": _("From wikiHow, “How to play gin rummy”, which names these bonuses too."),
        "app": _("From the rules text of a phone app."),
        "oklahoma": _("From the gin rummy page of pagat.com, compared with Bicycle’s Oklahoma."),
        "oklahoma_boxes": _("From the gin rummy page of pagat.com, compared with Bicycle’s Oklahoma."),
        "hollywood": _("The columns from rummy-games.com, the sheet and its bonus boxes from RummyTalk."),
        "partnership_125": _("From Bicycle’s partnership rummy and rummy-games.com, with Club 25’s bonuses."),
        "three_handed": _("From what pagat.com and wikiHow say of three players."),
        "straight_gin": _("From what sources say of gin without knocking, with Club 25’s bonuses."),
        "vegas1964": _("From Sports Illustrated, 6 April 1964."),
        "manipulation": _("From Erik Arneson’s rules at About.com."),
    }
    return words.get(key, "")


def choices(key: str) -> list[str]:
    """Where the sources are silent or differ, what was chosen here."""
    return [*_own_choices().get(key, []), *([] if key == "manipulation" else _common_choices())]


def _common_choices() -> list[str]:
    return [
        _("Sources differ on throwing back the card just taken: here it is allowed only when knocking with "
          "the fiftieth card."),
        _("Sources differ on whether the knocker may lay a higher count than the lowest: here he may."),
        _("Most sources say nothing of a knock with too high a count: here play goes on with the cards "
          "open."),
        _("Hardly a source says what a wrong count is worth: here what was declared holds."),
        _("No source ends a hand that goes on and on: here it is a wall after 200 turns."),
    ]  # fmt: skip


def _own_choices() -> dict[str, list[str]]:
    club25 = [
        _("Sources name nothing, 31, 35 or 50 for big gin: here it is 31."),
        _("Sources differ on the fiftieth card: here the other side may still take it to knock."),
        _("Sources let the loser deal, the winner, or each in turn: here it is in turn, which is fair."),
        _("For two, sources name targets from 100 to 500: here it is 125."),
    ]
    oklahoma = _("Doubling under a spade is often played, not everywhere: here it is.")
    loser_deals = _("The source does not say who deals next: here the loser does.")
    return {
        "club25": club25,
        "straight_gin": club25,
        "wikihow": [loser_deals],
        "wikihow_alternative": [loser_deals],
        "app": [
            _("The source does not say what equal counts are: here they are an undercut."),
            _("The source does not say who deals next: here the deal alternates."),
            _("The source does not say whether 100 is enough: here the target or more wins."),
        ],
        "oklahoma": [
            _("Sources differ on the ace: here one may knock with one. “Oklahoma with bonus boxes” takes "
              "gin alone."),
            oklahoma,
        ],
        "oklahoma_boxes": [
            _("Sources differ on the ace: here gin alone counts under it."),
            oklahoma,
            _("The extra boxes are optional in the source: here they are played."),
        ],
        "three_handed": [
            _("No source says how three scores are kept: here each player keeps an own running score, and "
              "one wins the game."),
        ],
        "partnership_125": [
            _("No source says what a round that nets nothing gives: here nobody scores, and the same side "
              "deals again."),
            _("Sources differ on when opponents change: here after each round of hands."),
            _("Sources name 125 and 300 as the target: here it is 125."),
            _("Some clubs give extra boxes board by board: here there is one box a round."),
        ],
        "hollywood": [
            _("Sources name 100, 125 and 150 as the target of a column: here it is 150."),
            _("Sources differ on a doubled third game: here it counts once."),
            _("A side that opens late can be read in two ways: here it enters the next game still open."),
            _("What a column without a hand costs differs: here everything the winner made counts double."),
        ],
        "vegas1964": [
            _("The report names neither the bonus for gin nor the one for an undercut: here both are 25."),
            _("The report does not say who deals next: here the deal alternates."),
        ],
        "manipulation": [
            _("Joint winners each have a round won."),
            _("If the stock ends in mid-turn, the turn ends with what was drawn; then everybody has one turn "
              "without a draw and without a knock, and playing out still scores."),
            _("Knocking needs no earlier meld."),
            _("The source can be read so that whoever reached the target gets nothing for rounds won: here "
              "everybody gets it."),
            _("Where nobody knocked there is no bonus for beating the knocker."),
            _("Where several tie below the knocker, each of them scores."),
            _("The source does not say who deals next: here the deal passes to the left."),
        ],
    }  # fmt: skip


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
        "source": source(rules.key),
        "choices": choices(rules.key),
    }
