"""What goes wrong at a table, for everybody who plays: a page that the rules lead to."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.views.desk.scene import evening, text_of
from tournaments.engine.irregularities import CATALOGUE, GROUPS

pytestmark = pytest.mark.django_db


def test_the_page_says_what_the_rules_say_of_everything_that_may_happen():
    answer = Client().get(reverse("irregularities"))
    words = text_of(answer)
    for kind in CATALOGUE:
        assert kind.words in words, kind.code
        assert kind.says in words, kind.code
    groups = Client().get(reverse("irregularities_json")).json()["groups"]
    assert [each["title"] for each in groups] == list(GROUPS.values())
    assert sum(len(each["kinds"]) for each in groups) == len(CATALOGUE)


def test_the_rules_lead_there():
    scene = evening().published()
    event = reverse("tournament_rules", args=[scene.club.slug, scene.row.slug])
    for page in (reverse("rules"), event):
        assert reverse("irregularities") in Client().get(page).text
