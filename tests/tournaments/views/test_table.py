"""The table's pages through Django's client: the code, who one is, entering, settling, what is refused."""

import json
import uuid
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.live import address_of
from scoring.sheets.sheet import Place
from tests.tournaments.views.scene import JSON, evening, hand_body, order
from tournaments.models.tournament import KeptEntry, Match, PhoneSeen, Round, Tournament
from tournaments.services import clubs, inbox, matches, rounds

pytestmark = pytest.mark.django_db(transaction=True)
CODE_OF_NOTHING = "1a-" + "a" * 26


@pytest.fixture
def scene():
    return evening()


def enter(phone: Client, scene, *, match: Match | None = None, **values):
    pk = (match or scene.match).pk
    return phone.post(f"/matches/{pk}/enter/hand/", hand_body(scene, **values), **JSON)


def facts(page) -> dict:
    return json.loads(page.context["facts"])


# ---------------------------------------------------------------- the code


def test_the_code_becomes_a_cookie_and_leaves_the_address(scene):
    phone = Client()
    answer = phone.get(f"/t/{scene.code()}/")
    assert (answer.status_code, answer["Location"]) == (302, "/table/?opened=1")
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer.cookies["table"]["httponly"]
    assert scene.code() not in answer.cookies["table"].value
    assert phone.get("/table/")["Location"] == "/table/who/"


def test_a_wrong_code_gets_a_friendly_page(scene):
    answer = Client().get(f"/t/{CODE_OF_NOTHING}/")
    assert answer.status_code == 404
    assert "This code opens no table" in answer.text
    assert 'href="/"' in answer.text


def test_a_revoked_card_opens_nothing_any_more(scene):
    code, phone = scene.code(), scene.phone()
    clubs.revoke_card(scene.match.table)
    assert Client().get(f"/t/{code}/").status_code == 404
    assert phone.get("/table/").status_code == 404


def test_wrong_codes_are_limited_and_right_ones_are_not(scene):
    for _scan in range(60):
        assert Client().get(f"/t/{scene.code()}/").status_code == 302
    answers = [Client().get(f"/t/{CODE_OF_NOTHING}/").status_code for _try in range(32)]
    assert answers == [404] * 30 + [429] * 2


def test_the_code_is_in_no_log_line(scene, caplog):
    with caplog.at_level("DEBUG"):
        Client().get(f"/t/{scene.code()}/")
        Client().get(f"/t/{CODE_OF_NOTHING}/")
    assert scene.code() not in caplog.text


# ---------------------------------------------------------------- who one is


def test_it_asks_who_holds_the_phone_once_and_keeps_it(scene):
    phone = Client()
    phone.get(f"/t/{scene.code()}/")
    page = phone.get("/table/who/").text
    assert all(f"I am {name}" in page for name in scene.names())
    assert "I only keep score" in page
    person = scene.match.sides.get(index=1).entry.people[0]
    phone.post("/table/who/", {"person": str(person.pk)})
    shown = phone.get("/table/")
    assert shown.context["page"].mine == 1
    assert list(PhoneSeen.objects.values_list("table_number", "name")) == [(1, person.name)]


def test_polling_writes_nothing(scene, django_assert_num_queries):
    phone = scene.phone(0)
    seen = PhoneSeen.objects.get().last_seen
    page = phone.get("/table/")
    seen = PhoneSeen.objects.get().last_seen
    address = page.context["now"]
    first = phone.get(address)
    assert first.status_code == 200
    again = phone.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert PhoneSeen.objects.get().last_seen == seen


def test_the_poll_is_answered_anew_once_something_was_written(scene):
    phone = scene.phone(0)
    address = phone.get("/table/").context["now"]
    etag = phone.get(address)["ETag"]
    scene.play(0)
    answer = phone.get(address, headers={"if-none-match": etag})
    assert answer.status_code == 200
    assert answer["ETag"] != etag


def test_a_poll_costs_few_queries(scene, django_assert_max_num_queries):
    phone = scene.phone(0)
    page = phone.get("/table/")
    with django_assert_max_num_queries(12):
        phone.get(page.context["now"], headers={"if-none-match": page.context["etag"]})
    with django_assert_max_num_queries(20):
        phone.get("/table/")


def test_at_another_table_it_says_where_one_sits():
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Dee",)))
    phone = scene.phone(0, table=1)
    answer = phone.get(f"/t/{scene.code(2)}/", follow=True)
    assert "You are at table 1" in answer.text
    assert "I only keep score at table 2" in answer.text
    assert phone.get("/table/").context["row"].table_number == 1
    phone.post("/table/who/", {"person": ""})
    assert phone.get("/table/").context["row"].table_number == 2


def test_a_table_without_a_match_waits_and_looks_by_itself(scene, settings):
    settings.LIVE_URL = "http://testserver:8001"
    empty = scene.match.table.room.tables.get(number=5)
    phone = Client()
    from tournaments.access.table_codes import code_for

    phone.get(f"/t/{code_for(empty)}/")
    page = phone.get("/table/")
    assert "no match yet" in page.text
    assert f'data-live="{address_of(scene.tournament.pk)}"' in page.text
    assert phone.get("/table/now/?match=").status_code == 204
    Match.objects.update(table=empty)
    assert phone.get("/table/now/?match=")["HX-Refresh"] == "true"


def test_next_round_the_phone_shows_the_new_table_without_a_scan():
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Dee",)), rounds_planned=3)
    phone = scene.phone(0)
    name = scene.names()[0]
    before = scene.match
    address = phone.get("/table/").context["now"]
    for match in Match.objects.select_related("round__stage__tournament"):
        matches.forfeit(order(), match, losers=[1], reason="no show")
    scene.close()
    assert "over" in phone.get("/table/").text
    rounds.draw_round(order(), scene.tournament, stage=1, seed=7)
    rounds.publish_round(order(), scene.tournament, stage=1, round=2)
    assert phone.get(address)["HX-Refresh"] == "true"
    row = phone.get("/table/").context["row"]
    assert row.pk != before.pk
    assert name in [side.entry.name for side in row.sides.all()]


# ---------------------------------------------------------------- entering


def test_a_hand_is_written_in_its_place(scene):
    phone = scene.phone(0)
    answer = enter(phone, scene, how="knock", side=0, count=4, other=15)
    assert (answer.status_code, answer.json()) == (200, {"said": f"{scene.names()[0]} +11"})
    line = scene.state.lines[0]
    assert (line.place, line.result.points, line.by, line.side) == (Place(1, 1), (11, 0), "table", 0)


def test_sent_twice_it_counts_once(scene):
    phone, key = scene.phone(0), str(uuid.uuid4())
    for _time in range(2):
        assert enter(phone, scene, key=key, how="gin", side=1, other=20).status_code == 200
    assert [line.result.points for line in scene.state.lines] == [(0, 45)]


def test_the_same_key_with_another_body_is_refused(scene):
    phone, key = scene.phone(0), str(uuid.uuid4())
    enter(phone, scene, key=key, how="gin", side=1, other=20)
    answer = enter(phone, scene, key=key, how="gin", side=1, other=21)
    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")


def test_the_same_values_from_the_other_phone_are_already_there(scene):
    ann, bo = scene.phone(0), scene.phone(1)
    for phone in (ann, bo):
        assert enter(phone, scene, how="knock", side=0, count=4, other=15).status_code == 200
    assert len(scene.state.lines) == 1


def test_other_values_for_the_same_place_are_one_clear_conflict(scene):
    first, second = scene.names()
    enter(scene.phone(0), scene, how="knock", side=0, count=4, other=15)
    answer = enter(scene.phone(1), scene, how="gin", side=1, other=20)
    assert answer.status_code == 409
    body = answer.json()
    assert (body["code"], body["data"]) == (
        "place_taken",
        {"first": f"{first} +11", "second": f"GIN · {second} +45"},
    )
    assert [line.result.points for line in scene.state.lines] == [(11, 0)]


def test_without_script_the_page_keeps_what_was_entered(scene):
    phone = scene.phone(0)
    answer = phone.post(
        f"/matches/{scene.match.pk}/enter/hand/", hand_body(scene, how="knock", side=0, count=77, other=15)
    )
    assert answer.status_code == 422
    assert 'value="77"' in answer.text
    answer = phone.post(f"/matches/{scene.match.pk}/enter/hand/", hand_body(scene, how="wall"))
    assert (answer.status_code, answer["Location"]) == (302, "/table/")
    assert scene.state.lines[0].result.outcome == "wall"


def test_what_is_missing_is_named(scene):
    answer = enter(scene.phone(0), scene, how="knock", side=0, count=4)
    assert (answer.status_code, answer.json()["message"]) == (400, "This is needed here.")


def test_the_same_as_the_last_hand_is_asked_first(scene):
    phone = scene.phone(0)
    enter(phone, scene, how="knock", side=0, count=4, other=15)
    again = {"place": "1.2.0", "how": "knock", "side": 0, "count": 4, "other": 15}
    answer = enter(phone, scene, **again)
    assert (answer.status_code, answer.json()["data"]) == (422, {"asks": True})
    assert len(scene.state.lines) == 1
    assert enter(phone, scene, **again, sure="on").status_code == 200
    assert len(scene.state.lines) == 2


def test_a_line_is_changed_and_the_old_one_struck_through(scene):
    phone = scene.phone(1)
    enter(phone, scene, how="knock", side=0, count=4, other=15)
    enter(phone, scene, how="knock", side=0, count=4, other=16, amend="on")
    assert [line.result.points for line in scene.state.lines] == [(12, 0)]
    rows = phone.get("/table/").context["page"].sheets[0]["rows"]
    assert [(row["amended"], row["cells"][0]["points"]) for row in rows] == [(True, 11), (False, 12)]


def test_a_line_that_was_changed_meanwhile_is_asked_about_before_it_is_changed_again(scene):
    """Both phones chose the hand that said 11: the slower one does not replace the other's silently."""
    first, second = scene.phone(0), scene.phone(1)
    enter(first, scene, how="knock", side=0, count=4, other=15)
    seen = first.get("/table/").context["lines"][0]["stands"]
    mine = {"how": "knock", "side": 0, "count": 4, "other": 24, "amend": "on", "instead": seen}
    assert enter(second, scene, **{**mine, "other": 17}).status_code == 200
    answer = enter(first, scene, **mine)
    name = scene.names()[0]
    assert (answer.status_code, answer.json()["code"]) == (409, "place_taken")
    assert answer.json()["data"] == {"first": f"{name} +13", "second": f"{name} +20"}
    assert [line.result.points for line in scene.state.lines] == [(13, 0)]
    page = first.post(f"/matches/{scene.match.pk}/enter/hand/", hand_body(scene, **mine))
    assert (page.status_code, f"{name} +13" in page.text, seen in page.text) == (409, True, False)
    assert enter(first, scene, **{**mine, "instead": ""}).status_code == 200
    assert [line.result.points for line in scene.state.lines] == [(20, 0)]


def test_undo_takes_the_last_hand_back(scene):
    phone = scene.phone(0)
    enter(phone, scene, how="wall")
    version = facts(phone.get("/table/"))["version"]
    body = {"key": str(uuid.uuid4()), "version": version, "place": "1.1.0"}
    phone.post(f"/matches/{scene.match.pk}/enter/strike/", body)
    assert scene.state.lines == ()
    assert [each.how for each in scene.state.struck] == ["struck"]


def test_a_stale_undo_shows_the_newer_state(scene):
    phone = scene.phone(0)
    enter(phone, scene, how="wall")
    body = {"key": str(uuid.uuid4()), "version": 1, "place": "1.1.0"}
    answer = phone.post(f"/matches/{scene.match.pk}/enter/strike/", body, follow=True)
    assert "Somebody else was faster" in answer.text
    assert len(scene.state.lines) == 1


def test_a_final_score_replaces_hands_only_when_confirmed(scene):
    phone = scene.phone(0)
    enter(phone, scene, how="wall")
    address = f"/matches/{scene.match.pk}/enter/score/"
    body = {"points_0_0": 125, "points_0_1": 87, "won_0_0": 6, "won_0_1": 3}
    answer = phone.post(address, {**body, "key": str(uuid.uuid4())}, **JSON)
    assert (answer.status_code, answer.json()["code"]) == (422, "hands_exist")
    answer = phone.post(address, {**body, "key": str(uuid.uuid4()), "confirm": "on"}, **JSON)
    first, second = scene.names()
    assert answer.json() == {"said": f"{first} beat {second} 125–87, +38"}


# ---------------------------------------------------------------- settling


def settle(phone: Client, scene, verdict: str, **values):
    body = {"key": str(uuid.uuid4()), "verdict": verdict, "via": "own_link", **values}
    return phone.post(f"/matches/{scene.match.pk}/enter/verdict/", body, follow=True)


def test_the_other_side_accepts_on_its_own_phone(scene):
    scene.play_to_the_end()
    ann, bo = scene.phone(0), scene.phone(1)
    assert ann.get("/table/").context["page"].verdict.via == "shared_table"
    assert bo.get("/table/").context["page"].verdict.via == "own_link"
    settle(bo, scene, "accept")
    assert (scene.state.status, scene.state.acceptance.via) == ("accepted", "own_link")


def test_a_button_pressed_twice_gets_the_first_answer_twice(scene):
    scene.play_to_the_end()
    bo, key = scene.phone(1), str(uuid.uuid4())
    for _press in range(2):
        assert "Accepted. The result counts." in settle(bo, scene, "accept", key=key).text
    assert scene.state.status == "accepted"


def test_a_score_kept_as_a_dispute_is_refused_again_when_it_is_sent_again(scene):
    address = f"/matches/{scene.match.pk}/enter/score/"
    body = {"points_0_0": 125, "points_0_1": 87, "won_0_0": 6, "won_0_1": 3}
    scene.phone(0).post(address, {**body, "key": str(uuid.uuid4())}, **JSON)
    bo, other = scene.phone(1), {**body, "points_0_0": 130, "key": str(uuid.uuid4())}
    answers = [bo.post(address, other, **JSON) for _time in range(2)]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(409, "score_taken")] * 2
    assert answers[0].json() == answers[1].json()
    assert len(scene.state.disputes) == 1


def test_nobody_accepts_the_own_result(scene):
    scene.play_to_the_end()
    answer = settle(scene.phone(0), scene, "accept")
    assert "The other side accepts it" in answer.text
    assert scene.state.status == "entered"


def test_with_own_links_a_shared_phone_does_not_accept():
    scene = evening(acceptance="own_link")
    scene.play_to_the_end()
    phone = scene.phone(0)
    assert phone.get("/table/").context["page"].verdict is None
    settle(phone, scene, "accept", via="shared_table", side=1)
    assert scene.state.status == "entered"


def test_where_the_director_accepts_the_table_is_told_so():
    scene = evening(acceptance="director")
    scene.play_to_the_end()
    phone = scene.phone(1)
    assert "The director accepts the results here." in phone.get("/table/").text
    settle(phone, scene, "accept")
    assert scene.state.status == "entered"


def test_not_right_keeps_the_reason_and_the_claim(scene):
    scene.play_to_the_end()
    phone = scene.phone(1)
    assert "What is not right?" in settle(phone, scene, "dispute").text
    body = {"key": str(uuid.uuid4()), "reason": "mirrored", "words": "we won",
            "points_0": 10, "points_1": 130, "won_0": 1, "won_1": 5}  # fmt: skip
    answer = phone.post(f"/matches/{scene.match.pk}/enter/not-right/", body, follow=True)
    assert "says this is not right" in answer.text
    said = scene.state.open_dispute
    assert (scene.state.status, said.side, said.claim.points) == ("disputed", 1, ((10, 130),))
    assert said.reason == "Our scores are the wrong way round: we won"


def test_who_was_handed_the_phone_is_who_says_that_it_is_not_right(scene):
    scene.play_to_the_end()
    phone = scene.phone(0)
    assert "Hand the phone over." in phone.get("/table/").text
    side = phone.get("/table/").context["page"].verdict.side
    entered = {"key": str(uuid.uuid4()), "version": scene.state.started.boards, "verdict": "dispute",
               "via": "shared_table", "side": side}  # fmt: skip
    asked = phone.post(f"/matches/{scene.match.pk}/enter/verdict/", entered)
    assert asked.url.endswith(f"?side={side}")
    assert phone.get(asked.url).context["form"].initial["side"] == str(side)
    body = {"key": str(uuid.uuid4()), "reason": "total", "side": side}
    phone.post(asked.url, body)
    assert (scene.state.status, scene.state.open_dispute.side) == ("disputed", side)


def test_the_director_is_called_once(scene):
    phone = scene.phone(0)
    for _time in range(2):
        phone.post(f"/matches/{scene.match.pk}/enter/director/", {"key": str(uuid.uuid4())})
    assert Match.objects.get(pk=scene.match.pk).director_called
    assert "The director is called" in phone.get("/table/").text


@pytest.mark.parametrize("page", ["/table/", "/matches/{}/play/"])
def test_the_bell_says_that_it_was_rung_until_somebody_came(scene, page):
    phone, calls = scene.phone(0), f"/matches/{scene.match.pk}/enter/director/"
    page, comes = page.format(scene.match.pk), "will come to this table"
    assert (calls in phone.get(page).text, comes in phone.get(page).text) == (True, False)
    phone.post(calls, {"key": str(uuid.uuid4())})
    assert (calls in phone.get(page).text, comes in phone.get(page).text) == (False, True)
    matches.answer_director(order(), scene.match)
    assert (calls in phone.get(page).text, comes in phone.get(page).text) == (True, False)


def test_an_accepted_result_is_not_changed_at_the_table(scene):
    scene.play_to_the_end()
    scene.accept()
    answer = enter(scene.phone(1), scene, place="1.1.0", how="wall", amend="on")
    assert (answer.status_code, answer.json()["code"]) == (422, "already_accepted")


# ---------------------------------------------------------------- who may not


def test_the_card_of_another_table_is_refused():
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Dee",)))
    answer = enter(scene.phone(None, table=2), scene, how="wall")
    assert answer.status_code == 403
    assert scene.state.lines == ()


def test_a_visitor_enters_nothing(scene):
    assert enter(Client(), scene, how="wall").status_code == 403
    assert Client().get(f"/matches/{scene.match.pk}/enter/").status_code == 403


def test_a_draft_round_is_not_there_for_the_table(scene):
    phone = scene.phone(0)
    Round.objects.update(state="draft")
    assert enter(phone, scene, how="wall").status_code == 404
    assert phone.get(f"/matches/{scene.match.pk}/").status_code == 404
    assert Client().get(f"/matches/{scene.match.pk}/").status_code == 404


def test_a_scorer_enters_and_does_not_accept(scene, django_user_model):
    user = django_user_model.objects.create_user("scorer")
    scene.tournament.roles.create(user=user, kind="scorer")
    desk = Client()
    desk.force_login(user)
    scene.play_to_the_end()
    page = desk.get(f"/matches/{scene.match.pk}/enter/").context["page"]
    assert (page.verdict, page.asks_nobody) == (None, "The sides accept this result on the table’s phone.")
    settle(desk, scene, "accept", via="shared_table", side=1)
    assert scene.state.status == "entered"


def test_what_comes_after_the_close_is_kept_for_the_director_once(scene):
    phone, key = scene.phone(0), str(uuid.uuid4())
    matches.forfeit(order(), scene.match, losers=[1], reason="no show")
    scene.close()
    for _time in range(2):
        answer = enter(phone, scene, key=key, how="knock", side=0, count=4, other=15)
        assert answer.status_code == 409
        assert answer.json()["data"] == {"kept": True}
        assert "kept for the director" in answer.json()["message"]
    kept = KeptEntry.objects.get()
    assert (kept.match_id, kept.table_number, kept.code) == (scene.match.pk, 1, "round_closed")
    assert kept.body["lines"] == [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [4, 15]}]
    assert [inbox.settle(scene.tournament, kept.pk) for _time in range(2)] == [True, False]


def test_what_a_phone_sends_after_it_went_on_to_another_table_is_kept_for_the_director():
    scene = evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)))
    phone, key = scene.phone(), str(uuid.uuid4())
    phone.get(f"/t/{scene.code(2)}/")
    values = {"how": "knock", "side": 0, "count": 4, "other": 15}
    for _time in range(2):
        answer = enter(phone, scene, key=key, **values)
        assert (answer.status_code, answer.json()["data"]) == (403, {"kept": True})
        assert answer.json()["message"] == (
            "The phone that sent this had gone to another table by then."
            " What you entered is kept for the director."
        )
    entry = KeptEntry.objects.get()
    assert (entry.match_id, entry.code, scene.state.lines) == (scene.match.pk, "sent_from_elsewhere", ())
    stranger = evening()
    assert enter(stranger.phone(), scene, key=key, **values).status_code == 403, "of another club"
    assert KeptEntry.objects.count() == 1


def test_the_values_that_stand_there_already_are_done_under_any_key_even_after_the_close(scene):
    values = {"how": "knock", "side": 0, "count": 4, "other": 15}
    enter(scene.phone(0), scene, **values)
    scene.play_to_the_end()
    lines = len(scene.state.lines)
    scene.accept()
    scene.close()
    again = enter(scene.phone(1), scene, key=str(uuid.uuid4()), **values)
    assert (again.status_code, again.json()) == (200, {"said": "Already on the sheet"})
    other = enter(scene.phone(1), scene, key=str(uuid.uuid4()), **{**values, "other": 16})
    assert (other.status_code, other.json()["data"]) == (409, {"kept": True})
    assert (KeptEntry.objects.count(), len(scene.state.lines)) == (1, lines)


def test_the_worker_of_the_page_comes_from_an_address_in_its_scope_and_keeps_to_the_policy(client):
    answer = client.get("/table/worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    assert answer.content == Path(finders.find("js/page_worker.js")).read_bytes()


def test_a_phone_without_a_match_still_sends_what_waits_on_it(scene):
    scene.play_to_the_end()
    scene.accept()
    scene.close()
    Tournament.objects.update(state=Tournament.State.FINISHED)
    page = scene.phone(0).get("/table/").text
    assert 'id="queue"' in page
    assert "js/queue" in page
    assert "csrfmiddlewaretoken" in page


def test_a_hand_sent_before_the_close_is_answered_as_before_after_it(scene):
    phone, key = scene.phone(0), str(uuid.uuid4())
    enter(phone, scene, key=key, how="wall")
    matches.forfeit(order(), scene.match, losers=[1], reason="left")
    scene.close()
    assert enter(phone, scene, key=key, how="wall").status_code == 200
    assert KeptEntry.objects.count() == 0


# ---------------------------------------------------------------- partners, Oklahoma


def test_two_boards_write_at_once_without_blocking_each_other():
    scene = evening("partnership_125", (("Ann", "Cy"), ("Bo", "Dee")))
    a, b = scene.phone(0, board=0), scene.phone(1, board=1)
    for phone in (a, b):
        phone.get("/table/")
    assert enter(a, scene, place="1.1.0", how="knock", side=0, count=4, other=15).status_code == 200
    assert "Board a has finished this round" in b.get("/table/").text
    assert facts(a.get("/table/"))["place"] is None
    assert enter(b, scene, place="1.1.1", how="knock", side=1, count=2, other=20).status_code == 200
    line = scene.state.sheet.games[0].lines[0]
    assert line.points == (0, 7)
    assert facts(a.get("/table/"))["place"] == "1.2.0"


def test_a_board_does_not_write_for_the_other():
    scene = evening("partnership_125", (("Ann", "Cy"), ("Bo", "Dee")))
    answer = enter(scene.phone(0, board=0), scene, place="1.1.1", how="wall")
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_board")


def test_the_desk_enters_and_writes_down_for_either_board(django_user_model):
    scene = evening("partnership_125", (("Ann", "Cy"), ("Bo", "Dee")))
    user = django_user_model.objects.create_user("director")
    scene.tournament.roles.create(user=user, kind="director")
    desk, home = Client(), f"/matches/{scene.match.pk}/enter/"
    desk.force_login(user)
    assert f'href="{home}?board=b"' in desk.get(home).text
    assert f'href="{home}?board=a"' in desk.get(f"{home}?board=b").text
    assert enter(desk, scene, place="1.1.1", how="wall").status_code == 200
    page = desk.post(f"{home}strike/", {"place": "1.1.1", "key": str(uuid.uuid4())})
    assert (page["Location"], scene.state.lines) == (f"{home}?board=b", ())
    address = f"/matches/{scene.match.pk}/scribe/"
    assert desk.get(f"{address}?board=b").context["place"] == "1.1.1"
    page = desk.post(address, {"place": "1.1.1", "draft": "", "press": "e:0"})
    assert (page.status_code, page.context["names"]) == (200, ["Cy", "Dee"])
    page = desk.post(f"{address}send/", {"place": "1.1.1", "draft": "e:0 c:4:20"})
    assert page["Location"] == f"{home}?board=b"
    assert [line.place.board for line in scene.state.lines] == [1]


def test_oklahoma_needs_the_card_and_reads_its_limit():
    scene = evening("oklahoma_boxes")
    phone = scene.phone(0)
    answer = enter(phone, scene, how="knock", side=0, count=6, other=16)
    assert answer.status_code == 400
    answer = enter(phone, scene, how="knock", side=0, count=6, other=16, rank="5")
    assert (answer.status_code, answer.json()["code"]) == (422, "over_limit")
    enter(phone, scene, how="knock", side=0, count=6, other=16, rank="6", spade="on")
    assert scene.state.lines[0].result.points == (20, 0)


def test_the_desk_enters_at_its_own_page(scene, django_user_model):
    user = django_user_model.objects.create_user("director")
    scene.tournament.roles.create(user=user, kind="director")
    desk = Client()
    desk.force_login(user)
    body = {"points_0_0": 125, "points_0_1": 87, "won_0_0": 6, "won_0_1": 3, "key": str(uuid.uuid4())}
    answer = desk.post(f"/matches/{scene.match.pk}/enter/score/", body)
    assert answer["Location"] == f"/matches/{scene.match.pk}/enter/"
    assert scene.state.status == "accepted"


def test_a_phone_is_called_after_who_holds_it_at_whichever_board_of_the_pair():
    scene = evening(names=(("Ann", "Abe"), ("Bo", "Bea")), rules="partnership_125")
    abe = scene.match.sides.get(index=0).entry.people[1]
    phone = scene.phone(0)
    phone.post("/table/who/", {"person": str(abe.pk)})
    page = phone.get("/table/")
    assert page.context["seat"].board == 0
    assert "Abe’s phone" in page.text
