"""The report file: every column where the format has it."""

from datetime import date

import pytest

from tournaments.exchange.trf import Meeting, Report, Side, write_trf


def report(*sides, rounds=3):
    return Report(
        name="Thursday\nGin", place="Book Street", first_day=date(2026, 11, 5), last_day=date(2026, 11, 26),
        format="Swiss", rounds=rounds, sides=sides,
    )  # fmt: skip


def line_of(side) -> str:
    return write_trf(report(side)).split("\r\n")[-2]


def test_the_head_is_one_line_each():
    lines = write_trf(report()).split("\r\n")
    assert lines == [
        "012 Thursday Gin", "022 Book Street", "042 2026/11/05", "052 2026/11/26", "062 0", "092 Swiss",
        "XXR 3", "",
    ]  # fmt: skip


def test_a_sides_line_has_its_columns():
    line = line_of(
        Side(
            number=7, name="Ann Zhang", rank=2,
            meetings=(
                Meeting(opponent=12, dealt=True, result="1"),
                Meeting(result="U"),
                Meeting(opponent=3, result="="),
            ),
        )
    )  # fmt: skip
    # Columns as the format counts them, from 1.
    assert line[0:3] == "001"
    assert line[4:8] == "   7"
    assert line[14:47] == f"{'Ann Zhang':<33}"
    assert line[80:84] == " 2.5"
    assert line[85:89] == "   2"
    assert line[91:99] == "  12 b 1"
    assert line[101:109] == "0000 - U"
    assert line[111:119] == "   3 w ="
    assert len(line) == 119


@pytest.mark.parametrize(
    ("result", "points"), [*((each, "1.0") for each in "1+UF"), ("=", "0.5"), ("H", "0.5"),
                           *((each, "0.0") for each in "0-Z")],
)  # fmt: skip
def test_each_result_is_worth_what_the_format_says(result, points):
    line = line_of(Side(number=1, name="A", rank=0, meetings=(Meeting(opponent=2, result=result),)))
    assert line[80:84].strip() == points
    assert line[85:89] == "    "


def test_a_long_name_keeps_the_columns():
    line = line_of(Side(number=1, name="N" * 60, rank=1, meetings=()))
    assert line[14:48] == "N" * 33 + " "
    assert line[80:84] == " 0.0"


def test_there_is_room_for_9999_sides():
    with pytest.raises(ValueError, match="9999"):
        write_trf(report(Side(number=10_000, name="A", rank=1, meetings=())))
