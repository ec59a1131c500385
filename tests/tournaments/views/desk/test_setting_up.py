"""The first page of the desk, a new event, and the room: tables, printed cards, phones that come."""

import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.views.desk.scene import client_of, evening, post, said, text_of, user
from tournaments import logs
from tournaments.models.club import Club, RoomTable
from tournaments.models.tournament import PhoneSeen, Tournament, TournamentRole
from tournaments.services import clubs

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "http://192.168.7.20:8000"


@pytest.fixture
def club() -> Club:
    return clubs.create_club(name="Book Street", zone="Europe/Berlin", tables=3, admin_id=user("ida").pk)


@pytest.fixture
def desk(club) -> Client:
    return client_of(club.roles.get().user)


def url(name: str, club: Club, *more) -> str:
    return reverse(f"desk_{name}", args=[club.slug, *more])


def new_event(**changed) -> dict:
    return {
        "name": "Thursday", "date": "2026-12-03", "time": "19:00", "zone": "Europe/Berlin", "side_size": 1,
        "rules": "club25", "format": "swiss", "rounds": 4, "live_standings": "public",
        "results": "at_once", "acceptance": "shared", **changed,
    }  # fmt: skip


# ---------------------------------------------------------------- the first page


def test_the_first_page_says_what_to_do_first(club, desk):
    words = text_of(desk.get(reverse("desk")))
    assert "The first evening, step by step" in words
    assert "Print the table cards" in words


def test_a_login_without_a_club_is_told_whom_to_ask():
    words = text_of(client_of(user("lost")).get(reverse("desk")))
    assert "Your login is lost. Ask the club’s admin" in words


def test_a_visitor_is_asked_to_log_in():
    assert Client().get(reverse("desk"))["Location"] == "/login/?next=/desk/"


def test_what_runs_now_stands_before_what_comes(club):
    scene = evening().published()
    TournamentRole.objects.filter(tournament=scene.row).update(user=club.roles.get().user)
    desk = client_of(club.roles.get().user)
    post(desk, url("new", club), **new_event(name="Next week"))
    words = text_of(desk.get(reverse("desk")))
    assert words.index("Running now") < words.index("Thursday") < words.index("Next week")


# ---------------------------------------------------------------- a new event


def test_an_event_is_created_as_a_draft_that_its_maker_directs(club, desk):
    answer = post(desk, url("new", club), **new_event())
    assert said(desk, answer) == ["Created as a draft. Only you see it until you announce it."]
    row = Tournament.objects.get()
    assert answer["Location"] == reverse("desk_people", args=[row.pk])
    assert row.starts_at == datetime(2026, 12, 3, 18, tzinfo=UTC)
    assert row.roles.get().kind == "director"
    assert Client().get(row_address(row)).status_code == 404
    post(desk, reverse("desk_announce", args=[row.pk]))
    assert Client().get(row_address(row)).status_code == 200


def row_address(row: Tournament) -> str:
    return reverse("tournament", args=[row.club.slug, row.slug])


def test_the_same_form_twice_creates_one_event(club, desk):
    key = uuid.uuid4()
    for _ in range(2):
        post(desk, url("new", club), **new_event(), key=key)
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("form", ["swiss", "round_robin", "double_round_robin"])
def test_rules_target_format_and_rounds_are_as_chosen(club, desk, form):
    post(desk, url("new", club), **new_event(format=form, rounds=3, target=150))
    stage = logs.tournament_at(Tournament.objects.get().pk)[1].stages[1]
    assert (stage.format, stage.rounds, stage.rules.target) == (form, 3, 150)


def test_rules_for_partners_are_refused_for_single_players_and_nothing_entered_is_lost(club, desk):
    answer = post(desk, url("new", club), **new_event(rules="partnership_125", name="Friday"))
    assert answer.status_code == 422
    assert "Choose rules for single players." in text_of(answer)
    assert 'value="Friday"' in answer.text
    assert not Tournament.objects.exists()


def test_a_time_the_clocks_skip_is_refused(club, desk):
    answer = post(desk, url("new", club), **new_event(date="2027-03-28", time="02:30"))
    assert "this time does not exist that day" in text_of(answer)


def test_a_time_the_clocks_skip_is_refused_for_the_same_event_again_too(club, desk):
    post(desk, url("new", club), **new_event())
    row = Tournament.objects.get()
    again = reverse("desk_clone", args=[row.pk])
    answer = post(desk, again, name="Easter", date="2027-03-28", time="02:30")
    assert answer.status_code == 422
    assert "this time does not exist that day" in text_of(answer)
    post(desk, again, name="Easter", date="2027-03-28", time="03:00")
    assert Tournament.objects.get(name="Easter").starts_at == datetime(2027, 3, 28, 1, tzinfo=UTC)


def test_a_start_in_the_hour_that_comes_twice_stays_where_it_was_when_other_words_change(club, desk):
    post(desk, url("new", club), **new_event(date="2027-10-31", time="02:30"))
    row = Tournament.objects.get()
    first, second = (datetime(2027, 10, 31, hour, 30, tzinfo=UTC) for hour in (0, 1))
    assert row.starts_at == first
    Tournament.objects.update(starts_at=second)
    words = {"part": "words", "name": "Night", "date": "2027-10-31", "time": "02:30", "zone": "Europe/Berlin",
             "acceptance": "shared", "live_standings": "public", "results": "at_once"}  # fmt: skip
    assert post(desk, reverse("desk_settings", args=[row.pk]), **words).status_code == 302
    assert Tournament.objects.get().starts_at == second
    assert (
        post(desk, reverse("desk_settings", args=[row.pk]), **{**words, "time": "02:31"}).status_code == 302
    )
    assert Tournament.objects.get().starts_at == first + timedelta(minutes=1)


def test_the_page_says_how_long_the_evening_takes(club, desk):
    words = text_of(desk.get(url("new", club)))
    first = re.search(r"The evening of 4 rounds takes ([^.]+)\.", words)
    answer = desk.get(url("new_evening", club), new_event(rounds=6))
    longer = re.search(r"The evening of 6 rounds takes ([^.]+)\.", text_of(answer))
    assert first
    assert longer
    assert hours(longer[1]) > hours(first[1])


def hours(text: str) -> int:
    whole, minutes = re.search(r"(\d+) h (\d+) min", text).groups()
    return int(whole) * 60 + int(minutes)


# ---------------------------------------------------------------- tables and their cards


def test_tables_are_added_and_asking_twice_adds_none_twice(club, desk):
    assert said(desk, post(desk, url("tables_add", club), tables=5)) == ["2 tables added."]
    post(desk, url("tables_add", club), tables=5)
    assert [table.number for table in RoomTable.objects.order_by("number")] == [1, 2, 3, 4, 5]


def test_a_table_is_step_free_and_another_out_of_use(club, desk):
    one, two, three = RoomTable.objects.order_by("number")
    shown = [table.pk for table in (one, two, three)]
    ticked = {"shown": shown, "step_free": [one.pk], "out_of_use": [two.pk]}
    assert said(desk, post(desk, url("tables_change", club), **ticked)) == ["The tables are saved."]
    assert [(t.step_free, t.out_of_use) for t in RoomTable.objects.order_by("number")] == [
        (True, False), (False, True), (False, False),
    ]  # fmt: skip
    assert [card.table.number for card in desk.get(url("cards", club)).context["cards"]] == [1, 3]
    post(desk, url("tables_change", club), shown=[two.pk, three.pk])
    assert [(t.step_free, t.out_of_use) for t in RoomTable.objects.order_by("number")] == [
        (True, False), (False, False), (False, False),
    ], "a table that was not on the page stays as it is"  # fmt: skip


@pytest.mark.parametrize(
    ("boards", "cards"), [(1, ["1", "2", "3"]), (2, ["1A", "1B", "2A", "2B", "3A", "3B"])]
)
def test_every_table_has_a_card_with_a_code_that_opens_it(club, desk, settings, boards, cards):
    settings.PUBLIC_URL = ADDRESS
    page = desk.get(url("cards", club), {"boards": boards})
    shown = page.context["cards"]
    assert [f"{card.table.number}{card.board}" for card in shown] == cards
    assert page.text.count('<figure class="qr"><svg') == len(cards)
    assert "style=" not in page.text
    for card in shown:
        assert card.address.startswith(f"{ADDRESS}/t/{card.table.number}")
        phone = Client()
        assert phone.get(card.address.removeprefix(ADDRESS))["Location"].startswith("/table/")
        assert "table" in phone.cookies


def test_a_club_with_partners_prints_a_card_for_each_board(club, desk):
    post(desk, url("new", club), **new_event(side_size=2, rules="partnership_125"))
    assert len(desk.get(url("cards", club)).context["cards"]) == 6


def test_a_void_card_opens_nothing_and_the_next_one_does(club, desk):
    first = desk.get(url("cards", club)).context["cards"][0]
    old = first.address
    for _ in range(2):  # a double click makes one card void
        post(desk, url("table_revoke", club, first.table.pk), generation=1)
    new = desk.get(url("cards", club)).context["cards"][0].address
    assert RoomTable.objects.get(pk=first.table.pk).generation == 2
    assert Client().get(re.sub("^https?://[^/]+", "", old)).status_code == 404
    assert Client().get(re.sub("^https?://[^/]+", "", new)).status_code == 302


def test_the_desk_warns_where_the_printed_cards_lead_elsewhere(club, desk, settings):
    settings.PUBLIC_URL = ADDRESS
    post(desk, url("cards_printed", club), address=ADDRESS)
    assert "The cards on the tables lead to" not in text_of(desk.get(url("cards", club)))
    settings.PUBLIC_URL = "http://192.168.7.99:8000"
    for name in ("cards", "phones"):
        assert f"The cards on the tables lead to {ADDRESS}" in text_of(desk.get(url(name, club)))


# ---------------------------------------------------------------- phones


def test_a_phone_that_opens_the_address_is_seen(club, desk, settings):
    settings.PUBLIC_URL = ADDRESS
    page = desk.get(url("phones", club))
    assert page.context["hello"] == f"{ADDRESS}/hello/{club.slug}/"
    assert "None yet." in text_of(page)
    Client().get(f"/hello/{club.slug}/")
    assert "1 phone reaches this computer" in text_of(desk.get(url("phones", club)))


def test_the_list_alone_answers_where_the_script_asks(club, desk):
    answer = desk.get(url("phones", club), headers={"hx-request": "true"})
    assert answer.text.lstrip().startswith('<section class="stack" id="phones"')


@pytest.mark.parametrize(("seconds", "warned"), [(60, False), (121, True)])
def test_no_phone_for_two_minutes_is_a_warning(club, desk, seconds, warned):
    since = int((timezone.now() - timedelta(seconds=seconds)).timestamp())
    page = desk.get(url("phones", club), {"since": since})
    assert ("No phone has come for two minutes" in text_of(page)) is warned


def test_a_phone_of_last_week_is_no_proof(club, desk):
    Client().get(f"/hello/{club.slug}/")
    PhoneSeen.objects.update(last_seen=timezone.now() - timedelta(days=7))
    since = int((timezone.now() - timedelta(minutes=5)).timestamp())
    assert "No phone has come for two minutes" in text_of(desk.get(url("phones", club), {"since": since}))


@pytest.mark.parametrize("since", ["", "x", "99999999999", "-1", "²", "0"])
def test_a_strange_moment_counts_from_now(club, desk, since):
    assert "None yet." in text_of(desk.get(url("phones", club), {"since": since}))


def test_an_address_of_this_computer_alone_is_told(club, desk, settings):
    settings.PUBLIC_URL = "http://localhost:8000"
    assert "leads nowhere but to this computer itself" in text_of(desk.get(url("phones", club)))


# ---------------------------------------------------------------- rights, helpers, cost


def test_a_role_is_given_by_login_name_and_taken_back(club, desk):
    post(desk, url("new", club), **new_event())
    row, helper = Tournament.objects.get(), user("sam")
    roles = reverse("desk_roles", args=[row.pk])
    assert "There is no login called nobody." in text_of(post(desk, roles, username="nobody", kind="scorer"))
    post(desk, roles, username="sam", kind="scorer")
    held = row.roles.get(user=helper)
    assert held.kind == "scorer"
    post(desk, reverse("desk_role_take", args=[row.pk]), role=held.pk)
    assert not row.roles.filter(user=helper).exists()


def test_another_club_has_no_room_here(club):
    stranger = user("eve")
    clubs.create_club(name="Elsewhere", admin_id=stranger.pk)
    client = client_of(stranger)
    table = RoomTable.objects.filter(room__club=club).first()
    for name, more in (("tables", ()), ("cards", ()), ("phones", ()), ("new", ())):
        assert client.get(url(name, club, *more)).status_code == 404
    ticked = {"shown": [table.pk], "out_of_use": [table.pk]}
    assert post(client, url("tables_change", club), **ticked).status_code == 404
    assert post(client, url("table_revoke", club, table.pk), generation=1).status_code == 404
    other = Club.objects.get(name="Elsewhere")
    assert said(client, post(client, url("tables_change", other), **ticked)) == [
        "That did not work. Reload the page and try again."
    ]
    table.refresh_from_db()
    assert not table.out_of_use


@pytest.mark.parametrize("name", ["tables", "cards", "phones", "new"])
def test_the_room_asks_the_database_at_most_twenty_times(club, desk, name, django_assert_max_num_queries):
    clubs.add_tables(club, 40)
    with django_assert_max_num_queries(20):
        desk.get(url(name, club))


def test_the_log_of_an_event_just_made_offers_nothing_to_take_back():
    scene = evening(())
    page = scene.desk.get(scene.url("log"))
    assert page.status_code == 200
    assert scene.url("undo") not in page.content.decode()


def test_who_looks_after_the_computer_makes_the_first_club_and_another():
    keeper = user("keeper")
    keeper.is_staff = True
    keeper.save()
    desk = client_of(keeper)
    assert "Make a club" in text_of(desk.get("/desk/"))
    for name, offered in (
        ("Harbour", "Print the table cards"),
        ("Hill", "Make another club on this computer"),
    ):
        made = post(desk, reverse("desk_new_club"), name=name, zone="UTC", tables=8)
        assert said(desk, made) == [f"{name} is there. Look at its tables, then make the first event."]
        assert offered in text_of(desk.get("/desk/"))
    assert "Ask the club’s admin" in text_of(client_of(user("visitor")).get("/desk/"))
    assert client_of(user("other")).get(reverse("desk_new_club")).status_code == 404
