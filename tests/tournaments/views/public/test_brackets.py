"""The bracket on the public page: what is out, who goes on, and nothing of a draft."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.services.command import Command
from tests.seen import faults
from tests.tournaments.views.desk.scene import DIRECTOR, NAMES, Scene, evening, text_of, win
from tournaments.services import rounds

pytestmark = pytest.mark.django_db


def knockout(names=NAMES, **options) -> Scene:
    return evening(names, format="knockout", stage_options={"format": options})


def address(scene: Scene, name: str = "bracket") -> str:
    return reverse(name, args=[scene.club.slug, scene.row.slug])


def bracket(scene: Scene) -> list[list[tuple[list[str | None], str | None]]]:
    """Rounds of (names, the winner's name)."""
    found = Client().get(address(scene, "bracket_json")).json()
    names = {
        side["id"]: side["name"]
        for places in found["rounds"]
        for each in places
        for side in each["sides"]
        if side
    }
    return [
        [([side and side["name"] for side in each["sides"]], names.get(each["winner"])) for each in places]
        for places in found["rounds"]
    ]


def close(scene: Scene, number: int) -> None:
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=number)


def test_there_is_none_before_a_round_is_out_and_none_of_a_swiss():
    assert Client().get(address(knockout().drawn())).status_code == 404


def test_it_fills_as_results_count():
    scene = knockout().published()
    (first, second), (final,) = bracket(scene)
    assert (sorted([*first[0], *second[0]]), first[1], second[1], final) == (
        sorted(NAMES), None, None, ([None, None], None),
    )  # fmt: skip
    win(scene.matches()[0])
    winner = scene.matches()[0].sides.get(index=0).entry.name
    (first, second), (final,) = bracket(scene)
    assert {first[1], second[1]} == {winner, None}
    assert winner in final[0]


def test_a_drawn_final_shows_only_once_it_is_out():
    scene = knockout(third_place=True).published().played()
    close(scene, 1)
    before = bracket(scene)
    scene.drawn(2)
    assert bracket(scene) == before
    assert Client().get(address(scene, "bracket_json")).json()["third_place"] is None
    scene.publish(2)
    assert Client().get(address(scene, "bracket_json")).json()["third_place"]["winner"] is None
    scene.played(2)
    close(scene, 2)
    found = Client().get(address(scene, "bracket_json")).json()
    assert found["winner"] == found["rounds"][1][0]["winner"] is not None
    assert found["third_place"]["winner"] is not None


def test_five_play_one_match_first_and_three_rest():
    scene = knockout(("Ada", "Bo", "Cy", "Dee", "Ed")).published()
    words = text_of(Client().get(address(scene)))
    assert words.count("rests") == 3
    assert "Quarter-finals" in words
    assert "Semi-finals" in words
    assert [len(places) for places in bracket(scene)] == [4, 2, 1]


def test_the_overview_shows_it_and_the_tab_leads_to_it():
    scene = knockout().published()
    answer = Client().get(reverse("tournament", args=[scene.club.slug, scene.row.slug]))
    assert 'class="bracket"' in answer.text
    assert f'href="{address(scene)}"' in answer.text
    assert "Knock-out" in text_of(answer)


def test_both_pages_ask_no_more_than_twenty_times(django_assert_max_num_queries):
    scene = knockout([f"Player {number}" for number in range(16)]).published().played()
    for url in (address(scene), reverse("tournament", args=[scene.club.slug, scene.row.slug])):
        with django_assert_max_num_queries(20):
            assert Client().get(url).status_code == 200


def test_the_final_standings_say_how_far_each_came():
    scene = knockout(third_place=True).published().played()
    close(scene, 1)
    scene.drawn(2).publish(2).played(2)
    close(scene, 2)
    from tournaments.services import standings

    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=2, final=True)
    found = Client().get(reverse("standings_json", args=[scene.club.slug, scene.row.slug])).json()
    assert [(line["rank"], line["values"]["SV"]) for line in found["lines"]] == [
        (1, 2),
        (2, 1),
        (3, 0),
        (4, 0),
    ]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_axe_finds_nothing_serious_and_long_names_stay_inside(new_page, live_server):
    long = "Maximiliane-Friederike von Hohenlohe-Langenburg"
    scene = knockout((long, *NAMES), third_place=True).published()
    page = new_page(360, 844)
    page.goto(f"{live_server.url}{address(scene)}")
    assert faults(page, "bracket") == []
