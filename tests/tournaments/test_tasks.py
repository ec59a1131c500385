"""The sweep without any broker: it repairs all it can and tells what has been old for long."""

import base64
import json
import logging
import re
from datetime import timedelta

import pytest
import redis
from django.utils import timezone

from games.eventstore import clock
from tests.tournaments.views.scene import evening
from tests.tournaments.views.two_phones import Seats, dealt
from tests.tournaments.workers import is_behind, ought, shown
from tournaments import tasks
from tournaments.models.tournament import Stage
from tournaments.services import standings

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


def behind(tonight) -> None:
    """As if nobody had computed anything yet."""
    Stage.objects.filter(tournament=tonight.tournament).update(standings_position=0)


def recorded_ago(monkeypatch, seconds: int) -> None:
    then = timezone.now() - timedelta(seconds=seconds)
    monkeypatch.setattr(clock, "microseconds", lambda: int(then.timestamp() * 1_000_000))


def errors(caplog) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def test_the_sweep_computes_what_is_stale_and_nothing_else():
    one, other = evening(), evening()
    other.play_to_the_end()
    other.accept()
    assert tasks.sweep() == 0
    behind(other)
    assert is_behind(other.tournament)
    assert tasks.sweep() == 1
    assert shown(other.tournament) == ought(other.tournament)
    assert not is_behind(one.tournament)
    assert not is_behind(other.tournament)


def test_standings_old_for_half_a_minute_are_told_and_repaired(monkeypatch, caplog):
    recorded_ago(monkeypatch, 31)
    old = evening()
    monkeypatch.undo()
    new = evening()
    behind(old)
    behind(new)
    assert tasks.sweep() == 2
    (told,) = errors(caplog)
    seconds = re.fullmatch(rf"The standings of {old.tournament.pk} are (\d+) s behind their results\.", told)
    assert 31 <= int(seconds[1]) < 60
    assert standings.seconds_behind(old.tournament.pk) == standings.seconds_behind(new.tournament.pk) == 0


def test_one_tournament_that_cannot_be_computed_stops_no_other(caplog):
    broken, whole = evening(), evening()
    # A row that its log knows nothing of.
    Stage.objects.create(tournament=broken.tournament, number=2, format="swiss", rounds_planned=1, rules={})
    behind(broken)
    behind(whole)
    with pytest.raises(KeyError):
        tasks.sweep()
    assert errors(caplog) == [f"The standings of {broken.tournament.pk} cannot be computed."]
    assert not is_behind(whole.tournament)
    assert is_behind(broken.tournament)


@pytest.mark.broker
def test_who_records_tells_that_no_worker_is_there(monkeypatch, caplog, broker):
    recorded_ago(monkeypatch, 40)
    tonight = evening()
    monkeypatch.undo()
    caplog.clear()
    monkeypatch.setattr(tasks, "_looked", float("-inf"))
    tonight.play(0)
    tonight.play(1)
    (told,) = errors(caplog)
    assert told.startswith(f"The standings of {tonight.tournament.pk} are 4")


@pytest.mark.broker
def test_a_task_carries_the_number_of_an_event_and_nothing_of_any_hand(broker):
    """A message at the broker is read by whoever runs it: no card, no name, no result travels there."""
    tonight = evening()
    ann, bo = tonight.phone(0), tonight.phone(1)
    seats = Seats(dealt(tonight, ann, bo), ann, bo)
    seats.play_until("over")
    tonight.play(0)
    with redis.Redis.from_url(broker) as client:
        waiting = [json.loads(each) for each in client.lrange("celery", 0, -1)]
        others = {key.decode() for key in client.scan_iter()} - {"celery"}
        assert all(key.startswith("_kombu.binding") for key in others)
    assert waiting
    for each in waiting:
        args, kwargs, _how = json.loads(base64.b64decode(each["body"]))
        assert (args, kwargs) == ([str(tonight.tournament.pk)], {})
        assert each["headers"]["argsrepr"] == f"('{tonight.tournament.pk}',)"
