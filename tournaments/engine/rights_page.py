"""The rights table as the page shows it: `python -m tournaments.engine.rights_page`."""

from __future__ import annotations

import sys
from itertools import groupby

from tournaments.engine.match.state import MatchStatus
from tournaments.engine.rights import ACTIONS, OF_A_MATCH, ROLES, STATUSES, WHENS, Action, Answer, When, right

SIGNS = {"allowed": "yes", "asks": "asks", "refused": "–"}


def as_table() -> str:
    """Markdown: a row for each action, round state and group of match states that are answered alike."""
    lines = [
        f"| action | round | match | {' | '.join(ROLES)} |",
        f"|---|---|---|{'---|' * len(ROLES)}",
    ]
    for action in ACTIONS:
        for when in WHENS:
            lines.extend(_rows(action, when))
    return "\n".join(lines)


def _rows(action: Action, when: When) -> list[str]:
    statuses: tuple[MatchStatus | None, ...] = STATUSES if action in OF_A_MATCH else (None,)
    rows = []
    for answers, members in groupby(statuses, key=lambda status: _answers(action, when, status)):
        alike = [each or "" for each in members]
        match = "any" if len(alike) == len(STATUSES) else ", ".join(alike)
        rows.append(f"| {action} | {when} | {match} | {' | '.join(map(_cell, answers))} |")
    return rows


def _answers(action: Action, when: When, status: MatchStatus | None) -> tuple[Answer, ...]:
    return tuple(right(action, role, when=when, match=status) for role in ROLES)


def _cell(answer: Answer) -> str:
    if answer.verdict == "asks":
        return f"asks: {answer.why.removeprefix('asks_').replace('_', ' ')}"
    return SIGNS[answer.verdict]


if __name__ == "__main__":
    sys.stdout.write(as_table() + "\n")
