"""The production server, and beside it whatever keeps the standings fresh."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import close_old_connections, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _
from filelock import FileLock

from tournaments.management import network
from tournaments.management.children import Child, end_all, start_again

EVERYWHERE = "0.0.0.0"  # noqa: S104
SECONDS_BETWEEN_LOOKS = 0.25
SECONDS_TO_OPEN = 60.0

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """Serve until Ctrl-C; the server, the worker and beat are children that end with us."""

    help = "Start the production server; with a broker the worker and beat beside it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", help=_("address to listen on (default: this computer alone)"))
        parser.add_argument("--port", type=int, default=8000, help=_("port to listen on (default: 8000)"))
        parser.add_argument(
            "--lan", action="store_true", help=_("listen for the phones in the local network")
        )
        parser.add_argument(
            "--cert", type=Path, help=_("certificate file; with --key the server speaks https")
        )
        parser.add_argument("--key", type=Path, help=_("the certificate's key file (PKCS#8)"))

    def handle(self, *args: Any, **options: Any) -> None:
        host = options["host"] or (EVERYWHERE if options["lan"] else "127.0.0.1")
        self.refuse_what_cannot_work(host, options)
        address = public_address(options)
        with FileLock(f"{settings.STATIC_ROOT}.lock"):  # two clubs started at once share the folder
            call_command("collectstatic", interactive=False, verbosity=0)
        stop = stop_on_signals()
        environment = surroundings(address, options)
        channel = self.live_channel(host, address, options)
        environment["LIVE_URL"] = channel.url if channel else ""
        children = [server(host, options, environment)]
        if channel:
            children.append(live(host, channel.port, options, environment))
        if settings.HAS_BROKER:
            children += [worker(), beat()]
        sweeper = threading.Thread(target=sweep_until, args=[stop, sweep()], name="sweep", daemon=True)
        for child in children:
            child.start()
        try:
            if self.opened(host, options["port"], children[0], stop):
                self.announce(address, options)
                if not settings.HAS_BROKER:
                    sweeper.start()
            self.watch(children, stop)
        finally:
            stop.set()
            end_all(children)
            if sweeper.is_alive():
                sweeper.join(timeout=10)

    def refuse_what_cannot_work(self, host: str, options: dict[str, Any]) -> None:
        """Stop with a sentence before anything is started."""
        if bool(options["cert"]) != bool(options["key"]):
            raise CommandError(_("--cert and --key belong together: give both, or neither."))
        for file in filter(None, (options["cert"], options["key"])):
            if not file.is_file():
                raise CommandError(_("There is no file %(file)s.") % {"file": file})
        if why := network.why_it_cannot_listen(host, options["port"]):
            place = {"host": host, "port": options["port"], "why": why}
            raise CommandError(
                _("Cannot listen on %(host)s, port %(port)s: %(why)s. Choose another --port.") % place
            )
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError(_("The database is not up to date. Run “manage.py migrate” first."))
        connections.close_all()

    def live_channel(self, host: str, address: str, options: dict[str, Any]) -> Channel | None:
        """Where pages listen for news; None where they only poll."""
        channel = channel_of(address, options)
        if channel is None:
            return None
        if why := network.why_it_cannot_listen(host, channel.port):
            place = {"port": channel.port, "why": why}
            said = _("No live channel: cannot listen on port %(port)s: %(why)s. Pages ask every few seconds.")
            self.stderr.write(said % place)
            return None
        return channel

    def opened(self, host: str, port: int, server: Child, stop: threading.Event) -> bool:
        """Wait until the server answers; False where it ended or we were told to stop first."""
        for _look in range(round(SECONDS_TO_OPEN / SECONDS_BETWEEN_LOOKS)):
            if server.exit_code() is not None:
                return False
            if network.is_answering(host, port):
                return True
            if stop.wait(SECONDS_BETWEEN_LOOKS):
                return False
        raise CommandError(_("The server did not open within a minute."))

    def announce(self, address: str, options: dict[str, Any]) -> None:
        """Print where the club is, and what the demo club wants known."""
        self.stdout.write(_("The club is open at %(address)s") % {"address": address})
        if options["lan"] and self.stdout.isatty():
            segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)
        for line in demo_lines(address):
            self.stdout.write(line)
        self.stdout.write(_("Ctrl-C closes it."))
        self.stdout.flush()

    def watch(self, children: list[Child], stop: threading.Event) -> None:
        """Until told to stop: start a worker or beat again that ended, end with a server that ended."""
        while not stop.wait(SECONDS_BETWEEN_LOOKS):
            for child in children:
                code = child.exit_code()
                if code is None:
                    continue
                if child.needed:
                    raise CommandError(
                        _("The %(name)s ended with exit code %(code)s.") % {"name": child.name, "code": code}
                    )
                if start_again(child):
                    log.warning("The %s ended with exit code %s and is started again.", child.name, code)


def stop_on_signals() -> threading.Event:
    """An event that Ctrl-C, `kill` and a closed terminal set."""
    stop = threading.Event()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: stop.set())
    return stop


def public_address(options: dict[str, Any]) -> str:
    """What people type: as set by PUBLIC_URL, else what the options make of it."""
    if os.environ.get("PUBLIC_URL", "").strip():
        return str(settings.PUBLIC_URL)
    scheme = "https" if options["cert"] else "http"
    host = options["host"] if options["host"] not in {None, EVERYWHERE, "127.0.0.1", "::1", "::"} else None
    if options["lan"]:
        host = host or network.lan_address()
    return f"{scheme}://{host or 'localhost'}:{options['port']}"


@dataclass(frozen=True, slots=True)
class Channel:
    """The live channel: the address pages are told, and the port it listens on."""

    url: str
    port: int


def channel_of(address: str, options: dict[str, Any]) -> Channel | None:
    """The live channel of this club: beside the server, one port further, unless it is set otherwise.

    Behind a proxy, which shows in a PUBLIC_URL with another port than ours, the proxy must know of it: there
    LIVE_URL names it, or there is none.
    """
    port = options["port"] + 1 if settings.LIVE_PORT is None else settings.LIVE_PORT
    if not 0 < port < 65_536:
        return None
    if settings.LIVE_URL:
        return Channel(settings.LIVE_URL, port)
    there = urlsplit(address)
    if there.port != options["port"]:
        return None
    host = f"[{there.hostname}]" if ":" in str(there.hostname) else there.hostname
    return Channel(f"{there.scheme}://{host}:{port}", port)


def surroundings(address: str, options: dict[str, Any]) -> dict[str, str]:
    """The environment of the server. A certificate of the club's own does not make a laptop production."""
    ours = dict(os.environ)
    ours.setdefault("PRODUCTION", "1" if settings.PRODUCTION else "0")
    ours["PUBLIC_URL"] = address
    if options["lan"]:
        known = [
            ours.get("ALLOWED_HOSTS", ""),
            network.lan_address() or "",
            *network.names_of_this_computer(),
        ]
        ours["ALLOWED_HOSTS"] = ",".join(filter(None, known))
    return ours


def server(host: str, options: dict[str, Any], environment: dict[str, str]) -> Child:
    """Granian over WSGI; no access log, since addresses hold the codes of tables."""
    command = [
        "granian",
        "config.wsgi:application",
        "--interface",
        "wsgi",
        "--no-ws",
        "--log-level",
        "warning",
    ]
    command += ["--host", host, "--port", str(options["port"]), "--workers", str(settings.WEB_PROCESSES)]
    command += ["--blocking-threads", str(settings.WEB_THREADS), "--respawn-failed-workers"]
    command += ["--workers-kill-timeout", "5", *certificate(options)]
    return Child("server", command, environment, settings.BASE_DIR, needed=True)


def certificate(options: dict[str, Any]) -> list[str]:
    """What granian is told of the certificate, where there is one."""
    if not options["cert"]:
        return []
    files = options["cert"].absolute(), options["key"].absolute()
    return ["--ssl-certificate", str(files[0]), "--ssl-keyfile", str(files[1])]


def live(host: str, port: int, options: dict[str, Any], environment: dict[str, str]) -> Child:
    """The live channel: granian over ASGI, one process; without it pages poll, so nothing waits for it."""
    command = ["granian", "config.asgi:application", "--interface", "asgi", "--no-ws", "--log-level", "error"]
    command += ["--host", host, "--port", str(port), "--workers", "1", "--respawn-failed-workers"]
    # Every listener is a request that lasts; a few more places are for those who are told that it is full.
    command += ["--backlog", "4096", "--backpressure", str(settings.LIVE_LISTENERS + 100)]
    command += ["--workers-kill-timeout", "1", *certificate(options)]
    return Child("live channel", command, environment, settings.BASE_DIR)


def worker() -> Child:
    """The Celery worker."""
    command = [
        "celery",
        "-A",
        "config",
        "worker",
        "--loglevel",
        "WARNING",
        "--without-gossip",
        "--without-mingle",
    ]
    command += ["--concurrency", str(settings.WORKER_PROCESSES)]
    return Child("worker", command, dict(os.environ), settings.BASE_DIR)


def beat() -> Child:
    """The clock that sends the sweep; its file is beside the database, its pid nowhere."""
    command = ["celery", "-A", "config", "beat", "--loglevel", "WARNING", "--pidfile="]
    return Child("beat", command, dict(os.environ), settings.BASE_DIR)


def sweep() -> Callable[..., Any]:
    """The one that looks for stale standings; imported late, since this command stands beside the pages."""
    from tournaments.tasks import sweep

    return sweep


def sweep_until(stop: threading.Event, repair: Callable[..., Any]) -> None:
    """Without a broker: repair what is stale, at the start and every few seconds."""
    while not stop.is_set():
        close_old_connections()
        try:
            repair()
        except Exception:
            log.exception("The sweep failed; the next one tries again.")
        stop.wait(settings.SWEEP_SECONDS)
    connections.close_all()


def demo_lines(address: str) -> Iterable[str]:
    """What the demo club wants known: the director's login, a table's code; nothing in a real club."""
    info = part("tournaments.demo", "info")
    return info(address) if info else ()


def part(module: str, name: str) -> Callable[..., Any] | None:
    """A function of a module that may not be there."""
    try:
        return getattr(import_module(module), name, None)
    except ModuleNotFoundError as error:
        if error.name and module.startswith(error.name):
            return None
        raise
