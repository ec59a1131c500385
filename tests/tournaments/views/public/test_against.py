"""Any two players head to head: from published results alone, as everybody may see them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models.player import Player
from tests.tournaments.services import test_merging as merging
from tests.tournaments.views.public.scene import running
from tests.tournaments.views.scene import evening, order
from tournaments.models.tournament import Publication, Tournament
from tournaments.services import matches, people, standings

club, merge, named = merging.club, merging.merge, merging.named
pytestmark = pytest.mark.django_db(transaction=True)


def path(one: Player, other: Player, end: str = "/") -> str:
    return f"/players/{one.pk}/against/{other.pk}{end}"


def read(one: Player, other: Player) -> dict:
    answer = Client().get(path(one, other, ".json"))
    assert answer.status_code == 200
    return answer.json()


def test_meetings_are_counted_from_both_sides():
    scene = running()
    met = scene.matches(1)[0]
    one, other = (side.entry.people[0] for side in met.sides.all())
    mine, theirs = read(one, other), read(other, one)
    assert (mine["met"], mine["won"], mine["lost"]) == (1, 1, 0)
    assert (theirs["met"], theirs["won"], theirs["lost"]) == (1, 0, 1)
    assert [each["points"] for each in (*mine["matches"], *theirs["matches"])] == ["125–87", "87–125"]
    page = Client().get(path(one, other))
    assert f"<span>{scene.row.club.name}</span>" in page.text
    assert one.public_name in page.text
    assert Client().get(f"/api/v1{path(one, other)}").json() == mine
    assert "125–87" in Client().get(path(one, other, ".csv")).content.decode()
    assert path(one, other) in Client().get(f"/players/{one.pk}/").text


def test_a_result_of_a_round_that_is_not_published_is_not_there():
    scene = running()
    now = scene.matches(2)[0]
    one, other = (side.entry.people[0] for side in now.sides.all())
    scene.play(2)
    assert read(one, other)["met"] == 0
    scene.close(2)
    Publication.objects.filter(round=2).delete()
    assert read(one, other)["met"] == 0
    scene.publish_standings(2)
    assert read(one, other)["met"] == 1
    Tournament.objects.filter(pk=scene.row.pk).update(state=Tournament.State.DRAFT)
    assert Client().get(path(one, other)).status_code == 404


def test_forfeits_and_matches_side_by_side_are_told_apart():
    scene = evening("partnership_125", names=(("Ada", "Abe"), ("Bo", "Ben")))
    matches.forfeit(order(), scene.match, losers=[1], reason="nobody came")
    scene.close()
    if not Publication.objects.exists():
        standings.publish(order(), scene.tournament, stage=1, round=1)
    ada, abe, bo = (Player.objects.get(name=name) for name in ("Ada", "Abe", "Bo"))
    won = "Ada" in scene.match.sides.get(index=0).entry.name
    mine = read(ada, bo)
    assert (mine["met"], mine["won"], mine["together"]) == (1, int(won), 0)
    both = read(ada, abe)
    assert (both["met"], both["together"], both["together_won"]) == (0, 1, int(won))


def test_a_merged_player_counts_and_old_addresses_lead_on(club):
    rob, robert = named("Rob Smith"), named("Robert Smith")
    names = ("Ann", "Cy", "Dee")
    before = {name: read(robert, named(name))["met"] + read(rob, named(name))["met"] for name in names}
    merge(club)
    assert {name: read(robert, named(name))["met"] for name in names} == before
    assert sum(before.values()) == 2
    answer = Client().get(path(rob, named("Ann")))
    assert (answer.status_code, answer["Location"]) == (302, path(robert, named("Ann")))
    assert Client().get(f"/api/v1{path(rob, named('Ann'))}").json()["one"]["id"] == str(robert.pk)


def test_hidden_persons_show_initials_and_erased_ones_have_no_page(club):
    robert, ann = named("Robert Smith"), named("Ann")
    urls = [path(robert, ann, end) for end in ("/", ".json", ".csv")]
    urls += [path(ann, robert, end) for end in ("/", ".json", ".csv")] + [f"/api/v1{path(ann, robert)}"]
    assert "Robert Smith" in Client().get(urls[0]).text
    people.hide_name(robert, private=True)
    texts = [Client().get(url).content.decode() for url in urls]
    assert [text for text in texts if "Smith" in text or "Robert" in text] == []
    people.erase(robert)
    assert {Client().get(url).status_code for url in urls} == {404}
    met = Client().get(f"/players/{ann.pk}/").text
    assert str(robert.pk) not in met


def test_nobody_plays_against_himself_and_strangers_are_not_there():
    scene = running()
    bo = scene.player("Bo Diddley")
    assert Client().get(path(bo, bo)).status_code == 404
    stranger = Player.objects.create(name="Nobody", key="nobody")
    assert Client().get(path(bo, stranger)).status_code == 404


def test_a_page_asks_the_database_little():
    scene = running()
    one, other = (side.entry.people[0] for side in scene.matches(1)[0].sides.all())
    for url in (path(one, other), f"/players/{one.pk}/"):
        with CaptureQueriesContext(connection) as asked:
            assert Client().get(url).status_code == 200
        assert len(asked) <= 20
