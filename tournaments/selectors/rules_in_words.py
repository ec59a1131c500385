"""A rule set explained in plain words, built from its fields: an own rule set explains itself too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.rulesets import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A heading and its sentences, in the reader's language."""

    title: str
    sentences: tuple[str, ...]


def rules_in_words(rules: RuleSet) -> tuple[Paragraph, ...]:
    """Every number and option in force, as paragraphs."""
    parts = GIN if rules.family == "gin" else MANIPULATION
    written = (Paragraph(title=title(), sentences=tuple(part(rules))) for title, part in parts)
    return tuple(paragraph for paragraph in written if paragraph.sentences)


def rules_line(rules: RuleSet) -> str:
    """The rules in one line, for lists: "To 125 · knock with 10 or less · gin 25, undercut 25"."""
    parts = [length_words(rules), limit_words(rules), _bonuses_line(rules)]
    if rules.games > 1:
        parts.insert(0, _("Best of %(games)s") % {"games": rules.games})
    return " · ".join(parts)


def preset_name(key: str) -> str:
    """What a preset is called."""
    names = {
        "club25": _("Club 25"),
        "pagat": _("Classic (20 and 10)"),
        "wikihow": _("Popular (25 and 25)"),
        "wikihow_alternative": _("Popular with 20 and 10"),
        "app": _("As apps play it"),
        "oklahoma": _("Oklahoma"),
        "oklahoma_boxes": _("Oklahoma with bonus boxes"),
        "hollywood": _("Hollywood"),
        "partnership_125": _("Partners to 125"),
        "three_handed": _("Three-handed"),
        "straight_gin": _("Straight gin"),
        "vegas1964": _("Las Vegas 1964"),
        "manipulation": _("Manipulation Rummy"),
    }
    return names.get(key, key)


def length_words(rules: RuleSet) -> str:
    """How long a game is, in a few words."""
    hands = rules.hands_to_play
    if hands is not None:
        return ngettext("%(count)s hand", "%(count)s hands", hands) % {"count": hands}
    if rules.length == "time":
        return _("Until time is called")
    return _("To %(target)s") % {"target": rules.target}


def limit_words(rules: RuleSet) -> str:
    """What may knock, in a few words."""
    if rules.knock_limit == "upcard":
        return _("the upcard sets the knock")
    if rules.knock_limit == 0:
        return _("only gin may knock")
    return _("knock with %(limit)s or less") % {"limit": rules.knock_limit}


def _bonuses_line(rules: RuleSet) -> str:
    if rules.family != "gin":
        return _("playing out %(gin)s, beating the knocker %(undercut)s") % {
            "gin": rules.gin_bonus, "undercut": rules.undercut_bonus,
        }  # fmt: skip
    return _("gin %(gin)s, undercut %(undercut)s") % {
        "gin": rules.gin_bonus,
        "undercut": rules.undercut_bonus,
    }


# ---------------------------------------------------------------- gin


def _who_plays(rules: RuleSet) -> Iterator[str]:
    yield {
        "two": _("Two play, one against one."),
        "partners": _("Two pairs play at two boards: at each board one of each pair."),
        "three": _("Three play in turn: the dealer sits out, the other two play; each keeps an own score."),
        "table": _("Two to five play at one table, each for himself: two with one pack and its joker, more "
                   "with two packs. Where nobody says how many, it is %(players)s.")
                 % {"players": rules.players},
    }[rules.seats]  # fmt: skip
    if rules.seats == "partners":
        yield {
            "per_hand": _("Opponents change after each round of hands."),
            "per_game": _("Opponents change after each game."),
            "fixed": _("Opponents stay the same."),
        }[rules.opponents]


def _deal(rules: RuleSet) -> Iterator[str]:
    yield {
        "offer": _("Ten cards each and one turned up. The non-dealer may take it, then the dealer; if both "
                   "pass, the non-dealer draws from the stock."),
        "free": _("Ten cards each and one turned up. The non-dealer begins and draws from either pile."),
        "eleven": _("The non-dealer gets eleven cards, the dealer ten, and no card is turned up. The "
                    "non-dealer begins with a discard or a knock."),
    }[rules.opening]  # fmt: skip
    if rules.seats == "partners":
        yield _PAIR_DEALS[rules.next_dealer]()
        yield _("Where a round nets nothing, or both boards are walls, the same pair deals again.")
        return
    yield _NEXT_DEALER[rules.next_dealer]()
    yield {
        "same": _("After a wall the same dealer deals again."),
        "pass": _("After a wall the deal passes."),
    }[rules.wall_dealer]


_PAIR_DEALS: dict[str, Callable[[], str]] = {
    "loser": lambda: _("The pair that lost a round deals the next one at both boards."),
    "winner": lambda: _("The pair that won a round deals the next one at both boards."),
    "alternate": lambda: _("The pairs deal at both boards in turn."),
}
_NEXT_DEALER: dict[str, Callable[[], str]] = {
    "loser": lambda: _("The loser of a hand deals the next one."),
    "winner": lambda: _("The winner of a hand deals the next one."),
    "alternate": lambda: _("The deal alternates."),
    "left": lambda: _("The deal passes to the left."),
}


def _play(rules: RuleSet) -> Iterator[str]:
    yield {
        "never": _("A card just taken from the pile may not be thrown back in the same turn."),
        "fiftieth": _("A card just taken from the pile may not be thrown back in the same turn, except when "
                      "knocking with the fiftieth card."),
        "always": _("A card just taken from the pile may be thrown back at once."),
    }[rules.same_card_discard]  # fmt: skip
    if rules.fiftieth_card_action:
        yield _("At two cards in the stock the other side may still take the last discard, but only to knock "
                "or go gin at once; otherwise nobody scores.")  # fmt: skip
    else:
        yield _("When only two cards are left in the stock and nobody knocks, the hand is a wall: nobody "
                "scores.")  # fmt: skip
    yield _("After %(turns)s turns a hand ends as a wall.") % {"turns": rules.move_limit}


def _knock(rules: RuleSet) -> Iterator[str]:
    yield from _limit(rules)
    yield {
        "free": _("The knocker arranges the melds freely."),
        "minimal": _("The knocker has to arrange the melds so that the count is as low as possible."),
    }[rules.arrangement]
    if rules.cards_speak:
        yield _("The cards speak: the best count of the hand holds, whatever was said.")
    else:
        yield _("What a player declares holds, even where a lower count was possible.")
    yield {
        "exposed": _("After a knock with too high a count the hand goes on with the knocker’s cards open."),
        "void": _("A knock with too high a count makes the hand void."),
    }[rules.illegal_knock]


def _limit(rules: RuleSet) -> Iterator[str]:
    if rules.knock_limit == 0:
        yield _("Only gin ends a hand; there is no knocking with a count.")
    elif rules.knock_limit != "upcard":
        yield _("One may knock with a count of %(limit)s or less.") % {"limit": rules.knock_limit}
    else:
        card = {
            "upcard": _("The card turned up sets the highest count that may knock; pictures are ten."),
            "second_pack": _("A card from a second pack sets the highest count that may knock; pictures are "
                             "ten."),
        }  # fmt: skip
        yield card[rules.limit_from]
        yield (
            _("With an ace one may knock with one.") if rules.ace_limit else _("With an ace only gin counts.")
        )
    if rules.spade_multiplier > 1:
        yield _("If that card is a spade, the hand counts double, bonuses included.")
        if rules.knock_limit != "upcard" and rules.limit_from == "second_pack":
            yield _("That card is turned from a second pack.")


def _hand_points(rules: RuleSet) -> Iterator[str]:
    yield _("The knocker scores the difference of the counts.")
    yield _("Gin scores %(points)s and the other’s count; nothing is laid off on it.") % {
        "points": rules.gin_bonus
    }
    if rules.big_gin_bonus is None:
        yield _("Eleven melded cards count as gin.")
    else:
        yield _("Big gin, all eleven cards melded, scores %(points)s and the other’s count.") % {
            "points": rules.big_gin_bonus
        }
    yield _("An undercut scores %(points)s and the difference.") % {"points": rules.undercut_bonus}
    yield {
        "undercut": _("Equal counts are an undercut."),
        "undercut_no_bonus": _("Equal counts are an undercut without a bonus."),
        "knocker": _("With equal counts the knocker wins the hand with nothing."),
        "nil": _("With equal counts nobody wins the hand."),
    }[rules.tie]
    if rules.seats == "partners":
        yield _("The results of both boards are taken together: the pair with more scores the difference, "
                "and the sum where both partners won.")  # fmt: skip


def _game(rules: RuleSet) -> Iterator[str]:
    yield from _length(rules)
    yield from _columns(rules)
    yield from _boxes(rules)
    if rules.game_bonus:
        yield _("The winner of the game gets %(points)s.") % {"points": rules.game_bonus}
    if rules.shutout != "none":
        bonus = {"points": rules.shutout_bonus}
        yield {
            "double_game": _("If the loser has won no hand, the game bonus counts double."),
            "flat": _("If the loser has won no hand, the winner gets %(points)s more.") % bonus,
            "double_hands": _("If the loser has won no hand, the winner’s hand points count double."),
            "double_all": _("If the loser has won no hand, everything the winner made counts double."),
            "double_difference": _("If the loser has won no hand, the difference counts double."),
        }[rules.shutout]


def _length(rules: RuleSet) -> Iterator[str]:
    hands = rules.hands_to_play
    if hands is not None:
        yield ngettext(
            "A game is %(count)s hand, walls included; more points win, equal is a tie.",
            "A game is %(count)s hands, walls included; more points win, equal is a tie.",
            hands,
        ) % {"count": hands}
    elif rules.length == "time":
        yield _("A game lasts until time is called; more points win, equal is a tie.")
    else:
        yield _("The first side with %(target)s points wins the game.") % {"target": rules.target}
    if rules.games > 1:
        yield _("A match is the best of %(games)s games.") % {"games": rules.games}


def _columns(rules: RuleSet) -> Iterator[str]:
    if rules.columns == 1:
        return
    yield _("Three games are scored at once: a side’s first hand won counts in the first, its second in the "
            "first and second, every further one in all three.")  # fmt: skip
    yield {
        "next_open": _("A side that opens late enters its score in the next game still open."),
        "by_count": _("A side that opens late enters its score by the number of hands it has won."),
    }[rules.late_opener]
    if rules.last_column_multiplier > 1:
        yield _("The third game counts double.")


def _boxes(rules: RuleSet) -> Iterator[str]:
    if rules.box_bonus:
        boxes = {"points": rules.box_bonus}
        yield (
            _("Every hand won is worth a box of %(points)s, added at once and counted toward the target.")
            if rules.boxes_immediate
            else _("Every hand won is worth a box of %(points)s, added when the game is over.")
        ) % boxes
    if rules.bonus_boxes:
        yield _("An undercut gives one more box, gin and big gin two.")
        if rules.spade_multiplier > 1:
            yield _("Under a spade these boxes count double, the one for the hand never does.")
    if rules.seats != "partners":
        return
    if rules.table_boxes:
        yield _("Bonus boxes belong to the board that made them, whoever wins the round.")
    if rules.sweep_boxes:
        yield ngettext(
            "Where both partners win, %(count)s box more for each.",
            "Where both partners win, %(count)s boxes more for each.",
            rules.sweep_boxes,
        ) % {"count": rules.sweep_boxes}


# ---------------------------------------------------------------- Manipulation Rummy


def _manipulation_turn(rules: RuleSet) -> Iterator[str]:
    yield _("Ten cards each, no discard pile. The player left of the dealer begins.")
    yield _NEXT_DEALER[rules.next_dealer]()
    yield _("In a turn one draws a card and may meld, if not a second one and may meld, if not a third one; "
            "then the turn is over.")  # fmt: skip
    yield _("Melding may rearrange the whole table: in the end every group is three or four of a rank or a "
            "run of three and more of a suit, at least one card comes from the hand, and none leaves the "
            "table. An ace is low or high in a run.")  # fmt: skip
    yield _("A joker stands for the card its player names, until the real card takes its place.")


def _manipulation_end(rules: RuleSet) -> Iterator[str]:
    yield _("A round ends when somebody plays out, or knocks after a turn with %(limit)s or less.") % {
        "limit": rules.knock_limit
    }
    yield _(
        "When the stock is out, everybody has one more turn without a draw; then the counts are compared."
    )


def _manipulation_points(rules: RuleSet) -> Iterator[str]:
    yield _("A joker in hand counts 25, tens and pictures ten, an ace one.")
    yield _("The lowest count wins the difference to each other player.")
    yield _("Playing out scores %(points)s more.") % {"points": rules.gin_bonus}
    yield _("Beating the knocker scores %(points)s more; who has as little as the knocker beats him.") % {
        "points": rules.undercut_bonus
    }
    yield {
        "each": _("Where several share the lowest count, each of them wins."),
        "nobody": _("Where several share the lowest count, nobody wins."),
    }[rules.low_tie]


def _manipulation_game(rules: RuleSet) -> Iterator[str]:
    hands = rules.hands_to_play
    if hands is not None:
        yield ngettext(
            "A game is %(count)s round; the highest total wins, an equal one is shared.",
            "A game is %(count)s rounds; the highest total wins, an equal one is shared.",
            hands,
        ) % {"count": hands}
    elif rules.length == "time":
        yield _("A game lasts until time is called; the highest total wins, an equal one is shared.")
    else:
        yield _("The game ends when somebody has %(target)s points; the highest total wins, an equal one is "
                "shared.") % {"target": rules.target}  # fmt: skip
    if rules.games > 1:
        yield _("A match is the best of %(games)s games.") % {"games": rules.games}
    if rules.box_bonus:
        yield {
            "all": _("Every round won is worth %(points)s at the end."),
            "all_but_reached": _(
                "Every round won is worth %(points)s at the end, but not to those who reached the target."
            ),
        }[rules.round_bonus_to] % {"points": rules.box_bonus}
    if rules.game_bonus:
        yield _("Whoever has reached the target gets %(points)s more, even if several have.") % {
            "points": rules.game_bonus
        }


Parts = tuple[tuple[Callable[[], str], Callable[[RuleSet], Iterator[str]]], ...]
GIN: Parts = (
    (lambda: _("Who plays"), _who_plays),
    (lambda: _("The deal"), _deal),
    (lambda: _("Play"), _play),
    (lambda: _("Knocking"), _knock),
    (lambda: _("Points of a hand"), _hand_points),
    (lambda: _("The game"), _game),
)
MANIPULATION: Parts = (
    (lambda: _("Who plays"), _who_plays),
    (lambda: _("The turn"), _manipulation_turn),
    (lambda: _("The end of a round"), _manipulation_end),
    (lambda: _("Points of a round"), _manipulation_points),
    (lambda: _("The game"), _manipulation_game),
)
