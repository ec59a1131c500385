"""A tournament as everybody sees it: its rounds, where people sit, standings live and published."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import condition

from games.engine.rulesets import read_rules
from games.eventstore.log import largest_position
from tournaments.access import fetch
from tournaments.access.viewer import Viewer, viewer_of
from tournaments.exchange.standings_csv import write_standings
from tournaments.models.tournament import Publication, Stage, Tournament
from tournaments.selectors import public
from tournaments.selectors import standings as shown
from tournaments.selectors.rules_in_words import rules_line
from tournaments.services import standings


def overview(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The event: what it is, the round that is out, the newest standings."""
    viewer, row, stage = _event(request, club, slug)
    rounds = public.shown_rounds(stage)
    current = rounds[-1] if rounds else None
    matches = public.matches_of(current) if current else []
    latest = stage.publications.order_by("-number").first()
    rules = read_rules(stage.rules)
    context = {
        **_frame(viewer, row, stage, "overview"),
        "rounds": rounds,
        "current": current,
        "pairings": public.pairings(matches, public.byes_of(current)) if current else [],
        "seats": public.seats_by_name(matches) if current and current.state == "published" else [],
        "latest": latest,
        "top": _published_lines(row, stage, latest)[:5] if latest else [],
        "columns": shown.columns_of(stage.tiebreaks),
        "rules_line": rules_line(rules),
        "rules_key": rules.key,
        "entries": row.entries.count(),
    }
    return render(request, "tournaments/public/event.html", context)


def a_round(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """One round: pairings by table and by name."""
    viewer, row, stage = _event(request, club, slug)
    found = fetch.round_for(viewer, stage, number)
    matches = public.matches_of(found)
    context = {
        **_frame(viewer, row, stage, "rounds"),
        "round": found,
        "rounds": public.shown_rounds(stage),
        "pairings": public.pairings(matches, public.byes_of(found)),
        "seats": public.seats_by_name(matches),
    }
    return render(request, "tournaments/public/round.html", context)


def _live_tag(request: HttpRequest, club: str, slug: str) -> str:
    """What the live lines hang on: the facts, who looks, the language."""
    viewer, row, stage = _event(request, club, slug)
    newest = largest_position(tournament_id=row.pk, kinds=standings.KINDS)
    return f'"{newest}-{stage.standings_position}-{viewer.role_in(row)}-{request.LANGUAGE_CODE}"'  # type: ignore[attr-defined]


@condition(etag_func=_live_tag)
def live(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Live standings, as last computed; they say when they are behind."""
    viewer, row, stage = _event(request, club, slug)
    if not fetch.live_standings_visible(viewer, row):
        raise Http404
    behind = standings.is_behind(stage)
    lines = shown.live_lines(stage)
    if request.GET.get("format") == "json":
        return JsonResponse(
            {"as_of": stage.standings_position, "updating": behind, "lines": _named(row, lines)}
        )
    sides = shown.names_of(row)
    context = {
        **_frame(viewer, row, stage, "live"),
        "lines": shown.league_lines(lines, stage.tiebreaks, sides),
        "columns": shown.columns_of(stage.tiebreaks),
        "words": shown.live_words(stage, behind=behind),
        "state": "provisional" if behind or stage.standings_facts.get("open") else "published",
    }
    part = bool(request.headers.get("HX-Request"))
    template = "tournaments/public/_live.html" if part else "tournaments/public/live.html"
    return render(request, template, context)


def publications(request: HttpRequest, club: str, slug: str, number: int | None = None) -> HttpResponse:
    """Published standings: the newest, or one by its number, frozen as it hung."""
    viewer, row, stage = _event(request, club, slug)
    one = _publication(stage, number)
    href = public.address(row, "terms", number=one.number, side="SIDE") if one is not None else ""
    newest = stage.publications.order_by("-number").first()
    settled = one is not None and one == newest and not _round_out(stage)
    corrected = shown.corrections(one, shown.live_lines(stage)) if one is not None and settled else []
    sides = shown.names_of(row)
    context = {
        **_frame(viewer, row, stage, "standings"),
        "one": one,
        "every": list(stage.publications.order_by("number")),
        "lines": shown.league_lines(one.lines, stage.tiebreaks, sides, href=href) if one else [],
        "columns": shown.columns_of(stage.tiebreaks),
        "corrected": [
            {
                "name": sides[each["side"]].public_name,
                "before": shown.number(each["before"]["values"].get("NS")),
                "now": shown.number(each["now"]["values"].get("NS")),
                "rank": each["now"]["rank"],
            }
            for each in corrected
            if each["side"] in sides
        ],
    }
    return render(request, "tournaments/public/standings.html", context)


def publication_json(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """A publication as JSON."""
    _viewer, row, stage = _event(request, club, slug)
    one = _publication(stage, number)
    assert one is not None
    body = {"number": one.number, "round": one.round, "final": one.final, "as_of": one.as_of,
            "published_at": one.published_at.isoformat(), "lines": _named(row, one.lines)}  # fmt: skip
    return JsonResponse(body)


def publication_csv(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """A publication as CSV, safe against spreadsheet formulas."""
    _viewer, row, stage = _event(request, club, slug)
    one = _publication(stage, number)
    assert one is not None
    names = {side: entry.public_name for side, entry in shown.names_of(row).items()}
    headings = {"rank": _("Rank"), "name": _("Name")}
    text = write_standings(one.lines, names=names, criteria=stage.tiebreaks, headings=headings)
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{row.slug}-{one.number}.csv"'
    return answer


def terms(request: HttpRequest, club: str, slug: str, number: int, side: str) -> HttpResponse:
    """What each number of one line is made of: which games, which opponents."""
    viewer, row, stage = _event(request, club, slug)
    one = _publication(stage, number)
    sides = shown.names_of(row)
    line = next((line for line in one.lines if line["side"] == side), None) if one else None
    if line is None or side not in sides:
        raise Http404
    heads = [
        {**column, "value": shown.number(line["values"].get(column["code"])),
         "rows": shown.term_rows(line, column["code"], sides), "decided": line["decided_by"] == column["code"]}
        for column in shown.columns_of(stage.tiebreaks)
    ]  # fmt: skip
    context = {
        **_frame(viewer, row, stage, "standings"),
        "one": one,
        "line": line,
        "side": sides[side],
        "heads": heads,
    }
    return render(request, "tournaments/public/terms.html", context)


def _event(request: HttpRequest, club: str, slug: str) -> tuple[Viewer, Tournament, Stage]:
    viewer = viewer_of(request)
    row = fetch.tournament_for(viewer, club=club, slug=slug)
    stage = row.stages.order_by("number").last()
    if stage is None:
        raise Http404
    return viewer, row, stage


def _publication(stage: Stage, number: int | None) -> Publication | None:
    every = fetch.publications_of(stage)
    if number is None:
        return every.last()
    found = every.filter(number=number).first()
    if found is None:
        raise Http404
    return found


def _round_out(stage: Stage) -> bool:
    """Is a round going on, so that live lines differ from the published ones by play alone?"""
    return stage.rounds.filter(state="published").exists()


def _published_lines(row: Tournament, stage: Stage, one: Publication) -> list[dict[str, Any]]:
    href = public.address(row, "terms", number=one.number, side="SIDE")
    return shown.league_lines(one.lines, stage.tiebreaks, shown.names_of(row), href=href)


def _named(row: Tournament, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    sides = shown.names_of(row)
    return [{**line, "name": sides[line["side"]].public_name} for line in lines if line["side"] in sides]


def _frame(viewer: Viewer, row: Tournament, stage: Stage, here: str) -> dict[str, Any]:
    """What every page of an event shows around itself."""
    tabs = [("overview", _("Overview"), "tournament"), ("standings", _("Standings"), "standings")]
    if fetch.live_standings_visible(viewer, row) and row.state != Tournament.State.FINISHED:
        tabs.append(("live", _("Live"), "live"))
    return {
        "club": row.club,
        "event": row,
        "badge": public.BADGES[Tournament.State(row.state)],
        "stage": stage,
        "runs": viewer.runs(row),
        "tabs": [
            {"words": words, "href": public.address(row, name), "current": key == here}
            for key, words, name in tabs
        ],
    }
