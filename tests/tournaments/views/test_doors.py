"""The card of a table opens it, whatever else is tried from the same address."""

import pytest
from django.test import Client

from tests.tournaments.views.desk.scene import evening
from tournaments.access.attempts import MOST_WRONG
from tournaments.access.table_codes import MAC_LETTERS, code_for
from tournaments.models.club import RoomTable

pytestmark = pytest.mark.django_db


def test_the_right_card_opens_after_any_number_of_wrong_ones_from_the_same_address():
    code = code_for(RoomTable.objects.filter(room__club=evening().club).get(number=1))
    client = Client()
    tried = [client.get(f"/t/{number}a-wrong/").status_code for number in range(MOST_WRONG + 1)]
    assert tried == [404] * MOST_WRONG + [429]
    assert client.get(f"/t/{code}/").status_code == 302


@pytest.mark.parametrize(
    "code", ["1a-" + "é" * MAC_LETTERS, "²a-" + "a" * MAC_LETTERS, "1b-\x00", "-", "٣a-x"]
)
def test_a_code_in_other_letters_is_a_wrong_code(code):
    evening()
    assert Client().get(f"/t/{code}/").status_code == 404
