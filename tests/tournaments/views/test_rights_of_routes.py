"""Whatever an admin can send, sent by everybody who has no right to it: nothing changes, and it is said why.

What can be sent comes from the code itself: the forms of every page, the routes and bodies of the API. A new
route is sent the day it is written.
"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from tests.remembered import rows_of_all
from tests.tournaments.views.all_forms import Sending, all_sendings
from tests.tournaments.views.public.scene import Scene, event, running
from tests.tournaments.views.searching import Nothing
from tournaments.access.table_codes import code_for
from tournaments.models.club import ClubRole, RoomTable
from tournaments.models.tournament import TournamentRole
from tournaments.services import own_links

pytestmark = pytest.mark.django_db

OWN = {
    "login", "logout", "set_language", "password_change", "api-tokens", "api-me", "me_leave", "table_who",
    "table_evening", "me_hide", "me_login", "desk_held", "club_feed",
}  # fmt: skip
"""About whoever sends it, or about nothing: who may do that is no question."""
UNSEEN = {"django_session", "tournaments_phoneseen"}
"""Tables in which it stands that somebody was there."""
OF_THE_ROOM = {
    "desk_new_evening", "desk_tables_add", "desk_tables_change", "desk_table_revoke", "desk_cards_printed",
    "desk_evening_code", "desk_new", "desk_tables", "desk_phones", "desk_cards",
}  # fmt: skip
"""Of the club's room: for whoever directs any of its events."""
THEIRS = {"director of another event": OF_THE_ROOM, "staff": {"desk_new_club"}}
OUTSIDERS = (
    "visitor", "table of another match", "player's phone at another table", "table of another club",
    "revoked card", "own link", "player elsewhere", "login", "staff", "inactive", "scorer until now",
    "deputy until now", "director until now", "admin until now", "director of another event",
    "director of another club",
)  # fmt: skip


def phone(table: RoomTable, person: object = "") -> Client:
    client = Client()
    client.get(f"/t/{code_for(table)}/")
    client.post("/table/who/", {"person": str(person)})
    return client


def login(scene: Scene, name: str, **fields: object) -> Client:
    """A new login, with what it once had in the event or has elsewhere."""
    user = get_user_model().objects.create_user(name, **fields)
    client = Client()
    client.force_login(user)
    kind, _, until = name.partition(" until ")
    if kind == "admin":
        ClubRole.objects.create(club=scene.club, user=user).delete()
    elif until:
        over = timezone.now() - timedelta(seconds=1)
        TournamentRole.objects.create(tournament=scene.row, user=user, kind=kind, expires_at=over)
    elif name == "director of another event":
        row = event(scene.club, name="Cup", names=("Xa", "Yb", "Zc", "Wd"))
        TournamentRole.objects.create(tournament=row, user=user, kind="director")
    elif name == "player elsewhere":
        other = scene.matches(2)[1].sides.first().entry.people[0]
        type(other).objects.filter(pk=other.pk).update(user=user)
    return client


def outsider(scene: Scene, who: str) -> Client:
    """A browser of somebody who has no right at the match at table 1, nor at the event's desk."""
    own, other = scene.matches(2)[:2]
    person = other.sides.first().entry.people[0]
    match who:
        case "visitor":
            return Client()
        case "table of another match":
            return phone(other.table)
        case "player's phone at another table":
            return phone(other.table, person.pk)
        case "table of another club":
            return phone(RoomTable.objects.exclude(room__club=scene.club).get())
        case "revoked card":
            client = phone(own.table)
            RoomTable.objects.filter(pk=own.table.pk).update(generation=2)
            return client
        case "own link":
            client = Client()
            client.get(f"/p/{own_links.give_link(person)}/")
            return client
        case "director of another club":
            return scene.client("other")
        case "staff":
            return login(scene, who, is_staff=True)
        case "inactive":
            client = login(scene, who)
            TournamentRole.objects.create(
                tournament=scene.row, user=get_user_model().objects.get(username=who), kind="director"
            )
            get_user_model().objects.filter(username=who).update(is_active=False)
            return client
    return login(scene, who)


def rows() -> dict[str, object]:
    return {table: found for table, found in rows_of_all().items() if table not in UNSEEN}


@pytest.fixture(scope="module")
def everything(django_db_setup, django_db_blocker):
    """One scene for all, and what an admin can send in it."""
    with django_db_blocker.unblock(), Nothing():
        scene = running()
        hand = scene.whole_hand().pk
        sent = [each for each in all_sendings(scene, "admin", hand) if each.name not in OWN]
        admin, taken = scene.client("admin"), []
        for each in sent:
            with Nothing():
                if each.by(admin).status_code != 405:
                    taken.append(each)
        yield scene, taken


def test_what_is_sent_does_something_where_there_is_the_right(everything):
    scene, sent = everything
    admin, changed = scene.client("admin"), set()
    for each in sent:
        with Nothing():
            before = rows()
            answer = each.by(admin)
            assert answer.status_code < 500, each
            if rows() != before:
                changed.add(each.name)
    assert len(sent) > 180
    assert len(changed) > 45


def is_refused(answer) -> bool:
    """To the login, or with a sentence."""
    if answer.status_code == 302:
        return answer["Location"].startswith("/login/?next=/")
    words = " ".join(re.sub(r"<script.*?</script>|<[^>]+>", " ", answer.text, flags=re.S).split())
    return answer.status_code in (401, 403, 404) and len(words) > 30


@pytest.mark.parametrize("who", OUTSIDERS)
def test_nothing_is_changed_by_those_without_the_right_and_they_are_told(everything, who):
    scene, sent = everything
    with Nothing():
        client = outsider(scene, who)
        asked: list[Sending] = [each for each in sent if each.name not in THEIRS.get(who, ())]
        before = rows()
        let_in = [
            (each.name, answer.status_code)
            for each in asked
            for answer in [each.by(client)]
            if not is_refused(answer)
        ]
        assert let_in == []
        assert rows() == before


@pytest.mark.parametrize("role", ["admin", "player", "table"])
def test_a_foreign_page_sends_nothing_by_a_browser_that_is_known_here(everything, role):
    """The cookies come along; the token of a page of ours does not."""
    scene, sent = everything
    with Nothing():
        client = Client(enforce_csrf_checks=True)
        client.cookies = scene.client(role).cookies
        before = rows()
        taken = [
            (each.name, answer.status_code)
            for each in sent
            for answer in [each.by(client, Origin="https://elsewhere.example")]
            if answer.status_code != 403
        ]
        assert taken == []
        assert rows() == before


@pytest.mark.parametrize(
    "there", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"]
)
def test_no_address_of_ours_leads_elsewhere(everything, there):
    scene, _sent = everything
    with Nothing():
        scene.users["other"].set_password("four-long-words-here")
        scene.users["other"].save()
        login = {"username": "other", "password": "four-long-words-here", "next": there}
        for client, url, body in (
            (Client(), "/login/", login),
            (Client(), f"/login/?next={there}", {**login, "next": ""}),
            (Client(), "/language/setlang/", {"language": "en", "next": there}),
            (scene.client("other"), "/logout/", {"next": there}),
        ):
            answer = client.post(url, body, headers={"referer": there})
            assert answer.status_code == 302, url
            assert "elsewhere" not in answer["Location"], url
        gone = Client()
        answer = gone.post(
            f"/desk/t/{scene.row.pk}/line/", {"line": "1 125-87 6-3"}, headers={"referer": there}
        )
        assert "elsewhere" not in answer["Location"]
