"""Names typed, pasted, read: one person whatever marks came along, and no name without a letter."""

import pytest

from games.models.player import Player
from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, evening
from tournaments.engine.errors import NotNow
from tournaments.services import registration

pytestmark = pytest.mark.django_db(transaction=True)


def enter(scene, *names: str) -> registration.Entered:
    sides = [registration.NewSide(names=(name,)) for name in names]
    return registration.enter_sides(Command(actor=DIRECTOR), scene.row, sides)


def test_marks_nobody_sees_make_nobody_else():
    """Zero width space, soft hyphen, a mark that turns text: pasted with a name from elsewhere."""
    scene = evening(names=())
    enter(scene, "Ann Lee")
    again = enter(scene, "\u200bAnn\u00a0L\u00adee\u202e")
    assert (len(again.entered), len(again.already)) == (0, 1)
    assert [player.name for player in Player.objects.all()] == ["Ann Lee"]


def test_what_turns_text_is_not_kept_in_a_name():
    scene = evening(names=())
    enter(scene, "Bo\u202e Brown\u2066")
    assert Player.objects.get().name == "Bo Brown"


@pytest.mark.parametrize("name", ["\u200b", "\u202e\u2069", " "])
def test_a_name_of_marks_alone_is_none(name):
    scene = evening(names=())
    with pytest.raises(NotNow) as refused:
        enter(scene, name)
    assert refused.value.code == "name_missing"
    assert Player.objects.count() == 0
