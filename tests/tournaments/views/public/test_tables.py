"""Every public page, file and API answer about an event of one table names all who play and opens."""

import json
import re

import pytest
from django.test import Client

from games.models.hand import Hand
from tests.tournaments.views.rounds import finished_round, table_evening
from tests.tournaments.views.scene import Evening, order
from tournaments.services import matches, standings
from tournaments.services.hands import record_hand

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = (("Ann Ash",), ("Bo Beech",), ("Cy Cedar",))


def played(rules: str) -> Evening:
    """An event of one table, played to its published end."""
    scene = table_evening(NAMES, rules)
    while not scene.state.sheet.over:
        if rules == "three_handed":
            scene.play(0, count=3, other=43)
        elif not scene.state.lines:
            finished_round(scene)
        else:
            counted = {"e": "counted", "out": 0, "deadwood": [0, 40, 35]}
            record_hand(order(), scene.match, [{"hand": 1}, counted])
    if scene.state.status != "accepted":
        matches.accept(order(), scene.match, side=None, via="desk")
    scene.close()
    standings.publish(order(), scene.tournament, stage=1, round=1, final=True)
    return scene


def addresses(scene: Evening) -> list[str]:
    event = event_of(scene)
    side = scene.match.sides.get(index=2).entry
    names = ["", "rules/", "rounds/1/", "live/", f"live/{side.pk}/", "standings/", "standings/1/",
             f"standings/1/{side.pk}/"]  # fmt: skip
    found = [f"{event}{name}" for name in names]
    files = [f"{event}rounds/1.{kind}" for kind in ("json", "csv")]
    files += [f"{event}standings/1.{kind}" for kind in ("json", "csv")]
    hand = Hand.objects.filter(match_id=scene.match.pk).first()
    return [
        "/", f"/clubs/{scene.tournament.club.slug}/", *found, *files, f"/players/{side.people[0].pk}/",
        f"/matches/{scene.match.pk}/", f"/hands/{hand.pk}/", f"/hands/{hand.pk}/record.jsonl",
        f"/api/v1/matches/{scene.match.pk}/", f"/api/v1/hands/{hand.pk}/",
    ]  # fmt: skip


def event_of(scene: Evening) -> str:
    return f"/clubs/{scene.tournament.club.slug}/{scene.tournament.slug}/"


def others(scene: Evening, index: int) -> list[str]:
    return [each.entry.name for each in scene.match.sides.exclude(index=index)]


@pytest.mark.parametrize("rules", ["three_handed", "manipulation"])
def test_every_public_address_opens_and_names_everybody(rules):
    scene = played(rules)
    for address in addresses(scene):
        assert Client().get(address).status_code == 200, address
    for page in ("rounds/1/", "rounds/1.csv", "rounds/1.json", "standings/", "standings/1.csv"):
        text = Client().get(f"{event_of(scene)}{page}").content.decode()
        assert all(name in text for (name,) in NAMES), page


def test_numbers_files_and_answers_of_a_table_are_of_all_its_sides():
    scene = played("manipulation")
    side = scene.match.sides.get(index=0).entry
    terms = Client().get(f"{event_of(scene)}standings/1/{side.pk}/").text
    assert all(name in terms for name in others(scene, 0))
    player = Client().get(f"/players/{side.people[0].pk}/").text
    assert all(name in player for name in others(scene, 0))
    head, line = Client().get(f"{event_of(scene)}rounds/1.csv").content.decode("utf-8-sig").splitlines()[:2]
    assert re.split("[,;]", head) == ["Table", "Seat 1", "Seat 2", "Seat 3", "State", "Result"]
    assert re.split("[,;]", line)[1:4] == [each.entry.name for each in scene.match.sides.all()]
    told = json.loads(Client().get(f"/api/v1/matches/{scene.match.pk}/").content)
    assert len(told["sides"]) == len(told["points"]) == 3
    totals = told["sheet"]["games"][0]["columns"][0]["grand_totals"]
    assert told["winner"] == totals.index(max(totals))
