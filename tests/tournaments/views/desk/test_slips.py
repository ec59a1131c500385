"""Paper slips: one a table with its code; a slip typed at the desk is that of its table and round."""

import re

import pytest
from django.test import Client

from tests.tournaments.views.scene import evening, order
from tournaments.models.tournament import Match
from tournaments.services import rounds

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = (("Ann",), ("Bo",), ("Cy",), ("Di",))


@pytest.fixture
def scene():
    return evening(names=NAMES, rounds_planned=2)


@pytest.fixture
def desk(scene, django_user_model) -> Client:
    return somebody(scene, django_user_model, "director")


def somebody(scene, django_user_model, kind) -> Client:
    user = django_user_model.objects.create_user(kind)
    scene.tournament.roles.create(user=user, kind=kind)
    client = Client()
    client.force_login(user)
    return client


def typed(scene, desk, line):
    home = f"/desk/t/{scene.tournament.pk}/"
    key = str(desk.get(home).context["line_form"]["key"].value())
    return desk.post(f"{home}line/", {"key": key, "line": line}, follow=True)


def test_every_table_has_its_slip_with_names_dealer_code_and_target(scene, desk):
    page = desk.get(f"/desk/t/{scene.tournament.pk}/slips/")
    slips = page.context["slips"]
    assert [slip["table"] for slip in slips] == [1, 2]
    assert {side["name"] for slip in slips for side in slip["sides"]} == {"Ann", "Bo", "Cy", "Di"}
    assert all(sum(side["deals"] for side in slip["sides"]) == 1 for slip in slips)
    # 3 + 7 x 1 + 1 = 11 and 12 of 23: M and N in the row without I.
    assert [slip["code"] for slip in slips] == ["1M", "2N"]
    assert {slip["target_words"] for slip in slips} == {"to 125"}
    assert len(re.findall(r'class="slip"', page.text)) == 2


def test_a_slip_of_this_table_and_round_is_entered(scene, desk):
    page = typed(scene, desk, "1m 126-87 6-3")
    assert "Table 1: " in page.text
    assert scene.match.state == Match.State.ACCEPTED


@pytest.mark.parametrize("line", ["1N 126-87 6-3", "2M 126-87 6-3", "1A 126-87 6-3"])
def test_a_slip_of_another_table_or_round_is_refused_and_kept_in_the_field(scene, desk, line):
    page = typed(scene, desk, line)
    assert page.status_code == 422
    assert "does not have the letter" in page.text
    assert line in page.text
    assert not Match.objects.exclude(state=Match.State.NONE).exists()


def test_slips_of_a_draft_are_for_those_who_run_the_event(scene, desk, django_user_model):
    for match in Match.objects.filter(round__stage__tournament=scene.tournament):
        decision = rounds.Decision(kind="void", reason="nobody came", losers=())
        scene.decisions = {**getattr(scene, "decisions", {}), str(match.pk): decision}
    rounds.close_round(order(), scene.tournament, stage=1, round=1, decisions=scene.decisions)
    rounds.draw_round(order(), scene.tournament, stage=1, seed=9)
    address = f"/desk/t/{scene.tournament.pk}/slips/"
    assert desk.get(address).context["round"].number == 2
    scorer = somebody(scene, django_user_model, "scorer")
    assert scorer.get(address).context["round"].number == 1
    assert Client().get(address).status_code == 302
