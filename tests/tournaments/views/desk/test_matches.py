"""A match at the desk: entering, every ruling with its reason, its history, and one's own match."""

import uuid

import pytest

from games.services.command import Actor, Command
from tests.tournaments.views.desk.scene import DIRECTOR, client_of, evening, post, said, text_of, user, win
from tournaments import logs
from tournaments.models.tournament import Match, TournamentRole
from tournaments.services import hands, matches, people, rounds, tournaments

pytestmark = pytest.mark.django_db(transaction=True)
TABLE = Actor(kind="table", id="t", role="table", side=0)
KNOCK = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [3, 60]}]


@pytest.fixture
def scene():
    return evening().published()


@pytest.fixture
def match(scene) -> Match:
    return scene.matches()[0]


def url(match: Match, action: str = "") -> str:
    return f"/desk/matches/{match.pk}/{action + '/' if action else ''}"


def score(points=(125, 87), won=(6, 3), **more) -> dict:
    return {
        "points_0_0": points[0], "points_0_1": points[1], "won_0_0": won[0], "won_0_1": won[1], **more,
    }  # fmt: skip


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def test_a_final_score_entered_at_the_desk_counts_at_once(scene, match):
    desk = scene.desk
    assert said(desk, post(desk, url(match, "score"), **score())) == ["The score is entered."]
    assert (fresh(match).state, fresh(match).summary["points"]) == ("accepted", [125, 87])


def test_a_hand_is_entered_at_the_desk(scene, match):
    desk = scene.desk
    hand = {"place": "1.1.0", "how": "knock", "side": 0, "count": 3, "other": 14}
    assert said(desk, post(desk, url(match, "hand"), **hand)) == ["Hand 1 is entered."]
    assert (fresh(match).state, fresh(match).summary["points"]) == ("playing", [11, 0])
    page = text_of(desk.get(url(match)))
    assert "Hand 1 entered:" in page
    assert "director (director)" in page


def test_what_was_entered_stays_where_it_is_refused(scene, match):
    answer = post(scene.desk, url(match, "score"), **score((125, 130)))
    assert answer.status_code == 422
    assert 'value="130"' in answer.text
    assert fresh(match).state == "none"


def test_hands_are_replaced_by_a_score_only_after_a_yes(scene, match):
    hands.record_hand(Command(actor=TABLE), match, KNOCK)
    answer = post(scene.desk, url(match, "score"), **score())
    assert answer.status_code == 422
    assert "Yes, replace the hands" in text_of(answer)
    assert fresh(match).state == "playing"
    assert post(scene.desk, url(match, "score"), **score(confirm=1)).status_code == 302
    assert fresh(match).state == "accepted"


def enter_three(match: Match) -> None:
    for number in range(1, 4):
        hands.record_hand(
            Command(actor=TABLE),
            match,
            [{"hand": number}, {"e": "counted", "knocker": 0, "deadwood": [3, 60]}],
        )


def test_the_desk_accepts_what_the_table_entered(scene, match):
    enter_three(match)
    assert fresh(match).state == "entered"
    desk, key = scene.desk, uuid.uuid4()
    for _tap in range(2):
        answer = post(desk, url(match, "accept"), key=key)
        assert said(desk, answer) == ["Accepted. The result counts."]
    assert fresh(match).state == "accepted"


def test_a_score_is_corrected_with_the_old_and_the_new_shown(scene, match):
    win(match)
    desk = scene.desk
    a, b = (side.entry.name for side in match.sides.order_by("index"))
    page = text_of(desk.get(url(match)))
    assert f"It stands: {a} beat {b} 125–87" in page
    answer = post(desk, url(match, "correct"), **score((125, 97), (6, 4), reason="slip says 97"))
    assert said(desk, answer) == [f"Corrected from “{a} beat {b} 125–87, +38” to “{a} beat {b} 125–97, +28”."]
    assert fresh(match).state == "corrected"
    history = text_of(desk.get(url(match)))
    assert f"Corrected from “{a} beat {b} 125–87, +38” to “{a} beat {b} 125–97, +28”: slip says 97" in history


def test_a_correction_needs_its_reason(scene, match):
    win(match)
    answer = post(scene.desk, url(match, "correct"), **score((125, 97), (6, 4)))
    assert answer.status_code == 422
    assert fresh(match).summary["points"] == [125, 87]


def test_one_hand_is_corrected_and_the_sheet_is_added_up_anew(scene, match):
    enter_three(match)
    matches.accept(Command(actor=Actor(kind="user", id="1", role="director")), match, side=None, via="desk")
    assert fresh(match).summary["points"] == [171, 0]
    hand = {"place": "1.3.0", "how": "knock", "side": 0, "count": 3, "other": 33, "reason": "misread"}
    assert post(scene.desk, url(match, "correct-hand"), **hand).status_code == 302
    assert (fresh(match).state, fresh(match).summary["points"]) == ("corrected", [144, 0])


def leave_unfinished(scene, match: Match, **more):
    enter_three(match)
    matches.accept(Command(actor=Actor(kind="user", id="1", role="director")), match, side=None, via="desk")
    hand = {"place": "1.3.0", "how": "knock", "side": 0, "count": 3, "other": 10, "reason": "misread"}
    return post(scene.desk, url(match, "correct-hand"), **hand, **more)


def test_the_recorded_winner_stands_where_a_correction_leaves_the_match_unfinished(scene, match):
    assert leave_unfinished(scene, match).status_code == 302
    assert (fresh(match).state, fresh(match).summary["points"]) == ("corrected", [121, 0])
    assert (fresh(match).summary["over"], fresh(match).summary["winner"]) == (True, 0)
    page = text_of(scene.desk.get(url(match)))
    assert "121–0; the recorded winner stands" in page
    assert "Enter one hand" not in page


def test_time_is_called_where_the_director_says_so(scene, match):
    assert leave_unfinished(scene, match, unfinished="time").status_code == 302
    assert (fresh(match).summary["points"], fresh(match).summary["time_called"]) == ([121, 0], True)


def test_both_may_agree_to_play_on_while_the_round_is_out(scene, match):
    assert leave_unfinished(scene, match, unfinished="resume").status_code == 302
    assert (fresh(match).state, fresh(match).summary["points"]) == ("playing", [121, 0])
    assert "both sides agreed to play on: misread" in text_of(scene.desk.get(url(match)))
    hands.record_hand(Command(actor=TABLE), match, [{"hand": 4}, *KNOCK[1:]])
    assert fresh(match).state == "entered"


def test_nobody_plays_on_in_a_closed_round(scene, match):
    enter_three(match)
    matches.accept(Command(actor=Actor(kind="user", id="1", role="director")), match, side=None, via="desk")
    for other in scene.matches()[1:]:
        win(other)
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    hand = {"place": "1.3.0", "how": "knock", "side": 0, "count": 3, "other": 10, "reason": "misread"}
    answer = post(scene.desk, url(match, "correct-hand"), **hand, unfinished="resume")
    assert answer.status_code == 422
    assert "This round is closed, so nobody plays on." in text_of(answer)
    assert post(scene.desk, url(match, "correct-hand"), **hand).status_code == 302
    assert fresh(match).summary["winner"] == 0


def test_a_match_is_forfeited_reopened_and_void(scene, match):
    desk = scene.desk
    assert said(desk, post(desk, url(match, "forfeit"), losers=[1], reason="not here")) == [
        "Recorded as a forfeit."
    ]
    assert (fresh(match).state, fresh(match).summary["losers"]) == ("forfeit", [1])
    assert post(desk, url(match, "reopen"), reason="came after all").status_code == 302
    assert fresh(match).state == "none"
    assert post(desk, url(match, "void"), reason="wrong deck").status_code == 302
    assert fresh(match).state == "void"
    page = text_of(desk.get(url(match)))
    for words in ("not here", "Reopened: came after all", "Void: wrong deck"):
        assert words in page


def test_nothing_is_forfeited_by_nobody_or_without_a_reason(scene, match):
    assert post(scene.desk, url(match, "forfeit"), reason="?").status_code == 422
    assert post(scene.desk, url(match, "forfeit"), losers=[0]).status_code == 422
    assert fresh(match).state == "none"


def test_time_is_called_and_a_call_answered(scene, match):
    desk = scene.desk
    matches.call_director(Command(actor=TABLE), match)
    assert "The table calls the director." in text_of(desk.get(url(match)))
    assert "Inbox (1)" in text_of(desk.get(scene.url("event")))
    assert said(desk, post(desk, url(match, "came"))) == ["Noted: you are there."]
    assert post(desk, url(match, "time")).status_code == 302
    assert "Call time" not in text_of(desk.get(url(match)))


def test_the_same_ruling_twice_is_recorded_once(scene, match):
    desk, key = scene.desk, uuid.uuid4()
    for _tap in range(2):
        answer = post(desk, url(match, "forfeit"), losers=[1], reason="not here", key=key)
        assert answer.status_code == 302
    assert fresh(match).version == 2


def test_nobody_rules_on_his_own_match(scene, match):
    player = match.sides.get(index=0).entry.people[0]
    player.user = scene.director
    player.save()
    enter_three(match)
    sentence = (
        "You play this match yourself. Your opponent accepts; a dispute goes to the deputy, or where none "
    )
    assert sentence in text_of(scene.desk.get(url(match)))
    for action, data in (("accept", {}), ("forfeit", {"losers": [1], "reason": "I say so"})):
        answer = post(scene.desk, url(match, action), **data)
        assert answer.status_code == 403
        assert sentence in text_of(answer)
    assert fresh(match).state == "entered"
    deputy = user("deputy")
    tournaments.give_role(scene.row, user_id=deputy.pk, kind=TournamentRole.Kind.DEPUTY)
    assert post(client_of(deputy), url(match, "accept")).status_code == 302
    assert fresh(match).state == "accepted"


def test_nobody_decides_his_own_match_by_closing_the_round_or_putting_the_opponent_out(scene, match):
    player = match.sides.get(index=0).entry.people[0]
    player.user = scene.director
    player.save()
    win(scene.matches()[1])
    desk, opponent = scene.desk, match.sides.get(index=1).entry
    for kind in ("forfeit_1", "forfeit_both", "void"):
        closing = {f"kind_{match.pk}": kind, f"reason_{match.pk}": "I say so"}
        answer = post(desk, scene.url("close"), stage=1, round=1, **closing)
        assert "You play this match yourself." in text_of(answer)
    for action, words in (("withdraw", "You play this match yourself."), ("disqualify", AGAINST)):
        answer = post(desk, scene.url("side_act", opponent.pk, action), removal="forfeit", reason="I say so")
        assert words in text_of(answer)
    assert (fresh(match).state, scene.round().state) == ("none", "published")
    closing = {f"kind_{match.pk}": "forfeit_0", f"reason_{match.pk}": "I have to go"}
    assert post(desk, scene.url("close"), stage=1, round=1, **closing).status_code == 302
    assert (fresh(match).state, fresh(match).summary["losers"]) == ("forfeit", [0])


AGAINST = "You play against this side. A ruling on it is for the deputy, or for another director."


def test_nobody_penalises_whom_he_plays_against_nor_lifts_what_was_ruled_against_him(scene, match):
    player = match.sides.get(index=0).entry.people[0]
    player.user = scene.director
    player.save()
    desk, opponent, own = scene.desk, match.sides.get(index=1).entry, match.sides.get(index=0).entry
    penalty = {"round": 1, "game_points": 1, "reason": "late"}
    assert AGAINST in text_of(post(desk, scene.url("side_act", opponent.pk, "penalty"), **penalty))
    put_out = post(desk, scene.url("side_act", opponent.pk, "disqualify"), removal="keep", reason="I say so")
    assert AGAINST in text_of(put_out)
    elsewhere = scene.matches()[1].sides.get(index=0).entry
    assert post(desk, scene.url("side_act", elsewhere.pk, "penalty"), **penalty).status_code == 302
    assert post(desk, scene.url("side_act", own.pk, "penalty"), **penalty).status_code == 302
    given = logs.tournament_at(scene.row.pk)[1].penalties
    (mine,) = [key for key, each in given.items() if each.side == str(own.pk)]
    lift = {"penalty": mine, "reason": "I was not"}
    answer = post(desk, scene.url("side_act", own.pk, "lift"), **lift)
    assert "This was ruled against your own side." in text_of(answer)
    deputy = user("deputy")
    tournaments.give_role(scene.row, user_id=deputy.pk, kind=TournamentRole.Kind.DIRECTOR)
    assert post(client_of(deputy), scene.url("side_act", own.pk, "lift"), **lift).status_code == 302
    assert len(logs.tournament_at(scene.row.pk)[1].penalties) == 1
    for each in scene.matches():
        if not each.is_counted:
            win(each)
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    late = post(desk, scene.url("side_act", opponent.pk, "penalty"), **penalty)
    assert AGAINST in text_of(late)  # for the round they met in, later too


def test_a_match_still_says_why_the_two_met_after_its_round_was_published():
    scene = evening(rounds=2).published().played()
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    scene.drawn(2)
    draft = scene.desk.get(scene.url("event")).context["tables"]
    scene.publish(2)
    after = [scene.desk.get(url(match)).context["page"].reasons for match in scene.matches(2)]
    assert after == [drawn["reasons"] for drawn in draft]
    assert any(after)


def test_a_hidden_name_is_whole_at_the_desk(scene, match):
    player = match.sides.get(index=0).entry.people[0]
    people.hide_name(player, private=True)
    assert player.name in text_of(scene.desk.get(url(match)))


def test_a_partnership_is_ruled_on_too():
    scene = evening(("Ada & Bo", "Cy & Dee"), side_size=2, rounds=1).published()
    match = scene.matches()[0]
    desk = scene.desk
    hand = {"place": "1.1.1", "how": "knock", "side": 1, "count": 2, "other": 30}
    assert said(desk, post(desk, url(match, "hand"), **hand)) == ["Hand 1 is entered."]
    assert desk.get(url(match)).status_code == 200


def test_what_was_typed_into_a_form_that_is_gone_since_somebody_was_faster_is_said(scene, match):
    win(match)
    typed = {"points_0_0": 125, "points_0_1": 90, "won_0_0": 6, "won_0_1": 4}
    answer = post(scene.desk, url(match, "score"), **typed)
    page = text_of(answer)
    assert answer.status_code == 422
    assert "accepted" in page
    assert "You had entered:" in page
    assert "points: 90" in page
    assert "There is a result that counts by now. If yours is right, correct it below." in page
