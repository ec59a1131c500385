"""Opening a stage: with its usual tie-breaks, its lot drawn beforehand."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.engine import tournament
from tournaments.engine.events import TournamentEvent
from tournaments.engine.formats import in_order
from tournaments.engine.new_stage import NewStage
from tournaments.engine.tournament import Stage, TournamentState


def opened(state: TournamentState, new: NewStage) -> Sequence[TournamentEvent]:
    """What opening it says. Raises as `tournament.open_stage`."""
    tiebreaks = in_order(new.format, new.tiebreaks)
    return tournament.open_stage(
        state,
        format=new.format,
        rounds=new.rounds,
        rules=new.rules,
        tiebreaks=tiebreaks,
        options=with_lot(tiebreaks, new.options),
    )


def with_lot(tiebreaks: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, with the seed of the lot where lots are among the tie-breaks: it is stored before anybody
    is tied.
    """
    counted = options.get("standings", {})
    if "LOT" not in tiebreaks or counted.get("lot_seed") is not None:
        return dict(options)
    return {**options, "standings": {**counted, "lot_seed": secrets.randbelow(2**31)}}


def again(stage: Stage) -> NewStage:
    """The same stage for another event: its sides are not there, and its lot is drawn anew."""
    kept = {name: value for name, value in stage.options.items() if name not in ("sides", "groups")}
    if "standings" in kept:
        kept["standings"] = {**kept["standings"], "lot_seed": None}
    return NewStage(
        format=stage.format,
        rounds=stage.rounds,
        rules=stage.rules,
        tiebreaks=stage.tiebreaks,
        options=kept,
    )
