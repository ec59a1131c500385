"""A club that is served for real, by `manage.py serve`, and connections to it that ask without a pause."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import eventstore_scene as scene

from tests.services import ports

OPENS_WITHIN, ENDS_WITHIN = 90.0, 30.0


@contextmanager
def served(url: str, **environment: str) -> Iterator[tuple[int, subprocess.Popen]]:
    """The port of the club on that database, and the process of `manage.py serve`."""
    port = ports.free()
    club = scene.child(
        ["manage.py", "serve", "--port", str(port)],
        url,
        settings={"PYTHONWARNINGS": "ignore", "LOG_LEVEL": "CRITICAL", **environment},
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_until_open(port, club)
        yield port, club
    finally:
        club.terminate()
        club.wait(ENDS_WITHIN)


def wait_until_open(port: int, club: subprocess.Popen) -> None:
    """Wait for the first answer, whatever it is."""
    give_up = time.monotonic() + OPENS_WITHIN
    while time.monotonic() < give_up:
        assert club.poll() is None, "the club did not open"
        try:
            status, _ = ask(port, "GET", "/login/")
        except OSError:
            time.sleep(0.1)
        else:
            assert status == 200, f"the club answers {status}"
            return
    raise AssertionError("the club did not open in time")


def ask(port: int, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict]:
    """One request on a connection of its own: status and JSON body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        sent = {"Content-Type": "application/json", "Accept": "application/json", **headers}
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        answer = connection.getresponse()
        text = answer.read()
    finally:
        connection.close()
    return answer.status, json.loads(text) if text.startswith(b"{") else {}


@dataclass
class Load:
    """What connections that asked side by side saw: answers by status, and how long each took."""

    statuses: Counter = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    rate: float = 0.0

    def late(self, share: float) -> float:
        """So many of the answers came within these seconds."""
        return sorted(self.seconds)[int(len(self.seconds) * share)]


def press(port: int, askers: list[Iterator[bytes]], seconds: float) -> Load:
    """Let every asker send its requests (whole, as bytes), the next as soon as the last was answered."""
    load, lock = Load(), threading.Lock()
    began = time.perf_counter()

    def run(asker: Iterator[bytes]) -> None:
        statuses: Counter = Counter()
        took = []
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while (sent := time.perf_counter()) - began < seconds:
                connection.sendall(next(asker))
                statuses[status_of(connection)] += 1
                took.append(time.perf_counter() - sent)
        with lock:
            load.statuses += statuses
            load.seconds += took

    threads = [threading.Thread(target=run, args=[asker]) for asker in askers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    load.rate = len(load.seconds) / (time.perf_counter() - began)
    return load


def status_of(connection: socket.socket) -> int:
    """Read one answer whole and give its status."""
    data = connection.recv(65536)
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        assert more, "the server hung up"
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    fields = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:])
    missing = int(fields[b"content-length"]) - len(body)
    while missing > 0:
        missing -= len(connection.recv(missing))
    return int(head.split(b" ", 2)[1])


def request(method: str, path: str, body: bytes, **headers: str) -> bytes:
    """One request as it goes over the wire, the connection kept."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}", "", ""]
    return "\r\n".join(lines).encode() + body
