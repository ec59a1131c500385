"""Published lines as CSV: UTF-8, and nothing a spreadsheet would calculate."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from scoring.lines import Line, line_to_wire
from tournaments.exchange.csv_out import cover, write_csv
from tournaments.exchange.players_csv import read_players
from tournaments.exchange.standings_csv import write_standings
from tournaments.exchange.texts import uncover


def cells(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def line(rank: int, side: str, **values: object) -> dict[str, object]:
    return line_to_wire(
        Line(
            rank=rank,
            shared=False,
            side=side,
            played=3,
            won=2,
            tied=0,
            lost=1,
            byes=0,
            forfeits=0,
            values=values,
        )  # type: ignore[arg-type]
    )


LINES = [line(1, "a", GP=6, NS=-38, OPP=Fraction(7, 3)), line(2, "b", GP=4, NS=38, OPP=None)]


def test_lines_as_they_hung_with_names_and_numbers() -> None:
    data = write_standings(
        LINES,
        names={"a": "Zoë", "b": "B. L."},
        criteria=("GP", "NS", "OPP"),
        headings={"name": "Name", "GP": "Points"},
    )
    assert data.startswith(b"\xef\xbb\xbf")
    assert cells(data) == [
        ["rank", "Name", "played", "won", "tied", "lost", "byes", "forfeits", "Points", "NS", "OPP"],
        ["1", "Zoë", "3", "2", "0", "1", "0", "0", "6", "-38", "2.3333"],
        ["2", "B. L.", "3", "2", "0", "1", "0", "0", "4", "38", ""],
    ]


def test_a_side_that_may_not_be_named_is_not() -> None:
    data = write_standings(LINES, names={"b": "Bo"}, criteria=("GP",), headings={}, with_ids=True)
    assert [(row[1], row[-1]) for row in cells(data)] == [("name", "side"), ("", "a"), ("Bo", "b")]


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "\t=1", "  =1", "\r=1", "＝1", "\x00=1", "=cmd|' /C calc'!A0"]
)
def test_no_text_is_calculated(text: str) -> None:
    cell = cells(write_csv(["x"], [[text]]))[1][0]
    assert cell.startswith("'")


@pytest.mark.parametrize(
    "text", ["Ann", "O'Neil", "'Ann'", "=1+1", "-x", "two\nlines", 'a "quote", here', "עדה", ""]
)
def test_covered_texts_come_back(text: str) -> None:
    assert uncover(cover(text)) == text
    assert [uncover(cell) for cell in cells(write_csv(["x", "y"], [[text, 1]]))[1]] == [text, "1"]


def test_numbers_stay_numbers() -> None:
    assert cells(write_csv(["a"], [[-38, Fraction(4, 2), Fraction(1, 3), None, True, False]]))[1] == [
        "-38", "2", "0.3333", "", "1", "",
    ]  # fmt: skip


def test_an_exported_list_can_be_imported_again() -> None:
    data = write_csv(["Name", "Rating"], [["=Ann", 1500], ["Bo, Lee", 1400]])
    preview = read_players(data)
    assert [(row.names, row.rating) for row in preview.rows] == [(("=Ann",), 1500), (("Bo, Lee",), 1400)]
