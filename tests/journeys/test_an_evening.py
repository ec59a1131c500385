"""A whole evening as people walk it: the desk at the laptop, players on phones, everybody at the public page.

Two journeys, a Swiss one for single players and one for partners. Nothing is put into the database behind the
walkers' backs but the club and its director: what `make run` finds too.
"""

from __future__ import annotations

import csv
import io

import pytest
from django.contrib.auth import get_user_model

from tests.camera import Camera
from tests.journeys.walkers import Desk, Phone, Walker
from tournaments.models.tournament import Match, Publication, StandingLine, Tournament
from tournaments.services import clubs

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PASSWORD = "four-long-words-here"
PLAYERS = """name;rating
Ann Abbott;1510
Bo Brennan;1650
Cy Castle;1600
Émile Étienne;1720
Fay Fenwick;1480
Gus Gower;1460
Hana Hoshi;1440
Ida Iversen;1420
"""
PAIRS = """name,partner
Ann Abbott,Cy Castle
Bo Brennan,Dee Doyle
"""


@pytest.fixture
def club(settings, live_server):
    """A club that knows its address, with a director."""
    settings.PUBLIC_URL = live_server.url
    director = get_user_model().objects.create_user("director", password=PASSWORD)
    return clubs.create_club(name="Book Street Card Club", tables=4, admin_id=director.pk)


@pytest.fixture
def hall(live_server, new_page):
    """Who walks: `hall(Desk)` sits at a laptop, `hall(Phone)` stands at a table; one camera for all."""
    cameras: dict[str, Camera] = {}

    def enter(kind: type, journey: str, **looks):
        camera = cameras[journey] = cameras.get(journey) or Camera(journey)
        if kind is Phone:
            looks = {"has_touch": True, "is_mobile": True, **looks}
            return Phone(new_page(390, 844, **looks), live_server.url, camera)
        return kind(new_page(**looks), live_server.url, camera)

    return enter


def test_a_swiss_evening_from_the_list_of_players_to_the_final_standings(club, hall):
    journey = "swiss"
    desk, public = hall(Desk, journey), hall(Walker, journey)
    desk.log_in("director", PASSWORD)
    desk.picture("desk")
    desk.create("Thursday Swiss", rounds=2)
    desk.picture("people-empty")
    desk.import_file(PLAYERS)
    desk.evening()
    desk.picture("before")
    desk.press("Announce")
    desk.draw_and_publish(1)
    seeded = [entry.name for entry in Tournament.objects.get().entries.order_by("seed")]
    assert seeded[:4] == ["Émile Étienne", "Bo Brennan", "Cy Castle", "Ann Abbott"], "by rating"
    assert len(seeded) == 8

    # Table 1 on two phones, hand by hand until 125.
    desk.link("Table cards")
    desk.picture("table-cards")
    address = desk.address_of_card("1")
    left, right = hall(Phone, journey), hall(Phone, journey, dark=True)
    left.scan(address)
    left.picture("who")
    first, second = (side.entry.name for side in Match.objects.get(table_number=1).sides.all())
    left.say(first)
    left.picture("first-hand")
    right.scan(address)
    right.say(second)
    assert left.names() == [first, second]
    one, other = first.split()[0], second.split()[0]
    assert left.knock(0, 4, 30) == f"{one} +26"
    right.look()
    right.page.wait_for_selector("#sheet .sheet__total:has-text('26')")
    assert right.gin(1, 27) == f"GIN · {other} +52"
    left.page.wait_for_selector("#sheet .sheet__total:has-text('52')")
    # What it wrote is no news any more.
    left.page.wait_for_selector("#pad-now .queue--sent", state="detached")
    left.wall()
    left.picture("after-a-wall")
    assert left.knock(0, 8, 4) == f"UNDERCUT · {other} +29"
    left.picture("after-an-undercut")
    assert left.gin(1, 19) == f"GIN · {other} +44"
    left.see(f"{other} beat {one} 125–26, +99")
    left.picture("end-of-the-match")

    # The other side accepts on its own phone; the standings know at once.
    assert StandingLine.objects.count() == 0 or not counted(second)
    right.look()
    right.see(f"{other}, is this right?")
    right.picture("is-this-right")
    right.page.get_by_role("button", name="Accept").tap()
    right.see("Accepted. The result counts.")
    right.picture("accepted")
    assert counted(second) == {"GP": 2, "GW": 1, "NS": 99}

    # The other tables come in on paper; the round is closed, its standings hang on the wall.
    desk.go(f"/desk/t/{Tournament.objects.get().pk}/")
    for line in ("2 40-130 2-7", "3 125-0 5-0", "4 126-90 6-4"):
        desk.enter_line(line)
    desk.picture("all-in")
    desk.press("All 4 in · close and draw")
    desk.see("Its standings are published.")
    public.go("/")
    public.picture("clubs")
    public.link("Book Street Card Club")
    public.picture("club")
    public.link("Thursday Swiss")
    public.page.get_by_role("link", name="Standings", exact=True).click()
    public.see("After round 1")
    public.picture("standings-1")

    # Round 2: the phone finds its new table by itself.
    desk.publish(2)
    left.see("Round 2")
    left.picture("round-2-without-a-scan")
    public.go(f"/clubs/{club.slug}/{Tournament.objects.get().slug}/")
    public.see("Find your table")
    public.picture("event-running")
    for line in ("1 125-60 5-2", "2 130-0 5-0", "3 99-125 4-6", "4 127-30 6-1"):
        desk.enter_line(line)
    desk.press("All 4 in · close the last round")
    desk.see("The final standings are published.")
    desk.picture("last-round-closed")
    desk.press("Finish the event")
    desk.see("The event is finished")
    desk.picture("finished")

    # What everybody reads, as a page and as a file.
    public.page.get_by_role("link", name="Standings", exact=True).click()
    public.see("Final standings")
    public.picture("final-standings")
    hung = Publication.objects.get(final=True)
    assert names_on(public) == names_in(read_csv(public))
    assert [line["values"]["GP"] for line in hung.lines] == sorted(
        (line["values"]["GP"] for line in hung.lines), reverse=True
    )
    public.page.locator(".league__name a").first.click()
    public.picture("terms")
    public.page.locator("main a[href^='/matches/']").first.click()
    public.picture("match")


def test_two_pairs_play_two_boards_whose_opponents_change_until_125(club, hall):
    journey = "partners"
    desk, public = hall(Desk, journey), hall(Walker, journey)
    desk.log_in("director", PASSWORD)
    desk.create("Partners’ Night", rounds=1, partners=True, rules="partnership_125")
    desk.import_file(PAIRS)
    desk.evening()
    desk.press("Announce")
    desk.draw_and_publish(1)
    desk.link("Table cards")
    desk.picture("board-cards")
    a, b = hall(Phone, journey), hall(Phone, journey, dark=True)
    a.scan(desk.address_of_card("1a"))
    a.picture("who")
    b.scan(desk.address_of_card("1b"))
    sides = [side.entry.people for side in Match.objects.get().sides.all()]
    firsts = [[person.name.split()[0] for person in people] for people in sides]
    a.say(sides[0][0].name)
    b.say(sides[1][1].name)
    a.picture("board-a")
    b.picture("board-b")

    met = {"a": [tuple(a.names())], "b": [tuple(b.names())]}
    # Round of hands 1: +30 on board a, −10 on board b: the left pair nets 20.
    a.gin(0, 5)
    a.see("Board b still plays")
    a.picture("waits-for-board-b")
    b.look()
    b.see("Board a has finished this round")
    b.knock(1, 2, 12)
    b.page.locator("#deal-line", has_text="Hand 2").wait_for()
    a.look()
    a.page.locator("#deal-line", has_text="Hand 2").wait_for()
    assert a.scores() == b.scores() == ["20", "0"]
    a.picture("net-of-round-1")
    met["a"].append(tuple(a.names()))
    met["b"].append(tuple(b.names()))

    # The opponents change: everybody meets both of the other pair, board by board.
    assert met["a"][0] != met["a"][1]
    assert met["b"][0] != met["b"][1]
    assert sorted([met["a"][0], met["b"][0], met["a"][1], met["b"][1]]) == sorted(
        (mine, theirs) for mine in firsts[0] for theirs in firsts[1]
    )

    # Round 2: a wall and 45. Round 3: 70 on one board, 1 against it on the other: 20 + 45 + 69 = 134.
    a.wall()
    b.gin(0, 20)
    a.look()
    a.page.locator("#deal-line", has_text="Hand 3").wait_for()
    b.page.locator("#deal-line", has_text="Hand 3").wait_for()
    assert a.scores() == ["65", "0"]
    assert (tuple(a.names()), tuple(b.names())) == (met["a"][0], met["b"][0])
    a.gin(0, 45)
    b.knock(1, 9, 10)
    b.picture("end-of-the-match")
    pairs = [" & ".join(names) for names in firsts]
    a.look()
    a.see(f"{pairs[0]} beat {pairs[1]} 134–0, +134")
    b.see(f"{pairs[0]} beat {pairs[1]} 134–0, +134")
    a.see("is this right?")
    a.picture("is-this-right")
    a.page.get_by_role("button", name="Accept").tap()
    a.see("Accepted. The result counts.")
    winners = " & ".join(person.name for person in sides[0])
    assert counted(winners) == {"GP": 3, "GW": 1, "NS": 125}

    desk.go(f"/desk/t/{Tournament.objects.get().pk}/")
    desk.press("All 1 in · close the last round")
    desk.see("The final standings are published.")
    public.go(f"/clubs/{club.slug}/")
    public.link("Partners’ Night")
    public.picture("event")
    public.page.get_by_role("link", name="Standings", exact=True).click()
    public.see("Final standings")
    public.picture("final-standings")
    assert names_on(public) == names_in(read_csv(public))
    assert names_on(public)[0] == winners
    public.page.locator(".league__name a").first.click()
    public.page.locator("main a[href^='/matches/']").first.click()
    public.picture("match")


def counted(name: str) -> dict[str, int]:
    """The live line of a side, in the numbers that everybody compares first; empty where it has none."""
    for line in StandingLine.objects.select_related("entry"):
        if line.entry.name == name:
            values = line.line["values"]
            return {code: values[code] for code in ("GP", "GW", "NS") if values["GP"]}
    return {}


def names_on(walker) -> list[str]:
    return [name.strip() for name in walker.page.locator("tbody .league__name a").all_inner_texts()]


def read_csv(walker) -> list[dict[str, str]]:
    address = walker.page.get_by_role("link", name="CSV").get_attribute("href")
    text = walker.page.request.get(walker.address + address).text()
    return list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))


def names_in(rows: list[dict[str, str]]) -> list[str]:
    return [row["Name"] for row in rows]
