"""One room, several events: who sits where."""

import pytest

from games.engine.rulesets import preset
from games.services.command import Command
from scoring.tiebreaks import SWISS_ORDER
from tests.tournaments.views.desk.scene import DIRECTOR, evening, win
from tournaments.services import registration, rounds, tournaments

pytestmark = pytest.mark.django_db(transaction=True)


def another_event(scene, names=("Eve", "Flo")):
    row = tournaments.create_tournament(
        Command(actor=DIRECTOR), club=scene.club, name="Friday", starts_at=scene.row.starts_at, zone="UTC",
        side_size=1, rules=preset("club25"), format="swiss", rounds=1, tiebreaks=SWISS_ORDER,
    )  # fmt: skip
    registration.enter_sides(
        Command(actor=DIRECTOR), row, [registration.NewSide(names=(name,)) for name in names]
    )
    return row


def test_a_draw_leaves_the_tables_where_another_event_is_being_played():
    scene = evening(tables=4).published()
    friday = another_event(scene)
    assert rounds.usable_tables(friday) == [3, 4]
    assert rounds.usable_tables(scene.row) == [1, 2, 3, 4], "its own tables are its own"
    win(scene.matches()[0])
    assert rounds.usable_tables(friday) == [1, 3, 4], "a match that is decided has left its table"
    rounds.draw_round(Command(actor=DIRECTOR), friday, stage=1, seed=1)
    rounds.publish_round(Command(actor=DIRECTOR), friday, stage=1, round=1)
    assert rounds.usable_tables(scene.row) == [2, 3, 4]
