"""Several phones at one match at the same moment: one place takes one hand, and nothing entered is lost."""

import uuid
from collections import Counter

import pytest
from rest_framework.test import APIClient

from games.eventstore.log import load
from games.models.hand import Hand
from games.services.acting import Stale
from games.services.command import Actor, Command, digest_of
from scoring.sheets.sheet import Place
from tests.together import names_of, together
from tests.tournaments.services.race import after_the_look_at_the_key, all_is_well, in_the_midst, told
from tests.tournaments.views.scene import evening, order
from tournaments.models.tournament import Match
from tournaments.services import hands, matches, tournaments

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

FIRST = Place(1, 1, 0)
PAIRS = (("Ann", "Al"), ("Bo", "Bea"))


def phone(side: int = 0) -> Actor:
    return Actor(kind="table", id="x", role="table", side=side)


def knock(count: int, knocker: int = 0, other: int = 30) -> list[dict]:
    deadwood = [count, other] if knocker == 0 else [other, count]
    return [{"hand": 1}, {"e": "counted", "knocker": knocker, "deadwood": deadwood}]


def enter(
    match: Match, count: int, *, other: int = 30, side: int = 0, command: Command | None = None, **asked
):
    return hands.record_hand(command or order(phone(side)), match, knock(count, other=other), **asked)


def keyed(match: Match, body: object, *, key: uuid.UUID | None = None, side: int = 0) -> Command:
    """A command as a request makes it: the key the phone made, the digest of what was asked."""
    key = key or uuid.uuid4()
    return Command(actor=phone(side), key=key, digest=digest_of(str(match.pk), phone(side), body))


def test_of_eight_hands_for_the_same_place_one_stands_and_seven_hear_that_they_are_late():
    tonight = evening()
    match = tonight.match
    outcomes = together(
        [lambda count=count: enter(match, count, place=FIRST, version=1) for count in range(1, 9)]
    )
    assert names_of(outcomes) == {"Appended": 1, "Stale": 7}
    assert {(each.expected, each.actual) for each in outcomes if isinstance(each, Stale)} == {(1, 2)}
    (line,) = tonight.state.lines
    assert Hand.objects.get().pk == uuid.UUID(line.hand)
    assert all_is_well()


def test_eight_programs_at_once_get_one_201_and_seven_409_with_the_newer_state(django_user_model):
    tonight = evening()
    user = django_user_model.objects.create_user("director")
    tournaments.give_role(tonight.tournament, user_id=user.pk, kind="director")

    def post(count: int):
        program = APIClient()
        program.force_authenticate(user)
        body = {"version": 1, "records": [knock(count)]}
        return program.post(f"/api/v1/matches/{tonight.match.pk}/hands/", body, format="json")

    answers = together([lambda count=count: post(count) for count in range(1, 9)])
    came = Counter((answer.status_code, answer.json().get("code")) for answer in answers)
    assert came == {(201, None): 1, (409, "stale_version"): 7}
    newer = [answer.json()["data"] for answer in answers if answer.status_code == 409]
    points = list(tonight.state.lines[0].result.points)
    assert [(data["actual"], data["state"]["points"]) for data in newer] == [(2, points)] * 7


def test_without_a_version_the_seven_are_shown_both_hands_of_the_place():
    tonight = evening()
    match = tonight.match
    outcomes = together([lambda count=count: enter(match, count, place=FIRST) for count in range(1, 9)])
    assert names_of(outcomes) == {"Appended": 1, "place_taken": 7}
    stands = list(tonight.state.lines[0].result.deadwood)
    refused = [each.data for each in outcomes if getattr(each, "code", "") == "place_taken"]
    assert {tuple(data["first"]["deadwood"]) for data in refused} == {tuple(stands)}
    assert {data["second"]["deadwood"][0] for data in refused} | {stands[0]} == set(range(1, 9))
    assert told(match.pk)["match.hand_entered"] == Hand.objects.count() == 1


def test_the_same_hand_from_eight_phones_is_one_hand_and_all_hear_which():
    tonight = evening()
    match = tonight.match
    outcomes = together([lambda: enter(match, 4, place=FIRST) for _ in range(8)])
    assert names_of(outcomes) == {"Appended": 8}
    assert {each.answer["hand"] for each in outcomes} == {str(Hand.objects.get().pk)}
    assert told(match.pk)["match.hand_entered"] == 1


def test_eight_hands_for_the_next_place_take_eight_places():
    """Without a place and a version a hand goes where one waits: nothing is refused for being late."""
    tonight = evening("club25")
    match = tonight.match
    outcomes = together(
        [
            lambda count=count: hands.record_hand(order(phone()), match, knock(count, other=15))
            for count in range(1, 9)
        ]
    )
    assert names_of(outcomes) == {"Appended": 8}
    assert [line.place.deal for line in tonight.state.lines] == list(range(1, 9))
    assert sorted(line.result.deadwood[0] for line in tonight.state.lines) == list(range(1, 9))
    assert all_is_well()


@pytest.mark.parametrize("with_version", [True, False])
def test_the_same_key_from_eight_at_once_is_one_hand_and_one_answer(with_version):
    tonight = evening()
    match, key = tonight.match, uuid.uuid4()
    asked = {"place": FIRST, **({"version": 1} if with_version else {})}
    outcomes = together(
        [lambda: enter(match, 4, command=keyed(match, 4, key=key), **asked) for _ in range(8)]
    )
    assert names_of(outcomes) == {"Appended": 8}
    assert sorted(each.repeated for each in outcomes) == [False] + [True] * 7
    assert len({(each.position, str(each.answer)) for each in outcomes}) == 1
    assert told(match.pk) == {"match.started": 1, "match.hand_entered": 1}


@pytest.mark.parametrize("asked", [{"place": FIRST, "version": 1}, {"place": FIRST}, {"version": 1}])
def test_the_same_key_that_came_in_between_is_answered_as_it_was(monkeypatch, asked):
    """Found unused, then carried out by another process: what it changed is no reason to refuse it."""
    tonight = evening()
    match, key = tonight.match, uuid.uuid4()
    command = keyed(match, 4, key=key)
    came_to = after_the_look_at_the_key(monkeypatch, lambda: enter(match, 4, command=command, **asked))
    again = enter(match, 4, command=command, **asked)
    assert (again.repeated, again.position, again.answer) == (True, came_to[0].position, came_to[0].answer)
    assert told(match.pk)["match.hand_entered"] == 1


def test_a_key_that_came_in_between_for_something_else_is_refused(monkeypatch):
    tonight = evening()
    match, key = tonight.match, uuid.uuid4()
    after_the_look_at_the_key(
        monkeypatch, lambda: enter(match, 4, command=keyed(match, 4, key=key), place=FIRST, version=1)
    )
    with pytest.raises(Exception) as refused:
        enter(match, 5, command=keyed(match, 5, key=key), place=FIRST, version=1)
    assert type(refused.value).__name__ == "KeyReused"


def test_the_two_boards_of_a_match_neither_block_nor_lose_each_other():
    tonight = evening("partnership_125", PAIRS)
    match = tonight.match
    for deal in (1, 2):
        places = [Place(1, deal, board) for board in (0, 1) for _phone in range(4)]
        outcomes = together(
            [lambda place=place: enter(match, 3 + place.board, place=place) for place in places]
        )
        assert names_of(outcomes) == {"Appended": 8}
        assert len({each.answer["hand"] for each in outcomes}) == 2
    found = {(line.place.deal, line.place.board): line.result.deadwood[0] for line in tonight.state.lines}
    assert found == {(1, 0): 3, (1, 1): 4, (2, 0): 3, (2, 1): 4}
    assert told(match.pk)["match.hand_entered"] == Hand.objects.count() == 4
    assert all_is_well()


def test_an_amendment_never_overwrites_one_it_has_not_seen(monkeypatch):
    tonight = evening()
    match = tonight.match
    tonight.play(0)
    outcomes = together(
        [lambda count=count: enter(match, count, place=FIRST, amend=True, version=2) for count in range(4, 8)]
    )
    assert names_of(outcomes) == {"Appended": 1, "Stale": 3}
    (line,) = tonight.state.lines
    assert list(Hand.objects.filter(struck=False).values_list("pk", flat=True)) == [uuid.UUID(line.hand)]
    assert all_is_well()


def test_an_amendment_between_two_looks_at_the_sheet_is_not_overwritten(monkeypatch):
    """A command reads its match once: the version it checked is the one it decides on."""
    tonight = evening()
    match = tonight.match
    tonight.play(0)
    real = hands.new_hand

    def instead(*args):
        monkeypatch.setattr(hands, "new_hand", real)
        enter(match, 7, place=FIRST, amend=True, side=1)
        return real(*args)

    monkeypatch.setattr(hands, "new_hand", instead)
    with pytest.raises(Stale):
        enter(match, 5, place=FIRST, amend=True, version=2)
    (line,) = tonight.state.lines
    assert line.result.deadwood[0] == 7
    assert list(Hand.objects.filter(struck=False).values_list("pk", flat=True)) == [uuid.UUID(line.hand)]
    assert all_is_well()


def test_either_the_result_is_accepted_or_it_is_amended_and_who_was_late_hears_it():
    tonight = evening()
    tonight.play_to_the_end()
    match, version = tonight.match, tonight.match.version
    entered = tonight.state.entered_side
    assert entered is not None

    def accept():
        return matches.accept(
            order(phone(1 - entered)), match, side=1 - entered, via="own_link", version=version
        )

    outcomes = together(
        [
            accept,
            lambda: enter(match, 1, other=90, place=FIRST, amend=True, side=1 - entered, version=version),
        ]
        * 4
    )
    assert names_of(outcomes) == {"Appended": 1, "Stale": 7}
    accepted = "Appended" in names_of(outcomes[::2])
    assert told(match.pk)["match.accepted"] == accepted
    assert told(match.pk)["match.hand_amended"] == (not accepted)
    assert (tonight.state.status == "accepted") is accepted
    assert all_is_well()


def test_nobody_accepts_an_amendment_he_has_not_seen(monkeypatch):
    tonight = evening()
    tonight.play_to_the_end()
    match, version = tonight.match, tonight.match.version
    in_the_midst(monkeypatch, lambda: enter(match, 1, other=90, place=FIRST, amend=True, version=version))
    with pytest.raises(Stale):
        matches.accept(order(phone(1)), match, side=1, via="own_link", version=version)
    assert tonight.state.status == "entered"


def test_eight_who_accept_at_once_accept_once():
    tonight = evening()
    tonight.play_to_the_end()
    match = tonight.match
    outcomes = together(
        [lambda: matches.accept(order(phone(1)), match, side=1, via="shared_table") for _ in range(8)]
    )
    assert names_of(outcomes) == {"Appended": 8}
    assert told(match.pk)["match.accepted"] == 1


SCORE = {"hands_won": ((6, 3),)}


def score(match: Match, points: int, *, side: int, command: Command | None = None):
    return matches.enter_score(command or order(phone(side)), match, points=((points, 87),), **SCORE)


def test_two_scores_at_once_are_one_score_and_one_dispute():
    tonight = evening()
    match = tonight.match
    outcomes = together([lambda: score(match, 125, side=0), lambda: score(match, 130, side=1)])
    assert names_of(outcomes) == {"Appended": 1, "score_taken": 1}
    assert told(match.pk) == {"match.started": 1, "match.score_entered": 1, "match.disputed": 1}
    assert tonight.state.status == "disputed"


def test_the_same_score_from_both_at_once_is_accepted():
    tonight = evening()
    match = tonight.match
    outcomes = together([lambda: score(match, 125, side=0), lambda: score(match, 125, side=1)])
    assert names_of(outcomes) == {"Appended": 2}
    assert tonight.state.status == "accepted"


def test_a_score_kept_as_a_dispute_is_answered_the_same_however_often_it_is_sent():
    tonight = evening()
    match, key = tonight.match, uuid.uuid4()
    score(match, 125, side=0)
    outcomes = together(
        [lambda: score(match, 130, side=1, command=keyed(match, 130, key=key, side=1)) for _ in range(8)]
    )
    assert names_of(outcomes) == {"score_taken": 8}
    assert len({str(each.data) for each in outcomes}) == 1
    assert told(match.pk)["match.disputed"] == 1


def test_a_line_struck_by_eight_is_struck_once():
    tonight = evening()
    tonight.play(0)
    tonight.play(0, count=4)
    match = tonight.match
    outcomes = together(
        [lambda: matches.strike_hand(order(phone()), match, place=Place(1, 2, 0)) for _ in range(8)]
    )
    assert names_of(outcomes) == {"Appended": 8}
    assert [line.place for line in tonight.state.lines if line.is_played] == [FIRST]
    assert told(match.pk)["match.hand_struck"] == 1
    assert load(match.pk)[0] == tonight.match.version
