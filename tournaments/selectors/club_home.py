"""A club's first page at a glance: what is played now and how far it is, who won, how the season stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.player import Player
from tournaments.models.club import Club
from tournaments.models.season import Season
from tournaments.models.tournament import EntryPerson, Match, Publication, Round, Tournament
from tournaments.selectors.figures import days_words, percent
from tournaments.selectors.public import event_link, event_path
from tournaments.selectors.sides import person_of

NEWEST = 8
"""So many finished events say who won."""
LEADERS = 5


def at_a_glance(club: Club, events: Sequence[Tournament]) -> dict[str, Any]:
    """What stands above and beside the lists of `events`: five queries at most."""
    return {"tonight": tonight(events), "leaders": leaders(club)}


# ---------------------------------------------------------------- what is played now


def tonight(events: Iterable[Tournament]) -> list[dict[str, Any]]:
    """A card for each running event, as `components/_event_card.html` takes it, with what everybody may do:
    two queries.
    """
    return [{**card, "actions": _for_everybody(card)} for card in cards(events)]


def cards(events: Iterable[Tournament]) -> list[dict[str, Any]]:
    """How far each running event is: two queries."""
    running = [each for each in events if each.state == Tournament.State.RUNNING]
    newest = _newest_rounds(running)
    counts = _matches_in(newest.values()) if newest else {}
    return [_card(each, newest.get(each.pk), counts) for each in running]


def _for_everybody(card: dict[str, Any]) -> list[dict[str, str]]:
    first = _("The event") if card["over"] is None else _("Find your table")
    actions = [{"label": first, "href": card["href"], "kind": "primary"}]
    if card["pairings"]:
        actions.append({"label": _("Pairings and results"), "href": card["pairings"], "kind": ""})
    return actions


def _newest_rounds(events: Sequence[Tournament]) -> dict[Any, Round]:
    """The newest round that is out of each event: one query."""
    rounds = Round.objects.filter(stage__tournament__in=events).exclude(state=Round.State.DRAFT)
    ordered = rounds.select_related("stage").order_by("stage__number", "number") if events else ()
    return {each.stage.tournament_id: each for each in ordered}


def _matches_in(rounds: Iterable[Round]) -> dict[Any, tuple[int, int]]:
    """Of each round how many matches are in, and how many there are: one query."""
    counted = Match.objects.filter(round__in=list(rounds)).order_by().values("round")
    counted = counted.annotate(all=Count("pk"), over=Count("pk", filter=~Q(state__in=Match.OPEN)))
    return {row["round"]: (row["over"], row["all"]) for row in counted}


def _card(event: Tournament, round: Round | None, counts: Mapping[Any, tuple[int, int]]) -> dict[str, Any]:
    link = event_link(event)
    card: dict[str, Any] = {"event": event, "over": None, "round": "", "pairings": ""}
    card |= {"title": link["title"], "detail": link["detail"], "href": link["href"]}
    if round is None:
        return card
    at = (round.stage.number, round.number) if round.stage.number > 1 else (round.number,)
    over, everything = counts.get(round.pk, (0, 0))
    words = ngettext("%(over)s of %(all)s match in", "%(over)s of %(all)s matches in", everything)
    return {
        **card,
        "round": round_words(round, len(event.stages.all())),
        "pairings": event_path(event, "stage_round" if len(at) > 1 else "round", *at),
        "over": over if round.state == Round.State.PUBLISHED else None,
        "all": everything,
        "words": words % {"over": number_format(over), "all": number_format(everything)},
    }


def round_words(round: Round, stages: int) -> str:
    """ "Round 2 of 4", with its stage where there are several; whether it is closed."""
    said = {"number": round.number, "planned": round.stage.rounds_planned, "stage": round.stage.number}
    is_planned = round.stage.rounds_planned >= round.number
    if stages > 1:
        words = _("Stage %(stage)s, round %(number)s") % said
    elif is_planned:
        words = _("Round %(number)s of %(planned)s") % said
    else:
        words = _("Round %(number)s") % said
    if round.state == Round.State.CLOSED:
        return _("%(round)s is over") % {"round": words}
    return words


# ---------------------------------------------------------------- who won


def with_winners(links: Sequence[dict[str, Any]], events: Iterable[Tournament]) -> list[dict[str, Any]]:
    """The finished events' links, the newest of them with who won: two queries."""
    finished = [each for each in events if each.state == Tournament.State.FINISHED][:NEWEST]
    names = winners(finished)
    return [{**link, "winner": name} for link, name in zip(links, names, strict=False)] + list(
        links[len(names) :]
    )


def winners(events: Sequence[Tournament]) -> list[str]:
    """Who stands first in each event's final standings; nothing where none hang."""
    last = {each.pk: max((stage.number for stage in each.stages.all()), default=0) for each in events}
    first: dict[Any, list[str]] = {}
    final = Publication.objects.hanging().filter(final=True, stage__tournament__in=events)
    for each in final.select_related("stage").order_by("number") if events else ():
        if each.stage.number == last[each.stage.tournament_id]:
            first[each.stage.tournament_id] = [line["side"] for line in each.lines if line["rank"] == 1]
    people = _names([side for sides in first.values() for side in sides])
    return [", ".join(people[side] for side in first.get(each.pk, ()) if side in people) for each in events]


def _names(sides: Sequence[str]) -> dict[str, str]:
    """The names of these sides as everybody may see them: one query."""
    found: dict[str, str] = {}
    rows = (
        EntryPerson.objects.filter(entry__in=[UUID(side) for side in sides])
        .select_related("player")
        .order_by("order")
    )
    for row in rows if sides else ():
        side, name = str(row.entry_id), person_of(row.player).name
        found[side] = f"{found[side]} & {name}" if side in found else name
    return found


# ---------------------------------------------------------------- the season


def leaders(club: Club) -> dict[str, Any] | None:
    """The first lines of the newest season that has any, as a league table: two queries."""
    season = Season.objects.filter(club=club).exclude(lines=[]).first()
    if season is None:
        return None
    lines = [line for line in season.lines if line["rank"] is not None][:LEADERS]
    people = {str(pk): row for pk, row in Player.objects.in_bulk([line["person"] for line in lines]).items()}
    ranks = [line["rank"] for line in season.lines]
    return {
        "title": season.name,
        "days": days_words(season),
        "href": reverse("season", args=[club.slug, season.pk]),
        "columns": [{"label": _("Points"), "words": ""}],
        "lines": [
            {
                "rank": f"{line['rank']}=" if ranks.count(line["rank"]) > 1 else line["rank"],
                "name": people[line["person"]].public_name,
                "href": reverse("player", args=[line["person"]]),
                "cells": [{"value": percent(line["points"])}],
            }
            for line in lines
            if line["person"] in people
        ],
    }
