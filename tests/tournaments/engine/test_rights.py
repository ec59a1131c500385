"""The rights table: action x round state x match state x role."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.engine.evenings import Evening
from tournaments.engine.rights import (
    ACTIONS,
    DESK,
    OF_A_MATCH,
    ROLES,
    RULES,
    RULINGS,
    STATUSES,
    WHENS,
    Answer,
    every_answer,
    right,
    when_of,
)
from tournaments.engine.rights_page import as_table
from tournaments.engine.sentences import SENTENCES

DOCS = Path(__file__).parents[3] / "docs" / "rights.md"


def test_every_answer_says_why_in_a_sentence_without_gaps() -> None:
    for *_, answer in every_answer():
        assert answer.verdict == "allowed" or (answer.why in SENTENCES and "%" not in answer.sentence)


def test_every_rule_decides_something() -> None:
    """A rule that another one before it always covers is a mistake."""
    used = set()
    for action in ACTIONS:
        for when in WHENS:
            for status in STATUSES if action in OF_A_MATCH else (None,):
                for role in ROLES:
                    for index, rule in enumerate(RULES):
                        if (
                            action in rule.actions
                            and (rule.roles is None or role in rule.roles)
                            and (rule.whens is None or when in rule.whens)
                            and (rule.statuses is None or status in rule.statuses)
                        ):
                            used.add(index)
                            break
    assert sorted(set(range(len(RULES))) - used) == []


def test_a_visitor_changes_nothing() -> None:
    allowed = {
        (action, when) for action, when, _, role, answer in every_answer() if role == "visitor" and answer.may
    }
    seen = {
        (action, when) for action in ("see_match", "see_draft") for when in ("past", "previous", "current")
    }
    assert allowed == seen | {("see_result", "past"), ("see_result", "previous")}


def test_a_draft_is_there_for_those_who_run_the_event_alone() -> None:
    for action in ("see_draft", "see_match"):
        may = {role for role in ROLES if right(action, role, when="next", match="none").may}  # type: ignore[arg-type]
        assert may == {"director", "admin"}


def test_nobody_at_a_table_changes_an_accepted_result() -> None:
    for role in ("table", "player", "scorer"):
        for action in ("enter", "amend", "strike", "correct", "forfeit", "void", "reopen"):
            for status in ("accepted", "corrected", "forfeit", "void"):
                answer = right(action, role, when="current", match=status)  # type: ignore[arg-type]
                assert not answer.may, (role, action, status)


@pytest.mark.parametrize(
    ("action", "role", "when", "match", "answer"),
    [
        ("enter", "table", "current", "playing", Answer("allowed")),
        ("amend", "player", "current", "entered", Answer("allowed")),
        ("enter", "table", "previous", "playing", Answer("refused", "round_closed")),
        ("enter", "scorer", "current", "accepted", Answer("refused", "already_accepted")),
        ("enter", "table", "next", "none", Answer("refused", "not_published")),
        ("accept", "player", "current", "entered", Answer("allowed")),
        ("accept", "player", "current", "playing", Answer("refused", "not_over")),
        ("accept", "scorer", "current", "entered", Answer("refused", "sides_accept")),
        ("dispute", "table", "current", "accepted", Answer("refused", "already_accepted")),
        ("correct", "director", "previous", "accepted", Answer("asks", "asks_reason")),
        ("correct", "director", "past", "accepted", Answer("asks", "asks_both_sides")),
        ("correct", "scorer", "current", "accepted", Answer("refused", "director_only")),
        ("draw", "director", "next", None, Answer("allowed")),
        ("draw", "deputy", "next", None, Answer("refused", "not_yours")),
        ("draw", "director", "current", None, Answer("refused", "is_out")),
        ("close", "director", "current", None, Answer("asks", "asks_open_matches")),
        ("withdraw", "director", "current", None, Answer("asks", "asks_removal")),
        ("give_penalty", "deputy", "current", None, Answer("asks", "asks_reason")),
        ("check_in", "scorer", "next", None, Answer("allowed")),
        ("call_director", "table", "current", "playing", Answer("allowed")),
    ],
)
def test_the_table_says(action: Any, role: Any, when: Any, match: Any, answer: Answer) -> None:
    assert right(action, role, when=when, match=match) == answer


def test_nobody_of_the_desk_rules_on_a_match_he_plays() -> None:
    for role in DESK:
        for action in RULINGS:
            assert right(action, role, when="current", match="entered", own=True) == Answer(
                "refused", "own_match"
            )
        assert right("enter", role, when="current", match="playing", own=True) == Answer("allowed")
    assert right("accept", "player", when="current", match="entered", own=True) == Answer("allowed")


def test_the_state_of_a_round() -> None:
    evening = Evening(*"abcdefgh")
    assert when_of(evening.state, (1, 1)) == "next"
    evening.draw()
    assert when_of(evening.state, (1, 1)) == "next"
    evening.publish()
    assert when_of(evening.state, (1, 1)) == "current"
    evening.play()
    evening.close()
    assert when_of(evening.state, (1, 1)) == "previous"
    assert when_of(evening.state, (1, 1), late=True) == "past"
    evening.whole_round()
    assert [when_of(evening.state, (1, number)) for number in (1, 2, 3)] == ["previous", "previous", "next"]
    evening.draw()
    evening.publish()
    assert when_of(evening.state, (1, 3), late=True) == "current", "no clock closes a round"


def test_an_adjourned_match_is_of_the_current_round_until_it_is_decided() -> None:
    evening = Evening("ada", "bo", "cy", "di")
    evening.draw()
    evening.publish()
    first, second = (pairing.match for pairing in evening.state.rounds[1, 1].pairings)
    evening.result(first, 0)
    evening.close(**{second: ("adjourned", "next week")})
    assert when_of(evening.state, (1, 1), first, evening.matches[first]) == "previous"
    assert when_of(evening.state, (1, 1), second, evening.matches[second], late=True) == "current"
    evening.result(second, 0)
    assert when_of(evening.state, (1, 1), second, evening.matches[second]) == "previous"


def test_the_page_of_rights_is_what_the_code_says() -> None:
    """`python -m tournaments.engine.rights_page` prints the table for the page."""
    assert as_table().strip() in DOCS.read_text(encoding="utf-8")
