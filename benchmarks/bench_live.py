"""Pages that listen at the live channel: how soon all of them are told of a move, and what each costs.

The server is `manage.py serve` on a club of its own on SQLite. A thousand connections listen for one hand; a
move is posted over HTTP, five times. Beside it stands what one of them would have waited for by polling.
"""

from __future__ import annotations

import asyncio
import http.client
import re
import resource
import sys
import time
import uuid

import eventstore_scene as scene

sys.path.insert(0, str(scene.ROOT))

import psutil
from django.core.signing import Signer

from benchmarks.bench_http_append import BODY
from benchmarks.served import served
from tests.services import ports

LISTENERS, MOVES = 1000, 5
SECRET = "only-for-benchmarks-" * 4
ALL_WITHIN, KILOBYTES = 1.0, 67
POLLED_EVERY = 3.0


def main() -> int:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    live = ports.free()
    settings = {
        "DJANGO_SETTINGS_MODULE": "benchmarks.http_settings", "SECRET_KEY": SECRET,
        "LIVE_PORT": str(live), "LIVE_URL": f"http://127.0.0.1:{live}",
    }  # fmt: skip
    with scene.club("SQLite") as url, served(url, **settings) as (port, club):
        return asyncio.run(measure(port, live, club.pid))


async def measure(port: int, live: int, pid: int) -> int:
    """Open all connections, then move and wait for all."""
    stream = uuid.uuid4()
    path = "/live/" + Signer(key=SECRET, fallback_keys=[], salt="live", sep=".").sign(stream.hex)
    first = await listen(live, path)
    process = channel_of(pid)
    before = process.memory_info().rss
    pages = [first, *[await listen(live, path) for _ in range(LISTENERS - 1)]]
    kilobytes = (process.memory_info().rss - before) / 1024 / LISTENERS
    lates = []
    for version in range(1, MOVES + 1):
        told = [asyncio.ensure_future(hear(page)) for page in pages]
        await asyncio.sleep(0.1)
        moved = await asyncio.to_thread(move, port, stream, version)
        lates.append(max(await asyncio.gather(*told)) - moved)
    late = max(lates)
    met = late <= ALL_WITHIN and kilobytes <= KILOBYTES
    print(
        f"{LISTENERS:,} pages told of a move: the last after {late * 1000:.0f} ms at worst of {MOVES} "
        f"(at most {ALL_WITHIN * 1000:.0f}), {POLLED_EVERY / 2 / late:.0f} times sooner than polling every "
        f"{POLLED_EVERY:.0f} s would on average; {kilobytes:.0f} KB each (at most {KILOBYTES})"
        f"{'' if met else '  BELOW'}"
    )
    return 0 if met else 1


async def listen(live: int, path: str) -> asyncio.StreamReader:
    """A page that listens, after its first ping."""
    for _attempt in range(100):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", live)
            break
        except OSError:
            await asyncio.sleep(0.2)
    else:
        raise AssertionError("the live channel did not open")
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head = await reader.readuntil(b"retry:")
    assert b" 200 " in head, head
    reader._kept = writer  # the connection lasts as long as its reader
    return reader


async def hear(page: asyncio.StreamReader) -> float:
    """When the next number came."""
    while not re.match(rb"data: \d+", await page.readline()):
        pass
    return time.perf_counter()


def move(port: int, stream: uuid.UUID, version: int) -> float:
    """Post a move; when it was answered."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    connection.request("POST", f"/bench/append/{stream}/", BODY % version, headers)
    answer = connection.getresponse()
    assert answer.status == 201, answer.status
    connection.close()
    return time.perf_counter()


def channel_of(pid: int) -> psutil.Process:
    """The process that holds the connections: the channel's worker."""
    for child in psutil.Process(pid).children():
        if "config.asgi:application" in child.cmdline():
            return max([child, *child.children(recursive=True)], key=lambda each: each.memory_info().rss)
    raise AssertionError("there is no live channel")


if __name__ == "__main__":
    sys.exit(main())
