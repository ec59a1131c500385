"""What identifies a paper slip: its round and table with a check letter, so that a slip of another table or
round, or a mistyped number, is noticed when it is typed.
"""

from __future__ import annotations

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXY"
"""Letters nobody takes for a figure; 23 of them, a prime, so that a wrong digit changes the letter."""


def check_letter(*, stage: int, round: int, table: int) -> str:
    """The letter of a slip. Tables of a round share one only 23 apart, rounds at a table only 23 apart."""
    return LETTERS[(3 * stage + 7 * round + table) % len(LETTERS)]


def slip_code(*, stage: int, round: int, table: int) -> str:
    """What is printed on the slip and typed before its result: the table and the letter, "7K"."""
    return f"{table}{check_letter(stage=stage, round=round, table=table)}"
