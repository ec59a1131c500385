"""People at the desk: entered, imported, checked in, away, gone, back; and what each button does once."""

import re
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models.player import Player
from games.services.command import Command
from tests.tournaments.views.desk.scene import (
    DIRECTOR,
    client_of,
    evening,
    post,
    said,
    text_of,
    user,
)
from tournaments import logs
from tournaments.models.tournament import Entry
from tournaments.services import rebuild, rounds, standings, tournaments

pytestmark = pytest.mark.django_db(transaction=True)

LIST = "Name;Setzplatz;E-Mail\nJörg Müller;1;joerg@example.org\nZoë Brontë;2;\nJörg Müller;3;\n;4;\nBo;5;\n"


@pytest.fixture
def scene():
    return evening()


def told(answer) -> list[str]:
    return said(answer.client, answer)


def state_of(scene):
    return logs.tournament_at(scene.row.pk)[1]


def names_of(scene) -> list[str]:
    return sorted(entry.name for entry in Entry.objects.filter(tournament=scene.row))


def uploaded(scene, data: bytes, **more):
    return scene.desk.post(scene.url("import"), {"file": SimpleUploadedFile("list.csv", data), **more})


def confirmed(scene, page, **more):
    return post(scene.desk, scene.url("confirm"), rows=page.context["form"]["rows"].value(), **more)


def act(scene, name: str, action: str, /, **data):
    return post(scene.desk, scene.url("side_act", scene.entry(name).pk, action), **data)


# ---------------------------------------------------------------- names pasted


def test_names_are_pasted_one_a_line():
    scene = evening(names=())
    assert "Nobody is entered yet" in text_of(scene.desk.get(scene.url("people")))
    answer = post(scene.desk, scene.url("paste"), names="Ann\n  Bo   Lee \n\nCy")
    assert told(answer) == ["3 entered."]
    assert names_of(scene) == ["Ann", "Bo Lee", "Cy"]
    assert "3 players" in text_of(scene.desk.get(scene.url("people")))


def test_the_same_names_again_change_nothing(scene):
    before = logs.tournament_at(scene.row.pk)[0]
    answer = post(scene.desk, scene.url("paste"), names="ada\nBO\nCy\nDee")
    assert told(answer) == ["0 entered. 4 were there already."]
    assert logs.tournament_at(scene.row.pk)[0] == before


def test_the_same_form_twice_enters_once():
    scene, key = evening(names=()), uuid.uuid4()
    for _ in range(2):
        post(scene.desk, scene.url("paste"), names="Ann\nBo", key=key)
    assert names_of(scene) == ["Ann", "Bo"]


def test_pairs_are_pasted_with_an_ampersand():
    scene = evening(names=(), side_size=2)
    post(scene.desk, scene.url("paste"), names="Ann & Bo\nCy & Dee")
    assert names_of(scene) == ["Ann & Bo", "Cy & Dee"]


def test_a_pair_without_its_partner_is_told_by_line_and_the_others_may_come():
    scene = evening(names=(), side_size=2)
    page = post(scene.desk, scene.url("paste"), names="Ann & Bo\nCy")
    assert "A partner is missing: two names make a side here." in text_of(page)
    assert names_of(scene) == []
    assert told(confirmed(scene, page)) == ["1 entered."]
    assert names_of(scene) == ["Ann & Bo"]


def test_pasted_names_are_put_right_where_what_is_wrong_with_them_is_said(scene):
    page = post(scene.desk, scene.url("paste"), names="Eve\nEve\nFay")
    assert "Eve stands in line 1 already." in text_of(page)
    assert "Read as" not in text_of(page), "nobody sent a file"
    assert "Another file" not in text_of(page)
    again = page.context["again"]
    assert again["names"].value() == "Eve\nEve\nFay"
    post(scene.desk, scene.url("paste"), names="Eve\nGus\nFay", key=again["key"].value())
    assert names_of(scene) == ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus"]


@pytest.mark.parametrize("missed", ["zero", "bye"])
def test_who_comes_late_gets_nothing_or_a_bye_for_the_rounds_missed(scene, missed):
    scene.published()
    assert "They play from round 2 on." in text_of(scene.desk.get(scene.url("people")))
    post(scene.desk, scene.url("paste"), names="Eve", missed=missed)
    late = state_of(scene).sides[str(scene.entry("Eve").pk)]
    assert (late.entered, late.missed) == ((1, 2), missed)


# ---------------------------------------------------------------- a list as a file


def test_a_windows_list_is_read_shown_and_entered_without_its_doubtful_lines(scene):
    page = uploaded(scene, LIST.encode("cp1252"))
    words = text_of(page)
    assert names_of(scene) == ["Ada", "Bo", "Cy", "Dee"], "a preview writes nothing"
    assert "split by semicolons" in words
    assert "Read as WINDOWS-1252" in words
    assert "Jörg Müller stands in line 2 already." in words
    assert "There is no name in this line." in words
    assert [each["line"] for each in page.context["found"].problems] == [4, 5]
    assert "1 is entered already and stays as it is." in words
    assert told(confirmed(scene, page)) == ["2 entered."]
    assert names_of(scene) == ["Ada", "Bo", "Cy", "Dee", "Jörg Müller", "Zoë Brontë"]
    assert Player.objects.get(name="Jörg Müller").email == "joerg@example.org"


def test_the_same_list_again_changes_nothing(scene):
    confirmed(scene, uploaded(scene, LIST.encode("cp1252")))
    before = logs.tournament_at(scene.row.pk)[0]
    again = uploaded(scene, LIST.encode("cp1252"))
    assert again.context["found"].rows == ()
    assert "3 are entered already and stay as they are." in text_of(again)
    confirmed(scene, again)
    assert logs.tournament_at(scene.row.pk)[0] == before


def test_a_preview_confirmed_twice_enters_once(scene):
    page = uploaded(scene, LIST.encode("cp1252"))
    confirmed(scene, page)
    assert told(confirmed(scene, page)) == ["0 entered. 2 were there already."]
    assert len(names_of(scene)) == 6


def test_a_preview_that_was_changed_on_the_way_enters_nobody(scene):
    answer = post(scene.desk, scene.url("confirm"), rows="W1tbMSxbIkV2ZSJdXV0:forged:signature")
    assert told(answer) == ["This preview is too old. Upload the list again."]
    assert names_of(scene) == ["Ada", "Bo", "Cy", "Dee"]


def test_an_encoding_can_be_chosen_where_the_guess_is_wrong(scene):
    page = uploaded(scene, "Name\nŁukasz\n".encode("cp1250"), encoding="windows-1250")
    assert [row.names for row in page.context["found"].rows] == [("Łukasz",)]


def test_a_picture_is_no_list(scene):
    page = uploaded(scene, b"\x89PNG\r\n\x1a\n\x00\x00\x00")
    assert page.context["found"].rows == ()
    assert "This is no text file." in text_of(page)


# ---------------------------------------------------------------- here, away, gone, back


def test_one_tap_checks_in_and_another_takes_it_back(scene):
    url = scene.url("check_in", scene.entry("Ada").pk)
    post(scene.desk, url, present="1")
    assert state_of(scene).sides[str(scene.entry("Ada").pk)].present is True
    assert "1 here" in text_of(scene.desk.get(scene.url("people")))
    post(scene.desk, url)
    assert state_of(scene).sides[str(scene.entry("Ada").pk)].present is False


def test_a_tap_answers_with_its_line_alone_where_the_script_runs(scene):
    side = scene.entry("Ada").pk
    answer = scene.desk.post(
        scene.url("check_in", side), {"key": uuid.uuid4(), "present": "1"}, headers={"hx-request": "true"}
    )
    assert answer.text.lstrip().startswith(f'<li id="side-{side}"')
    assert 'aria-pressed="true"' in answer.text


def test_a_name_is_found_whatever_its_accents():
    scene = evening(names=("Zoë Brontë", "Bo"))
    page = scene.desk.get(scene.url("people"), {"q": "zoe bront"})
    assert [side.name for side in page.context["sides"]] == ["Zoë Brontë"]


def test_a_side_withdraws_before_the_round_and_returns(scene):
    assert told(act(scene, "Ada", "withdraw", reason="a cold")) == ["Ada has withdrawn."]
    assert "3 players" in text_of(scene.desk.get(scene.url("people")))
    assert "1 withdrawn" in text_of(scene.desk.get(scene.url("people")))
    act(scene, "Ada", "return")
    assert "4 players" in text_of(scene.desk.get(scene.url("people")))


def test_withdrawing_from_a_table_asks_what_becomes_of_the_match(scene):
    scene.published()
    side = scene.entry("Ada").pk
    assert "Forfeit: the opponent wins" in text_of(scene.desk.get(scene.url("side", side)))
    refused = act(scene, "Ada", "withdraw")
    assert refused.status_code == 422
    assert state_of(scene).sides[str(side)].spells == ()
    act(scene, "Ada", "withdraw", removal="forfeit", reason="a cold")
    match = next(each for each in scene.matches() if each.sides.filter(entry_id=side).exists())
    assert match.state == "forfeit"


@pytest.mark.parametrize(
    ("kind", "status"), [("absent", "absent"), ("requested", "bye"), ("director", "bye")]
)
def test_a_side_misses_a_round_and_plays_after_all(scene, kind, status):
    act(scene, "Ada", "absent", round=1, kind=kind)
    page = scene.desk.get(scene.url("side", scene.entry("Ada").pk))
    assert page.context["next"] == status
    act(scene, "Ada", "expect")
    page = scene.desk.get(scene.url("side", scene.entry("Ada").pk))
    assert page.context["next"] == "expected"


def test_a_hidden_name_stays_whole_at_the_desk_and_is_hidden_elsewhere(scene):
    player = scene.entry("Ada").people[0]
    act(scene, "Ada", "hide", player=player.pk, private="1")
    assert Player.objects.get(pk=player.pk).is_private
    assert "name hidden" in text_of(scene.desk.get(scene.url("people")))
    act(scene, "Ada", "hide", player=player.pk)
    assert not Player.objects.get(pk=player.pk).is_private


@pytest.mark.parametrize(
    ("action", "sent", "words"),
    [
        (
            "start-points",
            {"points": "10000"},
            "Start points: Ensure this value is less than or equal to 9999.",
        ),
        ("start-points", {"points": "abc"}, "Start points: Enter a whole number."),
        ("penalty", {"round": 1, "game_points": 1}, "Reason: This field is required."),
        ("penalty", {"round": 1, "reason": "late", "key": "x"}, "Reload the page and try again."),
    ],
)
def test_what_cannot_be_so_is_named_with_its_field(scene, action, sent, words):
    answer = act(scene, "Ada", action, **sent)
    assert answer.status_code == 422
    assert words in text_of(answer)
    (drawer,) = [each for each in answer.text.split("<details")[1:] if f"/{action}/" in each]
    assert drawer.split(">")[0].endswith(" open")


@pytest.mark.parametrize("action", ["absent", "penalty"])
def test_a_round_that_is_none_stays_in_its_own_form(scene, action):
    answer = act(scene, "Ada", action, round=4711, kind="absent", game_points=1, reason="came late")
    assert answer.status_code == 422
    assert [answer.text.count('name="round" value="4711"')] == [1]


def test_a_penalty_has_its_reason_and_is_lifted_with_one(scene):
    scene.published()
    assert act(scene, "Ada", "penalty", round=1, game_points=1).status_code == 422
    said_first = told(act(scene, "Ada", "penalty", round=1, game_points=1, reason="came late"))
    assert said_first == ["The penalty is recorded."]
    page = scene.desk.get(scene.url("side", scene.entry("Ada").pk))
    assert "came late" in text_of(page)
    (penalty,) = page.context["penalties"]
    act(scene, "Ada", "lift", penalty=penalty["id"], reason="the bus was late")
    assert state_of(scene).penalties == {}


def test_a_substitute_plays_from_the_next_round_on_and_the_side_keeps_its_score():
    scene = evening(names=("Ada & Abe", "Bo & Ben"), side_size=2, rounds=1)
    scene = scene.published().played()
    side = scene.entry("Ada").pk
    abe = next(each for each in scene.entry("Ada").people if each.name == "Abe")
    tournaments.change_stage(Command(actor=DIRECTOR), scene.row.pk, stage=1, changes={"rounds": 2})
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    before = live_lines(scene)
    answer = act(scene, "Ada", "substitute", player=abe.pk, name="Zed", reason="unwell")
    assert told(answer) == ["Zed plays from the next round on."]
    zed = Player.objects.get(name="Zed")
    assert [each.name for each in Entry.objects.get(pk=side).people] == ["Ada", "Zed"]
    assert scene.club.members.filter(player=zed).count() == 1
    scene.row.refresh_from_db()
    assert sorted(live_lines(scene).values()) == sorted(before.values())
    scene.published(2)
    played = {number: logs.match_at(scene.matches(number)[0].pk)[1].started for number in (1, 2)}
    at = {number: each.persons[each.sides.index(str(side))][1] for number, each in played.items()}
    assert at == {1: str(abe.pk), 2: str(zed.pk)}
    assert list(rebuild.check(scene.row.pk).sentences()) == []


def test_a_substitute_plays_for_nobody_else_and_only_for_somebody_of_the_side(scene):
    ada, bo = (scene.entry(name).people[0].pk for name in ("Ada", "Bo"))
    version = logs.tournament_at(scene.row.pk)[0]
    assert act(scene, "Ada", "substitute", player=ada, name="Bo").status_code == 422
    assert act(scene, "Ada", "substitute", player=bo, name="Zed").status_code == 422
    assert logs.tournament_at(scene.row.pk)[0] == version
    assert not Player.objects.filter(name="Zed").exists()


def live_lines(scene) -> dict[str, tuple[int, bool]]:
    """Rank and whether it is shared, by name, as they stand now."""
    state = state_of(scene)
    lines = standings.standings_of(state, 1, rounds.states_of(scene.row.pk))[0].lines
    return {scene.row.entries.get(pk=line.side).name: (line.rank, line.shared) for line in lines}


def test_a_disqualified_side_stands_behind_everybody_and_lifting_it_puts_the_places_right_again(scene):
    scene.published().played()
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    before = live_lines(scene)
    first = next(name for name, (rank, _shared) in before.items() if rank == 1)
    assert told(act(scene, first, "disqualify", reason="marked cards")) == [f"{first} is disqualified."]
    assert "3 players · 1 disqualified" in text_of(scene.desk.get(scene.url("people")))
    assert live_lines(scene)[first] == (4, False)
    assert sorted(rank for rank, _shared in live_lines(scene).values()) == [1, 2, 2, 4]
    scene.drawn(2)
    drawn = state_of(scene).rounds[1, 2]
    assert str(scene.entry(first).pk) not in {side for each in drawn.pairings for side in each.sides}
    assert act(scene, first, "return").status_code == 422
    assert act(scene, first, "reinstate").status_code == 422
    lifted = told(act(scene, first, "reinstate", reason="the cards were worn"))
    assert lifted == [f"The disqualification of {first} is lifted."]
    assert live_lines(scene) == before
    rounds.draw_round(Command(actor=DIRECTOR), scene.row, stage=1, seed=3)
    drawn = state_of(scene).rounds[1, 2]
    assert str(scene.entry(first).pk) in {side for each in drawn.pairings for side in each.sides}


def test_disqualifying_at_a_table_asks_for_a_reason_and_what_becomes_of_the_match(scene):
    scene.published()
    side = scene.entry("Ada").pk
    assert act(scene, "Ada", "disqualify", reason="marked cards").status_code == 422
    assert act(scene, "Ada", "disqualify", removal="forfeit").status_code == 422
    assert not state_of(scene).sides[str(side)].is_disqualified
    act(scene, "Ada", "disqualify", removal="forfeit", reason="marked cards")
    match = next(each for each in scene.matches() if each.sides.filter(entry_id=side).exists())
    assert match.state == "forfeit"
    assert list(rebuild.check(scene.row.pk).sentences()) == []


# ---------------------------------------------------------------- kept apart


def test_two_sides_are_kept_apart_and_the_next_draw_knows_it():
    scene = evening(names=("Ada", "Bo", "Cy", "Dee"), rounds=1)
    ada, bo = (str(scene.entry(name).pk) for name in ("Ada", "Bo"))
    scene.drawn()
    answer = act(scene, "Ada", "apart", other=bo, how="never")
    assert told(answer) == ["Ada and Bo must not meet."]
    assert state_of(scene).apart == {frozenset((ada, bo)): "never"}
    for seed in range(1, 9):
        rounds.draw_round(Command(actor=DIRECTOR), scene.row, stage=1, seed=seed, redraw=True)
        drawn = state_of(scene).rounds[1, 1]
        assert {ada, bo} not in [set(pairing.sides) for pairing in drawn.pairings]


def test_a_pair_kept_apart_is_listed_at_both_and_freed_at_either(scene):
    bo = scene.entry("Bo").pk
    act(scene, "Ada", "apart", other=bo, how="rather_not")
    listed = text_of(scene.desk.get(scene.url("people")))
    assert "should not meet Ada" in listed
    assert "should not meet Bo" in listed
    assert "should not meet Ada" in text_of(scene.desk.get(scene.url("side", bo)))
    act(scene, "Ada", "apart", other=bo, how="never")
    assert "must not meet Ada" in text_of(scene.desk.get(scene.url("side", bo)))
    answer = act(scene, "Bo", "may-meet", other=scene.entry("Ada").pk)
    assert told(answer) == ["Bo and Ada may meet again."]
    assert state_of(scene).apart == {}


def test_a_pair_kept_apart_is_seen_by_those_who_run_the_event_alone():
    scene = evening(names=("Ada", "Bo"), rounds=1)  # no other draw is possible: they meet all the same
    act(scene, "Ada", "apart", other=scene.entry("Bo").pk, how="never")
    scene.published()
    scorer = user("scorer")
    scene.row.roles.create(user=scorer, kind="scorer")
    assert "must not meet" not in text_of(client_of(scorer).get(scene.url("people")))
    assert client_of(scorer).get(scene.url("side", scene.entry("Ada").pk)).status_code == 404
    home = f"/clubs/{scene.club.slug}/{scene.row.slug}/"
    shown = ("", "rounds/1/", "rounds/1.json", "rounds/1.csv")
    api = f"/api/v1/tournaments/{scene.row.pk}/stages/1/rounds/1/"
    for page in (*(home + each for each in shown), api):
        answer = Client().get(page)
        assert answer.status_code == 200, page
        assert not re.search("must not meet|apart|forbidden", answer.text), page


def test_a_side_is_not_kept_apart_from_itself_or_from_a_stranger(scene):
    version = logs.tournament_at(scene.row.pk)[0]
    itself = act(scene, "Ada", "apart", other=scene.entry("Ada").pk, how="never")
    stranger = act(scene, "Ada", "apart", other=uuid.uuid4(), how="never")
    assert (itself.status_code, stranger.status_code) == (422, 422)
    assert logs.tournament_at(scene.row.pk)[0] == version


def test_nothing_is_done_under_an_unknown_name(scene):
    assert act(scene, "Ada", "explode").status_code == 404


# ---------------------------------------------------------------- settings


def test_words_and_audience_are_changed_and_the_event_is_cloned(scene):
    page = scene.desk.get(scene.url("settings"))
    first = page.context["words_form"].initial
    sent = {
        "part": "words", "name": "Thursday cup", "date": "2026-12-03", "time": "19:30",
        "zone": "Europe/Berlin",
        "live_standings": "people", "results": "after_close", "acceptance": first["acceptance"],
    }  # fmt: skip
    assert told(post(scene.desk, scene.url("settings"), **sent)) == ["Saved."]
    scene.row.refresh_from_db()
    assert (scene.row.name, scene.row.live_standings) == ("Thursday cup", "people")
    assert (first["results"], scene.row.results) == ("at_once", "after_close")
    assert scene.row.starts_at.isoformat() == "2026-12-03T18:30:00+00:00"
    answer = post(scene.desk, scene.url("clone"), name="Again", date="2026-12-10", time="19:30")
    assert told(answer) == ["Created as a draft with the same settings."]
    made = scene.club.tournaments.get(name="Again")
    assert (made.entries.count(), made.live_standings, made.results) == (0, "people", "after_close")


def test_every_form_carries_a_key_of_its_own(scene):
    found = re.findall(r'name="key" value="([0-9a-f-]{36})"', scene.desk.get(scene.url("people")).text)
    assert len(found) == len(set(found)) >= 5


def test_a_desk_page_is_never_kept(scene):
    for url in (scene.url("people"), scene.url("settings"), reverse("desk")):
        assert "private" in scene.desk.get(url)["Cache-Control"]
