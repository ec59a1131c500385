"""Public pages: clubs, events, rounds, people, rules; who is hidden; what a browser keeps; what they cost."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine.rulesets import RULESETS
from games.live import address_of as live_address
from games.models.player import Player
from tests.tournaments.views.public import addresses
from tests.tournaments.views.public.scene import announced, event, running, win
from tests.tournaments.views.public.test_addresses import FILES, PUBLIC, PUBLISHED, asked
from tournaments.models.club import Club
from tournaments.models.tournament import RoundBye, Tournament
from tournaments.selectors.short_names import first_names
from tournaments.services import clubs

pytestmark = pytest.mark.django_db

BUDGET = 20


@pytest.fixture
def scene():
    return running()


def every_public_address(scene) -> dict[str, str]:
    return {**asked(scene, (*PUBLIC, *FILES)), **asked(scene, PUBLISHED, round=1)}


# ---------------------------------------------------------------- the way in


def test_a_first_visit_says_what_to_do():
    page = Client().get("/").text
    assert "There is no club on this computer yet." in page
    assert "manage.py seed_demo" in page


def test_one_club_is_the_way_in():
    club = clubs.create_club(name="Book Street")
    event(club)
    page = Client().get("/").text
    assert "<h1>Book Street</h1>" in page
    assert "Thursday" in page


def test_several_clubs_are_a_list():
    for name in ("Elsewhere", "Book Street"):
        clubs.create_club(name=name)
    page = Client().get("/").text
    assert page.index("/clubs/book-street/") < page.index("/clubs/elsewhere/")


def test_a_club_shows_running_coming_and_finished_events():
    club = clubs.create_club(name="Book Street")
    for name, state in (("May", "open"), ("June", "running"), ("July", "finished"), ("Hush", "draft")):
        row = event(club, name=name, names=("A", "B"))
        Tournament.objects.filter(pk=row.pk).update(state=state)
    page = Client().get("/clubs/book-street/").text
    assert [
        page.index(words) for words in ("Running", "June", "Coming", "May", "Finished", "July")
    ] == sorted(page.index(words) for words in ("Running", "June", "Coming", "May", "Finished", "July"))
    assert "Hush" not in page
    assert {each["name"] for each in Client().get("/clubs/book-street.json").json()["events"]} == {
        "May", "June", "July",
    }  # fmt: skip


def test_an_unknown_club_is_not_there():
    assert Client().get("/clubs/nowhere/").status_code == 404


# ---------------------------------------------------------------- events and rounds


def test_an_event_shows_its_facts_on_its_own_clock(scene):
    page = scene.visitor.get(scene.url("tournament")).text
    for words in ("Nov. 5, 2026, 8:00 PM", "Club 25", "Swiss, 4 rounds", "7 players"):
        assert words in page
    assert scene.url("tournament_rules") in page


def test_an_announced_event_shows_who_plays():
    scene = announced()
    page = scene.visitor.get(scene.url("tournament")).text
    assert "No round yet" in page
    assert "Ada Lovelace" in page


def test_pairings_stand_by_table_and_by_first_name(scene):
    page = scene.visitor.get(scene.url("round", 2)).text
    seats = page.split('<ul class="names">')[1].split("</ul>")[0]
    names = [part.split("</bdi>")[0] for part in seats.split("<bdi>")[1:]]
    assert names == ["Ada B.", "Ada L.", "Bo", "Cy", "Dee", "Eve", "Z.S."]
    tables = [
        each["table"] for each in scene.visitor.get(scene.url("round", 2, form="_json")).json()["matches"]
    ]
    assert tables == [1, 2, 3]


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ada Lovelace", "Bo Diddley"], ["Ada", "Bo"]),
        (["Ada Lovelace", "ada Byron"], ["Ada L.", "ada B."]),
        (["Ada Lovelace", "Ada Lorne", "Ada"], ["Ada Lovelace", "Ada Lorne", "Ada"]),
        (["Ada"], ["Ada"]),
        (["Z.S.", "Z.S."], ["Z.S.", "Z.S."]),
    ],
)
def test_same_first_names_get_a_letter(names, shown):
    assert first_names(names) == shown


def test_a_bye_is_shown_with_what_it_gives(scene):
    bye = RoundBye.objects.get(round__stage__tournament=scene.row, round__number=2)
    page = scene.visitor.get(scene.url("round", 2)).text
    assert "Bye: 2 game points" in page
    answer = scene.visitor.get(scene.url("round", 2, form="_json")).json()
    assert answer["byes"] == [
        {"side": str(bye.entry_id), "name": bye.entry.public_name, "kind": "pairing", "points": 2}
    ]


def test_a_result_shows_once_it_counts(scene):
    url = scene.url("round", 2, form="_json")
    assert scene.visitor.get(url).json()["matches"][0]["points"] is None
    win(scene.matches(2)[0])
    assert scene.visitor.get(url).json()["matches"][0]["points"] == [125, 87]
    assert "125–87" in scene.visitor.get(scene.url("round", 2)).text


def test_partners_are_found_under_both_names():
    scene = announced(side_size=2, names=tuple(f"Ann{x} A & Bob{x} B" for x in "abcde"))
    scene.publish_round(1)
    page = scene.visitor.get(scene.url("round", 1)).text
    assert sum([f"<bdi>{name}</bdi>" in page for name in ("Anna", "Boba", "Anne", "Bobe")]) == 4


# ---------------------------------------------------------------- people


def test_a_player_s_page_shows_the_matches_that_count(scene):
    player = scene.matches(1)[0].sides.first().entry.people[0]
    match = next(each for each in scene.matches(2) if each.sides.filter(entry__persons__player=player))
    url = f"/players/{player.pk}"
    assert len(scene.visitor.get(f"{url}.json").json()["matches"]) == 1
    win(match)
    newest = scene.visitor.get(f"{url}.json").json()["matches"]
    assert [each["round"] for each in newest] == [2, 1]
    assert newest[1]["points"] == "125–87"
    assert newest[1]["result"] == "won"
    page = scene.visitor.get(f"{url}/").text
    assert newest[0]["opponent"] in page


def test_an_erased_person_has_no_page(scene):
    player = scene.player("Bo Diddley")
    Player.objects.filter(pk=player.pk).update(erased_at="2026-01-01T00:00Z")
    assert scene.visitor.get(f"/players/{player.pk}/").status_code == 404


def test_somebody_entered_nowhere_has_no_page():
    player = Player.objects.create(name="Nobody", key="nobody")
    assert Client().get(f"/players/{player.pk}/").status_code == 404


def test_a_private_person_is_initials_on_every_page_and_in_every_file(scene):
    private = scene.entry("Zoe Secret")
    urls = every_public_address(scene)
    urls |= {
        "own page": f"/players/{private.people[0].pk}/",
        "own file": f"/players/{private.people[0].pk}.csv",
    }
    urls |= {
        "own line": scene.url("live_side", private.pk),
        "own terms": scene.url("side", 1, private.pk, form="_json"),
    }
    urls |= {f"match {each.table_number}": f"/matches/{each.pk}/" for each in scene.matches(1)}
    texts = {name: scene.visitor.get(url).content.decode() for name, url in urls.items()}
    assert [name for name, text in texts.items() if "Zoe" in text or "Secret" in text] == []
    shown = {name for name, text in texts.items() if "Z.S." in text}
    assert {
        "standings",
        "publication_json",
        "publication_csv",
        "live",
        "round",
        "tournament_json",
        "own page",
    } <= shown


def test_a_hidden_name_leaves_what_hung_before(scene):
    url = scene.url("publication", 1)
    etag = scene.visitor.get(url)["ETag"]
    Player.objects.filter(name="Bo Diddley").update(is_private=True)
    answer = scene.visitor.get(url, headers={"if-none-match": etag})
    assert answer.status_code == 200
    assert "Bo Diddley" not in answer.text
    assert "B.D." in answer.text


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.key)
def test_each_preset_explains_itself(rules):
    page = Client().get(f"/rules/{rules.key}/").text
    answer = Client().get(f"/rules/{rules.key}.json").json()
    assert answer["rules"]["target"] == rules.target
    for paragraph in answer["paragraphs"]:
        for sentence in paragraph["sentences"]:
            assert sentence.replace("’", "’") in page.replace("&#x27;", "'")
    assert f"/rules/{rules.key}/" in Client().get("/rules/").text


def test_a_silence_of_the_sources_is_said(scene):
    assert (
        "The source does not say who deals next: here the deal alternates."
        in Client().get("/rules/app/").text
    )


# ---------------------------------------------------------------- what a browser may keep


LIVE_PAGES = ("tournament", "round", "live", "live_json", "publication", "side", "live_side")


@pytest.mark.parametrize("name", LIVE_PAGES)
def test_the_same_facts_are_answered_with_304(scene, name):
    url = asked(scene, (name,), round=1)[name]
    first = scene.visitor.get(url)
    again = scene.visitor.get(url, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Vary"] == "Cookie, Accept-Language"
    assert again["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("name", LIVE_PAGES)
def test_a_new_result_is_answered_anew(scene, name):
    url = asked(scene, (name,), round=1)[name]
    etag = scene.visitor.get(url)["ETag"]
    win(scene.matches(2)[0])
    assert scene.visitor.get(url, headers={"if-none-match": etag}).status_code == 200


def test_lines_computed_since_are_answered_anew(scene):
    win(scene.matches(2)[0])
    etag = scene.visitor.get(scene.url("live"))["ETag"]
    scene.refresh()
    assert scene.visitor.get(scene.url("live"), headers={"if-none-match": etag}).status_code == 200


def test_each_viewer_and_language_has_a_tag_of_its_own(scene, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    url = scene.url("live")
    tags = {scene.client(role).get(url)["ETag"] for role in ("visitor", "player", "table", "director")}
    tags.add(scene.visitor.get(url, headers={"accept-language": "de"})["ETag"])
    settings.RELEASE = "next"
    tags.add(scene.visitor.get(url)["ETag"])
    assert len(tags) == 6


def test_another_event_s_news_changes_no_tag(scene):
    etag = scene.visitor.get(scene.url("live"))["ETag"]
    event(Club.objects.get(slug="elsewhere"), name="Saturday", names=("P", "Q"))
    assert scene.visitor.get(scene.url("live"), headers={"if-none-match": etag}).status_code == 304


def test_nothing_is_listed_by_search_engines(scene):
    for name, url in every_public_address(scene).items():
        answer = scene.visitor.get(url)
        listed = (
            answer.get("X-Robots-Tag")
            if name in FILES
            else '<meta name="robots" content="noindex">' in answer.text
        )
        assert listed in ("noindex", True), name


# ---------------------------------------------------------------- what they cost


@pytest.mark.parametrize("role", ["visitor", "director", "table"])
def test_no_public_page_asks_the_database_more_than_twenty_times(scene, role):
    scene.play(2)
    scene.refresh()
    client = scene.client(role)
    asked_for = {}
    for name, url in every_public_address(scene).items():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(url).status_code == 200
        asked_for[name] = len(queries)
    assert {name: count for name, count in asked_for.items() if count > BUDGET} == {}


def test_a_larger_field_asks_no_more(django_assert_max_num_queries):
    scene = announced(names=tuple(f"Player {n}" for n in range(40)))
    scene.publish_round(1)
    scene.play(1)
    scene.refresh()
    for name in ("tournament", "live"):
        with django_assert_max_num_queries(13):
            scene.visitor.get(scene.url(name))


def test_a_304_asks_for_little(scene, django_assert_max_num_queries):
    url = scene.url("live")
    etag = scene.visitor.get(url)["ETag"]
    with django_assert_max_num_queries(6):
        assert scene.visitor.get(url, headers={"if-none-match": etag}).status_code == 304


def test_every_public_page_has_its_file():
    names = set(addresses.patterns())
    assert {f"{name}_json" for name in PUBLIC} <= names


def standings_on(page) -> list[str]:
    return [name for name in ("live", "top") if page.context[name]]


def test_the_overview_shows_live_lines_while_a_round_is_played_and_then_what_hangs(scene):
    page = scene.visitor.get(scene.url("tournament"))
    assert standings_on(page) == ["live"]
    assert "After round 1, published" in page.text
    scene.play(2)
    scene.close(2)
    assert standings_on(scene.visitor.get(scene.url("tournament"))) == ["live"], "nothing hangs of it yet"
    scene.publish_standings(2)
    assert standings_on(scene.visitor.get(scene.url("tournament"))) == ["top"]


def test_a_match_leads_back_to_its_round_its_event_and_its_club(scene):
    page = scene.visitor.get(f"/matches/{scene.matches(1)[0].pk}/")
    assert [each["href"] for each in page.context["crumbs"]] == [
        f"/clubs/{scene.club.slug}/", scene.url("tournament"), scene.url("round", 1), None,
    ]  # fmt: skip


@pytest.mark.parametrize("path", ["/nothing/", "/matches/{match}/enter/"])
def test_who_may_not_see_a_page_is_offered_to_log_in_for_it(scene, path):
    path = path.format(match=scene.matches(2)[0].pk)
    page = scene.visitor.get(path)
    assert page.status_code in (403, 404)
    assert f"/login/?next={path}" in page.text
    assert "/login/?next=" not in scene.client("other").get(path).text


def test_every_page_of_a_running_event_that_changes_follows_by_itself(scene, settings):
    settings.LIVE_URL = "http://testserver:8001"
    address = live_address(scene.row.pk)
    pages = [scene.url(name) for name in ("tournament", "live", "standings", "wall", "standings_embed")]
    pages += [scene.url("round", 2), scene.url("crosstable", 1)]
    for page in pages:
        text = scene.visitor.get(page).text
        assert f'data-live="{address}"' in text, page
        assert re.search(r'hx-trigger="every \d+s, news"', text), page
        assert "js/push.js" in text, page
    match = scene.matches(2)[0]
    assert f'data-live="{live_address(match.pk)}"' in scene.visitor.get(f"/matches/{match.pk}/").text
