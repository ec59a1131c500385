"""Phones after a repair at the desk: each shows its person's match, and the sheet that is theirs."""

import uuid

import pytest

from tests.tournaments.views.desk.scene import text_of
from tests.tournaments.views.scene import evening, hand_body, order
from tournaments.models.tournament import Match
from tournaments.services import repairs, rounds

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def scene():
    return evening(names=(("Ann",), ("Bo",), ("Cy",), ("Dee",)), rounds_planned=2)


def names_at(table: int, scene) -> list[str]:
    return [side.entry.name for side in scene.match_at(table).sides.order_by("index")]


def crossed(scene) -> tuple[list[str], list[str]]:
    """The right-hand sides of both tables sat at the other one."""
    one, other = scene.match_at(1), scene.match_at(2)
    (a, b), (c, d) = ([str(side.entry_id) for side in each.sides.order_by("index")] for each in (one, other))
    seated = {str(one.pk): [a, d], str(other.pk): [c, b]}
    repairs.play_as_seated(order(), scene.tournament, stage=1, round=1, seated=seated, reason="So they sat")
    return names_at(1, scene), names_at(2, scene)


def test_phones_show_who_really_sits_there_and_the_other_side_accepts(scene):
    (a, b), (c, d) = names_at(1, scene), names_at(2, scene)
    left, wrong = scene.phone(0), scene.phone(1)
    scene.play_to_the_end()
    assert crossed(scene) == ([a, d], [c, b])
    page = text_of(left.get("/table/"))
    assert d in page
    assert b not in page
    # Who was to sit here is led to the table he sat at.
    elsewhere = text_of(wrong.get("/table/", follow=True))
    assert c in elsewhere
    match = scene.match_at(1)
    sent = {"key": str(uuid.uuid4()), "verdict": "accept", "via": "own_link"}
    scene.phone(1).post(f"/matches/{match.pk}/enter/verdict/", sent)
    assert Match.objects.get(pk=scene.match_at(1).pk).state == "accepted"


def test_a_round_that_was_called_back_is_not_out_on_any_phone(scene):
    phone = scene.phone(0)
    rounds.recall_round(order(), scene.tournament, stage=1, round=1)
    page = phone.get("/table/")
    assert page.status_code == 200
    for name in ("Bo", "Cy", "Dee"):
        assert name not in text_of(page)
    answer = phone.post("/table/hand/", hand_body(scene, how="knock", side=0, count=3, other=14))
    assert answer.status_code in (403, 404, 409, 422), answer.status_code
