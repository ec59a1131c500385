"""A drawn round that is not out: no answer to those who do not run the event depends on who would meet whom.

The addresses come from the code itself. The same draft is drawn in two ways, and what others are answered has
to be the same in both, to the letter.
"""

from __future__ import annotations

import pytest

from games.eventstore import clock
from tests.tournaments.views.public.scene import Scene, order, running
from tests.tournaments.views.searching import Nothing, urls_of
from tests.tournaments.views.test_results_at_the_close import told, unlike
from tournaments import logs
from tournaments.services import figures, matches, rounds

pytestmark = pytest.mark.django_db

OUTSIDE = ("visitor", "player", "table", "scorer", "deputy", "other")
WAYS = (1, 2)
"""Whose first side changes places with that of the match at the first table."""


class Drafted:
    """Rounds 1 and 2 are closed; round 3 is drawn, and two sides change places in it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        hand = scene.whole_hand().pk
        self.moment = clock.microseconds() + 60_000_000
        for row in scene.matches(2):
            matches.forfeit(order(), row, losers=[1], reason="Had to go.")
        scene.close(2)
        scene.publish_standings(2)
        urls = urls_of(scene, hand)
        later = [url.replace("/rounds/1", "/rounds/3") for url in urls.values()]
        self.urls = [
            url for url in dict.fromkeys([*urls.values(), *later]) if not url.startswith(("/logout/", "/t/"))
        ]

    def drawn(self, way: int) -> list[list[str]]:
        logs._folded.clear()  # what the process remembers of the other way
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clock, "microseconds", lambda: self.moment)
            self.draw(way)
        self.scene.refresh()
        figures.refresh(self.scene.club.pk)
        return [[str(side.entry_id) for side in row.sides.all()] for row in self.scene.matches(3)]

    def draw(self, way: int) -> None:
        row = self.scene.row
        rounds.draw_round(order(), row, stage=1, seed=3)
        first = [str(match.sides.first().entry_id) for match in self.scene.matches(3)]
        rounds.swap_sides(order(), row, stage=1, round=3, one=first[0], other=first[way])

    def asked(self, role: str) -> dict[str, str]:
        client, said = self.scene.client(role), {}
        for url in self.urls:
            with Nothing():
                said[url] = told(client.get(url))
        return said


@pytest.fixture(scope="module")
def drafted(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), Nothing():
        yield Drafted(running())


@pytest.mark.parametrize("role", OUTSIDE)
def test_no_answer_to_those_who_do_not_run_the_event_depends_on_a_draft(drafted, role):
    answered, pairs = [], []
    for way in WAYS:
        with Nothing():
            pairs.append(drafted.drawn(way))
            answered.append(drafted.asked(role))
    one, other = answered
    assert pairs[0] != pairs[1], "the two drafts are not the same"
    assert [(url, unlike(one[url], other[url])) for url in other if one[url] != other[url]] == []
    assert sum(said.startswith("200") for said in other.values()) > 60


def test_who_runs_the_event_sees_it(drafted):
    seen = []
    for way in WAYS:
        with Nothing():
            drafted.drawn(way)
            client = drafted.scene.client("director")
            seen.append(told(client.get(drafted.scene.url("round", 3))))
    assert all(each.startswith("200") for each in seen)
    assert seen[0] != seen[1]
