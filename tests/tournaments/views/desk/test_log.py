"""The log in words: everything that happened, by whom; filtered, paged and taken away; nothing of cards."""

import csv
import io
import uuid

import pytest
from django.test import Client

from games.selectors.hands import card_sign
from tests.tournaments.views.live import planted
from tests.tournaments.views.scene import evening, order
from tournaments import logs
from tournaments.engine.events import (
    TOURNAMENT_EVENTS,
    CashCounted,
    ClockCleared,
    ClockPaused,
    ClockResumed,
    ClockSet,
    ClockStarted,
    CountWithdrawn,
    DisqualificationLifted,
    DraftDiscarded,
    FeeSettled,
    HouseSideEntered,
    LifeBought,
    LifeReturned,
    MatchAdjourned,
    MatchResumed,
    MoneySet,
    MoneyUnset,
    PairingAmended,
    PartnerBack,
    PartnerLeft,
    PenaltyGiven,
    PenaltyLifted,
    PersonSubstituted,
    PlayBySet,
    PrizePaid,
    RemnantsJoined,
    RoundClosed,
    RoundDrawn,
    RoundPublished,
    RoundRecalled,
    RoundReopened,
    RoundTimeCalled,
    SideAbsent,
    SideCheckedIn,
    SideDisqualified,
    SideEntered,
    SideExpected,
    SideRemoved,
    SideReturned,
    SidesFormed,
    SidesKeptApart,
    SidesQualified,
    SideWithdrew,
    StageChanged,
    StageOpened,
    StageRemoved,
    StandingsPublished,
    StandingsWithdrawn,
    StartPointsSet,
    StepTakenBack,
    TimeGiven,
    TournamentCreated,
    TournamentFinished,
    TournamentGoesOn,
)
from tournaments.selectors import log_page, log_words
from tournaments.services import apart, registration, tournaments

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene():
    return evening(names=(("Ann",), ("Bo",), ("Cy",), ("Di",)), rounds_planned=2)


@pytest.fixture
def desk(scene, django_user_model) -> Client:
    user = django_user_model.objects.create_user("dora")
    scene.tournament.roles.create(user=user, kind="director")
    client = Client()
    client.force_login(user)
    return client


def address(scene) -> str:
    return f"/desk/t/{scene.tournament.pk}/log/"


def words(page) -> list[str]:
    return [line.words for line in page.context["lines"]]


def test_an_evening_reads_as_it_happened_newest_first(scene, desk):
    scene.play_to_the_end()
    scene.accept()
    side = str(scene.match_at(2).sides.get(index=0).entry_id)
    tournaments.give_penalty(
        order(), scene.tournament.pk, side=side, stage=1, round=1, game_points=1, spread=10, reason="Late"
    )
    entry = scene.tournament.entries.order_by("number").last()
    registration.withdraw(order(), scene.tournament, side=str(entry.pk), reason="Unwell", removal="keep")
    told = words(desk.get(address(scene)))
    assert told[0] == f"{entry.name} withdrew from round 2 on: Unwell"
    assert told[1].endswith("was penalised: 1 game points, 10 net: Late")
    assert told[2].startswith("Accepted: ")
    assert told[3].startswith("Hand ")
    assert told[-1] == "The event was made, for single players."
    assert "Round 1 drawn: 2 tables, seed 5." in told
    assert told.count("The match was published.") == 2
    assert all(told)


def test_it_is_filtered_by_group_by_side_and_by_words(scene, desk):
    scene.play_to_the_end()
    rounds = words(desk.get(address(scene), {"group": "rounds"}))
    assert "Round 1 was published." in rounds
    assert not any(each.startswith("Hand") for each in rounds)
    ann, bo = (str(scene.tournament.entries.get(persons__player__name=name).pk) for name in ("Ann", "Bo"))
    about_ann = desk.get(address(scene), {"side": ann}).context["lines"]
    assert "Ann entered." in [line.words for line in about_ann]
    assert all(ann in line.sides for line in about_ann)
    assert words(desk.get(address(scene), {"side": bo, "group": "people"})) == ["Bo entered."]
    assert words(desk.get(address(scene), {"q": "cy ENT"})) == ["Cy entered."]
    assert "Nothing like that happened" in desk.get(address(scene), {"q": "nothing such"}).text
    assert len(words(desk.get(address(scene), {"group": "no such", "side": "nobody"}))) > 5


def test_a_long_log_has_pages_and_all_of_it_is_in_the_file(scene, desk):
    scene.play_to_the_end()
    names = tuple((f"Late {number}",) for number in range(60))
    registration.enter_sides(order(), scene.tournament, [registration.NewSide(names=each) for each in names])
    first = desk.get(address(scene))
    assert len(first.context["lines"]) == 50
    second = desk.get(address(scene), {"page": 2})
    assert not set(words(first)) & set(words(second))
    taken = desk.get(address(scene), {"format": "csv"})
    rows = list(csv.DictReader(io.StringIO(taken.content.decode("utf-8-sig"))))
    assert len(rows) == first.context["lines"].paginator.count
    assert rows[0]["What"] == "The event was made, for single players."
    assert [int(row["Number"]) for row in rows] == sorted(int(row["Number"]) for row in rows)
    assert set(rows[0]) == {"Number", "Time", "Who", "Group", "About", "What", "Event"}


def test_it_says_who_it_was(scene, desk, django_user_model):
    user = django_user_model.objects.get(username="dora")
    key = desk.get(f"/desk/t/{scene.tournament.pk}/").context["keys"].new
    desk.post(f"/desk/t/{scene.tournament.pk}/people/paste/", {"key": key, "names": "Eve", "missed": "zero"})
    (line,) = desk.get(address(scene), {"q": "Eve entered"}).context["lines"]
    assert line.who == f"{user.username} (director)"
    scene.play(0)
    (hand,) = desk.get(address(scene), {"q": "Hand 1"}).context["lines"]
    assert hand.who.startswith("a phone at the table, for ")


@pytest.mark.parametrize("moves", [1, 6])
def test_a_hand_in_play_leaves_no_card_in_it(scene, desk, moves):
    planted(scene, moves=moves)
    page = desk.get(address(scene)).text
    for code in (rank + suit for rank in "A23456789TJQK" for suit in "shdc"):
        assert card_sign(code) not in page
        assert f">{code}<" not in page
        assert f'"{code}"' not in page


def test_a_scorer_and_a_visitor_have_no_log(scene, django_user_model):
    scorer = django_user_model.objects.create_user("scorer")
    scene.tournament.roles.create(user=scorer, kind="scorer")
    client = Client()
    client.force_login(scorer)
    assert client.get(address(scene)).status_code == 404
    assert Client().get(address(scene)).status_code == 302


def test_the_last_step_is_taken_back_once_and_only_as_it_was_shown(scene, desk):
    assert desk.get(address(scene)).context["undo"]["words"] == "Round 1 was published."
    ann, bo = (str(each.pk) for each in scene.tournament.entries.order_by("number")[:2])
    apart.keep_apart(order(), scene.tournament.pk, sides=(ann, bo), how="never")
    page = desk.get(address(scene))
    assert "must not meet" in page.context["undo"]["words"]
    sent = {"key": uuid.uuid4(), "version": page.context["undo"]["version"]}
    for _twice in range(2):
        answer = desk.post(address(scene) + "undo/", sent, follow=True)
        assert [str(each) for each in answer.context["messages"]] == ["Taken back."]
    assert logs.tournament_at(scene.tournament.pk)[1].apart == {}
    assert "may meet again" in words(answer)[0]
    assert words(answer)[1] == "Taken back: Ann and Bo must not meet."
    assert answer.context["redo"]["words"] == "Ann and Bo must not meet."
    assert answer.context["undo"]["words"] == "Round 1 was published."
    late = desk.post(address(scene) + "undo/", {**sent, "key": uuid.uuid4()}, follow=True)
    assert [str(each) for each in late.context["messages"]] == [
        "Somebody else was faster. This is how it stands now; decide again."
    ]
    assert logs.tournament_at(scene.tournament.pk)[1].apart == {}


def test_a_step_is_done_again_and_one_that_cannot_be_taken_back_says_why(scene, desk):
    ann, bo = (str(each.pk) for each in scene.tournament.entries.order_by("number")[:2])
    apart.keep_apart(order(), scene.tournament.pk, sides=(ann, bo), how="never")
    for again, said in (("", "Taken back."), ("1", "Done again.")):
        page = desk.get(address(scene))
        offered = page.context["redo" if again else "undo"]
        sent = {"key": uuid.uuid4(), "version": offered["version"], "again": again}
        answer = desk.post(address(scene) + "undo/", sent, follow=True)
        assert [str(each) for each in answer.context["messages"]] == [said]
    assert list(logs.tournament_at(scene.tournament.pk)[1].apart.values()) == ["never"]
    assert words(answer)[1] == "Done again: Ann and Bo must not meet."
    version = desk.get(address(scene)).context["undo"]["version"]
    desk.post(address(scene) + "undo/", {"key": uuid.uuid4(), "version": version})
    registration.enter_sides(order(), scene.tournament, [registration.NewSide(names=("Eve",))])
    version = desk.get(address(scene)).context["undo"]["version"]
    desk.post(address(scene) + "undo/", {"key": uuid.uuid4(), "version": version})
    assert words(desk.get(address(scene)))[:2] == [
        "Eve was taken off the list: Taken back", "Taken back: Eve entered late, from round 2.",
    ]  # fmt: skip
    scene.play(0)
    page = desk.get(address(scene))
    assert "Something is entered or ruled in round 1, at table 1." in page.context["undo"]["why"]
    assert "Take it back" not in page.text


EVERY = (
    TournamentCreated(side_size=2, options={}),
    StageOpened(stage=2, format="round_robin", rounds=5, rules={}, tiebreaks=(), options={}),
    StageChanged(stage=1, changes={"rounds": 4}),
    SidesQualified(stage=2, sides=("x", "y")),
    SidesQualified(stage=2, sides=("x", "y"), how="lot", seed=7),
    SidesQualified(stage=2, sides=("x", "y"), how="director", reason="Unwell"),
    SideEntered(side="x", persons=("p",), seed=None, from_round=3, missed="bye"),
    HouseSideEntered(side="x", persons=("p",), from_round=2, stage=1),
    SideCheckedIn(side="x", present=True),
    SideCheckedIn(side="x", present=False),
    SideWithdrew(side="x", from_round=2, reason="Unwell"),
    SideReturned(side="x", from_round=3),
    SideAbsent(side="x", round=2, kind="requested_bye", points=1),
    SideExpected(side="x", round=2),
    SidesKeptApart(sides=("x", "y"), how="never"),
    SidesKeptApart(sides=("x", "y"), how="rather_not"),
    SidesKeptApart(sides=("x", "y"), how="free"),
    RoundDrawn(stage=1, round=1, seed=7, roster_version=1, pairings=(), byes=(), notes=()),
    DraftDiscarded(stage=1, round=1),
    SidesFormed(stage=1, round=1, sides=(("z", ("x", "y")),)),
    PairingAmended(stage=1, round=1, pairings=(), byes=(), reason="Played as seated"),
    RoundPublished(stage=1, round=1),
    PlayBySet(stage=1, round=1, until="2026-11-05"),
    PlayBySet(stage=1, round=1, until=None),
    ClockSet(stage=1, play=3000, walk_in=180, at_time="call", no_show=600),
    ClockSet(stage=1, play=None, walk_in=180, at_time="call", no_show=600),
    ClockStarted(stage=1, round=1, play=4500, walk_in=180, at_time="call", no_show=600),
    ClockPaused(stage=1, round=1, spent=1000),
    ClockResumed(stage=1, round=1, spent=1000),
    TimeGiven(stage=1, round=1, seconds=-30, match=None),
    TimeGiven(stage=1, round=1, seconds=300, match="m1"),
    RoundTimeCalled(stage=1, round=1),
    RoundClosed(stage=1, round=1, open_matches=(("m", "forfeit", "gone"), ("n", "adjourned", ""))),
    PenaltyGiven(penalty="1", side="x", round=1, game_points=1, spread=0, reason="Late"),
    PenaltyLifted(penalty="1", reason="Not late"),
    RoundRecalled(stage=1, round=1, pairings=(), reason="The wrong list"),
    RoundReopened(stage=1, round=1, reason="Taken back"),
    StandingsWithdrawn(publication=1, reason="Taken back"),
    SideRemoved(side="x", reason="Taken back"),
    StageRemoved(stage=2, reason="Taken back"),
    ClockCleared(stage=1, round=1),
    MatchAdjourned(stage=1, round=1, match="m1", reason="The last bus"),
    MatchResumed(stage=1, round=1, match="m1"),
    TournamentGoesOn(reason="Taken back"),
    StepTakenBack(first=1, last=2, reason="Taken back"),
    PartnerLeft(side="x", person="p", from_round=2, stage=1, joins=None, at_table=True, reason="A cold"),
    PartnerLeft(side="x", person="p", from_round=2, stage=1, joins="y", at_table=True, reason="A cold"),
    PartnerBack(side="x"),
    RemnantsJoined(side="x", gone="p", other="y", comes="q", from_round=2, stage=1),
    PersonSubstituted(side="x", gone="p", comes="q", from_round=2, stage=1, reason="A cold"),
    SideDisqualified(side="x", from_round=2, reason="Marked cards"),
    DisqualificationLifted(side="x", from_round=3, reason="The cards were worn"),
    StandingsPublished(stage=1, round=1, position=9, lines=()),
    StandingsPublished(stage=1, round=1, position=9, lines=(), final=True),
    StartPointsSet(side="x", points=20),
    MoneySet(terms={"currency": "EUR", "fee": 1000}),
    FeeSettled(side="x", person="p", how="paid", amount=1000, by="cy"),
    FeeSettled(side="x", person="p", how="waived", amount=0, by="cy", reason="helps"),
    FeeSettled(side="x", person="p", how="open", amount=0, by="cy"),
    LifeBought(life="1", side="x", stage=1, from_round=2, amount=500, by="cy"),
    LifeReturned(life="1", reason="A mistake"),
    PrizePaid(pot="most_gins", side="x", amount=3000, by="cy"),
    CashCounted(amount=950, by="cy", note="Change"),
    CountWithdrawn(),
    MoneyUnset(),
    TournamentFinished(),
)


def test_every_event_of_a_tournament_has_a_sentence_of_its_own():
    assert {type(event) for event in EVERY} == set(TOURNAMENT_EVENTS)
    told = [log_words.words_of(event, None, {"x": "Ann", "y": "Bo"}) for event in EVERY]
    assert len(set(told)) == len(EVERY)
    assert not set(told) & {event.NAME for event in TOURNAMENT_EVENTS}
    assert told[EVERY.index(SidesKeptApart(sides=("x", "y"), how="never"))] == "Ann and Bo must not meet."
    started = next(index for index, event in enumerate(EVERY) if isinstance(event, ClockStarted))
    assert told[started] == "The clock of round 1 started: walk-in 3:00, play 1:15:00."
    closed = next(index for index, event in enumerate(EVERY) if isinstance(event, RoundClosed))
    assert "Matches still open: 1 forfeited, 1 adjourned." in told[closed]
    assert {log_words.group_of(event) for event in EVERY} <= set(log_page.GROUPS)


def test_programs_read_it_from_where_they_left_off(scene, desk):
    scene.play_to_the_end()
    api = f"/api/v1/tournaments/{scene.tournament.pk}/log/"
    first = desk.get(api, {"limit": 4}).json()
    assert [each["event"] for each in first["events"][:2]] == [
        "tournament.created",
        "tournament.stage_opened",
    ]
    assert first["more"]
    rest = desk.get(api, {"after": first["events"][-1]["position"]}).json()
    assert not rest["more"]
    hands = desk.get(api, {"group": "results"}).json()["events"]
    assert {each["match"] for each in hands} == {str(scene.match.pk)}
    assert [each["position"] for each in rest["events"]] == sorted(
        each["position"] for each in rest["events"]
    )
    assert Client().get(api).status_code == 401
    assert desk.get(api, {"group": "no such"}).status_code == 400
    assert scene.phone(0).get(api).status_code == 404
