"""A round: drawn as a draft, published, closed. Exactly one round per (stage, number)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from games.engine.rulesets import RuleSet
from tournaments.engine.errors import not_now
from tournaments.engine.events import (
    DraftDiscarded,
    MatchStarted,
    OpenMatch,
    Pairing,
    RoundClosed,
    RoundDrawn,
    RoundPublished,
    SidesFormed,
    StageChanged,
    TournamentEvent,
)
from tournaments.engine.field import Draw, Field
from tournaments.engine.formats import GROUPS, format_named
from tournaments.engine.formats.groups import groups_of
from tournaments.engine.match import MatchState, outcome_of, settle, start
from tournaments.engine.match import evolve as evolve_match
from tournaments.engine.pairing.tables import seat
from tournaments.engine.reasons import is_blank
from tournaments.engine.tournament.cutting import want_the_cut_to_fit
from tournaments.engine.tournament.evolve import evolve
from tournaments.engine.tournament.history import field_of
from tournaments.engine.tournament.partners import settled_joins, want_whole_pairs
from tournaments.engine.tournament.roster import active_sides
from tournaments.engine.tournament.state import Byes, Round, RoundKey, Stage, TournamentState


def draw_round(
    state: TournamentState,
    *,
    stage: int,
    round: int | None = None,
    seed: int,
    matches: Mapping[str, MatchState],
    new_id: Callable[[], str],
    tables: Sequence[int] = (),
    fixed: Mapping[str, int] | None = None,
    everybody: bool = False,
    redraw: bool = False,
    strengths: Mapping[str, float] | None = None,
) -> tuple[TournamentEvent, ...]:
    """A draft of the stage's next round, made from the results so far (`matches`: states by match id).

    `seed` decides every tie; `new_id` names the matches; `tables` are the numbers to seat at, `fixed` the
    sides that keep theirs, `strengths` the ratings of sides (for a bracket by rating). `everybody` draws
    also those not checked in where the tournament checks in. A draft that is still fresh is drawn again only
    with `redraw`. In a format that ends by itself the number of rounds follows from the field; where nobody
    is left to play on, the stage ends instead.

    Raises NotNow `finished`, `unknown_stage`, `already_published`, `round_open` (the one before is not
    closed), `stage_open`, `not_qualified_yet`, `no_rounds_left`, `nobody_goes_on`, `already_drawn`,
    `partner_missing` (data: sides),
    `too_few_sides`, `not_checked_in` (data: sides), `start_points_too_high`, `cut_too_large` (first round),
    `more_rounds_than_opponents` (first round; data: rounds, most), `wrong_seats` (data: sides, least, most).
    """
    if state.finished:
        raise not_now("finished")
    if stage not in state.stages:
        raise not_now("unknown_stage", stage=stage)
    number = state.next_number(stage) if round is None else round
    key = (stage, number)
    there = state.stages[stage]
    _want_turn(state, there, number, redraw=redraw)
    want_whole_pairs(state, key)
    field = replace(field_of(state, key, matches), strengths=strengths or {})
    if is_over(there, field, number - 1):
        return _ended(there, number - 1)
    _want_field(state, key, field)
    drawn = format_named(there.format).draw(field, number, seed)
    if not drawn.matches and not drawn.byes:
        return _ended(there, number - 1)
    _want_checked_in(state, drawn, everybody=everybody)
    _want_seats(drawn, there.rules)
    pairings = _seated(drawn, field, tables, fixed or {}, new_id)
    formed, pairings = _formed(drawn, pairings, key, new_id)
    return (
        *_rounds_of_the_field(there, field, number),
        *formed,
        RoundDrawn(
            stage=stage,
            round=number,
            seed=seed,
            roster_version=state.roster_version,
            pairings=pairings,
            byes=(*drawn.byes, *absences_in(state, key)),
            notes=_with_tables_note(drawn, tables),
        ),
    )


def _formed(
    drawn: Draw, pairings: Sequence[Pairing], key: RoundKey, new_id: Callable[[], str]
) -> tuple[tuple[TournamentEvent, ...], tuple[Pairing, ...]]:
    """Sides of their own for those who play together, and the pairings between them."""
    teams = {match.sides: match.teams for match in drawn.matches if match.teams}
    if not teams:
        return (), tuple(pairings)
    made: list[tuple[str, tuple[str, ...]]] = []
    between = []
    for pairing in pairings:
        sides = tuple((new_id(), team) for team in teams[pairing.sides])
        made.extend(sides)
        between.append(replace(pairing, sides=tuple(side for side, _ in sides)))
    return (SidesFormed(stage=key[0], round=key[1], sides=tuple(made)),), tuple(between)


def is_over(stage: Stage, field: Field, round: int) -> bool:
    """Does the stage end with this round, as its results say? Never where its rounds are planned."""
    format = format_named(stage.format)
    return format.ends_itself and round > 0 and format.is_over(field, round)


def _ended(stage: Stage, round: int) -> tuple[TournamentEvent, ...]:
    if round == stage.rounds:
        raise not_now("nobody_goes_on")
    return (StageChanged(stage=stage.number, changes={"rounds": round}),)


def _rounds_of_the_field(stage: Stage, field: Field, number: int) -> tuple[TournamentEvent, ...]:
    """A format that does takes its rounds from the field of its first draw."""
    format = format_named(stage.format)
    if not format.rounds_follow or number > 1:
        return ()
    rounds = format.rounds_for(len(field.active), stage.format_options)
    return () if rounds == stage.rounds else (StageChanged(stage=stage.number, changes={"rounds": rounds}),)


def discard_draft(state: TournamentState, *, stage: int, round: int) -> tuple[TournamentEvent, ...]:
    """The draft is gone. None there: nothing new. Raises NotNow `already_published`."""
    there = state.rounds.get((stage, round))
    if there is None:
        return ()
    if there.status != "draft":
        raise not_now("already_published", round=round)
    return (DraftDiscarded(stage=stage, round=round),)


def publish(state: TournamentState, *, stage: int, round: int) -> tuple[TournamentEvent, ...]:
    """The draft becomes the round; its matches start with `started_matches`.

    A round already out is nothing new.

    Raises NotNow `no_draft`, `roster_changed` (somebody came or went since the draft: draw again),
    `partner_missing` (data: sides).
    """
    there = state.rounds.get((stage, round))
    if there is None:
        raise not_now("no_draft", round=round)
    if there.status != "draft":
        return ()
    if there.roster_version != state.roster_version:
        raise not_now("roster_changed", round=round)
    want_whole_pairs(state, there.key)
    return (RoundPublished(stage=stage, round=round),)


def started_matches(
    state: TournamentState, *, tournament: str, stage: int, round: int
) -> dict[str, MatchStarted]:
    """The first event of each match of a round, by match id: to be appended with its publication."""
    there, rules = state.rounds[stage, round], state.stages[stage].rules
    deciding = state.stages[stage].ends_itself or there.is_tiebreak
    return {
        pairing.match: start(
            tournament=tournament,
            stage=stage,
            round=round,
            sides=pairing.sides,
            persons=[state.persons_of(side) for side in pairing.sides],
            first_dealer=pairing.first_dealer,
            rules=rules,
            deciding=deciding,
            start_points=[start_points_of(state, side) for side in pairing.sides],
        )
        for pairing in there.pairings
    }


def start_points_of(state: TournamentState, side: str) -> int:
    """A side's start points; partners for a round have the mean of theirs, rounded down."""
    members = state.members_of(side)
    return sum(state.sides[member].start_points for member in members) // len(members)


def open_in(round: Round, matches: Mapping[str, MatchState]) -> tuple[str, ...]:
    """The ids of the round's matches that are not decided; one without a state is open."""
    return tuple(
        pairing.match
        for pairing in round.pairings
        if pairing.match not in matches or matches[pairing.match].is_open
    )


def close_round(
    state: TournamentState,
    *,
    stage: int,
    round: int,
    matches: Mapping[str, MatchState],
    decisions: Mapping[str, tuple[OpenMatch, str]] | None = None,
    losers: Mapping[str, Sequence[int]] | None = None,
) -> tuple[TournamentEvent, ...]:
    """No more entries.

    Every match still open needs its decision (stands, adjourned, forfeit, void) with a reason; one that was
    adjourned while the round was out has it.

    What a decision means for the match itself is `match.settle`, appended with this event; `losers` of a
    forfeit by match. Sides that were to be joined after this round are, for which `matches` holds all of the
    stage. A format that ends by itself needs winners, and gets as many rounds as it takes. A
    closed round is nothing new. Raises NotNow `not_published`, `matches_open` (data: matches),
    `reason_missing`, `winners_missing` (data: matches).
    """
    there = state.rounds.get((stage, round))
    if there is None or there.status == "draft":
        raise not_now("not_published", round=round)
    if there.status == "closed":
        return ()
    put_off: dict[str, tuple[OpenMatch, str]] = {
        match: ("adjourned", reason) for match, reason in there.put_off
    }
    still_open, decided = open_in(there, matches), {**put_off, **(decisions or {})}
    undecided = [match for match in still_open if match not in decided]
    if undecided:
        raise not_now("matches_open", round=round, matches=undecided, count=len(undecided))
    if any(is_blank(decided[match][1]) for match in still_open):
        raise not_now("reason_missing")
    listed = tuple((match, *decided[match]) for match in still_open)
    closed = RoundClosed(stage=stage, round=round, open_matches=listed)
    follows_winners = state.stages[stage].ends_itself or there.is_tiebreak
    if not follows_winners and not state.leaving:
        return (closed,)
    settled = {**matches, **_settled(matches, still_open, decided, losers or {})}
    joined = settled_joins(evolve(state, closed), settled) if state.leaving else ()
    if follows_winners:
        _want_winners(there, settled, closed)
    if not state.stages[stage].ends_itself or there.is_tiebreak:
        return (closed, *joined)
    return (closed, *joined, *_rounds_to_come(evolve(state, closed), (stage, round), settled))


def _settled(
    matches: Mapping[str, MatchState],
    still_open: Sequence[str],
    decided: Mapping[str, tuple[OpenMatch, str]],
    losers: Mapping[str, Sequence[int]],
) -> dict[str, MatchState]:
    """The open matches as the decisions leave them."""
    return {
        match: reduce(
            evolve_match,
            settle(matches[match], decided[match][0], by="director", reason=decided[match][1],
                   losers=losers.get(match, ())),
            matches[match],
        )
        for match in still_open
        if match in matches
    }  # fmt: skip


def _want_winners(round: Round, settled: Mapping[str, MatchState], closed: RoundClosed) -> None:
    """Adjourned is no answer to who goes on; a void match and a double forfeit let nobody on."""
    adjourned = {match for match, decision, _ in closed.open_matches if decision == "adjourned"}
    missing = [
        pairing.match
        for pairing in round.pairings
        if pairing.match in adjourned
        or (settled[pairing.match].counted and outcome_of(settled[pairing.match]) == ((), ()))
    ]
    if missing:
        raise not_now("winners_missing", matches=missing, count=len(missing))


def _rounds_to_come(
    state: TournamentState, key: RoundKey, matches: Mapping[str, MatchState]
) -> tuple[TournamentEvent, ...]:
    """As many rounds as it takes: none more once one is left, one more where the plan is used up."""
    stage, round = state.stages[key[0]], key[1]
    over = is_over(stage, field_of(state, (stage.number, round + 1), matches), round)
    rounds = round if over else max(stage.rounds, round + 1)
    return () if rounds == stage.rounds else (StageChanged(stage=stage.number, changes={"rounds": rounds}),)


def absences_in(state: TournamentState, key: RoundKey) -> Byes:
    """The byes and absences said for this round, of sides that are in the event."""
    found = []
    for (side, when), (kind, points) in state.absences.items():
        known = state.sides[side]
        if when == key and known.entered <= key and not known.is_withdrawn(key):
            found.append((side, kind, points))
    return tuple(found)


def _want_turn(state: TournamentState, stage: Stage, number: int, *, redraw: bool) -> None:
    there = state.rounds.get((stage.number, number))
    if there is not None and there.status != "draft":
        raise not_now("already_published", round=number)
    if number > stage.rounds and not stage.ends_itself:
        raise not_now("no_rounds_left", rounds=stage.rounds)
    waiting = [
        each
        for each in state.out_rounds()
        if each.status == "published" and not (stage.is_open and each.stage == stage.number)
    ]
    if waiting or number != state.next_number(stage.number):
        raise not_now("round_open", round=waiting[0].number if waiting else number - 1)
    before = state.stages.get(stage.number - 1)
    if stage.cut is not None and stage.options.get("sides") is None:
        raise not_now("not_qualified_yet", stage=stage.number)
    if number == 1 and before is not None and state.next_number(before.number) <= before.rounds:
        raise not_now("stage_open", stage=before.number)
    if there is not None and not redraw and there.roster_version == state.roster_version:
        raise not_now("already_drawn", round=number)


def _want_checked_in(state: TournamentState, drawn: Draw, *, everybody: bool) -> None:
    if not state.options.get("check_in") or everybody:
        return
    there = [side for match in drawn.matches for side in match.sides] + [side for side, _, _ in drawn.byes]
    missing = [side.id for side in state.entered if side.id in there and side.present is not True]
    if missing:
        raise not_now("not_checked_in", sides=missing, count=len(missing))


def _want_field(state: TournamentState, key: RoundKey, field: Field) -> None:
    stage = state.stages[key[0]]
    count, format = len(field.active), format_named(stage.format)
    if count < max(2, format.fewest) and not (format.ends_itself and key[1] > 1):
        raise not_now("too_few_sides", sides=count, fewest=max(2, format.fewest))
    if stage.rules.length == "target":
        ahead = [side.id for side in active_sides(state, key) if side.start_points >= stage.rules.target]
        if ahead:
            raise not_now("start_points_too_high", sides=ahead, target=stage.rules.target)
    most = format.most_rounds(count, stage.format_options)
    if key[1] == 1:
        groups = groups_of(field) if stage.format == GROUPS.key else (field.entrants,)
        want_the_cut_to_fit(state, stage.number, count, min(map(len, groups)))
    if key[1] == 1 and stage.rounds > most and not format.rounds_follow:
        raise not_now("more_rounds_than_opponents", rounds=stage.rounds, most=most, sides=count)


def _want_seats(drawn: Draw, rules: RuleSet) -> None:
    """Every match is of as many sides as its rules are for."""
    least, most = rules.sides
    for match in (each for each in drawn.matches if not each.teams):
        if not least <= len(match.sides) <= most:
            rule = "5.1" if rules.seats == "table" else "3.2"
            raise not_now(
                "wrong_seats_exactly" if least == most else "wrong_seats",
                sides=len(match.sides),
                least=least,
                most=most,
                rule=rule,
            )


def _seated(
    drawn: Draw, field: Field, tables: Sequence[int], fixed: Mapping[str, int], new_id: Callable[[], str]
) -> tuple[Pairing, ...]:
    """The matches with ids and tables, in order of table."""
    given = seat(drawn.matches, field, tables, fixed)
    pairings = [
        Pairing(
            match=new_id(),
            sides=match.sides,
            table=table,
            first_dealer=match.first_dealer,
            reasons=_with_fixed(match.reasons, match.sides, fixed, table),
        )
        for match, table in zip(drawn.matches, given, strict=True)
    ]
    return tuple(sorted(pairings, key=lambda each: (each.table is None, each.table or 0)))


def _with_fixed(
    reasons: Mapping[str, object], sides: Sequence[str], fixed: Mapping[str, int], table: int | None
) -> dict[str, object]:
    sits = [side for side in sides if fixed.get(side) == table is not None]
    return {**reasons, "fixed_table": sits} if sits else dict(reasons)


def _with_tables_note(drawn: Draw, tables: Sequence[int]) -> tuple[dict[str, object], ...]:
    short = len(drawn.matches) - len(set(tables))
    if short <= 0 or not tables:
        return drawn.notes
    return (*drawn.notes, {"code": "tables_missing", "count": short})
