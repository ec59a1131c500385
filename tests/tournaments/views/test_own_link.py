"""A player's own link: his page and his matches without a login, and nothing of anybody else's."""

import io
import re
import uuid

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games.eventstore.log import history
from games.eventstore.transfer.export import export
from games.models.player import Player
from games.services.command import Actor, Command
from tests.together import together
from tests.tournaments.views.desk.scene import client_of, evening, post, said, text_of, user, win
from tournaments.models.club import ClubRole
from tournaments.models.own_link import OwnLink
from tournaments.models.tournament import Tournament
from tournaments.services import clubs, merging, own_links, people

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "four-long-words-here"


@pytest.fixture
def scene():
    scene = evening().published()
    ClubRole.objects.create(club=scene.club, user=user("admin"))
    return scene


def admin() -> Client:
    return client_of(get_user_model().objects.get(username="admin"))


def person_page(scene, name: str, *more: str) -> str:
    parts = [scene.club.slug, "people", Player.objects.get(name=name).pk, *more]
    return "/".join(["/desk/clubs", *map(str, parts), ""])


def link_of(scene, name: str) -> str:
    answer = post(admin(), person_page(scene, name, "link"))
    assert answer.status_code == 200, text_of(answer)[:500]
    return re.search(r'value="https?://[^"]*(/p/[^"]+/)"', answer.text).group(1)


def browser(link: str) -> Client:
    client = Client()
    answer = client.get(link)
    assert (answer.status_code, answer["Location"], answer["Referrer-Policy"]) == (302, "/me/", "no-referrer")
    return client


def match_of(scene, name: str):
    return next(
        each for each in scene.matches() if name in str([side.entry.name for side in each.sides.all()])
    )


def test_it_opens_the_own_page_with_what_waits_and_comes(scene):
    words = text_of(browser(link_of(scene, "Ada")).get("/me/"))
    opponent = next(
        side.entry.name for side in match_of(scene, "Ada").sides.all() if side.entry.name != "Ada"
    )
    for each in ("Ada", "To play now", opponent, "Entered in", "Thursday"):
        assert each in words
    assert Client().get("/me/").status_code == 404


def test_the_secret_is_kept_nowhere_and_a_new_link_ends_the_old(scene):
    old = link_of(scene, "Ada")
    client, token = browser(old), old.split("/")[2]
    file = io.BytesIO()
    export(file)
    assert b"tournaments.ownlink" in file.getvalue()
    assert token.encode() not in file.getvalue()
    assert token not in repr([list(OwnLink.objects.values()), dict(client.session.items())])
    assert token not in admin().get(person_page(scene, "Ada")).text
    new = link_of(scene, "Ada")
    assert (Client().get(old).status_code, client.get("/me/").status_code) == (404, 404)
    assert browser(new).get("/me/").status_code == 200
    post(admin(), person_page(scene, "Ada", "unlink"))
    assert Client().get(new).status_code == 404


@pytest.mark.database
def test_links_given_at_the_same_moment_end_one_another(scene):
    player = Player.objects.get(name="Bo")
    tokens = together([lambda: own_links.give_link(player)] * 5)
    assert [type(token) for token in tokens] == [str] * 5
    assert sum(Client().get(f"/p/{token}/").status_code == 302 for token in tokens) == 1


def test_results_are_entered_at_the_own_match_and_at_no_other(scene):
    client = browser(link_of(scene, "Ada"))
    mine = match_of(scene, "Ada")
    other = next(each for each in scene.matches() if each.pk != mine.pk)
    hand = {"key": uuid.uuid4(), "place": "1.1.0", "how": "gin", "side": "0", "other": "20"}
    sent = client.post(f"/matches/{mine.pk}/enter/hand/", hand)
    assert sent.status_code in (200, 302), text_of(sent)[:500]
    mine.refresh_from_db()
    assert mine.state == "playing"
    assert client.post(f"/matches/{other.pk}/enter/hand/", {**hand, "key": uuid.uuid4()}).status_code == 403
    last = list(history(mine.pk))[-1]
    ada = Player.objects.get(name="Ada").pk
    assert last.meta["actor"] == f"player:link:{ada}"
    assert "player" in text_of(scene.desk.get(f"/desk/matches/{mine.pk}/"))


def test_it_shows_no_desk_no_draft_and_no_draft_event(scene):
    client = browser(link_of(scene, "Ada"))
    assert client.get(scene.url("event")).status_code == 302, "the desk asks for a login"
    Tournament.objects.filter(pk=scene.row.pk).update(state=Tournament.State.DRAFT)
    words = text_of(client.get("/me/"))
    assert "Thursday" not in words
    assert "To play now" not in words


def test_live_standings_for_people_are_there_for_who_came_by_the_own_link(scene):
    Tournament.objects.filter(pk=scene.row.pk).update(live_standings="people")
    url = f"/clubs/{scene.club.slug}/{scene.row.slug}/live/"
    assert (Client().get(url).status_code, browser(link_of(scene, "Ada")).get(url).status_code) == (404, 200)


def test_a_hidden_person_sees_the_own_name_and_nobody_else_does(scene):
    client = browser(link_of(scene, "Ada"))
    answer = post(client, "/me/hide/", private="1")
    assert said(client, answer) == ["From now on everybody else sees A.."]
    win(match_of(scene, "Ada"))
    page = client.get("/me/")
    assert "<bdi>Ada</bdi>" in page.text or ">Ada<" in page.text
    assert "no-store" in page["Cache-Control"]
    pk = Player.objects.get(name="Ada").pk
    for end in ("/", ".json", ".csv"):
        shown = Client().get(f"/players/{pk}{end}").text
        assert "Ada" not in shown
    post(client, "/me/hide/")
    assert not Player.objects.get(pk=pk).is_private


def test_an_erased_person_has_no_page_and_no_link(scene):
    link = link_of(scene, "Ada")
    client = browser(link)
    people.erase(Player.objects.get(name="Ada"))
    assert (client.get("/me/").status_code, Client().get(link).status_code) == (404, 404)
    assert OwnLink.objects.count() == 0


def test_a_duplicates_link_opens_the_persons_page():
    scene = evening()
    ClubRole.objects.create(club=scene.club, user=user("admin"))
    known = clubs.known_players(scene.club)
    extra = Player(name="Adah", key="adah")
    people.add_players(scene.club, [extra])
    link = link_of(scene, "Adah")
    command = Command(actor=Actor(kind="user", id="1", role="admin"))
    merging.merge(command, scene.club, player=extra.pk, into=known["ada"].pk)
    words = text_of(browser(link).get("/me/"))
    assert "Thursday" in words
    assert "Adah" not in words


def test_a_login_is_made_and_opens_the_page_without_the_link(scene):
    client = browser(link_of(scene, "Ada"))
    form = {"username": "ada", "password1": PASSWORD, "password2": "another"}
    refused = client.post("/me/login/", form)
    assert (refused.status_code, Player.objects.get(name="Ada").user) == (422, None)
    assert 'value="ada"' in refused.text
    client.post("/me/login/", {**form, "password2": PASSWORD})
    ada = get_user_model().objects.get(username="ada")
    assert Player.objects.get(name="Ada").user == ada
    assert "To play now" in text_of(client_of(ada).get("/me/"))
    assert [("My page" in text_of(client_of(ada).get(url))) for url in ("/desk/", "/")] == [True, True]
    assert "My page" not in text_of(Client().get("/"))
    post(admin(), person_page(scene, "Ada", "unlogin"))
    assert client_of(ada).get("/me/").status_code == 404


def test_a_login_one_has_is_taken_and_never_two_players(scene):
    cy, link = user("cy"), link_of(scene, "Cy")
    mine = client_of(cy)
    mine.get(link)
    mine.post("/me/login/")
    assert Player.objects.get(name="Cy").user == cy
    mine.get(link_of(scene, "Dee"))
    answer = mine.post("/me/login/")
    assert said(mine, answer)[-1].startswith("This login belongs to another player.")
    assert Player.objects.get(name="Dee").user is None


def test_the_browser_is_closed_again(scene):
    client = browser(link_of(scene, "Ada"))
    client.post("/me/leave/")
    assert client.get("/me/").status_code == 404


def test_wrong_links_open_nothing_and_guessing_is_slowed(scene):
    client = Client()
    assert client.get("/p/wrong/").status_code == 404
    for _ in range(30):
        client.get("/p/wrong/")
    assert client.get("/p/wrong/").status_code == 429
    assert client.get(link_of(scene, "Bo")).status_code == 302, "who tries keeps nobody else out"
