"""Standings on public pages: as they hung, live, corrected since; every number opens into its terms."""

import csv
import io
from fractions import Fraction

import pytest

from tests.tournaments.views.public.scene import announced, order, running, win
from tournaments.models.tournament import Match, Publication, Stage
from tournaments.selectors.standings import live_words
from tournaments.services import matches, tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene():
    return running()


def lines_of(scene, name: str = "publication", *args) -> list[dict]:
    return scene.visitor.get(scene.url(name, *args, form="_json")).json()["lines"]


def corrected_at(scene, number: int = 1) -> list[dict]:
    return scene.visitor.get(scene.url("publication", number, form="_json")).json()["corrected"]


def correct(scene, match: Match, points, hands_won=(6, 3)) -> None:
    matches.correct(order(), match, reason="The slip says so.", points=(points,), hands_won=(hands_won,))
    scene.refresh()


def ranks_on(page: str) -> list[str]:
    """The ranks of a page's league table, in order."""
    cells = page.split('<td class="league__rank num">')[1:]
    return [cell.split("<")[0] for cell in cells]


# ---------------------------------------------------------------- as they hung


def test_published_lines_are_the_event_s(scene):
    hung = Publication.objects.get(stage__tournament=scene.row)
    lines = [
        {key: value for key, value in line.items() if key != "name"}
        for line in lines_of(scene, "publication", 1)
    ]
    assert lines == hung.lines


def test_the_newest_standings_are_what_hung_last(scene):
    scene.play(2)
    scene.close(2)
    scene.publish_standings(2)
    newest = scene.visitor.get(scene.url("standings", form="_json")).json()
    assert (newest["number"], newest["round"]) == (2, 2)
    first = scene.visitor.get(scene.url("publication", 1)).text
    assert "Newer ones are published" in first
    assert scene.url("publication", 2) in first


def test_shared_ranks_are_written_with_an_equals_sign(scene):
    assert ranks_on(scene.visitor.get(scene.url("publication", 1)).text) == [
        "1=", "1=", "1=", "4", "5=", "5=", "5=",
    ]  # fmt: skip


def test_the_number_that_decided_a_tie_is_marked():
    scene = announced()
    scene.publish_round(1)
    for match, points in zip(scene.matches(1), ((125, 87), (125, 40), (125, 10)), strict=True):
        win(match, points)
    scene.close(1)
    scene.publish_standings(1)
    decided = [line["decided_by"] for line in lines_of(scene, "publication", 1)]
    assert decided == [None, "NS", "NS", "NS", None, "NS", "NS"]
    page = scene.visitor.get(scene.url("publication", 1)).text
    assert page.count("(decided the tie)") == 5


def test_csv_has_the_lines_in_order(scene):
    text = scene.visitor.get(scene.url("publication", 1, form="_csv")).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["Rank"], row["Name"], row["Game points"], row["Net points"]) for row in rows] == [
        (str(line["rank"]), line["name"], str(line["values"]["GP"]), str(line["values"]["NS"]))
        for line in lines_of(scene, "publication", 1)
    ]


# ---------------------------------------------------------------- every number opens


def test_every_number_is_the_sum_of_its_terms(scene):
    scene.play(2, points=(126, 30))
    scene.refresh()
    for line in lines_of(scene, "live"):
        opened = scene.visitor.get(scene.url("live_side", line["side"], form="_json")).json()
        for code in ("GP", "GW", "NS", "SH", "BF"):
            terms = opened["terms"][code]
            assert sum(term["value"] for term in terms) == opened["values"][code], (line["name"], code)
        means = [Fraction(term["value"]) for term in opened["terms"]["OPP"] if term["counted"]]
        assert Fraction(opened["values"]["OPP"]) == (sum(means) / len(means) if means else 0)


def test_a_number_opens_into_games_and_opponents(scene):
    line = lines_of(scene, "publication", 1)[-1]
    term = line["terms"]["NS"][0]
    opponent = next(
        each["name"] for each in lines_of(scene, "publication", 1) if each["side"] in term["opponents"]
    )
    table = scene.visitor.get(scene.url("publication", 1)).text
    assert f"{scene.url('side', 1, line['side'])}#NS" in table
    page = scene.visitor.get(scene.url("side", 1, line["side"])).text
    assert f'href="/matches/{term["match"]}/"><bdi>{opponent}</bdi>' in page
    assert "−38" in page


def test_a_bye_is_a_term(scene):
    bye = next(line for line in lines_of(scene, "publication", 1) if line["byes"])
    page = scene.visitor.get(scene.url("side", 1, bye["side"])).text
    assert "<bdi>Bye</bdi>" in page


# ---------------------------------------------------------------- live


def test_live_lines_count_accepted_results_alone(scene):
    match = scene.matches(2)[0]
    before = lines_of(scene, "live")
    assert {line["played"] for line in before} == {0, 1}
    win(match)
    scene.refresh()
    assert (
        sum(line["played"] for line in lines_of(scene, "live")) == sum(line["played"] for line in before) + 2
    )


def test_live_standings_say_what_is_open(scene):
    page = scene.visitor.get(scene.url("live")).text
    assert "3 open, 0 unconfirmed" in page
    scene.play(2)
    scene.refresh()
    assert "Every result is in" in scene.visitor.get(scene.url("live")).text


def test_lines_behind_the_facts_say_updating_and_nothing_is_computed(scene):
    before = lines_of(scene, "live")
    Stage.objects.filter(tournament=scene.row).update(standings_position=1)
    answer = scene.visitor.get(scene.url("live", form="_json")).json()
    assert (answer["updating"], answer["as_of"], answer["lines"]) == (True, 1, before)
    assert "Updating" in scene.visitor.get(scene.url("live")).text
    assert Stage.objects.get(tournament=scene.row).standings_position == 1


def test_the_words_of_live_lines_name_both_numbers():
    stage = Stage(standings_facts={"open": 1, "unconfirmed": 2})
    assert live_words(stage, updating=False) == "1 open, 2 unconfirmed"
    assert live_words(stage, updating=True) == "Updating …"


# ---------------------------------------------------------------- corrected since


def test_a_correction_leaves_the_lines_and_shows_the_difference(scene):
    before = lines_of(scene, "publication", 1)
    match = scene.matches(1)[0]
    winner, loser = (str(side.entry_id) for side in match.sides.all())
    correct(scene, match, (125, 97))
    assert lines_of(scene, "publication", 1) == before
    corrected = {each["side"]: each for each in corrected_at(scene)}
    assert corrected.pop(winner) == {"side": winner, "rank": [1, 3], "values": {"NS": [38, 28]}}
    assert corrected.pop(loser) == {"side": loser, "values": {"NS": [-38, -28]}}
    assert list(corrected.values()) == [
        {"side": line["side"], "rank": [5, 6], "values": {}}
        for line in before
        if line["rank"] == 5 and line["side"] != loser
    ]
    page = scene.visitor.get(scene.url("publication", 1)).text
    assert "Corrected since" in page
    assert '<td class="num">+38</td><td class="num">+28</td>' in page


def test_nothing_is_corrected_while_the_numbers_are_the_same(scene):
    assert corrected_at(scene) == []
    correct(scene, scene.matches(1)[0], (125, 87), (7, 2))
    assert corrected_at(scene) == []
    assert "Corrected since" not in scene.visitor.get(scene.url("publication", 1)).text


def test_results_of_later_rounds_correct_nothing(scene):
    scene.play(2, points=(130, 20))
    scene.close(2)
    scene.publish_standings(2)
    scene.refresh()
    assert (corrected_at(scene, 1), corrected_at(scene, 2)) == ([], [])


def test_a_penalty_given_for_a_published_round_is_a_correction(scene):
    line = lines_of(scene, "publication", 1)[0]
    given = {"side": line["side"], "stage": 1, "round": 1, "game_points": 1, "reason": "late"}
    tournaments.give_penalty(order(), scene.row.pk, **given)
    scene.refresh()
    changed = {each["side"]: each["values"].get("GP") for each in corrected_at(scene)}
    assert changed[line["side"]] == [2, 1]


def test_a_new_publication_stands_beside_the_corrected_one(scene):
    correct(scene, scene.matches(1)[0], (125, 97))
    scene.publish_standings(1)
    scene.refresh()
    assert corrected_at(scene, 2) == []
    assert scene.url("publication", 2) in scene.visitor.get(scene.url("publication", 1)).text
