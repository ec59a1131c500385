"""Names pasted into a box."""

from __future__ import annotations

from tournaments.exchange.names import read_names
from tournaments.exchange.preview import PlayerRow, Problem


def test_a_name_a_line() -> None:
    assert read_names("Ann Lee\n\n  Bo  \n").rows == (
        PlayerRow(line=1, names=("Ann Lee",), known=(None,)),
        PlayerRow(line=3, names=("Bo",), known=(None,)),
    )


def test_numbers_and_dots_before_names_are_no_names() -> None:
    preview = read_names("1. Ann\n2) Bo\n- Cy\n• Di\n12\tEve\n")
    assert [row.names for row in preview.rows] == [("Ann",), ("Bo",), ("Cy",), ("Di",), ("Eve",)]


def test_a_single_line_of_names_is_split() -> None:
    assert [row.names for row in read_names("Ann, Bo; Cy Lee").rows] == [("Ann",), ("Bo",), ("Cy Lee",)]


def test_partners_are_written_with_and_or_a_stroke() -> None:
    preview = read_names("Ann & Bo\nCy Lee / Di Ray\nEve + Flo\nGus", side_size=2)
    assert [row.names for row in preview.rows] == [("Ann", "Bo"), ("Cy Lee", "Di Ray"), ("Eve", "Flo")]
    assert preview.problems == (Problem(line=4, code="no_partner"),)


def test_two_names_in_a_line_of_singles_are_told() -> None:
    assert [(each.line, each.code) for each in read_names("Ann & Bo\nCy\n").problems] == [
        (1, "one_name_only")
    ]


def test_doubles_and_known_names_are_told() -> None:
    preview = read_names("Ann\nBo\nann\n", known=("BO",))
    assert preview.rows[1].known == ("BO",)
    assert [(each.line, each.code, each.kept) for each in preview.problems] == [
        (2, "known", True), (3, "twice_in_file", False),
    ]  # fmt: skip


def test_nothing_pasted_is_told() -> None:
    assert [each.code for each in read_names(" \n ").problems] == ["empty_file"]
