"""`manage.py serve`: the club opens, prints where, and ends with everything it started."""

import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import psutil
import pytest

from tests.services import ports
from tournaments.management import network
from tournaments.management.commands.serve import channel_of

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.slow
OPEN = re.compile(r"The club is open at (\S+)")


def environment(database):
    """A laptop's environment with this database."""
    return {
        "PATH": "/usr/bin:/bin",
        "DATABASE_URL": f"sqlite:///{database}",
        "PYTHONUNBUFFERED": "1",
        "WEB_PROCESSES": "1",
    }


@pytest.fixture(scope="module")
def migrated(tmp_path_factory):
    """A database as `make run` makes it, migrated once for all these tests."""
    database = tmp_path_factory.mktemp("migrated") / "club.sqlite3"
    command = [sys.executable, "manage.py", "migrate", "-v", "0"]
    subprocess.run(command, cwd=ROOT, env=environment(database), check=True)
    return database


@pytest.fixture
def surroundings(tmp_path, migrated):
    """A laptop's environment with a database of its own, migrated."""
    shutil.copy(migrated, tmp_path / "club.sqlite3")
    return environment(tmp_path / "club.sqlite3")


@pytest.fixture
def serve(surroundings):
    """Start the club; it is ended after the test whatever happened."""
    started = []

    def start(*options, **changes):
        command = [sys.executable, "manage.py", "serve", "--port", str(ports.free()), *options]
        club = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**surroundings, **changes},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(club)
        return club

    yield start
    for club in started:
        if club.poll() is None:
            club.terminate()
            club.wait(20)


def address_of(club):
    """Where it says it is open."""
    lines = []
    for line in club.stdout:
        lines.append(line)
        if found := OPEN.match(line):
            return found[1]
    raise AssertionError("".join(lines))


def get(url, host=None):
    """Status and headers of a page."""
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.headers
    except urllib.error.HTTPError as error:
        return error.code, error.headers


def ended(processes, within=10):
    """Whether all of them are gone."""
    _gone, alive = psutil.wait_procs(processes, timeout=within)
    return not alive


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_opens_serves_hashed_files_and_ends_cleanly(serve, how):
    club = serve()
    address = address_of(club)
    status, headers = get(f"{address}/api/schema/")
    assert (status, headers["Server"]) == (200, "granian")
    manifest = (ROOT / "staticfiles" / "staticfiles.json").read_text()
    hashed = re.search(r"admin/css/base\.[0-9a-f]{12}\.css", manifest)[0]
    status, headers = get(f"{address}/static/{hashed}")
    assert (status, headers["Cache-Control"]) == (200, "max-age=315360000, public, immutable")
    family = psutil.Process(club.pid).children(recursive=True)
    assert family
    club.send_signal(how)
    assert club.wait(20) == 0
    assert ended(family)


@pytest.mark.broker
def test_with_a_broker_a_worker_and_beat_run_beside_it_come_back_and_end_with_it(serve, redis_url):
    club = serve(REDIS_URL=redis_url)
    address_of(club)
    worker = wait_for(lambda: child(club, "worker"))
    beat = wait_for(lambda: child(club, "beat"))
    beat.kill()
    again = wait_for(lambda: (found := child(club, "beat")) and found.pid != beat.pid and found)
    family = psutil.Process(club.pid).children(recursive=True)
    assert {worker.pid, again.pid} <= {process.pid for process in family}
    club.send_signal(signal.SIGINT)
    assert club.wait(30) == 0
    assert ended(family)


def child(club, kind):
    """The child that runs this part of Celery."""
    for process in psutil.Process(club.pid).children():
        try:
            if {"celery", kind} <= set(process.cmdline()):
                return process
        except (psutil.NoSuchProcess, psutil.ZombieProcess):
            continue
    return None


def wait_for(look, within=20):
    """The first answer that is not empty."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.1)
    raise AssertionError("it did not come")


@pytest.mark.skipif(network.lan_address() is None, reason="this machine is in no local network")
def test_in_the_local_network_it_answers_to_its_address_there_and_to_no_other(serve):
    club = serve("--lan")
    address = address_of(club)
    assert address.startswith(f"http://{network.lan_address()}:")
    assert get(f"{address}/api/schema/")[0] == 200
    assert get(f"{address}/api/schema/", host="evil.example")[0] == 400


def test_it_does_not_start_on_a_port_that_is_taken(serve):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        club = serve("--port", str(port))
        said, _ = club.communicate(timeout=60)
    assert club.returncode == 1
    why = "Address already in use. Choose another --port."
    assert said == f"CommandError: Cannot listen on 127.0.0.1, port {port}: {why}\n"


def test_it_does_not_start_on_a_database_that_was_not_migrated(serve, tmp_path):
    club = serve(DATABASE_URL=f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    said, _ = club.communicate(timeout=60)
    assert (club.returncode, said) == (
        1,
        "CommandError: The database is not up to date. Run “manage.py migrate” first.\n",
    )


def test_a_certificate_without_its_key_is_refused(serve):
    club = serve("--cert", "club.pem")
    said, _ = club.communicate(timeout=60)
    assert (club.returncode, said) == (
        1,
        "CommandError: --cert and --key belong together: give both, or neither.\n",
    )


@pytest.mark.parametrize(
    ("address", "live_url", "live_port", "expected"),
    [
        ("http://localhost:8000", "", None, ("http://localhost:8001", 8001)),
        ("https://192.168.1.5:8000", "", None, ("https://192.168.1.5:8001", 8001)),
        ("http://[fe80::1]:8000", "", 9000, ("http://[fe80::1]:9000", 9000)),
        ("https://cards.example.org", "", None, None),  # a proxy that knows nothing of it
        ("https://cards.example.org", "https://cards.example.org", None, ("https://cards.example.org", 8001)),
        ("http://localhost:8000", "", 0, None),
    ],
)
def test_the_live_channel_is_beside_the_server_unless_a_proxy_or_a_setting_says_otherwise(
    settings, address, live_url, live_port, expected
):
    settings.LIVE_URL, settings.LIVE_PORT = live_url, live_port
    channel = channel_of(address, {"port": 8000})
    assert (None if channel is None else (channel.url, channel.port)) == expected


def test_a_taken_port_of_the_live_channel_does_not_keep_the_club_closed(serve):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        club = serve(LIVE_PORT=str(taken.getsockname()[1]))
        address = address_of(club)
        policy = get(f"{address}/login/")[1]["Content-Security-Policy"]
        assert "connect-src 'self'" in policy
        assert "connect-src 'self' " not in policy


def test_a_killed_live_channel_comes_back_and_leaves_nothing_behind(serve):
    club = serve(LIVE_PORT=str(ports.free()))
    address_of(club)
    channel = wait_for(lambda: channel_in(club))
    left = wait_for(lambda: channel.children(recursive=True))  # what it serves with
    channel.kill()
    again = wait_for(lambda: (found := channel_in(club)) and found.pid != channel.pid and found)
    assert ended(left)
    club.send_signal(signal.SIGTERM)
    assert club.wait(20) == 0
    assert ended([again])


def channel_in(club):
    """The child that is the live channel."""
    for process in psutil.Process(club.pid).children():
        try:
            if "config.asgi:application" in process.cmdline():
                return process
        except (psutil.NoSuchProcess, psutil.ZombieProcess):
            continue
    return None
