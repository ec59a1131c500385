"""Who may do what when: action x state of the round x state of the match x role.

Pages, API, docs and tests read it.

The first rule that fits decides; what no rule allows is refused. Whether somebody is a match's player or
its table is asked elsewhere: here a `player` and a `table` are those of the match in question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from tournaments.engine.match.state import COUNTED, OPEN, MatchState, MatchStatus
from tournaments.engine.sentences import SENTENCES
from tournaments.engine.tournament.state import RoundKey, TournamentState

Role = Literal["visitor", "table", "player", "scorer", "deputy", "director", "admin"]
When = Literal["past", "previous", "current", "next"]
"""A closed round whose time for corrections is over, a closed one whose time is not, one that is out, one not
out yet (or only drafted).

A match adjourned is of the `current` round until it is decided. The time is the tournament's, from when the
round's standings hung (`correction_window`).
"""
Action = Literal[
    "see_match", "see_result", "enter", "amend", "strike", "accept", "dispute", "call_director",
    "answer_director", "enter_decision", "enter_ruling", "say_missing", "extra_time", "call_time", "correct",
    "forfeit", "void", "reopen", "repair", "adjourn", "rule",
    "see_draft", "draw", "discard_draft", "amend_pairing", "publish", "recall", "close", "publish_standings",
    "check_in", "enter_side", "withdraw", "give_bye", "keep_apart", "give_penalty", "disqualify", "undo",
    "set_clock", "run_clock", "change_setup",
    "change_rule_sets", "finish",
    "see_log",
    "take_fee", "waive_fee", "sell_life", "change_money", "see_cash",
    "give_helper_role", "give_director_role", "change_people",
    "back_up",
]  # fmt: skip
Verdict = Literal["allowed", "asks", "refused"]

ACTIONS: tuple[Action, ...] = get_args(Action)
ROLES: tuple[Role, ...] = get_args(Role)
WHENS: tuple[When, ...] = get_args(When)
STATUSES: tuple[MatchStatus, ...] = get_args(MatchStatus)
OF_A_MATCH: frozenset[Action] = frozenset(ACTIONS[: ACTIONS.index("see_draft")])
"""Actions on a match; for the others its state says nothing."""
RULINGS: frozenset[Action] = frozenset(
    {"accept", "extra_time", "call_time", "correct", "forfeit", "void", "reopen", "repair", "rule"}
)
"""What nobody does at the desk for a match he plays in."""


@dataclass(frozen=True, slots=True)
class Answer:
    """allowed; asks: allowed once `why` is answered; refused. `why` is a code with a sentence."""

    verdict: Verdict
    why: str = ""

    @property
    def may(self) -> bool:
        """Not refused."""
        return self.verdict != "refused"

    @property
    def sentence(self) -> str:
        """The English sentence of `why`, marked for translation."""
        return SENTENCES[self.why] if self.why else ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the table. None: any."""

    actions: frozenset[Action]
    roles: frozenset[Role] | None
    whens: frozenset[When] | None
    statuses: frozenset[MatchStatus] | None
    answer: Answer


def right(
    action: Action, role: Role, *, when: When, match: MatchStatus | None = None, own: bool = False
) -> Answer:
    """May this role do this to a round in this state, and to a match in this state (None for other actions)?

    `own`: somebody of the desk who plays in the match: there he is a player, and rules on nothing.
    """
    if own and role in DESK and action in RULINGS:
        return Answer("refused", "own_match")
    for rule in RULES:
        if _fits(rule, action, role, when, match):
            return rule.answer
    return Answer("refused", "not_yours")


def when_of(
    state: TournamentState,
    key: RoundKey,
    match: str | None = None,
    played: MatchState | None = None,
    *,
    late: bool = False,
) -> When:
    """The state of a round, or of one of its matches (`match` its id, `played` its state). `late`: its time
    for corrections is over, as the clock says; no event does.
    """
    there = state.rounds.get(key)
    if there is None or there.status == "draft":
        return "next"
    goes_on = match in there.adjourned and (played is None or played.is_open)
    if there.status == "published" or goes_on:
        return "current"
    return "past" if late else "previous"


def every_answer() -> Iterator[tuple[Action, When, MatchStatus | None, Role, Answer]]:
    """The whole table, for docs and tests."""
    for action in ACTIONS:
        for when in WHENS:
            for status in STATUSES if action in OF_A_MATCH else (None,):
                for role in ROLES:
                    yield action, when, status, role, right(action, role, when=when, match=status)


def _fits(rule: Rule, action: Action, role: Role, when: When, match: MatchStatus | None) -> bool:
    return (
        action in rule.actions
        and (rule.roles is None or role in rule.roles)
        and (rule.whens is None or when in rule.whens)
        and (rule.statuses is None or match in rule.statuses)
    )


def _rule(
    actions: str,
    roles: str,
    answer: Answer,
    *,
    whens: str = "",
    statuses: frozenset[MatchStatus] | None = None,
) -> Rule:
    """A rule from words: `""` and `*` are any."""
    return Rule(
        actions=frozenset(each for each in ACTIONS if each in actions.split()),
        roles=None if roles == "*" else frozenset(each for each in ROLES if each in roles.split()),
        whens=None if not whens else frozenset(each for each in WHENS if each in whens.split()),
        statuses=statuses,
        answer=answer,
    )


def _refused(why: str) -> Answer:
    return Answer("refused", why)


def _asks(why: str) -> Answer:
    return Answer("asks", why)


DESK: frozenset[Role] = frozenset({"deputy", "director", "admin"})
YES = Answer("allowed")
AT_TABLE = "table player scorer"
DESKS = "deputy director admin"
RUN = "director admin"
ACCEPTED: frozenset[MatchStatus] = frozenset({"accepted", "corrected"})
DECIDED: frozenset[MatchStatus] = frozenset({"forfeit", "void"})
READY: frozenset[MatchStatus] = frozenset({"entered", "disputed"})
NOT_BEGUN: frozenset[MatchStatus] = frozenset({"none"})
BEGUN: frozenset[MatchStatus] = frozenset({"playing", "entered", "disputed"})

RULES: tuple[Rule, ...] = (
    # What is not out is not there for anybody who does not run the event.
    _rule("see_draft", RUN, YES, whens="next"),
    _rule("see_draft", "*", YES, whens="past previous current"),
    _rule("see_match", RUN, YES),
    _rule("see_match", "*", YES, whens="past previous current"),
    # Asked where the event shows results when a round is closed (else they are seen at once).
    _rule("see_result", RUN, YES),
    _rule("see_result", "*", YES, whens="past previous"),
    _rule("see_result", f"{AT_TABLE} {DESKS}", YES, whens="current"),
    _rule("see_result", "visitor", _refused("shown_at_close"), whens="current"),
    _rule(" ".join(OF_A_MATCH), f"{AT_TABLE} {DESKS}", _refused("not_published"), whens="next"),
    # Entering and changing lines ends with acceptance, and with the round.
    _rule("enter amend strike", AT_TABLE, _refused("round_closed"), whens="past previous"),
    _rule("enter amend strike", f"{AT_TABLE} {DESKS}", _refused("already_accepted"), statuses=ACCEPTED),
    _rule("enter amend strike", f"{AT_TABLE} {DESKS}", _refused("already_decided"), statuses=DECIDED),
    _rule("enter amend strike", f"{AT_TABLE} {DESKS}", YES, statuses=OPEN),
    # Acceptance is of the match, once, and by a side or the desk.
    _rule("accept dispute", "scorer", _refused("sides_accept")),
    _rule("accept dispute", "table player", _refused("round_closed"), whens="past previous"),
    _rule("accept dispute", f"table player {DESKS}", _refused("already_accepted"), statuses=ACCEPTED),
    _rule("accept dispute", f"table player {DESKS}", _refused("already_decided"), statuses=DECIDED),
    _rule("accept", f"table player {DESKS}", YES, statuses=READY),
    _rule("accept", f"table player {DESKS}", _refused("not_over")),
    _rule("dispute", f"table player {DESKS}", YES, statuses=BEGUN),
    _rule("dispute", f"table player {DESKS}", _refused("nothing_to_dispute")),
    _rule("call_director", AT_TABLE, YES),
    _rule("answer_director", DESKS, YES),
    _rule("say_missing", f"{AT_TABLE} {DESKS}", YES, whens="current", statuses=NOT_BEGUN),
    _rule("say_missing", f"{AT_TABLE} {DESKS}", _refused("match_begun")),
    _rule("extra_time call_time", DESKS, YES, whens="current", statuses=OPEN),
    _rule("extra_time call_time", DESKS, _refused("already_decided")),
    # Rulings: with a reason; long after, with both sides.
    _rule("correct forfeit void", DESKS, _asks("asks_reason"), whens="current previous"),
    _rule("correct forfeit void rule", DESKS, _asks("asks_both_sides"), whens="past"),
    # An irregularity says itself what happened; long after, somebody has to say why only now.
    _rule("rule", DESKS, YES, whens="current"),
    _rule("rule", DESKS, _asks("asks_reason"), whens="previous"),
    # In a match of one's own one rules on nothing; what two uninvolved entrants decided is entered.
    _rule("enter_decision", DESKS, _asks("asks_two_entrants"), statuses=frozenset({"disputed"})),
    _rule("enter_decision", DESKS, _refused("no_dispute")),
    _rule("enter_ruling", DESKS, _asks("asks_two_entrants")),
    _rule("enter_decision enter_ruling", AT_TABLE, _refused("director_only")),
    _rule("reopen", DESKS, _refused("not_decided"), statuses=OPEN),
    _rule("reopen", DESKS, _asks("asks_reason"), whens="current"),
    _rule("reopen", DESKS, _refused("round_closed_correct"), statuses=COUNTED | DECIDED),
    # Who really sat there, and whose a sheet is: while the round is out, whatever is decided.
    _rule("repair", DESKS, _asks("asks_reason"), whens="current"),
    _rule("repair", DESKS, _refused("round_closed_repair")),
    _rule("adjourn", DESKS, _asks("asks_reason"), whens="current", statuses=OPEN),
    _rule("adjourn", DESKS, _refused("already_decided"), whens="current"),
    _rule("adjourn", DESKS, _refused("round_closed_correct")),
    _rule("correct forfeit void reopen repair adjourn rule", AT_TABLE, _refused("director_only")),
    _rule("extra_time call_time", AT_TABLE, _refused("director_only")),
    # Running the event.
    _rule("draw publish discard_draft", RUN, YES, whens="next"),
    _rule("draw publish discard_draft", RUN, _refused("is_out")),
    _rule("amend_pairing", RUN, YES, whens="next"),
    _rule("amend_pairing", RUN, _asks("asks_reason"), whens="current"),
    _rule("amend_pairing", RUN, _refused("round_closed_correct")),
    _rule("recall", RUN, YES, whens="current"),
    _rule("recall", RUN, _refused("not_out"), whens="next"),
    _rule("recall", RUN, _refused("is_closed")),
    _rule("close", RUN, _asks("asks_open_matches"), whens="current"),
    _rule("close", RUN, _refused("not_out"), whens="next"),
    _rule("close", RUN, _refused("is_closed")),
    _rule("publish_standings", RUN, YES, whens="previous past"),
    _rule("publish_standings", RUN, _refused("close_first")),
    _rule("set_clock", RUN, YES),
    _rule("run_clock", DESKS, _refused("not_out"), whens="next"),
    _rule("run_clock", DESKS, YES, whens="current"),
    _rule("run_clock", DESKS, _refused("is_closed")),
    # Who plays.
    _rule("check_in", f"scorer {DESKS}", YES),
    _rule("enter_side keep_apart", RUN, YES),
    _rule("withdraw", RUN, YES, whens="next"),
    _rule("withdraw", RUN, _asks("asks_removal"), whens="current"),
    _rule("withdraw", RUN, _refused("is_closed")),
    _rule("give_bye", RUN, YES, whens="next"),
    _rule("give_bye", RUN, _refused("is_out")),
    _rule("give_penalty", DESKS, _refused("not_out"), whens="next"),
    _rule("give_penalty", DESKS, _asks("asks_reason")),
    _rule("disqualify", RUN, _asks("asks_reason")),
    _rule("undo change_setup", RUN, YES),
    # The club's own: no event's director changes what all its events may be played by.
    _rule("change_rule_sets", "admin", YES),
    _rule("finish", RUN, YES),
    _rule("see_log", DESKS, YES),
    # Money is for those who run the event; fees are taken where people are checked in.
    _rule("take_fee", f"scorer {DESKS}", YES),
    _rule("waive_fee sell_life change_money see_cash", RUN, YES),
    # Deputies and scorers are the event's; its directors, and admins, the club's.
    _rule("give_helper_role", RUN, YES),
    # The whole club to a file, now; no page hands it out.
    _rule("back_up", RUN, YES),
    # People of the club: found to be one, given their own link, erased.
    _rule("give_director_role change_people", "admin", YES),
)  # fmt: skip
