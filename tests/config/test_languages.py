"""A language is a folder: once it is there, it is offered."""

import ast
from pathlib import Path

from config import languages


def test_english_is_offered_without_any_folder(tmp_path):
    assert languages.offered(tmp_path) == [("en", "English")]


def test_a_folder_makes_a_language_and_a_folder_we_do_not_know_makes_none(tmp_path):
    for folder in ("ky", "fr", "xx"):
        (tmp_path / folder).mkdir()
    assert languages.offered(tmp_path) == [("en", "English"), ("fr", "Français"), ("ky", "Кыргызча")]


def test_words_are_marked_by_names_the_extraction_knows():
    """The extraction finds `_(…)` and Django's own names; what is marked by another name stays English."""
    strange = [
        f"{path}: {name.name} as {name.asname}"
        for package in ("config", "games", "scoring", "tournaments")
        for path in Path(package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if name.asname and not (name.asname == "_" and name.name in ("gettext", "gettext_lazy"))
    ]
    assert strange == []
