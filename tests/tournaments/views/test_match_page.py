"""A match's own page, and records of hands put onto its sheet."""

import json
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.models.hand import Hand
from scoring.sheets.sheet import Place
from tests.tournaments.views.live import played_lines
from tests.tournaments.views.rounds import table_evening
from tests.tournaments.views.scene import evening, order
from tournaments.selectors.table_page import names_of
from tournaments.services import matches

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene():
    return evening()


def text_of(*hands: list[dict]) -> str:
    return "".join(f"{json.dumps(line)}\n" for lines in hands for line in lines)


def send(phone: Client, scene, text: str = "", **more):
    body = {"key": str(uuid.uuid4()), "text": text, **more}
    return phone.post(f"/matches/{scene.match.pk}/record/", body)


def test_everybody_sees_names_table_and_state_and_no_hand_before_it_counts(scene):
    scene.play(0, count=3, other=20)
    page = Client().get(f"/matches/{scene.match.pk}/")
    assert all(name in page.text for name in scene.names())
    assert page.context["match"]["sheets"] == []
    ahead = [(side["name"], side["number"]) for side in page.context["match"]["running"]]
    assert ahead == list(zip(names_of(scene.match).short, (17, 0), strict=True))
    assert "knock" not in page.text
    assert "Enter results" not in page.text


def test_a_counted_match_shows_its_sheet_its_race_and_its_hands(scene):
    scene.play_to_the_end()
    scene.accept()
    first, second = scene.names()
    page = Client().get(f"/matches/{scene.match.pk}/")
    match = page.context["match"]
    assert match["sentence"].startswith(f"{first} beat {second}")
    assert [row["n"] for row in match["sheets"][0]["rows"]] == list(range(1, len(scene.state.lines) + 1))
    assert len(match["hands"]) == len(scene.state.lines)
    (race,) = match["races"]
    assert race["words"].startswith(f"After {len(scene.state.lines)} hands {first} has")


def test_a_private_person_shows_initials(scene):
    player = scene.match.sides.get(index=0).entry.people[0]
    name = player.name
    player.is_private = True
    player.save()
    assert name not in Client().get(f"/matches/{scene.match.pk}/").text


def test_the_page_costs_few_queries(scene, django_assert_max_num_queries):
    scene.play_to_the_end()
    scene.accept()
    with django_assert_max_num_queries(20):
        Client().get(f"/matches/{scene.match.pk}/")


def test_a_record_of_whole_hands_goes_onto_the_sheet(scene):
    rules = scene.state.rules
    text = text_of(
        played_lines(rules, 0, 1), [{"hand": 2}, {"e": "counted", "knocker": 1, "deadwood": [20, 3]}]
    )
    answer = send(scene.phone(0), scene, text)
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{scene.match.pk}/")
    assert [line.result.fidelity for line in scene.state.lines] == ["play", "counts"]
    assert Hand.objects.filter(match_id=scene.match.pk).count() == 2


def test_a_file_does_as_well_and_twice_with_one_key_is_once(scene):
    phone, key = scene.phone(0), str(uuid.uuid4())
    for _time in range(2):
        file = SimpleUploadedFile("hands.jsonl", text_of(played_lines(scene.state.rules)).encode())
        assert send(phone, scene, key=key, file=file).status_code == 302
    assert len(scene.state.lines) == 1


def test_what_is_wrong_is_listed_by_hand_and_event_and_nothing_is_written(scene):
    good = played_lines(scene.state.rules)
    bad = [{"hand": "second"}, {"e": "counted", "knocker": 0, "deadwood": [11, 30]}]
    answer = send(scene.phone(0), scene, text_of(good, bad) + '{"hand": 3, "e": "fly"}\n')
    assert answer.status_code == 422
    line = len(good) + 2
    assert answer.context["problems"] == [
        f"Hand second, event 1 (line {line}): The limit is 10; the knocker's count is 11. (rules 1.5)"
    ]
    assert scene.state.lines == ()
    assert "&quot;second&quot;" in answer.text  # what was pasted is still in its field


def test_other_rules_are_refused(scene):
    answer = send(scene.phone(0), scene, text_of(played_lines(evening("pagat").state.rules)))
    assert answer.status_code == 422
    assert "other rules (pagat)" in answer.context["problems"][0]


def test_nothing_at_all_is_said_so(scene):
    assert "Choose a file, or paste" in send(scene.phone(0), scene).text


def test_a_visitor_puts_nothing_in(scene):
    assert send(Client(), scene, text_of(played_lines(scene.state.rules))).status_code == 403


PAIRS = (("Ann Abbott", "Cy Castle"), ("Ann Brennan", "Dee Doyle"))


def test_a_partners_sheet_says_of_each_board_who_won_there():
    scene = evening("partnership_125", PAIRS)
    scene.play(0, count=3, other=33, place=Place(1, 1, 0))
    scene.play(1, count=4, other=14, place=Place(1, 1, 1))
    scene.play(0, count=0, other=5, place=Place(1, 2, 1))
    page = Client().get(f"/matches/{scene.match.pk}/")
    assert page.context["match"]["sheets"] == [], "nothing of an open match is shown to everybody"
    rows = scene.phone(0).get("/table/").context["page"].sheets[0]["rows"]
    assert [[board["words"] for board in row["boards"]] for row in rows] == [
        ["a: Ann A. +30", "b: Dee +10"],
        ["b: GIN · Cy +30 …"],
    ]


def test_names_on_the_sheet_are_first_names_with_a_letter_where_they_are_shared():
    scene = evening("partnership_125", PAIRS)
    heads = scene.phone(0).get("/table/").context["page"].sheets[0]["heads"]
    assert [head["name"] for head in heads] == ["Ann A. & Cy", "Ann B. & Dee"]


def test_a_final_score_alone_is_no_sheet_without_hands():
    scene = evening()
    matches.enter_score(order(), scene.match, points=((125, 87),), hands_won=((6, 3),))
    page = Client().get(f"/matches/{scene.match.pk}/").text
    assert "Entered as a final score" in page
    assert "No hand yet" not in page


def test_a_record_that_names_no_rules_is_read_under_the_matchs():
    scene = evening("straight_gin")
    knock = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [3, 12]}]
    answer = send(scene.phone(0), scene, text_of(knock))
    assert answer.status_code == 422  # only gin ends a hand here
    assert "(rules 1.5)" in answer.context["problems"][0]
    assert send(scene.phone(0), scene, text_of([{"hand": 1}, counted_gin()])).status_code == 302
    table = table_evening()
    rounds = [[{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [4, 23, 11]}]]
    assert send(table.phone(0), table, text_of(*rounds)).status_code == 302
    assert table.state.lines[0].result.points == (26, 0, 0)


def counted_gin() -> dict:
    return {"e": "counted", "knocker": 0, "deadwood": [0, 12]}


def test_the_page_is_answered_with_304_until_the_match_moves_and_follows_by_itself(scene):
    address = f"/matches/{scene.match.pk}/"
    first = Client().get(address)
    assert 'hx-trigger="every 5s, news"' in first.text
    assert Client().get(address, headers={"if-none-match": first["ETag"]}).status_code == 304
    assert scene.phone(0).get(address)["ETag"] != first["ETag"]
    scene.play_to_the_end()
    scene.accept()
    counted = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert counted.status_code == 200
    assert 'id="race"' in counted.text
    assert "hx-trigger" in counted.text, "it may be corrected"
