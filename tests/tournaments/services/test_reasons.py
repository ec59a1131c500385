"""Where a reason has to be given, marks nobody sees are none."""

import pytest

from games.eventstore.log import head
from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, evening
from tournaments.engine.errors import NotNow
from tournaments.engine.reasons import is_blank
from tournaments.services import matches, registration, repairs, rounds, tournaments

pytestmark = pytest.mark.django_db

BLANK = ("", " \t\n", "\u00a0", "\u200b", "\u202e\u2069", "\u200f \ufeff", "\u00ad")


@pytest.mark.parametrize("reason", BLANK)
def test_what_nobody_sees_is_no_reason(reason):
    scene = evening().published()
    row, match = scene.row, scene.matches()[0]
    side = str(match.sides.first().entry_id)
    by, at = Command(actor=DIRECTOR), head().position
    still_open = {str(each.pk): rounds.Decision(kind="void", reason=reason) for each in scene.matches()}
    for call in (
        lambda: matches.void(by, match, reason=reason),
        lambda: matches.forfeit(by, match, losers=[0], reason=reason),
        lambda: repairs.adjourn(by, match, reason=reason),
        lambda: registration.withdraw(by, row, side=side, removal="forfeit", reason=reason),
        lambda: registration.disqualify(by, row, side=side, removal="void", reason=reason),
        lambda: tournaments.give_penalty(
            by, row.pk, side=side, stage=1, round=1, game_points=1, reason=reason
        ),
        lambda: rounds.close_round(by, row, stage=1, round=1, decisions=still_open),
    ):
        with pytest.raises(NotNow) as refused:
            call()
        assert refused.value.code == "reason_missing"
    assert head().position == at


@pytest.mark.parametrize("reason", ["–", "迟到", "late\u202e", "تأخر", "👍", "7"])
def test_what_is_seen_is_one_in_every_script(reason):
    assert not is_blank(reason)
