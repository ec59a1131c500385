"""Frames for other people's pages: they alone may be framed, and whoever looks is nobody there."""

import html

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.views.public import addresses
from tests.tournaments.views.public.scene import ROLES, announced, order, running
from tests.tournaments.views.public.test_addresses import asked
from tests.tournaments.views.public.test_figures import finished
from tournaments.models.tournament import Tournament
from tournaments.services import matches, own_links

pytestmark = pytest.mark.django_db
FRAMES = ("standings_embed", "season_embed", "match_embed", "hand_embed")


@pytest.fixture
def scene():
    return running()


def count(match) -> None:
    """The match of the whole hand gets a result that counts."""
    score = {"points": ((125, 87),), "hands_won": ((6, 3),)}
    matches.enter_score(order(), match, **score, confirm=True)


def test_every_frame_and_no_other_page_may_be_framed(scene):
    """All addresses of the code: a new one is closed, unless it is written down here."""
    urls = asked(scene, [name for name in addresses.patterns() if "logout" not in name],
                 hand=scene.whole_hand().pk, kept=scene.kept().pk)  # fmt: skip
    count(scene.matches(2)[-1])
    client = scene.client("director")
    open_to_frames = set()
    for name, url in urls.items():
        answer = client.get(url)
        policy = answer["Content-Security-Policy"]
        if "frame-ancestors *" in policy:
            assert "X-Frame-Options" not in answer
            open_to_frames.add(name)
        else:
            assert ("frame-ancestors 'none'" in policy, answer["X-Frame-Options"]) == (True, "DENY"), name
    assert open_to_frames == set(FRAMES)


def test_a_frame_takes_no_orders_and_loosens_nothing_else(scene):
    url = scene.url("standings_embed")
    frame, page = scene.visitor.get(url), scene.visitor.get(scene.url("standings"))
    rest = [
        sorted(
            part.strip() for part in answer["Content-Security-Policy"].split(";") if "ancestors" not in part
        )
        for answer in (frame, page)
    ]
    assert rest[0] == rest[1]
    assert "<form" not in frame.text
    assert scene.visitor.post(url).status_code == 405


def test_the_frame_of_standings_is_live_while_they_are_and_else_what_hangs(scene):
    url = scene.url("standings_embed")
    assert "hx-trigger" in scene.visitor.get(url).text
    scene.play(2)
    scene.refresh()
    assert "+76" in scene.visitor.get(url).text
    scene.live_for("directors")
    hung = scene.visitor.get(url).text
    assert ("After round 1" in hung, "+76" in hung) == (True, False)


@pytest.mark.parametrize("role", ROLES)
def test_a_frame_shows_everybody_the_same(scene, role):
    scene.live_for("people")
    urls = [scene.url("standings_embed"), reverse("match_embed", args=[scene.matches(2)[0].pk])]
    visitor = [scene.visitor.get(url).text for url in urls]
    assert [scene.client(role).get(url).text.replace(_tag(scene, role, url), "") for url in urls] == [
        text.replace(_tag(scene, "visitor", url), "") for text, url in zip(visitor, urls, strict=True)
    ]


def test_a_frame_knows_no_own_link(scene):
    scene.live_for("people")
    scene.seat_the_player()
    browser, match = Client(), scene.matches(2)[0]
    browser.get(f"/p/{own_links.give_link(match.sides.first().entry.people[0])}/")
    assert browser.get(scene.url("live")).status_code == 200
    framed = browser.get(scene.url("standings_embed"))
    assert ("After round 1" in framed.text, "+76" in framed.text) == (True, False)
    assert browser.get(scene.url("live")).status_code == 200, "and it is kept for the pages that know it"


def _tag(scene, role, url) -> str:
    return html.escape(scene.client(role).get(url)["ETag"])


def test_nothing_of_a_draft_is_framed(scene):
    match = reverse("match_embed", args=[scene.matches(2)[0].pk])
    Tournament.objects.filter(pk=scene.row.pk).update(state=Tournament.State.DRAFT)
    for url in (scene.url("standings_embed"), match):
        assert scene.client("director").get(url).status_code == 404


def test_an_event_without_standings_says_so_in_its_frame():
    scene = announced()
    assert "Nothing was published yet." in scene.visitor.get(scene.url("standings_embed")).text


def test_a_match_shows_its_sheet_in_a_frame_once_it_counts(scene):
    scene.whole_hand()
    url = reverse("match_embed", args=[scene.matches(2)[-1].pk])
    waiting = scene.visitor.get(url)
    assert "The hands are shown when the result counts." in waiting.text
    count(scene.matches(2)[-1])
    counted = scene.visitor.get(url, headers={"if-none-match": waiting["ETag"]})
    assert counted.status_code == 200
    assert 'class="sheet__table"' in counted.text
    assert scene.visitor.get(url, headers={"if-none-match": counted["ETag"]}).status_code == 304


def test_the_lines_to_copy_stand_on_the_pages(scene):
    match = scene.matches(2)[0]
    pages = {
        scene.url("tournament"): scene.url("standings_embed"),
        scene.url("standings"): scene.url("standings_embed"),
        reverse("match", args=[match.pk]): reverse("match_embed", args=[match.pk]),
    }
    for page, frame in pages.items():
        assert f"&lt;iframe src=&quot;http://testserver{frame}&quot;" in scene.visitor.get(page).text


def test_a_season_shows_its_table_in_a_frame(scene):
    season = scene.season()
    frame = reverse("season_embed", args=[scene.club.slug, season.pk])
    page = reverse("season", args=[scene.club.slug, season.pk])
    shown = scene.visitor.get(frame)
    assert f'href="{page}"' in shown.text
    assert "No finished evening yet" in shown.text
    assert f"&lt;iframe src=&quot;http://testserver{frame}&quot;" in scene.visitor.get(page).text
    assert scene.visitor.get(frame, headers={"if-none-match": shown["ETag"]}).status_code == 304
    finished(scene)
    again = scene.visitor.get(frame, headers={"if-none-match": shown["ETag"]})
    assert again.status_code == 200
    assert "Bo Diddley" in again.text
    assert "Zoe Secret" not in again.text


def test_theme_and_language_are_chosen_in_the_address(scene, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    url = scene.url("standings_embed")
    dark = scene.visitor.get(f"{url}?theme=dark&lang=de")
    assert '<html lang="de" dir="ltr" data-theme="dark">' in dark.text
    assert dark["ETag"] != scene.visitor.get(url)["ETag"]
    assert "data-theme" not in scene.visitor.get(f"{url}?theme=%22onload").text
