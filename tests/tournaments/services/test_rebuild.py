"""`manage.py rebuild`: every read row again from the log, whatever became of it."""

import io
import uuid
from datetime import UTC, date, datetime

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from games.eventstore import checks
from games.eventstore.log import Plan, append_many, head
from games.logs import to_events
from games.models.hand import Hand
from tests.remembered import remembered
from tests.tournaments.services.rich import (
    KEPT,
    REBUILT,
    drafted_evening,
    every_row,
    is_number,
    pairs_evening,
    rich_evening,
)
from tournaments.models.season import RatedMatch, Rating, RatingStep, Season
from tournaments.models.tournament import (
    Entry,
    EntryPerson,
    KeptEntry,
    Match,
    MatchPerson,
    MatchSide,
    Publication,
    Round,
    RoundBye,
    Stage,
    StandingLine,
    Tournament,
)
from tournaments.services import figures, figures_again, seasons
from tournaments.services.rebuild import told_rows
from tournaments.services.rows.streams import replay

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
LONG_AGO = datetime(2001, 1, 1, tzinfo=UTC)


def rebuild(*options: str) -> tuple[int, str]:
    """Exit code, and what the command said."""
    said = io.StringIO()
    try:
        call_command("rebuild", *options, stdout=said, stderr=said)
    except SystemExit as ended:
        return int(ended.code), said.getvalue()
    return 0, said.getvalue()


@pytest.fixture
@remembered
def evenings():
    return rich_evening(), pairs_evening(), drafted_evening()


def test_the_evening_has_everything_a_row_can_come_to(evenings):
    """What the tests below compare is no empty table and no default."""
    rows = every_row()
    assert [name for name, found in rows.items() if not found] == []
    assert {row["state"] for row in rows["Match"]} >= {"none", "accepted", "corrected", "forfeit", "entered"}
    assert {row["state"] for row in rows["Round"]} == {"draft", "published", "closed"}
    assert {row["kind"] for row in rows["RoundBye"]} >= {"requested"}
    assert {row["status"] for row in rows["Entry"]} == {"active", "withdrawn"}
    assert {(row["phase"], row["struck"]) for row in rows["Hand"]} == {
        ("finished", False), ("finished", True), ("playing", False),
    }  # fmt: skip
    assert {row["fidelity"] for row in rows["Hand"]} >= {"play", "counts"}
    assert {row["final"] for row in rows["Publication"]} == {False, True}
    assert any(row["is_adjourned"] for row in rows["Match"])
    assert any(row["standings_facts"]["since"] for row in rows["Stage"])
    assert {row["state"] for row in rows["Tournament"]} == {"running", "finished"}
    assert KeptEntry.objects.get().match is not None


def test_live_rows_are_what_the_log_gives(evenings):
    before = every_row()
    assert list(checks.findings()) == []
    code, said = rebuild()
    assert (code, every_row() == before) == (0, True)
    assert said == (f"Every row is what its events come to: tournaments 3, position {head().position}.\n")


def test_emptied_tables_are_filled_again(evenings):
    before, kept = every_row(), every_row(KEPT)
    Hand.objects.all().delete()
    Stage.objects.all().delete()
    Entry.objects.all().delete()
    assert every_row()["Match"] == every_row()["StandingLine"] == []
    code, said = rebuild()
    assert code == 0, said
    assert every_row() == before
    for name in KEPT:
        assert len(every_row(KEPT)[name.__name__]) == len(kept[name.__name__])
    assert rebuild("--check")[0] == 0


def test_damaged_rows_are_put_right_where_they_are(evenings):
    """What links to a row, such as an entry kept for the director, still does."""
    before, kept = every_row(), every_row(KEPT)
    vandalise()
    assert {name for name, rows in every_row().items() if rows != before[name]} == set(before)
    code, said = rebuild()
    assert code == 0, said
    assert every_row() == before
    assert every_row(KEPT) == kept
    assert list(checks.findings()) == []


def vandalise() -> None:
    """Another value in every column that is the log's, rows too few, and rows too many."""
    Tournament.objects.update(side_size=5, version=F("version") + 3, state="open")
    Stage.objects.update(
        format="x", rounds_planned=9, rules={}, tiebreaks=[], standings_options={}, standings_facts={},
        standings_position=0,
    )  # fmt: skip
    for shift in (1000, -999):  # the numbers go round: two rows never share one on the way
        Entry.objects.update(number=F("number") + shift)
    Entry.objects.update(seed=77, start_points=9, from_round=4, status="active", withdrawn_from=3)
    Entry.objects.update(checked_in=True)
    first, second = EntryPerson.objects.filter(order=0)[:2]
    EntryPerson.objects.filter(pk=first.pk).update(player=second.player)
    Round.objects.update(state="closed", seed=3, notes=[{"code": "x"}], published_at=LONG_AGO, closed_at=None)
    Match.objects.update(
        order=7, table=None, table_number=99, first_dealer=1, reasons={"x": 1}, state="void", summary={},
        director_called=True, is_adjourned=True, version=1, started_at=LONG_AGO, changed_at=LONG_AGO,
    )  # fmt: skip
    some = MatchSide.objects.order_by("pk").first()
    MatchSide.objects.filter(pk=some.pk).update(entry=Entry.objects.exclude(pk=some.entry_id).first())
    MatchSide.objects.order_by("pk").last().delete()
    sat = MatchPerson.objects.order_by("pk").first()
    MatchPerson.objects.filter(pk=sat.pk).update(player=second.player)
    MatchPerson.objects.filter(pk=sat.pk + 1).delete()
    RoundBye.objects.update(kind="x", points=9)
    Publication.objects.update(round=8, as_of=1, final=True, lines=[], published_at=LONG_AGO)
    Hand.objects.update(
        match_id=uuid.uuid4(), game=3, deal=9, board=1, seats=[], fidelity="x", phase="playing", version=0,
        result=None, struck=True, created_at=LONG_AGO,
    )  # fmt: skip
    StandingLine.objects.update(rank=1, line={})
    closed = Round.objects.first()
    RoundBye.objects.get_or_create(round=closed, entry=Entry.objects.last(), kind="x", points=1)
    Match.objects.create(round=closed, order=50)
    Hand.objects.create(tournament_id=closed.stage.tournament_id, fidelity="play")
    Stage.objects.create(tournament=closed.stage.tournament, number=7, format="x", rounds_planned=1, rules={})
    Entry.objects.create(tournament=closed.stage.tournament, number=500)


def test_rows_that_wandered_into_another_tournament_come_back(evenings):
    before = every_row()
    one, other, _ = evenings
    Match.objects.filter(round__stage__tournament=one.tournament).update(
        round=Round.objects.get(stage__tournament=other.tournament)
    )
    Entry.objects.filter(tournament=one.tournament).update(
        tournament=other.tournament, number=F("number") + 100
    )
    ours = Hand.objects.filter(tournament_id=one.tournament.pk)
    ours.update(tournament_id=other.tournament.pk)
    code, said = rebuild("--tournament", str(one.tournament.pk))
    assert code == 0, said
    assert every_row() == before


def test_a_check_writes_nothing_and_names_row_and_field(evenings):
    one, other, _ = evenings
    Stage.objects.filter(tournament=one.tournament).update(rounds_planned=9)
    Round.objects.filter(stage__tournament=other.tournament).update(state="published")
    damaged = every_row()
    code, said = rebuild("--check")
    assert code == 1
    assert said.splitlines() == [
        f"Tournament {one.tournament.pk}: The row of stage 1 says rounds_planned 9; its events come to 3.",
        f'Tournament {other.tournament.pk}: The row of round 1.1 says state "published";'
        ' its events come to "closed".',
        "2 rows say something else than their events.",
        "Findings: 2.",
    ]
    assert every_row() == damaged


def test_one_tournament_is_rebuilt_and_no_other(evenings):
    one, other, _ = evenings
    Stage.objects.update(rounds_planned=9)
    code, said = rebuild("--tournament", str(one.tournament.pk))
    assert (code, said.splitlines()) == (0, ["stages: 1", "1 row was put right."])
    assert Stage.objects.get(tournament=one.tournament).rounds_planned == 3
    assert Stage.objects.get(tournament=other.tournament).rounds_planned == 9


def test_a_tournament_nobody_knows_is_refused(evenings):
    nobody = uuid.uuid4()
    with pytest.raises(CommandError, match=f"There is no tournament {nobody}"):
        call_command("rebuild", "--tournament", str(nobody))


def test_progress_is_shown_where_it_is_asked_for(evenings, capfd):
    rebuild("--progress")
    assert "streams" in capfd.readouterr().err


def test_a_tournament_whose_row_is_gone_is_told_and_the_others_are_rebuilt(evenings):
    one, other, _ = evenings
    pk = one.tournament.pk
    one.tournament.delete()
    Stage.objects.update(rounds_planned=9)
    code, said = rebuild()
    assert code == 1
    assert f"Tournament {pk} has events and no row: its name and its club are in none of them." in said
    assert Stage.objects.get(tournament=other.tournament).rounds_planned == 1


def test_ratings_and_season_tables_are_computed_again(evenings):
    club = evenings[1].tournament.club
    season = seasons.make(
        club, name="All", first_day=date(2000, 1, 1), last_day=date(2100, 1, 1), best_of=0, minimum=0
    )
    figures.refresh(club.pk)
    before = figures_of(club)
    assert all(before)
    for damage in (
        lambda: Rating.objects.filter(club=club).update(shown=9),
        lambda: RatingStep.objects.filter(rated__club=club).update(mean=1.5),
        lambda: RatedMatch.objects.filter(club=club).delete(),
        lambda: Season.objects.filter(pk=season.pk).update(lines=[]),
    ):
        damage()
        damaged = figures_of(club)
        said = f"The ratings or season tables of club {club.slug} are not what its results come to."
        assert list(checks.findings()) == [said]
        code, told = rebuild("--check")
        assert (code, told.splitlines()[0], figures_of(club)) == (1, said, damaged)
        code, told = rebuild("--tournament", str(evenings[1].tournament.pk))
        assert code == 0
        assert told.splitlines()[0] == "clubs whose ratings or season tables were wrong: 1"
        assert figures_of(club) == before
    assert list(checks.findings()) == []


def test_figures_that_are_only_behind_are_no_finding(evenings):
    """The sweep computes them; a rebuild does it too and says nothing of it."""
    club = evenings[1].tournament.club
    assert list(checks.findings()) == []
    assert "clubs" not in rebuild()[1]
    assert figures.is_up_to_date(club.pk)
    assert Rating.objects.filter(club=club).count() == 8


def test_ratings_of_damaged_results_follow_the_results_that_are_put_right(evenings):
    club = evenings[1].tournament.club
    figures.refresh(club.pk)
    before = figures_of(club)
    Match.objects.filter(round__stage__tournament__club=club).update(state="void")
    figures_again.rebuild(club.pk)
    assert figures_of(club) != before
    rebuild()
    assert figures_of(club) == before


def figures_of(club) -> list:
    steps = RatingStep.objects.filter(rated__club=club).order_by("rated__order", "player")
    return [
        list(Rating.objects.filter(club=club).order_by("player").values_list("player", "shown", "matches")),
        list(steps.values_list("rated__match", "player", "mean", "deviation", "shown", "change")),
        [line for season in club.seasons.all() for line in season.lines],
    ]


def test_a_hand_that_does_not_say_where_it_was_dealt_is_told_and_not_made_up(evenings):
    """Its row, where there is one, keeps its place; what is left of it is read anew."""
    one = evenings[0].tournament.pk
    count, known = Hand.objects.filter(tournament_id=one).count(), every_row((Hand,))
    plan, hand = Plan(command_id=uuid.uuid4(), actor="bo"), uuid.uuid4()
    lines = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [4, 15]}]
    plan.append(hand, "hand", one, 0, to_events(lines))
    append_many(plan)
    code, said = rebuild()
    assert (code, every_row((Hand,))) == (1, known)
    assert f"Hand {hand} has no row, and its events do not say where it was dealt." in said
    Hand.objects.create(pk=hand, tournament_id=one, deal=7, fidelity="play")
    assert rebuild()[0] == 0
    row = Hand.objects.get(pk=hand)
    assert (row.deal, row.fidelity, row.version, row.phase) == (7, "counts", 2, "finished")
    assert Hand.objects.filter(tournament_id=one).count() == count + 1


# What the club says and no event: a rebuild leaves it alone.
WORDS = {
    "Tournament": {
        "club", "name", "slug", "starts_at", "zone", "live_standings", "results", "acceptance",
        "publish_with_close", "correction_minutes",
        "announcement",
        "created_at",
    },
}  # fmt: skip


def test_every_column_of_a_read_row_is_told_by_the_log_or_is_the_clubs_word(evenings):
    told = {model.__name__: set() for model in REBUILT}
    for scene in evenings:
        row = Tournament.objects.get(pk=scene.tournament.pk)
        for table, wanted, _only in told_rows(row, replay(row.pk), position=1):
            told[table.model.__name__] |= {*table.key, *(name for row in wanted.values() for name in row)}
    for model in REBUILT:
        columns = {column.name for column in model._meta.concrete_fields if not is_number(column)}
        own = {"tournament"} if model is Stage else set()
        assert columns - told[model.__name__] - own == WORDS.get(model.__name__, set()), model
