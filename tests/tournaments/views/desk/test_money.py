"""Money at the desk: terms, fees in one tap, lives, the cash sheet; and not a word of it anywhere else."""

from __future__ import annotations

import csv
import io
import uuid
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.eventstore.log import history
from games.models.player import Player
from games.services.command import Command
from tests.tournaments.views.desk.scene import (
    DIRECTOR,
    Scene,
    client_of,
    evening,
    post,
    said,
    text_of,
    user,
    win,
)
from tournaments import logs
from tournaments.engine.money.sheet import cash_sheet
from tournaments.models.tournament import Tournament
from tournaments.services import (
    merging,
    money,
    rebuild,
    registration,
    rounds,
    standings,
    tournaments,
    undoing,
)
from tournaments.services.rounds import states_of

pytestmark = pytest.mark.django_db(transaction=True)

TERMS = {
    "currency": "EUR", "fee": 1_050, "house": {"percent": 1_000},
    "places": [{"percent": 6_000}, {"percent": 4_000}],
}  # fmt: skip
FORM = {
    "currency": "eur", "fee": "10,50", "house": "10", "house_kind": "percent", "places": "60 40",
    "places_kind": "percent", "ties": "points", "pot_most_gins_kind": "percent",
    "pot_highest_hand_kind": "percent",
}  # fmt: skip


@pytest.fixture
def scene() -> Scene:
    return evening(rounds=1)


def with_terms(scene: Scene, **more) -> Scene:
    money.set_money(Command(actor=DIRECTOR), scene.row.pk, terms={**TERMS, **more})
    return scene


@pytest.fixture
def desk(scene: Scene) -> Client:
    return scene.desk


def till(scene: Scene):
    return logs.tournament_at(scene.row.pk)[1].till


def fee(scene: Scene, name: str, how: str = "paid", client: Client | None = None, **more):
    entry = scene.entry(name)
    url = scene.url("fee", entry.pk)
    return post(client or scene.desk, url, person=entry.people[0].pk, how=how, **more)


def finished(scene: Scene) -> Scene:
    """One round, played, closed, the final standings published."""
    scene.published()
    for number, match in enumerate(scene.matches()):
        win(match, points=(125, 80 + number))
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=1, final=True)
    return scene


def sheet(scene: Scene):
    return cash_sheet(logs.tournament_at(scene.row.pk)[1], states_of(scene.row.pk))


def test_what_it_costs_is_written_as_people_write_amounts(scene, desk):
    assert said(desk, post(desk, scene.url("money"), **FORM)) == ["Saved."]
    terms = till(scene).terms
    assert (terms.currency, terms.fee, terms.house.value) == ("EUR", 1_050, 1_000)
    assert [place.value for place in terms.places] == [6_000, 4_000]
    shown = text_of(desk.get(scene.url("money")))
    assert "With the fees of 4 people the pots come to 37.80 EUR." in shown


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("places", "60 50", "Together that is 110 percent. At most 100 percent can be given"),
        ("fee", "-1", "An amount is 0 or more"),
        ("fee", "10.505", "“10.505” has more than 2 places after the point."),
        ("fee", "1.000", "“1.000” has more than 2 places after the point."),
        ("fee", "1,000.50", "“1,000.50” is no number."),
        ("fee", "1E999999", "“1E999999” is no number."),
        ("fee", "ten", "“ten” is no number."),
        ("currency", "€", "A currency is three capital letters"),
        ("house", "100.5", "Together that is 100.5 percent"),
    ],
)
def test_what_cannot_be_kept_is_said_and_stays_in_the_form(scene, desk, field, value, words):
    answer = post(desk, scene.url("money"), **{**FORM, field: value})
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert value.upper() in answer.text.upper()
    assert till(scene).terms is None


def test_a_form_that_was_open_while_others_saved_says_what_they_saved_and_replaces_it_only_when_sent_again(
    scene, desk
):
    old = desk.get(scene.url("money")).context["form"]["seen"].value()
    assert said(desk, post(desk, scene.url("money"), **{**FORM, "seen": old})) == ["Saved."]
    behind = post(desk, scene.url("money"), **{**FORM, "fee": "12", "house_kind": "fixed", "seen": old})
    assert behind.status_code == 422
    assert "Entry fee a person: 10.50; House share is: percent" in text_of(behind)
    assert till(scene).terms.fee == 1_050
    form = behind.context["form"]
    assert (form["fee"].value(), form["house_kind"].value()) == ("12", "fixed")
    again = {**FORM, "fee": "12", "house_kind": "fixed", "seen": form["seen"].value()}
    key = str(uuid.uuid4())
    for _time in range(2):  # a double tap is one
        assert post(desk, scene.url("money"), key=key, **again).status_code == 302
    assert till(scene).terms.fee == 1_200


def test_the_same_again_costs_the_same_again_and_nobody_has_paid(scene, desk):
    with_terms(scene)
    fee(scene, "Ada")
    post(desk, scene.url("clone"), name="Next Thursday", date="2026-11-12", time="19:00")
    again = scene.club.tournaments.get(name="Next Thursday")
    there = logs.tournament_at(again.pk)[1].till
    assert (there.terms, there.fees) == (till(scene).terms, {})


def test_fixed_prizes_larger_than_the_pot_are_told_before_anybody_pays(scene, desk):
    with_terms(scene, places=[{"fixed": 3_000}, {"fixed": 1_000}])
    shown = text_of(desk.get(scene.url("money")))
    assert "Fixed prizes of 40.00 EUR are 2.20 EUR more" in shown


def test_a_tap_takes_a_fee_a_second_gives_it_back_and_a_repeat_does_nothing(scene, desk):
    with_terms(scene)
    key = uuid.uuid4()
    for _twice in range(2):
        answer = fee(scene, "Ada", key=key)
        assert answer.status_code == 302
    assert [each.amount for each in till(scene).fees.values()] == [1_050]
    page = desk.get(scene.url("people"))
    assert page.text.count('name="how" value="open"') == 1
    assert "4 players · 3 fees open" in text_of(page)
    fee(scene, "Ada", "open")
    assert till(scene).fees == {}


def test_a_scorer_takes_fees_and_waives_none(scene, desk):
    with_terms(scene)
    scorer = user("scorer")
    tournaments.give_role(scene.row, user_id=scorer.pk, kind="scorer")
    client = client_of(scorer)
    fee(scene, "Ada", client=client)
    fee(scene, "Bo", "waived", client=client)
    fee(scene, "Cy", "waived", reason="helps at the bar")
    fee(scene, "Cy", "open", client=client)  # what the director waived stays waived
    fee(scene, "Cy", "paid", client=client)
    fees = {each.side: each for each in till(scene).fees.values()}
    assert set(fees) == {str(scene.entry("Ada").pk), str(scene.entry("Cy").pk)}
    (cashier,) = sheet(scene).cashiers
    assert cashier.by == f"scorer:user:{scorer.pk}"
    page = desk.get(scene.url("cash"))
    assert "scorer (scorer)" in text_of(page)
    assert page.context["sheet"].waived == ("Cy",)
    assert set(page.context["sheet"].owing) == {"Bo", "Dee"}


def test_the_sheet_is_even_once_every_fee_is_in_and_every_prize_out(scene, desk):
    with_terms(scene, ties="rank")
    for name in ("Ada", "Bo", "Cy", "Dee"):
        fee(scene, name)
    finished(scene)
    page = desk.get(scene.url("cash"))
    assert "Prizes still to be given out: 37.80 EUR" in text_of(page)
    for pot in sheet(scene).pots:
        for side, due in pot.due_to().items():
            answer = post(desk, scene.url("cash_pay"), pot=pot.what, side=side, amount=due)
            assert answer.status_code == 302
    shown = text_of(desk.get(scene.url("cash")))
    assert "Nothing: every fee is settled, every prize paid." in shown
    assert "Should be in the box now 4.20" in shown
    too_much = post(desk, scene.url("cash_pay"), pot="places", side=side, amount=due + 1)
    assert said(desk, too_much)[0].startswith("This pot owes this side")


def test_the_sheet_as_a_file_is_safe_for_spreadsheets(scene, desk):
    with_terms(scene)
    registration.enter_sides(Command(actor=DIRECTOR), scene.row, [registration.NewSide(names=("=1+1 Eve",))])
    fee(scene, "Ada")
    answer = desk.get(scene.url("cash"), {"format": "csv"})
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    taken = next(row for row in rows if row["Group"] == "Taken")
    assert (taken["Amount"], taken["Currency"], taken["Note"]) == ("10.50", "EUR", "1 fee")
    owing = [row["What"] for row in rows if row["Group"] == "Not paid"]
    assert "'=1+1 Eve" in owing
    assert not any(cell.startswith("=") for row in rows for cell in row.values() if cell)


def test_a_box_counted_short_is_named(scene, desk):
    with_terms(scene)
    fee(scene, "Ada")
    wrong = post(desk, scene.url("cash_count"), amount="ten", note="")
    assert (wrong.status_code, "“ten” is no number." in text_of(wrong)) == (422, True)
    post(desk, scene.url("cash_count"), amount="10", note="Stamps")
    shown = text_of(desk.get(scene.url("cash")))
    assert "The box holds -0.50 EUR against what it should" in shown
    assert "Counted 10.00 Stamps" in shown


def test_a_cash_sheet_before_anything_is_said_leads_to_the_terms(scene, desk):
    assert desk.get(scene.url("cash"))["Location"] == scene.url("money")
    refused = fee(scene, "Ada", client=desk)
    assert said(desk, refused) == ["Nothing is said about money here yet. Say first what the event costs."]


def test_pages_with_money_ask_the_database_little(scene, desk):
    with_terms(scene)
    for name in ("Ada", "Bo"):
        fee(scene, name)
    finished(scene)
    for page in ("money", "cash", "people"):
        with CaptureQueriesContext(connection) as asked:
            assert desk.get(scene.url(page)).status_code == 200
        assert len(asked) <= 20, (page, [each["sql"][:100] for each in asked])


def test_partners_part_their_prize_and_the_odd_coin_is_the_first_ones():
    scene = evening(("Hal & Ida", "Jo & Kit"), rounds=1, side_size=2)
    money.set_money(
        Command(actor=DIRECTOR), scene.row.pk,
        terms={"currency": "JPY", "fee": 25, "added": 1, "places": [{"percent": 10_000}]},
    )  # fmt: skip
    desk = scene.desk
    for entry in scene.row.entries.all():
        for person in entry.people:
            post(desk, scene.url("fee", entry.pk), person=person.pk, how="paid")
    finished(scene)
    rows = desk.get(scene.url("cash")).context["sheet"].rows
    (won,) = [row for row in rows if row.side]
    assert (won.number, won.detail) in (("101", "Hal 51 · Ida 50"), ("101", "Jo 51 · Kit 50"))


# ---------------------------------------------------------------- lives


def test_a_beaten_side_buys_a_life_gives_it_back_and_buys_it_for_nothing():
    scene = evening(rounds=1, format="lives", stage_options={"format": {"lives": 1}})
    desk = scene.desk
    with_terms(scene, rebuy={"fee": 500, "until_round": 3, "most": 1})
    scene.published().played()
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    page = desk.get(scene.url("money"))
    beaten = page.context["lives"]["beaten"]
    assert len(beaten) == 2
    out = beaten[0]
    assert text_of(desk.get(scene.url("people"))).count("Buys a life: 5.00 EUR") == 2
    answer = post(desk, scene.url("life"), side=out["side"], back="people")
    assert answer["Location"] == scene.url("people")
    assert said(desk, answer) == [f"{out['name']} plays on."]
    assert sheet(scene).rebuys == 500
    ((life, _bought),) = till(scene).lives.items()
    assert said(desk, post(desk, scene.url("life_back"), life=life)) == ["The life is given back."]
    assert till(scene).lives == {}
    post(desk, scene.url("life"), side=out["side"], waived="1")
    assert [each.amount for each in till(scene).lives.values()] == [0]
    rounds.draw_round(Command(actor=DIRECTOR), scene.row, stage=1, seed=3)
    drawn = logs.tournament_at(scene.row.pk)[1].rounds[1, 2]
    assert out["side"] in {side for pairing in drawn.pairings for side in pairing.sides} | {
        bye[0] for bye in drawn.byes
    }


# ---------------------------------------------------------------- handicap


def test_start_points_set_on_a_sides_page_stand_on_the_sheet_and_bring_the_end_nearer(scene, desk):
    entry = scene.entry("Ada")
    answer = post(desk, scene.url("side_act", entry.pk, "start-points"), points=40)
    assert said(desk, answer) == ["Ada starts with 40 points from the next published round on."]
    too_many = post(desk, scene.url("side_act", entry.pk, "start-points"), points=125)
    assert (too_many.status_code, "below the target of 125" in text_of(too_many)) == (422, True)
    scene.published()
    match = next(each for each in scene.matches() if entry.pk in {side.entry_id for side in each.sides.all()})
    assert text_of(desk.get(scene.url("slips"))).count("starts with 40") == 1
    shown = text_of(desk.get(f"/desk/matches/{match.pk}/"))
    assert "+40 40" in shown
    assert "start points" in shown
    state = logs.match_at(match.pk)[1]
    assert sorted(state.started.start_points) == [0, 40]
    rounds.close_round(
        Command(actor=DIRECTOR), scene.row, stage=1, round=1,
        decisions={str(each.pk): rounds.Decision(kind="void", reason="Late") for each in scene.matches()},
    )  # fmt: skip
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    public = text_of(Client().get(f"/clubs/{scene.club.slug}/{scene.row.slug}/standings/"))
    assert "Ada starts with 40" in public


# ---------------------------------------------------------------- nobody else


def test_fee_and_prizes_are_shown_to_everybody_where_the_event_says_so_and_never_who_paid(scene):
    with_terms(scene, public=True, side_pots=[{"what": "most_gins", "share": {"percent": 1_000}}])
    fee(scene, "Ada")
    base = f"/clubs/{scene.club.slug}/{scene.row.slug}"
    shown = text_of(Client().get(f"{base}/"))
    assert "Entry fee 10.50 EUR" in shown
    assert "Prizes by place 60 % · 40 %" in shown
    assert "Most gins 10 %" in shown
    told = Client().get(f"{base}.json").json()
    assert (told["terms"]["fee"], "fees" in told, "cashiers" in str(told)) == (1_050, False, False)
    with_terms(scene)
    assert "Entry fee" not in text_of(Client().get(f"{base}/"))
    assert Client().get(f"{base}.json").json()["terms"] is None


def test_a_deputy_rules_and_reads_the_log_without_its_money(scene, desk):
    with_terms(scene)
    fee(scene, "Ada")
    deputy = user("deputy")
    tournaments.give_role(scene.row, user_id=deputy.pk, kind="deputy")
    theirs = client_of(deputy)
    api = f"/api/v1/tournaments/{scene.row.pk}/log/"
    for client, sees in ((desk, True), (theirs, False)):
        assert ("A fee of Ada was taken" in text_of(client.get(scene.url("log")))) is sees
        assert ("A fee of Ada was taken: 10.50 EUR" in client.get(api).text) is sees
        assert ("10.50" in text_of(client.get(scene.url("past")))) is sees
        assert ("10.50" in client.get(scene.url("log"), {"format": "csv"}).text) is sees
    assert "About money: for those who run the event." in text_of(theirs.get(scene.url("past")))
    assert theirs.get(scene.url("cash")).status_code == 404


def test_no_public_page_and_no_answer_of_the_api_for_others_tells_of_money(scene, desk):
    with_terms(scene, currency="QQX", fee=7_890_123)
    for name in ("Ada", "Bo"):
        fee(scene, name)
    finished(scene)
    base = f"/clubs/{scene.club.slug}/{scene.row.slug}"
    pages = [
        f"{base}/", f"{base}.json", f"{base}/rounds/1/", f"{base}/rounds/1.json", f"{base}/standings/",
        f"{base}/standings.json", f"{base}/standings.csv", f"{base}/wall/", f"{base}/live/", f"{base}/rules/",
        f"/clubs/{scene.club.slug}/", f"/clubs/{scene.club.slug}.json",
        f"/clubs/{scene.club.slug}/results.atom", f"/clubs/{scene.club.slug}/events.ics",
        f"{base}/report/1.trf",
        f"/api/v1/tournaments/{scene.row.pk}/", f"/api/v1/tournaments/{scene.row.pk}/entries/",
    ]  # fmt: skip
    visitor = Client()
    for page in pages:
        answer = visitor.get(page)
        assert answer.status_code == 200, page
        told = b"".join(answer) if answer.streaming else answer.content
        assert b"QQX" not in told, page
        assert not any(amount in told for amount in (b"7890123", b"78901.23", b"78,901.23")), page
    # It was there to be found.
    assert b"QQX" in desk.get(scene.url("cash")).content
    for name in ("money", "money/prizes", "money/count", "log"):
        assert visitor.get(f"/api/v1/tournaments/{scene.row.pk}/{name}/").status_code in (401, 404, 405)


def test_a_fee_stays_paid_when_who_paid_is_merged_with_the_other_row_of_the_same_person(scene, desk):
    with_terms(scene)
    fee(scene, "Ada")
    ada = scene.entry("Ada").people[0]
    finished(scene)
    standings.finish(Command(actor=DIRECTOR), scene.row)
    kept = Player.objects.create(name="Ada Lovelace", key="ada lovelace")
    scene.club.members.create(player=kept)
    merging.merge(Command(actor=DIRECTOR), scene.club, player=ada.pk, into=kept.pk)
    page = desk.get(scene.url("people"))
    assert "Ada Lovelace" in text_of(page)
    assert page.text.count('name="how" value="open"') == 1
    assert set(desk.get(scene.url("cash")).context["sheet"].owing) == {"Bo", "Cy", "Dee"}


def take_back(scene: Scene, *, again: bool = False) -> None:
    version = logs.tournament_at(scene.row.pk)[0]
    undoing.undo(Command(actor=DIRECTOR), scene.row.pk, version=version, reason="Taken back", again=again)


def test_steps_of_the_till_are_taken_back_one_after_the_other_and_the_public_page_follows(scene, desk):
    with_terms(scene, public=True)
    fee(scene, "Ada")
    money.count_cash(Command(actor=DIRECTOR), scene.row.pk, amount=1_050)
    take_back(scene)
    assert till(scene).counted is None
    take_back(scene)
    assert (till(scene).fees, till(scene).terms.fee) == ({}, 1_050)
    take_back(scene)
    assert (till(scene).terms, Tournament.objects.get(pk=scene.row.pk).public_terms) == (None, None)
    take_back(scene, again=True)
    assert till(scene).terms.public
    assert Tournament.objects.get(pk=scene.row.pk).public_terms["fee"] == 1_050
    assert list(rebuild.check(scene.row.pk).sentences()) == []


def test_money_taken_back_is_money_a_deputy_does_not_read(scene, desk):
    with_terms(scene)
    fee(scene, "Ada")
    take_back(scene)
    take_back(scene, again=True)
    deputy = user("deputy")
    tournaments.give_role(scene.row, user_id=deputy.pk, kind="deputy")
    run, helps = text_of(desk.get(scene.url("log"))), text_of(client_of(deputy).get(scene.url("log")))
    assert "Taken back: A fee of Ada was taken: 10.50 EUR." in run
    assert "Done again: A fee of Ada was taken: 10.50 EUR." in run
    assert "10.50" not in helps
    assert "A fee" not in helps
    position = max(each.position for each in history(scene.row.pk))
    for at in (position, position - 1):
        then = text_of(client_of(deputy).get(scene.url("past"), {"at": at}))
        assert ("About money" in then, "10.50" in then) == (True, False)


def test_once_it_is_over_the_evening_leads_to_the_cash_sheet_and_its_season(scene, desk):
    scene.club.seasons.create(name="Autumn", first_day=date(2026, 9, 1), last_day=date(2026, 12, 31))
    scene.club.seasons.create(name="Spring", first_day=date(2027, 1, 1), last_day=date(2027, 6, 30))
    finished(with_terms(scene))
    assert scene.url("cash") in desk.get(scene.url("event")).text, "prizes are paid before they go home"
    post(desk, scene.url("finish"))
    page = desk.get(scene.url("event")).text
    assert scene.url("cash") in page
    assert "Season table: Autumn" in page
    assert "Spring" not in page
    assert "data-prints" in desk.get(scene.url("standings")).text
