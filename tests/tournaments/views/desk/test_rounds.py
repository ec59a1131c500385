"""A round at the desk: two taps, by hand, what is refused, what is closed with matches open."""

import re
import uuid

import pytest

from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, evening, post, said, text_of, win
from tournaments import logs
from tournaments.models.tournament import Match, Publication, Round
from tournaments.services import registration

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene():
    return evening()


def round_of(number: int = 1, **more) -> dict:
    return {"stage": 1, "round": number, **more}


# ---------------------------------------------------------------- drawing and publishing


def test_a_round_is_drawn_and_published_in_two_taps(scene):
    desk = scene.desk
    assert said(desk, post(desk, scene.url("draw"), stage=1)) == []
    assert scene.round().state == Round.State.DRAFT
    page = desk.get(scene.url("event"))
    assert [each["sides"][0]["name"] for each in page.context["tables"]] == [
        match.sides.get(index=0).entry.name for match in scene.matches()
    ]
    assert said(desk, post(desk, scene.url("publish"), **round_of())) == ["Round 1 is out."]
    assert scene.round().state == Round.State.PUBLISHED
    assert "0 of 2" in text_of(desk.get(scene.url("event")))


def test_the_same_tap_twice_draws_once(scene):
    desk, key = scene.desk, uuid.uuid4()
    first = post(desk, scene.url("draw"), stage=1, key=key)
    again = post(desk, scene.url("draw"), stage=1, key=key)
    assert (first.status_code, again.status_code) == (302, 302)
    events = [type(each).__name__ for each in logs.load(scene.row.pk)[1]]
    assert events.count("RoundDrawn") == 1


def test_two_desks_that_draw_make_one_round_and_one_message(scene):
    desk, other = scene.desk, scene.desk
    post(desk, scene.url("draw"), stage=1)
    answer = post(other, scene.url("draw"), stage=1)
    assert answer.status_code == 422
    assert "Round 1 is drawn already." in text_of(answer)
    assert Round.objects.count() == 1


def test_a_draft_is_drawn_again_with_a_seed_and_thrown_away(scene):
    desk = scene.drawn().desk
    post(desk, scene.url("draw"), stage=1, again=1, seed=77)
    assert scene.round().seed == 77
    answer = post(desk, scene.url("discard"), **round_of())
    assert said(desk, answer) == ["The draft is gone. Its draw stays in the log."]
    assert not Round.objects.exists()


def test_who_comes_after_the_draft_asks_for_a_new_draw(scene):
    desk = scene.drawn().desk
    registration.enter_sides(
        Command(actor=DIRECTOR), scene.row, [registration.NewSide(names=("Eve",))]
    )  # fmt: skip
    page = desk.get(scene.url("event"))
    assert "Somebody came or went since this draft." in text_of(page)
    assert "Publish round 1" not in text_of(page)
    answer = post(desk, scene.url("publish"), **round_of())
    assert answer.status_code == 422
    assert "Somebody came or went since the draft. Draw round 1 again." in text_of(answer)


def test_more_rounds_than_opponents_are_refused_in_words():
    scene = evening(rounds=5)
    answer = post(scene.desk, scene.url("draw"), stage=1)
    assert answer.status_code == 422
    expected = "5 rounds are more than 4 sides can play without repeats. At most 3 rounds."
    assert expected in text_of(answer)
    link = f'<a class="btn btn--primary" href="{scene.url("settings")}">Change the rounds</a>'
    assert link in answer.text, "and where that is done"


def test_a_round_needs_two_sides():
    scene = evening(names=("Ada",))
    answer = post(scene.desk, scene.url("draw"), stage=1)
    assert answer.status_code == 422
    assert "A round needs at least 2 sides; 1 would play." in text_of(answer)


def test_who_is_not_checked_in_is_asked_for_and_can_be_drawn_all_the_same():
    scene = evening(options={"check_in": True})
    desk = scene.desk
    answer = post(desk, scene.url("draw"), stage=1)
    assert answer.status_code == 422
    assert "4 sides are not checked in." in text_of(answer)
    assert "Draw all of them" in text_of(answer)
    assert said(desk, post(desk, scene.url("draw"), stage=1, everybody=1)) == []
    assert scene.round().matches.count() == 2


# ---------------------------------------------------------------- by hand


def sides_of(match: Match) -> list[str]:
    return [side.entry.name for side in match.sides.order_by("index")]


def test_two_sides_of_a_draft_are_swapped(scene):
    desk = scene.drawn().desk
    before = [sides_of(match) for match in scene.matches()]
    (a, b), (c, d) = before
    one, other = scene.entry(a), scene.entry(c)
    assert said(desk, post(desk, scene.url("swap"), **round_of(), one=one.pk, other=other.pk)) == ["Swapped."]
    assert [sides_of(match) for match in scene.matches()] == [[c, b], [a, d]]
    assert "Paired by hand." in text_of(desk.get(scene.url("event")))


def test_a_draft_changed_by_hand_tells_what_the_change_brings_about():
    scene = evening(rounds=3)
    desk = scene.published().played().desk
    met = sides_of(scene.matches()[0])
    post(desk, scene.url("close"), **round_of())
    assert "Forced repeat" not in text_of(desk.get(scene.url("event")))
    across = next(match for match in scene.matches(2) if met[0] in sides_of(match))
    stranger = next(name for name in sides_of(across) if name != met[0])
    post(desk, scene.url("swap"), **round_of(2), one=scene.entry(stranger).pk, other=scene.entry(met[1]).pk)
    page = text_of(desk.get(scene.url("event")))
    assert page.count("They met in round 1.") == 2
    assert page.count("Forced repeat: ") == 2
    post(desk, scene.url("swap"), **round_of(2), one=scene.entry(stranger).pk, other=scene.entry(met[1]).pk)
    assert "Forced repeat" not in text_of(desk.get(scene.url("event")))


def test_a_swap_that_is_refused_keeps_who_was_chosen_and_the_reason(scene):
    desk = scene.published().desk
    one = scene.matches()[0].sides.get(index=0).entry
    answer = post(desk, scene.url("swap"), **round_of(), one=one.pk, other=one.pk, reason="Cannot climb")
    assert answer.status_code == 422
    assert answer.text.count(f'<option value="{one.pk}" selected>') == 2
    assert re.search(r"<details[^>]* open[^>]*>(?:(?!</details>).)*Cannot climb", answer.text, re.S)


def test_tables_are_swapped_and_matches_moved(scene):
    desk = scene.drawn().desk
    one, other = scene.matches()
    answer = post(desk, scene.url("swap_tables"), **round_of(), one=one.pk, other=other.pk)
    assert said(desk, answer) == ["The tables are swapped; phones follow."]
    one.refresh_from_db()
    assert one.table_number == 2
    answer = post(desk, scene.url("move"), **round_of(), match=one.pk, table=4)
    assert said(desk, answer) == ["Moved to table 4; phones follow."]
    answer = post(desk, scene.url("move"), **round_of(), match=other.pk, table=4)
    assert answer.status_code == 422
    assert "Table 4 has another match." in text_of(answer)


def test_a_stale_page_changes_nothing_by_hand(scene):
    desk = scene.drawn().desk
    one, other = scene.entry("Ada"), scene.entry("Bo")
    before = [sides_of(match) for match in scene.matches()]
    answer = post(desk, scene.url("swap"), **round_of(), one=one.pk, other=other.pk, version=1)
    assert answer.status_code == 409
    assert "Somebody else was faster." in text_of(answer)
    assert [sides_of(match) for match in scene.matches()] == before


def test_a_round_that_is_out_changes_tables_at_once_and_pairs_with_a_reason(scene):
    desk = scene.published().desk
    one, other = scene.matches()
    (a, b), (c, d) = sides_of(one), sides_of(other)
    assert "Change tables and pairs of this round" in text_of(desk.get(scene.url("event")))
    answer = post(desk, scene.url("swap_tables"), **round_of(), one=one.pk, other=other.pk)
    assert said(desk, answer) == ["The tables are swapped; phones follow."]
    swap = {**round_of(), "one": scene.entry(a).pk, "other": scene.entry(c).pk}
    answer = post(desk, scene.url("swap"), **swap)
    assert answer.status_code == 422
    assert "Say why: the reason is recorded." in text_of(answer)
    assert said(desk, post(desk, scene.url("swap"), **swap, reason="sat down wrong")) == ["Swapped."]
    assert sorted(map(sides_of, scene.matches())) == sorted([[c, b], [a, d]])


def test_a_match_with_results_keeps_its_sides(scene):
    desk = scene.published().desk
    first, second = scene.matches()
    win(first)
    one, other = scene.entry(sides_of(first)[0]), scene.entry(sides_of(second)[0])
    answer = post(desk, scene.url("swap"), **round_of(), one=one.pk, other=other.pk, reason="mistake")
    assert answer.status_code == 422
    assert "This match has results already." in text_of(answer)
    assert scene.matches()[0].state == "accepted"


# ---------------------------------------------------------------- closing


def test_all_in_closes_publishes_the_standings_and_draws_the_next(scene):
    desk = scene.published().played().desk
    page = text_of(desk.get(scene.url("event")))
    assert "All 2 in · close and draw" in page
    answer = post(desk, scene.url("close"), **round_of())
    assert said(desk, answer) == [
        "Round 1 is closed. Its standings are published. Round 2 is drawn; look at it and publish."
    ]
    assert (scene.round().state, scene.round(2).state) == (Round.State.CLOSED, Round.State.DRAFT)
    assert Publication.objects.count() == 1


@pytest.mark.parametrize("same_key", [True, False])
def test_close_and_draw_tapped_twice_makes_one_round_and_one_publication(scene, same_key):
    desk, key = scene.published().played().desk, uuid.uuid4()
    post(desk, scene.url("close"), **round_of(), key=key)
    again = post(desk, scene.url("close"), **round_of(), key=key if same_key else uuid.uuid4())
    assert again.status_code == 302
    assert (Round.objects.count(), Publication.objects.count()) == (2, 1)
    assert scene.round(2).state == Round.State.DRAFT


@pytest.mark.parametrize(
    ("format", "rounds", "said"),
    [
        ("swiss", 2, "the upper half of the list meets the lower half, 1 against 3 and so on."),
        ("swiss", 3, "Everybody meets everybody, in the order of the Berger tables."),
        ("round_robin", 3, "Everybody meets everybody, in the order of the Berger tables."),
    ],
)
def test_a_draft_says_once_what_all_its_tables_have_in_common(format, rounds, said):
    scene = evening(rounds=rounds, format=format).drawn()
    page = scene.desk.get(scene.url("event"))
    assert said in text_of(page)
    assert [each["reasons"] for each in page.context["tables"]] == [[], []]


def test_a_draft_says_why_each_table_meets(scene):
    desk = scene.published().played().desk
    post(desk, scene.url("close"), **round_of())
    assert "Both have 2 game points." in text_of(desk.get(scene.url("event")))
    one, other = (match.sides.get(index=0).entry for match in scene.matches(1))
    loser = scene.matches(1)[0].sides.get(index=1).entry
    post(desk, scene.url("swap"), **round_of(2), one=other.pk, other=loser.pk)
    tables = desk.get(scene.url("event")).context["tables"]
    assert {each["reasons"][0] for each in tables} == {"Paired by hand."}
    assert one.name in text_of(desk.get(scene.url("event")))


def test_the_close_publishes_nothing_where_the_setting_says_so():
    scene = evening(publish_with_close=False).published().played()
    desk = scene.desk
    answer = post(desk, scene.url("close"), **round_of())
    assert said(desk, answer) == ["Round 1 is closed. Round 2 is drawn; look at it and publish."]
    assert not Publication.objects.exists()


def test_a_round_with_open_matches_asks_for_each(scene):
    desk = scene.published().desk
    first, second = scene.matches()
    win(first)
    page = text_of(desk.get(scene.url("closing")))
    assert "Table 2" in page
    assert "Table 1 :" not in page
    answer = post(desk, scene.url("close"), **round_of())
    assert answer.status_code == 422
    assert "Choose what becomes of this match." in text_of(answer)
    assert scene.round().state == Round.State.PUBLISHED
    decision = {f"kind_{second.pk}": "forfeit_1", f"reason_{second.pk}": "left early"}
    answer = post(desk, scene.url("close"), **round_of(), **decision)
    assert answer.status_code == 302, text_of(answer)
    second.refresh_from_db()
    assert (second.state, second.summary["losers"], second.summary["reason"]) == (
        "forfeit",
        [1],
        "left early",
    )


@pytest.mark.parametrize(
    ("kind", "state"), [("adjourned", "none"), ("void", "void"), ("forfeit_both", "forfeit")]
)
def test_an_open_match_is_adjourned_void_or_forfeited_by_both(scene, kind, state):
    desk = scene.published().desk
    first, second = scene.matches()
    win(first)
    decision = {f"kind_{second.pk}": kind, f"reason_{second.pk}": "power cut"}
    assert post(desk, scene.url("close"), **round_of(), **decision).status_code == 302
    second.refresh_from_db()
    assert (second.state, second.is_adjourned) == (state, kind == "adjourned")


def test_a_match_nobody_began_cannot_stand(scene):
    desk = scene.published().desk
    page = desk.get(scene.url("closing"))
    assert page.status_code == 200
    assert "Stands as it is" not in text_of(page)


def to_the_last_round(scene):
    desk = scene.published().played().desk
    post(desk, scene.url("close"), **round_of())
    post(desk, scene.url("publish"), **round_of(2))
    desk.get(scene.url("event"))  # what was said so far is read
    return desk


def test_the_last_round_closes_with_final_standings_and_then_the_event(scene):
    desk = to_the_last_round(scene)
    early = post(desk, scene.url("finish"))
    assert said(desk, early) == ["Publish the final standings of the last stage first."]
    scene.played(2)
    assert "All 2 in · close the last round" in text_of(desk.get(scene.url("event")))
    closed = post(desk, scene.url("close"), **round_of(2))
    assert said(desk, closed) == ["Round 2 is closed. The final standings are published."]
    assert Publication.objects.get(final=True).round == 2
    assert said(desk, post(desk, scene.url("finish"))) == ["The event is finished."]
    scene.row.refresh_from_db()
    assert scene.row.state == "finished"
    assert "The event is finished" in text_of(desk.get(scene.url("event")))


def test_the_last_round_waits_for_a_tap_where_the_setting_says_so():
    scene = evening(rounds=1, publish_with_close=False).published().played()
    desk = scene.desk
    assert said(desk, post(desk, scene.url("close"), **round_of())) == ["Round 1 is closed."]
    assert "Publish the final standings" in text_of(desk.get(scene.url("event")))
    answer = post(desk, scene.url("publish_standings"), **round_of(), final=1)
    assert said(desk, answer) == ["The final standings are published."]


def test_final_standings_wait_for_what_is_adjourned(scene):
    desk = to_the_last_round(scene)
    first, second = scene.matches(2)
    win(first)
    later = {f"kind_{second.pk}": "adjourned", f"reason_{second.pk}": "power cut"}
    closed = post(desk, scene.url("close"), **round_of(2), **later)
    waits = "Its standings are published; the final ones wait for what is adjourned."
    assert said(desk, closed) == [f"Round 2 is closed. {waits}"]
    assert [each.final for each in Publication.objects.order_by("number")] == [False, False]
    page = desk.get(scene.url("event"))
    assert [each["href"] for each in page.context["adjourned"]] == [f"/desk/matches/{second.pk}/"]
    assert "Publish the final standings" not in text_of(page)
    win(second)
    assert "Publish the final standings" in text_of(desk.get(scene.url("event")))


# ---------------------------------------------------------------- the board


def tiles(answer) -> list[tuple]:
    return [(tile["table"], tile["level"], tile["state"]) for tile in answer.context["board"].tiles]


def test_the_board_shows_each_table_in_colour_and_word(scene):
    desk = scene.published().desk
    assert tiles(desk.get(scene.url("event"))) == [(1, "green", "on time"), (2, "green", "on time")]
    win(scene.matches()[0])
    assert tiles(desk.get(scene.url("event")))[0] == (1, "done", "accepted")


def test_the_board_answers_nothing_while_nothing_has_changed(scene):
    desk = scene.published().desk
    board = desk.get(scene.url("board"), {"round": 1})
    etag = board["ETag"]
    assert desk.get(scene.url("board"), {"round": 1, "have": etag.strip('"')}).status_code == 204
    assert desk.get(scene.url("board"), {"round": 1}, HTTP_IF_NONE_MATCH=etag).status_code == 304
    win(scene.matches()[0])
    after = desk.get(scene.url("board"), {"round": 1, "have": etag.strip('"')})
    assert after.status_code == 200
    assert tiles(after)[0] == (1, "done", "accepted")


def test_the_board_of_a_closed_round_asks_for_the_whole_page(scene):
    desk = scene.published().played().desk
    post(desk, scene.url("close"), **round_of())
    assert desk.get(scene.url("board"), {"round": 1})["HX-Refresh"] == "true"


# ---------------------------------------------------------------- one line


def test_a_result_in_one_line_counts_at_once(scene):
    desk = scene.published().desk
    answer = post(desk, scene.url("line"), line="2 125-87 6-3")
    assert answer.status_code == 302, text_of(answer)
    match = scene.matches()[1]
    assert (match.state, match.summary["points"], match.summary["hands_won"]) == (
        "accepted",
        [125, 87],
        [6, 3],
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2 125-87", "A line is table, points, hands won, such as 7 125-87 6-3."),
        ("gin!", "A line is table, points, hands won, such as 7 125-87 6-3."),
        ("9 125-87 6-3", "There is no match at table 9."),
    ],
)
def test_a_line_that_cannot_be_is_answered_beside_it(scene, line, words):
    desk = scene.published().desk
    answer = post(desk, scene.url("line"), line=line)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert f'value="{line}"' in answer.text
    assert {match.state for match in scene.matches()} == {"none"}


def test_an_impossible_score_is_refused(scene):
    answer = post(scene.published().desk, scene.url("line"), line="1 125-130 6-3")
    assert answer.status_code == 422
    assert scene.matches()[0].state == "none"


def test_an_odd_score_is_asked_back_once(scene):
    desk = scene.published().desk
    answer = post(desk, scene.url("line"), line="1 125-0 1-0")
    assert answer.status_code == 422
    assert "That is very many points for so few hands." in text_of(answer)
    assert 'name="sure" value="1"' in answer.text
    assert post(desk, scene.url("line"), line="1 125-0 1-0", sure=1).status_code == 302
    assert scene.matches()[0].state == "accepted"


def test_an_accepted_result_is_not_overwritten_by_a_line(scene):
    desk = scene.published().played().desk
    answer = post(desk, scene.url("line"), line="1 90-126 3-6", sure=1)
    assert answer.status_code == 422
    assert "This result is accepted." in text_of(answer)
    assert scene.matches()[0].summary["points"] == [125, 87]
