"""Rows written from folded states: the same functions after an append and in a rebuild."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone

from games.engine.rulesets import write_rules
from scoring.options import options_to_wire
from tournaments.engine.match import MatchState
from tournaments.engine.tournament import Round as DrawnRound
from tournaments.engine.tournament import TournamentState, upcoming
from tournaments.models.club import RoomTable
from tournaments.models.tournament import (
    Entry,
    EntryPerson,
    Match,
    MatchSide,
    Publication,
    Round,
    RoundBye,
    Stage,
    Tournament,
)


def write_match(match_id: UUID, state: MatchState, version: int) -> None:
    """The match's row as its state says."""
    begun = bool(state.lines or state.score or state.struck)
    changes: dict[str, Any] = {
        "state": state.status,
        "summary": summary_of(state),
        "director_called": state.director_call is not None,
        "version": version,
        "changed_at": timezone.now(),
    }
    rows = Match.objects.filter(pk=match_id)
    rows.update(**changes)
    if begun:
        rows.filter(started_at=None).update(started_at=timezone.now())


def summary_of(state: MatchState) -> dict[str, Any]:
    """What lists show of a match without folding it: points of the running or last game, games, who leads
    and won.
    """
    sheet = state.sheet
    game = sheet.games[-1] if sheet.games else None
    running: tuple[int, ...] = state.started.start_points
    if game is not None and game.lines:
        running = game.lines[-1].running
    if state.score is not None:
        running = state.score.points[-1]
    return {
        "points": list(running),
        "hands_won": list(game.hands_won) if game else [0] * len(state.started.sides),
        "games_won": list(sheet.games_won),
        "games": [_game_summary(each) for each in sheet.games if each.record is not None],
        "hands": len(state.lines),
        "over": sheet.over,
        "winner": _winner(state),
        "score_only": state.score is not None,
        "unused": len(sheet.unused),
        "losers": list(state.losers),
        "disputed_by": state.open_dispute.side if state.open_dispute else None,
        "entered_side": state.entered_side,
        "entered_by": state.entered_by,
        "time_called": state.time_called,
        "reason": state.reason,
    }


def _winner(state: MatchState) -> int | None:
    if state.decided == "forfeit":
        left = [index for index in range(len(state.started.sides)) if index not in state.losers]
        return left[0] if len(left) == 1 else None
    return state.sheet.winner if state.sheet.over else None


def _game_summary(game: Any) -> dict[str, Any]:
    record = game.record
    return {
        "hand_points": list(record.hand_points),
        "grand_totals": list(record.grand_totals),
        "hands_won": list(record.hands_won),
        "winner": record.winner,
        "shutout": record.shutout,
    }


# ---------------------------------------------------------------- the tournament's rows


def write_tournament(tournament_id: UUID, state: TournamentState, version: int) -> None:
    """All rows of a tournament as its state says: stages, entries, rounds, matches with their seats, byes."""
    row = Tournament.objects.select_related("club").get(pk=tournament_id)
    row.version = version
    if state.finished:
        row.state = Tournament.State.FINISHED
    elif state.out_rounds() and row.state in (Tournament.State.DRAFT, Tournament.State.OPEN):
        row.state = Tournament.State.RUNNING
    row.save(update_fields=["version", "state"])
    _write_stages(row, state)
    _write_entries(row, state)
    _write_rounds(row, state)
    _write_publications(row, state)


def _write_publications(row: Tournament, state: TournamentState) -> None:
    there = set(Publication.objects.filter(stage__tournament=row).values_list("number", flat=True))
    stages = {stage.number: stage for stage in row.stages.all()}
    for number, hung in enumerate(state.published, start=1):
        if number not in there:
            Publication.objects.create(
                stage=stages[hung.stage],
                number=number,
                round=hung.round,
                as_of=hung.position,
                final=hung.final,
                lines=[dict(line) for line in hung.lines],
                published_at=timezone.now(),
            )


def _write_stages(row: Tournament, state: TournamentState) -> None:
    for stage in state.stages.values():
        Stage.objects.update_or_create(
            tournament=row,
            number=stage.number,
            defaults={
                "format": stage.format,
                "rounds_planned": stage.rounds,
                "rules": write_rules(stage.rules),
                "tiebreaks": list(stage.tiebreaks),
                "standings_options": options_to_wire(stage.standings_options),
            },
        )


def _write_entries(row: Tournament, state: TournamentState) -> None:
    there = {str(entry.pk): entry for entry in row.entries.all()}
    new, changed, persons = [], [], []
    key = upcoming(state)
    for number, side in enumerate(state.sides.values(), start=1):
        gone = side.spells[-1] if side.spells and side.is_withdrawn(key) else None
        wanted = {
            "seed": side.seed,
            "start_points": side.start_points,
            "from_round": side.entered[1],
            "status": Entry.Status.WITHDRAWN if gone else Entry.Status.ACTIVE,
            "withdrawn_from": gone[0][1] if gone else None,
            "checked_in": bool(side.present),
        }
        entry = there.get(side.id)
        if entry is None:
            new.append(Entry(pk=UUID(side.id), tournament=row, number=number, **wanted))
            persons += [
                EntryPerson(entry_id=UUID(side.id), player_id=UUID(person), order=order)
                for order, person in enumerate(side.persons)
            ]
        elif any(getattr(entry, name) != value for name, value in wanted.items()):
            for name, value in wanted.items():
                setattr(entry, name, value)
            changed.append(entry)
    Entry.objects.bulk_create(new)
    EntryPerson.objects.bulk_create(persons)
    if changed:
        Entry.objects.bulk_update(
            changed, ["seed", "start_points", "from_round", "status", "withdrawn_from", "checked_in"]
        )


def _write_rounds(row: Tournament, state: TournamentState) -> None:
    stages = {stage.number: stage for stage in row.stages.all()}
    there = {
        (r.stage.number, r.number): r
        for r in Round.objects.filter(stage__tournament=row).select_related("stage")
    }
    for key in [key for key in there if key not in state.rounds]:
        there.pop(key).delete()
    tables = {table.number: table for table in RoomTable.objects.filter(room__club=row.club)}
    now = timezone.now()
    for key, wanted in state.rounds.items():
        round = there.get(key)
        if round is not None and round.state == Round.State.CLOSED and wanted.status == "closed":
            continue  # a closed round's pairing never changes
        if round is None:
            round = Round(stage=stages[key[0]], number=key[1])
        if wanted.status != "draft" and round.published_at is None:
            round.published_at = now
        if wanted.status == "closed" and round.closed_at is None:
            round.closed_at = now
        round.state, round.seed, round.notes = wanted.status, wanted.seed, list(wanted.notes)
        round.save()
        _write_matches(round, wanted, tables)
        _write_byes(round, wanted)


def _write_matches(round: Round, wanted: DrawnRound, tables: dict[int, RoomTable]) -> None:
    there = {str(match.pk): match for match in round.matches.prefetch_related("sides")}
    kept = {pairing.match for pairing in wanted.pairings}
    Match.objects.filter(pk__in=[pk for pk in there if pk not in kept]).delete()
    for order, pairing in enumerate(wanted.pairings):
        table = tables.get(pairing.table) if pairing.table is not None else None
        match, _ = Match.objects.update_or_create(
            pk=UUID(pairing.match),
            defaults={
                "round": round,
                "order": order,
                "table": table,
                "table_number": pairing.table,
                "first_dealer": pairing.first_dealer,
                "reasons": pairing.reasons,
                "is_adjourned": pairing.match in wanted.adjourned,
            },
        )
        seated = (
            [str(side.entry_id) for side in there[pairing.match].sides.all()]
            if pairing.match in there
            else []
        )
        if seated != list(pairing.sides):
            match.sides.all().delete()
            MatchSide.objects.bulk_create(
                [MatchSide(match=match, index=i, entry_id=UUID(side)) for i, side in enumerate(pairing.sides)]
            )


def _write_byes(round: Round, wanted: DrawnRound) -> None:
    round.byes.all().delete()
    RoundBye.objects.bulk_create(
        [
            RoundBye(round=round, entry_id=UUID(side), kind=kind, points=points)
            for side, kind, points in wanted.byes
        ]
    )
