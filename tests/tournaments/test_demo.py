"""`manage.py seed_demo`: the demo club, made once, whole or not at all, and what a newcomer is told."""

import json
import stat
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from games.eventstore import checks
from games.eventstore.log import head
from tests.tournaments.workers import is_behind, ought, shown
from tournaments import demo, logs
from tournaments.engine.money.sheet import cash_sheet
from tournaments.models.club import Club
from tournaments.models.tournament import Match, Tournament
from tournaments.services import clubs
from tournaments.services.rounds import states_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.mark.slow
def test_the_demo_club_is_made_once_and_tells_how_to_look_around(data_folder, client):
    call_command("seed_demo", verbosity=0)
    logins = data_folder / "demo_logins.json"
    assert stat.S_IMODE(logins.stat().st_mode) == 0o600
    passwords = json.loads(logins.read_text())
    users = {user.username: user for user in get_user_model().objects.all()}
    assert sorted(users) == sorted(passwords) == ["director", "scorer"]
    assert all(users[name].check_password(passwords[name]) for name in passwords)
    assert {name: user.is_staff for name, user in users.items()} == {"director": True, "scorer": False}
    assert sorted(Tournament.objects.values_list("state", flat=True)) == [
        "finished",
        "finished",
        "open",
        "running",
    ]
    others = Tournament.objects.exclude(state="running")
    assert {row.starts_at.astimezone(ZoneInfo(row.zone)).hour for row in others} == {19}
    tonight = Match.objects.filter(round__stage__tournament__state="running", round__state="published")
    assert set(tonight.values_list("state", flat=True)) == {
        "none", "playing", "entered", "disputed", "accepted",
    }  # fmt: skip
    for row in Tournament.objects.exclude(state="open"):
        assert shown(row) == ought(row)
        assert not is_behind(row)
    assert list(checks.findings()) == []
    cup = Tournament.objects.get(name="Autumn Cup")
    sheet = cash_sheet(logs.tournament_at(cup.pk)[1], states_of(cup.pk))
    assert (sheet.came_in, sheet.balance, sheet.is_even) == (7_000, 0, True)

    director, table = demo.info("http://club.lan:8000/")
    assert passwords["director"] in director
    address = table.split("http://club.lan:8000")[1]
    assert client.get(address, follow=True).status_code == 200

    client.force_login(users["director"])
    running = Tournament.objects.get(state="running")
    assert "Start the clock · 3:00 + 50:00" in client.get(f"/desk/t/{running.pk}/").text

    before = head()
    call_command("seed_demo", "--if-empty", verbosity=0)
    with pytest.raises(CommandError):
        call_command("seed_demo", verbosity=0)
    assert (head(), Club.objects.count(), json.loads(logins.read_text())) == (before, 1, passwords)


def test_a_demo_that_is_interrupted_leaves_nothing():
    def interrupt():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        demo.build(interrupt)
    assert (Club.objects.count(), head().position) == (0, 0)
    assert not demo.is_there()


def test_a_real_club_is_left_alone_and_tells_nothing(data_folder):
    clubs.create_club(name="Real Club", tables=2)
    call_command("seed_demo", "--if-empty", verbosity=0)
    assert [club.name for club in Club.objects.all()] == ["Real Club"]
    assert list(demo.info("http://club.lan")) == []
    assert not (data_folder / "demo_logins.json").exists()
