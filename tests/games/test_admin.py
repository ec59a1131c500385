"""The log in the admin pages: everything to read, nothing to change, no hidden card of a hand in play."""

import html
import re

import pytest
from django.test import Client

from games import logs
from games.engine.cards import card_text, cards_of
from games.models.event import Event
from tests.tournaments.views.live import finished, planted
from tests.tournaments.views.scene import evening

pytestmark = pytest.mark.django_db(transaction=True)
LIST = "/admin/games/event/"


@pytest.fixture
def scene():
    return evening()


@pytest.fixture
def keeper(django_user_model) -> Client:
    """The keeper of the installation, who may see all that anybody may."""
    client = Client()
    client.force_login(django_user_model.objects.create_superuser("keeper"))
    return client


def texts_of_the_stream(keeper, stream_id) -> str:
    positions = Event.objects.filter(stream_id=stream_id).values_list("position", flat=True)
    pages = [keeper.get(f"{LIST}{position}/change/") for position in positions]
    assert {page.status_code for page in pages} == {200}
    return html.unescape(" ".join(page.text for page in pages))


@pytest.mark.parametrize("moves", [0, 1, 6, 9])
def test_no_event_of_a_hand_in_play_names_a_hidden_card(scene, keeper, moves):
    hand = planted(scene, moves=moves)
    _version, recorded = logs.hand_at(hand.pk)
    hidden = {card_text(card) for seat in (0, 1) for card in cards_of(recorded.state.hands[seat].known)}
    hidden |= {card_text(card) for card in recorded.state.stock}
    text = texts_of_the_stream(keeper, hand.pk) + keeper.get(LIST).text
    assert set(re.findall(r'"([A23456789TJQK][shdc])"', text)) & hidden == set()
    assert text.count('"dealer"') == 1  # the deal itself is told, without its cards


def test_a_finished_hand_is_told_whole(scene, keeper):
    hand = finished(scene, ending="knock")
    text = texts_of_the_stream(keeper, hand.pk)
    assert '"e": "knocked"' in text
    told = set(re.findall(r'"([A23456789TJQK][shdc])"', text))
    assert len(told) == 52


def test_an_event_is_found_by_its_name_and_by_its_stream(scene, keeper):
    hand = finished(scene)
    by_stream = keeper.get(LIST, {"q": str(hand.pk)})
    assert by_stream.context["cl"].result_count == hand.version
    assert keeper.get(LIST, {"q": "hand.dealt"}).context["cl"].result_count == 1


def test_nobody_adds_changes_or_deletes_an_event(scene, keeper):
    position = Event.objects.order_by("position").values_list("position", flat=True)[0]
    page = keeper.get(f"{LIST}{position}/change/").text
    assert 'name="_save"' not in page
    assert keeper.get(f"{LIST}add/").status_code == 403
    assert keeper.post(f"{LIST}{position}/change/", {"name": "other"}).status_code == 403
    assert keeper.post(f"{LIST}{position}/delete/", {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [position], "post": "yes"}
    keeper.post(LIST, chosen)
    assert Event.objects.filter(pk=position).exists()


def test_who_may_not_see_events_sees_none(scene, django_user_model):
    staff = django_user_model.objects.create_user("helper", is_staff=True)
    client = Client()
    client.force_login(staff)
    assert client.get(LIST).status_code == 403
    assert Client().get(LIST).status_code == 302
