"""The people of a club at its desk: found, renamed, hidden, merged with one tap, erased for good."""

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.eventstore import checks
from games.models.event import Command
from games.models.player import Player
from tests.tournaments.services.test_merging import club as club_of_two_evenings
from tests.tournaments.services.test_merging import event
from tests.tournaments.views.desk.scene import client_of, post, said, text_of, user
from tests.tournaments.views.scene import order
from tournaments.engine.errors import NotNow
from tournaments.models.club import ClubRole
from tournaments.models.tournament import PhoneSeen
from tournaments.services import figures, registration

pytestmark = pytest.mark.django_db(transaction=True)
club = club_of_two_evenings


@pytest.fixture
def desk(club):
    admin = user("admin")
    ClubRole.objects.create(club=club, user=admin)
    return client_of(admin)


def page(club, *parts) -> str:
    return "/".join(("/desk/clubs", club.slug, "people", *map(str, parts), ""))


def named(name: str) -> Player:
    return Player.objects.get(name=name)


def act(desk, club, name, action, /, **data):
    return post(desk, page(club, named(name).pk, action), **data)


def test_likely_duplicates_are_merged_with_one_tap_and_taken_back(club, desk):
    event(club, "Third", "Robert Smyth", "Ann", week=2)
    shown = desk.get(page(club))
    assert "One person twice?" in text_of(shown)
    pairs = {(each["drop"].name, each["keep"].name) for each in shown.context["likely"]}
    assert pairs == {("Robert Smyth", "Robert Smith")} or pairs == {("Robert Smith", "Robert Smyth")}
    ((drop, keep),) = pairs
    answer = post(desk, page(club, "merge"), player=named(drop).pk, into=named(keep).pk)
    assert said(desk, answer) == ["They are one person now: history, ratings and seasons count together."]
    words = text_of(desk.get(page(club)))
    assert "One person twice?" not in words
    assert f"is {keep} · admin (admin) · " in words
    post(desk, page(club, "part"), player=named(drop).pk)
    assert named(drop).merged_into is None


def test_two_of_one_event_are_not_suggested_and_refused_with_the_reason(club, desk):
    event(club, "Third", "Robert Smyth", "Robert Smith", week=2)
    assert desk.get(page(club)).context["likely"] == []
    answer = act(desk, club, "Robert Smyth", "same", into=named("Robert Smith").pk)
    assert answer.status_code == 422
    assert "both played in Third, so they are two persons" in text_of(answer)


def test_a_name_is_corrected_and_one_that_is_known_is_refused(club, desk):
    act(desk, club, "Cy", "rename", name="  Cyrus   Young ")
    assert Player.objects.filter(name="Cyrus Young", key="cyrus young").count() == 1
    refused = act(desk, club, "Cyrus Young", "rename", name="ann")
    assert refused.status_code == 422
    assert "merge the two" in text_of(refused)
    assert 'value="ann"' in refused.text


@pytest.mark.parametrize("letters", ["ﷺ" * 80, "\u0958" * 80])  # of eighteen letters, compared; of two, kept
def test_a_name_of_letters_that_become_many_is_refused_however_it_comes(club, desk, letters):
    refused = act(desk, club, "Cy", "rename", name=letters)
    assert (refused.status_code, "longer than 80 letters" in text_of(refused)) == (422, True)
    row = event(club, "Third", "Ann", "Cy", week=2, finish=False)
    with pytest.raises(NotNow) as why:
        registration.enter_sides(order(), row, [registration.NewSide(names=(letters,))])
    assert why.value.code == "name_too_long"


def test_the_list_is_searched_and_asks_the_database_little(club, desk):
    assert [each["name"] for each in desk.get(page(club), {"q": "smith"}).context["lines"]] == [
        "Rob Smith", "Robert Smith",
    ]  # fmt: skip
    file = desk.get(page(club), {"q": "smith", "format": "csv"}).content.decode()
    assert [line.split(",")[0] for line in file.lstrip("\ufeff").splitlines()] == [
        "Name", "Rob Smith", "Robert Smith",
    ]  # fmt: skip
    with CaptureQueriesContext(connection) as asked:
        desk.get(page(club))
    assert len(asked) <= 20


def test_an_erased_person_is_named_nowhere_any_more(club, desk):
    event(club, "Third", "Bob Smith", "Eve", week=2)
    login = get_user_model().objects.create_user("rob-smith")
    Player.objects.filter(name="Rob Smith").update(user=login, email="rob@example.org")
    post(desk, page(club, "merge"), player=named("Bob Smith").pk, into=named("Rob Smith").pk)
    figures.refresh(club.pk)
    pk, bob = named("Rob Smith").pk, named("Bob Smith").pk
    opponent = next(each for each in ("Ann", "Cy", "Dee") if _met(each, pk))
    visitor = Client()
    pages = [f"/players/{named(opponent).pk}{end}" for end in ("/", ".json", ".csv")]
    pages += [f"/clubs/{club.slug}/ratings{end}" for end in ("/", ".json", ".csv")]
    assert any("Rob Smith" in visitor.get(each).text for each in pages), "it stood there before"
    assert Command.objects.filter(answer__contains="Bob Smith").exists()
    assert act(desk, club, "Rob Smith", "erase").status_code == 422, "it has to be confirmed"
    act(desk, club, "Rob Smith", "erase", sure="1")
    for each in pages:
        text = visitor.get(each).text
        assert "Rob Smith" not in text
        assert "Bob Smith" not in text
    assert "–" in visitor.get(pages[0]).text
    assert [visitor.get(f"/players/{each}/", follow=True).status_code for each in (pk, bob)] == [404, 404]
    assert not get_user_model().objects.filter(username="rob-smith").exists()
    everything = repr([list(Player.objects.values()), list(Command.objects.values())])
    assert [
        word for word in ("Rob Smith", "rob smith", "Bob Smith", "bob smith", "rob@") if word in everything
    ] == []
    assert list(checks.findings()) == []


def test_an_erased_person_is_named_by_no_earlier_spelling_either(club, desk):
    PhoneSeen.objects.create(club=club, key="a" * 32, table_number=1, name="Rob Smith")
    assert Command.objects.filter(answer__contains="Rob Smith").exists()
    act(desk, club, "Rob Smith", "rename", name="Roberta Smith")
    assert PhoneSeen.objects.get().name == "Roberta Smith"
    act(desk, club, "Roberta Smith", "erase", sure="1")
    kept = repr([list(PhoneSeen.objects.values()), list(Command.objects.values())])
    assert [name for name in ("Rob Smith", "Roberta Smith") if name in kept] == []


def _met(name: str, pk) -> bool:
    seats = named(name).seats.filter(side__match__sides__persons__player=pk)
    return seats.exists()


def test_programs_see_likely_duplicates_merge_and_part(club, desk):
    event(club, "Third", "Robert Smyth", "Ann", week=2)
    admin, stranger = APIClient(), APIClient()
    admin.force_authenticate(get_user_model().objects.get(username="admin"))
    stranger.force_authenticate(user("stranger"))
    url = f"/api/v1/clubs/{club.slug}/people/"
    (pair,) = admin.get(f"{url}duplicates/").json()
    assert pair["why"] == "slip"
    merge = f"{url}{pair['player']}/merge/"
    statuses = [
        each.post(merge, {"into": pair["into"]}).status_code for each in (stranger, APIClient(), admin)
    ]
    assert statuses == [404, 401, 201]
    assert pair["player_name"] not in [each["name"] for each in admin.get(url).json()]
    assert admin.get(f"{url}duplicates/").json() == []
    assert (stranger.delete(merge).status_code, admin.delete(merge).status_code) == (404, 201)
    refused = admin.post(f"{url}{named('Ann').pk}/merge/", {"into": str(named("Cy").pk)})
    assert (refused.status_code, refused.json()["code"]) == (422, "both_played")


def test_a_new_name_much_like_a_known_one_is_told_where_it_is_entered(club, desk):
    row = event(club, "Third", "Ann", "Cy", week=2, finish=False)
    paste = f"/desk/t/{row.pk}/people/paste/"
    answer = post(desk, paste, names="Robert Smyth\nZed Zedson")
    assert said(desk, answer) == [
        "2 entered.",
        "Robert Smyth is new on the club’s list and much like Robert Smith. If that is one person, merge the"
        " two under the club’s people.",
    ]
    answer = post(desk, page(club, "merge"), player=named("Robert Smith").pk, into=named("Robert Smyth").pk)
    assert said(desk, answer)[-1].startswith("They are one person now")
    both = post(desk, paste, names="Ann Boleyn-Smith\nAnn Boleyn-Smyth")
    assert said(desk, both)[-1] == "2 entered.", "two of one event are two persons"


def test_programs_correct_hide_link_and_erase(club, desk):
    admin, stranger = APIClient(), APIClient()
    admin.force_authenticate(get_user_model().objects.get(username="admin"))
    stranger.force_authenticate(user("stranger"))
    cy = f"/api/v1/clubs/{club.slug}/people/{named('Cy').pk}/"
    for client, status in ((stranger, 404), (APIClient(), 401)):
        answers = [client.patch(cy, {"name": "X"}), client.delete(cy), client.post(f"{cy}link/"),
                   client.delete(f"{cy}link/")]  # fmt: skip
        assert {each.status_code for each in answers} == {status}
    changed = admin.patch(cy, {"name": "Cyrus Young", "private": True}, format="json").json()
    assert (changed["name"], changed["private"]) == ("Cyrus Young", True)
    known = admin.patch(cy, {"name": "ann"}, format="json")
    assert (known.status_code, known.json()["code"]) == (422, "name_known")
    token = admin.post(f"{cy}link/").json()["token"]
    browser = Client()
    browser.get(f"/p/{token}/")
    me = browser.get("/api/v1/me/").json()
    assert (me["name"], me["private"], len(me["matches"])) == ("Cyrus Young", True, 2)
    assert admin.delete(f"{cy}link/").status_code == 204
    assert browser.get("/api/v1/me/").status_code == 401
    assert admin.delete(cy).status_code == 204
    assert (admin.delete(cy).status_code, admin.patch(cy, {}).status_code) == (404, 404)
    assert not Player.objects.filter(name="Cyrus Young").exists()


def test_who_plays_himself_says_which_person_he_is_in_one_tap(club, desk):
    assert "This is me" in desk.get(page(club, named("Ann").pk)).text
    answer = act(desk, club, "Ann", "mine")
    assert said(desk, answer) == [
        "The desk knows now that you are Ann: your own matches are ruled on by others."
    ]
    assert named("Ann").user.username == "admin"
    assert "This is you" in desk.get(page(club, named("Ann").pk)).text
    other = act(desk, club, "Robert Smith", "mine")
    assert other.status_code == 422
    assert named("Robert Smith").user is None
    assert "This is me" not in desk.get(page(club, named("Robert Smith").pk)).text


def test_a_login_reads_and_hides_itself(club):
    ann, other = user("ann"), user("other")
    Player.objects.filter(name="Ann").update(user=ann)
    mine, nobody = APIClient(), APIClient()
    mine.force_authenticate(ann)
    nobody.force_authenticate(other)
    assert (nobody.get("/api/v1/me/").status_code, APIClient().get("/api/v1/me/").status_code) == (404, 401)
    assert mine.patch("/api/v1/me/", {"private": True}, format="json").json()["name"] == "Ann"
    assert named("Ann").is_private
