"""The table's page of three and more: entered by a phone, amended, accepted, its sheet, winner, standings."""

import uuid

import pytest
from django.test import Client

from tests.tournaments.views.rounds import table_evening
from tests.tournaments.views.scene import JSON, hand_body, order
from tournaments.forms.closing import CloseForm
from tournaments.selectors.table_page import names_of
from tournaments.services import standings

pytestmark = pytest.mark.django_db(transaction=True)
FOUR = (("Ann",), ("Bo",), ("Cy",), ("Di",))


@pytest.fixture
def three():
    return table_evening(rules="three_handed")


@pytest.fixture
def table():
    return table_evening(FOUR)


def enter(phone: Client, scene, place: str = "1.1.0", **values):
    address = f"/matches/{scene.match.pk}/enter/hand/"
    return phone.post(address, hand_body(scene, place=place, **values), **JSON)


def round_of(how: str, *counts: int, side: int | None = None) -> dict:
    body = {f"count_{seat}": count for seat, count in enumerate(counts)}
    return {"how": how, **body, **({} if side is None else {"side": side})}


def short(scene) -> tuple[str, ...]:
    return names_of(scene.match).short


def verdict(phone: Client, scene, side: int, *, via: str = "own_link", **more):
    body = {"key": str(uuid.uuid4()), "verdict": "accept", "side": side, "via": via, **more}
    return phone.post(f"/matches/{scene.match.pk}/enter/verdict/", body, follow=True)


def waiting(scene):
    return scene.state.sheet.open_places[0]


# ---------------------------------------------------------------- three-handed


def test_three_handed_the_page_says_who_deals_and_sits_out(three):
    page = three.phone().get("/table/")
    place, names = waiting(three), short(three)
    assert f"Hand 1 · {names[place.dealer]} deals and sits out" in page.text
    assert [each["rests"] for each in page.context["places"]] == [side == place.dealer for side in range(3)]
    assert page.context["page"].seated == tuple(names[side] for side in place.sides)
    choices = page.context["hand_form"].fields["side"].choices
    assert [name for _value, name in choices][1:] == list(page.context["page"].seated)


def test_three_handed_each_has_a_score_and_the_loser_deals(three):
    phone, names = three.phone(), short(three)
    leads, other = waiting(three).sides
    said = enter(phone, three, how="knock", side=0, count=3, other=23)
    assert said.json() == {"said": f"{names[leads]} +20"}
    assert (waiting(three).dealer, leads in waiting(three).sides) == (other, True)
    seats = waiting(three).sides
    assert enter(phone, three, "1.2.0", how="gin", side=1, other=30).json()["said"] == (
        f"GIN · {names[seats[1]]} +50"
    )
    page = phone.get("/table/")
    scores = [0, 0, 0]
    scores[leads] += 20
    scores[seats[1]] += 50
    assert [each["score"] for each in page.context["places"]] == scores
    rows = page.context["page"].sheets[0]["rows"]
    assert [row["how"].replace("\u2060", "") for row in rows] == ["knock 3–23", "gin 0–30"]
    assert [head["name"] for head in page.context["page"].sheets[0]["heads"]] == list(names)


def test_three_handed_a_changed_hand_keeps_those_who_sat_and_is_shown_struck(three):
    phone, names = three.phone(), short(three)
    first = waiting(three).sides
    enter(phone, three, how="points", side=0, points=20)
    second = waiting(three).sides
    enter(phone, three, "1.2.0", how="points", side=0, points=7)
    form = phone.get("/table/?amend=1.1.0").context["hand_form"]
    assert [name for _value, name in form.fields["side"].choices][1:] == [names[side] for side in first]
    said = enter(phone, three, how="points", side=1, points=12, amend="on")
    assert said.json() == {"said": f"{names[first[1]]} +12"}
    running = three.state.sheet.games[0].lines[-1].running
    assert running == tuple(12 * (side == first[1]) + 7 * (side == second[0]) for side in range(3))
    struck = phone.get("/table/").context["page"].sheets[0]["rows"][0]
    assert struck["amended"]
    cells = [20 if side == first[0] else None for side in range(3)]
    assert [cell["points"] for cell in struck["cells"]] == cells


def test_three_handed_ends_with_one_winner_whom_another_accepts(three):
    keeper, deal = three.phone(), 0
    best = waiting(three).sides[0]
    while not three.state.sheet.over:
        deal += 1
        seat = waiting(three).sides.index(best) if best in waiting(three).sides else 0
        enter(keeper, three, f"1.{deal}.0", how="gin", side=seat, other=40)
    names = short(three)
    assert three.state.sheet.winner == best
    page = keeper.get("/table/").context["page"]
    assert page.sentence.startswith(f"{names[best]} wins: {names[best]} ")
    assert page.verdict.side != best
    verdict(keeper, three, page.verdict.side, via="shared_table")
    assert three.state.status == "accepted"
    public = Client().get(f"/matches/{three.match.pk}/")
    assert page.sentence in public.text.replace("&#x27;", "'")


# ---------------------------------------------------------------- Manipulation Rummy


def test_m5_is_entered_by_counts_and_shown_on_the_sheet(table):
    phone, names = table.phone(), short(table)
    said = enter(phone, table, **round_of("knock", 5, 3, 12, 25, side=0))
    assert said.json() == {"said": f"{names[1]} +43"}
    page = phone.get("/table/")
    assert [each["score"] for each in page.context["places"]] == [0, 43, 0, 0]
    row = page.context["page"].sheets[0]["rows"][0]
    assert row["how"].replace("\u2060", "") == f"{names[0]} knocks 5: 5–3–12–25"
    assert [cell["points"] for cell in row["cells"]] == [None, 43, None, None]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (round_of("knock", 3, 3, 3, 19, side=0), "{1} +26, {2} +26"),  # M7
        (round_of("out", 30, 17, 32, side=3), "OUT · {3} +104"),
        (round_of("stock", 14, 9, 30, 20), "STOCK OUT · {1} +37"),
        (round_of("knock", 5, 2, 2, 15, side=0), "{1} +26, {2} +26"),  # M8
    ],
)
def test_rounds_are_said_as_they_are_priced(table, body, said):
    answer = enter(table.phone(), table, **body)
    assert answer.json() == {"said": said.format(*short(table))}


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (round_of("knock", 6, 3, 12, 25, side=0), "(rules 5.7)"),
        (round_of("knock", 4, 0, 12, 25, side=0), "(rules 5.9)"),
        (round_of("stock", 4, 3, 0, 25), "(rules 5.9)"),
        (round_of("knock", 4, 3, 12, 25), "This is needed here."),
        (round_of("knock", 4, 3, 12, side=0), "This is needed here."),
        ({"how": "gin", "side": 0}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_refused_and_the_sheet_stays(table, body, why):
    answer = enter(table.phone(), table, **body)
    assert answer.status_code in (400, 422)
    assert why in answer.json()["message"]
    assert table.state.lines == ()


def test_without_the_script_the_form_keeps_what_was_entered(table):
    answer = table.phone().post(
        f"/matches/{table.match.pk}/enter/hand/", hand_body(table, **round_of("knock", 9, 3, 12, 25, side=0))
    )
    assert answer.status_code == 422
    form = answer.context["hand_form"]
    assert [form[f"count_{seat}"].value() for seat in range(4)] == ["9", "3", "12", "25"]
    assert "(rules 5.7)" in answer.text


def test_a_round_is_amended_and_a_second_phone_meets_the_first(table):
    first, second, names = table.phone(0), table.phone(1), short(table)
    enter(first, table, **round_of("knock", 4, 23, 11, 9, side=0))
    other = enter(second, table, **round_of("knock", 4, 20, 11, 9, side=0))
    assert other.status_code == 409
    assert other.json()["data"] == {"first": f"{names[0]} +31", "second": f"{names[0]} +28"}
    enter(second, table, amend="on", sure="on", **round_of("knock", 4, 20, 11, 9, side=0))
    assert table.state.lines[0].result.deadwood == (4, 20, 11, 9)


def test_the_game_ends_at_150_and_any_other_player_accepts(table):
    phone, names = table.phone(0), short(table)
    enter(phone, table, **round_of("out", 25, 20, 30, side=0))  # the first has no count: asked below
    assert table.state.lines == ()
    for deal in (1, 2):
        body = {"how": "out", "side": 0, "count_1": 20, "count_2": 30, "count_3": 25}
        answer = enter(phone, table, f"1.{deal}.0", sure="on", **body)
        assert answer.json()["said"] == f"OUT · {names[0]} +100"
    page = table.phone(2).get("/table/").context["page"]
    assert page.sentence == (f"{names[0]} wins: {names[0]} 350, {names[1]} 0, {names[2]} 0, {names[3]} 0")
    sums = {row["words"]: row["cells"][0]["total"] for row in page.sheets[0]["sums"]}
    assert sums == {"Hand points": 200, "Rounds won": 50, "Game bonus": 100, "Total": 350}
    assert page.verdict.side == 2
    assert "entered this result" in verdict(phone, table, 0).text
    verdict(table.phone(2), table, 2)
    assert table.state.status == "accepted"


def test_standings_and_winner_are_computed_and_published(table):
    phone = table.phone()
    counts = [(0, 20, 30, 25), (0, 20, 30, 25)]
    for deal, each in enumerate(counts, start=1):
        body = {"how": "out", "side": 0, **{f"count_{seat}": each[seat] for seat in range(1, 4)}}
        enter(phone, table, f"1.{deal}.0", sure="on", **body)
    page = phone.get("/table/").context["page"]
    verdict(phone, table, page.verdict.side, via="shared_table")
    table.close()
    tournament = table.tournament
    standings.publish(order(), tournament, stage=1, round=1, final=True)
    tournament.refresh_from_db()
    shown = Client().get(f"/clubs/{tournament.club.slug}/{tournament.slug}/standings/")
    assert shown.status_code == 200, shown.text[:300]
    assert short(table)[0] in shown.text
    lines = tournament.stages.get().publications.get().lines
    assert [line["values"]["GP"] for line in lines] == [2, "2/3", "2/3", "2/3"]
    first = table.match.sides.get(index=0)
    assert lines[0]["side"] == str(first.entry_id)


def test_a_shared_win_says_so():
    scene = table_evening((("Ann",), ("Bo",), ("Cy",)))
    phone, names = scene.phone(), short(scene)
    for deal, counts in enumerate([(5, 5, 90), (3, 3, 80)], start=1):
        enter(phone, scene, f"1.{deal}.0", sure="on", **round_of("stock", *counts))
    assert scene.state.sheet.over
    assert scene.state.sheet.winner is None
    page = phone.get("/table/").context["page"]
    assert page.sentence.startswith(f"{names[0]}, {names[1]} share the win: ")


def test_everybody_is_asked_who_he_is(table):
    phone = Client()
    phone.get(f"/t/{table.code()}/")
    page = phone.get("/table/who/")
    assert all(f"I am {name}" in page.text for name in short(table))


def test_not_right_may_say_what_is_right_for_everybody(table):
    phone = table.phone()
    enter(phone, table, **round_of("knock", 4, 23, 11, 9, side=0))
    address = f"/matches/{table.match.pk}/enter/not-right/"
    page = phone.get(address)
    assert len(page.context["form"].claim_fields()) == 8
    claim = {f"points_{side}": 10 * side for side in range(4)} | {f"won_{side}": side for side in range(4)}
    body = {"key": str(uuid.uuid4()), "reason": "total", "side": 1, **claim}
    assert phone.post(address, body).status_code == 302
    assert table.state.open_dispute.claim.points == ((0, 10, 20, 30),)


def test_pairings_and_lists_name_everybody(table):
    club, slug = table.tournament.club.slug, table.tournament.slug
    page = Client().get(f"/clubs/{club}/{slug}/rounds/1/")
    assert page.status_code == 200
    assert all(name in page.text for name in short(table))
    csv = Client().get(f"/clubs/{club}/{slug}/rounds/1.csv").content.decode()
    assert all(name in csv for name in short(table))


def test_closing_a_table_asks_for_each_of_its_sides(table):
    form = CloseForm(
        open_matches=[{"id": "m", "sides": list(short(table)), "points": "", "can_stand": False}]
    )
    choices = dict(form.fields["kind_m"].choices)
    assert [choices[f"forfeit_{side}"] for side in range(4)] == [
        f"Forfeit by {name}" for name in short(table)
    ]
    assert choices["forfeit_both"] == "Forfeit by all"
