"""How games become numbers is chosen at the desk, and holds until it is in use."""

import pytest
from django.urls import reverse

from games.engine.rulesets import change, preset
from games.services.command import Command
from scoring.options import StandingsOptions
from tests.tournaments.views.desk.scene import DIRECTOR, client_of, evening, post, said, text_of, user, win
from tests.tournaments.views.desk.test_setting_up import new_event
from tournaments import logs
from tournaments.models.tournament import Stage, Tournament
from tournaments.services import clubs, rounds, standings, tournaments

pytestmark = pytest.mark.django_db(transaction=True)

CHOSEN = {"spread": "grand_total", "clamp": "number", "most": 60, "per_game": "on", "opp_cut_lowest": 1}


@pytest.fixture
def club():
    return clubs.create_club(name="Book Street", zone="Europe/Berlin", tables=3, admin_id=user("ida").pk)


@pytest.fixture
def desk(club):
    return client_of(club.roles.get().user)


def create(club, desk, **chosen) -> Tournament:
    post(desk, reverse("desk_new", args=[club.slug]), **new_event(**chosen))
    return Tournament.objects.get()


def options(row: Tournament) -> StandingsOptions:
    return logs.tournament_at(row.pk)[1].stages[1].standings_options


def test_a_new_event_counts_as_usual_or_as_chosen(club, desk):
    row = create(club, desk)
    assert options(row) == StandingsOptions()
    row.delete()
    assert options(create(club, desk, **CHOSEN)) == StandingsOptions(
        spread="grand_total", clamp=60, per_game=True, opp_cut_lowest=1
    )


def test_a_limit_without_its_number_is_refused_and_nothing_entered_is_lost(club, desk):
    answer = post(desk, reverse("desk_new", args=[club.slug]), **new_event(name="Friday", clamp="number"))
    assert answer.status_code == 422
    assert "Say how many points, or choose another limit." in text_of(answer)
    assert 'value="Friday"' in answer.text
    assert not Tournament.objects.exists()


def test_columns_are_games_only_where_there_are_columns(club, desk):
    answer = post(desk, reverse("desk_new", args=[club.slug]), **new_event(each_column_a_game="on"))
    assert "These rules are played on a sheet of one column." in text_of(answer)
    row = create(club, desk, rules="hollywood", each_column_a_game="on")
    assert options(row) == StandingsOptions(each_column_a_game=True)


def test_the_settings_show_what_was_chosen_and_change_it_until_it_is_in_use():
    scene = evening()
    there = {"part": "stage", "rules": "keep", "format": "swiss", "rounds": 2}
    post(scene.desk, scene.url("settings"), **there, **CHOSEN)
    assert options(scene.row).clamp == 60
    page = scene.desk.get(scene.url("settings"))
    form = page.context["stage_form"]
    assert [form[name].value() for name in ("spread", "clamp", "most", "per_game", "opp_cut_lowest")] == [
        "grand_total", "number", 60, True, 1,
    ]  # fmt: skip
    scene.published()
    answer = post(scene.desk, scene.url("settings"), **there)
    assert "options is in use" in text_of(answer)
    assert options(scene.row).per_game


def test_the_same_again_counts_the_same():
    scene = evening(stage_options={"standings": {"clamp": 60}})
    post(
        scene.desk, reverse("desk_clone", args=[scene.row.pk]), name="Again", date="2026-12-03", time="19:00"
    )
    assert options(Tournament.objects.get(name="Again")) == StandingsOptions(clamp=60)


def test_the_seed_of_a_lot_is_stored_before_anybody_is_tied():
    scene = evening()
    assert options(scene.row).lot_seed is None
    order = {"part": "stage", "rules": "keep", "format": "swiss", "rounds": 2, "tiebreak_0": "GP",
             "tiebreak_1": "LOT"}  # fmt: skip
    post(scene.desk, scene.url("settings"), **order)
    seed = options(scene.row).lot_seed
    assert seed is not None
    post(scene.desk, scene.url("settings"), **order, tiebreak_2="NS")
    assert options(scene.row).lot_seed == seed
    scene.published()
    for match in scene.matches():
        win(match)
    found, _facts = standings.standings_of(
        logs.tournament_at(scene.row.pk)[1], 1, rounds.states_of(scene.row.pk)
    )
    assert [line.rank for line in found.lines] == [1, 2, 3, 4]
    other = tournaments.clone_tournament(
        Command(actor=DIRECTOR), scene.row, name="Again", starts_at=scene.row.starts_at
    )
    assert options(other).lot_seed not in (None, seed)


def test_live_and_published_lines_count_as_the_stage_chose():
    """Bo wins 125-87 with 6 hands to 3: 38 by hand points, 25 at most here."""
    scene = evening(("Ada", "Bo"), rounds=1, stage_options={"standings": {"clamp": 25}}).published()
    scene.played()
    standings.refresh(scene.row.pk)
    lines = Stage.objects.get().lines.values_list("line", flat=True)
    assert sorted(line["values"]["NS"] for line in lines) == [-25, 25]
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    hung = Stage.objects.get().publications.get()
    assert sorted(line["values"]["NS"] for line in hung.lines) == [-25, 25]
    standings.refresh(scene.row.pk)
    assert Stage.objects.get().standings_facts["since"] == {}


def test_the_rules_of_an_event_say_how_its_standings_are_counted(client):
    rules = change(preset("hollywood"), {"target": 100})
    scene = evening(rules=rules, stage_options={"standings": {"opp_cut_lowest": 2}})
    url = reverse("tournament_rules", args=[scene.club.slug, scene.row.slug])
    words = text_of(client.get(url))
    assert "A game adds 300 to the net at most." in words
    assert "the 2 weakest opponents are left out" in words
    assert "Game points, Games won, Net points, Opponents’ game points" in words


def test_the_api_takes_them_and_gives_them_back(club, desk):
    body = {"club": club.slug, "name": "Thursday", "starts_at": "2026-12-03T19:00:00Z", "rounds": 3}
    made = desk.post(
        "/api/v1/tournaments/", {**body, "standings": {"clamp": "none"}}, content_type="application/json"
    )
    assert made.status_code == 201
    assert made.json()["stages"][0]["standings"] == {
        "spread": "hand_points", "clamp": "none", "per_game": False, "opp_cut_lowest": 0,
        "each_column_a_game": False, "lot_seed": None,
    }  # fmt: skip
    wrong = desk.post(
        "/api/v1/tournaments/", {**body, "standings": {"clamp": "some"}}, content_type="application/json"
    )
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_standings_option")
    assert wrong.json()["data"] == {"field": "clamp"}


def test_the_seed_is_drawn_once_a_lot_is_asked_for(club, desk):
    row = create(club, desk, tiebreak_0="GP", tiebreak_1="LOT")
    assert options(row).lot_seed is not None
    assert said(desk, post(desk, reverse("desk_announce", args=[row.pk])))
