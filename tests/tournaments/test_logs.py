"""What a process remembers of matches it has folded: the same states, and the streams read that went on."""

import pytest

from tests.tournaments.views.scene import evening
from tournaments import logs

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(monkeypatch):
    """The streams that are read, as they are."""
    asked = []
    load_many = logs.load_many
    monkeypatch.setattr(logs, "load_many", lambda ids: load_many(asked.append(list(ids)) or asked[-1]))
    return asked


def test_only_matches_that_went_on_are_read_again_and_the_states_are_those_of_the_log(read):
    tonight = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)))
    row, first, other = tonight.tournament.pk, tonight.match.pk, tonight.match_at(2).pk
    assert logs.matches_of_to_compute(row) == logs.matches_of(row)
    read.clear()
    tonight.play(0)
    read.clear()
    assert logs.matches_of_to_compute(row).keys() == {first, other}
    assert read == [[first]]
    assert logs.matches_of_to_compute(row) == logs.matches_of(row)


def test_a_process_forgets_the_matches_it_needed_longest_ago(read, monkeypatch):
    tonight = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)))
    row = tonight.tournament.pk
    monkeypatch.setattr(logs, "REMEMBERED", 1)
    assert logs.matches_of_to_compute(row) == logs.matches_of(row)
    read.clear()
    assert logs.matches_of_to_compute(row) == logs.matches_of(row)
    assert [len(ids) for ids in read] == [1, 2]
