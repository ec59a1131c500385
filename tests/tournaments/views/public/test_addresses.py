"""Every page address of the code, for everybody who might ask: who gets through stands in the tables here.

An address that is in no table fails; so does one in a table that is gone. The API has a test of its own.
"""

import pytest

from tests.tournaments.views.public import addresses
from tests.tournaments.views.public.scene import ROLES, announced, running
from tournaments.models.tournament import Tournament

pytestmark = pytest.mark.django_db

EVERYBODY = frozenset(ROLES)
LOGINS = EVERYBODY - {"visitor", "table"}
AT_THE_TABLE = frozenset({"player", "table", "scorer", "deputy", "director", "admin"})
HELPERS = frozenset({"scorer", "deputy", "director", "admin"})
RULING = frozenset({"deputy", "director", "admin"})
RUNNING = frozenset({"director", "admin"})

PUBLIC = (
    "home", "rules", "irregularities", "rule_set", "player", "club", "club_rules", "club_rule_set",
    "tournament", "tournament_rules", "round", "stage_round", "crosstable", "ratings", "records", "against",
    "season", "season_what_if", "live", "live_side", "standings", "publication", "side", "event_what_if",
)  # fmt: skip
"""Pages everybody opens; each has its JSON, and all but five a CSV."""
WITHOUT_CSV = ("irregularities", "rule_set", "club_rule_set", "tournament", "tournament_rules")
FILES = (
    *(f"{name}_json" for name in PUBLIC), *(f"{name}_csv" for name in PUBLIC if name not in WITHOUT_CSV),
)  # fmt: skip

# An event with round 1 closed and published and round 2 being played; the match is the one at table 1, the
# hand one of a match at another table that does not count yet.
WHO: dict[str, frozenset[str]] = {
    **dict.fromkeys((*PUBLIC, *FILES), EVERYBODY),
    **dict.fromkeys(("login", "logout", "set_language", "match", "match_csv"), EVERYBODY),
    **dict.fromkeys(("table_code", "table_who", "table_evening", "table_worker", "phone_hello"), EVERYBODY),
    **dict.fromkeys(("password_change", "password_change_done", "desk", "desk_held"), LOGINS),
    **dict.fromkeys(("club_calendar", "season_calendar", "club_feed", "report"), EVERYBODY),
    **dict.fromkeys(("wall", "wall_worker", "scribe_worker"), EVERYBODY),
    **dict.fromkeys(("standings_embed", "season_embed", "match_embed", "crosstable_svg"), EVERYBODY),
    "table": frozenset({"table"}),
    "table_now": EVERYBODY,  # without a card it says only: load the page anew
    **dict.fromkeys(
        (
            "match_record", "match_postpone", "match_enter", "match_enter_now", "match_hand",
            "match_score", "match_strike", "match_missing",
            "match_verdict", "match_not_right", "match_director",
            "match_what_if", "match_what_if_json",
            "match_scribe", "match_scribe_send", "match_scribe_round", "match_scribe_round_send",
            "match_play", "match_play_now", "match_play_ready", "match_play_back", "match_play_void",
        ),
        AT_THE_TABLE,
    ),
    "hand_embed": frozenset(),  # in a frame whoever looks is nobody, and this hand does not count yet
    **dict.fromkeys(("hand", "hand_record", "hand_play", "hand_play_now", "hand_deal"), HELPERS),
    **dict.fromkeys(("desk_event", "desk_board", "desk_line", "desk_slips"), HELPERS),
    **dict.fromkeys(("desk_people", "desk_check_in", "desk_fee"), HELPERS),
    **dict.fromkeys(("desk_inbox", "desk_settle", "desk_match", "desk_match_act"), RULING),
    **dict.fromkeys(("desk_match_rule", "desk_match_ruling"), RULING),
    **dict.fromkeys(("desk_log", "desk_past", "desk_clock"), RULING),
    **dict.fromkeys(("desk_seated", "desk_belongs", "desk_adjourn"), RULING),
    "now": EVERYBODY,  # what time it is
    "desk_clock_set": RUNNING,
    **dict.fromkeys(
        (
            "desk_new", "desk_new_evening", "desk_tables", "desk_tables_add", "desk_tables_change",
            "desk_table_revoke", "desk_cards", "desk_cards_printed", "desk_phones", "desk_settings",
            "desk_announce", "desk_clone", "desk_stage_new", "desk_stage", "desk_qualify", "desk_tiebreak",
            "desk_play_by", "desk_put_right", "desk_undo",
            "desk_house", "desk_house_out", "desk_keep_apart",
            "desk_paste", "desk_import", "desk_confirm", "desk_side", "desk_side_act", "desk_draw",
            "desk_discard", "desk_publish", "desk_recall", "desk_swap", "desk_swap_tables", "desk_move",
            "desk_closing",
            "desk_close", "desk_standings", "desk_publish_standings", "desk_finish", "desk_wall",
            "desk_saved", "desk_save_now",
            "desk_evening_code",
            "desk_money", "desk_life", "desk_life_back", "desk_cash", "desk_cash_pay", "desk_cash_count",
            "desk_roles", "desk_role_take", "desk_invite", "desk_invitation_revoke",
        ),
        RUNNING,
    ),
    **dict.fromkeys(
        (
            "desk_club_people", "desk_merge", "desk_part", "desk_person", "desk_person_act",
            "desk_person_link",
            "desk_event_upload",
            "desk_admins", "desk_admins_invite", "desk_admins_revoke", "desk_admins_take",
            "desk_rule_set_new", "desk_rule_set_words", "desk_rule_set",
            "desk_rule_set_delete", "desk_seasons", "desk_season", "desk_season_remove",
        ),
        frozenset({"admin"}),
    ),
    "desk_new_club": frozenset(),
    **dict.fromkeys(("desk_event_in", "desk_event_coming"), frozenset()),  # own work: `test_bringing_in`
    **dict.fromkeys(("invitation_door", "invitation"), frozenset()),  # of a right link: `test_invitations`
    **dict.fromkeys(("own_door", "me_login"), frozenset()),  # of a right link: `test_own_link`
    **dict.fromkeys(("me", "me_hide"), frozenset({"player"})),
    "me_leave": EVERYBODY,
    **dict.fromkeys(("bracket", "bracket_json", "bracket_csv", "bracket_svg"), frozenset()),
    **dict.fromkeys(
        ("stage_bracket", "stage_bracket_json", "stage_bracket_csv", "stage_bracket_svg"), frozenset()
    ),
}  # fmt: skip
"""`desk_new_club` is for those who look after the computer: no role of an event. A Swiss has no bracket; one
that has is in `test_brackets.py`.
"""

# What becomes unpublished, and who still gets through.
OF_THE_EVENT = ("tournament", "tournament_rules", "tournament_json", "tournament_rules_json")
ROUND = ("round", "round_json", "round_csv", "stage_round", "stage_round_json", "stage_round_csv")
LIVE = ("live", "live_json", "live_csv", "live_side", "live_side_json", "live_side_csv")
PUBLISHED = (
    "standings", "standings_json", "standings_csv", "publication", "publication_json", "publication_csv",
    "side", "side_json", "side_csv",
)  # fmt: skip


def asked(scene, names, *, round: int = 2, hand=None, kept=None) -> dict[str, str]:
    """The addresses of these pages."""
    samples = {**addresses.arguments(scene), "number": round, "hand": hand, "kept": kept}
    routes = addresses.patterns()
    return {name: addresses.address(name, routes[name], scene, samples, round) for name in names}


def got_through(scene, role: str, urls: dict[str, str]) -> set[str]:
    client = scene.client(role)
    return {name for name, url in urls.items() if addresses.gets_through(client, url)}


def by_role(scene, urls: dict[str, str]) -> dict[str, set[str]]:
    return {role: got_through(scene, role, urls) for role in ROLES}


def all_or_nothing(names, who) -> dict[str, set[str]]:
    return {role: set(names) if role in who else set() for role in ROLES}


def test_every_address_stands_in_the_table():
    assert set(addresses.patterns()) == set(WHO)


@pytest.mark.parametrize("role", ROLES)
def test_each_role_opens_what_the_table_says(role):
    scene = running()
    urls = asked(scene, WHO, hand=scene.whole_hand().pk, kept=scene.kept().pk)
    urls |= asked(scene, PUBLISHED, round=1)
    assert got_through(scene, role, urls) == {name for name in WHO if role in WHO[name]}


def test_a_draft_event_is_not_there_but_for_those_who_have_a_role_in_it():
    scene = running()
    Tournament.objects.filter(pk=scene.row.pk).update(state=Tournament.State.DRAFT)
    urls = {**asked(scene, (*OF_THE_EVENT, *ROUND, *LIVE)), **asked(scene, PUBLISHED, round=1)}
    assert by_role(scene, urls) == all_or_nothing(urls, HELPERS)


def test_the_people_of_a_draft_event_have_no_page_yet():
    scene = running()
    Tournament.objects.filter(pk=scene.row.pk).update(state=Tournament.State.DRAFT)
    assert by_role(scene, asked(scene, ("player", "player_json", "player_csv"))) == all_or_nothing((), ())


def test_a_draft_round_and_its_matches_are_there_for_those_who_run_the_event_alone():
    scene = announced()
    scene.draw(1)
    urls = asked(scene, (*ROUND, "match"), round=1)
    assert by_role(scene, urls) == all_or_nothing(urls, RUNNING)


def test_nobody_enters_results_of_a_draft_round():
    scene = announced()
    scene.draw(1)
    urls = asked(scene, [name for name in WHO if name.startswith("match_")], round=1)
    assert by_role(scene, urls) == all_or_nothing((), ())


@pytest.mark.parametrize(
    ("audience", "who"),
    [("public", EVERYBODY), ("people", EVERYBODY - {"visitor"}), ("directors", HELPERS)],
)
def test_live_standings_are_there_for_their_audience(audience, who):
    scene = running()
    scene.live_for(audience)
    assert by_role(scene, asked(scene, LIVE)) == all_or_nothing(LIVE, who)


def test_standings_are_not_there_before_they_are_published():
    scene = announced()
    scene.publish_round(1)
    scene.play(1)
    scene.refresh()
    assert by_role(scene, asked(scene, PUBLISHED, round=1)) == all_or_nothing((), ())


def test_live_standings_outside_their_audience_are_on_no_other_page():
    scene = running()
    url = scene.url("tournament")
    scene.play(2)
    scene.refresh()
    shown = scene.visitor.get(url).text
    scene.live_for("directors")
    hidden = scene.visitor.get(url).text
    assert [("Live standings" in text, scene.url("live") in text) for text in (shown, hidden)] == [
        (True, True), (False, False),
    ]  # fmt: skip
    assert "+76" in shown
    assert "+76" not in hidden
    assert scene.visitor.get(scene.url("tournament", form="_json")).json()["live"] is None
