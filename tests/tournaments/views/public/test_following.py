"""Every page that shows facts of an evening follows by itself: it asks for its part anew now and then."""

import re

import pytest
from django.test import Client

from tests.tournaments.views.public import addresses
from tests.tournaments.views.public.scene import announced, running
from tests.tournaments.views.public.test_addresses import PUBLIC
from tournaments.models.tournament import Tournament

pytestmark = pytest.mark.django_db

# Rules, and what is computed for whoever asks; the list of clubs.
AS_THEY_ARE = {
    "home", "rules", "irregularities", "rule_set", "club_rules", "club_rule_set", "tournament_rules",
    "season_what_if", "event_what_if",
}  # fmt: skip
FOLLOWING = [*(name for name in PUBLIC if name not in AS_THEY_ARE), "match", "wall",
             "standings_embed", "season_embed", "match_embed"]  # fmt: skip
PART = re.compile(r'hx-get="([^"]+)" hx-trigger="every (\d+)s[^>]*data-etag="([^"]+)"')


def part_of(page: str) -> tuple[str, int, str]:
    """Where the page's part asks, how often, and the tag it knows."""
    found = PART.search(page)
    assert found, "nothing of it follows"
    address, seconds, etag = found.groups()
    return address.replace("&amp;", "&"), int(seconds), etag.replace("&quot;", '"')


def address_of(scene, name: str, round: int = 2) -> str:
    samples = {**addresses.arguments(scene), "number": 1}
    return addresses.address(name, addresses.patterns()[name], scene, samples, round)


def test_every_page_of_facts_follows_and_is_told_304_while_nothing_is_new():
    scene = running()
    for name in FOLLOWING:
        answer = Client().get(address_of(scene, name))
        address, seconds, etag = part_of(answer.text)
        assert seconds <= 20, name
        assert etag == answer["ETag"], name
        assert Client().get(address, headers={"if-none-match": etag}).status_code == 304, name
        assert "js/live" in answer.text, name


def test_a_match_that_counts_follows_too_as_long_as_it_may_be_corrected():
    scene = running()
    for name in ("match", "match_embed"):
        part_of(Client().get(address_of(scene, name, round=1)).text)
    Tournament.objects.filter(pk=scene.row.pk).update(state="finished")
    for name in ("match", "match_embed"):
        assert not PART.search(Client().get(address_of(scene, name, round=1)).text)


def test_a_published_result_is_news_on_the_page_of_who_played_and_a_new_name_for_the_club():
    scene = running()
    pages = [address_of(scene, name) for name in ("club", "player")]
    tags = [Client().get(page)["ETag"] for page in pages]
    scene.play(2)
    scene.close(2)
    scene.publish_standings(2)
    scene.refresh()
    Tournament.objects.filter(pk=scene.row.pk).update(name="Another evening")
    for page, tag in zip(pages, tags, strict=True):
        assert Client().get(page, headers={"if-none-match": tag}).status_code == 200, page


def test_who_waits_for_the_first_round_sees_it_drawn_and_its_tab_appear():
    scene = announced()
    page = Client().get(scene.url("tournament")).text
    address, _seconds, etag = part_of(page)
    assert 'hx-select-oob="#event-head"' in page
    scene.publish_round(1)
    newer = Client().get(address, headers={"if-none-match": etag})
    assert newer.status_code == 200
    head = newer.text.split('id="event-head"')[1].split('id="now"')[0]
    assert "Round 1" in head
