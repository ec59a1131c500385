"""The live channel: `/live/…` alone, as an ASGI application in a process of its own.

It tells open pages that something is newer, as a number, over server-sent events. It knows no cookie and no
person, answers every origin, and says nothing a page could not say to anybody: without it pages poll
(docs/decisions/0012).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.core.signing import BadSignature  # noqa: E402

from config.live import Hub, Listener  # noqa: E402
from games import live  # noqa: E402

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

SECONDS_BETWEEN_PINGS = 15.0
SECONDS_TO_FIRST_PING = 1.0  # by then we know where the log ends, and the page where it begins to listen
MILLISECONDS_TO_RETRY = 2000
HEADERS = [
    (b"access-control-allow-origin", b"*"),
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]
STREAM = [*HEADERS, (b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
REFUSED = {404: b"Nobody listens here.\n", 405: b"Only GET.\n", 503: b"Too many listen; poll.\n"}

hub = Hub()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one connection."""
    if scope["type"] == "lifespan":
        await _live_and_end(receive, send)
    elif scope["type"] == "http":
        await _answer(scope, receive, send)


async def _live_and_end(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.shutdown":
            hub.end()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    path = str(scope["path"])
    try:
        channels = live.channels_of(path.removeprefix(live.PATH)) if path.startswith(live.PATH) else None
    except (BadSignature, ValueError):
        channels = None
    if channels is None:
        await _refuse(send, 404)
    elif scope["method"] != "GET":
        await _refuse(send, 405)
    elif len(hub) >= settings.LIVE_LISTENERS:
        await _refuse(send, 503)
    else:
        listener = hub.join(channels, _heard(scope))
        try:
            await _tell(listener, receive, send)
        finally:
            hub.leave(listener)


async def _refuse(send: Send, status: int) -> None:
    headers = [*HEADERS, (b"content-type", b"text/plain; charset=utf-8")]
    if status == 503:
        headers.append((b"retry-after", b"60"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": REFUSED[status]})


def _heard(scope: Scope) -> int | None:
    """The last number the page was told, as its browser says when it comes back."""
    for name, value in scope["headers"]:
        if name == b"last-event-id" and value.isdigit() and len(value) < 19:
            return int(value)
    return None


async def _tell(listener: Listener, receive: Receive, send: Send) -> None:
    """Tell a page numbers until it, or we, are gone; a ping now and then keeps the line open."""
    await send({"type": "http.response.start", "status": 200, "headers": STREAM})
    await _say(send, f"retry: {MILLISECONDS_TO_RETRY}\n\n")
    gone = asyncio.ensure_future(_until_gone(receive))
    patience = SECONDS_TO_FIRST_PING
    try:
        while not gone.done():
            woken = asyncio.ensure_future(listener.wake.wait())
            await asyncio.wait({woken, gone}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            woken.cancel()
            patience = SECONDS_BETWEEN_PINGS
            if gone.done() or (listener.wake.is_set() and listener.number < 0):
                break
            if listener.wake.is_set():
                listener.wake.clear()
                await _say(send, f"id: {listener.number}\ndata: {listener.number}\n\n")
            else:
                await _say(send, f": ping\nid: {listener.number}\n\n")
    finally:
        gone.cancel()
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _say(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
