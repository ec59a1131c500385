"""The servers and the browser that the tests are given are real ones, and one for each process."""

import subprocess
import sys

import pytest
import redis
from django.contrib.auth.models import User
from django.db import connection

from config.celery import app
from games.eventstore import guards


@pytest.mark.database
@pytest.mark.django_db
def test_the_database_is_a_file_with_a_write_ahead_log_or_a_real_postgresql():
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone() == ("wal",)
            assert "memory" not in str(connection.settings_dict["NAME"])
        else:
            cursor.execute("SHOW server_version_num")
            assert int(cursor.fetchone()[0]) >= 150000


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_child_process_sees_the_same_database(child_environment):
    User.objects.create(username="ada")
    code = "from django.contrib.auth.models import User; print(User.objects.get().username)"
    answer = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", code],
        env=child_environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.stdout.strip(), answer.returncode) == ("ada", 0), answer.stderr


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_after_a_transactional_test_the_log_is_guarded_again(time):
    assert guards.missing(connection) == []


@pytest.mark.broker
def test_a_task_sent_reaches_the_broker(broker):
    app.send_task("no.such.task")
    with app.connection_for_read() as link:
        assert link.SimpleQueue("celery").get(timeout=2).headers["task"] == "no.such.task"


@pytest.mark.broker
def test_a_broker_of_its_own_dies_and_comes_back_empty_at_the_same_address(own_broker):
    address = own_broker.connection_url
    with redis.Redis.from_url(address) as client:
        client.set("word", "kept in memory")
        own_broker.terminate()
        with pytest.raises(redis.ConnectionError):
            client.ping()
        own_broker.start()
        assert own_broker.connection_url == address
        assert client.get("word") is None


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_browser_opens_the_live_server_and_the_database_is_at_hand(live_server, page):
    User.objects.create(username="ada")
    answer = page.goto(f"{live_server.url}/admin/login/")
    assert answer.status == 200
    assert User.objects.count() == 1
