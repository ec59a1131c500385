"""A club's records: computed with its other figures, corrected with a result, proved by a replay, named as
everybody may see.
"""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.eventstore import checks
from games.models.player import Player
from games.services.command import Actor
from tests.tournaments.services import test_merging as merging
from tests.tournaments.views.scene import evening, order
from tournaments.models.season import ClubFigures, MatchFacts
from tournaments.models.tournament import Match
from tournaments.selectors.records import records_of
from tournaments.services import figures, figures_again, matches, people
from tournaments.services import records as services
from tournaments.tasks import sweep

club, merge, named = merging.club, merging.merge, merging.named
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def scene():
    """Ann and Bo play six hands: a knock of 17, gin, an undercut … until Ann has won."""
    scene = evening(names=(("Ann",), ("Bo",)))
    scene.play(0, count=3, other=20)
    scene.play(0, count=0, other=40)
    scene.play(0, count=9, other=4)
    scene.play_to_the_end(0)
    scene.accept()
    return scene


def shown(club_row) -> dict[str, tuple[int, list[str]]]:
    return {
        each["code"]: (each["value"], [holder["name"] for holder in each["holders"]])
        for each in records_of(club_row)
    }


def test_hands_become_records(scene):
    row = scene.tournament.club
    figures.refresh(row.pk)
    state = scene.state
    best = max(line.result.points[side] for line in state.lines for side in range(2))
    gins = sum(line.result.outcome == "gin" for line in state.lines)
    names = scene.names()
    found = shown(row)
    assert found["highest_hand"] == (best, [names[0]])
    assert found["most_gins"] == (gins, [names[0]])
    assert found["most_undercuts"] == (1, [names[1]])
    assert found["quickest_match"] == (len(state.lines), [names[0]])
    assert "longest_run" not in found


def test_the_sweep_computes_them_and_reads_no_match_twice(scene, monkeypatch):
    row = scene.tournament.club
    sweep()
    assert shown(row)
    asked: list[object] = []
    monkeypatch.setattr(services, "read", lambda pks: asked.extend(pks) or {})
    assert services.prepare(row).records == ClubFigures.objects.get(club=row).records
    assert asked == []
    assert not figures.refresh(row.pk)


def test_a_corrected_result_changes_the_record(scene):
    row = scene.tournament.club
    figures.refresh(row.pk)
    assert MatchFacts.objects.get().version == scene.match.version
    matches.correct(order(), scene.match, reason="read again", points=((80, 125),), hands_won=((4, 6),))
    figures.refresh(row.pk)
    found = shown(row)
    assert found == {"biggest_win": (45, [scene.names()[1]])}


def test_what_does_not_count_is_no_record(scene):
    other = evening(names=(("Cy",), ("Di",)))
    table = Actor(kind="table", id="x", role="table", side=0)
    matches.enter_score(order(table), other.match, points=((126, 0),), hands_won=((9, 0),))
    figures.refresh(other.tournament.club_id)
    assert Match.objects.get(pk=other.match.pk).state == Match.State.ENTERED
    assert shown(other.tournament.club) == {}


def test_a_rebuild_and_the_proof_know_them(scene):
    row = scene.tournament.club
    figures.refresh(row.pk)
    before = shown(row)
    assert list(checks.findings()) == []
    ClubFigures.objects.update(records=[])
    assert list(checks.findings()) == [figures_again.sentence(row)]
    assert figures_again.rebuild(row.pk)
    assert shown(row) == before
    assert list(checks.findings()) == []


def test_a_run_goes_over_events_and_counts_for_one_person(club):
    figures.refresh(club.pk)
    assert "Robert Smith" not in shown(club).get("longest_run", (0, []))[1]
    merge(club)
    figures.refresh(club.pk)
    value, holders = shown(club)["longest_run"]
    assert (value, holders[0]) == (2, "Robert Smith")


def test_hidden_and_erased_holders_are_not_named(club):
    merge(club)
    figures.refresh(club.pk)
    visitor, page = Client(), f"/clubs/{club.slug}/records"
    urls = [f"{page}/", f"{page}.json", f"{page}.csv", f"/api/v1{page}/"]
    for url in urls:
        assert "Robert Smith" in visitor.get(url).content.decode(), url
    robert = named("Robert Smith")
    people.hide_name(robert, private=True)
    for url in urls:
        text = visitor.get(url).content.decode()
        assert ("Smith" in text, "R.S." in text) == (False, True), url
    people.erase(Player.objects.get(pk=robert.pk))
    for url in urls:
        text = visitor.get(url).content.decode()
        assert ("Smith" in text, "R.S." in text, "–" in text) == (False, False, True), url
    assert f"/players/{robert.pk}/" not in visitor.get(urls[0]).text


def test_programs_read_them(club):
    figures.refresh(club.pk)
    read = APIClient().get(f"/api/v1/clubs/{club.slug}/records/").json()
    assert {each["code"] for each in read["records"]} >= {"biggest_win"}
    assert read["as_of"] == ClubFigures.objects.get(club=club).position
    assert APIClient().get("/api/v1/clubs/nowhere/records/").status_code == 404
