"""One person twice on a club's list: merged, counted once everywhere, and parted again without a trace."""

import datetime
import io

import pytest
from django.core.management import call_command
from django.test import Client

from games.engine.rulesets import preset
from games.eventstore import checks
from games.eventstore.log import load
from games.models.player import Player
from games.services.command import Actor, Command
from scoring.tiebreaks import SWISS_ORDER
from tests.remembered import remembered
from tests.tournaments.services.rich import every_row
from tests.tournaments.test_backup import empty_the_database
from tests.tournaments.views.scene import order
from tournaments.engine.club_events import PlayersMerged, PlayersParted
from tournaments.engine.errors import NotNow
from tournaments.models.season import Rating
from tournaments.models.tournament import EntryPerson, Match, MatchPerson
from tournaments.selectors import player_page
from tournaments.services import (
    clubs,
    figures,
    matches,
    merging,
    rebuild,
    registration,
    rounds,
    seasons,
    standings,
    tournaments,
)
from tournaments.services.people import hide_name
from tournaments.services.registration import NewSide

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
ADMIN = Actor(kind="user", id="7", role="admin")
DAY = datetime.datetime(2026, 11, 5, 19, tzinfo=datetime.UTC)


def event(club, name, *people, week=0, finish=True):
    """An evening of one round in which the first of the list wins each match."""
    row = tournaments.create_tournament(
        order(), club=club, name=name, starts_at=DAY + datetime.timedelta(weeks=week), zone="UTC",
        side_size=1, rules=preset("club25"), format="swiss", rounds=1, tiebreaks=SWISS_ORDER,
    )  # fmt: skip
    tournaments.announce(row)
    registration.enter_sides(order(), row, [NewSide(names=(each,)) for each in people])
    if not finish:
        return row
    rounds.draw_round(order(), row, stage=1, seed=1)
    rounds.publish_round(order(), row, stage=1, round=1)
    for match in Match.objects.filter(round__stage__tournament=row).select_related(
        "round__stage__tournament__club"
    ):
        names = [side.entry.name for side in match.sides.all()]
        first = min(range(2), key=lambda side: people.index(names[side]))
        points, won = ((125, 80), (6, 4)) if first == 0 else ((80, 125), (4, 6))
        matches.enter_score(order(), match, points=(points,), hands_won=(won,))
    rounds.close_round(order(), row, stage=1, round=1)
    if not row.stages.get().publications.filter(final=True).exists():
        standings.publish(order(), row, stage=1, round=1, final=True)
    standings.finish(order(), row)
    row.refresh_from_db()
    return row


@pytest.fixture
@remembered
def club():
    club = clubs.create_club(name="Book Street", tables=4)
    event(club, "First", "Robert Smith", "Ann", "Cy", "Dee")
    event(club, "Second", "Rob Smith", "Ann", "Cy", "Dee", week=1)
    return club


def named(name: str) -> Player:
    return Player.objects.get(name=name)


def merge(club, one="Rob Smith", into="Robert Smith"):
    return merging.merge(Command(actor=ADMIN), club, player=named(one).pk, into=named(into).pk)


def part(club, name="Rob Smith"):
    return merging.part(Command(actor=ADMIN), club, player=named(name).pk)


def figures_of(club) -> dict[str, tuple[int, int]]:
    figures.refresh(club.pk)
    rows = Rating.objects.filter(club=club).select_related("player")
    return {row.player.name: (row.matches, row.shown) for row in rows}


def test_history_ratings_and_seasons_count_for_one(club):
    season = seasons.make(
        club, name="All", first_day=DAY.date(), last_day=DAY.date() + datetime.timedelta(99)
    )
    before = figures_of(club)
    assert (before["Robert Smith"][0], before["Rob Smith"][0]) == (1, 1)
    merge(club)
    after = figures_of(club)
    assert after["Robert Smith"][0] == 2
    assert "Rob Smith" not in after
    assert after["Robert Smith"][1] > before["Robert Smith"][1]
    robert = player_page.player_at(named("Robert Smith").pk)
    events = [player_page.row_of(seat, robert)["event"] for seat in player_page.history_of(robert)]
    assert events == ["Second", "First"]
    season.refresh_from_db()
    lines = {line["person"]: line["evenings"] for line in season.lines}
    assert lines[str(robert.pk)] == 2
    assert str(named("Rob Smith").pk) not in lines


def test_the_log_keeps_both_ids_and_a_replay_gives_the_rows(club):
    answer = merge(club)
    version, events = load(club.pk)
    rob, robert = str(named("Rob Smith").pk), str(named("Robert Smith").pk)
    assert (version, events) == (1, [PlayersMerged(player=rob, into=robert, login=False)])
    assert answer.answer == {"player": rob, "into": robert}
    figures.refresh(club.pk)
    assert list(checks.findings()) == []
    rows = every_row()
    EntryPerson.objects.filter(player=robert).update(player=rob)
    MatchPerson.objects.filter(player=robert).update(player=rob)
    assert list(checks.findings()) != []
    call_command("rebuild", stdout=io.StringIO())
    assert every_row() == rows


def test_parted_again_everything_is_as_it_was(club):
    rows, known = every_row(), figures_of(club)
    merge(club)
    assert every_row() != rows
    part(club)
    assert (every_row(), figures_of(club)) == (rows, known)
    assert [type(each) for each in load(club.pk)[1]] == [PlayersMerged, PlayersParted]
    assert list(checks.findings()) == []
    merge(club)
    assert named("Rob Smith").merged_into == named("Robert Smith")


def test_said_again_nothing_happens_twice(club):
    merge(club)
    merge(club)
    assert load(club.pk)[0] == 1
    part(club)
    part(club)
    assert load(club.pk)[0] == 2


def refused(code: str, act) -> dict[str, object]:
    with pytest.raises(NotNow) as caught:
        act()
    assert caught.value.code == code
    return dict(caught.value.data)


def test_two_who_ever_sat_in_one_event_are_two_persons(club):
    data = refused("both_played", lambda: merge(club, "Ann", "Cy"))
    assert data["event"] in ("First", "Second")
    assert load(club.pk)[0] == 0


def test_who_plays_in_an_event_that_goes_on_is_kept_not_dropped(club):
    event(club, "Third", "Rob Smith", "Ann", week=2, finish=False)
    assert refused("plays_now_merge", lambda: merge(club))["event"] == "Third"
    merge(club, "Robert Smith", "Rob Smith")
    assert named("Robert Smith").merged_into == named("Rob Smith")
    assert figures_of(club)["Rob Smith"][0] == 2


def test_a_duplicate_of_a_duplicate_is_the_same_person(club):
    event(club, "Third", "Bob Smith", "Eve", week=2)
    merge(club, "Rob Smith", "Bob Smith")
    refused("merged_already", lambda: merge(club, "Rob Smith", "Robert Smith"))
    refused("merged_already", lambda: merge(club, "Robert Smith", "Rob Smith"))
    merge(club, "Bob Smith", "Robert Smith")
    assert figures_of(club)["Robert Smith"][0] == 3
    part(club, "Bob Smith")
    known = figures_of(club)
    assert (known["Robert Smith"][0], known["Bob Smith"][0]) == (1, 2)


def test_a_duplicate_in_the_middle_is_parted_and_its_matches_go_with_it(club):
    event(club, "Third", "Bobby Smith", "Zed", week=2)
    first, second, third = (named(name).pk for name in ("Rob Smith", "Bobby Smith", "Robert Smith"))
    merging.merge(Command(actor=ADMIN), club, player=first, into=second)
    merging.merge(Command(actor=ADMIN), club, player=second, into=third)
    assert list(checks.findings()) == []
    merging.part(Command(actor=ADMIN), club, player=first)
    assert list(checks.findings()) == []
    assert MatchPerson.objects.filter(player=first).count() == 1
    merging.part(Command(actor=ADMIN), club, player=second)
    assert list(checks.findings()) == []


def test_nobody_of_another_club_and_nobody_erased(club):
    other = clubs.create_club(name="Elsewhere", tables=1)
    event(other, "There", "Xi", "Yo")
    refused("not_of_this_club", lambda: merge(club, "Rob Smith", "Xi"))
    refused("same_entry", lambda: merge(club, "Rob Smith", "Rob Smith"))


def test_a_name_that_was_hidden_stays_hidden_by_either_entry(club):
    hide_name(named("Rob Smith"), private=True)
    merging.merge(Command(actor=ADMIN), club, player=named("Rob Smith").pk, into=named("Robert Smith").pk)
    assert {named(name).public_name for name in ("Rob Smith", "Robert Smith")} == {"R.S."}


def test_either_name_enters_the_one_person_from_then_on(club):
    merge(club)
    row = event(club, "Third", "ROB  SMITH", "Ann", week=2, finish=False)
    robert = row.entries.get(persons__player=named("Robert Smith"))
    assert robert.name == "Robert Smith"
    again = registration.enter_sides(order(), row, [NewSide(names=("Robert Smith",))])
    assert (again.entered, again.already) == ((), (str(robert.pk),))
    assert Player.objects.filter(memberships__club=club).count() == 5


def test_a_login_goes_along_and_comes_back(club, django_user_model):
    login = django_user_model.objects.create_user("rob")
    Player.objects.filter(name="Rob Smith").update(user=login)
    merge(club)
    assert (named("Robert Smith").user, named("Rob Smith").user) == (login, None)
    part(club)
    assert (named("Robert Smith").user, named("Rob Smith").user) == (None, login)
    Player.objects.filter(name="Robert Smith").update(user=django_user_model.objects.create_user("robert"))
    refused("two_logins", lambda: merge(club))


def test_the_old_address_leads_to_the_person(club):
    rob, robert = named("Rob Smith").pk, named("Robert Smith").pk
    visitor = Client()
    assert visitor.get(f"/players/{rob}/").status_code == 200
    merge(club)
    for end in ("/", ".json", ".csv"):
        answer = visitor.get(f"/players/{rob}{end}")
        assert (answer.status_code, answer["Location"]) == (302, f"/players/{robert}{end}")
    assert "Rob Smith" not in visitor.get(f"/players/{robert}/").text
    part(club)
    assert visitor.get(f"/players/{rob}/").status_code == 200


def test_a_hidden_persons_duplicate_shows_initials_everywhere(club):
    merge(club)
    Player.objects.filter(name="Robert Smith").update(is_private=True)
    assert named("Rob Smith").public_name == "R.S."
    visitor = Client()
    figures_of(club)
    pages = [f"/players/{named(name).pk}/" for name in ("Robert Smith", "Ann", "Cy", "Dee")]
    texts = [visitor.get(page).text for page in (*pages, f"/clubs/{club.slug}/ratings/")]
    assert [("R.S." in text) for text in texts].count(True) >= 3
    assert [text for text in texts if "Smith" in text] == []


@pytest.mark.parametrize("alone", [False, True])
def test_a_file_of_the_club_or_of_one_event_brings_it_along(club, tmp_path, alone):
    merge(club)
    rows, path = every_row(), tmp_path / "out.jsonl"
    second = club.tournaments.get(name="Second").pk
    options = ["--tournament", str(second)] if alone else []
    call_command("export_log", str(path), *options, stderr=io.StringIO())
    empty_the_database()
    call_command("import_log", str(path), stdout=io.StringIO(), stderr=io.StringIO())
    assert named("Rob Smith").merged_into == named("Robert Smith")
    assert list(rebuild.check(second).sentences()) == []
    assert list(checks.findings()) == []
    assert alone or every_row() == rows
