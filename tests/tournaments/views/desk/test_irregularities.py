"""Something went wrong at the table: from the match's page at the desk to a ruling in a few taps."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.rulesets import change, preset
from games.services.command import Actor, Command
from tests.tournaments.views.desk.scene import DIRECTOR, evening, post, said, text_of, user, win
from tournaments import logs
from tournaments.engine.irregularities import CATALOGUE
from tournaments.engine.match import Ruling
from tournaments.models.tournament import Match, Round
from tournaments.services import hands, irregularities, matches, rebuild, rounds, tournaments

pytestmark = pytest.mark.django_db(transaction=True)

PAIR = ("Ann Bonny", "Bo Diddley")
COUNTED = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [4, 30]}]


@pytest.fixture
def scene():
    return evening(PAIR, rounds=1).published()


def match_of(scene) -> Match:
    return scene.matches()[-1]


def page(scene, match=None) -> str:
    return scene.desk.get(reverse("desk_match", args=[(match or match_of(scene)).pk])).text


def address(match, code: str, side: int | None = None) -> str:
    url = reverse("desk_match_rule", args=[match.pk, code])
    return url if side is None else f"{url}?side={side}"


def state(match):
    return logs.match_at(match.pk)[1]


def chosen(answer) -> str:
    """The ruling that is proposed."""
    return re.search(r'name="choice" value="([a-z_]+)"[^>]*checked', answer.text)[1]


def spoken(scene, url: str, **data) -> list[str]:
    """What is said once a form was sent."""
    desk = scene.desk
    return said(desk, post(desk, url, **data))


def side_of(match, name: str) -> int:
    return next(each.index for each in match.sides.all() if name in each.entry.name)


def test_the_match_page_leads_to_every_irregularity_for_each_side(scene):
    match, html = match_of(scene), page(scene)
    for kind in CATALOGUE:
        for side in (0, 1) if kind.who != "nobody" else (None,):
            assert address(match, kind.code, side).replace("&", "&amp;") in html, kind.code
    assert "Knocked with too many points; the other hand is shown already" in html


def test_what_the_rules_propose_is_chosen_and_one_tap_rules_it(scene):
    match = match_of(scene)
    hands.record_hand(Command(actor=DIRECTOR), match, COUNTED)
    url = address(match, "IR-9", side_of(match, "Diddley"))
    form = scene.desk.get(url)
    assert chosen(form) == "warning"
    assert spoken(scene, url, choice="warning", hand="1.2.0") == [
        "Ruled: Looked through the discards (Bo) · A warning"
    ]
    again = scene.desk.get(url)
    assert chosen(again) == "points"
    assert "It is time number 2 in this match." in again.text
    assert "The other side is awarded points. Ann +25." in again.text
    assert "Bo was warned in this match: Looked through the discards" in again.text
    told = spoken(scene, url, choice="points", hand="1.2.0", note="seen by both")
    assert told == [
        "Ruled: Looked through the discards (Bo) · Points to the other side · Ann +25 in the standings"
    ]
    html = page(scene)
    assert "Director: Looked through the discards (Bo) · Points to the other side · Ann +25" in html
    assert "“seen by both”" in html


def test_points_count_toward_the_game_where_that_is_ticked(scene):
    match = match_of(scene)
    hands.record_hand(Command(actor=DIRECTOR), match, COUNTED)
    url = address(match, "IR-9", 1)
    assert re.search(r'name="in_game"[^>]*>', scene.desk.get(url).text)[0].count("checked") == 0
    told = spoken(scene, url, choice="points", hand="1.2.0", in_game="on")
    assert told[0].endswith("+25 in the game and the standings")
    assert state(match).sheet.games[0].running == (51, 0)
    assert match_of(scene).summary["points"] == [51, 0]
    assert "51–0" in text_of(scene.desk.get(reverse("desk_match", args=[match.pk])))


def test_in_a_knock_out_that_is_ticked_already():
    cup = evening(PAIR, rounds=1, format="knockout").published()
    html = cup.desk.get(address(match_of(cup), "IR-9", 1)).text
    assert "checked" in re.search(r'name="in_game"[^>]*>', html)[0]


def test_with_three_columns_points_are_for_the_standings_alone():
    scene = evening(PAIR, rounds=1, rules=preset("hollywood")).published()
    assert 'name="in_game"' not in scene.desk.get(address(match_of(scene), "IR-9", 1)).text


def test_every_page_of_a_ruling_opens_with_its_proposal_and_rules_it():
    scene = evening(
        [f"Player {number}" for number in range(2 * len(CATALOGUE))], rounds=1, tables=14
    ).published()
    for kind, match in zip(CATALOGUE, scene.matches(), strict=True):
        url = address(match, kind.code, 1 if kind.who == "one" else None)
        form = scene.desk.get(url)
        assert form.status_code == 200, kind.code
        choice = chosen(form)
        late = {"late": 3} if kind.group == "late" else {}
        hand = {} if kind.group == "late" else {"hand": "1.1.0"}
        assert post(scene.desk, url, choice=choice, **late, **hand).status_code == 302, kind.code
        (ruled,) = state(match).rulings
        assert (ruled.code, ruled.choice) == (kind.code, choice)


def test_a_hand_on_the_sheet_is_dealt_again(scene):
    match = match_of(scene)
    hands.record_hand(Command(actor=DIRECTOR), match, COUNTED)
    url = address(match, "IR-6", 0)
    assert "Hand 1, on the sheet" in text_of(scene.desk.get(url))
    post(scene.desk, url, choice="first", hand="1.1.0")
    assert state(match).lines == ()
    assert '<tr class="sheet__amended"' in page(scene)


def test_without_a_side_the_page_asks_who_it_was(scene):
    match = match_of(scene)
    asked = scene.desk.get(address(match, "IR-9"))
    assert "Who was it?" in asked.text
    assert address(match, "IR-9", 1) in asked.text
    assert "Who was it?" in post(scene.desk, address(match, "IR-9"), choice="warning").text
    assert state(match).rulings == ()
    for side in ("2", "-1", "²", "9" * 5000):
        assert scene.desk.get(address(match, "IR-9"), {"side": side}).status_code == 404
    assert scene.desk.get(address(match, "IR-14")).status_code == 404


def test_what_is_refused_keeps_what_was_written(scene):
    match = match_of(scene)
    answer = post(scene.desk, address(match, "IR-13", 1), choice="games", late=5, note="at the bar")
    assert answer.status_code == 422
    assert "5 minutes are within the time of grace of 10 minutes" in text_of(answer)
    assert 'value="at the bar"' in answer.text
    half = post(scene.desk, address(match, "IR-7", 0), choice="knock", hand="1.1.0", count=3)
    assert half.status_code == 422
    assert "Both counts are needed, or none." in text_of(half)
    stale = post(scene.desk, address(match, "IR-9", 0), choice="warning", hand="1.1.0", version=99)
    assert stale.status_code == 409
    assert state(match).rulings == ()


def test_who_is_late_by_the_clock_is_proposed_to_lose_the_game(scene):
    match = match_of(scene)
    Round.objects.update(published_at=timezone.now() - timedelta(minutes=3 + 12))
    form = scene.desk.get(address(match, "IR-13", 1))
    assert chosen(form) == "games"
    assert re.search(r'name="late" value="12"', form.text)
    told = spoken(scene, address(match, "IR-13", 1), choice="games", late=12)
    name = "Bo" if side_of(match, "Diddley") else "Ann"
    late = f"A side came late, or is not back ({name}) · Games are lost · 12 minutes late"
    assert told == [f"Ruled: {late} · the match is forfeit"]
    assert state(match).status == "forfeit"


def test_who_was_warned_is_shown_to_the_director_next_time():
    scene = evening(("Ann Bonny", "Bo Diddley", "Cy Young", "Dee Dee"), rounds=3).published()
    first = scene.matches()[0]
    irregularities.rule(Command(actor=DIRECTOR), first, Ruling(code="IR-9", offender=1))
    name = first.sides.get(index=1).entry.name
    scene.played()
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    scene.published(2)
    words = f"{name.split()[0]} was warned in round 1: Looked through the discards"
    for match in scene.matches(2):
        plays = match.sides.filter(entry__persons__player__name=name).exists()
        assert (words in text_of(scene.desk.get(reverse("desk_match", args=[match.pk])))) == plays


def test_a_call_for_the_director_opens_the_drawer_and_is_answered_by_the_ruling(scene):
    match = match_of(scene)
    assert '<details class="drawer" id="wrong">' in page(scene)
    matches.call_director(Command(actor=Actor(kind="table", id="x", role="table", side=0)), match)
    assert '<details class="drawer" id="wrong" open>' in page(scene)
    came = post(scene.desk, reverse("desk_match_act", args=[match.pk, "came"]))
    assert came["Location"].endswith("?wrong=1#wrong")
    assert '<details class="drawer" id="wrong" open>' in scene.desk.get(came["Location"]).text
    matches.call_director(Command(actor=Actor(kind="table", id="x", role="table", side=0)), match)
    post(scene.desk, address(match, "IR-10"), choice="redeal", hand="1.1.0")
    assert state(match).director_call is None
    assert not match_of(scene).director_called


def test_a_ruling_is_taken_back_with_a_reason(scene):
    match = match_of(scene)
    irregularities.rule(Command(actor=DIRECTOR), match, Ruling(code="IR-9", choice="points", offender=1))
    back = reverse("desk_match_ruling", args=[match.pk, state(match).rulings[0].number])
    assert back in page(scene)
    assert "Looked through the discards" in scene.desk.get(back).text
    assert post(scene.desk, back).status_code == 422
    assert spoken(scene, back, reason="another table") == ["The ruling is taken back."]
    assert state(match).rulings == ()
    desk = scene.desk
    assert said(desk, desk.get(back)) == ["This ruling does not hold any more."]
    gone = post(scene.desk, back, reason="again")
    assert gone.status_code == 422
    assert "This ruling does not hold any more." in gone.text


def plays_it(scene, match):
    player = match.sides.first().entry.people[0]
    player.user = scene.director
    player.save()
    return match


def two_aside(scene, match) -> dict[str, str]:
    here = match.sides.values("entry")
    one, other = scene.row.entries.exclude(pk__in=here).values_list("pk", flat=True)[:2]
    return {"one": str(one), "other_one": str(other)}


def test_the_director_rules_on_nothing_in_his_own_match_where_somebody_else_can():
    scene = evening(rounds=1).published()
    match = plays_it(scene, match_of(scene))
    tournaments.give_role(scene.row, user_id=user("dora").pk, kind="deputy")
    assert 'id="wrong"' not in page(scene)
    sent = {"choice": "warning", "hand": "1.1.0"}
    for two in ({}, two_aside(scene, match)):
        answer = post(scene.desk, address(match, "IR-9", 1), **sent, **two)
        assert answer.status_code == 403
        assert "You play this match yourself" in text_of(answer)
    assert state(match).rulings == ()


def test_without_a_deputy_two_who_do_not_play_there_rule_and_are_named():
    scene = evening(rounds=1).published()
    match = plays_it(scene, match_of(scene))
    shown = page(scene)
    assert 'id="wrong"' in shown
    assert "Ask two who do not play at this table" in shown
    url = address(match, "IR-9", 1)
    assert post(scene.desk, url, choice="warning", hand="1.1.0").status_code == 422
    two = two_aside(scene, match)
    same = post(scene.desk, url, choice="warning", hand="1.1.0", one=two["one"], other_one=two["one"])
    assert "Name two different sides that do not play in this match." in text_of(same)
    assert state(match).rulings == ()
    assert spoken(scene, url, choice="points", hand="1.1.0", **two)[0].startswith("Ruled: ")
    (ruled,) = state(match).rulings
    assert (ruled.deciders, ruled.points) == ((two["one"], two["other_one"]), (25, 0))
    one, other = (scene.row.entries.get(pk=two[key]).name for key in ("one", "other_one"))
    decided = f"{one} and {other} decided, who do not play here: "
    public = Client().get(reverse("match", args=[match.pk]))
    assert decided in text_of(scene.desk.get(scene.url("log")))
    assert decided not in text_of(public)
    win(match)
    assert decided + "Looked through the discards" in text_of(Client().get(reverse("match", args=[match.pk])))
    back = reverse("desk_match_ruling", args=[match.pk, ruled.number])
    assert post(scene.desk, back, reason="It was the other pack").status_code == 422
    assert spoken(scene, back, reason="It was the other pack", **two) == ["The ruling is taken back."]
    assert state(match).rulings == ()
    assert list(rebuild.check(scene.row.pk).sentences()) == []


def test_in_a_closed_round_the_note_is_needed(scene):
    match = match_of(scene)
    scene.played()
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    url = address(match, "IR-9", 1)
    assert post(scene.desk, url, choice="points").status_code == 422
    assert state(match).rulings == ()


def test_a_game_given_away_is_left_out_of_the_score_that_is_corrected():
    best_of_3 = change(preset("club25"), {"games": 3})
    scene = evening(PAIR, rounds=1, rules=best_of_3).published()
    match = match_of(scene)
    irregularities.rule(Command(actor=DIRECTOR), match, Ruling(code="IR-13", offender=1, late=720))
    matches.enter_score(Command(actor=DIRECTOR), match, points=((130, 20),), hands_won=((4, 1),))
    assert state(match).status == "accepted"
    form = re.findall(r'name="points_0_[01]" value="(\d+)"', page(scene))
    assert form[-2:] == ["130", "20"]
    public = scene.desk.get(reverse("match", args=[match.pk]))
    assert "game 1 to " in public.text
