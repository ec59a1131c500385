"""What if: a match or an event under another rule set, beside what was played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.errors import Refusal
from games.engine.rulesets import DEFAULT, RuleSet
from tournaments import logs
from tournaments.access.viewer import viewer_of
from tournaments.access.what_if import match_to_rescore, rounds_to_rescore
from tournaments.engine.what_if import SeasonWhatIf, TournamentWhatIf, season_what_if
from tournaments.exchange.csv_out import write_csv
from tournaments.forms.what_if import WhatIfForm
from tournaments.models.club import Club
from tournaments.models.season import Season
from tournaments.models.tournament import Match, Tournament
from tournaments.selectors import public
from tournaments.selectors import what_if as selected
from tournaments.selectors.figures import days_words
from tournaments.selectors.rules_in_words import rules_line
from tournaments.selectors.sheets import result_sentence, sheets_of
from tournaments.selectors.table_page import names_of
from tournaments.selectors.what_if_json import (
    HEADINGS,
    SEASON_HEADINGS,
    match_json,
    season_json,
    season_rows,
    stages_json,
    stages_rows,
)
from tournaments.selectors.what_if_json import names_of as season_names
from tournaments.services import seasons
from tournaments.views.public.answers import Form, as_csv, as_json
from tournaments.views.public.frame import Event, event_of


@require_safe
def match(request: HttpRequest, pk: UUID, form: Form = "html") -> HttpResponse:
    """A match's sheet as it was played and under another rule set, hand by hand."""
    row = match_to_rescore(viewer_of(request), pk)
    if form == "json":
        query = selected.fields_of(request.GET.dict())
        return _file(lambda: as_json(match_json(selected.match_under(row, query))))
    return render(request, "tournaments/public/what_if_match.html", _match_context(request, row))


@require_safe
def event(request: HttpRequest, club: str, slug: str, form: Form = "html") -> HttpResponse:
    """An event's standings as they are and under another rule set, beside each other."""
    there = event_of(request, club, slug)
    through = rounds_to_rescore(there.viewer, there.row)
    query = selected.fields_of(request.GET.dict())
    if form != "html":
        return _file(lambda: _event_file(there, selected.tournament_under(there.row, query, through), form))
    return there.page("what_if_event.html", "what_if", _event_context(there, through))


def _event_file(there: Event, found: TournamentWhatIf, form: Form) -> HttpResponse:
    if form == "json":
        return as_json({"stages": stages_json(found.stages, there.sides)})
    rows = stages_rows(found.stages, there.sides)
    return as_csv(write_csv(list(HEADINGS), rows), f"{there.row.slug}-what-if")


def _file(make: Callable[[], HttpResponse]) -> HttpResponse:
    """The file, or 400 with what cannot be asked."""
    try:
        return make()
    except Refusal as error:
        answer = as_json({"code": error.code, "message": error.message, "data": error.data})
        answer.status_code = 400
        return answer


@require_safe
def season(request: HttpRequest, slug: str, pk: UUID, form: Form = "html") -> HttpResponse:
    """A season's table as it is and under another rule set, from the same evenings."""
    club = get_object_or_404(Club, slug=slug)
    row = get_object_or_404(Season, club=club, pk=pk)
    query = selected.fields_of(request.GET.dict())
    if form != "html":
        return _file(lambda: _season_file(request, row, query, form))
    asked = _asked(request, club, DEFAULT)
    context: dict[str, Any] = {**asked, "club": club, "season": row, "days": days_words(row)}
    if asked["query"] is not None:
        try:
            lines, left_out = _season(request, row, asked["query"])
        except Refusal:
            _does_not_fit(asked["form"])
        else:
            context |= {
                "table": selected.season_beside(lines, season_names(lines)),
                "left_out": [each.name for each in left_out],
            }
    search = _search(request)
    files = {kind: reverse(f"season_what_if_{kind}", args=[slug, pk]) + search for kind in ("json", "csv")}
    return render(request, "tournaments/public/what_if_season.html", {**context, **files})


def _season(
    request: HttpRequest, row: Season, query: dict[str, str]
) -> tuple[tuple[SeasonWhatIf, ...], list[Tournament]]:
    viewer = viewer_of(request)
    evenings, left_out = selected.season_under(
        seasons.events_of(row), query, lambda each: rounds_to_rescore(viewer, each)
    )
    return season_what_if(evenings, best_of=row.best_of, minimum=row.minimum), left_out


def _season_file(request: HttpRequest, row: Season, query: dict[str, str], form: Form) -> HttpResponse:
    lines, left_out = _season(request, row, query)
    names = season_names(lines)
    if form == "json":
        return as_json({"left_out": [str(each.pk) for each in left_out], "lines": season_json(lines, names)})
    return as_csv(write_csv(list(SEASON_HEADINGS), season_rows(lines, names)), f"{row.club.slug}-what-if")


# ---------------------------------------------------------------- a match


def _match_context(request: HttpRequest, row: Match) -> dict[str, Any]:
    viewer = viewer_of(request)
    tournament = row.round.stage.tournament
    names = names_of(row, public=not viewer.roles_in(tournament))
    _version, state = logs.match_at(row.pk)
    asked = _asked(request, tournament.club, state.rules)
    found = None
    if asked["query"] is not None:
        try:
            found = selected.match_under(row, asked["query"])
        except Refusal:
            _does_not_fit(asked["form"])
    return {
        **asked,
        "row": row,
        "club": tournament.club,
        "tournament": tournament,
        "names": names,
        "played": {
            "sentence": result_sentence(state, names),
            "sheets": [_nameless(sheet) for sheet in sheets_of(state, names, public=True)],
            "line": rules_line(state.rules),
        },
        "beside": None if found is None else selected.match_beside(found, names),
        "line": "" if found is None else rules_line(found.rules),
        "crumbs": [
            {"words": tournament.name, "href": public.event_path(tournament)},
            {"words": " – ".join(names.full), "href": reverse("match", args=[row.pk])},
            {"words": _("What if"), "href": None},
        ],
        "json": f"{reverse('match_what_if_json', args=[row.pk])}{_search(request)}",
    }


def _nameless(sheet: dict[str, Any]) -> dict[str, Any]:
    """A sheet whose lines are no targets: the match's own page has those."""
    return {**sheet, "rows": [{**row, "id": None} for row in sheet["rows"]]}


# ---------------------------------------------------------------- an event


def _event_context(there: Event, through: dict[int, int]) -> dict[str, Any]:
    request = there.request
    played = public.rules_of(next(each for each in there.stages if each.number == max(through)))
    asked = _asked(request, there.club, played)
    stages: list[dict[str, Any]] = []
    line = ""
    if asked["query"] is not None:
        try:
            found = selected.tournament_under(there.row, asked["query"], through).stages
        except Refusal:
            _does_not_fit(asked["form"])
        else:
            line = rules_line(found[-1].rules)
            stages = [_stage(each, there, _search(request)) for each in found]
    path = there.path("event_what_if_json"), there.path("event_what_if_csv")
    return {
        **asked,
        "stages": stages,
        "line": line,
        "played_line": rules_line(played),
        "crumbs": there.crumbs((_("What if"), None)),
        "json": f"{path[0]}{_search(request)}",
        "csv": f"{path[1]}{_search(request)}",
    }


def _stage(found: Any, there: Event, search: str) -> dict[str, Any]:
    def href(match: str) -> str:
        return reverse("match_what_if", args=[match]) + search

    return selected.stage_beside(found, there.sides, href)


# ---------------------------------------------------------------- what was asked


def _asked(request: HttpRequest, club: Any, played: RuleSet) -> dict[str, Any]:
    """The form, and what it asks for; nothing yet where the address names no rules."""
    given = bool(selected.fields_of(request.GET.dict()))
    form = WhatIfForm(request.GET if given else None, club=club, played=played)
    return {"form": form, "query": form.query if given and form.is_valid() else None}


def _does_not_fit(form: WhatIfForm) -> None:
    form.add_error(
        "rules",
        _("These rules cannot be played by the same people. Choose others, or change their numbers."),
    )


def _search(request: HttpRequest) -> str:
    search = request.GET.urlencode()
    return f"?{search}" if search else ""
