"""The club's own rule sets: made from any preset, explained while they are edited, frozen into events."""

import uuid
from dataclasses import fields

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.rulesets import RULESETS, RuleSet, change, preset, read_rules, write_rules
from games.engine.rulesets.contradictions import CONTRADICTIONS
from games.engine.rulesets.ruleset import CHOICES
from tests.games.engine.test_rule_sets import WRONG
from tests.tournaments.views.desk.scene import client_of, evening, post, said, text_of, user
from tests.tournaments.views.desk.test_setting_up import new_event
from tournaments import logs
from tournaments.engine.errors import NotNow
from tournaments.forms.rule_sets import RuleSetForm, initial_of
from tournaments.models.club import Club, ClubRuleSet
from tournaments.models.tournament import Tournament
from tournaments.selectors.rule_fields import FIELDS, GROUPS
from tournaments.services import clubs, rule_sets

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    return clubs.create_club(name="Book Street", zone="Europe/Berlin", tables=3, admin_id=user("ida").pk)


@pytest.fixture
def desk(club) -> Client:
    return client_of(club.roles.get().user)


def url(name: str, club: Club, *more) -> str:
    return reverse(name, args=[club.slug, *more])


def filled(rules: RuleSet, **changed) -> dict:
    """What a browser sends for this rule set: unticked boxes and empty numbers are left out."""
    shown = {**initial_of(rules), "name": "House rules", **changed}
    sent = {name: "on" if value is True else value for name, value in shown.items()}
    return {name: value for name, value in sent.items() if value is not None and value is not False}


# ---------------------------------------------------------------- every field, in words


def test_every_field_has_its_words_and_stands_in_one_group():
    every = {field.name for field in fields(RuleSet)} - {"key"}
    grouped = [name for group in GROUPS for name in group.fields]
    assert set(FIELDS) == every
    assert sorted(grouped) == sorted(every)
    for name, choices in CHOICES.items():
        assert tuple(FIELDS[name].choices) == choices


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.key)
def test_every_preset_goes_through_the_form_unchanged(rules):
    form = RuleSetForm(filled(rules), rules=rules)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["rules"] == rules


OTHER = {
    "pagat": {"gin_bonus": 33, "undercut_bonus": 17, "box_bonus": 41, "game_bonus": 77, "shutout": "flat",
              "shutout_bonus": 66, "target": 99, "knock_limit": 5, "opening": "eleven", "tie": "nil",
              "fiftieth_card_action": True, "same_card_discard": "always", "arrangement": "minimal",
              "cards_speak": True, "big_gin_bonus": 50, "illegal_knock": "void", "move_limit": 55,
              "boxes_immediate": True, "bonus_boxes": True, "length": "hands 6", "games": 3,
              "next_dealer": "winner", "wall_dealer": "pass"},
    "oklahoma": {"limit_from": "second_pack", "ace_limit": 0, "spade_multiplier": 1, "length": "time"},
    "hollywood": {"columns": 3, "last_column_multiplier": 2, "late_opener": "by_count"},
    "partnership_125": {"opponents": "fixed", "table_boxes": True, "sweep_boxes": 2, "seats": "partners"},
    "manipulation": {"family": "manipulation", "round_bonus_to": "all_but_reached", "low_tie": "nobody",
                     "players": 5},
}  # fmt: skip


@pytest.mark.parametrize("key", OTHER)
def test_every_field_can_be_changed(key):
    wanted = change(preset(key), OTHER[key])
    form = RuleSetForm(filled(wanted, preset=key), rules=preset(key))
    assert form.is_valid(), form.errors
    assert form.cleaned_data["rules"] == wanted
    assert {name for changes in OTHER.values() for name in changes} == set(FIELDS)


# ---------------------------------------------------------------- made, changed, deleted


def test_a_club_makes_its_own_from_a_preset(club, desk):
    page = desk.get(url("desk_rule_set_new", club), {"from": "pagat"})
    assert "Made from “Classic (20 and 10)”" in text_of(page)
    own = change(preset("pagat"), {"undercut_bonus": 25})
    answer = desk.post(url("desk_rule_set_new", club), filled(own))
    row = ClubRuleSet.objects.get()
    assert answer["Location"] == url("club_rule_set", club, row.pk)
    assert said(desk, answer) == ["Saved. It can be chosen for new events."]
    assert (row.name, read_rules(row.rules)) == ("House rules", own)
    shown = Client().get(url("club_rule_set", club, row.pk))
    assert "An undercut scores 25 and the difference." in text_of(shown)
    assert shown.text.count("<mark>") == 1
    assert "House rules" in text_of(Client().get(url("club_rules", club)))


def test_one_is_made_from_another_of_the_clubs_own(club, desk):
    first = rule_sets.save_rule_set(club, name="First", rules=change(preset("pagat"), {"gin_bonus": 33}))
    form = desk.get(url("desk_rule_set_new", club), {"from": f"own:{first.pk}"}).context["form"]
    assert (form["gin_bonus"].value(), form["preset"].value(), form["name"].value()) == (33, "pagat", None)


def test_what_does_not_fit_is_said_and_nothing_entered_is_lost(club, desk):
    wrong = filled(preset("oklahoma"), name="Ours", opening="eleven", gin_bonus=33)
    answer = desk.post(url("desk_rule_set_new", club), wrong)
    assert answer.status_code == 422
    assert "Take the card from a second pack, or choose another first turn" in text_of(answer)
    assert 'value="Ours"' in answer.text
    assert 'value="33"' in answer.text
    assert not ClubRuleSet.objects.exists()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"name": ""}, "This field is required."),
        ({"length": "hands"}, "Say how many hands, or choose another length."),
        ({"games": 2}, "An even number could end in a tie of games"),
        ({"gin_bonus": 1001}, "less than or equal to 1000"),
        ({"target": ""}, "This field is required."),
        ({"tie": "both"}, "Select a valid choice."),
        ({"preset": "bridge"}, "Select a valid choice."),
    ],
    ids=str,
)
def test_a_value_out_of_range_is_refused_beside_its_field(club, desk, changed, words):
    answer = desk.post(url("desk_rule_set_new", club), filled(preset("club25"), **changed))
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not ClubRuleSet.objects.exists()


def test_a_name_stands_once_however_it_is_written(club, desk):
    rule_sets.save_rule_set(club, name="House rules", rules=preset("pagat"))
    answer = desk.post(url("desk_rule_set_new", club), filled(preset("club25"), name=" house  RULES "))
    assert "The club has a rule set named House rules already." in text_of(answer)
    other = clubs.create_club(name="Elsewhere")
    assert rule_sets.save_rule_set(other, name="House rules", rules=preset("club25")).club == other


def test_pressed_twice_it_is_made_once(club, desk):
    for _ in range(2):
        desk.post(url("desk_rule_set_new", club), filled(preset("club25")))
    assert ClubRuleSet.objects.count() == 1


def test_one_is_changed_and_renamed(club, desk):
    row = rule_sets.save_rule_set(club, name="Old", rules=preset("pagat"))
    page = desk.get(url("desk_rule_set", club, row.pk))
    assert page.context["form"]["name"].value() == "Old"
    desk.post(url("desk_rule_set", club, row.pk), filled(preset("pagat"), name="New", target=150))
    row.refresh_from_db()
    assert (row.name, read_rules(row.rules).target) == ("New", 150)


def test_one_deleted_meanwhile_is_told(club):
    with pytest.raises(NotNow, match="no such rule set any more"):
        rule_sets.save_rule_set(club, name="Gone", rules=preset("pagat"), pk=uuid.uuid4())


def test_one_is_deleted_and_deleting_twice_is_nothing_new(club, desk):
    row = rule_sets.save_rule_set(club, name="Old", rules=preset("pagat"))
    answer = desk.post(url("desk_rule_set_delete", club, row.pk))
    assert said(desk, answer) == ["The rule set is deleted. Events made with it keep their rules."]
    assert said(desk, desk.post(url("desk_rule_set_delete", club, row.pk))) == []
    assert not ClubRuleSet.objects.exists()


# ---------------------------------------------------------------- explained while it is edited


def ask(desk, club, changed: str, data: dict):
    return desk.get(url("desk_rule_set_words", club), data, headers={"HX-Trigger-Name": changed})


def test_a_change_is_said_at_once(club, desk):
    words = text_of(ask(desk, club, "undercut_bonus", filled(preset("pagat"), undercut_bonus=15, name="")))
    assert words.strip().startswith("Bonus for an undercut: An undercut scores 15 and the difference.")
    assert "To 100 · knock with 10 or less · gin 20, undercut 15" in words
    assert "One may knock with a count of 10 or less." in words


def test_the_hands_of_a_game_are_said_with_its_length(club, desk):
    words = text_of(ask(desk, club, "hands", filled(preset("pagat"), length="hands", hands=6)))
    assert words.strip().startswith("A game lasts: A game is 6 hands, walls included")


def test_a_change_without_effect_is_said_to_be_one(club, desk):
    words = text_of(ask(desk, club, "ace_limit", filled(preset("pagat"), ace_limit=1)))
    assert "Under an ace: Without effect in this rule set." in words
    assert "Changed, and without effect here Under an ace" in words


@pytest.mark.parametrize("each", CONTRADICTIONS, ids=lambda each: each.code)
def test_every_contradiction_is_named_with_what_is_possible(club, desk, each):
    base, changes, resolved = WRONG[each.code]
    shown = {name: "hands" if name == "length" else value for name, value in changes.items()}
    more = {"hands": 6} if "length" in changes else {}
    answer = ask(desk, club, each.fields[0], filled(preset(base), **shown, **more))
    problems = answer.context["problems"]
    assert [problem["field"].name for problem in problems] == [each.fields[0]]
    assert "Choose" in problems[0]["words"] or "choose" in problems[0]["words"]
    assert 'id="in-words"' not in answer.text  # the words of before stay
    assert ask(desk, club, "tie", filled(change(preset(base), {**changes, **resolved}))).context["explained"]


def test_all_that_does_not_fit_is_named_at_once(club, desk):
    answer = ask(desk, club, "opening", filled(
        preset("oklahoma"), opening="eleven", next_dealer="left", last_column_multiplier=2, games=4,
    ))  # fmt: skip
    assert {problem["field"].name for problem in answer.context["problems"]} == {"games"}
    answer = ask(desk, club, "opening", filled(
        preset("oklahoma"), opening="eleven", next_dealer="left", last_column_multiplier=2,
    ))  # fmt: skip
    assert {problem["field"].name for problem in answer.context["problems"]} == {
        "limit_from", "next_dealer", "last_column_multiplier",
    }  # fmt: skip


# ---------------------------------------------------------------- in events


def test_an_event_is_made_with_the_clubs_own_and_keeps_it_whatever_becomes_of_it(club, desk):
    own = change(preset("pagat"), {"undercut_bonus": 25, "target": 150})
    row = rule_sets.save_rule_set(club, name="House rules", rules=own)
    page = desk.get(reverse("desk_new", args=[club.slug]))
    assert "House rules To 150 · knock with 10 or less · gin 20, undercut 25" in text_of(page)
    post(desk, reverse("desk_new", args=[club.slug]), **new_event(rules=f"own:{row.pk}"))
    event = Tournament.objects.get()
    assert logs.tournament_at(event.pk)[1].stages[1].rules == own

    rule_sets.save_rule_set(club, name="House rules", rules=change(own, {"undercut_bonus": 10}), pk=row.pk)
    assert logs.tournament_at(event.pk)[1].stages[1].rules == own
    rule_sets.delete_rule_set(club, pk=row.pk)
    assert logs.tournament_at(event.pk)[1].stages[1].rules == own
    again = desk.get(reverse("desk_settings", args=[event.pk]))
    assert again.status_code == 200
    assert "undercut 25" in text_of(again)


WAYS = {
    "oklahoma with eleven cards and a second pack": (
        "oklahoma",
        {"opening": "eleven", "limit_from": "second_pack", "ace_limit": 0, "bonus_boxes": True},
        1,
    ),
    "hollywood for two, its last column double": (
        "hollywood", {"last_column_multiplier": 2, "late_opener": "by_count", "target": 100}, 1,
    ),
    "hollywood for partners": ("hollywood", {"seats": "partners", "next_dealer": "winner"}, 2),
    "partners with boxes of their boards": (
        "partnership_125",
        {"opponents": "fixed", "table_boxes": True, "sweep_boxes": 1, "bonus_boxes": True},
        2,
    ),
    "three-handed": ("three_handed", {"gin_bonus": 25, "wall_dealer": "pass"}, 1),
    "a table": ("manipulation", {"players": 4, "round_bonus_to": "all_but_reached"}, 1),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_playing_is_made_by_form_and_chosen_for_an_event(club, desk, way):
    base, changes, size = WAYS[way]
    wanted = change(preset(base), changes)
    desk.post(url("desk_rule_set_new", club), filled(wanted, preset=base, name=way))
    own = ClubRuleSet.objects.get(name=way)
    assert read_rules(own.rules) == wanted
    one_table = wanted.seats in ("three", "table")
    form = new_event(
        rules=f"own:{own.pk}", side_size=size, format="one_table" if one_table else "swiss", rounds=1
    )
    post(desk, reverse("desk_new", args=[club.slug]), **form)
    assert logs.tournament_at(Tournament.objects.get().pk)[1].stages[1].rules == wanted


def test_a_match_and_its_page_keep_the_rules_it_began_with():
    scene = evening(rules=change(preset("club25"), {"undercut_bonus": 11}))
    row = rule_sets.save_rule_set(scene.club, name="House rules", rules=preset("club25"))
    scene.published()
    rule_sets.save_rule_set(scene.club, name="House rules", rules=preset("pagat"), pk=row.pk)
    state = logs.match_at(scene.matches()[0].pk)[1]
    assert state.started.rules == write_rules(change(preset("club25"), {"undercut_bonus": 11}))


def test_a_rule_set_deleted_while_the_form_was_open_is_no_longer_a_choice(club, desk):
    row = rule_sets.save_rule_set(club, name="House rules", rules=preset("pagat"))
    rule_sets.delete_rule_set(club, pk=row.pk)
    answer = post(desk, reverse("desk_new", args=[club.slug]), **new_event(rules=f"own:{row.pk}"))
    assert answer.status_code == 422
    assert not Tournament.objects.exists()
    words = desk.get(reverse("desk_new_evening", args=[club.slug]), new_event(rules=f"own:{row.pk}"))
    assert words.status_code == 200


# ---------------------------------------------------------------- who may


@pytest.mark.parametrize("name", ["desk_rule_set_new", "desk_rule_set_words", "desk_rule_set",
                                  "desk_rule_set_delete"])  # fmt: skip
def test_they_are_the_admins_to_change(club, name):
    row = rule_sets.save_rule_set(club, name="House rules", rules=preset("pagat"))
    more = (row.pk,) if name in ("desk_rule_set", "desk_rule_set_delete") else ()
    address = url(name, club, *more)
    assert Client().get(address)["Location"].startswith("/login/")
    scene = evening()
    Tournament.objects.filter(pk=scene.row.pk).update(club=club)
    for who in (scene.director, user("stranger")):
        client = client_of(who)
        statuses = {
            client.get(address).status_code,
            client.post(address, filled(preset("club25"))).status_code,
        }
        assert statuses <= {404, 405}
        assert 404 in statuses
    assert [each.name for each in ClubRuleSet.objects.all()] == ["House rules"]


def test_another_clubs_admin_changes_nothing_here(club):
    stranger = user("eve")
    other = clubs.create_club(name="Elsewhere", admin_id=stranger.pk)
    row = rule_sets.save_rule_set(club, name="House rules", rules=preset("pagat"))
    client = client_of(stranger)
    assert client.post(url("desk_rule_set", other, row.pk), filled(preset("club25"))).status_code == 404
    client.post(url("desk_rule_set_delete", other, row.pk))
    assert ClubRuleSet.objects.get() == row


def test_everybody_reads_them_and_only_admins_are_offered_to_change_them(club, desk):
    row = rule_sets.save_rule_set(club, name="House rules", rules=preset("pagat"))
    for name, more in (("club_rules", ()), ("club_rule_set", (row.pk,))):
        assert "/desk/clubs/" in desk.get(url(name, club, *more)).text
        assert "/desk/clubs/" not in Client().get(url(name, club, *more)).text
    assert Client().get(url("club_rules", club)[:-1] + ".json").json()["own"][0] == {
        "id": str(row.pk), "name": "House rules", "rules": write_rules(preset("pagat")),
        "made_from": "pagat", "changed": [],
        "paragraphs": Client().get(url("club_rule_set", club, row.pk)[:-1] + ".json").json()["paragraphs"],
    }  # fmt: skip
    assert Client().get(url("club_rule_set", club, uuid.uuid4())).status_code == 404


@pytest.mark.parametrize("name", ["club_rules", "desk_rule_set_new"])
def test_the_pages_ask_the_database_little_however_many_there_are(
    club, desk, name, django_assert_max_num_queries
):
    for number in range(20):
        rule_sets.save_rule_set(club, name=f"Set {number}", rules=preset("pagat"))
    with django_assert_max_num_queries(10):
        desk.get(url(name, club))
