"""What a process remembers of streams it has folded: the same states, and only what went on is read."""

import pytest

from games.eventstore.log import ends_in
from tests.tournaments.views.scene import evening
from tournaments import logs

pytestmark = pytest.mark.django_db


@pytest.fixture
def tonight():
    """Two matches, no process remembers anything of them."""
    tonight = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)))
    logs._folded.clear()
    return tonight


@pytest.fixture
def read(monkeypatch):
    """How many events each stream gave whenever it was read."""
    given = []
    load_many = logs.load_many

    def told(ids):
        found = load_many(ids)
        given.append({pk: version for pk, (version, _events) in found.items()})
        return found

    monkeypatch.setattr(logs, "load_many", told)
    return given


def computed(row):
    return logs.states_to_compute(row, ends_in(row, ("match", "tournament")))


def as_folded(row):
    return logs.tournament_at(row)[1], logs.matches_of(row)


def test_only_streams_that_went_on_are_read_again_and_the_states_are_those_of_the_log(tonight, read):
    row, first, other = tonight.tournament.pk, tonight.match.pk, tonight.match_at(2).pk
    assert computed(row) == as_folded(row)
    assert {first, other, row} == read[0].keys()
    tonight.play(0)
    read.clear()
    assert computed(row) == as_folded(row)
    assert read[0] == {first: 2}
    read.clear()
    assert computed(row) == as_folded(row)
    assert read[0] == {}


def test_a_process_forgets_what_it_needed_longest_ago(tonight, read, monkeypatch):
    row = tonight.tournament.pk
    monkeypatch.setattr(logs, "REMEMBERED", 1)
    assert computed(row) == as_folded(row)
    read.clear()
    assert computed(row) == as_folded(row)
    assert len(read[0]) == 2
    assert len(logs._folded) == 1
