"""A draft round in words: why these two meet, and what the draw could not avoid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.formats import KNOCKOUT, LIVES, PODS, ROTATING, SWISS
from tournaments.engine.formats.one_table import ONE_TABLE
from tournaments.engine.tournament import Round, Stage, TournamentState
from tournaments.models.tournament import Match
from tournaments.models.tournament import Round as RoundRow

Names = Mapping[str, str]


def grounds_in_words(round: Round, stage: Stage) -> str:
    """What all tables of a draft have in common, said once."""
    if stage.format == ONE_TABLE.key:
        return _("Everybody sits at one table; the lot has said who sits where.")
    if stage.format == KNOCKOUT.key:
        return _("Who goes on meets in the order of the bracket; the best seeds rest first and meet last.")
    if stage.format == PODS.key:
        return _("Tables of sides with about equal game points who have not met, as far as that goes.")
    if stage.format == ROTATING.key:
        return _("Everybody has a new partner, and meets whom he met least.")
    if stage.format == LIVES.key:
        return _("Sides with as many lives left meet, as far as they have not met before.")
    if _by_table_of_meetings(round, stage):
        return _("Everybody meets everybody, in the order of the Berger tables.")
    if len(round.pairings) < 2:
        return ""
    drawn = [pairing.reasons for pairing in round.pairings if pairing.reasons.get("scores")]
    if any(any(reasons["scores"]) for reasons in drawn):
        return _("Sides with equal game points meet, as far as they have not met before.")
    half = (len(round.pairings) * 2 + len(round.byes)) // 2
    ranks = sorted(sorted(reasons.get("ranks", ())) for reasons in drawn)
    if ranks and all(high - low == half for low, high in ranks):
        return _(
            "Nobody has points yet: the upper half of the list meets the lower half, %(one)s against "
            "%(other)s and so on."
        ) % {"one": ranks[0][0], "other": ranks[0][1]}
    return _("Nobody has points yet: the order of the list and the lot decide who meets.")


def _by_table_of_meetings(round: Round, stage: Stage) -> bool:
    """Is it a round of a plan in which everybody meets everybody, whatever the scores are?"""
    sides = len(round.pairings) * 2 + len(round.byes)
    return _is_planned(stage.format, sides, stage.rounds)


def _is_planned(format: str, sides: int, rounds: int) -> bool:
    if format == ONE_TABLE.key:
        return True
    return format != SWISS.key or (sides > 2 and rounds == sides - 1 + sides % 2)


def why_they_met(row: Match, names: Sequence[str]) -> list[str]:
    """A match's reasons after its round was published, in the words of its draft."""
    stage = row.round.stage
    there = RoundRow.objects.filter(pk=row.round_id).aggregate(
        pairs=Count("matches", distinct=True), byes=Count("byes", distinct=True)
    )
    planned = _is_planned(stage.format, there["pairs"] * 2 + there["byes"], stage.rounds_planned)
    return reasons_in_words({**row.reasons, "scores": None} if planned else row.reasons, names)


def draft_tables(round: Round, names: Names, stage: Stage) -> list[dict[str, Any]]:
    """The draft's matches, each with its reasons; scores only where they were one."""
    planned = _by_table_of_meetings(round, stage)
    return [
        {
            "match": pairing.match,
            "table": pairing.table,
            "sides": [
                {"id": side, "name": names.get(side, "–"), "deals": index == pairing.first_dealer}
                for index, side in enumerate(pairing.sides)
            ],
            "reasons": reasons_in_words(
                {**pairing.reasons, "scores": None} if planned else pairing.reasons,
                [names.get(side, "–") for side in pairing.sides],
            ),
            "warns": bool(pairing.reasons.get("met") or pairing.reasons.get("apart")),
        }
        for pairing in round.pairings
    ]


def draft_byes(round: Round, names: Names) -> list[dict[str, Any]]:
    """Who has no opponent, and what that gives."""
    return [
        {"id": side, "name": names.get(side, "–"), "words": bye_words(kind, points)}
        for side, kind, points in round.byes
    ]


def bye_words(kind: str, points: int) -> str:
    """What a round without an opponent is."""
    if not points:
        return _("not here")
    words = {
        "pairing": _("bye of the draw, %(points)s points"),
        "requested": _("bye on request, %(points)s points"),
        "director": _("bye by the director, %(points)s points"),
        "late": _("bye for a late entry, %(points)s points"),
    }
    return words.get(kind, words["director"]) % {"points": points}


def reasons_in_words(reasons: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """A table's reasons as sentences, weightiest first."""
    said = [_("Paired by hand.")] if reasons.get("by_hand") else []
    if reasons.get("met"):
        rounds = ", ".join(map(str, reasons["met"]))
        said.append(ngettext("They met in round %(rounds)s.", "They met in rounds %(rounds)s.",
                             len(reasons["met"])) % {"rounds": rounds})  # fmt: skip
    if reasons.get("apart"):
        said.append(_("They were to be kept apart."))
    said += _scores(reasons, names)
    if reasons.get("third"):
        said.append(_("For the third place."))
    if reasons.get("lives"):
        lives = " – ".join(_("house") if left is None else str(left) for left in reasons["lives"])
        said.append(_("Lives left: %(lives)s.") % {"lives": lives})
    byes = [(name, had) for name, had in zip(names, reasons.get("byes", ()), strict=False) if had]
    said += [
        ngettext(
            "%(name)s has had a bye or a win without play.",
            "%(name)s has had %(count)s byes or wins without play.",
            had,
        )
        % {"name": name, "count": had}
        for name, had in byes
    ]
    if reasons.get("fixed_table"):
        said.append(_("A side keeps this table."))
    return said


def _scores(reasons: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    scores = reasons.get("scores")
    if not scores or len(scores) != 2:
        return []
    if not any(scores):
        return []  # nobody has anything yet: there is nothing to tell
    if not reasons.get("gap"):
        return [
            ngettext(
                "Both have %(points)s game point.", "Both have %(points)s game points.", _many(scores[0])
            )
            % {"points": scores[0]}
        ]
    said = {"one": names[0], "other": names[1], "a": scores[0], "b": scores[1], "gap": reasons["gap"]}
    return [
        ngettext(
            "%(one)s has %(a)s game point, %(other)s %(b)s: a gap of %(gap)s.",
            "%(one)s has %(a)s game points, %(other)s %(b)s: a gap of %(gap)s.",
            _many(scores[0]),
        )
        % said,
    ]


def notes_in_words(notes: Sequence[Mapping[str, Any]], names: Names) -> list[str]:
    """What the director is told of a draw."""
    return [words for note in notes if (words := _note(note, names))]


def _note(note: Mapping[str, Any], names: Names) -> str:
    pair = [names.get(side, "–") for side in note.get("sides", ())]
    said = {
        "one": pair[0] if pair else names.get(note.get("side", ""), "–"),
        "other": pair[1] if len(pair) > 1 else "",
        "rounds": ", ".join(map(str, note.get("rounds", ()))),
        "byes": note.get("byes", 0),
        "gap": note.get("gap", 0),
        "count": note.get("count", 0),
        "left": note.get("rounds_left", 0),
        "gone": names.get(str(note.get("opponent", "")), "–"),
    }
    sentences = {
        "forced_forbidden": _("%(one)s and %(other)s must not meet, but no other draw was possible."),
        "forced_repeat": _("Forced repeat: %(one)s – %(other)s (round %(rounds)s)."),
        "second_bye": _("%(one)s gets another bye: everybody who could have it has had one."),
        "forced_undesired": _(
            "%(one)s and %(other)s should rather not meet, but the other draws were worse."
        ),
        "wide_gap": _("%(one)s and %(other)s are %(gap)s game points apart."),
        "partners_again": _("%(one)s and %(other)s play together again."),
        "repeats_ahead": _("In the %(left)s rounds after this one some sides will have to meet again."),
        "opponent_away": _("%(one)s has a bye: the opponent of this round, %(gone)s, is away."),
        "tiebreak": _("Tie-break games for the places on the cut line; they count in no standings."),
        "tables_missing": _("%(count)s matches have no table: add tables, or let them wait."),
    }
    sentence = sentences.get(str(note.get("code")))
    return sentence % said if sentence else str(note.get("code"))


def is_stale(state: TournamentState, round: Round) -> bool:
    """Did somebody come or go since the draft?"""
    return round.status == "draft" and round.roster_version != state.roster_version


def _many(points: Any) -> int:
    """The number that chooses between one and several: half a point is several."""
    return 1 if points == 1 else 2
