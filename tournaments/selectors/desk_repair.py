"""The repair drawer in words: what can have happened at some tables, and what each choice brings about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.events import Pairing
from tournaments.engine.match import MatchState
from tournaments.engine.pairing.reasons import WIDE_GAP
from tournaments.engine.tournament import Round, TournamentState, has_entries
from tournaments.engine.tournament.seating import Seated
from tournaments.models.tournament import Match, MatchPerson

MOST_COLUMNS = 3
Names = Mapping[str, str]
"""The names of the sides by id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing that can have happened: who then sits where, and what follows from it.

    `refused`: why it cannot be, in a sentence. `value`: what its button carries. `words`: whose the columns
    are.
    """

    tables: list[dict[str, Any]]
    effects: list[str]
    refused: str
    value: str
    words: tuple[str, ...] = ()


def people_at(state: TournamentState, pairing: Pairing) -> tuple[str, ...]:
    """The entered sides at a match, column by column."""
    return tuple(member for side in pairing.sides for member in state.members_of(side))


def crossings(state: TournamentState, round: Round, picked: Sequence[Pairing]) -> list[Seated]:
    """What can have happened at a table of two: its columns are crossed, or who had the draw's bye sat there;
    at two of them: one of each changed places, or both pairs did.
    """
    if len(picked) == 1 and len(people_at(state, picked[0])) == 2:
        (table,) = picked
        left, right = table.sides
        rests = [side for side, kind, _points in round.byes if kind == "pairing"]
        seats = [(right, left), *((side, right) for side in rests), *((left, side) for side in rests)]
        return [{table.match: pair} for pair in seats]
    if len(picked) != 2 or any(len(people_at(state, each)) != 2 for each in picked):
        return []
    one, other = picked
    found: list[Seated] = []
    for here, there in product((1, 0), (1, 0)):
        these, those = list(one.sides), list(other.sides)
        these[here], those[there] = those[there], these[here]
        found.append({one.match: tuple(these), other.match: tuple(those)})
    found.append({one.match: other.sides, other.match: one.sides})
    return found


def columns_of(size: int, *, both: bool) -> list[tuple[tuple[int, ...], tuple[int, ...] | None]]:
    """Whose columns the sheets' can be: of the one that moves, and (`both`) of the one that comes back.

    Of more than three, who sat in order alone: the rest is put right seat by seat afterwards.
    """
    every = list(permutations(range(size))) if size <= MOST_COLUMNS else [tuple(range(size))]
    return [(one, other) for one in every for other in (every if both else (None,))]


def tables_words(pairings: Sequence[Pairing], names: Names, matches: Sequence[str]) -> list[dict[str, Any]]:
    """Who sits at these matches' tables, left to right."""
    return [
        {"table": each.table, "names": [names.get(side, "–") for side in each.sides], "match": each.match}
        for each in pairings
        if each.match in matches
    ]


def other_tables(row: Match) -> list[dict[str, Any]]:
    """The other matches of a match's round, by table and names, with one question to the database."""
    seats = MatchPerson.objects.filter(side__match__round=row.round_id).exclude(side__match=row.pk)
    found: dict[str, dict[str, Any]] = {}
    sides: dict[tuple[str, int], list[str]] = {}
    ordered = seats.order_by("side__match__order", "side__index", "order")
    for match, table, index, name in ordered.values_list(
        "side__match", "side__match__table_number", "side__index", "player__name"
    ):
        found.setdefault(str(match), {"table": table, "match": str(match)})
        sides.setdefault((str(match), index), []).append(name)
    for (pk, _index), people in sides.items():
        found[pk].setdefault("names", []).append(" & ".join(people))
    return list(found.values())


def effects_of(
    before: Round,
    after: Round,
    names: Names,
    states: Mapping[str, MatchState],
    byes_had: Mapping[str, int],
) -> list[str]:
    """What a repair of a round brings about, weightiest first: the pairs, the byes, what was entered.

    `byes_had`: how often each side has won a round of the stage before without playing.
    """
    old = {each.match: each for each in before.pairings}
    told = {frozenset(each.sides): each for each in before.pairings}
    changed = [each for each in after.pairings if old[each.match].sides != each.sides]
    found = [words for each in changed if frozenset(each.sides) not in told for words in _pair(each, names)]
    byes = [(one[0], other[0]) for one, other in zip(before.byes, after.byes, strict=False) if one != other]
    for one, other in byes:
        said = {"one": names.get(one, "–"), "other": names.get(other, "–")}
        found.append(_("%(one)s had the bye and played; %(other)s has it now.") % said)
        if byes_had.get(other):
            found.append(_("%(other)s has had a bye before.") % said)
    for each in changed:
        found += _sheet(each, old[each.match], names, states[each.match])
    return found


def _pair(pairing: Pairing, names: Names) -> list[str]:
    """What is worth telling of a pair that was not drawn so."""
    reasons = pairing.reasons
    said: dict[str, Any] = {"names": " – ".join(names.get(side, "–") for side in pairing.sides)}
    found = []
    if reasons.get("apart") == "never":
        found.append(_("%(names)s were never to meet.") % said)
    if reasons.get("met"):
        rounds = ", ".join(map(str, reasons["met"]))
        found.append(
            ngettext(
                "%(names)s met before, in round %(rounds)s: a repeat.",
                "%(names)s met before, in rounds %(rounds)s: a repeat.",
                len(reasons["met"]),
            )
            % {**said, "rounds": rounds}
        )
    if reasons.get("apart") == "rather_not":
        found.append(_("%(names)s should rather not meet.") % said)
    if isinstance(reasons.get("gap"), int) and reasons["gap"] > WIDE_GAP:
        found.append(_("%(names)s are %(gap)s game points apart.") % {**said, "gap": reasons["gap"]})
    return found


def _sheet(now: Pairing, was: Pairing, names: Names, state: MatchState) -> list[str]:
    """What becomes of what was entered or ruled at a table."""
    said = {"table": was.table, "names": " – ".join(names.get(side, "–") for side in now.sides)}
    if has_entries(state):
        words = _("What is entered at table %(table)s counts for %(names)s, once it is accepted anew.")
        return [words % said]
    if state.decided == "forfeit":
        return [_("The forfeit at table %(table)s is taken back.") % said]
    if state.decided == "void":
        return [_("Table %(table)s is not void any more.") % said]
    return []
