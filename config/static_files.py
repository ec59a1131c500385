"""Static files as a browser gets them: names with a hash, compressed, each style sheet in one piece.

A sheet in `static/css` is a list of small files (`@import "parts/buttons.css";`). As they stand, a browser
follows the list by itself, which is how a page looks while one works on it; once they are collected, what
is named stands in the place of its line, and a page asks for a handful of sheets instead of forty.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)


class InOnePiece(CompressedManifestStaticFilesStorage):
    """Whitenoise's store, which joins the sheets before it gives them their names."""

    def post_process(
        self, paths: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        """`paths` maps each name to the store it comes from and its path there."""
        joined = {name: (Joined(at[0]), at[1]) for name, at in paths.items() if name.startswith("css/")}
        yield from super().post_process({**paths, **joined}, *args, **kwargs)


class Joined:
    """A store of sheets, each read with what it names."""

    def __init__(self, store: Storage) -> None:
        self.store = store

    def open(self, path: str) -> ContentFile:
        """The sheet as a file, as a store gives it."""
        return ContentFile(self.text(path).encode())

    def text(self, path: str) -> str:
        """The sheet's rules in their order, those of the files it names among them."""
        with self.store.open(path) as file:
            own = file.read().decode()
        return IMPORT.sub(lambda named: self._named(path, named[1]), own)

    def _named(self, by: str, address: str) -> str:
        path = posixpath.join(posixpath.dirname(by), address)
        text = self.text(path)
        if posixpath.dirname(path) != posixpath.dirname(by):
            assert "url(" not in text, f"{path} names files: it stands in {by}, where they are not"
        return text
