"""Who plays, as the desk sees it: names in full, who is here, what becomes of each in the next round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.player import Player
from tournaments import logs
from tournaments.engine.tournament import TournamentState, status_of, upcoming
from tournaments.engine.tournament.beaten import beaten as beaten_in
from tournaments.exchange.preview import PlayerRow, Preview
from tournaments.exchange.problems import SENTENCES
from tournaments.exchange.texts import name_key
from tournaments.models.tournament import Entry, Match, Tournament
from tournaments.selectors.fees import Fee, fees_of, price_of_a_life
from tournaments.selectors.short_names import sorting_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """A side another one is kept apart from: for those who run the event alone."""

    side: str
    name: str
    words: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskSide:
    """A side on the desk's list. `next_words` says what it does in the next round where it is not simply
    drawn.
    """

    entry: Entry
    name: str
    people: tuple[Player, ...]
    here: bool | None
    withdrawn: bool
    next_words: str
    table: int | None = None
    apart: tuple[Apart, ...] = ()
    disqualified: bool = False
    beaten: bool = False
    fees: tuple[Fee, ...] = ()
    start_points: int = 0
    life_price: str = ""
    house: bool = False

    @property
    def key(self) -> str:
        """Its id as a form sends it."""
        return str(self.entry.pk)

    @property
    def is_private(self) -> bool:
        """Is a name of it hidden?"""
        return any(player.is_private for player in self.people)


def entries_of(row: Tournament) -> list[Entry]:
    """All sides with their people: three queries."""
    return list(row.entries.prefetch_related("persons__player"))


def desk_names(entries: Iterable[Entry]) -> dict[str, str]:
    """The whole names by side, for those who run the event; of partners made for a round too."""
    listed = list(entries)
    names = {str(entry.pk): entry.name for entry in listed}
    if listed:
        formed = Entry.objects.filter(formed_for=listed[0].tournament_id).prefetch_related("persons__player")
        names.update({str(entry.pk): entry.name for entry in formed})
    return names


def desk_sides(
    state: TournamentState,
    entries: Sequence[Entry],
    *,
    tables: Mapping[str, int | None] | None = None,
    beaten: Collection[str] = (),
    reasons: Mapping[frozenset[str], str] | None = None,
) -> list[DeskSide]:
    """Every side in order of its name; `beaten`: those that losses put out (`beaten_now`); `reasons` for
    keeping two apart (`reasons_of`), where they are to be shown.
    """
    known = [entry for entry in entries if str(entry.pk) in state.sides]
    apart = _kept_apart(state, desk_names(known), reasons or {})
    found = [_side(state, entry, tables or {}, apart.get(str(entry.pk), []), beaten) for entry in known]
    return sorted(found, key=lambda side: (side.withdrawn, folded(side.name)))


def searched(sides: Sequence[DeskSide], wanted: str) -> list[DeskSide]:
    """The sides whose names hold these letters, whatever their case and accents."""
    key = folded(wanted)
    return [side for side in sides if key in folded(side.name)]


def folded(text: str) -> str:
    """A text as it is searched: no case, no accents."""
    return sorting_key(text).strip()


def tables_now(row: Tournament) -> dict[str, int | None]:
    """Where each side sits in the round that is out: two queries."""
    sitting = Match.objects.filter(round__stage__tournament=row, round__state="published")
    return {
        str(side.entry_id): match.table_number
        for match in sitting.prefetch_related("sides")
        for side in match.sides.all()
    }


def reasons_of(row: Tournament) -> dict[frozenset[str], str]:
    """Why sides are kept apart, by pair: for those who run the event alone."""
    rows = row.apart_reasons.values_list("one", "other", "reason")
    return {frozenset((str(one), str(other))): reason for one, other, reason in rows}


def _kept_apart(
    state: TournamentState, names: Mapping[str, str], reasons: Mapping[frozenset[str], str]
) -> dict[str, list[Apart]]:
    """Whom each side is kept apart from, as far as both are named."""
    words = {"never": _("must not meet %(name)s"), "rather_not": _("should not meet %(name)s")}
    found: dict[str, list[Apart]] = {}
    for pair, how in state.apart.items():
        for side, other in permutations(pair):
            if other in names:
                said = words[how] % {"name": names[other]}
                why = reasons.get(pair, "")
                found.setdefault(side, []).append(
                    Apart(side=other, name=names[other], words=said, reason=why)
                )
    return {side: sorted(each, key=lambda apart: folded(apart.name)) for side, each in found.items()}


def _side(
    state: TournamentState,
    entry: Entry,
    tables: Mapping[str, int | None],
    apart: Sequence[Apart],
    beaten: Collection[str],
) -> DeskSide:
    known, key = state.sides[str(entry.pk)], upcoming(state)
    is_out = next_status(state, str(entry.pk), beaten) == "out"
    return DeskSide(
        entry=entry,
        name=entry.name,
        people=tuple(entry.people),
        here=known.present,
        withdrawn=known.is_withdrawn(key),
        next_words=_next_words(state, str(entry.pk), beaten),
        table=tables.get(str(entry.pk)),
        apart=tuple(apart),
        disqualified=known.is_disqualified,
        beaten=is_out,
        life_price=price_of_a_life(state, str(entry.pk)) if is_out else "",
        fees=fees_of(state, entry),
        start_points=known.start_points,
        house=known.house,
    )


def _next_words(state: TournamentState, side: str, beaten: Collection[str]) -> str:
    key = upcoming(state)
    status = status_of(state, side, key, beaten=beaten)
    said = {"round": key[1], "points": status.points}
    match status.kind:
        case "withdrawn":
            if state.sides[side].house:
                return _("taken out")
            return _("disqualified") if state.sides[side].is_disqualified else _("withdrawn")
        case "out":
            return _("out: beaten")
        case "house":
            return _("sits in while the field is odd")
        case "absent":
            return _("not in round %(round)s") % said
        case "bye":
            return _("bye in round %(round)s, %(points)s points") % said
        case _:
            return _("a partner has left") if side in state.leaving else ""


def next_status(state: TournamentState, side: str, beaten: Collection[str] = ()) -> str:
    """The kind of the side's status in the next round: expected, absent, bye, withdrawn, out …"""
    return status_of(state, side, upcoming(state), beaten=beaten).kind


def beaten_now(row: Tournament, state: TournamentState) -> frozenset[str]:
    """The sides that losses put out of the stage in play. Matches are read only where losses do."""
    there = state.stages.get(upcoming(state)[0])
    if there is None or not there.ends_itself:
        return frozenset()
    return beaten_in(state, {str(pk): each for pk, each in logs.matches_of(row.pk).items()})


def people_counts(state: TournamentState, sides: Sequence[DeskSide]) -> str:
    """ "24 sides, 18 here, 2 withdrawn": of those who play for places."""
    sides = [side for side in sides if not side.house]
    playing = [side for side in sides if not side.withdrawn]
    here = sum(1 for side in playing if side.here)
    words = [
        ngettext("%(count)s player", "%(count)s players", len(playing))
        if state.side_size == 1
        else ngettext("%(count)s pair", "%(count)s pairs", len(playing))
    ]
    said = [words[0] % {"count": len(playing)}]
    if here:
        said.append(_("%(count)s here") % {"count": here})
    out = sum(1 for side in sides if side.disqualified)
    beaten_ones = sum(1 for side in playing if side.beaten)
    if beaten_ones:
        said.append(_("%(count)s out") % {"count": beaten_ones})
    if out:
        said.append(_("%(count)s disqualified") % {"count": out})
    gone = len(sides) - len(playing) - out
    if gone:
        said.append(_("%(count)s withdrawn") % {"count": gone})
    unpaid = sum(1 for side in playing for fee in side.fees if fee.how == "open")
    if unpaid:
        said.append(ngettext("%(count)s fee open", "%(count)s fees open", unpaid) % {"count": unpaid})
    return " · ".join(said)


# ---------------------------------------------------------------- lists that come in


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A list before it is entered: rows that can come in, those entered already, what is wrong by line."""

    rows: tuple[PlayerRow, ...]
    already: tuple[PlayerRow, ...]
    problems: tuple[dict[str, Any], ...]
    notes: tuple[dict[str, Any], ...]
    how: str = ""
    guessed: bool = False


def incoming(state: TournamentState, entries: Sequence[Entry], preview: Preview) -> Incoming:
    """What a preview would bring into this tournament as it stands."""
    fresh, already, problems = _sorted_out(state, entries, preview.rows)
    told = [
        {"line": each.line, "words": _(SENTENCES[each.code]) % each.data, "kept": each.kept}
        for each in preview.problems
    ]
    return Incoming(
        rows=tuple(fresh),
        already=tuple(already),
        problems=tuple(
            sorted([*problems, *(each for each in told if not each["kept"])], key=lambda each: each["line"])
        ),
        notes=tuple(each for each in told if each["kept"]),
        how=_how_read(preview),
        guessed=preview.guessed,
    )


def _sorted_out(
    state: TournamentState, entries: Sequence[Entry], rows: Sequence[PlayerRow]
) -> tuple[list[PlayerRow], list[PlayerRow], list[dict[str, Any]]]:
    """New sides, sides that are there already, and people who sit on another side."""
    sits_in = {str(entry.pk) for entry in entries if entry.is_house}
    out = {side for side in sits_in if state.sides[side].is_withdrawn(upcoming(state))}
    sits = {player.key: entry for entry in entries if str(entry.pk) not in out for player in entry.people}
    fresh: list[PlayerRow] = []
    already: list[PlayerRow] = []
    problems: list[dict[str, Any]] = []
    for row in rows:
        keys = [name_key(name) for name in row.names]
        there = {sits[key].pk for key in keys if key in sits}
        if not there:
            fresh.append(row)
            continue
        entry = next(sits[key] for key in keys if key in sits)
        same = len(there) == 1 and sorted(keys) == sorted(player.key for player in entry.people)
        gone = state.sides[str(entry.pk)].is_withdrawn(upcoming(state))
        if entry.is_house:
            words = _("%(name)s sits in: take the house player out first.") % {"name": entry.name}
            problems.append({"line": row.line, "words": words, "kept": False})
        elif same and not gone:
            already.append(row)
        elif same:
            words = _("%(name)s has withdrawn: let the side return on its page.") % {"name": entry.name}
            problems.append({"line": row.line, "words": words, "kept": False})
        elif all(state.sides[str(pk)].is_withdrawn(upcoming(state)) for pk in there):
            fresh.append(row)
        else:
            words = _("%(name)s is entered already, on another side.") % {"name": entry.name}
            problems.append({"line": row.line, "words": words, "kept": False})
    return fresh, already, problems


def _how_read(preview: Preview) -> str:
    delimiters = {";": _("semicolons"), ",": _("commas"), "\t": _("tabs"), None: _("one column")}
    if not preview.columns:
        return ""
    return _("Read as %(encoding)s, split by %(delimiter)s.") % {
        "encoding": preview.encoding.upper(),
        "delimiter": delimiters.get(preview.delimiter, str(preview.delimiter)),
    }
