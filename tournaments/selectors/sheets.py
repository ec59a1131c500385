"""A match's score sheets as pages draw them: heads, ruled lines, sums, the closing sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from games.engine.results import HandResult
from scoring.sheets.sheet import Column, GameSheet, Place, SheetLine
from tournaments.engine.events import IrregularityRuled
from tournaments.engine.match import Line, MatchState
from tournaments.engine.match.entering import place_at
from tournaments.selectors.rulings_in_words import sheet_words, shows_in_public
from tournaments.selectors.scores import score_said, signed

Sheet = dict[str, Any]
Href = Callable[[Line], str | None]
SIDES = "ab"


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """How the sides are called: whole on the sheet's head, short on buttons and in sentences; `persons`:
    their short names by id.
    """

    full: tuple[str, ...]
    short: tuple[str, ...]
    persons: Mapping[str, str] = field(default_factory=dict)


def sheets_of(
    state: MatchState, names: Names, *, href: Href | None = None, public: bool = False
) -> list[Sheet]:
    """One sheet a game, as `components/_score_sheet.html` takes it. `public`: without rulings that changed
    nothing on it; a mere warning is for the table and the desk.
    """
    games = state.sheet.games
    return [
        {
            "caption": _("Game %(number)s") % {"number": game.number} if len(games) > 1 else _("Score sheet"),
            **sheet_frame(game, names, at_a_table=state.rules.family == "manipulation"),
            "rows": list(_rows(state, game, names, href, public)),
        }
        for game in games
    ]


def sheet_frame(game: GameSheet, names: Names, *, at_a_table: bool = False) -> Sheet:
    """What stands above and below the lines of a game's sheet; a table has rounds won instead of boxes."""
    return {
        "heads": _heads(names, columns=len(game.columns)),
        "games": _columns_words(game, sides=len(names.full)),
        "sums": _sums(game, names, at_a_table) if game.over and not game.given else [],
    }


def sheet_rows(state: MatchState, game: GameSheet, names: Names) -> list[dict[str, Any]]:
    """The lines of one game of a match, nothing struck: `state` has the results that stand on it."""
    if game.given and game.winner is not None:
        return [_ruling_row(_("Given to %(name)s by ruling") % {"name": names.short[game.winner]})]
    running = [list(state.started.start_points) for _column in game.columns]
    return [_row(state, game, line, running, names, None) for line in game.lines]


def result_sentence(state: MatchState, names: Names) -> str:
    """ "Ann beat Bo 125–87, +38", by games where there were several; empty while nothing is decided."""
    if state.decided == "void":
        return _("Void: it counts for nothing.")
    if state.decided == "forfeit":
        losers = ", ".join(names.short[side] for side in state.losers)
        return _("Forfeited by %(names)s.") % {"names": losers}
    sheet = state.sheet
    if not sheet.over:
        return ""
    if len(names.short) != 2:
        return _sentence_of_many(state, names)
    finished = [game.record for game in sheet.games if game.record is not None]
    points = [sum(record.hand_points[side] for record in finished) for side in (0, 1)]
    start = state.started.start_points
    extra = [start[side] + _awarded_to(sheet.games, side) for side in (0, 1)]
    shown = [points[side] + extra[side] for side in (0, 1)] if len(finished) == 1 else points
    if sheet.winner is None:
        said = {"first": names.short[0], "second": names.short[1], "score": score_said(shown)}
        return _("%(first)s and %(second)s are equal, %(score)s") % said
    winner, loser = sheet.winner, 1 - sheet.winner
    said = {
        "winner": names.short[winner], "loser": names.short[loser],
        "score": score_said((shown[winner], shown[loser])),
        "spread": signed(points[winner] - points[loser]),
    }  # fmt: skip
    if state.stands is not None:
        # The hands as corrected do not end it (rules 4.3).
        return _("%(winner)s beat %(loser)s %(score)s; the recorded winner stands") % said
    if len(finished) > 1:
        said |= {"x": str(sheet.games_won[winner]), "y": str(sheet.games_won[loser])}
        return _("%(winner)s beat %(loser)s by %(x)s games to %(y)s, %(score)s, %(spread)s") % said
    return _("%(winner)s beat %(loser)s %(score)s, %(spread)s") % said


def _sentence_of_many(state: MatchState, names: Names) -> str:
    """ "Ann wins: Ann 387, Bo 51, Cy 0": totals with the bonuses at a table, hand points three-handed."""
    sheet = state.sheet
    records = [game.record for game in sheet.games if game.record is not None]
    at_table = state.rules.seats == "table"
    totals = list(state.started.start_points)
    for record in records:
        numbers = record.grand_totals if at_table else record.hand_points
        totals = [have + got for have, got in zip(totals, numbers, strict=True)]
    totals = [total + _awarded_to(sheet.games, side) for side, total in enumerate(totals)]
    order = sorted(range(len(totals)), key=lambda side: (side != sheet.winner, -totals[side]))
    said = {"scores": ", ".join(f"{names.short[side]} {totals[side]}" for side in order)}
    if sheet.winner is not None:
        return _("%(winner)s wins: %(scores)s") % {**said, "winner": names.short[sheet.winner]}
    best = [names.short[side] for side in order if totals[side] == max(totals)]
    return _("%(winners)s share the win: %(scores)s") % {**said, "winners": ", ".join(best)}


def seated(short: Sequence[str], seats: tuple[int, ...] | None) -> tuple[str, ...]:
    """Names in the order of a hand's seats: of those who sat (`seats` of a line), or of every side."""
    return tuple(short) if seats is None else tuple(short[side] for side in seats)


def names_at(state: MatchState, line: Line, names: Names) -> tuple[str, ...]:
    """Names by seat of those who met at a line: at a partners' board the two persons, else the sides."""
    at = place_at(state, line.place) if state.started.boards == 2 else None
    if at is None:
        return seated(names.short, line.seats)
    persons = [state.started.persons[side] for side in at.sides]
    sat = [each[i] if i < len(each) else each[0] for each, i in zip(persons, at.persons, strict=True)]
    return tuple(
        names.persons.get(person, names.short[side]) for person, side in zip(sat, at.sides, strict=True)
    )


def numbered(place: Place, state: MatchState) -> str:
    """The number of a hand: "3", of the second game "2.3", on the second board "3b"."""
    board = SIDES[place.board] if state.started.boards == 2 else ""
    game = f"{place.game}." if state.rules.games > 1 else ""
    return f"{game}{place.deal}{board}"


def gain_words(result: HandResult, short: Sequence[str]) -> str:
    """What a hand gave, as its button said: "Ann +11", "UNDERCUT · Bo +29"; `short` are names by seat."""
    if result.outcome == "wall":
        return _("Wall")
    if result.outcome == "void":
        return _("Void")
    winners = winners_of(result)
    if not winners:
        return _("Nobody scores")
    gain = ", ".join(f"{short[seat]} {signed(result.points[seat])}" for seat in winners)
    said = {"gain": gain}
    match result.outcome:
        case "undercut":
            return _("UNDERCUT · %(gain)s") % said
        case "gin":
            return _("GIN · %(gain)s") % said
        case "big_gin":
            return _("BIG GIN · %(gain)s") % said
        case "out":
            return _("OUT · %(gain)s") % said
        case "stock":
            return _("STOCK OUT · %(gain)s") % said
        case _:
            return gain


def winners_of(result: HandResult) -> tuple[int, ...]:
    """The seats that won a hand."""
    return result.winners or (() if result.winner is None else (result.winner,))


def how_words(result: HandResult, short: Sequence[str] = ()) -> str:
    """How a hand ended, for the margin of the sheet: "knock 3–14"; of a table "Ann knocks 4: 4–23–11"."""
    if result.outcome in ("knock", "out", "stock") and len(result.points) > 2 and len(short) > 2:
        return _how_at_a_table(result, short)
    words = {
        "knock": _("knock"), "gin": _("gin"), "big_gin": _("big gin"), "undercut": _("undercut"),
        "wall": _("wall"), "void": _("void"), "unfinished": _("not finished"), "out": _("out"),
        "stock": _("stock out"),
    }.get(result.outcome or "", _("points"))  # fmt: skip
    if result.deadwood is None or result.knocker is None or len(result.deadwood) != 2:
        return words
    own, other = result.deadwood[result.knocker], result.deadwood[1 - result.knocker]
    return f"{words} {own}\u2060–\u2060{other}"


def _how_at_a_table(result: HandResult, short: Sequence[str]) -> str:
    counts = "\u2060–\u2060".join(map(str, result.deadwood or ()))
    if result.outcome == "stock" or result.deadwood is None:
        return _("stock out: %(counts)s") % {"counts": counts}
    if result.knocker is not None:
        said = {"name": short[result.knocker], "count": result.deadwood[result.knocker], "counts": counts}
        return _("%(name)s knocks %(count)s: %(counts)s") % said
    return _("%(name)s is out: %(counts)s") % {"name": short[result.deadwood.index(0)], "counts": counts}


def line_id(place: Place) -> str:
    """A place as pages and forms write it: "1.4.0"."""
    return f"{place.game}.{place.deal}.{place.board}"


# ---------------------------------------------------------------- the parts of a sheet


def _heads(names: Names, *, columns: int) -> list[dict[str, Any]]:
    shown = names.short if columns > 1 else names.full
    return [
        {"name": name, "side": SIDES[side] if len(shown) == 2 else "", "column": columns > 1 and side == 0}
        for _column in range(columns)
        for side, name in enumerate(shown)
    ]


def _columns_words(game: GameSheet, *, sides: int) -> list[dict[str, Any]]:
    if len(game.columns) == 1:
        return []
    return [
        {"words": _("Game %(number)s") % {"number": n}, "span": sides} for n, _c in enumerate(game.columns, 1)
    ]


def _rows(
    state: MatchState, game: GameSheet, names: Names, href: Href | None, public: bool
) -> Iterator[dict[str, Any]]:
    struck = [each for each in state.struck if each.line.place.game == game.number]
    ruled = [each for each in _ruled_in(state, game) if not public or shows_in_public(each)]
    running = [list(state.started.start_points) for _column in game.columns]
    if any(state.started.start_points):
        yield _start_row(state, game)
    for line in game.lines:
        for old in [each for each in struck if each.line.place.deal == line.deal]:
            struck.remove(old)
            yield _struck_row(old.line, game, names)
        yield _row(state, game, line, running, names, href)
        for ruling in [each for each in ruled if each.place is not None and each.place.deal == line.deal]:
            ruled.remove(ruling)
            yield _ruling_row(sheet_words(ruling, names))
    for begun in _begun(state, game):
        for old in [each for each in struck if each.line.place == begun.place]:
            struck.remove(old)
            yield _struck_row(old.line, game, names)
        yield _waiting_row(state, begun, game, names, href)
    for old in struck:
        yield _struck_row(old.line, game, names)
    if ruled and state.score is not None and not game.given:
        yield _ruling_row(_("Entered as a final score"))
    for ruling in ruled:
        yield _ruling_row(sheet_words(ruling, names))


def _ruled_in(state: MatchState, game: GameSheet) -> list[IrregularityRuled]:
    """The rulings of this game; those about no hand stand on the last one."""
    shown = [each.number for each in state.sheet.games]

    def games_of(ruling: IrregularityRuled) -> list[int]:
        named = [number for number, _winner in ruling.games]
        named = named or ([] if ruling.place is None else [ruling.place.game])
        return [number for number in named if number in shown] or shown[-1:]

    return [each for each in state.rulings if game.number in games_of(each)]


def _ruling_row(words: str) -> dict[str, Any]:
    """A line of words across the sheet."""
    return {"n": "", "how": "", "words": words, "href": None, "amended": False, "cells": [], "hands": []}


def _start_row(state: MatchState, game: GameSheet) -> dict[str, Any]:
    """Above the first hand: what each side starts with."""
    several = len(game.columns) > 1
    cells = [
        {"points": points or None, "total": points, "boxes": 0, "column": several and side == 0}
        for _column in game.columns
        for side, points in enumerate(state.started.start_points)
    ]
    return {"n": "", "how": _("start points"), "href": None, "amended": False, "cells": cells, "hands": []}


def _begun(state: MatchState, game: GameSheet) -> list[Line]:
    """Hands of this game that no line of the sheet holds yet: the other board still plays."""
    held = {hand.place for line in game.lines for hand in line.hands}
    unused = {hand.place for hand in state.sheet.unused}
    return [
        line
        for line in state.lines
        if line.place.game == game.number and line.place not in held | unused and line.is_played
    ]


def _row(
    state: MatchState,
    game: GameSheet,
    line: SheetLine,
    running: list[list[int]],
    names: Names,
    href: Href | None,
) -> dict[str, Any]:
    cells: list[dict[str, Any]] = []
    for column in range(len(game.columns)):
        if column in line.columns:
            running[column] = [have + got for have, got in zip(running[column], line.points, strict=True)]
        for side in range(len(names.full)):
            cells.append(_cell(line, column, side, running[column][side], single=len(game.columns) == 1))
    hands = [each for hand in line.hands if (each := state.line_at(hand.place)) is not None]
    return {
        "id": f"hand-{game.number}-{line.deal}",
        "n": line.deal,
        **_how_of(state, hands, names, href),
        "amended": False,
        "cells": cells,
        "hands": [{"place": line_id(each.place), "href": href(each) if href else None} for each in hands],
    }


def _cell(line: SheetLine, column: int, side: int, total: int, *, single: bool) -> dict[str, Any]:
    boxes = line.bonus_boxes[side] if column in (line.columns or (0,)) else 0
    is_winner = bool(line.points[side] or line.boxes[side])
    scored = is_winner and (single or column in line.columns)
    return {
        "points": line.points[side] if scored else None,
        "total": line.running[side] if single else total,
        "boxes": boxes,
        "column": not single and side == 0,
    }


def _how_of(
    state: MatchState, hands: Sequence[Line], names: Names, href: Href | None, *, waits: bool = False
) -> dict[str, Any]:
    """How a line came about: one hand, or what each board gave, told by those who met there."""
    if state.started.boards != 2:
        words = " · ".join(how_words(each.result, seated(names.short, each.seats)) for each in hands)
        return {"how": words, "href": href(hands[0]) if href and len(hands) == 1 else None}
    boards = [
        {
            "words": f"{SIDES[each.place.board]}: {gain_words(each.result, names_at(state, each, names))}"
            f"{' …' if waits else ''}",
            "href": href(each) if href else None,
        }
        for each in hands
    ]
    return {"how": " · ".join(str(each["words"]) for each in boards), "href": None, "boards": boards}


def _blank_cells(game: GameSheet, names: Names) -> list[dict[str, Any]]:
    return [{"points": None} for _column in game.columns for _name in names.full]


def _struck_row(line: Line, game: GameSheet, names: Names) -> dict[str, Any]:
    cells = _blank_cells(game, names)
    here = seated(names.short, line.seats)
    winners = winners_of(line.result)
    for seat in winners:
        cells[seat if line.seats is None else line.seats[seat]] = {"points": line.result.points[seat]}
    words = how_words(line.result, here) if winners else gain_words(line.result, here)
    return {"n": _n(line.place, game), "how": words, "amended": True, "cells": cells, "hands": []}


def _waiting_row(
    state: MatchState, line: Line, game: GameSheet, names: Names, href: Href | None
) -> dict[str, Any]:
    """A board that has finished while the other still plays: said, not yet summed."""
    return {
        "n": line.place.deal,
        **_how_of(state, [line], names, href, waits=True),
        "amended": False,
        "cells": _blank_cells(game, names),
        "hands": [{"place": line_id(line.place), "href": href(line) if href else None}],
    }


def _n(place: Place, game: GameSheet) -> str:
    return f"{place.deal}"


def _sums(game: GameSheet, names: Names, at_a_table: bool) -> list[dict[str, Any]]:
    several = len(game.columns) > 1

    def line(words: str, numbers: Callable[[Column], Sequence[int]], *, last: bool = False) -> dict[str, Any]:
        cells = [
            {"total": numbers(column)[side], "column": several and side == 0}
            for column in game.columns
            for side in range(len(names.full))
        ]
        return {"words": words, "cells": cells, "last": last}

    found = [line(_("Hand points"), lambda column: column.hand_points)]
    more: tuple[tuple[str, Callable[[Column], Sequence[int]]], ...] = (
        (_("Start points"), partial(_start_of, sides=len(names.full))),
        (_("Awarded by ruling"), lambda column: column.awarded or (0,) * len(names.full)),
        (_("Rounds won") if at_a_table else _("Boxes"), lambda column: column.box_points),
        (_("Game bonus"), lambda column: column.game_bonus),
        (_("Shutout"), lambda column: column.shutout_points),
    )
    for words, numbers in more:
        if any(map(any, map(numbers, game.columns))):
            found.append(line(words, numbers))
    found.append(line(_("Total"), lambda column: column.grand_totals, last=True))
    return found


def _awarded_to(games: Sequence[GameSheet], side: int) -> int:
    """Points a ruling awarded toward these games."""
    return sum(column.awarded[side] for game in games for column in game.columns if column.awarded)


def _start_of(column: Column, *, sides: int) -> Sequence[int]:
    return column.start or (0,) * sides
