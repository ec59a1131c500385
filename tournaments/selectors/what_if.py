"""What if: another rule set chosen by words, and a match and a stage under it as pages show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.errors import Refusal
from games.engine.json_lines import read_object
from games.engine.rulesets import RuleSet, read_rules
from games.engine.rulesets.texts import changed_by_texts
from scoring.lines import Line
from scoring.numbers import number_to_wire
from scoring.season import SeasonLine
from scoring.what_if import RescoredGame, RescoredHand, comparable
from tournaments import logs
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import TournamentState
from tournaments.engine.tournament.credits import Credits
from tournaments.engine.what_if import (
    MatchWhatIf,
    PairedWhatIf,
    SeasonWhatIf,
    StageWhatIf,
    TournamentWhatIf,
    match_what_if,
    persons_of,
    stage_what_if,
)
from tournaments.models.club import Club
from tournaments.models.tournament import Match, Tournament
from tournaments.selectors.criteria_words import criterion_name, label_of, number_words
from tournaments.selectors.figures import percent
from tournaments.selectors.merged import merged_persons, one_of
from tournaments.selectors.own_rule_sets import rules_named
from tournaments.selectors.rule_fields import FIELDS
from tournaments.selectors.sheets import (
    Names,
    how_words,
    seated,
    sheet_frame,
    sheet_rows,
    winners_of,
)
from tournaments.selectors.sides import Sides, name_of

AS_PLAYED = "played"
Href = Callable[[str], str]


# ---------------------------------------------------------------- which rules


def other_rules(club: Club, played: RuleSet, query: Mapping[str, str]) -> RuleSet:
    """The rule set a query names, played by the same people.

    `rules`: `played` (or nothing), a preset's key, `own:` and the id of one of the club's, or a rule set as
    JSON. Any other key is a field of it, changed to that text; an empty one changes nothing. Raises
    NotationError `unknown_rule`, Refusal `other_game`.
    """
    texts = {name: text for name, text in query.items() if name != "rules" and text.strip()}
    return comparable(played, changed_by_texts(_base(club, played, query.get("rules", "")), texts))


def _base(club: Club, played: RuleSet, choice: str) -> RuleSet:
    if choice in ("", AS_PLAYED):
        return played
    if choice.startswith("{"):
        return read_rules(read_object(choice))
    return rules_named(club, choice)


def fields_of(query: Mapping[str, str]) -> dict[str, str]:
    """What of a page's address says which rules: its other keys are the page's own."""
    return {name: text for name, text in query.items() if name == "rules" or name in FIELDS}


# ---------------------------------------------------------------- from the log


def match_under(row: Match, query: Mapping[str, str]) -> MatchWhatIf:
    """A match under the rule set of a query (`other_rules`)."""
    _version, state = logs.match_at(row.pk)
    return match_what_if(state, other_rules(row.round.stage.tournament.club, state.rules, query))


def tournament_under(
    row: Tournament, query: Mapping[str, str], through: Mapping[int, int]
) -> TournamentWhatIf:
    """Stages of a tournament, each up to its round in `through`, under the rule set of a query: what it
    changes is changed of each stage's own rules.
    """
    _version, state = logs.tournament_at(row.pk)
    matches = {str(pk): each for pk, each in logs.matches_of(row.pk).items()}
    stages = tuple(
        stage_what_if(
            state, stage, matches, other_rules(row.club, state.stages[stage].rules, query), through=last
        )
        for stage, last in sorted(through.items())
    )
    return TournamentWhatIf(event=str(row.pk), stages=stages, persons=_persons(state))


def _persons(state: TournamentState) -> dict[str, Credits]:
    """The persons of the sides, as who they are by now."""
    merged = merged_persons()
    return {
        side: tuple((str(one_of(merged, person)), part) for person, part in parts)
        for side, parts in persons_of(state).items()
    }


def season_under(
    rows: Iterable[Tournament], query: Mapping[str, str], through: Callable[[Tournament], Mapping[int, int]]
) -> tuple[list[TournamentWhatIf], list[Tournament]]:
    """The events of a season under the rule set of a query; and those left out because they are another
    game.
    """
    found, left_out = [], []
    for row in rows:
        try:
            found.append(tournament_under(row, query, through(row)))
        except Refusal as error:
            if error.code != "other_game":
                raise
            left_out.append(row)
    return found, left_out


# ---------------------------------------------------------------- a match


def match_beside(found: MatchWhatIf, names: Names) -> dict[str, Any]:
    """A match under the other rule set: its sentence, its sheets, what is to be said of its hands."""
    rescored = found.rescored
    return {
        "sentence": sentence_of(found, names),
        "left_out": found.left_out,
        "sheets": [] if rescored is None else [_sheet(found, game, names) for game in rescored.games],
        "notes": [] if rescored is None else list(_notes(found, names)),
    }


def sentence_of(found: MatchWhatIf, names: Names) -> str:
    """How the match would have ended: who beat whom, or who leads where it is not over."""
    rescored = found.rescored
    if rescored is None:
        return {
            "score_only": _("Only the final score is known: there are no hands to price anew."),
            "forfeit": _("A forfeit stays a forfeit."),
            "void": _("Void: it counts for nothing."),
        }[found.left_out or "void"]
    if len(rescored.games) == 1:
        return _game_words(rescored.games[0], names)
    won = [f"{names.short[side]} {count}" for side, count in enumerate(_won(found, names))]
    said = {"games": ", ".join(won)}
    if not rescored.over:
        return _("Not decided: games won %(games)s") % said
    if rescored.winner is None:
        return _("A tie: games won %(games)s") % said
    return _("%(winner)s wins the match: games won %(games)s") % {
        **said, "winner": names.short[rescored.winner],
    }  # fmt: skip


def _won(found: MatchWhatIf, names: Names) -> tuple[int, ...]:
    assert found.rescored is not None
    sheet = found.rescored.sheet
    return sheet.games_won if sheet is not None else (0,) * len(names.short)


def _game_words(game: RescoredGame, names: Names) -> str:
    said = {"scores": _scores(game, names), "lead": game.lead}
    if game.leader is not None:
        said["name"] = names.short[game.leader]
    if game.status == "not_played":
        return _("Not played: the match was decided before.")
    if game.status == "not_known":
        return _("Not known: %(scores)s, then a hand nobody can price") % said
    if game.status == "unfinished":
        if game.leader is None:
            return _("Unfinished and level: %(scores)s") % said
        return _("Unfinished, %(name)s leads by %(lead)s: %(scores)s") % said
    winner = None if game.sheet is None else game.sheet.winner
    if winner is None:
        return _("Equal: %(scores)s") % said
    return _("%(name)s wins: %(scores)s") % {**said, "name": names.short[winner]}


def _scores(game: RescoredGame, names: Names) -> str:
    """ "Ann 121, Bo 14": what is held against the target."""
    return ", ".join(f"{name} {points}" for name, points in zip(names.short, game.score, strict=True))


def _sheet(found: MatchWhatIf, game: RescoredGame, names: Names) -> dict[str, Any]:
    several = found.rescored is not None and len(found.rescored.games) > 1
    caption = _("Game %(number)s") % {"number": game.number} if several else _("Score sheet")
    sentence = _game_words(game, names)
    if game.sheet is None:
        return {"caption": caption, "heads": [], "rows": [], "sums": [], "result": sentence}
    state = _as_rescored(found, game)
    rows = [_marked(row, game) for row in sheet_rows(state, game.sheet, names)]
    rows += [_left_row(game, hand, names) for hand in game.hands if not hand.used]
    frame = sheet_frame(game.sheet, names, at_a_table=state.rules.family == "manipulation")
    return {"caption": caption, **frame, "rows": rows, "result": sentence if several else ""}


def _as_rescored(found: MatchWhatIf, game: RescoredGame) -> MatchState:
    """The match with the results that stand on the other sheet, so that its lines are drawn alike."""
    results = {id(hand.played.result): hand.result for hand in game.hands}
    lines = tuple(
        replace(line, result=again)
        for line in found.state.lines
        if (again := results.get(id(line.result))) is not None
    )
    return replace(found.state, rules=found.rules, lines=lines, struck=(), score=None)


def _marked(row: dict[str, Any], game: RescoredGame) -> dict[str, Any]:
    """A line with what is to be said of its hands; where partners play two, board by board."""
    hands = [hand for hand in game.hands if hand.used and hand.place.deal == row["n"]]
    boards = [
        {**each, "words": " · ".join([each["words"], *_marks(hands, board)])}
        for board, each in enumerate(row.get("boards", ()))
    ]
    how = " · ".join([row["how"], *_marks(hands)])
    return {**row, "id": None, "href": None, "how": how, "boards": boards}


def _marks(hands: Sequence[RescoredHand], board: int | None = None) -> list[str]:
    marks = dict.fromkeys(mark for hand in hands if board in (None, hand.place.board) for mark in hand.marks)
    return [_mark_words(mark) for mark in marks]


def _left_row(game: RescoredGame, hand: RescoredHand, names: Names) -> dict[str, Any]:
    """A hand that does not stand on the sheet: after the game's end, or where it is not known any more."""
    result = hand.result or hand.played.result
    here = seated(names.short, hand.played.seats)
    assert game.sheet is not None
    cells: list[dict[str, Any]] = [{"points": None} for _each in sheet_frame(game.sheet, names)["heads"]]
    unused = game.status == "finished"
    if unused and hand.result is not None:
        for seat in winners_of(result):
            side = seat if hand.played.seats is None else hand.played.seats[seat]
            cells[side] = {"points": result.points[seat]}
    why = _("unused") if unused else _("not known") if hand.result is None else _("after it")
    return {
        "n": hand.place.deal, "how": f"{how_words(result, here)} · {why}", "amended": unused,
        "cells": cells, "hands": [],
    }  # fmt: skip


def _mark_words(mark: str) -> str:
    return {
        "over_limit": _("over the limit, priced as played"),
        "not_minimal": _("not the least count, priced as played"),
        "best_defence": _("the cards speak"),
        "limit_not_known": _("limit not noted"),
    }[mark]


def _notes(found: MatchWhatIf, names: Names) -> Iterator[str]:
    """What differs in kind, counted: hands unused, not known, over the limit."""
    assert found.rescored is not None
    hands = found.rescored.hands
    unused = sum(len(game.unused) for game in found.rescored.games)
    unknown = sum(hand.result is None for hand in hands)
    over = sum(bool({"over_limit", "not_minimal"} & {*hand.marks}) for hand in hands)
    speak = sum("best_defence" in hand.marks for hand in hands)
    no_card = sum("limit_not_known" in hand.marks for hand in hands)
    if unused:
        yield ngettext(
            "%(count)s hand came after the end and is unused.",
            "%(count)s hands came after the end and are unused.", unused,
        ) % {"count": unused}  # fmt: skip
    if unknown:
        yield ngettext(
            "%(count)s hand has no known price here: only its points were entered, or nobody noted the card.",
            "%(count)s hands have no known price here: only points were entered, or nobody noted the card.",
            unknown,
        ) % {"count": unknown}
    if over:
        yield ngettext(
            "%(count)s knock would not have been allowed; it is priced as it was played.",
            "%(count)s knocks would not have been allowed; they are priced as they were played.", over,
        ) % {"count": over}  # fmt: skip
    if speak:
        yield ngettext(
            "In %(count)s hand the best defence binds instead of what was declared.",
            "In %(count)s hands the best defence binds instead of what was declared.", speak,
        ) % {"count": speak}  # fmt: skip
    if no_card:
        yield ngettext(
            "Of %(count)s knock nobody noted the card that would say whether it was allowed.",
            "Of %(count)s knocks nobody noted the card that would say whether they were allowed.", no_card,
        ) % {"count": no_card}  # fmt: skip


# ---------------------------------------------------------------- a stage


CODES = ("GP", "GW", "NS")


def stage_beside(found: StageWhatIf, sides: Sides, href: Href) -> dict[str, Any]:
    """Both standings in one table, in the order of the other; matches that are not over there."""
    return {
        "stage": found.stage,
        "through": found.through,
        "columns": [{"label": label_of(code), "words": criterion_name(code)} for code in CODES],
        "lines": [_line(line, found, sides) for line in found.standings.lines],
        "counts": _counts(found),
        "matches": [_match_line(each, sides, href) for each in found.matches if _is_to_tell(each)],
    }


def _line(line: Line, found: StageWhatIf, sides: Sides) -> dict[str, Any]:
    was = found.real.line_of(line.side)
    return {
        "name": name_of(sides, line.side),
        "rank": _rank(line),
        "was": _rank(was),
        "move": was.rank - line.rank,
        "drop": line.rank - was.rank,
        "numbers": [number_words(code, _wire(line, code)) for code in CODES],
        "numbers_were": [number_words(code, _wire(was, code)) for code in CODES],
        "played": line.played,
    }


def season_beside(lines: Sequence[SeasonWhatIf], names: Mapping[str, str]) -> dict[str, Any]:
    """Both tables of a season in one, as a stage's standings are shown."""
    others, reals = [line.other.rank for line in lines], [line.real.rank for line in lines]
    return {
        "columns": [
            {"label": _("Points"), "words": _("Of what could be won, at most 100 an evening")},
            {"label": pgettext("matches won", "W"), "words": _("Won")},
            {"label": label_of("NS"), "words": criterion_name("NS")},
        ],
        "lines": [
            {
                "name": names.get(line.person, "–"),
                "rank": _season_rank(line.other.rank, others),
                "was": _season_rank(line.real.rank, reals),
                "move": (line.real.rank or 0) - (line.other.rank or 0),
                "drop": (line.other.rank or 0) - (line.real.rank or 0),
                "numbers": _season_numbers(line.other),
                "numbers_were": _season_numbers(line.real),
            }
            for line in lines
        ],
    }


def _season_rank(rank: int | None, ranks: Sequence[int | None]) -> str:
    return "–" if rank is None else f"{rank}=" if ranks.count(rank) > 1 else str(rank)


def _season_numbers(line: SeasonLine) -> list[str]:
    won, net = number_words("W", number_to_wire(line.won)), number_words("NS", number_to_wire(line.net))
    return [percent(line.points), won, net]


def _rank(line: Line) -> str:
    return f"{line.rank}=" if line.shared else str(line.rank)


def _wire(line: Line, code: str) -> Any:
    value = line.values.get(code)
    return None if value is None else number_to_wire(value)


def _counts(found: StageWhatIf) -> str:
    """ "11 of 14 matches have a finished game"."""
    whole = sum(each.beside.left_out != "forfeit" for each in found.matches)
    finished = sum(
        each.beside.rescored is not None and each.beside.rescored.sheet is not None for each in found.matches
    )
    return ngettext(
        "%(finished)s of %(count)s match has a finished game and counts.",
        "%(finished)s of %(count)s matches have a finished game and count.", whole,
    ) % {"finished": finished, "count": whole}  # fmt: skip


def _is_to_tell(each: PairedWhatIf) -> bool:
    """Is something else to be said of this match than that it ended?"""
    rescored = each.beside.rescored
    if rescored is None:
        return each.beside.left_out != "forfeit"
    return not rescored.over or any(
        hand.marks or not hand.used or hand.result is None for hand in rescored.hands
    )


def _match_line(each: PairedWhatIf, sides: Sides, href: Href) -> dict[str, Any]:
    names = names_in(each, sides)
    table = each.table if each.table is not None else "–"
    return {
        "title": " – ".join(names.full),
        "over": _("Round %(round)s, table %(table)s") % {"round": each.round, "table": table},
        "sentence": sentence_of(each.beside, names),
        "notes": [] if each.beside.rescored is None else list(_notes(each.beside, names)),
        "href": href(each.match),
    }


def names_in(each: PairedWhatIf, sides: Sides) -> Names:
    """The sides of a match as everybody may see them."""
    full = tuple(name_of(sides, side) for side in each.sides)
    return Names(full=full, short=full)
