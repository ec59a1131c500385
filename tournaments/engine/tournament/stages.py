"""Creating a tournament, its stages, rulings in points, and what is published of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.engine.rulesets import RuleSet, read_rules, write_rules
from scoring.options import IN_THE_DRAW, options_from_wire, options_to_wire
from tournaments.engine.cuts import cut_from_wire, cut_to_wire
from tournaments.engine.errors import not_now
from tournaments.engine.events import (
    PenaltyGiven,
    PenaltyLifted,
    StageChanged,
    StageOpened,
    StandingsPublished,
    TournamentCreated,
    TournamentEvent,
    TournamentFinished,
)
from tournaments.engine.formats import GROUPS, format_named
from tournaments.engine.formats.options import format_options_from_wire, format_options_to_wire
from tournaments.engine.reasons import is_blank
from tournaments.engine.tournament.state import Stage, TournamentState

CHANGEABLE = ("format", "rounds", "rules", "tiebreaks", "options")


def create(*, side_size: int = 1, options: Mapping[str, Any] | None = None) -> tuple[TournamentEvent, ...]:
    """The first event.

    `options`: `check_in` (bool), `late_byes` (most byes a late entry is given); plain JSON.

    Raises NotNow `bad_side_size`.
    """
    if not 1 <= side_size <= 2:
        raise not_now("bad_side_size", size=side_size)
    return (TournamentCreated(side_size=side_size, options=dict(options or {})),)


def open_stage(
    state: TournamentState,
    *,
    format: str,
    rounds: int,
    rules: RuleSet,
    tiebreaks: Sequence[str],
    options: Mapping[str, Any] | None = None,
) -> tuple[TournamentEvent, ...]:
    """The next stage, numbered on. `options["sides"]` (list of side ids) limits who plays in it,
    `options["standings"]` (scoring.options) says how its matches become numbers, `options["format"]`
    (formats.options) how its format is played, `options["cut"]` (cuts) who of the stage before goes on to it.

    Raises NotNow `finished`, `unknown_format`, `no_rounds`, `wrong_rules`, `wrong_format` (it makes no
    matches of as many sides as the rules are for); NotationError `bad_standings_option`,
    `bad_format_option`, `bad_cut`; NotNow `first_stage_has_no_cut`, `cut_does_not_fit`.
    """
    _want_running(state)
    _check_stage(state, format, rounds, rules)
    number = max(state.stages, default=0) + 1
    wanted = _checked(options or {})
    _want_cut_to_follow(state, number, wanted.get("cut"), format=format)
    _want_a_plan(format, wanted)
    return (
        StageOpened(
            stage=number,
            format=format,
            rounds=rounds,
            rules=write_rules(rules),
            tiebreaks=tuple(tiebreaks),
            options=wanted,
        ),
    )


def change_stage(
    state: TournamentState, *, stage: int, changes: Mapping[str, Any]
) -> tuple[TournamentEvent, ...]:
    """Change what was not used yet.

    `changes`: format, rounds, rules (RuleSet or its JSON), tiebreaks, options.

    Format and rules are used once a round is out, tie-breaks once standings were published, rounds as far
    as they are drawn. Of `options["standings"]` what game points depend on is used by the draw, so once a
    round is out; the rest like tie-breaks. Raises NotNow `finished`, `unknown_stage`, `unknown_change`,
    `already_used`, `too_few_rounds`, and as `open_stage`.
    """
    _want_running(state)
    now = _stage_of(state, stage)
    for name in changes:
        if name not in CHANGEABLE:
            raise not_now("unknown_change", field=name)
    wanted = dict(changes)
    if "rules" in wanted:
        value = wanted["rules"]
        rules = value if isinstance(value, RuleSet) else read_rules(value)
        wanted["rules"] = write_rules(rules)
    if "tiebreaks" in wanted:
        wanted["tiebreaks"] = list(wanted["tiebreaks"])
    if "options" in wanted:
        wanted["options"] = _without_old_cut(now, _checked(wanted["options"]))
    new = {name: value for name, value in wanted.items() if _differs(now, name, value)}
    _want_unused(state, now, new)
    rules = read_rules(new["rules"]) if "rules" in new else now.rules
    format, options = new.get("format", now.format), new.get("options", now.options)
    _check_stage(state, format, new.get("rounds", now.rounds), rules)
    _want_cut_to_follow(state, stage, options.get("cut"), format=format)
    _want_a_plan(format, options)
    return (StageChanged(stage=stage, changes=new),) if new else ()


def give_penalty(
    state: TournamentState,
    *,
    penalty: str,
    side: str,
    stage: int,
    round: int,
    game_points: int = 0,
    spread: int = 0,
    reason: str,
) -> tuple[TournamentEvent, ...]:
    """Points taken by ruling; `penalty` is its new id. The same id again is nothing new.

    Raises NotNow `unknown_side`, `unknown_stage`, `reason_missing`, `no_points`, `not_out` (the round).
    """
    if penalty in state.penalties:
        return ()
    _stage_of(state, stage)
    there = state.rounds.get((stage, round))
    if there is None or there.status == "draft":
        raise not_now("not_out")
    if side not in state.sides:
        raise not_now("unknown_side", side=side)
    if is_blank(reason):
        raise not_now("reason_missing")
    if game_points < 0 or spread < 0 or game_points == spread == 0:
        raise not_now("no_points")
    return (
        PenaltyGiven(
            penalty=penalty,
            side=side,
            stage=stage,
            round=round,
            game_points=game_points,
            spread=spread,
            reason=reason,
        ),
    )


def lift_penalty(state: TournamentState, *, penalty: str, reason: str) -> tuple[TournamentEvent, ...]:
    """A penalty taken back.

    Everything is as if it had not been given. Raises NotNow `unknown_penalty`, `reason_missing`.
    """
    if penalty not in state.penalties:
        raise not_now("unknown_penalty", penalty=penalty)
    if is_blank(reason):
        raise not_now("reason_missing")
    return (PenaltyLifted(penalty=penalty, reason=reason),)


def publish_standings(
    state: TournamentState,
    *,
    stage: int,
    round: int,
    position: int,
    lines: Sequence[Mapping[str, Any]],
    final: bool = False,
    open_matches: Collection[str] = (),
) -> tuple[TournamentEvent, ...]:
    """Hang the lines on the wall. `open_matches`: ids of the stage's matches still open (adjourned ones).

    What hangs there already is nothing new. Raises NotNow `unknown_stage`, `round_not_closed`; for final
    standings `rounds_left`, `adjourned_open`.
    """
    now = _stage_of(state, stage)
    there = state.rounds.get((stage, round))
    if there is None or there.status != "closed":
        raise not_now("round_not_closed", round=round)
    if final and round != now.rounds:
        raise not_now("rounds_left", rounds=now.rounds, round=round)
    if final and any(each.status != "closed" for each in state.out_rounds(stage)):
        raise not_now("rounds_left", rounds=now.rounds, round=round)
    if final and open_matches:
        raise not_now("adjourned_open", matches=sorted(open_matches))
    hung = tuple(dict(line) for line in lines)
    last = next((each for each in reversed(state.hanging) if each.stage == stage), None)
    if last is not None and (last.round, last.final, last.lines) == (round, final, hung):
        return ()
    return (StandingsPublished(stage=stage, round=round, position=position, lines=hung, final=final),)


def finish(state: TournamentState) -> tuple[TournamentEvent, ...]:
    """No more rounds. Raises NotNow `not_final` until final standings of the last stage are published."""
    if state.finished:
        return ()
    last = max(state.stages, default=0)
    if not any(each.final and each.stage == last for each in state.hanging):
        raise not_now("not_final")
    return (TournamentFinished(),)


def _want_running(state: TournamentState) -> None:
    if state.finished:
        raise not_now("finished")


def _stage_of(state: TournamentState, stage: int) -> Stage:
    if stage not in state.stages:
        raise not_now("unknown_stage", stage=stage)
    return state.stages[stage]


def _check_stage(state: TournamentState, format: str, rounds: int, rules: RuleSet) -> None:
    format_named(format)
    if rounds < 1:
        raise not_now("no_rounds")
    rotates = format_named(format).builds_sides
    if rotates and state.side_size == 2:
        raise not_now("partners_do_not_rotate")
    if (rules.seats == "partners") != (state.side_size == 2 or rotates):
        raise not_now("wrong_rules", seats=rules.seats, size=state.side_size)
    made, wanted = format_named(format).sizes, rules.sides
    if max(made[0], wanted[0]) > min(made[1], wanted[1]):
        raise not_now("wrong_format", format=format, seats=wanted[0])


def _want_unused(state: TournamentState, now: Stage, changes: Mapping[str, Any]) -> None:
    drawn = len(state.rounds_of(now.number))
    if state.out_rounds(now.number):
        for name in ("format", "rules"):
            if name in changes:
                raise not_now("already_used", field=name)
        if "options" in changes and _in_the_draw(now.options) != _in_the_draw(changes["options"]):
            raise not_now("already_used", field="options")
    if any(each.stage == now.number for each in state.hanging):
        for name in ("tiebreaks", "options"):
            if name in changes:
                raise not_now("already_used", field=name)
    if "rounds" in changes and changes["rounds"] < drawn:
        raise not_now("too_few_rounds", drawn=drawn)


def _checked(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as they are stored: what was chosen is written out whole."""
    found = dict(options)
    if "standings" in found:
        found["standings"] = options_to_wire(options_from_wire(found["standings"]))
    if found.get("cut") is not None:
        found["cut"] = cut_to_wire(cut_from_wire(found["cut"]))
    if "format" in found:
        found["format"] = format_options_to_wire(format_options_from_wire(found["format"]))
    return found


def _want_a_plan(format: str, options: Mapping[str, Any]) -> None:
    """Rounds can be out side by side only where none waits for the results of another."""
    if options.get("open") and format_named(format).needs_results:
        raise not_now("open_needs_a_plan")


def _without_old_cut(now: Stage, options: dict[str, Any]) -> dict[str, Any]:
    """Another cut: who qualified by the old one did not by this."""
    if options.get("cut") == now.options.get("cut"):
        return options
    return {name: value for name, value in options.items() if name not in ("sides", "groups")}


def _want_cut_to_follow(
    state: TournamentState, number: int, cut: Mapping[str, Any] | None, *, format: str
) -> None:
    """A cut needs a stage before it; groups are cut one by one, and nothing else is."""
    before, after = state.stages.get(number - 1), state.stages.get(number + 1)
    if cut is not None and before is None:
        raise not_now("first_stage_has_no_cut")
    pairs = [(before.format, cut)] if before is not None and cut is not None else []
    if after is not None and after.options.get("cut") is not None:
        pairs.append((format, after.options["cut"]))
    for played, line in pairs:
        if (played == GROUPS.key) != (line["kind"] == "of_group"):
            raise not_now("cut_does_not_fit")


def _differs(stage: Stage, name: str, value: Any) -> bool:
    if name == "options":
        return _in_full(value) != _in_full(stage.options)
    return bool(value != stage_to_wire(stage)[name])


def _in_full(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with how matches become numbers, chosen or as usual."""
    return _checked({"standings": {}, "format": {}, "open": False, "cut": None, **options})


def _in_the_draw(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options without those that only the standings read."""
    full = _in_full(options)
    return {**full, "standings": {name: full["standings"][name] for name in IN_THE_DRAW}}


def stage_to_wire(stage: Stage) -> dict[str, Any]:
    """What of a stage can be changed, as plain JSON."""
    return {
        "format": stage.format,
        "rounds": stage.rounds,
        "rules": write_rules(stage.rules),
        "tiebreaks": list(stage.tiebreaks),
        "options": dict(stage.options),
    }
