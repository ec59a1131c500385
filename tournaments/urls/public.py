"""What everybody may open: each page also as JSON, each list as CSV."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path

from tournaments.views.now import now
from tournaments.views.public import (
    brackets,
    club_rules,
    clubs,
    crosstables,
    embeds,
    events,
    feeds,
    figures,
    live,
    pictures,
    players,
    rounds,
    rules,
    standings,
    wall,
    what_if,
)
from tournaments.views.worker import worker

EVENT = "clubs/<slug:club>/<slug:slug>"
PUBLISHED = f"{EVENT}/standings/<int:number>"


def page(
    route: str, view: Callable[..., HttpResponse], name: str, *, csv: bool = True, index: str = "index"
) -> list[URLPattern]:
    """A page at `route/` with its JSON and, where it is a list, its CSV beside it."""
    found = [
        path(f"{route}/" if route else "", view, name=name),
        path(f"{route or index}.json", view, {"form": "json"}, name=f"{name}_json"),
    ]
    if csv:
        found.append(path(f"{route or index}.csv", view, {"form": "csv"}, name=f"{name}_csv"))
    return found


urlpatterns: list[URLPattern] = [
    path("now/", now, name="now"),
    *page("", clubs.home, "home"),
    *page("rules", rules.rules, "rules"),
    *page("rules/irregularities", rules.irregularities, "irregularities", csv=False),
    *page("rules/<slug:key>", rules.rule_set, "rule_set", csv=False),
    *page("players/<uuid:pk>", players.player, "player"),
    *page("players/<uuid:pk>/against/<uuid:other>", players.against, "against"),
    *page("clubs/<slug:slug>", clubs.club, "club"),
    *page("clubs/<slug:slug>/rules", club_rules.rule_sets, "club_rules"),
    *page("clubs/<slug:slug>/rules/<uuid:pk>", club_rules.rule_set, "club_rule_set", csv=False),
    *page("clubs/<slug:slug>/ratings", figures.ratings, "ratings"),
    *page("clubs/<slug:slug>/records", figures.records, "records"),
    *page("clubs/<slug:slug>/seasons/<uuid:pk>", figures.season, "season"),
    *page("clubs/<slug:slug>/seasons/<uuid:pk>/what-if", what_if.season, "season_what_if"),
    path("clubs/<slug:slug>/events.ics", feeds.calendar, name="club_calendar"),
    path("clubs/<slug:slug>/seasons/<uuid:pk>.ics", feeds.season_calendar, name="season_calendar"),
    path("clubs/<slug:slug>/results.atom", feeds.Results(), name="club_feed"),
    *page("matches/<uuid:pk>/what-if", what_if.match, "match_what_if", csv=False),
    *page(EVENT, events.overview, "tournament", csv=False),
    *page(f"{EVENT}/rules", events.rules, "tournament_rules", csv=False),
    *page(f"{EVENT}/rounds/<int:number>", rounds.detail, "round"),
    *page(f"{EVENT}/stages/<int:stage>/rounds/<int:number>", rounds.detail, "stage_round"),
    *page(f"{EVENT}/bracket", brackets.detail, "bracket"),
    *page(f"{EVENT}/stages/<int:stage>/bracket", brackets.detail, "stage_bracket"),
    *page(f"{EVENT}/crosstable/<int:stage>", crosstables.page, "crosstable"),
    path(f"{EVENT}/bracket.svg", pictures.bracket, name="bracket_svg"),
    path(f"{EVENT}/stages/<int:stage>/bracket.svg", pictures.bracket, name="stage_bracket_svg"),
    path(f"{EVENT}/crosstable/<int:stage>.svg", pictures.crosstable, name="crosstable_svg"),
    path(f"{EVENT}/wall/", wall.wall, name="wall"),
    path(f"{EVENT}/wall/worker.js", worker, name="wall_worker"),
    path(f"{EVENT}/report/<int:stage>.trf", crosstables.report, name="report"),
    *page(f"{EVENT}/live", live.live, "live"),
    *page(f"{EVENT}/live/<uuid:side>", live.side, "live_side"),
    *page(f"{EVENT}/what-if", what_if.event, "event_what_if"),
    *page(f"{EVENT}/standings", standings.newest, "standings"),
    path(f"embed/{EVENT}/standings/", embeds.standings, name="standings_embed"),
    path("embed/clubs/<slug:slug>/seasons/<uuid:pk>/", embeds.season, name="season_embed"),
    path("embed/matches/<uuid:pk>/", embeds.match, name="match_embed"),
    *page(PUBLISHED, standings.publication, "publication"),
    *page(f"{PUBLISHED}/<uuid:side>", standings.side, "side"),
]
