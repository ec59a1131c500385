"""What if, on pages, in the API and on the command line: the same facts, no more than may be seen."""

from __future__ import annotations

import datetime
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from games.engine.rulesets import change, preset, write_rules
from tests.remembered import remembered
from tests.tournaments.views.desk.scene import text_of
from tests.tournaments.views.public.scene import Scene, announced, order, win
from tournaments import logs
from tournaments.models.tournament import Match, Tournament
from tournaments.services import hands, rounds, rule_sets, seasons, standings
from tournaments.tasks import once_at_the_end

pytestmark = pytest.mark.django_db(transaction=True)

# 45, 29, 30, 56: 131-29 for the first side. Pagat: 40, 14, 30, 51: 121-14.
CLEAR = ((0, 0, 20), (0, 10, 6), (0, 3, 33), (0, 0, 31))
# 40, 25, 40, 25, 25, 30, 25, 25: 110-125 for the second. Pagat to 100: 110-30 with the sixth hand.
FLIPS = ((0, 2, 42), (0, 10, 10), (0, 2, 42), (0, 10, 10), (0, 10, 10), (0, 2, 32), (0, 10, 10), (0, 10, 10))


@once_at_the_end()
def play(match: Match, counts) -> None:
    """Hands by their counts, entered by the director: the last one is accepted with it."""
    for knocker, own, other in counts:
        deadwood = [own, other] if knocker == 0 else [other, own]
        hands.record_hand(
            order(), match, [{"hand": 1}, {"e": "counted", "knocker": knocker, "deadwood": deadwood}]
        )
    match.refresh_from_db()


@pytest.fixture
@remembered
@once_at_the_end()
def scene() -> Scene:
    """Round 1 played by hands at its first two tables and by a final score at the third; round 2 is out."""
    there = announced()
    there.publish_round(1)
    first, second, third = there.matches(1)
    play(first, FLIPS)
    play(second, CLEAR)
    win(third)
    there.close(1)
    there.publish_standings(1)
    there.publish_round(2)
    there.refresh()
    there.row.refresh_from_db()
    return there


def of_match(scene: Scene, number: int = 0, form: str = "") -> str:
    return reverse(f"match_what_if{form}", args=[scene.matches(1)[number].pk])


def api(scene: Scene, path: str, role: str = "visitor", **query):
    return scene.client(role).get(f"/api/v1/{path}", query)


# ---------------------------------------------------------------- a match


def test_a_match_stands_beside_itself(scene):
    page = scene.visitor.get(of_match(scene), {"rules": "pagat"})
    words = text_of(page)
    names = page.context["names"].short
    assert f"{names[1]} beat {names[0]} 125–110, +15" in words.replace(" ,", ",")
    assert f"{names[0]} wins: {names[0]} 110, {names[1]} 30" in words
    assert "2 hands came after the end and are unused." in words
    assert words.count("· unused") == 2
    assert "To 100 · knock with 10 or less · gin 20, undercut 10" in words


def test_a_number_is_changed_of_the_rules_it_was_played_by(scene):
    """As played to 125 with 10 for an undercut: 110 to 50."""
    page = scene.visitor.get(of_match(scene), {"rules": "played", "undercut_bonus": "10"})
    names = page.context["names"].short
    assert f"Unfinished, {names[0]} leads by 60: {names[0]} 110, {names[1]} 50" in text_of(page)


def test_a_knock_the_other_rules_forbid_is_marked(scene):
    words = text_of(scene.visitor.get(of_match(scene, 1), {"rules": "straight_gin"}))
    assert "2 knocks would not have been allowed; they are priced as they were played." in words
    assert "knock 3\u2060–\u206033 · over the limit, priced as played" in words


def test_a_final_score_alone_is_told_to_be_left_out(scene):
    words = text_of(scene.visitor.get(of_match(scene, 2), {"rules": "pagat"}))
    assert "Only the final score is known: there are no hands to price anew." in words


def test_without_a_question_the_page_asks_for_one(scene):
    words = text_of(scene.visitor.get(of_match(scene)))
    assert "Choose other rules, or other numbers, above." in words
    assert "Unfinished" not in words


def test_the_clubs_own_rules_are_offered_and_another_clubs_are_not(scene):
    own = rule_sets.save_rule_set(
        scene.club, name="House rules", rules=change(preset("pagat"), {"target": 125})
    )
    page = scene.visitor.get(of_match(scene, 1), {"rules": f"own:{own.pk}"})
    assert "House rules" in text_of(page)
    assert "leads by 107" in text_of(page)
    elsewhere = Tournament.objects.exclude(pk=scene.row.pk).get().club
    other = rule_sets.save_rule_set(elsewhere, name="Theirs", rules=preset("pagat"))
    refused = scene.visitor.get(of_match(scene), {"rules": f"own:{other.pk}"})
    assert "Select a valid choice" in text_of(refused)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"rules": "bridge"}, "Select a valid choice"),
        ({"rules": "manipulation"}, "Select a valid choice"),
        ({"undercut_bonus": "ten"}, "Enter a whole number"),
        ({"target": "0"}, "greater than or equal to 1"),
    ],
    ids=str,
)
def test_what_cannot_be_asked_is_said_beside_its_field(scene, query, words):
    assert words in text_of(scene.visitor.get(of_match(scene), query))


def test_the_match_as_json(scene):
    match = scene.matches(1)[0]
    body = scene.visitor.get(of_match(scene, form="_json"), {"rules": "pagat"}).json()
    assert body["rules"] == {"played": write_rules(preset("club25")), "other": write_rules(preset("pagat"))}
    assert (body["played"], body["other"]) == ({"over": True, "winner": 1}, {"over": True, "winner": 0})
    (game,) = body["games"]
    assert (game["status"], game["score"], game["hand_points"], game["grand_totals"]) == (
        "finished", [110, 30], [110, 30], [270, 90],  # + 100 + 3 x 20; + 3 x 20
    )  # fmt: skip
    assert game["unused"] == [{"game": 1, "deal": deal, "board": 0} for deal in (7, 8)]
    assert body["hands"][1] == {
        "place": {"game": 1, "deal": 2, "board": 0}, "seats": None, "used": True, "marks": [],
        "played": {"outcome": "undercut", "winner": 1, "points": [0, 25]},
        "other": {"outcome": "undercut", "winner": 1, "points": [0, 10]},
    }  # fmt: skip
    assert api(scene, f"matches/{match.pk}/what-if/", rules="pagat").json() == {
        "match": str(match.pk), **body,
    }  # fmt: skip


# ---------------------------------------------------------------- an event


def test_both_standings_stand_in_one_table(scene):
    page = scene.visitor.get(scene.url("event_what_if"), {"rules": "pagat"})
    (stage,) = page.context["stages"]
    flips = [side.entry.public_name for side in scene.matches(1)[0].sides.all()]
    by_name = {line["name"]: line for line in stage["lines"]}
    assert by_name[flips[0]]["numbers"] == ["2", "1", "+80"]
    assert by_name[flips[0]]["numbers_were"] == ["0", "0", "−15"]
    assert by_name[flips[1]]["numbers"] == ["0", "0", "−80"]
    assert by_name[flips[1]]["numbers_were"] == ["2", "1", "+15"]
    assert "2 of 3 matches have a finished game and count." in text_of(page)
    assert by_name[flips[0]]["move"] > 0 > by_name[flips[1]]["move"]


def test_the_event_as_json_and_csv(scene):
    body = scene.visitor.get(scene.url("event_what_if", form="_json"), {"rules": "pagat"}).json()
    (stage,) = body["stages"]
    flips = scene.matches(1)[0]
    wire = next(each for each in stage["matches"] if each["match"] == str(flips.pk))
    assert (wire["round"], wire["table"], wire["over"], wire["winner"]) == (1, 1, True, 0)
    assert stage["rules"]["other"]["undercut_bonus"] == 10
    assert [line["values"]["GP"] for line in stage["other"]][:2] == [2, 2]
    assert api(scene, f"tournaments/{scene.row.pk}/what-if/", rules="pagat").json() == {
        "tournament": str(scene.row.pk), **body,
    }  # fmt: skip
    rows = scene.visitor.get(scene.url("event_what_if", form="_csv"), {"rules": "pagat"}).text.splitlines()
    assert rows[0].lstrip("\ufeff") == "stage,rank,rank_played,name,gp,gp_played,gw,gw_played,ns,ns_played"
    assert len(rows) == 1 + 7


def test_a_rule_set_may_be_given_whole_or_field_by_field(scene):
    path = f"tournaments/{scene.row.pk}/what-if/"
    whole = api(scene, path, rules=json.dumps({"preset": "club25", "undercut_bonus": 10, "target": 100}))
    fields = api(scene, path, rules="club25", undercut_bonus="10", target="100")
    assert whole.json() == fields.json()
    assert whole.json()["stages"][0]["rules"]["other"]["undercut_bonus"] == 10


@pytest.mark.parametrize(
    ("query", "code", "field"),
    [
        ({"rules": "bridge"}, "unknown_rule", None),
        ({"rules": "manipulation"}, "other_game", None),
        ({"rules": "own:5f0c3b43-7a53-4e3c-9a9e-0f3ad1a0a111"}, "unknown_rule", None),
        ({"rules": "{"}, "unreadable", None),
        ({"colour": "red"}, "unknown_rule", "colour"),
        ({"undercut_bonus": "ten"}, "unknown_rule", "undercut_bonus"),
        ({"opening": "eleven", "knock_limit": "upcard"}, "unknown_rule", "limit_from"),
    ],
    ids=str,
)
def test_the_api_says_what_cannot_be_asked(scene, query, code, field):
    for path in (f"tournaments/{scene.row.pk}/what-if/", f"matches/{scene.matches(1)[0].pk}/what-if/"):
        answer = api(scene, path, **query)
        assert answer.status_code in (400, 422)
        assert answer.json()["code"] == code
        assert field is None or answer.json()["data"]["field"] == field


def test_a_file_says_what_cannot_be_asked(scene):
    for url in (scene.url("event_what_if", form="_csv"), of_match(scene, form="_json")):
        answer = scene.visitor.get(url, {"rules": "bridge"})
        assert (answer.status_code, answer.json()["code"]) == (400, "unknown_rule")


def test_links_lead_there(scene):
    assert of_match(scene) in scene.visitor.get(reverse("match", args=[scene.matches(1)[0].pk])).text
    assert scene.url("event_what_if") in scene.visitor.get(scene.url("standings")).text


# ---------------------------------------------------------------- nothing unpublished


def test_a_match_that_does_not_count_yet_is_for_those_who_see_its_hands(scene):
    match = scene.matches(2)[0]
    scene.seat_the_player()
    play(match, CLEAR[:2])
    url = reverse("match_what_if", args=[match.pk])
    seen = {
        role: scene.client(role).get(url, {"rules": "pagat"}).status_code
        for role in ("visitor", "other", "player", "table", "director")
    }
    assert seen == {"visitor": 404, "other": 404, "player": 200, "table": 200, "director": 200}
    assert api(scene, f"matches/{match.pk}/what-if/", rules="pagat").status_code == 404


def test_results_of_a_round_still_open_are_no_part_of_hidden_standings(scene):
    """Live standings are the directors': everybody else has round 1 alone, as it hangs on the wall."""
    play(scene.matches(2)[0], CLEAR)
    scene.refresh()
    for audience, rounds_shown in (("public", {1, 2}), ("directors", {1})):
        scene.live_for(audience)
        (stage,) = api(scene, f"tournaments/{scene.row.pk}/what-if/", rules="pagat").json()["stages"]
        assert {each["round"] for each in stage["matches"]} == rounds_shown
        assert {line["played"] for line in stage["played"]} <= ({0, 1} if rounds_shown == {1} else {0, 1, 2})
        page = scene.visitor.get(scene.url("event_what_if"), {"rules": "pagat"})
        assert f"After round {max(rounds_shown)}" in text_of(page)
    (stage,) = api(scene, f"tournaments/{scene.row.pk}/what-if/", "director", rules="pagat").json()["stages"]
    assert {each["round"] for each in stage["matches"]} == {1, 2}


def test_before_anything_is_published_hidden_standings_have_no_page():
    there = announced()
    there.live_for("directors")
    there.publish_round(1)
    play(there.matches(1)[0], CLEAR)
    for role, status in (("visitor", 404), ("player", 404), ("director", 200)):
        assert there.client(role).get(there.url("event_what_if")).status_code == status
        assert api(there, f"tournaments/{there.row.pk}/what-if/", role).status_code == status


def test_a_draft_event_is_not_there(scene):
    Tournament.objects.filter(pk=scene.row.pk).update(state=Tournament.State.DRAFT)
    assert scene.visitor.get(scene.url("event_what_if")).status_code == 404
    assert api(scene, f"tournaments/{scene.row.pk}/what-if/").status_code == 404
    assert api(scene, f"clubs/{scene.club.slug}/what-if/", tournament=str(scene.row.pk)).status_code == 404


def test_who_wants_initials_has_them_here_too(scene):
    page = scene.visitor.get(scene.url("event_what_if"), {"rules": "pagat"})
    assert "Z.S." in text_of(page)
    assert "Zoe" not in page.text


def test_what_if_writes_nothing(scene):
    before = [(pk, logs.match_at(pk)[0]) for pk in Match.objects.values_list("pk", flat=True)]
    scene.visitor.get(scene.url("event_what_if"), {"rules": "pagat"})
    scene.visitor.get(of_match(scene), {"rules": "pagat"})
    assert [(pk, logs.match_at(pk)[0]) for pk, _version in before] == before


def test_the_page_asks_the_database_at_most_twenty_times(scene, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        scene.visitor.get(scene.url("event_what_if"), {"rules": "pagat"})
    with django_assert_max_num_queries(20):
        scene.visitor.get(of_match(scene), {"rules": "pagat"})


# ---------------------------------------------------------------- a season


def of_season(scene: Scene, **query) -> dict:
    return api(scene, f"clubs/{scene.club.slug}/what-if/", rules="pagat", **query).json()


def test_a_season_is_a_list_of_events(scene):
    """Round 1 of two that are out: 2 of 6 points that could be won."""
    flips = [side.entry.people[0].public_name for side in scene.matches(1)[0].sides.all()]
    lines = {line["name"]: line for line in of_season(scene, tournament=str(scene.row.pk))["lines"]}
    assert [(lines[name]["played"]["points"], lines[name]["other"]["points"]) for name in flips] == [
        (0, "1/3"), ("1/3", 0),
    ]  # fmt: skip
    assert of_season(scene) == {"tournaments": [], "left_out": [], "lines": []}
    wrong = api(scene, f"clubs/{scene.club.slug}/what-if/", best_of="two")
    assert (wrong.status_code, wrong.json()["data"]["fields"]["best_of"][0]["code"]) == (400, "invalid")
    unknown = api(scene, f"clubs/{scene.club.slug}/what-if/", season=str(scene.row.pk))
    assert unknown.status_code == 404


def finish(scene: Scene) -> None:
    rounds.close_round(order(), scene.row, stage=1, round=2, decisions={
        str(match.pk): rounds.Decision(kind="void", reason="late") for match in scene.matches(2)
    })  # fmt: skip
    for number in (3, 4):
        scene.publish_round(number)
        scene.play(number)
        scene.close(number)
    standings.publish(order(), scene.row, stage=1, round=4, final=True)
    standings.finish(order(), scene.row)


def autumn(scene: Scene, **fields):
    days = {"first_day": datetime.date(2026, 11, 1), "last_day": datetime.date(2026, 11, 30)}
    return seasons.make(scene.club, name="Autumn", **days, **fields)


def test_a_season_of_the_club_has_its_page_and_its_files(scene):
    finish(scene)
    season = autumn(scene)
    body = of_season(scene, season=str(season.pk))
    assert body == of_season(scene)
    assert body["tournaments"] == [str(scene.row.pk)]
    real = {line["person"]: (line["rank"], line["points"], line["won"], line["net"]) for line in season.lines}
    assert real == {
        line["person"]: tuple(line["played"][key] for key in ("rank", "points", "won", "net"))
        for line in body["lines"]
    }
    url = reverse("season_what_if", args=[scene.club.slug, season.pk])
    page = scene.visitor.get(url, {"rules": "pagat"})
    assert page.context["table"]["lines"][0]["rank"].startswith("1")
    assert page.context["left_out"] == []
    assert "Z.S." in text_of(page)
    assert url in scene.visitor.get(reverse("season", args=[scene.club.slug, season.pk])).text
    files = [reverse(f"season_what_if_{kind}", args=[scene.club.slug, season.pk]) for kind in ("json", "csv")]
    assert scene.visitor.get(files[0], {"rules": "pagat"}).json()["lines"] == body["lines"]
    assert len(scene.visitor.get(files[1], {"rules": "pagat"}).text.splitlines()) == 8
    assert "Choose other rules" in text_of(scene.visitor.get(url))
    assert scene.visitor.get(files[0], {"rules": "bridge"}).status_code == 400


def test_another_game_is_left_out_of_a_season(scene):
    finish(scene)
    asked = api(scene, f"clubs/{scene.club.slug}/what-if/", rules="manipulation").json()
    assert asked == {"tournaments": [], "left_out": [str(scene.row.pk)], "lines": []}


# ---------------------------------------------------------------- the command line


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("what_if", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_scores_a_match_a_tournament_and_a_season(scene):
    match = scene.matches(1)[0]
    said = run(str(match.pk), "--rules", "pagat")
    assert "2 hands came after the end and are unused." in said
    assert "+40" in said
    body = json.loads(run(str(match.pk), "--rules", "pagat", "--json"))
    assert body == api(scene, f"matches/{match.pk}/what-if/", rules="pagat").json()
    said = run(str(scene.row.pk), "--rules", "played", "--set", "undercut_bonus=10")
    assert "Unfinished" in said
    assert "leads by 60" in said
    body = json.loads(run(str(scene.row.pk), "--rules", "pagat", "--json"))
    assert body == api(scene, f"tournaments/{scene.row.pk}/what-if/", rules="pagat").json()
    elsewhere = Tournament.objects.exclude(pk=scene.row.pk).get()
    with pytest.raises(CommandError, match="No round of Friday is out yet"):
        run(str(scene.row.pk), str(elsewhere.pk))
    assert json.loads(run(str(scene.row.pk), str(scene.row.pk), "--rules", "pagat", "--json")) == body
    finish(scene)
    assert len(run("--club", scene.club.slug, "--rules", "pagat").splitlines()) == 7
    season = autumn(scene, minimum=2)
    body = json.loads(run(str(season.pk), "--rules", "pagat", "--json"))
    assert body == of_season(scene, season=str(season.pk))
    assert {line["other"]["rank"] for line in body["lines"]} == {None}
    ranked = json.loads(run(str(season.pk), "--rules", "pagat", "--minimum", "0", "--json"))
    assert 1 in {line["other"]["rank"] for line in ranked["lines"]}
    assert run(str(season.pk), "--rules", "manipulation").strip() == "Thursday is another game and left out."


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Name a match, a tournament, several tournaments, a season, or a club"),
        (("5f0c3b43-7a53-4e3c-9a9e-0f3ad1a0a111",), "There is no match and no tournament with the id"),
        (("--club", "nowhere"), "There is no club named nowhere"),
        (("MATCH", "--set", "colour=red"), "There is no rule named colour"),
        (("MATCH", "--rules", "manipulation"), "no price in Manipulation Rummy"),
        (("MATCH", "--set", "target=many"), "target must be a whole number"),
    ],
    ids=str,
)
def test_the_command_says_what_it_cannot_do(scene, arguments, words):
    asked = [str(scene.matches(1)[0].pk) if each == "MATCH" else each for each in arguments]
    with pytest.raises(CommandError, match=words):
        run(*asked)
