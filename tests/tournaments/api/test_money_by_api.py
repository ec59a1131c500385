"""Money by the API: terms, fees, prizes, the count; who may, and what is possible."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from tests.tournaments.views.desk.scene import Scene, client_of, evening, user
from tournaments.services import tournaments

pytestmark = pytest.mark.django_db

TERMS = {"currency": "EUR", "fee": 1000, "places": [{"percent": 10000}]}


@pytest.fixture
def scene() -> Scene:
    return evening(rounds=1)


def call(scene: Scene, path: str, body: dict | None = None, client: Client | None = None):
    url = f"/api/v1/tournaments/{scene.row.pk}/{path}"
    client = client or scene.desk
    if body is None:
        return client.get(url)
    key = {"Idempotency-Key": str(uuid.uuid4())}
    return client.post(url, body, content_type="application/json", headers=key)


def fee_of(scene: Scene, name: str, client: Client | None = None, **body):
    entry = scene.entry(name)
    return call(scene, f"entries/{entry.pk}/fee/", {"person": str(entry.people[0].pk), **body}, client)


def test_terms_fees_prizes_and_the_count_make_a_sheet_that_is_even(scene):
    assert call(scene, "money/").json()["terms"] is None
    made = call(scene, "money/", {"terms": TERMS})
    assert made.status_code == 201, made.json()
    for name in ("Ada", "Bo", "Cy"):
        assert fee_of(scene, name, how="paid").status_code == 201
    assert fee_of(scene, "Dee", how="waived", reason="helps").status_code == 201
    scene.published().played()
    call(scene, "stages/1/rounds/1/close/", {})
    call(scene, "stages/1/standings/", {"round": 1, "final": True})
    sheet = call(scene, "money/").json()["sheet"]
    assert (sheet["came_in"], sheet["final"], sheet["even"]) == (3000, True, False)
    for prize in sheet["pots"][0]["prizes"]:
        paid = call(scene, "money/prizes/", {"pot": "places", "side": prize["side"], "amount": prize["due"]})
        assert paid.status_code == 201, paid.json()
    call(scene, "money/count/", {"amount": 0})
    sheet = call(scene, "money/").json()["sheet"]
    assert (sheet["in_box"], sheet["even"], sheet["differences"]) == (0, True, [])


@pytest.mark.parametrize(
    ("terms", "status", "code"),
    [
        ({**TERMS, "places": [{"percent": 6000}, {"percent": 5000}]}, 422, "percent_over"),
        ({**TERMS, "fee": -1}, 422, "bad_amount"),
        ({**TERMS, "fee": "ten"}, 400, "bad_terms"),
        ({**TERMS, "rebuy": {"fee": 1, "until_round": 2}}, 422, "rebuy_needs_lives"),
    ],
)
def test_terms_that_cannot_be_kept_say_what_is_possible(scene, terms, status, code):
    refused = call(scene, "money/", {"terms": terms})
    assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_a_prize_above_what_is_due_and_a_fee_above_the_fee_are_refused(scene):
    call(scene, "money/", {"terms": TERMS})
    refused = fee_of(scene, "Ada", how="paid", amount=1001)
    assert (refused.status_code, refused.json()["message"]) == (
        422, "The fee is 10.00 EUR: at most that can be taken.",
    )  # fmt: skip
    refused = call(scene, "money/prizes/", {"pot": "places", "side": str(scene.entry("Ada").pk), "amount": 1})
    assert (refused.status_code, refused.json()["code"]) == (422, "prize_over_due")


def test_a_scorer_takes_a_fee_by_api_and_sees_nothing_else_of_the_money(scene):
    call(scene, "money/", {"terms": TERMS})
    scorer = user("scorer")
    tournaments.give_role(scene.row, user_id=scorer.pk, kind="scorer")
    client = client_of(scorer)
    assert fee_of(scene, "Ada", client, how="paid").status_code == 201
    refused = fee_of(scene, "Bo", client, how="waived")
    assert (refused.status_code, refused.json()["code"]) == (403, "director_only")
    assert fee_of(scene, "Cy", how="waived").status_code == 201
    for how in ("open", "paid"):
        undone = fee_of(scene, "Cy", client, how=how)
        assert (undone.status_code, undone.json()["code"]) == (403, "director_only")
    assert fee_of(scene, "Cy", how="open").status_code == 201
    entries = {each["name"]: each["fees"] for each in call(scene, "entries/", client=client).json()}
    assert [entries[name][0]["how"] for name in ("Ada", "Bo")] == ["paid", "open"]
    assert all("fees" not in each for each in call(scene, "entries/", client=Client()).json())
    assert call(scene, "money/", client=client).status_code == 404
    assert call(scene, "money/", {"terms": TERMS}, client).status_code == 404
    assert call(scene, "money/", client=Client()).status_code == 401


def test_a_life_is_bought_once_by_its_key_and_given_back():
    scene = evening(rounds=1, format="lives", stage_options={"format": {"lives": 1}})
    call(scene, "money/", {"terms": {**TERMS, "rebuy": {"fee": 500, "until_round": 3, "most": 1}}})
    scene.published().played()
    call(scene, "stages/1/rounds/1/close/", {})
    loser = str(scene.matches()[0].sides.get(index=1).entry_id)
    bought = call(scene, f"entries/{loser}/life/", {})
    assert bought.status_code == 201, bought.json()
    (life,) = call(scene, "money/").json()["lives"]
    assert (life["side"], life["amount"], life["from_round"]) == (loser, 500, 2)
    again = call(scene, f"entries/{loser}/life/", {})
    assert (again.status_code, again.json()["code"]) == (422, "still_in")
    url = f"/api/v1/tournaments/{scene.row.pk}/money/lives/{life['id']}/"
    assert scene.desk.delete(url).status_code == 201
    assert call(scene, "money/").json()["lives"] == []


def test_start_points_by_api_stay_below_the_target(scene):
    entry = scene.entry("Ada")
    assert call(scene, f"entries/{entry.pk}/start-points/", {"points": 30}).status_code == 201
    (told,) = [each for each in call(scene, "entries/").json() if each["name"] == "Ada"]
    assert told["start_points"] == 30
    refused = call(scene, f"entries/{entry.pk}/start-points/", {"points": 125})
    assert (refused.status_code, refused.json()["code"]) == (422, "start_points_too_high")
    assert call(scene, f"entries/{entry.pk}/start-points/", {"points": -1}).status_code == 400
