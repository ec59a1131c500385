"""A partner leaves, at the desk: his board is walled, the side's page asks what is to become of the side."""

import uuid
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from games.models.player import Player
from games.services.command import Command
from scoring.sheets.sheet import Place
from tests.tournaments.views.desk.scene import DIRECTOR, evening, post, said, text_of, win
from tournaments import logs
from tournaments.access.table_codes import code_for
from tournaments.models.tournament import Match
from tournaments.services import hands, rebuild, rounds, seasons, standings

pytestmark = pytest.mark.django_db(transaction=True)
PAIRS = ("Ada & Abe", "Bo & Ben", "Cy & Cho", "Di & Dan")


@pytest.fixture
def scene():
    return evening(PAIRS, side_size=2, rounds=3)


def told(answer) -> list[str]:
    return said(answer.client, answer)


def act(scene, name: str, action: str, /, **data):
    return post(scene.desk, scene.url("side_act", scene.entry(name).pk, action), **data)


def person(name: str) -> str:
    return str(Player.objects.get(name=name).pk)


def state_of(scene):
    return logs.tournament_at(scene.row.pk)[1]


def match_of(scene, name: str, number: int = 1) -> Match:
    entry = scene.entry(name)
    return next(each for each in scene.matches(number) if each.sides.filter(entry=entry).exists())


def close(scene, number: int) -> None:
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=number)


def test_he_leaves_in_the_middle_of_a_round_and_a_substitute_is_named_at_once(scene):
    scene.published()
    page = scene.desk.get(scene.url("side", scene.entry("Ada").pk))
    assert "Now: the rest of the round his board counts as walls" in text_of(page)
    answer = act(scene, "Ada", "partner-leaves", player=person("Abe"), when="now", then="substitute",
                 name="Zed", reason="unwell")  # fmt: skip
    assert told(answer) == [
        "Abe has left: the rest of the round that board counts as walls. Zed plays from the next round on."
    ]
    match = match_of(scene, "Ada")
    waiting = logs.match_at(match.pk)[1].sheet.open_places
    assert len(waiting) == 1
    assert scene.entry("Ada").name == "Ada & Abe"  # at this round's table
    page = text_of(scene.desk.get(scene.url("side", scene.entry("Ada").pk)))
    assert "From round 2 on: Ada & Zed" in page
    assert "Abe of Ada & Abe left; from here on that board counts as walls: unwell" in text_of(
        scene.desk.get(reverse("desk_match", args=[match.pk]))
    )
    scene.played()
    close(scene, 1)
    assert scene.entry("Ada").name == "Ada & Zed"
    assert list(rebuild.check(scene.row.pk).sentences()) == []
    scene.published(2)


def test_the_draw_waits_until_somebody_says_what_becomes_of_the_side(scene):
    answer = act(scene, "Ada", "partner-leaves", player=person("Abe"), then="later")
    assert told(answer) == ["Abe has left. Say before the next draw what becomes of Ada & Abe."]
    assert "a partner has left" in text_of(scene.desk.get(scene.url("people")))
    refused = post(scene.desk, scene.url("draw"), stage=1)
    assert refused.status_code == 422
    assert "Sides that lost a partner: 1." in text_of(refused)
    assert told(act(scene, "Ada", "partner-back")) == ["Both partners of Ada & Abe play on."]
    assert post(scene.desk, scene.url("draw"), stage=1).status_code == 302


def test_two_who_are_left_are_joined_with_the_close_and_the_season_counts_what_each_played(scene):
    """Three rounds. After the first Abe and a partner of a loser leave: the loser's side goes on."""
    scene.published().played()
    ada, match = scene.entry("Ada"), match_of(scene, "Ada")
    other = match.sides.exclude(entry=ada).get().entry
    gone = other.people[1]
    act(scene, "Ada", "partner-leaves", player=person("Abe"), when="after", then="later")
    act(scene, other.people[0].name, "partner-leaves", player=gone.pk, when="after", then="later")
    answer = act(
        scene, "Ada", "partner-leaves", player=person("Abe"), when="after", then="join", other=other.pk
    )
    assert told(answer) == ["They play on as one side, with the lower of both scores."]
    assert set(state_of(scene).leaving) == {str(ada.pk), str(other.pk)}
    close(scene, 1)
    state = state_of(scene)
    assert state.leaving == {}
    lower, higher = (other, ada) if _won(scene, "Ada") else (ada, other)
    assert state.sides[str(higher.pk)].is_withdrawn((1, 2))
    assert list(rebuild.check(scene.row.pk).sentences()) == []
    names = {str(each.pk): each.name for each in Player.objects.all()}
    stays = next(each for each in higher.people if each.name != "Abe" and each.pk != gone.pk)
    assert stays.name in {names[each] for each in state.sides[str(lower.pk)].persons}
    for number in (2, 3):
        scene.published(number)
        for match in scene.matches(number):
            win(match)
        close(scene, number)
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=3, final=True)
    standings.finish(Command(actor=DIRECTOR), scene.row)
    lines = {line["side"]: line["values"]["GP"] for line in state_of(scene).published[-1].lines}
    day = scene.row.starts_at.date()
    season = seasons.make(scene.club, name="All", first_day=day, last_day=day)
    shares = {names[line["person"]]: Fraction(line["points"]) for line in season.lines}
    possible = season.lines[0]["counted"][0]["possible"]
    mine = Fraction(lines[str(higher.pk)]) + Fraction(lines[str(lower.pk)]) * Fraction(2, 3)
    assert shares[stays.name] == mine / possible
    assert shares[gone.name if lower == other else "Abe"] == Fraction(lines[str(lower.pk)]) / 3 / possible


def _won(scene, name: str) -> bool:
    match = match_of(scene, name)
    return bool(match.summary["winner"] == match.sides.get(entry=scene.entry(name)).index)


def test_withdrawing_lets_the_round_be_finished(scene):
    scene.published()
    answer = act(scene, "Ada", "partner-leaves", player=person("Abe"), when="now", then="withdraw")
    assert told(answer) == [
        "Abe has left: the rest of the round that board counts as walls. Ada & Abe has withdrawn."
    ]
    assert state_of(scene).sides[str(scene.entry("Ada").pk)].is_withdrawn((1, 2))
    assert match_of(scene, "Ada").state == "none"


def test_what_is_missing_in_the_form_is_named_and_nothing_typed_is_lost(scene):
    answer = act(scene, "Ada", "partner-leaves", player=person("Abe"), then="substitute", reason="unwell")
    assert answer.status_code == 422
    assert "Say who plays." in text_of(answer)
    assert 'value="unwell"' in answer.text
    assert state_of(scene).leaving == {}


def test_programs_say_it_too_and_the_same_key_says_it_once(scene):
    scene.published()
    api = f"/api/v1/tournaments/{scene.row.pk}/entries/{scene.entry('Ada').pk}/"
    key = {"Idempotency-Key": str(uuid.uuid4())}
    body = {"gone": person("Abe"), "now": True, "reason": "unwell"}
    for _twice in range(2):
        answer = scene.desk.post(f"{api}partner-leaves/", body, content_type="application/json", headers=key)
        assert answer.status_code in (200, 201), answer.text
    assert len(logs.match_at(match_of(scene, "Ada").pk)[1].gone) == 1
    back = scene.desk.post(
        f"{api}partner-back/", content_type="application/json",
        headers={"Idempotency-Key": str(uuid.uuid4())},
    )  # fmt: skip
    assert back.status_code in (200, 201), back.text
    assert state_of(scene).leaving == {}
    assert len(logs.match_at(match_of(scene, "Ada").pk)[1].sheet.open_places) == 2


def test_nobody_walls_a_board_of_his_own_match(scene):
    scene.published()
    ada = Player.objects.get(name="Ada")
    ada.user = scene.director
    ada.save()
    answer = act(scene, "Ada", "partner-leaves", player=person("Abe"), when="now", then="later")
    assert answer.status_code in (403, 422)
    assert state_of(scene).leaving == {}
    assert told(act(scene, "Ada", "partner-leaves", player=person("Abe"), when="after", then="later"))


def take_back(scene) -> list[str]:
    page = scene.desk.get(scene.url("log"))
    version = logs.tournament_at(scene.row.pk)[0]
    assert page.status_code == 200
    return told(post(scene.desk, scene.url("undo"), version=version))


def test_the_step_is_taken_back_whole_with_the_wall_it_made(scene):
    scene.published()
    match = match_of(scene, "Ada")
    act(scene, "Ada", "partner-leaves", player=person("Abe"), when="now", then="substitute", name="Zed")
    assert len(logs.match_at(match.pk)[1].sheet.open_places) == 1
    assert take_back(scene) == ["Taken back."]
    assert len(logs.match_at(match.pk)[1].sheet.open_places) == 2
    state = state_of(scene)
    assert state.leaving == {}
    assert state.sides[str(scene.entry("Ada").pk)].persons_in((1, 2)) == (person("Ada"), person("Abe"))
    assert list(rebuild.check(scene.row.pk).sentences()) == []


def test_a_close_that_joined_two_is_taken_back_and_made_again(scene):
    scene.published().played()
    match = match_of(scene, "Ada")
    other = match.sides.exclude(entry=scene.entry("Ada")).get().entry
    for name, gone in (("Ada", person("Abe")), (other.people[0].name, other.people[1].pk)):
        act(scene, name, "partner-leaves", player=gone, when="after", then="later")
    act(scene, "Ada", "partner-leaves", player=person("Abe"), when="after", then="join", other=other.pk)
    close(scene, 1)
    joined = state_of(scene)
    assert take_back(scene) == ["Taken back."]
    assert set(state_of(scene).leaving) == {str(scene.entry("Ada").pk), str(other.pk)}
    assert state_of(scene).rounds[1, 1].status == "published"
    close(scene, 1)
    again = state_of(scene)
    assert again.leaving == {}
    assert [side.persons for side in again.sides.values()] == [side.persons for side in joined.sides.values()]
    assert list(rebuild.check(scene.row.pk).sentences()) == []


def test_the_phones_at_both_boards_are_told_which_one_counts_as_a_wall(scene):
    scene.published()
    match = match_of(scene, "Ada")
    act(scene, "Ada", "partner-leaves", player=person("Abe"), when="now", then="later")

    def board(number: int) -> str:
        phone = Client()
        phone.get(f"/t/{code_for(match.table, number)}/")
        phone.post("/table/who/", {"person": ""})
        return text_of(phone.get("/table/"))

    assert "Nobody plays at this board in this round: a partner has left" in board(1)
    assert "Board b counts as a wall: a partner has left." in board(0)


def test_a_hand_the_server_dealt_at_his_board_is_finished_or_void_first(scene):
    scene.published()
    match = match_of(scene, "Ada")
    hands.deal_hand(Command(actor=DIRECTOR), match, place=Place(1, 1, 1))
    answer = act(scene, "Ada", "partner-leaves", player=person("Abe"), when="now", then="later")
    assert answer.status_code == 422
    assert "This hand is being played on the phones." in text_of(answer)
    assert state_of(scene).leaving == {}
    later = act(scene, "Ada", "partner-leaves", player=person("Abe"), when="after", then="later")
    assert later.status_code == 302
