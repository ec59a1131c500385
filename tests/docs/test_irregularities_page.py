"""The page of irregularities says what the catalogue says."""

from pathlib import Path

import pytest

from tournaments.engine.irregularities import CATALOGUE, EACH_GAME

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "irregularities.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", CATALOGUE, ids=lambda kind: kind.code)
def test_every_irregularity_stands_there_with_every_choice(kind) -> None:
    (line,) = [each for each in PAGE.splitlines() if each.startswith(f"| {kind.code} |")]
    cells = [each.strip() for each in line.strip("|").split("|")]
    assert cells[1:3] == [kind.words, kind.says]
    choices = [each.partition(" (")[0] for each in cells[3].split("; ")]
    assert choices == [each.words for each in kind.choices]


def test_the_quarter_of_an_hour_is_what_the_engine_counts() -> None:
    assert f"one more every {EACH_GAME // 60} minutes" in PAGE
