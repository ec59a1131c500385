"""A person's history: the matches that counted, in events everybody may see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.player import Player
from tournaments.exchange.csv_out import write_csv
from tournaments.models.tournament import EntryPerson, Match, MatchPerson, MatchSide, Round, Tournament
from tournaments.selectors.pairings import result_numbers
from tournaments.selectors.public import event_path, local
from tournaments.selectors.scores import score
from tournaments.selectors.withheld import withheld


def who_is(pk: UUID) -> UUID:
    """The person at an address: a duplicate is somebody else by now."""
    player = Player.objects.filter(pk=pk).select_related("merged_into").first()
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    return pk if player is None else player.pk


def player_at(pk: UUID) -> Player | None:
    """A person who is entered in an event that everybody may see; nobody else has a page."""
    entered = EntryPerson.objects.exclude(entry__tournament__state=Tournament.State.DRAFT)
    sat = MatchPerson.objects.exclude(side__match__round__stage__tournament__state=Tournament.State.DRAFT)
    if not (entered.filter(player=pk).exists() or sat.filter(player=pk).exists()):
        return None
    return Player.objects.filter(pk=pk, erased_at=None).first()


def _seats_of(player: Player, *, own: bool) -> QuerySet[MatchSide]:
    """His seats as everybody may know them; `own`: as he may know them himself, before a round is closed."""
    seats = MatchSide.objects.filter(persons__player=player)
    seats = seats.exclude(match__round__stage__tournament__state=Tournament.State.DRAFT)
    return seats if own else seats.exclude(withheld("match__round"))


def history_of(player: Player, *, own: bool = False) -> QuerySet[MatchSide]:
    """The person's seats in matches that count, the newest first; `own`: for himself."""
    return (
        _seats_of(player, own=own)
        .filter(match__state__in=Match.COUNTED)
        .exclude(match__round__state=Round.State.DRAFT)
        .select_related("match__round__stage__tournament__club")
        .prefetch_related("match__sides__persons__player")
        .order_by("-match__round__published_at", "-match__changed_at", "-match_id")
    )


def row_of(seat: MatchSide, player: Player) -> dict[str, Any]:
    """A match as the history shows it."""
    match, tournament = seat.match, seat.match.round.stage.tournament
    return {
        "date": local(tournament.starts_at, tournament.zone).date(),
        "event": tournament.name,
        "event_href": event_path(tournament),
        "round": match.round.number,
        "partner": _partner(seat, player),
        "opponent": _opponents(seat),
        "href": reverse("match", args=[match.pk]),
        "result": _result(seat),
        "points": _points(seat),
    }


def _sides(seat: MatchSide) -> list[MatchSide]:
    return list(seat.match.sides.all())


def _opponents(seat: MatchSide) -> str:
    return ", ".join(
        " & ".join(each.player.public_name for each in side.persons.all())
        for side in _sides(seat)
        if side.index != seat.index
    )


def _partner(seat: MatchSide, player: Player) -> str:
    people = [each for side in _sides(seat) if side.index == seat.index for each in side.persons.all()]
    return " & ".join(each.player.public_name for each in people if each.player_id != player.pk)


def _result(seat: MatchSide) -> str:
    winner = seat.match.summary.get("winner")
    if seat.match.state == Match.State.FORFEIT:
        return _("lost by forfeit") if seat.index in _losers(seat) else _("won by forfeit")
    if winner is None:
        return _("tied")
    return _("won") if winner == seat.index else _("lost")


def _losers(seat: MatchSide) -> list[int]:
    losers: list[int] = seat.match.summary.get("losers") or []
    return losers


def _points(seat: MatchSide) -> str:
    """The score from this person's side."""
    return score(result_numbers(seat.match, seat.index))


def totals_of(player: Player, *, own: bool = False) -> list[dict[str, Any]]:
    """How many matches counted, were won, lost and tied: figures for the head of the page."""
    played = (Match.State.ACCEPTED, Match.State.CORRECTED)
    counted = _seats_of(player, own=own).filter(match__state__in=played)
    winners = list(counted.values_list("index", "match__summary__winner"))
    won = sum(1 for index, winner in winners if winner == index)
    tied = sum(1 for _index, winner in winners if winner is None)
    matches = ngettext("match", "matches", len(winners))
    figures = [(matches, len(winners)), (_("won"), won), (_("lost"), len(winners) - won - tied)]
    if tied:
        figures.append((_("tied"), tied))
    return [{"words": words, "number": number} for words, number in figures]


# ---------------------------------------------------------------- as JSON and CSV


def player_json(player: Player, history: Iterable[MatchSide]) -> dict[str, Any]:
    """A person's history for programs."""
    return {
        "id": str(player.pk),
        "name": player.public_name,
        "matches": [
            {**row, "date": row["date"].isoformat(), "match": str(seat.match_id)}
            for seat in history
            for row in [row_of(seat, player)]
        ],
    }


def player_csv(player: Player, history: Iterable[MatchSide]) -> bytes:
    """A person's history as a file."""
    rows = [
        (row["date"].isoformat(), row["event"], row["round"], row["partner"], row["opponent"], row["result"],
         row["points"])
        for row in (row_of(seat, player) for seat in history)
    ]  # fmt: skip
    headings = [_("Date"), _("Event"), _("Round"), _("Partner"), _("Against"), _("Result"), _("Points")]
    return write_csv(headings, rows)
