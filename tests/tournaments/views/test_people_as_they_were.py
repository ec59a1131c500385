"""People's pages and hands as they were at a moment: of all events, and nothing that was not out by then."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import record
from games.engine.gin.by_bots import play_out, shuffled_deal
from games.engine.rulesets import preset
from games.eventstore.log import head, history
from games.models.hand import Hand
from games.models.player import Player
from games.services import hands
from games.services.command import Command
from scoring.tiebreaks import SWISS_ORDER
from tests.tournaments.log_time import standing_clock
from tests.tournaments.views.desk.scene import DIRECTOR, Scene, client_of, evening, text_of, user, win
from tests.tournaments.views.live import TEMPERS, deck_of
from tests.tournaments.views.scene import Evening, order
from tests.tournaments.views.scene import evening as small_evening
from tournaments.engine.match.entering import places_waiting
from tournaments.models.season import Rating
from tournaments.models.tournament import Tournament
from tournaments.services import (
    figures,
    matches,
    past,
    past_people,
    rebuild,
    registration,
    rounds,
    standings,
    tournaments,
)
from tournaments.services.hands import new_hand

pytestmark = [pytest.mark.django_db, pytest.mark.database]
NAMES = ("Ada Lovelace", "Bo Diddley", "Cy Young", "Dee Dee")
MINUTE = 60


@pytest.fixture
def time(monkeypatch):
    return standing_clock(monkeypatch)


def at(minute: int) -> str:
    return (datetime(2026, 11, 5, 19) + timedelta(minutes=minute)).isoformat()


@pytest.fixture
def scene(time) -> Scene:
    """Two rounds: out at minute 60 and 120, closed and hung at 90 and 150; a copy next day at 24 hours."""
    scene = evening(NAMES, rounds=2)
    for number, start in ((1, 60), (2, 120)):
        time.seconds = start * MINUTE
        scene.published(number)
        time.seconds = (start + 10) * MINUTE
        for match in scene.matches(number):
            win(match)
        time.seconds = (start + 30) * MINUTE
        rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=number)
        standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=number)
    figures.refresh(scene.club.pk)
    return scene


def again(scene: Scene) -> Scene:
    """The next day the same people play a round of another event of the club."""
    row = tournaments.create_tournament(
        Command(actor=DIRECTOR), club=scene.club, name="Friday", starts_at=scene.row.starts_at, zone="UTC",
        rules=preset("club25"), format="swiss", rounds=1, tiebreaks=SWISS_ORDER, side_size=1,
        director_id=scene.director.pk,
    )  # fmt: skip
    tournaments.announce(row)
    sides = [registration.NewSide(names=(name,)) for name in NAMES]
    registration.enter_sides(Command(actor=DIRECTOR), row, sides)
    friday = Scene(club=scene.club, row=row, director=scene.director).published().played()
    row.refresh_from_db()
    return friday


def ada(scene: Scene) -> Player:
    return scene.entry("Ada Lovelace").people[0]


def page(name: str, *people: Player, **asked):
    return Client().get(reverse(name, args=[each.pk for each in people]), asked)


def history_at(person: Player, minute: int) -> list[int]:
    """The rounds his history told of then."""
    return [each["round"] for each in page("player_json", person, at=at(minute)).json()["matches"]]


def test_a_history_ends_at_its_moment_and_before_the_event_there_is_none(scene):
    person = ada(scene)
    assert [history_at(person, minute) for minute in (69, 71, 125, 131, 200)] == [
        [],
        [1],
        [1],
        [2, 1],
        [2, 1],
    ]
    assert page("player", person, at=at(30)).status_code == 404
    assert page("player", person, at="2025-01-01T12:00").status_code == 404
    shown = page("player", person, at=at(100))
    assert "As of " in shown.text
    assert "Back to now" in shown.text
    assert 'type="range"' not in shown.text, "people have no steps"
    assert shown.headers["Memento-Datetime"]
    before = head()
    assert (before, rebuild.check(scene.row.pk).count) == (head(), 0)
    assert page("player_json", person).json() == page("player_json", person, at="now").json()
    position = max(each.position for each in history(scene.matches(1)[0].pk))
    by_position = page("player_json", person, at=position).json()["matches"]
    assert [each["round"] for each in by_position] == [1]


def test_what_was_corrected_since_stood_otherwise_then(scene, time):
    person = ada(scene)
    match = next(
        each for each in scene.matches(1) if each.sides.filter(entry__persons__player=person).exists()
    )
    then = page("player_json", person, at=at(100)).json()
    time.seconds = 160 * MINUTE
    matches.correct(
        Command(actor=DIRECTOR),
        match,
        points=((130, 40),),
        hands_won=((6, 3),),
        reason="misread",
        agreed=(0, 1),
    )
    assert page("player_json", person, at=at(100)).json() == then
    assert page("player_json", person, at=at(170)).json()["matches"][1] != then["matches"][0]


def test_head_to_head_counts_what_hung_then(scene):
    one = ada(scene)
    match = next(each for each in scene.matches(1) if each.sides.filter(entry__persons__player=one).exists())
    rival = next(side.entry.people[0] for side in match.sides.all() if one not in side.entry.people)
    for minute, met in ((89, 0), (91, 1)):
        assert page("against_json", one, rival, at=at(minute)).json()["met"] == met
        assert page("against", one, rival, at=at(minute)).status_code == 200
    assert page("against", one, rival, at=at(30)).status_code == 404
    assert [each["href"] for each in page("player", one, at=at(89)).context["met"]] == []


def test_a_curve_ends_with_the_matches_that_counted_then(scene):
    person = ada(scene)
    assert Rating.objects.get(player=person).matches == 2
    now, then = page("player", person), page("player", person, at=at(131))
    assert "After 2 matches the rating is" in text_of(now)
    assert "After 2 matches the rating is" in text_of(then)
    assert "the rating is" not in text_of(page("player", person, at=at(100))), "one match is no curve"
    assert Rating.objects.get(player=person).matches == 2


def test_an_event_that_was_over_is_as_it_is_and_one_to_come_is_not_there(scene, time, monkeypatch):
    person = ada(scene)
    time.seconds = 24 * 60 * MINUTE
    friday = again(scene)
    assert [each.name for each in friday.entry("Ada Lovelace").people] == [person.name]
    assert len(history_at(person, 24 * 60 + 20)) == 3
    assert history_at(person, 23 * 60) == [2, 1]
    calls = []
    monkeypatch.setattr(past_people, "_then", lambda pk, *rest: calls.append(pk))
    assert history_at(person, 23 * 60) == [2, 1]
    assert calls == [], "nothing is replayed where no event lies in between"


def test_who_is_hidden_or_erased_today_is_so_in_every_past_and_an_event_hidden_today_too(scene):
    person = ada(scene)
    Player.objects.filter(pk=person.pk).update(is_private=True)
    assert "Lovelace" not in page("player", person, at=at(100)).text
    rival = page("player_json", person, at=at(100)).json()["matches"][0]["opponent"]
    assert rival
    Tournament.objects.filter(pk=scene.row.pk).update(state="draft")
    assert page("player", person, at=at(200)).status_code == 404


def test_links_of_such_a_page_lead_to_the_same_moment(scene):
    shown = page("player", ada(scene), at=at(131))
    match = next(
        each for each in scene.matches(1) if each.sides.filter(entry__persons__player=ada(scene)).exists()
    )
    assert f"{reverse('match', args=[match.pk])}?at=2026-11-05T21" in shown.text
    assert f'href="{reverse("player", args=[ada(scene).pk])}"' in shown.text, "back to now"
    unread = page("player", ada(scene), at="yesterday")
    assert "That is no time" in unread.text
    assert page("player_json", ada(scene), at="yesterday").status_code == 400


def test_it_costs_no_more_than_the_events_in_between(scene, django_assert_max_num_queries):
    with django_assert_max_num_queries(90):
        page("player", ada(scene), at=at(100))


# ---------------------------------------------------------------- a hand


def director_of(scene: Evening) -> Client:
    login = user("runs")
    tournaments.give_role(scene.tournament, user_id=login.pk, kind="director")
    return client_of(login)


def deal(scene: Evening, time) -> tuple[Hand, list[dict]]:
    """A hand dealt at minute 10 and its record, not yet played."""
    time.seconds = 10 * MINUTE
    state = scene.state
    place = places_waiting(state)[0]
    hand = new_hand(scene.match, state, place.place)
    hands.deal_hand(order(), hand, rules=state.rules, dealer=place.dealer, deck=deck_of(state, 3))
    dealt = shuffled_deal(state.rules, place.dealer, Random(3))
    return hand, record.write_hand(state.rules, dealt, play_out(dealt, TEMPERS))


def play(hand: Hand, lines: list[dict], time, *, first: int = 1) -> None:
    """A move a minute, from minute 11 on."""
    for version, line in enumerate(lines[first:], start=first):
        time.seconds = (10 + version) * MINUTE
        hands.play(order(), hand.pk, line, version=version)


def then(hand: Hand, minute: int, client: Client | None = None):
    return (client or Client()).get(reverse("hand_record", args=[hand.pk]), {"at": at(minute)})


def test_a_hand_that_is_over_is_shown_as_far_as_it_was_played_to_those_who_might_see_it(time):
    scene = small_evening()
    desk = director_of(scene)
    hand, lines = deal(scene, time)
    play(hand, lines, time)
    ended = 10 + len(lines) - 1
    time.seconds = (ended + 5) * MINUTE
    matches.call_time(order(), scene.match)
    matches.accept(order(), scene.match, side=None, via="desk")
    assert scene.match.is_counted
    assert then(hand, 9, desk).status_code == 404, "not dealt yet"
    seen = [json.loads(line) for line in then(hand, 14, desk).text.splitlines()]
    assert [line.get("e") for line in seen] == [line.get("e") for line in lines[:5]]
    assert not {"hands", "stock"} & seen[0].keys()
    assert {line["card"] for line in seen if line.get("e") == "drew"} == {"??"}
    page = desk.get(reverse("hand", args=[hand.pk]), {"at": at(14)})
    assert "being played" in page.text
    assert "As of " in page.text
    assert then(hand, 14).status_code == 404, "the match did not count yet"
    whole = Client().get(reverse("hand_record", args=[hand.pk])).text
    assert (then(hand, ended + 6).text, then(hand, ended + 1, desk).text) == (whole, whole)
    event = scene.tournament
    by_step = desk.get(reverse("hand", args=[hand.pk]), {"step": past.point(event.pk).steps})
    assert by_step.headers["Memento-Datetime"]
    stepped = Client().get(reverse("hand", args=[hand.pk]), {"at": 3})
    assert "Memento-Datetime" not in stepped.headers, "a number is an event of the hand"
    assert Hand.objects.get(pk=hand.pk).phase == Hand.Phase.FINISHED
    assert rebuild.check(event.pk).count == 0


def test_a_hand_in_play_has_no_past_since_earlier_discards_would_lie_open(time):
    scene = small_evening()
    desk = director_of(scene)
    hand, lines = deal(scene, time)
    play(hand, lines[:7], time)
    now = desk.get(reverse("hand_record", args=[hand.pk]))
    for minute in (9, 12, 14, 30):
        earlier = then(hand, minute, desk)
        assert (earlier.text, "Memento-Datetime" in earlier.headers) == (now.text, False)
        assert then(hand, minute).status_code == 404
