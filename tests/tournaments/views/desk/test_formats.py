"""Setting up a format at the desk: what it asks for, what it means, the rounds it gets."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.rulesets import preset
from tests.tournaments.views.desk.scene import client_of, evening, post, text_of, user
from tests.tournaments.views.desk.test_setting_up import new_event
from tournaments import logs
from tournaments.engine.cuts import Cut
from tournaments.engine.evening import estimate
from tournaments.engine.tournament import Stage
from tournaments.models.club import Club
from tournaments.models.tournament import Tournament
from tournaments.services import clubs

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return clubs.create_club(name="Book Street", zone="Europe/Berlin", tables=3, admin_id=user("ida").pk)


@pytest.fixture
def desk(club) -> Client:
    return client_of(club.roles.get().user)


def made(desk: Client, club: Club, **fields) -> Stage:
    answer = post(desk, reverse("desk_new", args=[club.slug]), **new_event(**fields))
    assert answer.status_code == 302, text_of(answer)
    return logs.tournament_at(Tournament.objects.get().pk)[1].stages[1]


def planned(desk: Client, club: Club, **fields) -> str:
    return text_of(desk.get(reverse("desk_new_evening", args=[club.slug]), new_event(**fields)))


def test_a_knockout_needs_no_rounds_and_takes_its_choices(desk, club):
    stage = made(desk, club, format="knockout", rounds="", third_place="on", seeding="lot", games=3)
    assert (stage.format_options.third_place, stage.format_options.seeding) == (True, "lot")
    assert (stage.rules.games, stage.tiebreaks) == (3, ("SV", "H2H"))


def test_lives_are_as_chosen(desk, club):
    assert made(desk, club, format="lives", rounds="", lives=3).format_options.lives == 3


def test_what_another_format_asks_for_is_left_alone(desk, club):
    assert made(desk, club, format="swiss", lives=3, third_place="on").format_options.lives == 2


def test_a_swiss_without_rounds_is_refused_and_nothing_entered_is_lost(desk, club):
    answer = post(desk, reverse("desk_new", args=[club.slug]), **new_event(rounds="", name="Friday"))
    assert answer.status_code == 422
    assert "Say how many rounds are played." in text_of(answer)
    assert 'value="Friday"' in answer.text


def test_how_far_a_side_came_stays_the_first_tie_break_of_a_knockout(desk, club):
    assert made(desk, club, format="knockout", tiebreak_0="NS").tiebreaks == ("SV", "NS")


def test_a_format_chosen_later_brings_its_own_tie_breaks():
    scene = evening()
    url = scene.url("settings")
    first = scene.desk.get(url).context["stage_form"]
    data = {name: value for name, value in first.initial.items() if value not in (None, False)}
    answer = post(scene.desk, url, **{**data, "part": "stage", "format": "knockout"})
    assert answer.status_code == 302, text_of(answer)
    stage = logs.tournament_at(scene.row.pk)[1].stages[1]
    assert (stage.format, stage.tiebreaks) == ("knockout", ("SV", "H2H"))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"format": "knockout", "expected": 13},
            "13 sides are 4 rounds. The best 3 seeds rest in the first.",
        ),
        ({"format": "knockout", "expected": 16}, "16 sides are 4 rounds. Whoever loses is out"),
        (
            {"format": "lives", "lives": 2, "expected": 8},
            "everybody plays at least 2 matches. About 5 rounds",
        ),
        (
            {"format": "swiss", "rounds": 3, "expected": 16},
            "several of 16 sides may have won everything; 4 rounds",
        ),
        ({"format": "swiss", "rounds": 4, "expected": 16}, "at most one of 16 sides has won everything"),
    ],
)
def test_the_page_says_what_the_format_means(desk, club, fields, words):
    assert words in planned(desk, club, **fields)


def test_an_evening_of_fewer_and_fewer_tables_is_shorter():
    """Five rounds of one table take no longer than their tables ask for."""
    club25 = preset("club25")
    falling, level = estimate(club25, tables=[8, 4, 2, 1]), estimate(club25, tables=8, rounds=4)
    assert falling.round_minutes == level.round_minutes
    assert falling.evening_minutes < level.evening_minutes


def test_the_draft_of_a_knockout_says_how_it_was_made():
    scene = evening(format="knockout").drawn()
    words = text_of(scene.desk.get(scene.url("event")))
    assert "Who goes on meets in the order of the bracket" in words


def test_closing_a_knockout_offers_no_adjourned_match():
    scene = evening(format="knockout").published()
    page = scene.desk.get(scene.url("closing"))
    choices = [value for value, _ in page.context["form"].parts()[0]["kind"].field.choices]
    assert choices == ["", "forfeit_0", "forfeit_1", "forfeit_both", "void"]
    assert "Void: nobody goes on" in text_of(page)


# ---------------------------------------------------------------- a final chosen with its qualifier


def stages(desk: Client, club: Club, **fields) -> list[Stage]:
    made(desk, club, **fields)
    state = logs.tournament_at(Tournament.objects.get().pk)[1]
    return [state.stages[number] for number in sorted(state.stages)]


def test_a_final_has_its_own_cut_target_and_games(desk, club):
    first, final = stages(
        desk, club, final_format="knockout", final_cut="top", final_count=8, final_target=250, final_games=3,
        final_third_place="on",
    )  # fmt: skip
    assert (first.rules.target, first.rules.games) == (125, 1)
    assert (final.rules.target, final.rules.games, final.cut) == (250, 3, Cut("top", 8))
    assert (final.format_options.third_place, final.tiebreaks) == (True, ("SV", "H2H"))


def test_groups_lead_to_a_knockout_of_their_best(desk, club):
    first, final = stages(
        desk, club, format="groups", groups=4, rounds="", final_format="knockout", final_cut="of_group",
        final_count=2,
    )  # fmt: skip
    assert (first.format_options.groups, final.cut) == (4, Cut("of_group", 2))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"final_cut": "top", "final_count": ""}, "Say how many go on."),
        ({"final_cut": "of_group", "final_count": 2}, "Without groups it is the best of all"),
        ({"format": "groups", "final_cut": "quarter"}, "Groups are cut one by one"),
    ],
)
def test_a_cut_that_cannot_be_is_refused_beside_its_field(desk, club, fields, words):
    chosen = {"final_format": "knockout", "name": "Friday", **fields}
    answer = post(desk, reverse("desk_new", args=[club.slug]), **new_event(**chosen))
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert 'value="Friday"' in answer.text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"final_cut": "top", "final_count": 8, "expected": 24},
            "8 of 24 go on: Knock-out, 3 rounds. It takes",
        ),
        ({"final_cut": "quarter", "expected": 121}, "31 of 121 go on"),
        ({"final_cut": "top", "final_count": 8, "expected": 6}, "8 are to go on, and there are 6"),
    ],
)
def test_the_page_says_what_a_cut_means(desk, club, fields, words):
    assert words in planned(desk, club, final_format="knockout", **fields)
