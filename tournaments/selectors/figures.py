"""A club's ratings and season tables as pages, JSON and CSV show them; nothing here computes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.models.player import Player
from scoring.ratings import BASE
from tournaments.exchange.csv_out import write_csv
from tournaments.models.club import Club
from tournaments.models.season import Rating, RatingStep, Season
from tournaments.models.tournament import Tournament
from tournaments.selectors.criteria_words import number_words
from tournaments.selectors.public import event_path

LEFT, RIGHT, TOP, BOTTOM = 52, 340, 16, 190


# ---------------------------------------------------------------- ratings


def ratings_of(club: Club) -> list[dict[str, Any]]:
    """The club's people by rating, equals sharing a rank: one query."""
    rows = Rating.objects.filter(club=club, player__erased_at=None).select_related("player")
    found: list[dict[str, Any]] = []
    for place, row in enumerate(rows.order_by("-shown", "player__key"), start=1):
        same = bool(found) and found[-1]["rating"] == row.shown
        found.append(
            {
                "rank": found[-1]["rank"] if same else place,
                "player": str(row.player_id),
                "name": row.player.public_name,
                "rating": row.shown,
                "matches": row.matches,
            }
        )
    return found


def ratings_league(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Columns and lines as `components/_league_table.html` takes them."""
    ranks = [line["rank"] for line in lines]
    return {
        "columns": [
            {"label": _("Rating"), "words": ""},
            {"label": pgettext("matches played", "P"), "words": _("Matches played")},
        ],
        "lines": [
            {
                "rank": f"{line['rank']}=" if ranks.count(line["rank"]) > 1 else line["rank"],
                "name": line["name"],
                "href": reverse("player", args=[line["player"]]),
                "cells": [{"value": line["rating"]}, {"value": line["matches"]}],
            }
            for line in lines
        ],
    }


def ratings_csv(lines: Sequence[Mapping[str, Any]]) -> bytes:
    """The ratings as a file."""
    headings = [_("Rank"), _("Name"), _("Rating"), _("Matches played")]
    return write_csv(
        headings, ([line[key] for key in ("rank", "name", "rating", "matches")] for line in lines)
    )


def curve_of(player: Player) -> dict[str, Any] | None:
    """A person's rating over the matches of the club where he played most; None before two of them."""
    best = (
        Rating.objects.filter(player=player).select_related("club").order_by("-matches", "club__name").first()
    )
    if best is None or best.matches < 2:
        return None
    steps = RatingStep.objects.filter(player=player, rated__club=best.club).order_by("rated__order")
    shown = [BASE, *steps.values_list("shown", flat=True)]
    low, high = min(shown), max(max(shown), min(shown) + 1)
    width = len(shown) - 1

    def x(index: int) -> int:
        return round(LEFT + (RIGHT - LEFT) * index / width)

    def y(value: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low))

    said = {"now": shown[-1], "matches": width, "high": high, "low": low}
    return {
        "club": best.club,
        "now": shown[-1],
        "path": "M" + "L".join(f"{x(index)} {y(value)}" for index, value in enumerate(shown)),
        "end_x": x(width),
        "end_y": y(shown[-1]),
        "marks": [{"value": value, "y": y(value)} for value in sorted({low, high})],
        "words": ngettext(
            "After %(matches)s match the rating is %(now)s; it was between %(low)s and %(high)s.",
            "After %(matches)s matches the rating is %(now)s; it was between %(low)s and %(high)s.",
            width,
        )
        % said,
    }


# ---------------------------------------------------------------- seasons


def seasons_of(club: Club) -> list[dict[str, Any]]:
    """The club's seasons, the newest first, as a list of links."""
    return [
        {
            "title": season.name,
            "detail": days_words(season),
            "href": reverse("season", args=[club.slug, season.pk]),
        }
        for season in Season.objects.filter(club=club).defer("lines")
    ]


def seasons_with(tournament: Tournament) -> list[dict[str, str]]:
    """The seasons of its club that an event belongs to, by its day, as links."""
    day = tournament.starts_at.astimezone(ZoneInfo(tournament.zone)).date()
    rows = Season.objects.filter(club=tournament.club, first_day__lte=day, last_day__gte=day).defer("lines")
    return [
        {"title": row.name, "href": reverse("season", args=[tournament.club.slug, row.pk])} for row in rows
    ]


def days_words(season: Season) -> str:
    """From when to when."""
    said = {"first": date_format(season.first_day), "last": date_format(season.last_day)}
    return _("%(first)s to %(last)s") % said


def rule_words(season: Season) -> list[str]:
    """How the table is made, in sentences."""
    best, minimum = season.best_of, season.minimum
    sentences = [_("An evening counts as the share of the game points that could be won there, at most 100.")]
    if best:
        sentences.append(
            ngettext("The best evening counts.", "The best %(best)s evenings count.", best) % {"best": best}
        )
    else:
        sentences.append(_("Every evening counts."))
    if minimum > 1:
        said = {"minimum": minimum}
        sentences.append(_("Who has played fewer than %(minimum)s evenings is not ranked.") % said)
    sentences.append(
        _("Equal points are parted by matches won, then by net points, of the evenings that count.")
    )
    return sentences


def season_lines(season: Season) -> list[dict[str, Any]]:
    """The table with names and events: two queries."""
    people = Player.objects.in_bulk([line["person"] for line in season.lines], field_name="id")
    names = {str(pk): player for pk, player in people.items()}
    events = {
        str(row.pk): row
        for row in Tournament.objects.filter(pk__in=_events_in(season)).select_related("club")
    }
    return [_line(line, names, events) for line in season.lines]


def _events_in(season: Season) -> set[str]:
    return {each["event"] for line in season.lines for each in (*line["counted"], *line["dropped"])}


def _line(
    line: Mapping[str, Any], people: Mapping[str, Player], events: Mapping[str, Tournament]
) -> dict[str, Any]:
    player = people.get(line["person"])
    return {
        "rank": line["rank"],
        "player": line["person"],
        "name": player.public_name if player else "–",
        "points": percent(line["points"]),
        "evenings": line["evenings"],
        "won": line["won"],
        "net": line["net"],
        "events": [
            *(_event(each, events, counts=True) for each in line["counted"]),
            *(_event(each, events, counts=False) for each in line["dropped"]),
        ],
    }


def _event(evening: Mapping[str, Any], events: Mapping[str, Tournament], *, counts: bool) -> dict[str, Any]:
    row = events.get(evening["event"])
    share = Fraction(evening["game_points"]) / evening["possible"] if evening["possible"] else Fraction(0)
    return {
        "id": evening["event"],
        "name": row.name if row else "–",
        "href": event_path(row) if row else "",
        "points": percent(share),
        "counts": counts,
    }


def percent(share: Fraction | int | str) -> str:
    """A share of 1 as points of 100, with one decimal: "66.7"."""
    return number_format(round(float(Fraction(share) * 100), 1), decimal_pos=1)


def season_league(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Columns and lines as `components/_league_table.html` takes them."""
    ranks = [line["rank"] for line in lines]
    return {
        "columns": [
            {"label": _("Points"), "words": ""},
            {"label": pgettext("evenings", "E"), "words": _("Evenings")},
            {"label": pgettext("matches won", "W"), "words": _("Won")},
            {"label": _("NS"), "words": _("Net points")},
        ],
        "lines": [
            {
                "rank": "–" if line["rank"] is None else _rank(line["rank"], ranks),
                "name": line["name"],
                "href": reverse("player", args=[line["player"]]) if line["name"] != "–" else None,
                "out": line["rank"] is None,
                "cells": [
                    {"value": line["points"]}, {"value": line["evenings"]},
                    {"value": number_words("W", line["won"])},
                    {"value": number_words("NS", line["net"])},
                ],
            }
            for line in lines
        ],
    }  # fmt: skip


def _rank(rank: int, ranks: Sequence[int | None]) -> str:
    return f"{rank}=" if ranks.count(rank) > 1 else str(rank)


def season_json(season: Season) -> dict[str, Any]:
    """A season for programs; points exact, as stored."""
    named = {line["player"]: line for line in season_lines(season)}
    return {
        "id": str(season.pk),
        "name": season.name,
        "first_day": season.first_day.isoformat(),
        "last_day": season.last_day.isoformat(),
        "best_of": season.best_of,
        "minimum": season.minimum,
        "as_of": season.position,
        "lines": [{**line, "name": named[line["person"]]["name"]} for line in season.lines],
    }


def season_csv(lines: Sequence[Mapping[str, Any]]) -> bytes:
    """The table as a file."""
    keys = ("rank", "name", "points", "evenings", "won", "net")
    headings = [_("Rank"), _("Name"), _("Points"), _("Evenings"), _("Won"), _("Net points")]
    return write_csv(headings, ([line[key] for key in keys] for line in lines))
