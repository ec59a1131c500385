"""Any two players head to head, from published results alone; and whom a player met most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models.player import Player
from tournaments.exchange.csv_out import write_csv
from tournaments.models.club import Club
from tournaments.models.tournament import Match, MatchPerson, MatchSide, Publication, Round, Tournament
from tournaments.selectors import player_page
from tournaments.selectors.withheld import withheld

MOST_MET = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """How one player did against another, and side by side with him: matches won, lost and tied."""

    won: int
    lost: int
    tied: int
    together_won: int
    together: int

    @property
    def met(self) -> int:
        """How often they met."""
        return self.won + self.lost + self.tied


def published_seats() -> QuerySet[MatchSide]:
    """The sides of matches that count, of rounds whose standings hang, in events everybody may see."""
    hung = Publication.objects.hanging().filter(
        stage=OuterRef("match__round__stage"), round__gte=OuterRef("match__round__number")
    )
    counted = MatchSide.objects.filter(match__state__in=Match.COUNTED, match__round__state=Round.State.CLOSED)
    shown = counted.exclude(match__round__stage__tournament__state=Tournament.State.DRAFT)
    return shown.exclude(withheld("match__round")).filter(Exists(hung))


def meetings_of(one: Player, other: Player) -> list[MatchSide]:
    """The first player's seats in matches both sat in, on other sides or on the same, the newest first."""
    both = published_seats().filter(persons__player=one, match__sides__persons__player=other)
    return list(
        both.select_related("match__round__stage__tournament__club")
        .prefetch_related("match__sides__persons__player")
        .order_by("-match__round__published_at", "-match__changed_at", "-match_id")
        .distinct()
    )


def against(one: Player, other: Player, meetings: Sequence[MatchSide]) -> Against:
    """The sums of their meetings."""
    found: Counter[str] = Counter()
    for seat in meetings:
        same = other.pk in {each.player_id for each in _side_of(seat).persons.all()}
        won = outcome(seat)
        found["together" if same else won] += 1
        found["together_won"] += same and won == "won"
    return Against(
        won=found["won"], lost=found["lost"], tied=found["tied"], together=found["together"],
        together_won=found["together_won"],
    )  # fmt: skip


def outcome(seat: MatchSide) -> str:
    """won, lost or tied, for this side of a match that counts."""
    if seat.match.state == Match.State.FORFEIT:
        return "lost" if seat.index in (seat.match.summary.get("losers") or []) else "won"
    winner = seat.match.summary.get("winner")
    if winner is None:
        return "tied"
    return "won" if winner == seat.index else "lost"


def _side_of(seat: MatchSide) -> MatchSide:
    return next(side for side in seat.match.sides.all() if side.index == seat.index)


def club_of(meetings: Sequence[MatchSide]) -> Club | None:
    """The club they met at, where it was always the same."""
    clubs = {seat.match.round.stage.tournament.club for seat in meetings}
    return clubs.pop() if len(clubs) == 1 else None


def row_of(seat: MatchSide, one: Player, other: Player) -> dict[str, Any]:
    """A meeting as the page shows it: whether they played together, and what came of it."""
    same = other.pk in {each.player_id for each in _side_of(seat).persons.all()}
    return {**player_page.row_of(seat, one), "together": same}


def met_most(player: Player) -> list[dict[str, Any]]:
    """Those a player met most often, with what came of it: three queries."""
    mine = {
        seat.match_id: (seat.index, outcome(seat))
        for seat in published_seats().filter(persons__player=player).select_related("match")
    }
    seats = MatchPerson.objects.filter(side__match__in=list(mine))
    found: dict[UUID, Counter[str]] = {}
    for match, index, person in seats.values_list("side__match", "side__index", "player"):
        own, came = mine[match]
        if index != own:
            found.setdefault(person, Counter())[came] += 1
    people = Player.objects.filter(pk__in=list(found), erased_at=None).in_bulk()
    order = sorted(people, key=lambda pk: (-found[pk].total(), people[pk].public_name))
    return [
        {
            "name": people[pk].public_name,
            "href": reverse("against", args=[player.pk, pk]),
            "words": _("%(won)s won, %(lost)s lost") % {"won": found[pk]["won"], "lost": found[pk]["lost"]},
            "met": found[pk].total(),
        }
        for pk in order[:MOST_MET]
    ]


def against_json(one: Player, other: Player, meetings: Sequence[MatchSide]) -> dict[str, Any]:
    """Head to head for programs."""
    sums = against(one, other, meetings)
    rows = ((seat, row_of(seat, one, other), outcome(seat)) for seat in meetings)
    return {
        "one": {"id": str(one.pk), "name": one.public_name},
        "other": {"id": str(other.pk), "name": other.public_name},
        "met": sums.met, "won": sums.won, "lost": sums.lost, "tied": sums.tied,
        "together": sums.together, "together_won": sums.together_won,
        "matches": [
            {"match": str(seat.match_id), "date": row["date"].isoformat(), "event": row["event"],
             "round": row["round"], "together": row["together"], "result": came, "points": row["points"]}
            for seat, row, came in rows
        ],
    }  # fmt: skip


def against_csv(one: Player, other: Player, meetings: Sequence[MatchSide]) -> bytes:
    """Head to head as a file."""
    headings = [_("Date"), _("Event"), _("Round"), _("Together"), _("Result"), _("Points")]
    rows = (row_of(seat, one, other) for seat in meetings)
    return write_csv(
        headings,
        (
            [row["date"].isoformat(), row["event"], row["round"], _("yes") if row["together"] else "",
             row["result"], row["points"]]
            for row in rows
        ),
    )  # fmt: skip
