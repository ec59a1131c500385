"""What a page is waited for is a function.

An expression is read anew at each frame, and a page's Content-Security-Policy refuses that from the second
time on: such a test holds only where the page is quick enough to be right at once.
"""

import re
from pathlib import Path

ASKED = re.compile(
    r"\.wait_for_function\(\s*(?:[frb]*(?P<quote>\"{1,3}|')(?P<said>.*?)(?P=quote)|(?P<name>\w+))", re.S
)
FUNCTION = re.compile(r"\s*(?:async\s+)?(?:\([^)]*\)|\w+)\s*=>")


def test_every_wait_of_a_browser_test_is_for_a_function():
    files = [file for folder in ("tests", "benchmarks") for file in Path(folder).rglob("*.py")]
    waits = {file: list(ASKED.finditer(file.read_text())) for file in files}
    assert sum(map(len, waits.values())) >= 9, "the ways they are written changed"
    wrong = [
        f"{file}: {wait['said'] or wait['name']}"
        for file, found in waits.items()
        for wait in found
        if not FUNCTION.match(wait["said"] or constant(file, wait["name"]))
    ]
    assert wrong == []


def constant(file: Path, name: str) -> str:
    """The text a name stands for in its file."""
    return re.search(rf"^{name} = [frb]*[\"']+(.*)", file.read_text(), re.M)[1]
