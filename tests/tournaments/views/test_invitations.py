"""Roles by a link: shown once, shown what it grants, accepted by a login, ended, used up, taken back."""

import io
import re
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.eventstore.transfer.export import export
from tests.tournaments.views.desk.scene import client_of, evening, post, said, text_of, user
from tournaments.models.club import ClubRole
from tournaments.models.invitation import Invitation, InvitationUse
from tournaments.models.tournament import TournamentRole
from tournaments.services import roles

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "four-long-words-here"


@pytest.fixture
def scene():
    scene = evening()
    ClubRole.objects.create(club=scene.club, user=user("admin"))
    return scene


def asked(scene, **data):
    """The answer to a director who asks for a link."""
    values = {"kind": "deputy", "note": "for Bo", "days": 7, "uses": 1, **data}
    return post(scene.desk, scene.url("invite"), **values)


def link_on(answer) -> str:
    assert answer.status_code == 200, text_of(answer)
    return re.search(r'value="https?://[^"]*(/r/[^"]+/)"', answer.text).group(1)


def opened(link: str, client: Client | None = None):
    """What the page of a link says, as a browser that follows it sees it."""
    return (client or Client()).get(link, follow=True)


def held(scene, name: str) -> list[str]:
    return list(scene.row.roles.filter(user__username=name).values_list("kind", flat=True))


def test_a_link_says_what_it_grants_before_anything_is_accepted(scene):
    link = link_on(asked(scene))
    client = Client()
    page = opened(link, client)
    assert page.redirect_chain == [("/invitation/", 302)]
    words = text_of(page)
    for each in ("You are invited: deputy", "Thursday", "Book Street", "Decide where the director plays",
                 "Invited by director"):  # fmt: skip
        assert each in words
    assert "for Bo" not in words, "the note is for those who give roles"
    assert InvitationUse.objects.count() == 0
    assert client.get(link)["Referrer-Policy"] == "no-referrer"


def test_the_secret_is_kept_nowhere(scene):
    link = link_on(asked(scene))
    token = link.split("/")[2]
    client = Client()
    opened(link, client)
    assert token not in repr(list(Invitation.objects.values()))
    assert token not in repr(dict(client.session.items()))
    file = io.BytesIO()
    export(file)
    assert b"tournaments.invitation" in file.getvalue()
    assert token.encode() not in file.getvalue()
    assert token not in scene.desk.get(scene.url("roles")).text


def test_somebody_without_a_login_makes_one_and_is_the_deputy(scene):
    client = Client()
    opened(link_on(asked(scene)), client)
    weak = client.post("/invitation/", {"username": "bo", "password1": "123", "password2": "123"})
    assert weak.status_code == 422
    assert not get_user_model().objects.filter(username="bo").exists()
    done = client.post("/invitation/", {"username": "bo", "password1": PASSWORD, "password2": PASSWORD})
    assert (done.status_code, done["Location"]) == (302, scene.url("event"))
    assert held(scene, "bo") == ["deputy"]
    assert client.get(scene.url("log")).status_code == 200
    assert client.get(scene.url("settings")).status_code == 404
    assert client.get("/invitation/").status_code == 404, "it is accepted and put away"


def test_somebody_with_a_login_logs_in_and_accepts(scene):
    user("cy")
    client = Client()
    page = opened(link_on(asked(scene, kind="scorer", role_days=3)), client)
    assert "/login/?next=/invitation/" in page.text
    client.post("/login/?next=/invitation/", {"username": "cy", "password": PASSWORD})
    assert "Accept as cy" in text_of(client.get("/invitation/"))
    assert held(scene, "cy") == [], "nothing is accepted by looking"
    answer = client.post("/invitation/")
    assert said(client, answer) == ["You are scorer of Thursday now."]
    role = scene.row.roles.get(user__username="cy")
    assert timedelta(days=2) < role.expires_at - timezone.now() <= timedelta(days=3)


def accepted(link: str, name: str) -> int:
    """The status with which a login's acceptance is answered."""
    who = get_user_model().objects.filter(username=name).first() or user(name)
    client = client_of(who)
    page = opened(link, client)
    return client.post("/invitation/").status_code if page.status_code == 200 else page.status_code


def test_it_is_good_for_as_many_logins_as_was_said_and_once_for_each(scene):
    link = link_on(asked(scene, uses=2))
    assert [accepted(link, name) for name in ("a", "a", "b", "c")] == [302, 302, 302, 410]
    assert [held(scene, name) for name in ("a", "b", "c")] == [["deputy"], ["deputy"], []]
    page = opened(link)
    assert (page.status_code, "was used already" in text_of(page)) == (410, True)


def test_it_ends_and_is_taken_back(scene):
    old, other = link_on(asked(scene)), link_on(asked(scene))
    first = Invitation.objects.order_by("created_at").first()
    Invitation.objects.filter(pk=first.pk).update(expires_at=timezone.now())
    assert accepted(old, "a") == 410
    assert "has run out" in text_of(opened(old))
    assert "for Bo" in text_of(scene.desk.get(scene.url("roles")))
    last = Invitation.objects.order_by("created_at").last()
    post(scene.desk, scene.url("invitation_revoke"), invitation=last.pk)
    assert "was taken back" in text_of(opened(other))
    assert accepted(other, "b") == 410
    assert "for Bo" not in text_of(scene.desk.get(scene.url("roles")))
    assert TournamentRole.objects.filter(user__username__in=("a", "b")).count() == 0


def test_a_role_that_was_taken_away_does_not_come_back_by_its_link_and_is_not_said_to_be_there(scene):
    link = link_on(asked(scene, uses=9))
    assert accepted(link, "bo") == 302
    scene.row.roles.filter(user__username="bo").delete()
    assert (accepted(link, "bo"), held(scene, "bo")) == (410, [])
    assert accepted(link, "cy") == 302, "it is there for others"


def test_a_link_is_worth_what_its_maker_may_do_and_nobody_put_out_comes_back_by_his_own(scene):
    by_role, by_login = link_on(asked(scene, uses=9)), link_on(asked(scene, uses=9, note="for Cy"))
    page = f"/desk/clubs/{scene.club.slug}/admins/"
    admin, second = get_user_model().objects.get(username="admin"), user("second")
    role = ClubRole.objects.create(club=scene.club, user=second)
    own = link_on(post(client_of(second), f"{page}invite/", kind="admin", days=7, uses=9))
    assert accepted(by_role, "a") == 302
    post(client_of(admin), f"{page}take/", role=role.pk)
    assert accepted(own, "second") == 410
    assert scene.club.roles.filter(user=second).count() == 0
    held = scene.row.roles.filter(kind="director")
    held.update(expires_at=timezone.now())
    assert accepted(by_role, "b") == 410
    assert "was taken back" in text_of(opened(by_role))
    assert "for Bo" not in text_of(client_of(admin).get(scene.url("roles")))
    held.update(expires_at=None)
    assert accepted(by_role, "b") == 302
    assert "for Bo" in text_of(client_of(admin).get(scene.url("roles")))
    get_user_model().objects.filter(pk=scene.director.pk).update(is_active=False)
    assert accepted(by_login, "c") == 410
    get_user_model().objects.get(pk=scene.director.pk).delete()
    assert opened(by_login).status_code == 404


def test_a_role_that_lasts_longer_is_never_cut_short(scene):
    bo = user("bo")
    role = TournamentRole.objects.create(tournament=scene.row, user=bo, kind="deputy")
    assert accepted(link_on(asked(scene, role_days=2)), "bo") == 302
    role.refresh_from_db()
    assert role.expires_at is None
    assert InvitationUse.objects.count() == 0, "nothing was needed, so nothing is used up"


def test_the_same_form_again_makes_no_second_link(scene):
    key = uuid.uuid4()
    link_on(asked(scene, key=key))
    again = asked(scene, key=key)
    assert again.status_code == 302
    assert Invitation.objects.count() == 1


def test_a_director_gives_helpers_their_roles_and_no_director(scene):
    assert asked(scene, kind="director").status_code == 422
    assert Invitation.objects.count() == 0
    name = user("bo").username
    page = post(scene.desk, scene.url("roles"), username=name, kind="director")
    assert (page.status_code, held(scene, "bo")) == (422, [])
    mine = scene.row.roles.get(kind="director")
    post(scene.desk, scene.url("role_take"), role=mine.pk)
    assert scene.row.roles.filter(pk=mine.pk).exists(), "a director takes no director's role away"
    admin = client_of(get_user_model().objects.get(username="admin"))
    answer = post(admin, scene.url("invite"), kind="director", days=7, uses=1)
    assert accepted(link_on(answer), "bo") == 302
    assert held(scene, "bo") == ["director"]


def test_a_director_does_not_see_or_revoke_an_admins_invitation(scene):
    made, _token = roles.invite(club=scene.club, tournament=scene.row, kind="director", days=7, note="Dora")
    assert "Dora" not in text_of(scene.desk.get(scene.url("roles")))
    post(scene.desk, scene.url("invitation_revoke"), invitation=made.pk)
    made.refresh_from_db()
    assert made.revoked_at is None


def test_an_admin_of_the_club_is_invited_and_the_last_one_stays(scene):
    admin = client_of(get_user_model().objects.get(username="admin"))
    page = f"/desk/clubs/{scene.club.slug}/admins/"
    answer = post(admin, f"{page}invite/", kind="admin", days=7, uses=1, note="Dora")
    assert accepted(link_on(answer), "dora") == 302
    assert list(scene.club.roles.values_list("user__username", flat=True)) == ["admin", "dora"]
    for role in list(scene.club.roles.all()):
        post(admin, f"{page}take/", role=role.pk)
    assert scene.club.roles.count() == 1
    assert asked(scene, kind="admin").status_code == 422, "no event's director makes an admin"


def test_a_wrong_link_opens_nothing_and_guessing_is_slowed(scene):
    client = Client()
    assert client.get("/r/wrong/").status_code == 404
    assert client.get("/invitation/").status_code == 404
    for _ in range(30):
        client.get("/r/wrong/")
    assert client.get("/r/wrong/").status_code == 429
    assert opened(link_on(asked(scene)), client).status_code == 200, "who tries keeps nobody else out"


def test_programs_make_list_accept_and_take_back_invitations(scene):
    desk, guest, admin = APIClient(), APIClient(), APIClient()
    desk.force_authenticate(scene.director)
    guest.force_authenticate(user("bo"))
    admin.force_authenticate(get_user_model().objects.get(username="admin"))
    url = f"/api/v1/tournaments/{scene.row.pk}/invitations/"
    key = {"HTTP_IDEMPOTENCY_KEY": str(uuid.uuid4())}
    made = desk.post(url, {"kind": "scorer", "note": "Bo"}, **key)
    assert made.status_code == 201
    again = desk.post(url, {"kind": "scorer", "note": "Bo"}, **key)
    assert (again.status_code, again.json()["id"], "token" in again.json()) == (200, made.json()["id"], False)
    assert desk.post(url, {"kind": "director"}).status_code == 400
    assert admin.post(url, {"kind": "director"}).status_code == 201
    (listed,) = desk.get(url).json()
    assert (listed["kind"], listed["note"], listed["uses_left"]) == ("scorer", "Bo", 1)
    assert (guest.get(url).status_code, APIClient().get(url).status_code) == (404, 401)
    token = {"token": made.json()["token"]}
    assert APIClient().post("/api/v1/invitations/accept/", token).status_code == 401
    assert guest.post("/api/v1/invitations/accept/", token).json()["fresh"] is True
    assert guest.post("/api/v1/invitations/accept/", token).json()["fresh"] is False
    assert held(scene, "bo") == ["scorer"]
    assert guest.post("/api/v1/invitations/accept/", {"token": "wrong"}).status_code == 404
    late = admin.post(url, {"kind": "deputy"}).json()
    one = f"/api/v1/invitations/{late['id']}/"
    assert (guest.delete(one).status_code, desk.delete(one).status_code) == (404, 204)
    ended = guest.post("/api/v1/invitations/accept/", {"token": late["token"]})
    assert (ended.status_code, ended.json()["code"]) == (422, "invitation_revoked")
    of_club = f"/api/v1/clubs/{scene.club.slug}/invitations/"
    statuses = [client.post(of_club, {"kind": "admin"}).status_code for client in (desk, admin)]
    assert statuses == [404, 201]
