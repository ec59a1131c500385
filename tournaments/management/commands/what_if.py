"""`manage.py what_if ID [ID…]`: a match, a tournament, or several as a season, under another rule set."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.engine.errors import Refusal
from games.engine.rulesets import RULESETS
from tournaments.engine.what_if import season_what_if
from tournaments.models.club import Club
from tournaments.models.season import Season
from tournaments.models.tournament import Match, Round, Tournament
from tournaments.selectors.rule_fields import FIELDS
from tournaments.selectors.rules_in_words import rules_line
from tournaments.selectors.sides import sides_of
from tournaments.selectors.table_page import names_of
from tournaments.selectors.what_if import (
    match_beside,
    match_under,
    season_beside,
    season_under,
    stage_beside,
    tournament_under,
)
from tournaments.selectors.what_if_json import match_json, season_json, stages_json
from tournaments.selectors.what_if_json import names_of as season_names
from tournaments.services import seasons


class Command(BaseCommand):
    """Score anew what was played; nothing is changed or written."""

    help = "Score a match, a tournament or a season under another rule set, beside what was played."

    def add_arguments(self, parser: ArgumentParser) -> None:
        presets = ", ".join(each.key for each in RULESETS)
        parser.add_argument(
            "ids", nargs="*", type=UUID, metavar="ID", help="a match, a tournament, several, or a season"
        )
        parser.add_argument("--club", default="", help="a club's slug: all its finished tournaments")
        parser.add_argument(
            "--rules", default="played", help=f"played, own:ID, a rule set as JSON, or one of {presets}"
        )
        parser.add_argument(
            "--set", action="append", default=[], metavar="FIELD=VALUE",
            help="one field of it changed, such as undercut_bonus=10; may be given several times",
        )  # fmt: skip
        parser.add_argument("--best-of", type=int, help="of a season: so many evenings of a person count")
        parser.add_argument("--minimum", type=int, help="of a season: fewer evenings are not ranked")
        parser.add_argument("--json", action="store_true", help="as the API answers")

    def handle(self, *args: Any, **options: Any) -> None:
        query = {"rules": options["rules"], **_changes(options["set"])}
        try:
            self._answer(options, query)
        except Refusal as error:
            raise CommandError(error.message) from error

    def _answer(self, options: Mapping[str, Any], query: Mapping[str, str]) -> None:
        ids, as_json = list(dict.fromkeys(options["ids"])), options["json"]
        one = ids[0] if len(ids) == 1 else None
        counted = {name: options[name] for name in ("best_of", "minimum") if options[name] is not None}
        season = None if one is None else Season.objects.select_related("club").filter(pk=one).first()
        match = None if one is None else _match(one)
        if options["club"]:
            self._season(_finished(options["club"]), query, counted, as_json)
        elif season is not None:
            own = {"best_of": season.best_of, "minimum": season.minimum}
            self._season(seasons.events_of(season), query, {**own, **counted}, as_json)
        elif match is not None:
            self._match(match, query, as_json)
        elif len(ids) > 1:
            self._season([_tournament(pk) for pk in ids], query, counted, as_json)
        elif one is not None:
            self._tournament(_tournament(one), query, as_json)
        else:
            raise CommandError(_("Name a match, a tournament, several tournaments, a season, or a club."))

    def _json(self, body: Any) -> None:
        self.stdout.write(json.dumps(body, ensure_ascii=False))

    def _match(self, row: Match, query: Mapping[str, str], as_json: bool) -> None:
        found = match_under(row, query)
        if as_json:
            self._json({"match": str(row.pk), **match_json(found)})
            return
        beside = match_beside(found, names_of(row))
        self.stdout.write(rules_line(found.rules))
        self.stdout.write(beside["sentence"])
        for note in beside["notes"]:
            self.stdout.write(note)
        for sheet in beside["sheets"]:
            self._sheet(sheet)

    def _sheet(self, sheet: Mapping[str, Any]) -> None:
        if sheet["result"]:
            self.stdout.write(f"{sheet['caption']}: {sheet['result']}")
        for row in sheet["rows"]:
            cells = ["" if cell["points"] is None else f"+{cell['points']}" for cell in row["cells"]]
            self.stdout.write(
                f"{row['n']:>3} " + " ".join(f"{cell:>6}" for cell in cells) + f"  {row['how']}"
            )
        for total in sheet["sums"]:
            cells = [str(cell["total"]) for cell in total["cells"]]
            self.stdout.write("    " + " ".join(f"{cell:>6}" for cell in cells) + f"  {total['words']}")

    def _tournament(self, row: Tournament, query: Mapping[str, str], as_json: bool) -> None:
        stages, sides = tournament_under(row, query, _through(row)).stages, sides_of(row)
        if as_json:
            self._json({"tournament": str(row.pk), "stages": stages_json(stages, sides)})
            return
        for stage in stages:
            shown = stage_beside(stage, sides, str)
            self.stdout.write(rules_line(stage.rules))
            self.stdout.write(shown["counts"])
            for line in shown["lines"]:
                now, was = (
                    " ".join(f"{each:>6}" for each in line[key]) for key in ("numbers", "numbers_were")
                )
                self.stdout.write(f"{line['rank']:>4} {line['name']:32}{now}   ({line['was']:>3} {was})")
            for match in shown["matches"]:
                self.stdout.write(f"{match['over']}: {match['title']}. {match['sentence']}")

    def _season(
        self,
        rows: Sequence[Tournament],
        query: Mapping[str, str],
        counted: Mapping[str, int],
        as_json: bool,
    ) -> None:
        evenings, left_out = season_under(rows, query, _through)
        lines = season_what_if(evenings, **counted)
        names = season_names(lines)
        if as_json:
            self._json({
                "tournaments": [evening.event for evening in evenings],
                "left_out": [str(row.pk) for row in left_out],
                "lines": season_json(lines, names),
            })  # fmt: skip
            return
        for row in left_out:
            self.stdout.write(_("%(name)s is another game and left out.") % {"name": row.name})
        for line in season_beside(lines, names)["lines"]:
            now, was = (" ".join(f"{each:>6}" for each in line[key]) for key in ("numbers", "numbers_were"))
            self.stdout.write(f"{line['rank']:>4} {line['name']:32}{now}   ({line['was']:>3} {was})")


def _changes(texts: Sequence[str]) -> dict[str, str]:
    changes = dict(text.partition("=")[::2] for text in texts)
    for name in changes:
        if name not in FIELDS:
            said = {"name": name, "fields": ", ".join(FIELDS)}
            raise CommandError(_("There is no rule named %(name)s. The rules are: %(fields)s.") % said)
    return changes


def _match(pk: UUID) -> Match | None:
    query = Match.objects.select_related("round__stage__tournament__club")
    found = query.prefetch_related("sides__entry__persons__player").filter(pk=pk).first()
    if found is not None and not found.version:
        raise CommandError(_("This match has not begun."))
    return found


def _tournament(pk: UUID) -> Tournament:
    found = Tournament.objects.select_related("club").filter(pk=pk).first()
    if found is None:
        raise CommandError(_("There is no match and no tournament with the id %(id)s.") % {"id": pk})
    return found


def _finished(slug: str) -> list[Tournament]:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(_("There is no club named %(slug)s.") % {"slug": slug})
    rows = Tournament.objects.select_related("club").filter(club=club, state=Tournament.State.FINISHED)
    return list(rows.order_by("starts_at"))


def _through(row: Tournament) -> dict[int, int]:
    """Every round that is out: the command line of the server sees all."""
    out = Round.objects.filter(stage__tournament=row).exclude(state=Round.State.DRAFT)
    found = list(out.values_list("stage__number", "number"))
    if not found:
        raise CommandError(_("No round of %(name)s is out yet.") % {"name": row.name})
    return {stage: max(number for there, number in found if there == stage) for stage, _number in found}
