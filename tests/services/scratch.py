"""Where the tests' databases lie: in memory where the system offers a folder there. Nobody needs them after
a power cut, and a commit waits for a disk.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

IN_MEMORY = Path("/dev/shm")
ENOUGH = 2**30  # bytes; the tests use a tenth of it


def place() -> Path | None:
    """A folder in memory with room enough, if there is one; None stands for the system's own choice."""
    there = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK)
    return IN_MEMORY if there and shutil.disk_usage(IN_MEMORY).free > ENOUGH else None


def folder(prefix: str) -> tempfile.TemporaryDirectory[str]:
    """A folder that goes with its block."""
    return tempfile.TemporaryDirectory(prefix=prefix, dir=place())
