"""The rules of an event stage by stage: the first in full, each later one by what it does otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.options import options_from_wire
from tournaments.engine.cuts import cut_from_wire
from tournaments.models.tournament import Stage
from tournaments.selectors import presets_in_words
from tournaments.selectors.cuts_in_words import cut_words
from tournaments.selectors.public import format_words, rules_of
from tournaments.selectors.rules_in_words import Paragraph, rules_in_words, rules_line
from tournaments.selectors.standings_in_words import standings_in_words


def stage_rules(stages: Sequence[Stage]) -> list[dict[str, Any]]:
    """One dict a stage, in order: `title`, `lead` (who goes on, the rules in a line), `preset`, `changes`,
    `paragraphs` and `counted`; of a later stage only the sentences that its predecessor does not have.
    """
    shown = []
    before: Stage | None = None
    for stage in stages:
        rules, paragraphs, counted = rules_of(stage), rules_in_words(rules_of(stage)), _counted(stage)
        told: dict[str, Any] = {
            "number": stage.number,
            "title": _title(stage, len(stages)),
            "lead": [],
            "preset": presets_in_words.preset_link(rules),
            "changes": presets_in_words.changes_words(rules),
            "paragraphs": paragraphs,
            "counted": counted,
        }
        if len(stages) > 1:
            told["lead"] = [*_going(stage, before), rules_line(rules)]
        if before is not None:
            told["paragraphs"] = _otherwise(paragraphs, rules_in_words(rules_of(before)))
            told["counted"] = () if counted == _counted(before) else counted
            told["lead"].append(_else(told, before))
        shown.append(told)
        before = stage
    return shown


def stages_json(stages: Sequence[Stage]) -> list[dict[str, Any]]:
    """The rules of every stage, whole, as JSON."""
    return [
        {
            "number": stage.number,
            "format": stage.format,
            "rounds": stage.rounds_planned,
            "cut": stage.cut,
            "standings": list(_counted(stage)),
            **presets_in_words.rules_json(rules_of(stage)),
        }
        for stage in stages
    ]


def _title(stage: Stage, count: int) -> str:
    if count == 1:
        return _("Rules")
    return _("Stage %(number)s: %(format)s") % {"number": stage.number, "format": format_words(stage)}


def _going(stage: Stage, before: Stage | None) -> list[str]:
    if before is None:
        return []
    return [cut_words(cut_from_wire(stage.cut)) if stage.cut else _("Everybody plays on.")]


def _otherwise(paragraphs: Sequence[Paragraph], before: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
    known = {(each.title, sentence) for each in before for sentence in each.sentences}
    left = (
        Paragraph(
            title=each.title, sentences=tuple(one for one in each.sentences if (each.title, one) not in known)
        )
        for each in paragraphs
    )
    return tuple(each for each in left if each.sentences)


def _else(told: dict[str, Any], before: Stage) -> str:
    said = {"number": before.number}
    if told["paragraphs"]:
        return _("Otherwise than in stage %(number)s; all else is the same:") % said
    return _("Played by the rules of stage %(number)s.") % said


def _counted(stage: Stage) -> tuple[str, ...]:
    return standings_in_words(stage.tiebreaks, options_from_wire(stage.standings_options), rules_of(stage))
