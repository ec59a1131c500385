"""What everybody may read of clubs and their events: lists, facts, when an event is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.rulesets import RuleSet, preset, read_rules
from scoring.options import options_from_wire, options_to_wire
from tournaments.engine.cuts import cut_from_wire
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.options import format_options_from_wire
from tournaments.engine.money.terms import terms_from_wire
from tournaments.models.club import Club
from tournaments.models.tournament import Stage, Tournament
from tournaments.selectors.cuts_in_words import cut_words
from tournaments.selectors.formats_in_words import format_in_words
from tournaments.selectors.money_words import amount_words, pot_words, share_words
from tournaments.selectors.rules_in_words import preset_name, rules_line

STATE_KINDS = {"draft": "draft", "open": "published", "running": "running", "finished": "closed"}


def clubs() -> QuerySet[Club]:
    """Every club."""
    return Club.objects.order_by("name")


def club_path(club: Club) -> str:
    """The address of a club's page."""
    return reverse("club", args=[club.slug])


def club_json(club: Club) -> dict[str, Any]:
    """A club as JSON."""
    return {"slug": club.slug, "name": club.name, "zone": club.zone, "url": club_path(club)}


def event_path(tournament: Tournament, name: str = "tournament", *args: object) -> str:
    """The address of an event's page."""
    return reverse(name, args=[tournament.club.slug, tournament.slug, *args])


# ---------------------------------------------------------------- a club's events


def events_of(tournaments: QuerySet[Tournament]) -> list[Tournament]:
    """A club's events with their stages and how many sides are in: two queries."""
    places = Q(entries__is_house=False)
    counted = tournaments.annotate(side_count=Count("entries", filter=places, distinct=True))
    return list(counted.prefetch_related("stages").order_by("-starts_at"))


def by_state(events: Iterable[Tournament]) -> dict[str, list[dict[str, Any]]]:
    """Running, coming (the next first) and finished events (the newest first), as lists of links."""
    there = list(events)
    coming = sorted((each for each in there if each.state in ("draft", "open")), key=lambda e: e.starts_at)
    return {
        "running": [event_link(each) for each in there if each.state == "running"],
        "coming": [event_link(each) for each in coming],
        "finished": [event_link(each) for each in there if each.state == "finished"],
    }


def event_link(tournament: Tournament) -> dict[str, Any]:
    """A line of the list of events."""
    stage = next(iter(tournament.stages.all()), None)
    parts = [when_words(tournament)]
    if stage is not None:
        parts += [preset_name(stage.rules["preset"]), format_words(stage)]
    count = getattr(tournament, "side_count", 0)
    if count:
        parts.append(sides_words(tournament, count))
    return {
        "title": tournament.name,
        "detail": " · ".join(parts),
        "href": event_path(tournament),
        "state": state_words(tournament),
        "state_kind": STATE_KINDS[tournament.state],
    }


def event_json(tournament: Tournament) -> dict[str, Any]:
    """An event as JSON."""
    return {
        "id": str(tournament.pk),
        "club": tournament.club.slug,
        "slug": tournament.slug,
        "name": tournament.name,
        "state": tournament.state,
        "starts_at": tournament.starts_at.isoformat(),
        "zone": tournament.zone,
        "side_size": tournament.side_size,
        "stages": [
            {"number": each.number, "format": each.format, "rounds": each.rounds_planned,
             "rules": each.rules, "tiebreaks": each.tiebreaks,
             "standings": options_to_wire(options_from_wire(each.standings_options)),
             "format_options": each.format_options, "cut": each.cut}
            for each in tournament.stages.all()
        ],
        "url": event_path(tournament),
    }  # fmt: skip


def event_rows(events: Iterable[Tournament]) -> list[tuple[str | int, ...]]:
    """Events as rows of a CSV."""
    return [
        (each.name, each.starts_at.isoformat(), each.zone, each.state, each.side_size,
         getattr(each, "side_count", 0), event_path(each))
        for each in events
    ]  # fmt: skip


# ---------------------------------------------------------------- words


def state_words(tournament: Tournament) -> str:
    """Draft, announced, running, finished."""
    return tournament.get_state_display()


def local(moment: datetime, zone: str) -> datetime:
    """A moment on the event's own clock."""
    return moment.astimezone(ZoneInfo(zone))


def when_words(tournament: Tournament) -> str:
    """Date and time of the start on the event's own clock."""
    start = local(tournament.starts_at, tournament.zone)
    said = {"date": date_format(start, "DATE_FORMAT"), "time": date_format(start, "TIME_FORMAT")}
    return _("%(date)s, %(time)s") % said


def moment_words(moment: datetime, zone: str) -> str:
    """Date and time of something that happened, on the event's own clock."""
    there = local(moment, zone)
    said = {"date": date_format(there, "DATE_FORMAT"), "time": date_format(there, "TIME_FORMAT")}
    return _("%(date)s, %(time)s") % said


def format_words(stage: Stage) -> str:
    """ "Swiss, 4 rounds"."""
    format = next((each for each in FORMATS if each.key == stage.format), None)
    name = _(format.name) if format is not None else stage.format
    rounds = stage.rounds_planned
    if format is not None and format.rounds_follow:
        return format_in_words(name, format_options_from_wire(stage.format_options), format.reads)
    said = {"format": name, "rounds": rounds}
    return ngettext("%(format)s, %(rounds)s round", "%(format)s, %(rounds)s rounds", rounds) % said


def sides_words(tournament: Tournament, count: int) -> str:
    """ "16 players" or "9 partnerships"."""
    if tournament.side_size == 1:
        return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    return ngettext("%(count)s partnership", "%(count)s partnerships", count) % {"count": count}


def rules_of(stage: Stage) -> RuleSet:
    """The rules in force in a stage."""
    return read_rules(stage.rules)


def event_facts(
    tournament: Tournament, stage: Stage | None, *, sides: int, stages: Sequence[Stage] = ()
) -> list[dict[str, Any]]:
    """When, what and how, with the link to the rules. `stage` is the one in play, `stages` are all."""
    facts: list[dict[str, Any]] = [{"term": _("Start"), "words": when_words(tournament)}]
    if stage is not None:
        href = event_path(tournament, "tournament_rules")
        rules = rules_of(stage)
        facts.append({"term": _("Rules"), "words": rules_words(rules), "href": href})
        first = next(iter(stages), stage)
        facts.append({"term": pgettext("of a tournament", "Format"), "words": format_words(first)})
    for each in stages[1:]:
        going = cut_words(cut_from_wire(each.cut)) if each.cut else _("Everybody plays on.")
        line = f"{going} {format_words(each)} · {rules_line(rules_of(each))}"
        facts.append({"term": _("Stage %(number)s") % {"number": each.number}, "words": line})
    facts.append({"term": _("Entered"), "words": sides_words(tournament, sides)})
    return [*facts, *money_facts(tournament)]


def money_facts(tournament: Tournament) -> list[dict[str, Any]]:
    """The fee and the prizes, where the event shows them to everybody."""
    if tournament.public_terms is None:
        return []
    terms = terms_from_wire(tournament.public_terms)
    found = [{"term": _("Entry fee"), "words": amount_words(terms.fee, terms.currency)}]
    if terms.places:
        words = " · ".join(share_words(place, terms.currency) for place in terms.places)
        found.append({"term": _("Prizes by place"), "words": words})
    found += [
        {"term": pot_words(pot.what), "words": share_words(pot.share, terms.currency)}
        for pot in terms.side_pots
    ]
    return found


def rules_words(rules: RuleSet) -> str:
    """The preset's name, and whether something differs from it."""
    name = preset_name(rules.key)
    return name if rules == preset(rules.key) else _("%(rules)s, with changes") % {"rules": name}
