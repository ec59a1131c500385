"""`manage.py simulate`: whole evenings through the services; the seed decides everything."""

from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.engine.rulesets import change, preset
from games.eventstore import checks
from games.models.hand import Hand
from tests.tournaments.simulated import first_difference, simulate, standings_of
from tests.tournaments.views.scene import evening
from tests.tournaments.workers import is_behind, ought, shown
from tournaments import simulation
from tournaments.models.club import Club
from tournaments.models.tournament import Match, Publication, Round

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = {"players": 4, "rounds": 2}


def test_the_same_seed_plays_the_same_evening_and_another_seed_another():
    one, again, other = (simulate(**SMALL, seed=seed) for seed in (7, 7, 8))
    assert first_difference(one, again) is None
    assert first_difference(one, other) is not None
    assert standings_of(one) == standings_of(again) != standings_of(other)
    assert len({one.pk, again.pk, other.pk}) == Club.objects.count() == 3


def test_an_odd_field_of_partners_plays_to_the_end_and_everything_is_published():
    row = simulate(players=6, rounds=2, partnership=True)
    assert {round.state for round in Round.objects.all()} == {"closed"}
    assert {match.state for match in Match.objects.all()} == {"accepted"}
    assert [hung.final for hung in Publication.objects.order_by("number")] == [False, True]
    assert set(Hand.objects.values_list("fidelity", flat=True)) == {"play"}
    assert set(Hand.objects.values_list("board", flat=True)) == {0, 1}
    assert shown(row) == ought(row)
    assert not is_behind(row)
    assert list(checks.findings()) == []


def test_a_match_dealt_here_is_played_move_by_move_to_its_end():
    tonight = evening()
    bots = simulation.Bots(tonight.tournament, Random(1), matches=simulation.MOVE_BY_MOVE - 1)
    bots.play_match(tonight.match)
    assert tonight.state.sheet.over
    assert tonight.state.status == "accepted"  # the server dealt it: nobody needs to confirm it
    assert {line.by for line in tonight.state.lines} == {"system"}
    assert len(tonight.state.lines) == bots.played == Hand.objects.filter(phase="finished").count()
    assert list(checks.findings()) == []


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({}, (("Ann",), ("Bo",))),
        ({"seats": "partners", "next_dealer": "winner"}, (("Ann", "Cy"), ("Bo", "Di"))),
    ],
    ids=["two", "partners"],
)
def test_a_match_of_hollywood_is_played_to_its_end_on_a_sheet_of_three_columns(changes, names):
    tonight = evening(change(preset("hollywood"), changes), names)
    simulation.Bots(tonight.tournament, Random(3)).play_match(tonight.match)
    tonight.accept()
    assert len(tonight.state.sheet.games[0].columns) == 3
    page = Client().get(f"/matches/{tonight.match.pk}/").text
    assert [f"Game {number}</th>" in page for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert list(checks.findings()) == []


def test_a_match_may_be_left_in_the_middle_or_entered_by_counts():
    tonight = evening()
    bots = simulation.Bots(tonight.tournament, Random(2))
    bots.play_match(tonight.match, hands_at_most=1)
    bots.enter_counts(tonight.match, hands_at_most=1)
    assert sorted(Hand.objects.values_list("fidelity", flat=True)) == ["counts", "play"]
    assert tonight.state.status == "playing"


@pytest.mark.parametrize(
    "options",
    [{"players": 1}, {"players": 3, "partnership": True}, {"players": 4, "rules": "partnership_125"}],
)
def test_a_field_that_cannot_play_is_refused_before_anything_is_made(options):
    with pytest.raises(CommandError):
        call_command("simulate", verbosity=0, **options)
    assert not Club.objects.exists()
