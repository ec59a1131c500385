"""What a table's page shows of its match: who sits where, whose deal it is, what waits, who is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.engine.rulesets import RuleSet
from games.models.player import Player
from scoring.sheets.sheet import OpenPlace, Place
from tournaments.engine.match import Line, MatchState
from tournaments.engine.match.entering import place_at, places_waiting
from tournaments.models.tournament import Match, MatchSide, Round
from tournaments.selectors.scores import scores_said
from tournaments.selectors.sheets import (
    SIDES,
    Names,
    gain_words,
    line_id,
    names_at,
    result_sentence,
    sheets_of,
)
from tournaments.selectors.short_names import first_names

BOARDS = "ab"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Who is asked whether the result is right, and how: on the own phone, on a shared one, at the desk."""

    side: int | None
    via: str
    words: str
    hold: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """Everything the page of one board of a match shows; `mine` is the side of whose phone it is."""

    row: Match
    version: int
    state: MatchState
    board: int
    mine: int | None
    names: Names
    seated: tuple[str, ...]
    waiting: OpenPlace | None
    last: Line | None
    verdict: Verdict | None
    asks_nobody: str
    can_enter: bool
    other_board: str = ""
    sheets: list[dict[str, Any]] = field(default_factory=list)
    sentence: str = ""

    @property
    def rules(self) -> RuleSet:
        """The rules in force."""
        return self.state.rules

    @property
    def is_counted(self) -> bool:
        """Does the result stand?"""
        return self.state.counted

    @property
    def dealer_name(self) -> str:
        """Who deals the hand that waits."""
        if self.waiting is None:
            return ""
        sits_out = self.waiting.dealer not in self.waiting.sides
        return self.names.short[self.waiting.dealer] if sits_out else self.seated[self.waiting.dealer_seat]

    @property
    def deals_words(self) -> str:
        """Who deals the hand that waits, three-handed sitting out."""
        if self.waiting is None:
            return ""
        said = {"number": self.waiting.place.deal, "name": self.dealer_name}
        if self.waiting.dealer not in self.waiting.sides:
            return _("Hand %(number)s · %(name)s deals and sits out") % said
        return _("Hand %(number)s · %(name)s deals") % said

    @property
    def mine_name(self) -> str:
        """Whose phone it is."""
        if self.mine is None:
            return ""
        return self.seated[self.mine] if self.state.started.boards == 2 else self.names.short[self.mine]

    def seated_at(self, place: Place) -> tuple[str, ...]:
        """Short names of those who meet at a place, by seat: at the one that waits, or as they sat then."""
        if self.waiting is not None and place == self.waiting.place:
            return self.seated
        if self.rules.seats in ("two", "table"):
            return self.names.short
        return _seated(self.row, self.state, place_at(self.state, place), place.board)

    @property
    def limit_words(self) -> str:
        """What may knock, where the rules fix it."""
        limit = self.rules.knock_limit
        if self.rules.reads_limit_card or not isinstance(limit, int):
            return ""
        return _("Knock with %(limit)s or less") % {"limit": limit} if limit else _("Only gin may knock")

    @property
    def after_words(self) -> str:
        """What is said under the result once nobody is asked here."""
        status = self.state.status
        words = {
            "accepted": _("Accepted. The result counts."), "corrected": _("Corrected by the director."),
            "forfeit": _("Decided by the director."), "void": _("Decided by the director."),
        }.get(status, self.asks_nobody)  # fmt: skip
        return f"{words} {self.state.reason}".strip() if status in ("corrected", "forfeit", "void") else words

    @property
    def after_kind(self) -> str:
        """The kind of the note that says so."""
        return "good" if self.state.counted else "warn" if self.state.is_open else ""

    @property
    def disputes(self) -> list[dict[str, str]]:
        """What a side said is not right, while it waits for an answer."""
        said = self.state.open_dispute
        if said is None:
            return []
        name = self.names.short[said.side] if said.side is not None else _("The table")
        words = said.reason
        if said.claim is not None:
            numbers = scores_said(said.claim.points)
            claim = _("Instead: %(names)s %(numbers)s") % {
                "names": " – ".join(self.names.short),
                "numbers": numbers,
            }
            words = f"{words} {claim}".strip()
        return [{"title": _("%(name)s says this is not right.") % {"name": name}, "words": words}]

    @property
    def single_score(self) -> bool:
        """Is a final score one pair of numbers?"""
        return self.rules.games == 1 and self.rules.columns == 1

    @property
    def takes_one_score(self) -> bool:
        """Can the keypad take the final score: one pair of numbers?"""
        return self.single_score and len(self.names.full) == 2


def table_page(
    row: Match,
    version: int,
    state: MatchState,
    *,
    board: int,
    mine: int | None,
    may_settle: bool,
    at_desk: bool,
    lends: bool = True,
) -> TablePage:
    """The page of a board; `may_settle`: this viewer may accept or dispute, `at_desk`: as the desk; `lends`:
    another side may accept here, handed the phone.
    """
    names = names_of(row)
    places = places_waiting(state) if state.is_open and state.score is None else ()
    waiting = next((each for each in places if each.place.board == board), None)
    verdict, nobody = _verdict(
        row, state, names, mine=mine, may_settle=may_settle, at_desk=at_desk, lends=lends
    )
    open_round = row.round.state == Round.State.PUBLISHED or row.is_adjourned or at_desk
    return TablePage(
        row=row,
        version=version,
        state=state,
        board=board,
        mine=mine,
        names=names,
        seated=_seated(row, state, waiting, board),
        waiting=waiting,
        last=_last(state, board),
        verdict=verdict,
        asks_nobody=nobody,
        can_enter=open_round and state.is_open,
        other_board=_other_board(state, places, board, names),
        sheets=sheets_of(state, replace(names, full=names.short)),
        sentence=result_sentence(state, names),
    )


def names_of(row: Match, *, public: bool = False) -> Names:
    """The sides' names, whole and short: first names, with a letter where they are shared."""
    sides = list(row.sides.all())
    people = [player for side in sides for player in side.entry.people]
    called = first_names([_shown(player, public=public) for player in people])
    persons = {str(player.pk): name for player, name in zip(people, called, strict=True)}
    whole = [_label(side.entry.people, public=public) for side in sides]
    short = [" & ".join(persons[str(player.pk)] for player in side.entry.people) for side in sides]
    return Names(full=tuple(whole), short=tuple(short), persons=persons)


def person_choices(row: Match, board: int) -> list[tuple[MatchSide, Player]]:
    """Who may say "I am …" at a board: the persons of the match, partners at their board first."""
    found = [(side, player) for side in row.sides.all() for player in side.entry.people]
    boards = row.round.stage.tournament.side_size > 1
    here = {player.pk for side, player in found if not boards or side.entry.people.index(player) == board}
    return sorted(found, key=lambda pair: pair[1].pk not in here)


def person_in(row: Match, person: UUID | None) -> Player | None:
    """The person of a match with this id."""
    return next((player for _side, player in person_choices(row, 0) if player.pk == person), None)


def deal_facts(page: TablePage) -> dict[str, Any]:
    """What the keypad needs to know of the hand that waits; plain values for the page's script."""
    rules, waiting = page.rules, page.waiting
    return {
        "match": str(page.row.pk),
        "seated": ",".join(page.state.started.sides),
        "version": page.version,
        "place": line_id(waiting.place) if waiting and page.can_enter else None,
        "deal": waiting.place.deal if waiting else None,
        "family": rules.family,
        "names": list(page.seated),
        "namesAt": _names_at(page),
        "ahead": rules.seats in ("two", "table"),
        "asksCard": rules.reads_limit_card,
        "spades": rules.spade_multiplier,
        "limit": rules.knock_limit if isinstance(rules.knock_limit, int) else None,
        "ace": rules.ace_limit,
        "gin": rules.gin_bonus,
        "bigGin": rules.big_gin_bonus,
        "undercut": rules.undercut_bonus,
        "tie": rules.tie,
        "lowTie": rules.low_tie,
        "target": rules.target,
        "boxes": rules.box_bonus if rules.boxes_immediate else 0,
        "score": waiting is not None and page.can_enter and page.takes_one_score,
        "scoreOpen": page.can_enter and page.takes_one_score and page.state.status == "none",
        "sides": list(page.names.short),
        "canEnter": page.can_enter,
        "lines": len(page.state.lines),
    }


def _names_at(page: TablePage) -> dict[str, list[str]]:
    """Who sat at the lines that can be changed, where it was not always the same."""
    if page.rules.seats in ("two", "table") or not page.can_enter:
        return {}
    lines = [line for line in page.state.lines if line.place.board == page.board and line.is_played]
    return {line_id(line.place): list(page.seated_at(line.place)) for line in lines}


def board_lines(page: TablePage) -> list[dict[str, str]]:
    """The lines of this board that can be changed: place, what stands there, and which hand that is."""
    return [
        {
            "place": line_id(line.place),
            "stands": line.hand or "",
            "words": _("Hand %(number)s: %(gain)s")
            % {"number": line.place.deal, "gain": gain_words(line.result, page.seated_at(line.place))},
        }
        for line in page.state.lines
        if line.place.board == page.board and line.is_played
    ]


def place_of(text: str) -> Place | None:
    """A place written "1.4.0"; None for anything else."""
    parts = text.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        return None
    game, deal, board = map(int, parts)
    return Place(game, deal, board)


# ---------------------------------------------------------------- names


def _shown(player: Player, *, public: bool) -> str:
    return player.public_name if public else player.name


def _label(people: Sequence[Player], *, public: bool) -> str:
    return " & ".join(_shown(player, public=public) for player in people)


def _seated(row: Match, state: MatchState, waiting: OpenPlace | None, board: int) -> tuple[str, ...]:
    """Short names of those who meet at this board now, by seat."""
    names = names_of(row)
    if state.rules.seats != "partners":
        return names.short if waiting is None else tuple(names.short[side] for side in waiting.sides)
    indices = waiting.persons if waiting is not None else (board, board)
    people = [side.entry.people for side in row.sides.all()]
    sat = [each[i if i < len(each) else 0] for each, i in zip(people, indices, strict=True)]
    return tuple(names.persons[str(player.pk)] for player in sat)


# ---------------------------------------------------------------- what happens next


def _last(state: MatchState, board: int) -> Line | None:
    mine = [line for line in state.lines if line.place.board == board and line.is_played]
    return max(mine, key=lambda line: line.place) if mine and state.score is None else None


def _other_board(state: MatchState, places: Sequence[OpenPlace], board: int, names: Names) -> str:
    """How the partners' board stands in this round of hands, and the net of what is known."""
    if state.rules.seats != "partners" or not state.is_open:
        return ""
    other = BOARDS[1 - board]
    waits = {each.place.board for each in places}
    if not waits:
        return ""
    place = places[0].place
    lines = [line for line in state.lines if (line.place.game, line.place.deal) == (place.game, place.deal)]
    there = next((line for line in lines if line.place.board == 1 - board and line.is_played), None)
    here = next((line for line in lines if line.place.board == board and line.is_played), None)
    walled = {0, 1} - waits - {line.place.board for line in lines if line.is_played} if state.gone else set()
    if board in walled:
        return _(
            "Nobody plays at this board in this round: a partner has left, and it counts as a wall. Board "
            "%(board)s plays on."
        ) % {"board": other}
    if 1 - board in walled:
        return _("Board %(board)s counts as a wall: a partner has left.") % {"board": other}
    if here is not None:
        return _("Your board has finished this round: %(gain)s. Board %(board)s still plays.") % {
            "gain": gain_words(here.result, names_at(state, here, names)), "board": other,
        }  # fmt: skip
    if there is not None:
        return _("Board %(board)s has finished this round: %(gain)s. The net waits for your hand.") % {
            "gain": gain_words(there.result, names_at(state, there, names)), "board": other,
        }  # fmt: skip
    return _("Board %(board)s is playing. The round’s net is written when both have finished.") % {
        "board": other
    }


def _verdict(
    row: Match,
    state: MatchState,
    names: Names,
    *,
    mine: int | None,
    may_settle: bool,
    at_desk: bool,
    lends: bool,
) -> tuple[Verdict | None, str]:
    """Who is asked, or in words why nobody is asked here."""
    if not state.is_open or not state.sheet.over:
        return None, ""
    if at_desk and mine is None:
        return Verdict(side=None, via="desk", words=_("At the desk: is this right?"), hold=False), ""
    acceptance = row.round.stage.tournament.acceptance
    if acceptance == "director":
        return None, _("The director accepts the results here.")
    if not may_settle:
        return None, _("The sides accept this result on the table’s phone.")
    asked = _asked(state)
    if mine in asked and mine is not None:
        words = _("%(name)s, is this right?") % {"name": names.short[mine]}
        return Verdict(side=mine, via="own_link", words=words, hold=False), ""
    first = _first_asked(state, asked)
    if first is None:
        return None, _("The director is asked about this result.")
    if acceptance == "own_link":
        return None, _("%(name)s accepts on the own phone.") % {"name": names.short[first]}
    if not lends:
        return None, _("%(name)s accepts at the table or on the own phone.") % {"name": names.short[first]}
    words = _("Hand the phone over. %(name)s, is this right?") % {"name": names.short[first]}
    return Verdict(side=first, via="shared_table", words=words, hold=True), ""


def _asked(state: MatchState) -> list[int]:
    """The sides whose word is missing: not the one that entered; after a dispute the one that said so."""
    dispute = state.open_dispute
    return [
        side
        for side in range(len(state.started.sides))
        if side != state.entered_side and (dispute is None or dispute.side in (None, side))
    ]


def _first_asked(state: MatchState, asked: Sequence[int]) -> int | None:
    """Of several the one that lost: who has nothing to gain by the result confirms it."""
    losers = [side for side in asked if side != state.sheet.winner]
    return next(iter(losers or asked), None)


def side_letter(side: int) -> str:
    """The letter of a side's colour."""
    return SIDES[side] if side < len(SIDES) else ""
