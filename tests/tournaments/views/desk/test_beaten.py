"""Who has lost for good is out on the list of people, and is not expected in the next round."""

import pytest

from tests.tournaments.views.desk.scene import evening, text_of
from tests.tournaments.views.scene import order
from tournaments.models.tournament import Match
from tournaments.services import matches, rounds

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Ada", "Bo", "Cy", "Dee")


def play(scene, number: int, winners=NAMES) -> None:
    """The one who stands first in `winners` wins each match."""
    for match in Match.objects.filter(
        round__stage__tournament=scene.row, round__number=number
    ).select_related("round__stage__tournament__club"):
        names = [side.entry.name for side in match.sides.all()]
        first = min(range(2), key=lambda side: winners.index(names[side]))
        points, won = ((125, 80), (6, 4)) if first == 0 else ((80, 125), (4, 6))
        matches.enter_score(order(), match, points=(points,), hands_won=(won,))


def out(scene) -> list[str]:
    page = scene.desk.get(scene.url("people"))
    return [side.name for side in page.context["sides"] if side.beaten]


def test_losers_of_a_knockout_are_out_once_their_match_counts():
    scene = evening(format="knockout").published()
    assert out(scene) == []
    play(scene, 1)
    losers = out(scene)
    assert len(losers) == 2
    assert "Ada" not in losers
    assert "2 out" in text_of(scene.desk.get(scene.url("people")))
    rounds.close_round(order(), scene.row, stage=1, round=1)
    assert out(scene) == losers
    words = text_of(scene.desk.get(scene.url("side", scene.entry(losers[0]).pk)))
    assert "losses have put this side out" in words
    assert "Misses this round" not in words
    scene.drawn(2).publish(2)
    play(scene, 2)
    rounds.close_round(order(), scene.row, stage=1, round=2)
    assert out(scene) == ["Bo", "Cy", "Dee"]


def test_who_plays_for_the_third_place_is_not_out_yet():
    scene = evening(format="knockout", stage_options={"format": {"third_place": True}}).published()
    play(scene, 1)
    assert out(scene) == []


def test_with_lives_the_last_loss_puts_a_side_out():
    scene = evening(format="lives", rounds=9, stage_options={"format": {"lives": 2}}).published()
    play(scene, 1)
    rounds.close_round(order(), scene.row, stage=1, round=1)
    assert out(scene) == []
    scene.drawn(2).publish(2)
    play(scene, 2)
    rounds.close_round(order(), scene.row, stage=1, round=2)
    assert out(scene) == ["Dee"]


def test_nobody_is_out_of_a_swiss():
    scene = evening().published()
    play(scene, 1)
    assert out(scene) == []
