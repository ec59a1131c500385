"""An event of one table at the desk: made, drawn, entered, corrected, closed, published."""

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.manipulation.showdown import settle
from games.engine.rulesets import MANIPULATION
from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, Scene, client_of, post, said, text_of, user
from tests.tournaments.views.desk.test_setting_up import new_event
from tournaments import logs
from tournaments.models.club import Club
from tournaments.models.tournament import Match, Tournament
from tournaments.services import clubs, registration, tournaments

pytestmark = pytest.mark.django_db(transaction=True)
THREE = ("Ada", "Bo", "Cy")
TABLE = {"rules": "manipulation", "format": "one_table", "rounds": 1}


@pytest.fixture
def club() -> Club:
    return clubs.create_club(name="Book Street", tables=3, admin_id=user("ida").pk)


@pytest.fixture
def desk(club) -> Client:
    return client_of(club.roles.get().user)


def scene_of(rules: str, names=THREE):
    """An event of one table with these people, not drawn yet."""
    director = user("director")
    club = clubs.create_club(name="Book Street", tables=3, admin_id=director.pk)
    address = reverse("desk_new", args=[club.slug])
    answer = post(client_of(director), address, **new_event(rules=rules, format="one_table", rounds=1))
    assert answer.status_code == 302, text_of(answer)[:900]
    row = Tournament.objects.get()
    tournaments.announce(row)
    sides = [registration.NewSide(names=(name,)) for name in names]
    registration.enter_sides(Command(actor=DIRECTOR), row, sides)
    return Scene(club=club, row=row, director=director)


def only_match(scene) -> Match:
    return Match.objects.get(round__stage__tournament=scene.row)


def state(scene):
    return logs.match_at(only_match(scene).pk)[1]


def published(rules: str, names=THREE):
    scene = scene_of(rules, names)
    return scene.published()


def act(scene, action: str, *, desk: Client | None = None, **data):
    url = reverse("desk_match_act", args=[only_match(scene).pk, action])
    return post(desk or scene.desk, url, **data)


def test_an_event_of_one_table_is_made_from_the_form(club, desk):
    answer = post(desk, reverse("desk_new", args=[club.slug]), **new_event(**TABLE))
    assert answer.status_code == 302, text_of(answer)[:900]
    stage = Tournament.objects.get().stages.get()
    assert (stage.format, stage.rules["seats"]) == ("one_table", "table")


@pytest.mark.parametrize("rules", ["three_handed", "manipulation"])
def test_the_form_offers_the_rules_of_tables(club, desk, rules):
    page = desk.get(reverse("desk_new", args=[club.slug]))
    assert f'value="{rules}"' in page.text


def test_rules_for_three_in_a_swiss_event_are_refused_and_nothing_entered_is_lost(club, desk):
    answer = post(desk, reverse("desk_new", args=[club.slug]), **new_event(rules="three_handed"))
    assert answer.status_code == 422
    assert "These rules are for 3 at one table: choose the format “One table” or" in text_of(answer)
    assert answer.context["form"]["name"].value() == "Thursday"


def test_a_table_of_six_is_refused_at_the_draw():
    scene = scene_of("manipulation", (*THREE, "Di", "Ed", "Flo"))
    answer = post(scene.desk, scene.url("draw"), stage=1)
    assert "these rules are for 2 to 5 players (rules 5.1). Mark some as absent" in text_of(answer)
    assert not Match.objects.filter(round__stage__tournament=scene.row).exists()


def test_the_draft_and_the_board_name_everybody():
    scene = scene_of("three_handed").drawn()
    words = text_of(scene.desk.get(scene.url("event")))
    assert "Everybody sits at one table" in words
    assert all(name in words for name in THREE)
    scene.publish()
    words = text_of(scene.desk.get(scene.url("event")))
    assert all(name in words for name in THREE)


def test_the_desk_enters_a_round_by_everybodys_count():
    scene = published("manipulation")
    desk = scene.desk
    page = desk.get(reverse("desk_match", args=[only_match(scene).pk]))
    assert all(f"Count of {name}" in page.text for name in THREE)
    assert all(name in text_of(page).partition("Score sheet")[0] for name in THREE)
    counts = {"count_0": 4, "count_1": 23, "count_2": 11}
    answer = act(scene, "hand", desk=desk, place="1.1.0", how="knock", side=0, **counts)
    assert said(desk, answer) == ["Hand 1 is entered."]
    assert state(scene).lines[0].result == settle(
        (4, 23, 11), MANIPULATION, knocker=0, fidelity="counts", verified=False, events=1
    )


def test_the_desk_corrects_a_round_with_its_reason():
    scene = published("manipulation")
    desk = scene.desk
    for deal in (1, 2):
        act(scene, "hand", place=f"1.{deal}.0", how="out", side=0, count_1=25, count_2=24 + deal)
    assert state(scene).status == "accepted"
    answer = act(scene, "correct-hand", desk=desk, place="1.2.0", how="out", side=1, count_0=60, count_2=65,
                 reason="the other one was out")  # fmt: skip
    (words,) = said(desk, answer)
    assert words.startswith("Corrected from")
    assert state(scene).sheet.games[0].columns[0].hand_points == (75, 150, 0)


def test_three_handed_a_corrected_hand_is_told_by_name():
    scene = published("three_handed")
    deal = 0
    while not state(scene).sheet.over:
        deal += 1
        act(scene, "hand", place=f"1.{deal}.0", how="points", side=0, points=60)
    first = state(scene).lines[0].seats
    rests = next(side for side in range(3) if side not in first)
    answer = act(scene, "correct-hand", place="1.1.0", how="points", side=rests, points=60, reason="no")
    assert answer.status_code == 422
    assert "This player dealt the hand and sat out." in text_of(answer)
    answer = act(scene, "correct-hand", place="1.1.0", how="points", side=first[1], points=60, reason="swap",
                 unfinished="time")  # fmt: skip
    assert answer.status_code == 302, text_of(answer)[:900]
    assert state(scene).sheet.games[0].lines[0].points[first[1]] == 60


def test_an_evening_at_one_table_is_closed_and_published():
    scene = published("manipulation")
    for deal in (1, 2):
        act(scene, "hand", place=f"1.{deal}.0", how="out", side=0, count_1=25, count_2=24 + deal)
    closed = post(scene.desk, scene.url("close"), stage=1, round=1)
    assert closed.status_code == 302, text_of(closed)[:900]
    hung = post(scene.desk, scene.url("publish_standings"), stage=1, round=1, final="1")
    assert hung.status_code == 302, text_of(hung)[:900]
    words = text_of(Client().get(f"/clubs/{scene.club.slug}/{scene.row.slug}/standings/"))
    order = [side.entry.name for side in only_match(scene).sides.all()]
    assert words.index(order[0]) < min(words.index(name) for name in order[1:])


def test_a_result_in_one_line_is_shown_for_as_many_as_sit_there():
    scene = scene_of("manipulation").published()
    assert "as the sides stand on the tile: 7 125-87-40 6-3-2." in text_of(scene.desk.get(scene.url("event")))
    answer = post(scene.desk, scene.url("line"), line="1 150-87")
    assert "A line is table, points, hands won, such as 7 125-87-40 6-3-2." in text_of(answer)
    table = only_match(scene).table_number
    post(scene.desk, scene.url("line"), line=f"{table} 150-87-40 6-3-2")
    assert only_match(scene).state == "accepted"
