"""An event's own page and its rules."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.views.frames import Shared, shared
from tournaments.models.tournament import Publication, Round
from tournaments.selectors import pairings, presets_in_words, public
from tournaments.selectors import standings as shown
from tournaments.selectors.brackets import bracket_table, drawn_bracket
from tournaments.selectors.stage_rules import stage_rules, stages_json
from tournaments.selectors.withheld import in_words
from tournaments.views.public.answers import Form, as_json, unless_known
from tournaments.views.public.frame import Event, event_of
from tournaments.views.public.live import live_part

TOP = 8


@require_safe
def overview(request: HttpRequest, club: str, slug: str, form: Form = "html") -> HttpResponse:
    """Facts, the round in play by table and by name, what was published, live standings where allowed."""
    event = event_of(request, club, slug)
    if form == "json":
        return as_json(_json(event))
    return unless_known(request, event.etag, lambda: _page(event))


@require_safe
def rules(request: HttpRequest, club: str, slug: str, form: Form = "html") -> HttpResponse:
    """The rules of each stage, in sentences built from their fields; JSON has those in play on top."""
    event = event_of(request, club, slug)
    if event.stage is None:
        raise Http404("There is no stage yet.")
    if form == "json":
        whole = presets_in_words.rules_json(public.rules_of(event.stage))
        return as_json({**whole, "stages": stages_json(event.stages)})
    context = {"stages": stage_rules(event.stages), "json": event.path("tournament_rules_json")}
    return event.page("event_rules.html", "rules", context)


def _page(event: Event) -> HttpResponse:
    round = event.current
    matches = event.matches_of(round) if round else []
    byes = pairings.byes_of(round, event.sides) if round else []
    newest = event.publications[-1] if event.publications else None
    live = live_part(event, most=TOP) if shows_live(event) else None
    places = sum(not side.is_house for side in event.sides.values())
    context: dict[str, Any] = {
        "facts": public.event_facts(event.row, event.stage, sides=places, stages=event.stages),
        "round": round,
        "clock": event.clock,
        "withheld": event.waits_words(round) if round else "",
        "in_words": in_words(matches),
        "round_href": event.round_path(round) if round else "",
        "pairings": pairings.by_table(matches, event.sides),
        "seats": pairings.by_name(matches, event.sides, byes) if round and round.state == "published" else [],
        "byes": byes,
        "rounds": [
            {"words": _round_words(event, each), "href": event.round_path(each)} for each in event.rounds
        ],
        "published": newest,
        "published_words": publication_words(event, newest) if newest else "",
        "top": _top(event, newest) if newest and live is None else None,
        "live": live,
        "bracket": _bracket(event),
        "bracket_href": event.bracket_path(event.stage) if event.stage else "",
        "people": [] if round else [side for side in event.sides.values() if not side.is_house],
        "is_live": event.is_live,
        "shared": standings_frame(event),
        "json": event.path("tournament_json"),
    }
    return event.page("event.html", "overview", context)


def standings_frame(event: Event) -> Shared:
    """The event's address, and the lines that put its standings into another page."""
    title = _("Standings of %(event)s") % {"event": event.row.name}
    return shared(event.path("tournament"), event.path("standings_embed"), title=title, height=560)


def _bracket(event: Event) -> dict[str, Any] | None:
    """The bracket of the stage in play."""
    if event.stage is None or event.stage != event.bracket_stage:
        return None
    return bracket_table(drawn_bracket(event.stage, event.veil), event.sides)


def shows_live(event: Event) -> bool:
    """Live lines, unless what hangs on the wall says the same: the newest round is closed and published."""
    round = event.current
    if not event.sees_live or event.row.state != "running" or round is None:
        return False
    hung = any((each.stage, each.round) == (round.stage, round.number) for each in event.publications)
    return round.state == Round.State.PUBLISHED or not hung


def _round_words(event: Event, round: Any) -> str:
    if len(event.stages) > 1:
        said = {"stage": round.stage.number, "number": round.number}
        return _("Stage %(stage)s, round %(number)s") % said
    return _("Round %(number)s") % {"number": round.number}


def publication_words(event: Event, publication: Publication) -> str:
    """ "After round 2, 5 November 2026, 21:14"."""
    said = {
        "round": publication.round,
        "moment": public.moment_words(publication.published_at, event.row.zone),
    }
    if len(event.stages) > 1:
        said["stage"] = publication.stage.number
        if publication.final:
            words = _("Stage %(stage)s: final standings after round %(round)s, published %(moment)s")
            return words % said
        return _("Stage %(stage)s: after round %(round)s, published %(moment)s") % said
    if publication.final:
        return _("Final standings after round %(round)s, published %(moment)s") % said
    return _("After round %(round)s, published %(moment)s") % said


def _top(event: Event, publication: Publication) -> dict[str, Any]:
    """What hangs on the wall: the first lines, or all of them once they are final."""
    table = shown.published_table(publication, event.sides)
    href = lambda side: event.path("side", publication.number, side)  # noqa: E731
    cut = event.cut_after(publication.stage)
    return shown.league(table, href, most=None if publication.final else TOP, cut=cut)


def _json(event: Event) -> dict[str, Any]:
    round = event.current
    matches = event.matches_of(round) if round else []
    byes = pairings.byes_of(round, event.sides) if round else []
    return {
        **public.event_json(event.row),
        "terms": event.row.public_terms,
        "sides": [
            {"id": side.id, "name": side.name, "withdrawn": side.is_withdrawn, "house": side.is_house}
            for side in event.sides.values()
        ],
        "rounds": [
            {"stage": each.stage.number, "number": each.number, "state": each.state,
             "url": event.round_path(each, "_json")}
            for each in event.rounds
        ],
        "round": pairings.round_json(round, matches, event.sides, byes) if round else None,
        "publications": [
            {"number": each.number, "round": each.round, "final": each.final,
             "published_at": each.published_at.isoformat(),
             "url": event.path("publication_json", each.number)}
            for each in event.publications
        ],
        "live": event.path("live_json") if event.sees_live and round else None,
    }  # fmt: skip
