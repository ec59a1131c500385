"""The repair drawer at the desk: what can have happened is offered with what follows, and done in one tap."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.engine.rulesets import preset
from games.services.command import Actor, Command
from tests.tournaments.views.desk.scene import Scene, client_of, evening, post, said, text_of, user, win
from tournaments import logs
from tournaments.models.tournament import Match, MatchSide, TournamentRole
from tournaments.services import apart, hands, matches, tournaments

pytestmark = pytest.mark.django_db(transaction=True)
TABLE = Actor(kind="table", id="t", role="table", side=0)
KNOCK = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [3, 60]}]
SIX = ("Ada", "Bo", "Cy", "Dee", "Ed", "Flo")


@pytest.fixture
def scene() -> Scene:
    return evening(SIX).published()


def sides(match: Match) -> list[str]:
    return [str(pk) for pk in MatchSide.objects.filter(match=match).values_list("entry_id", flat=True)]


def names(match: Match) -> list[str]:
    rows = MatchSide.objects.filter(match=match).prefetch_related("entry__persons__player")
    return [row.entry.name for row in rows]


def buttons_of(page: Any) -> list[dict[str, str]]:
    """What each button of the choices sends: the form's fields and its own."""
    found = []
    for form in re.findall(r'<form[^>]*method="post".*?</form>', page.text, flags=re.S):
        sent = {
            name: unescape(value)
            for name, value in re.findall(r'<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"', form)
        }
        buttons = re.findall(r'<button[^>]*?name="([^"]+)" value="([^"]*)"', form)
        found += [{**sent, name: value} for name, value in buttons if "reason" in sent]
    return found


def seated_page(scene: Scene, *picked: Match, **more: Any) -> Any:
    return scene.desk.get(scene.url("seated"), {"match": [str(each.pk) for each in picked], **more})


def test_two_tables_that_crossed_are_two_taps_from_the_match(scene: Scene) -> None:
    one, other, _third = scene.matches()
    (a, b), (c, d) = names(one), names(other)
    hands.record_hand(Command(actor=TABLE), one, KNOCK)
    page = text_of(scene.desk.get(f"/desk/matches/{one.pk}/"))
    assert "Played as seated" in page
    assert "This belongs to another table" in page
    offered = seated_page(scene, one, other)
    words = text_of(offered)
    for left, right in ((a, c), (a, d), (c, b), (d, b), (c, d)):
        assert f"Table 1 : {left} – {right}" in words.replace("Table 1:", "Table 1 :")
    assert f"What is entered at table 1 counts for {a} – {d}, once it is accepted anew." in words
    wanted = f"{one.pk}:{sides(one)[0]},{sides(other)[1]}"
    form = next(each for each in buttons_of(offered) if each["seated"].startswith(wanted))
    desk = scene.desk
    answer = post(desk, scene.url("seated"), **form)
    assert said(desk, answer) == ["Put right: who sat there has the result, and accepts it anew."]
    assert (names(one), names(other)) == ([a, d], [c, b])
    history = text_of(scene.desk.get(f"/desk/matches/{one.pk}/"))
    assert f"Here sat {a} – {d}; the sheet is theirs: They sat down so" in history
    assert f"Hand 1 entered: {a} +57" in history
    log = text_of(scene.desk.get(scene.url("log")))
    assert "The pairings of round 1 were changed by hand: They sat down so" in log
    # The same tap again does it once.
    version = logs.tournament_at(scene.row.pk)[0]
    assert post(scene.desk, scene.url("seated"), **form).status_code == 302
    assert logs.tournament_at(scene.row.pk)[0] == version


def test_seat_by_seat_says_what_follows_before_it_is_done(scene: Scene) -> None:
    one, other, third = scene.matches()
    (a, b), (c, d), (e, f) = (sides(each) for each in (one, other, third))
    apart.keep_apart(Command(actor=Actor(kind="user", id="1", role="director")), scene.row.pk,
                            sides=(a, d), how="never")  # fmt: skip
    said_so = {f"seat_{one.pk}": [a, d], f"seat_{other.pk}": [c, f], f"seat_{third.pk}": [e, b]}
    page = seated_page(scene, one, other, third, **said_so)
    (form,) = buttons_of(page)
    known = {str(entry.pk): entry.name for entry in scene.row.entries.prefetch_related("persons__player")}
    assert f"{known[a]} – {known[d]} were never to meet." in text_of(page)
    assert post(scene.desk, scene.url("seated"), **form).status_code == 302
    assert [sides(each) for each in (one, other, third)] == [[a, d], [c, f], [e, b]]


def test_what_cannot_have_been_is_said_and_has_no_button(scene: Scene) -> None:
    one, other, _third = scene.matches()
    (a, _b), (c, d) = sides(one), sides(other)
    page = seated_page(scene, one, other, **{f"seat_{one.pk}": [a, a], f"seat_{other.pk}": [c, d]})
    assert buttons_of(page) == []
    assert "A side stands twice in the draw, or would meet itself." in text_of(page)
    page = seated_page(scene, one, **{f"seat_{one.pk}": [a, c]})
    assert "Somebody who sat there belongs to a table you did not choose." in text_of(page)
    assert seated_page(scene).status_code == 200, "no table is picked yet"
    assert scene.desk.get(scene.url("seated"), {"match": "x"}).status_code == 200


def test_a_sheet_goes_to_its_table_by_two_taps(scene: Scene) -> None:
    one, other, _third = scene.matches()
    (a, b), (c, d) = names(one), names(other)
    win(one)
    url = f"/desk/matches/{one.pk}/belongs/"
    page = scene.desk.get(url, {"other": str(other.pk)})
    assert f"{a}’s column is {d}’s. {b}’s column is {c}’s." in text_of(page)
    form = next(each for each in buttons_of(page) if each["columns"] == "1,0")
    desk = scene.desk
    answer = post(desk, url, **form)
    assert said(desk, answer) == ["The sheet is where it belongs. Both matches are accepted anew."]
    here, there = scene.matches()[:2]
    assert (names(here), here.state) == ([a, b], "none")
    assert (names(there), there.state, there.pk) == ([d, c], "entered", one.pk)


def test_a_table_with_a_result_of_its_own_is_swapped_when_it_is_said(scene: Scene) -> None:
    one, other, _third = scene.matches()
    win(one)
    win(other, points=(90, 125), hands=(4, 6))
    url = f"/desk/matches/{one.pk}/belongs/"
    page = scene.desk.get(url, {"other": str(other.pk)})
    words = text_of(page)
    assert "Table 2 has a result of its own." in words
    assert "Swap the two sheets" in words
    form = next(each for each in buttons_of(page) if each["columns"] == "0,1;0,1")
    plain = {**form, "swap": "", "columns": "0,1"}
    refused = post(scene.desk, url, **plain)
    assert refused.status_code == 422
    assert "Swap the two sheets, or take back first what is entered there." in text_of(refused)
    assert post(scene.desk, url, **{**form, "key": None}).status_code == 422, "a form without its key"
    assert post(scene.desk, url, **form).status_code == 302
    assert [match.state for match in scene.matches()[:2]] == ["entered", "entered"]
    assert [match.summary["points"] for match in scene.matches()[:2]] == [[90, 125], [125, 87]]


def test_who_plays_there_sees_why_it_is_the_deputys(scene: Scene) -> None:
    one, other, _third = scene.matches()
    player = user("plays")
    person = MatchSide.objects.get(match=one, index=0).entry.people[0]
    person.user = player
    person.save()
    tournaments.give_role(scene.row, user_id=player.pk, kind=TournamentRole.Kind.DIRECTOR)
    own = client_of(player)
    page = own.get(scene.url("seated"), {"match": [str(one.pk), str(other.pk)]})
    assert "You play this match yourself." in text_of(page)
    assert buttons_of(page) == []
    form = buttons_of(seated_page(scene, one, other))[0]
    refused = post(own, scene.url("seated"), **form)
    assert (refused.status_code, sides(one)) == (403, sides(Match.objects.get(pk=one.pk)))
    deputy = user("deputy")
    tournaments.give_role(scene.row, user_id=deputy.pk, kind=TournamentRole.Kind.DEPUTY)
    assert post(client_of(deputy), scene.url("seated"), **form).status_code == 302


def test_a_closed_round_is_not_repaired_and_the_page_says_what_can_be_done() -> None:
    scene = evening().published().played()
    post(scene.desk, scene.url("close"), stage=1, round=1)
    one, other = scene.matches()
    page = text_of(seated_page(scene, one, other))
    assert "This round is closed. Take its close back from the log" in page
    assert "Repair" not in text_of(scene.desk.get(f"/desk/matches/{one.pk}/"))
    matches_before = [each.state for each in scene.matches()]
    move = {"other": str(other.pk), "columns": "0,1", "reason": "so"}
    assert post(scene.desk, f"/desk/matches/{one.pk}/belongs/", **move).status_code == 422
    assert [each.state for each in scene.matches()] == matches_before


def test_a_round_is_called_back_from_the_board_while_nothing_is_entered(scene: Scene) -> None:
    desk, old = scene.desk, scene.matches()[0]
    assert "Call round 1 back" in text_of(desk.get(scene.url("event")))
    assert Client().get(f"/matches/{old.pk}/").status_code == 200
    recall = {"stage": 1, "round": 1, "reason": "The wrong list"}
    answer = post(desk, scene.url("recall"), **recall)
    assert said(desk, answer) == ["Round 1 is a draft again; nobody else sees it."]
    assert "Publish round 1" in text_of(desk.get(scene.url("event")))
    for gone in (old, scene.matches()[0]):
        assert Client().get(f"/matches/{gone.pk}/").status_code == 404
    assert said(desk, post(desk, scene.url("publish"), stage=1, round=1)) == ["Round 1 is out."]
    win(scene.matches()[0])
    assert "Call round 1 back" not in text_of(desk.get(scene.url("event")))
    refused = said(desk, post(desk, scene.url("recall"), **recall))
    assert refused == [
        "Something is entered or ruled in round 1, at table 1. Take that back first, or put the pairs right "
        "as they were played."
    ]


def test_a_match_is_adjourned_on_its_page_and_its_round_closes_without_it(scene: Scene) -> None:
    desk = scene.desk
    one, *others = scene.matches()
    url = f"/desk/matches/{one.pk}/adjourn/"
    assert said(desk, post(desk, url)) == ["Say why: the reason is recorded."]
    answer = post(desk, url, reason="The last bus")
    assert said(desk, answer) == ["Adjourned: the round closes without waiting for it."]
    assert "It goes on now" in text_of(desk.get(f"/desk/matches/{one.pk}/"))
    assert said(desk, post(desk, url, resume=1)) == ["It goes on: the round waits for it again."]
    post(desk, url, reason="The last bus")
    for each in others:
        win(each)
    board = text_of(desk.get(scene.url("event")))
    assert "2 in, 1 adjourned · close and draw" in board
    assert "2 of 3, 1 adjourned" in board
    assert "adjourned" in board
    closing = text_of(desk.get(scene.url("closing")))
    assert "All matches are in." in closing
    assert f"Table 1: {' – '.join(names(one))}" in closing
    its_page = text_of(desk.get(f"/desk/matches/{one.pk}/"))
    assert "Adjourned: it is finished another time" in its_page
    assert "Round 1, table 1: adjourned" in its_page
    assert f"Adjourned, to be finished Table 1 {' – '.join(names(one))}" in text_of(
        desk.get(scene.url("inbox"))
    )
    assert post(desk, scene.url("close"), stage=1, round=1).status_code == 302
    assert "a whole round has been played since" not in text_of(desk.get(scene.url("event")))
    scene.publish(2).played(2)
    post(desk, scene.url("close"), stage=1, round=2)
    names_there = " – ".join(names(one))
    for page in ("event", "people", "standings", "log"):
        told = text_of(desk.get(scene.url(page)))
        assert "Adjourned, and a whole round has been played since" in told
        assert f"Round 1, table 1: {names_there}" in told
    win(one)
    assert "a whole round has been played since" not in text_of(desk.get(scene.url("event")))


def test_a_sheet_of_four_moves_in_order_and_its_columns_are_put_right_afterwards() -> None:
    scene = evening(
        [f"Player {n}" for n in range(8)], rules=preset("manipulation"), format="pods"
    ).published()
    one, other = scene.matches()
    assert len(sides(one)) == len(sides(other)) == 4
    matches.enter_score(Command(actor=TABLE), one, points=((200, 0, 20, 30),), hands_won=((3, 0, 1, 1),))
    page = scene.desk.get(f"/desk/matches/{one.pk}/belongs/", {"other": str(other.pk)})
    (button,) = buttons_of(page)
    assert button["columns"] == "0,1,2,3"
    assert "If they sat in another order" in text_of(page)
    assert post(scene.desk, f"/desk/matches/{one.pk}/belongs/", **button).status_code == 302


def test_crossed_columns_and_who_sat_down_with_the_bye_are_offered_for_one_table() -> None:
    scene = evening((*SIX, "Gus")).published()
    one = scene.matches()[0]
    (a, b), (bye,) = sides(one), [str(each.entry_id) for each in scene.round().byes.all()]
    page = seated_page(scene, one)
    offered = [button["seated"].partition(":")[2].split(",") for button in buttons_of(page)]
    assert offered == [[b, a], [bye, b], [a, bye]]
    left = MatchSide.objects.get(match=one, index=1).entry.name
    assert f"{scene.round().byes.get().entry.name} had the bye and played; {left} has it now." in text_of(
        page
    )
    assert post(scene.desk, scene.url("seated"), **buttons_of(page)[2]).status_code == 302
    assert (sides(one), str(scene.round().byes.get().entry_id)) == ([a, bye], b)


def test_a_second_bye_is_told_before_it_is_given() -> None:
    scene = evening(("Ada", "Bo", "Cy"), rounds=3).published().played()
    post(scene.desk, scene.url("close"), stage=1, round=1)
    rested = str(scene.round().byes.get().entry_id)
    scene.publish(2)
    (one,) = scene.matches(2)
    seat = sides(one).index(rested)
    name = MatchSide.objects.get(match=one, index=seat).entry.name
    assert f"{name} has had a bye before." in text_of(seated_page(scene, one))
