"""An event as a report for the programs of other games: what is out of it, results once they count."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.exchange.trf import Meeting, Report, Result, Side
from tournaments.models.tournament import Match, Publication, Round, RoundBye, Stage
from tournaments.selectors.public import format_words, local
from tournaments.selectors.sides import Sides
from tournaments.selectors.withheld import Veil

BYES: dict[str, Result] = {"pairing": "U", "late": "F", "requested": "F", "director": "F"}
"""By kind, of byes that give points; one that gives none is an absence."""


def report_of(
    stage: Stage, rounds: Sequence[Round], sides: Sides, ranks: dict[str, int], veil: Veil
) -> Report:
    """A stage in the order of entry, with the results that are not under the veil. The last day is that of
    the last round that was closed.
    """
    row = stage.tournament
    start = local(row.starts_at, row.zone).date()
    closed = [local(each.closed_at, row.zone).date() for each in rounds if each.closed_at]
    meetings = {side: [Meeting()] * len(rounds) for side in sides}
    columns = {each.pk: column for column, each in enumerate(rounds)}
    numbers = {side: number for number, side in enumerate(sides, start=1)}
    for match in veil.over(Match.objects.filter(round__in=rounds).prefetch_related("sides")):
        for index, side, other in _pairs(match):
            if side in meetings:
                meetings[side][columns[match.round_id]] = _meeting(match, index, numbers.get(other, 0))
    for bye in RoundBye.objects.filter(round__in=rounds):
        side = str(bye.entry_id)
        if side in meetings:
            code = BYES.get(bye.kind, "F") if bye.points else "Z"
            meetings[side][columns[bye.round_id]] = Meeting(result=code)
    return Report(
        name=row.name,
        place=row.club.name,
        first_day=start,
        last_day=max([start, *closed]),
        format=format_words(stage),
        rounds=stage.rounds_planned,
        sides=[
            Side(number=numbers[key], name=side.name, rank=ranks.get(key, 0), meetings=meetings[key])
            for key, side in sides.items()
        ],
    )


def ranks_of(publication: Publication | None) -> dict[str, int]:
    """The ranks as they hung."""
    return {} if publication is None else {line["side"]: line["rank"] for line in publication.lines}


def _pairs(match: Match) -> list[tuple[int, str, str]]:
    there = [str(side.entry_id) for side in match.sides.all()]
    return [(0, there[0], there[1]), (1, there[1], there[0])] if len(there) == 2 else []


def _meeting(match: Match, index: int, opponent: int) -> Meeting:
    """A void match is none: its sides may meet again."""
    if match.state == Match.State.VOID:
        return Meeting()
    dealt = match.first_dealer == index
    return Meeting(opponent=opponent, dealt=dealt, result=_result(match, index))


def _result(match: Match, index: int) -> Result:
    if not match.is_counted:
        return " "
    if match.state == Match.State.FORFEIT:
        return "-" if index in (match.summary.get("losers") or []) else "+"
    winner = match.summary.get("winner")
    return "=" if winner is None else "1" if winner == index else "0"
