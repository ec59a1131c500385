"""An event that shows results when a round is closed: until then no answer to those outside depends on them.

The addresses come from the code itself: a new page or API route is asked the day it is written. The same
round ends in two ways, and what others are answered has to be the same in both, to the letter.
"""

import re

import pytest

from tests.tournaments.views.public.scene import Scene, order, running, win
from tests.tournaments.views.searching import Nothing, text_of, urls_of
from tournaments import logs
from tournaments.models.tournament import Match, Tournament
from tournaments.services import figures, matches, tournaments

pytestmark = pytest.mark.django_db

OUTSIDE = ("visitor", "player", "other")
"""Nobody, a player of another table of the round, the director of another club."""
WAYS = (((173, 3), (9, 1)), ((3, 173), (1, 9)))
"""How the match at table 2 ends: points and hands won. Neither number is anywhere else."""
SCORE = re.compile(r"(?<![\w-])173(?![\w-])")
EACH_TIME = re.compile(
    r'(csrfmiddlewaretoken|name="key")" value="[\w-]+"|"?now"?(=|:) ?"?[\dT:.+-]+|<time>.*?</time>'
    r'|name="key" value="[\w-]+"'
)  # fmt: skip
"""What differs from one answer to the next: tokens, keys of forms, and the time."""


def at_the_close(scene: Scene) -> Scene:
    tournaments.change_words(scene.row, results=Tournament.Results.AFTER_CLOSE)
    return scene


class Planted:
    """A round being played: a match at table 2 comes to count, one at table 3 is given up after a hand."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.own, self.scored, self.given_up = (row.pk for row in scene.matches(2))
        urls = urls_of(scene, scene.whole_hand().pk)
        self.people = [side.entry.people[0] for side in self.row(self.scored).sides.all()]
        one, other = str(scene.player("Bo Diddley").pk), str(scene.player("Cy Young").pk)
        met = {one: str(self.people[0].pk), other: str(self.people[1].pk)}
        first = list(urls.values())
        self.urls = dict.fromkeys([
            *first,
            *(url.replace("/rounds/1", "/rounds/2") for url in first),
            *(url.replace(str(self.own), str(self.scored)) for url in first),
            *(url.replace(str(self.own), str(self.given_up)) for url in first if url.count("/") < 6),
            *(re.sub("|".join(met), lambda found: met[found[0]], url) for url in first),
        ])  # fmt: skip
        del self.urls[urls["logout"]], self.urls[urls["table_code"]]

    @staticmethod
    def row(pk) -> Match:
        return Match.objects.select_related("round__stage__tournament__club").get(pk=pk)

    def end(self, way: int = 0) -> None:
        """The two matches end, and all that follows from results is computed."""
        logs._folded.clear()  # what the process remembers of the other way
        win(self.row(self.scored), *WAYS[way])
        matches.forfeit(order(), self.row(self.given_up), losers=[way], reason="Had to go.")
        self.scene.refresh()
        figures.refresh(self.scene.club.pk)

    def asked(self, role: str) -> dict[str, str]:
        """What every address answers this role."""
        client, said = self.scene.client(role), {}
        for url in list(self.urls):
            with Nothing():
                answer = client.get(url)
            if answer.status_code == 405:
                del self.urls[url]  # it takes forms alone
            else:
                said[url] = told(answer)
        return said


def told(answer) -> str:
    kept = {name: answer[name] for name in ("ETag", "Location") if answer.has_header(name)}
    body = text_of(answer).partition("\n")[2]
    return f"{answer.status_code} {kept} {EACH_TIME.sub('', body)}"


@pytest.fixture(scope="module")
def planted(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), Nothing():
        yield Planted(at_the_close(running()))


@pytest.fixture(scope="module")
def answered(planted, django_db_blocker):
    """What those outside are answered in each of the two ways."""
    found = []
    with django_db_blocker.unblock():
        for way in range(len(WAYS)):
            with Nothing():
                planted.end(way)
                found.append({role: planted.asked(role) for role in OUTSIDE})
    return found


@pytest.mark.parametrize("role", OUTSIDE)
def test_no_answer_to_those_outside_depends_on_a_result_of_the_round(answered, role):
    one, other = (ways[role] for ways in answered)
    assert [url for url in other if one[url] != other[url]] == []
    assert [url for url in other if SCORE.search(one[url])] == []
    assert sum(said.startswith("200") for said in other.values()) > 60
