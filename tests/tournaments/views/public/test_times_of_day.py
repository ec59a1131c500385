"""Times of day are told in one way: as the reader's language writes them."""

import datetime
import json
import re
from pathlib import Path

import pytest
from django.utils import translation

from tournaments.selectors.clocks import clock_form, clock_time
from tournaments.selectors.public import moment_words

ROOT = Path(__file__).resolve().parents[4]
MOMENT = datetime.datetime(2026, 11, 5, 12, 33, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("language", "written", "form"),
    [("en", "1:33 PM", "g:i A"), ("de", "13:33", "H:i"), ("fi", "13.33", "G.i")],
)
def test_heading_clock_and_wall_write_the_same_time(language, written, form):
    with translation.override(language):
        assert clock_time(MOMENT, zone="Europe/Berlin") == written
        assert moment_words(MOMENT, "Europe/Berlin").endswith(written)
        assert json.loads(clock_form())["form"] == form


def test_no_page_has_a_form_of_its_own_for_times():
    """What a machine reads (`datetime=`, the value of a field) is not meant."""
    own = re.compile(
        r"""(?<!value=")(\|(date|time):|\{% now |time_format\([^)]*|date_format\([^)]*)["'][^"']*[HGhg]:?i"""
    )
    files = [
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "tournaments").rglob("*.py"),
        *(ROOT / "games").rglob("*.py"),
    ]
    found = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if own.search(line) and "datetime-local" not in line
    ]
    assert found == []
