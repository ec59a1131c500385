"""Every refusal has its sentence, every sentence its refusal, and the placeholders fit the data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tournaments.engine.rights import RULES
from tournaments.engine.sentences import SENTENCES

PACKAGE = Path(__file__).parents[3] / "tournaments"
REFUSALS = ("not_now", "not_allowed", "conflict")


def refusals() -> Iterator[tuple[str, set[str], str]]:
    """Code, names of its data, and where, of every refusal in the package's source."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                not isinstance(node, ast.Call)
                or getattr(node.func, "id", "") not in REFUSALS
                or not node.args
            ):
                continue
            names = {keyword.arg or "**" for keyword in node.keywords}
            for code in ast.walk(node.args[0]):
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    yield code.value, names, f"{path.name}:{node.lineno}"


def said() -> Iterator[str]:
    """The codes whose sentence is taken out of the list by name, without a refusal."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            listed = isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "SENTENCES"
            if listed and isinstance(node.slice, ast.Constant):
                yield str(node.slice.value)


def test_every_refusal_has_its_sentence_and_fills_it() -> None:
    found = list(refusals())
    assert len(found) > 60
    for code, names, where in found:
        assert code in SENTENCES, where
        wanted = set(re.findall(r"%\((\w+)\)", SENTENCES[code]))
        assert wanted <= names or "**" in names, (where, wanted - names)


def test_no_sentence_is_left_over() -> None:
    refused = {code for code, _, _ in refusals()} | {rule.answer.why for rule in RULES}
    used = refused | set(said()) | {"not_yours", "own_match"}
    assert sorted(set(SENTENCES) - used) == []
