"""The fields of a rule set in the reader's words: their names, what their values mean, how they group."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldWords:
    """`label` of a field, `choices` its values in words, `help` what the label cannot say."""

    label: Words
    choices: Mapping[Any, Words] = field(default_factory=dict)
    help: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Fields that belong together. `matters(values)`: do they say anything for what is chosen so far?"""

    key: str
    title: Words
    fields: tuple[str, ...]
    matters: Callable[[Any], bool] = lambda _values: True


def _for_gin(values: Any) -> bool:
    return bool(values.family == "gin")


GROUPS: tuple[Group, ...] = (
    Group(key="who", title=_("The game and who plays"), fields=("family", "seats", "players")),
    Group(key="deal", title=_("The deal"), fields=("opening", "next_dealer", "wall_dealer")),
    Group(
        key="play", title=_("Play"), fields=("same_card_discard", "fiftieth_card_action", "move_limit"),
    ),
    Group(
        key="knock",
        title=_("Knocking"),
        fields=("knock_limit", "limit_from", "ace_limit", "spade_multiplier", "arrangement", "cards_speak",
                "illegal_knock"),
    ),
    Group(
        key="hand",
        title=_("Points of a hand"),
        fields=("gin_bonus", "big_gin_bonus", "undercut_bonus", "tie"),
    ),
    Group(
        key="game",
        title=_("The game’s end"),
        fields=("length", "target", "games", "game_bonus", "shutout", "shutout_bonus"),
    ),
    Group(key="boxes", title=_("Boxes"), fields=("box_bonus", "boxes_immediate", "bonus_boxes")),
    Group(
        key="columns",
        title=_("Hollywood: three games at once"),
        fields=("columns", "last_column_multiplier", "late_opener"),
        matters=lambda values: bool(values.columns != 1),
    ),
    Group(
        key="partners",
        title=_("Partners"),
        fields=("opponents", "table_boxes", "sweep_boxes"),
        matters=lambda values: bool(values.seats == "partners"),
    ),
    Group(
        key="manipulation",
        title=_("Manipulation Rummy"),
        fields=("round_bonus_to", "low_tie"),
        matters=lambda values: not _for_gin(values),
    ),
)  # fmt: skip

FIELDS: dict[str, FieldWords] = {
    "family": FieldWords(
        label=_("Game"), choices={"gin": _("Gin rummy"), "manipulation": _("Manipulation Rummy")}
    ),
    "seats": FieldWords(
        label=_("Who plays"),
        choices={
            "two": _("Two, one against one"),
            "partners": _("Two pairs at two boards"),
            "three": _("Three in turn, the dealer sits out"),
            "table": _("Two to five at one table (Manipulation Rummy)"),
        },
    ),
    "players": FieldWords(
        label=_("Players at a table"), help=_("A table of an event plays with as many as sit there.")
    ),
    "opening": FieldWords(
        label=_("First turn"),
        choices={
            "offer": _("The upcard is offered to both"),
            "free": _("The non-dealer draws from either pile"),
            "eleven": _("The non-dealer gets eleven cards, no upcard"),
        },
    ),
    "next_dealer": FieldWords(
        label=_("Next dealer"),
        choices={
            "loser": _("The loser"),
            "winner": _("The winner"),
            "alternate": _("In turn"),
            "left": _("The next to the left (at a table)"),
        },
    ),
    "wall_dealer": FieldWords(
        label=_("Dealer after a wall"),
        choices={"same": _("The same again"), "pass": _("The deal passes")},
    ),
    "same_card_discard": FieldWords(
        label=_("Throwing back the card just taken from the pile"),
        choices={
            "never": _("Never"),
            "fiftieth": _("Only when knocking with the fiftieth card"),
            "always": _("Allowed"),
        },
    ),
    "fiftieth_card_action": FieldWords(
        label=_("At two cards in the stock the other side may take the last discard to knock"),
    ),
    "move_limit": FieldWords(label=_("Turns until a hand ends as a wall")),
    "knock_limit": FieldWords(
        label=_("Highest count that may knock"),
        help=_("0: only gin ends a hand. Upcard: its value is the limit (Oklahoma)."),
    ),
    "limit_from": FieldWords(
        label=_("The card that sets the limit"),
        choices={"upcard": _("The upcard"), "second_pack": _("A card from a second pack")},
    ),
    "ace_limit": FieldWords(
        label=_("Under an ace"), choices={0: _("Only gin counts"), 1: _("One may knock with one")}
    ),
    "spade_multiplier": FieldWords(
        label=_("Under a spade"),
        choices={1: _("Nothing changes"), 2: _("The hand counts double, bonuses included")},
    ),
    "arrangement": FieldWords(
        label=_("The knocker’s melds"),
        choices={"free": _("Arranged freely"), "minimal": _("Arranged for the lowest count")},
    ),
    "cards_speak": FieldWords(
        label=_("The cards speak: the defender’s best count holds, whatever was declared")
    ),
    "illegal_knock": FieldWords(
        label=_("A knock with too high a count"),
        choices={
            "exposed": _("Play goes on with the cards open"),
            "void": _("Makes the hand void"),
        },
    ),
    "gin_bonus": FieldWords(label=_("Bonus for gin"), help=_("In Manipulation Rummy: for playing out.")),
    "big_gin_bonus": FieldWords(
        label=_("Bonus for big gin"),
        help=_("In place of the bonus for gin. Empty: eleven melded cards count as gin."),
    ),
    "undercut_bonus": FieldWords(
        label=_("Bonus for an undercut"), help=_("In Manipulation Rummy: for beating the knocker.")
    ),
    "tie": FieldWords(
        label=_("Equal counts"),
        choices={
            "undercut": _("An undercut"),
            "undercut_no_bonus": _("An undercut without a bonus"),
            "knocker": _("The knocker wins with nothing"),
            "nil": _("Nobody wins"),
        },
    ),
    "length": FieldWords(
        label=_("A game lasts"),
        choices={
            "target": _("until a side has the target"),
            "hands": _("so many hands:"),
            "time": _("until time is called"),
        },
    ),
    "target": FieldWords(label=_("Target")),
    "games": FieldWords(label=_("Best of how many games"), help=_("An odd number; 1 for a single game.")),
    "game_bonus": FieldWords(label=_("Bonus for the game")),
    "shutout": FieldWords(
        label=_("If the loser has won no hand"),
        choices={
            "none": _("Nothing more"),
            "double_game": _("The game bonus counts double"),
            "flat": _("A bonus of its own"),
            "double_hands": _("The winner’s hand points count double"),
            "double_all": _("Everything the winner made counts double"),
            "double_difference": _("The difference counts double"),
        },
    ),
    "shutout_bonus": FieldWords(label=_("Bonus for a shutout"), help=_("Where it is a bonus of its own.")),
    "box_bonus": FieldWords(label=_("A box for each hand won"), help=_("0: no boxes.")),
    "boxes_immediate": FieldWords(label=_("Boxes count at once and toward the target")),
    "bonus_boxes": FieldWords(label=_("Bonus boxes: one for an undercut, two for gin")),
    "columns": FieldWords(label=_("Columns of the sheet"), choices={1: _("One"), 3: _("Three (Hollywood)")}),
    "last_column_multiplier": FieldWords(
        label=_("The third column"), choices={1: _("Counts once"), 2: _("Counts double")}
    ),
    "late_opener": FieldWords(
        label=_("A side that opens late"),
        choices={
            "next_open": _("Enters in the next column still open"),
            "by_count": _("Enters by the number of hands it has won"),
        },
    ),
    "opponents": FieldWords(
        label=_("Opponents change"),
        choices={
            "per_hand": _("After each round of hands"),
            "per_game": _("After each game"),
            "fixed": _("Never"),
        },
    ),
    "table_boxes": FieldWords(label=_("Bonus boxes belong to the board that made them")),
    "sweep_boxes": FieldWords(label=_("Boxes for each partner where both win")),
    "round_bonus_to": FieldWords(
        label=_("What rounds won are worth at the end goes to"),
        choices={"all": _("Everybody"), "all_but_reached": _("All but who reached the target")},
    ),
    "low_tie": FieldWords(
        label=_("Several with the lowest count"),
        choices={"each": _("Each of them wins"), "nobody": _("Nobody wins")},
    ),
}
