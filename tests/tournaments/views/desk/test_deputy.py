"""A director who plays is asked to name a deputy; without one two uninvolved entrants decide his dispute."""

import uuid

import pytest
from django.urls import reverse

from games.models.player import Player
from games.services.command import Actor, Command
from tests.tournaments.views.desk.scene import client_of, evening, post, said, text_of, user
from tournaments import logs
from tournaments.models.tournament import TournamentRole
from tournaments.services import matches, rebuild

pytestmark = pytest.mark.django_db(transaction=True)
ASKED = "Name a deputy who does not: he decides where the director plays."


@pytest.fixture
def scene():
    """Ada directs the event and plays in it."""
    scene = evening()
    Player.objects.filter(name="Ada").update(user=scene.director)
    return scene


def told(answer) -> list[str]:
    return said(answer.client, answer)


def own(scene):
    return next(each for each in scene.matches() if each.sides.filter(entry=scene.entry("Ada")).exists())


def deputy(scene, name="deputy"):
    there = user(name)
    scene.row.roles.create(user=there, kind=TournamentRole.Kind.DEPUTY)
    return there


def disputed(scene):
    """Ada's match, entered by her and disputed by the other side."""
    scene.published()
    match = own(scene)
    index = match.sides.get(entry=scene.entry("Ada")).index
    points = ((130, 40),) if index == 0 else ((40, 130),)
    hands = ((5, 2),) if index == 0 else ((2, 5),)
    ada = Command(actor=Actor(kind="user", id=str(scene.director.pk), role="player", side=index))
    matches.enter_score(ada, match, points=points, hands_won=hands)
    other = Command(actor=Actor(kind="table", id="t", role="table", side=1 - index))
    matches.dispute(other, match, side=1 - index, reason="Not so")
    return own(scene)


def others(scene, match) -> list[str]:
    here = match.sides.values("entry")
    return [str(pk) for pk in scene.row.entries.exclude(pk__in=here).values_list("pk", flat=True)]


def decide(scene, match, **more):
    one, other = others(scene, match)
    data = {"one": one, "other": other, "decision": "stands", "reason": "Both saw the sheet", **more}
    return post(scene.desk, reverse("desk_match_act", args=[match.pk, "decision"]), **data)


def test_a_director_who_plays_is_asked_for_a_deputy_until_there_is_one_or_the_round_is_out(scene):
    page = scene.desk.get(scene.url("event"))
    assert ASKED in text_of(page)
    assert scene.url("roles") in page.text
    deputy(scene)
    assert ASKED not in text_of(scene.desk.get(scene.url("event")))
    TournamentRole.objects.filter(kind="deputy").delete()
    scene.published()
    assert ASKED not in text_of(scene.desk.get(scene.url("event")))


def settled(client, match, version, **said):
    where = reverse("match_verdict", args=[match.pk])
    return post(client, where, version=version, verdict="accept", **said)


@pytest.mark.parametrize("role", ["director", "scorer"])
def test_who_helps_at_the_desk_and_plays_accepts_what_the_other_side_entered_as_a_player(scene, role):
    client = scene.desk
    if role == "scorer":
        scorer = user("scorer")
        client = client_of(scorer)
        scene.row.roles.create(user=scorer, kind=TournamentRole.Kind.SCORER)
        Player.objects.filter(name="Ada").update(user=scorer)
    scene.published()
    match = own(scene)
    index = match.sides.get(entry=scene.entry("Ada")).index
    table = Command(actor=Actor(kind="table", id="t", role="table", side=1 - index))
    matches.enter_score(table, match, points=((130, 40),), hands_won=((5, 2),))
    page = client.get(reverse("match_enter", args=[match.pk]))
    assert "Ada, is this right?" in text_of(page)
    said_so = page.context["page"].verdict
    assert (said_so.side, said_so.via) == (index, "own_link")
    settled(client, match, page.context["page"].version, side=index, via="own_link")
    assert logs.match_at(match.pk)[1].status == "accepted"


def test_his_own_result_in_one_line_says_that_the_other_side_has_to_accept_it(scene):
    scene.published()
    match = own(scene)
    for there in scene.matches():
        line = f"{there.table_number} 130-40 5-2"
        answer = post(scene.desk, scene.url("line"), line=line)
        waits = there.pk == match.pk
        assert told(answer)[0].endswith("The other side has to accept it.") is waits
        assert logs.match_at(there.pk)[1].status == ("entered" if waits else "accepted")


def test_a_director_who_entered_his_result_accepts_it_for_nobody_on_his_own_device(scene):
    scene.published()
    match = own(scene)
    index = match.sides.get(entry=scene.entry("Ada")).index
    ada = Command(actor=Actor(kind="user", id=str(scene.director.pk), role="player", side=index))
    matches.enter_score(ada, match, points=((130, 40),), hands_won=((5, 2),))
    page = scene.desk.get(reverse("match_enter", args=[match.pk]))
    assert "accepts at the table or on the own phone." in text_of(page)
    version = page.context["page"].version
    for side in (index, 1 - index):
        for via in ("own_link", "shared_table", "desk"):
            settled(scene.desk, match, version, side=side, via=via)
    assert logs.match_at(match.pk)[1].status == "entered"


def test_a_deputy_who_plays_too_is_none_and_a_director_who_does_not_play_needs_none(scene):
    Player.objects.filter(name="Bo").update(user=deputy(scene))
    assert ASKED in text_of(scene.desk.get(scene.url("event")))
    Player.objects.filter(name="Ada").update(user=None)
    assert ASKED not in text_of(scene.desk.get(scene.url("event")))


def test_two_uninvolved_entrants_decide_and_both_stand_in_the_event(scene):
    match = disputed(scene)
    page = scene.desk.get(reverse("desk_match", args=[match.pk]))
    assert "Two uninvolved entrants decide" in text_of(page)
    assert told(decide(scene, match)) == ["Entered, with the names of both who decided."]
    state = logs.match_at(match.pk)[1]
    assert (state.status, list(state.deciders)) == ("accepted", others(scene, match))
    names = [scene.row.entries.get(pk=pk).name for pk in others(scene, match)]
    words = f"{names[0]} and {names[1]} decided, who do not play here: Both saw the sheet"
    assert words in text_of(scene.desk.get(reverse("desk_match", args=[match.pk])))
    assert words in text_of(scene.desk.get(scene.url("log")))
    assert list(rebuild.check(scene.row.pk).sentences()) == []


def test_another_score_is_entered_with_it_and_one_that_is_missing_is_asked_for(scene):
    match = disputed(scene)
    refused = decide(scene, match, decision="score")
    assert refused.status_code == 422
    assert "Enter the points and the hands won of every side." in text_of(refused)
    index = match.sides.get(entry=scene.entry("Ada")).index
    score = {
        f"points_0_{index}": 130,
        f"won_0_{index}": 5,
        f"points_0_{1 - index}": 90,
        f"won_0_{1 - index}": 4,
    }
    assert told(decide(scene, match, decision="score", **score))
    assert logs.match_at(match.pk)[1].status == "corrected"


def test_somebody_of_the_match_or_one_alone_decides_nothing(scene):
    match = disputed(scene)
    one, _other = others(scene, match)
    assert decide(scene, match, other=one).status_code == 422
    assert decide(scene, match, other=str(scene.entry("Ada").pk)).status_code == 422
    assert decide(scene, match, reason="").status_code == 422
    assert logs.match_at(match.pk)[1].status == "disputed"


def test_where_there_is_a_deputy_he_decides(scene):
    match = disputed(scene)
    deputy(scene, "dora")
    page = text_of(scene.desk.get(reverse("desk_match", args=[match.pk])))
    assert "dora decides it at the desk." in page
    answer = decide(scene, match)
    assert answer.status_code == 422
    assert "dora does not play in this match and decides it at the desk." in text_of(answer)


def test_programs_enter_it_too(scene):
    match = disputed(scene)
    answer = scene.desk.post(
        f"/api/v1/matches/{match.pk}/entrants-decided/",
        {"deciders": others(scene, match), "decision": "void", "reason": "Nobody kept the sheet"},
        content_type="application/json", headers={"Idempotency-Key": str(uuid.uuid4())},
    )  # fmt: skip
    assert answer.status_code == 201, answer.text
    assert logs.match_at(match.pk)[1].status == "void"
