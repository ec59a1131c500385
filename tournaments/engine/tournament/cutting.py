"""From one stage to the next: who stands above the cut line, ties on it, tie-break games, who qualifies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from tournaments.engine.cuts import Cut
from tournaments.engine.errors import not_now
from tournaments.engine.events import (
    Pairing,
    RoundDrawn,
    RoundPublished,
    SidesQualified,
    StandingsPublished,
    TournamentEvent,
)
from tournaments.engine.match import MatchState, outcome_of
from tournaments.engine.reasons import is_blank
from tournaments.engine.tournament.state import TIEBREAK, Byes, Round, Stage, TournamentState

Matches = Mapping[str, MatchState]
Decide = Literal["lot", "director"]
Line = Mapping[str, Any]
"""A published line of the standings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """Sides equal on the cut line, for so many places. `group` where groups are cut one by one."""

    sides: tuple[str, ...]
    places: int
    group: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CutLine:
    """The line between those who go on to `stage` and those who do not, in the final standings before it.

    `qualified` in order of seeding, as far as nothing is tied; `groups` their groups, where there are some.
    `waits`: tie-break games are being played.
    """

    stage: int
    places: int
    qualified: tuple[str, ...]
    groups: Mapping[str, int]
    ties: tuple[Tie, ...]
    waits: bool = False


def cut_line(state: TournamentState, stage: int, matches: Matches) -> CutLine:
    """Where the cut to this stage falls, the tie-break games so far in it. Who withdrew is passed over.

    Raises NotNow `unknown_stage`, `no_cut`, `cut_before_final` (data: stage), `cut_too_large` (data: places,
    sides).
    """
    there = _cut_stage(state, stage)
    cut, before = there.cut, state.stages.get(stage - 1)
    if cut is None or before is None:
        raise not_now("no_cut", stage=stage)
    hung = _final_of(state, before.number)
    waiting = any(each.is_tiebreak and each.status != "closed" for each in state.out_rounds(before.number))
    pools = _pools(state, stage, hung, cut)
    parted = [_part(state, before, matches, *pool) for pool in pools]
    return CutLine(
        stage=stage,
        places=sum(places for _, _, places in pools),
        qualified=_in_turn([sure for sure, _ in parted]),
        groups={side: group for (group, _, _), (sure, _) in zip(pools, parted, strict=True)
                for side in sure if group is not None},
        ties=tuple(tie for _, tie in parted if tie is not None),
        waits=waiting,
    )  # fmt: skip


def qualify(
    state: TournamentState,
    *,
    stage: int,
    matches: Matches,
    ties: Decide | None = None,
    chosen: Sequence[str] = (),
    seed: int | None = None,
    reason: str = "",
) -> tuple[TournamentEvent, ...]:
    """The cut is made: who plays in this stage, in order of seeding. Made again it replaces the one before.

    A tie on the line is settled by tie-break games (`draw_tiebreak`), by lot (`seed`), or by the director,
    who names those who go on (`chosen`) and says why. Raises as `cut_line`, and NotNow `already_published`,
    `tie_on_the_cut` (data: sides, places, count), `tiebreak_open`, `wrong_choice`, `reason_missing`,
    `cut_too_small`.
    """
    line = cut_line(state, stage, matches)
    if state.out_rounds(stage):
        raise not_now("already_published", round=1)
    if line.waits:
        raise not_now("tiebreak_open")
    won = _settled(line, ties, chosen, seed, reason)
    sides = (*line.qualified, *won)
    if len(sides) < 2:
        raise not_now("cut_too_small", sides=len(sides))
    group = {**line.groups, **{side: tie.group for tie in line.ties for side in tie.sides}}
    groups = tuple(group[side] for side in sides if group.get(side) is not None)
    how = ties if won and ties is not None else "rank"
    there = state.stages[stage]
    if there.chosen == sides and there.options.get("groups", []) == list(groups):
        return ()
    return (
        SidesQualified(
            stage=stage,
            sides=sides,
            groups=tuple(each for each in groups if each is not None),
            how=how,
            seed=seed if how == "lot" else None,
            reason=reason,
        ),
    )


def draw_tiebreak(
    state: TournamentState,
    *,
    stage: int,
    seed: int,
    matches: Matches,
    new_id: Callable[[], str],
    tables: Sequence[int] = (),
) -> tuple[TournamentEvent, ...]:
    """A round of tie-break games for the places on the cut line to this stage, out at once.

    Opponents and the one who rests in an odd group are drawn by lot; who wins stays above the line as far as
    there are places, the others play again. Raises as `cut_line`, and NotNow `no_tie`, `tiebreak_open`.
    """
    line = cut_line(state, stage, matches)
    if line.waits:
        raise not_now("tiebreak_open")
    if not line.ties:
        raise not_now("no_tie")
    number = state.next_number(stage - 1)
    pairings, byes = _games(line.ties, Random(seed), new_id, sorted(tables))
    drawn = RoundDrawn(
        stage=stage - 1,
        round=number,
        seed=seed,
        roster_version=state.roster_version,
        pairings=pairings,
        byes=byes,
        notes=tuple(_note(tie) for tie in line.ties),
    )
    return drawn, RoundPublished(stage=stage - 1, round=number)


def want_the_cut_to_fit(state: TournamentState, stage: int, sides: int, smallest_group: int) -> None:
    """Raises NotNow `cut_too_large` where fewer play in this stage than go on to the next."""
    after = state.stages.get(stage + 1)
    cut = after.cut if after is not None else None
    if cut is None:
        return
    there = smallest_group if cut.kind == "of_group" else sides
    if cut.places(there) > there:
        raise not_now("cut_too_large", places=cut.places(there), sides=there)


def _cut_stage(state: TournamentState, stage: int) -> Stage:
    if state.finished:
        raise not_now("finished")
    if stage not in state.stages:
        raise not_now("unknown_stage", stage=stage)
    return state.stages[stage]


def _final_of(state: TournamentState, stage: int) -> StandingsPublished:
    """What hangs as final: the order everybody sees is the order that cuts and seeds."""
    found = [each for each in state.hanging if each.final and each.stage == stage]
    if not found:
        raise not_now("cut_before_final", stage=stage)
    return found[-1]


Pool = tuple[int | None, list[Line], int]
"""A group (None for the whole field), its lines of those still here, how many of them go on."""


def _pools(state: TournamentState, stage: int, hung: StandingsPublished, cut: Cut) -> list[Pool]:
    here: list[Line] = [line for line in hung.lines if not state.sides[line["side"]].is_withdrawn((stage, 1))]
    if cut.kind != "of_group":
        pools: list[Pool] = [(None, here, cut.places(len(hung.lines)))]
    else:
        numbers = sorted({line.get("group", 0) for line in hung.lines})
        pools = [
            (number, [line for line in here if line.get("group", 0) == number], cut.count)
            for number in numbers
        ]
    for _, lines, places in pools:
        if places > len(lines):
            raise not_now("cut_too_large", places=places, sides=len(lines))
    return pools


def _part(
    state: TournamentState, before: Stage, matches: Matches, group: int | None, lines: list[Line], places: int
) -> tuple[tuple[str, ...], Tie | None]:
    """Those above the line, and the tie on it if it is not settled."""
    if places == len(lines) or lines[places - 1]["rank"] != lines[places]["rank"]:
        return tuple(line["side"] for line in lines[:places]), None
    rank = lines[places]["rank"]
    above = tuple(line["side"] for line in lines if line["rank"] < rank)
    tied = tuple(line["side"] for line in lines if line["rank"] == rank)
    won, left = _played_off(state, before, matches, Tie(sides=tied, places=places - len(above), group=group))
    return (*above, *won), left


def _played_off(
    state: TournamentState, before: Stage, matches: Matches, tie: Tie
) -> tuple[tuple[str, ...], Tie | None]:
    """What the tie-break games closed so far settle: who won a place, and who still plays for the rest."""
    through: tuple[str, ...] = ()
    for round in state.out_rounds(before.number):
        if round.status == "closed" and any(_is_of(note, tie) for note in round.notes):
            won = _winners(round, matches, tie)
            lost = tuple(side for side in tie.sides if side not in won)
            if len(won) == tie.places:
                return (*through, *won), None
            if len(won) < tie.places:
                through, tie = (*through, *won), _of_the_rest(tie, lost, tie.places - len(won))
            else:
                tie = _of_the_rest(tie, won, tie.places)
    return through, tie


def _is_of(note: Mapping[str, Any], tie: Tie) -> bool:
    """Were these games played for this very tie? After a correction it may be another one."""
    return (
        note["code"] == TIEBREAK
        and sorted(note["sides"]) == sorted(tie.sides)
        and note["places"] == tie.places
    )


def _of_the_rest(tie: Tie, sides: tuple[str, ...], places: int) -> Tie:
    return Tie(sides=sides, places=places, group=tie.group)


def _winners(round: Round, matches: Matches, tie: Tie) -> tuple[str, ...]:
    """Who won a game of this tie, or rested."""
    won = {side for side, _, _ in round.byes}
    for pairing in round.pairings:
        played = matches.get(pairing.match)
        if played is not None and played.counted:
            won |= {pairing.sides[index] for index in outcome_of(played)[0]}
    return tuple(side for side in tie.sides if side in won)


def _in_turn(pools: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """First all first places, then all second ones: the seeding of the next stage."""
    longest = max((len(pool) for pool in pools), default=0)
    return tuple(pool[place] for place in range(longest) for pool in pools if place < len(pool))


def _settled(
    line: CutLine, ties: Decide | None, chosen: Sequence[str], seed: int | None, reason: str
) -> tuple[str, ...]:
    """Who of the tied goes on, by lot or by the director's word."""
    if not line.ties:
        return ()
    tied = [side for tie in line.ties for side in tie.sides]
    if ties is None:
        places = sum(tie.places for tie in line.ties)
        raise not_now("tie_on_the_cut", sides=tied, places=places, count=len(tied))
    if ties == "lot":
        assert seed is not None, "a lot needs its seed"
        random = Random(seed)
        return tuple(side for tie in line.ties for side in random.sample(tie.sides, tie.places))
    if is_blank(reason):
        raise not_now("reason_missing")
    fits = all(sum(side in chosen for side in tie.sides) == tie.places for tie in line.ties)
    if not fits or not set(chosen) <= set(tied) or len(set(chosen)) < len(chosen):
        raise not_now("wrong_choice", places=sum(tie.places for tie in line.ties), count=len(tied))
    return tuple(chosen)


def _games(
    ties: Sequence[Tie], random: Random, new_id: Callable[[], str], tables: Sequence[int]
) -> tuple[tuple[Pairing, ...], Byes]:
    free = iter(tables)
    pairings: list[Pairing] = []
    byes: list[tuple[str, Literal["pairing"], int]] = []
    for tie in ties:
        drawn = random.sample(tie.sides, len(tie.sides))
        for one, other in zip(drawn[::2], drawn[1::2], strict=False):
            pairings.append(
                Pairing(match=new_id(), sides=(one, other), table=next(free, None),
                        first_dealer=random.randint(0, 1), reasons={"by": TIEBREAK})
            )  # fmt: skip
        if len(drawn) % 2:
            byes.append((drawn[-1], "pairing", 0))
    return tuple(pairings), tuple(byes)


def _note(tie: Tie) -> dict[str, Any]:
    return {"code": TIEBREAK, "sides": list(tie.sides), "places": tie.places}
