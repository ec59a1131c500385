"""Several directors, or the desk and the tables, at the same moment: one draw, one close, nothing lost."""

import threading
from functools import partial

import pytest

from games.models.player import Player
from games.services.acting import Stale
from tests.together import names_of, together
from tests.tournaments.services.race import all_is_well, in_the_midst, told
from tests.tournaments.services.test_races_at_the_table import enter, phone
from tests.tournaments.views.scene import evening, order
from tournaments import logs
from tournaments.engine.errors import Refusal, not_now
from tournaments.engine.money.sheet import cash_sheet
from tournaments.models.club import Member, RoomTable
from tournaments.models.tournament import KeptEntry, Match, Publication, Round, Tournament
from tournaments.services import clubs, inbox, matches, money, registration, rounds, standings, tournaments
from tournaments.services.rows import expected

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

FOUR = (("Ann",), ("Bo",), ("Cy",), ("Di",))


@pytest.fixture
def tonight():
    return evening(names=FOUR, rounds_planned=2)


@pytest.fixture
def over(tonight):
    """The first round is closed."""
    finish_all(tonight)
    tonight.close()
    return tonight


def finish_all(tonight) -> None:
    for match in Match.objects.filter(round__stage__tournament=tonight.tournament):
        matches.forfeit(order(), match, losers=[1], reason="went home")


def state_of(tonight):
    return logs.tournament_at(tonight.tournament.pk)[1]


def close(tonight, kind: str | None = None, *, losers=()):
    """Close the first round; `kind` decides every match that may be open."""
    decision = kind and rounds.Decision(kind=kind, reason="late", losers=losers)
    every = Match.objects.filter(round__stage__tournament=tonight.tournament)
    decisions = {str(match.pk): decision for match in every} if decision else {}
    return rounds.close_round(order(), tonight.tournament, stage=1, round=1, decisions=decisions)


def clone(tonight) -> Tournament:
    source = tonight.tournament
    return tournaments.clone_tournament(order(), source, name="Friday", starts_at=source.starts_at)


def draw(tonight, **how):
    return rounds.draw_round(order(), tonight.tournament, stage=1, **how)


# ---------------------------------------------------------------- money


def test_of_eight_who_take_the_same_fee_one_took_it(tonight):
    row = tonight.tournament
    money.set_money(order(), row.pk, terms={"currency": "EUR", "fee": 500})
    entry = row.entries.first()
    side, person = str(entry.pk), str(entry.people[0].pk)
    take = partial(money.settle_fee, tournament_id=row.pk, side=side, person=person, how="paid")
    outcomes = together([lambda: take(order()) for _ in range(8)])
    assert names_of(outcomes) == {"Appended": 8}
    assert told(row.pk)["tournament.fee_settled"] == 1
    assert all_is_well()


def test_a_prize_two_pay_at_once_is_paid_once(over):
    row = over.tournament
    money.set_money(order(), row.pk, terms={"currency": "EUR", "added": 900})
    standings.publish(order(), row, stage=1, round=1)
    sheet = cash_sheet(state_of(over), rounds.states_of(row.pk))
    side, due = next(iter(sheet.pots[0].due_to().items()))
    pay = partial(money.pay_prize, row=row, pot="places", side=side, amount=due)
    together([lambda: pay(order()) for _ in range(4)])
    assert told(row.pk)["tournament.prize_paid"] == 1
    assert state_of(over).till.paid["places", side].amount == due


# ---------------------------------------------------------------- draw, publish, close


def test_of_eight_who_draw_the_same_round_one_draws(over):
    outcomes = together([lambda: draw(over) for _ in range(8)])
    assert names_of(outcomes) == {"Appended": 1, "already_drawn": 7}
    assert told(over.tournament.pk)["tournament.round_drawn"] == 2
    assert Round.objects.get(number=2).matches.count() == 2
    assert all_is_well()


def test_a_draw_pressed_by_two_under_one_key_is_one_draw_and_one_answer(over):
    command = order()
    outcomes = together(
        [lambda: rounds.draw_round(command, over.tournament, stage=1, seed=3) for _ in range(8)]
    )
    assert names_of(outcomes) == {"Appended": 8}
    assert len({(each.position, str(each.answer)) for each in outcomes}) == 1
    assert told(over.tournament.pk)["tournament.round_drawn"] == 2


def test_a_round_published_by_eight_is_published_once_and_its_matches_begin_once(over):
    draw(over)
    outcomes = together(
        [lambda: rounds.publish_round(order(), over.tournament, stage=1, round=2) for _ in range(8)]
    )
    assert names_of(outcomes) == {"Appended": 8}
    assert told(over.tournament.pk)["tournament.round_published"] == 2
    for match in Match.objects.filter(round__number=2):
        assert told(match.pk) == {"match.started": 1}
    assert all_is_well()


def test_nobody_publishes_a_draft_he_has_not_seen(over, monkeypatch):
    version = draw(over, seed=1).answer["version"]
    in_the_midst(monkeypatch, lambda: draw(over, seed=2, redraw=True))
    with pytest.raises(Stale):
        rounds.publish_round(order(), over.tournament, stage=1, round=2, version=version)
    assert Round.objects.get(number=2).state == "draft"


def test_a_round_closed_by_eight_is_closed_once(tonight):
    tonight.play(0)
    outcomes = together([lambda: close(tonight, "forfeit", losers=(1,)) for _ in range(8)])
    assert names_of(outcomes) == {"Appended": 8}
    assert told(tonight.tournament.pk)["tournament.round_closed"] == 1
    for match in Match.objects.all():
        assert told(match.pk)["match.forfeited"] == 1
    assert all_is_well()


@pytest.mark.parametrize("kind", ["stands", "forfeit", "void", "adjourned"])
def test_a_hand_that_comes_with_the_close_is_on_the_sheet_or_with_the_director(tonight, kind):
    """Seven phones and the close: every hand is counted in, or kept in the inbox."""
    for match in Match.objects.all():
        enter(match, 1)
    match = tonight.match

    def late(count: int):
        command, body = order(phone()), {"lines": [{"e": "counted", "deadwood": [count, 30]}]}
        with inbox.keeping(match, command, body):
            return enter(match, count, other=15, command=command)

    works = [lambda count=count: late(count) for count in range(2, 9)]
    works.insert(3, lambda: close(tonight, kind, losers=(1,)))
    outcomes = together(works)
    taken, kept = names_of(outcomes)["Appended"] - 1, names_of(outcomes)["round_closed"]
    assert taken + kept == 7, names_of(outcomes)
    assert len(tonight.state.lines) == 1 + taken
    assert KeptEntry.objects.count() == kept
    assert tonight.state.is_open is (kind == "adjourned")
    assert kind != "adjourned" or kept == 0
    assert Round.objects.get().state == "closed"
    assert all_is_well()


def test_a_hand_decided_on_before_the_close_and_written_after_it_is_kept(tonight, monkeypatch):
    tonight.play(0)
    match, command = tonight.match, order(phone())
    in_the_midst(monkeypatch, lambda: close(tonight, "forfeit", losers=(1,)))
    with pytest.raises(Refusal) as refused, inbox.keeping(match, command, {"lines": []}):
        enter(match, 4, command=command)
    assert (refused.value.code, refused.value.data["kept"]) == ("round_closed", True)
    assert KeptEntry.objects.get().match == match


def test_a_hand_sent_again_after_the_close_is_answered_as_before_and_not_kept(tonight):
    match, command = tonight.match, order(phone())
    first = enter(match, 4, command=command)
    close(tonight, "forfeit", losers=(1,))
    with inbox.keeping(match, command, {"lines": []}):
        again = enter(tonight.match, 4, command=command)
    assert (again.repeated, again.answer) == (True, first.answer)
    with pytest.raises(Refusal), inbox.keeping(match, command, {"lines": []}):
        raise not_now("round_closed")  # as a page says that looked at the round first
    assert not KeptEntry.objects.exists()


def test_the_close_counts_a_hand_in_that_came_while_it_was_decided(tonight, monkeypatch):
    tonight.play(0)
    match = tonight.match
    in_the_midst(monkeypatch, lambda: enter(match, 4))
    decisions = {
        str(match.pk): rounds.Decision(kind="stands", reason="time"),
        str(tonight.match_at(2).pk): rounds.Decision(kind="forfeit", reason="absent", losers=(1,)),
    }
    rounds.close_round(order(), tonight.tournament, stage=1, round=1, decisions=decisions)
    assert (len(tonight.state.lines), tonight.state.status) == (2, "accepted")
    assert all_is_well()


def test_a_match_accepted_while_the_close_adjourns_it_is_not_adjourned(tonight, monkeypatch):
    tonight.play_to_the_end()
    in_the_midst(monkeypatch, tonight.accept)
    close(tonight, "adjourned")
    assert tonight.state.status == "accepted"
    assert [match.is_adjourned for match in (tonight.match_at(1), tonight.match_at(2))] == [False, True]
    assert all_is_well()


def test_no_match_is_left_open_in_a_closed_round_by_one_who_reopens_it(tonight, monkeypatch):
    finish_all(tonight)
    match = tonight.match
    in_the_midst(monkeypatch, lambda: matches.reopen(order(), match, reason="he came after all"))
    with pytest.raises(Refusal) as refused:
        close(tonight)
    assert refused.value.code == "matches_open"
    matches.forfeit(order(), match, losers=[1], reason="went home")
    in_the_midst(monkeypatch, lambda: close(tonight))
    with pytest.raises(Refusal) as late:
        matches.reopen(order(), match, reason="he came after all")
    assert late.value.code == "round_closed_correct"
    assert (tonight.state.status, Round.objects.get().state) == ("forfeit", "closed")


# ---------------------------------------------------------------- pairs changed while they play


def swap(tonight):
    first, second = (list(tonight.match_at(table).sides.all()) for table in (1, 2))
    return rounds.swap_sides(
        order(), tonight.tournament, stage=1, round=1, one=str(first[0].entry_id),
        other=str(second[0].entry_id), reason="wrong table",
    )  # fmt: skip


def test_a_hand_that_came_while_two_sides_were_swapped_keeps_its_match(tonight, monkeypatch):
    match = tonight.match
    in_the_midst(monkeypatch, lambda: enter(match, 4))
    with pytest.raises(Refusal) as refused:
        swap(tonight)
    assert refused.value.code == "match_under_way"
    assert (tonight.match.pk, len(tonight.state.lines)) == (match.pk, 1)
    assert all_is_well()


def test_a_hand_for_a_match_whose_sides_were_swapped_is_kept_for_the_director(tonight, monkeypatch):
    match, command = tonight.match, order(phone())
    in_the_midst(monkeypatch, lambda: swap(tonight))
    with pytest.raises(Refusal) as refused, inbox.keeping(match, command, {"lines": []}):
        enter(match, 4, command=command)
    assert refused.value.code == "already_decided"
    assert (KeptEntry.objects.get().match, KeptEntry.objects.get().table_number) == (None, 1)
    assert not Match.objects.filter(pk=match.pk).exists()
    assert all_is_well()


# ---------------------------------------------------------------- people, words, standings


def test_eight_who_check_in_at_once_are_all_there():
    names = tuple((f"Player {number}",) for number in range(8))
    tonight = evening(names=names)
    sides = list(state_of(tonight).sides)
    outcomes = together(
        [lambda side=side: registration.check_in(order(), tonight.tournament.pk, side=side) for side in sides]
    )
    assert names_of(outcomes) == {"Appended": 8}
    assert all(side.present for side in state_of(tonight).sides.values())
    assert told(tonight.tournament.pk)["tournament.side_checked_in"] == 8


def test_a_person_new_to_the_club_and_entered_in_two_events_at_once_is_one_person(tonight):
    other = clone(tonight)
    new = [registration.NewSide(names=("Eve",))]
    outcomes = together(
        [
            lambda row=row: registration.enter_sides(order(), row, new)
            for row in [tonight.tournament, other] * 4
        ]
    )
    assert names_of(outcomes) == {"Entered": 8}
    assert Player.objects.filter(key="eve").count() == Member.objects.filter(player__key="eve").count() == 1
    assert tonight.tournament.entries.filter(persons__player__key="eve").count() == 1
    assert other.entries.filter(persons__player__key="eve").count() == 1


def test_an_announcement_is_not_undone_by_what_is_written_in_the_same_moment(tonight, monkeypatch):
    """Rows that the log writes and rows that words change are the same rows: one waits for the other."""
    row = clone(tonight)
    real, waiting = expected.of_tournament, []

    def announced_meanwhile(*args, **how):
        if not waiting:
            waiting.append(threading.Thread(target=together, args=[[lambda: tournaments.announce(row)]]))
            waiting[0].start()
            waiting[0].join(0.3)
        return real(*args, **how)

    monkeypatch.setattr(expected, "of_tournament", announced_meanwhile)
    registration.enter_sides(order(), row, [registration.NewSide(names=("Eve",))])
    waiting[0].join()
    assert Tournament.objects.get(pk=row.pk).state == "open"


def test_an_event_that_runs_is_not_announced_back(tonight):
    row = Tournament.objects.get(pk=tonight.tournament.pk)
    row.state = "draft"  # as somebody read it before the first round
    assert tournaments.announce(row).state == Tournament.objects.get(pk=row.pk).state == "running"


def test_two_tournaments_of_the_same_name_made_at_once_have_addresses_of_their_own(tonight):
    made = together([lambda: clone(tonight) for _ in range(4)])
    assert len({row.slug for row in made}) == 4


def test_two_clubs_of_the_same_name_made_at_once_have_addresses_of_their_own():
    made = together([lambda: clubs.create_club(name="Book Street", tables=2) for _ in range(4)])
    assert {club.slug for club in made} == {"book-street", "book-street-2", "book-street-3", "book-street-4"}


def test_tables_added_by_several_at_once_have_numbers_of_their_own():
    club = clubs.create_club(name="Book Street", tables=2)
    outcomes = together([lambda: clubs.add_tables(club, 2) for _ in range(4)])
    assert names_of(outcomes) == {"list": 4}
    assert list(RoomTable.objects.filter(room__club=club).values_list("number", flat=True)) == [*range(1, 11)]
    together([lambda: clubs.want_tables(club, 12) for _ in range(4)])
    assert RoomTable.objects.filter(room__club=club).count() == 12


def test_standings_hung_up_by_eight_hang_once(over):
    outcomes = together(
        [lambda: standings.publish(order(), over.tournament, stage=1, round=1) for _ in range(8)]
    )
    assert names_of(outcomes) == {"Appended": 8}
    assert Publication.objects.count() == 1
    assert told(over.tournament.pk)["tournament.standings_published"] == 1


def test_standings_that_changed_since_hang_beside_the_old_ones(over):
    standings.publish(order(), over.tournament, stage=1, round=1)
    matches.correct(order(), over.match, reason="slip", points=((87, 125),), hands_won=((3, 6),))
    standings.publish(order(), over.tournament, stage=1, round=1)
    standings.publish(order(), over.tournament, stage=1, round=1)
    assert Publication.objects.count() == 2
