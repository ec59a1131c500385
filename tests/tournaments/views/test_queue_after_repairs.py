"""What a phone had still to send when its sheet was put right: it reaches its pair's match or the inbox."""

import uuid

import pytest
from django.test import Client

from tests.tournaments.views.desk.scene import text_of
from tests.tournaments.views.scene import JSON, Evening, evening, hand_body, order
from tournaments import logs
from tournaments.models.tournament import KeptEntry, Match
from tournaments.selectors.desk_inbox import inbox_of
from tournaments.services import own_links, repairs, rounds, tournaments

pytestmark = [pytest.mark.django_db]

KNOCK = {"how": "knock", "side": 0, "count": 3, "other": 14}


@pytest.fixture
def scene() -> Evening:
    found = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Dee",)), rounds_planned=2)
    found.play(0)
    return found


def seats(match: Match) -> list[str]:
    return [str(each) for each in match.sides.order_by("index").values_list("entry_id", flat=True)]


def names(match: Match) -> str:
    return " – ".join(side.entry.name for side in match.sides.order_by("index"))


def queued(match: Match, place: str = "1.2.0", **values: object) -> dict[str, object]:
    """What the phone's page made of a hand while it showed the match as it stands now."""
    return {"key": str(uuid.uuid4()), "place": place, "seated": ",".join(seats(match)), **KNOCK, **values}


def send(phone: Client, match: Match, body: dict[str, object], what: str = "hand"):
    return phone.post(f"/matches/{match.pk}/enter/{what}/", body, **JSON)


def moved(scene: Evening, **more: object) -> tuple[Match, Match]:
    """The sheet of table 1 belongs to table 2."""
    one, other = scene.match_at(1), scene.match_at(2)
    repairs.move_sheet(
        order(), scene.tournament, stage=1, round=1, match=str(one.pk), other=str(other.pk), columns=(0, 1),
        reason="A wrong sheet", **more,
    )  # fmt: skip
    return one, other


def lines(match: Match) -> int:
    return len(logs.match_at(match.pk)[1].lines)


def inbox(scene: Evening) -> list[dict[str, object]]:
    return inbox_of(called=[], disputed=[], adjourned=[], kept=list(KeptEntry.objects.all()))["kept"]


def test_a_card_phone_of_a_table_whose_sheet_moved_away_sends_to_the_inbox_with_its_table_and_names(scene):
    phone, one = scene.phone(), scene.match_at(1)
    body, whose = queued(one), names(one)
    moved(scene)
    for _time in range(2):
        answer = send(phone, one, body)
        assert (answer.status_code, answer.json()["data"]) == (403, {"kept": True})
    assert lines(one) == 1
    [kept] = inbox(scene)
    assert (kept["table"], kept["names"]) == (1, whose)
    assert kept["theirs"].endswith(f"/{scene.match_at(1).pk}/"), "the pair has another sheet now"
    assert str(one.pk) in kept["href"]


def test_the_same_values_on_the_others_sheet_do_not_swallow_a_hand(scene):
    phone, one = scene.phone(), scene.match_at(1)
    body = queued(one, place="1.1.0", other=20)  # what stands there
    assert send(phone, one, body).json() == {"said": "Already on the sheet"}
    moved(scene)
    assert send(phone, one, {**body, "key": str(uuid.uuid4())}).json()["data"] == {"kept": True}


def test_a_players_own_link_whose_sheet_went_to_others_sends_to_the_inbox(scene):
    one = scene.match_at(1)
    body, player = queued(one), one.sides.get(index=0).entry.people[0]
    phone = Client()
    phone.get(f"/p/{own_links.give_link(player)}/")
    moved(scene)
    answer = send(phone, one, body)
    assert (answer.status_code, answer.json()["data"]) == (403, {"kept": True})
    assert (lines(one), len(inbox(scene))) == (1, 1)


def test_where_the_phone_may_still_write_it_asks_whose_the_hand_is_and_yes_writes_it(scene):
    one, other = scene.match_at(1), scene.match_at(2)
    phone, body = scene.phone(), queued(one)
    (a, b), (c, d) = seats(one), seats(other)
    seated = {str(one.pk): [a, d], str(other.pk): [c, b]}
    repairs.play_as_seated(order(), scene.tournament, stage=1, round=1, seated=seated, reason="So they sat")
    answer = send(phone, one, body)
    told = answer.json()
    assert (answer.status_code, told["data"]) == (422, {"seated": f"{a},{d}"})
    assert names(one) in told["message"]
    answer = send(phone, one, {**body, "key": str(uuid.uuid4()), "seated": told["data"]["seated"]})
    assert (answer.status_code, lines(one), KeptEntry.objects.count()) == (200, 2, 0)


@pytest.mark.parametrize("what", ["hand", "score"])
def test_no_gives_it_to_the_director_whoever_holds_the_phone(scene, what):
    one, phone = scene.match_at(1), scene.phone(0, table=2)
    whose, body = names(one), queued(one)
    if what == "score":
        body |= {"points_0_0": 125, "points_0_1": 87, "won_0_0": 6, "won_0_1": 3}
    moved(scene)  # to table 2, whose phone had looked at table 1's sheet
    assert "seated" in send(phone, one, body, what).json()["data"]
    answer = send(phone, one, {**body, "key": str(uuid.uuid4()), "keep": "on"}, what)
    assert answer.json()["data"] == {"kept": True}
    assert answer.json()["message"].startswith("Others sit at this sheet now, and this was not theirs.")
    [kept] = inbox(scene)
    assert (kept["names"], kept["table"], lines(one)) == (whose, 2, 1)


def test_a_form_without_a_script_asks_the_same(scene):
    one, phone = scene.match_at(1), scene.phone(0, table=2)
    body = queued(one)
    moved(scene)
    page = phone.post(f"/matches/{one.pk}/enter/hand/", body)
    assert page.status_code == 422
    assert "Yes, it is theirs" in text_of(page)
    assert f'name="seated" value="{",".join(seats(one))}"' in page.content.decode()


@pytest.mark.parametrize("again", ["draft", "published", "drawn anew"])
def test_a_hand_for_a_match_whose_round_was_called_back_is_kept(again):
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Dee",)))
    one, phone = scene.match_at(1), scene.phone()
    body, whose = queued(one, place="1.1.0"), names(one)
    rounds.recall_round(order(), scene.tournament, stage=1, round=1)
    if again == "drawn anew":  # the same two sides, as it happens
        rounds.draw_round(order(), scene.tournament, stage=1, seed=8, redraw=True)
    if again != "draft":
        rounds.publish_round(order(), scene.tournament, stage=1, round=1)
    for _time in range(2):
        answer = send(phone, one, body)
        assert (answer.status_code, answer.json()["data"]) == (409, {"kept": True})
    [kept] = inbox(scene)
    assert (kept["table"], kept["names"], kept["href"]) == (1, whose, None)
    out = [set(names(each).split(" – ")) for each in Match.objects.exclude(round__state="draft")]
    assert (kept["theirs"] is not None) == (set(whose.split(" – ")) in out) == (again != "draft")
    score = {"key": str(uuid.uuid4()), "points_0_0": 125, "points_0_1": 87, "won_0_0": 6, "won_0_1": 3}
    assert send(phone, one, score, "score").json()["data"] == {"kept": True}
    assert KeptEntry.objects.count() == 2


def test_a_match_that_never_was_and_a_stranger_keep_nothing(scene):
    other = evening()
    assert send(scene.phone(), Match(pk=uuid.uuid4()), hand_body(scene, **KNOCK)).status_code == 404
    gone = other.match
    rounds.recall_round(order(), other.tournament, stage=1, round=1)
    assert send(scene.phone(), gone, hand_body(scene, **KNOCK)).status_code == 404, "of another club"
    assert KeptEntry.objects.count() == 0


@pytest.mark.parametrize("other", [20, 21])
def test_where_results_are_shown_at_the_close_another_table_is_not_told_what_stands_on_a_sheet(scene, other):
    one = scene.match_at(1)
    tournaments.change_words(scene.tournament, results="after_close")
    body = queued(one, place="1.1.0", other=other)  # 20 stands there
    answer = send(scene.phone(table=2), one, body)
    assert (answer.status_code, answer.json()["data"]) == (403, {"kept": True})
    assert send(scene.phone(), one, queued(one, place="1.1.0", other=20)).json() == {
        "said": "Already on the sheet"
    }


WRITTEN = "up:7d p p s d:Kd s k:?? c:{}"
"""A hand to its end, read where one of both deals and refused where the other does: 40 is above the limit."""


@pytest.mark.parametrize("place", ["1.1.0", "1.2.0", "1.3.0", "2.1.0"])
@pytest.mark.parametrize("counts", ["3:40", "40:3"])
def test_nor_by_what_is_read_of_a_hand_it_wrote_down(scene, place, counts):
    one = scene.match_at(1)  # hand 1 is there and says who deals hand 2
    tournaments.change_words(scene.tournament, results="after_close")
    words = WRITTEN.format(counts)
    body = {"key": str(uuid.uuid4()), "place": place, "draft": words, "seated": ",".join(seats(one))}
    answer = scene.phone(table=2).post(f"/matches/{one.pk}/scribe/send/", body, **JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "sent_from_elsewhere")
    assert answer.json()["data"] == {"kept": True}
    [kept] = inbox(scene)
    assert kept["table"] == 2
    assert words in kept["what"] or counts.replace(":", "–") in kept["what"], "nothing of it is lost"
