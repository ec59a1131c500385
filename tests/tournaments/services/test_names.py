"""Names typed, pasted, read: one person whatever marks came along, and no name without a letter."""

import pytest

from games.models.player import Player
from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, evening, post
from tournaments.engine.errors import NotNow
from tournaments.forms.events import words_initial
from tournaments.forms.seasons import SeasonForm
from tournaments.models.club import Club
from tournaments.models.tournament import Tournament
from tournaments.services import clubs, registration, tournaments

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


@pytest.mark.parametrize("name", ["\u200b", "\u202e\u2069", " "])
def test_nor_is_it_one_of_an_event_a_club_or_a_season(name):
    scene = evening(names=())
    row, start = scene.row, scene.row.starts_at
    for call in (
        lambda: tournaments.clone_tournament(Command(actor=DIRECTOR), row, name=name, starts_at=start),
        lambda: tournaments.change_words(row, name=name),
        lambda: clubs.create_club(name=name),
    ):
        with pytest.raises(NotNow) as refused:
            call()
        assert refused.value.code == "name_missing"
    row.refresh_from_db()
    assert (row.name, Tournament.objects.count(), Club.objects.count()) == ("Thursday", 1, 1)
    assert "name" in SeasonForm({"name": name}).errors


def test_at_the_desk_that_is_said_in_the_form():
    scene = evening(names=())
    page = post(scene.desk, scene.url("clone"), name="\u202e", date="2026-12-03", time="19:00")
    assert "A name needs at least one letter." in page.text
    words = {**words_initial(scene.row), "name": "\u202e", "part": "words"}
    page = post(scene.desk, scene.url("settings"), **words)
    assert (page.status_code, "A name needs at least one letter." in page.text) == (422, True)
    assert Tournament.objects.get().name == "Thursday"
