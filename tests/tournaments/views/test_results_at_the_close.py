"""An event that shows results when a round is closed: until then no answer to those outside depends on them.

The addresses come from the code itself: a new page or API route is asked the day it is written. The same
round ends in two ways, one with more entries than the other, and what others are answered has to be the same
in both, to the letter.
"""

import re
from difflib import ndiff

import pytest
from django.test import Client

from games.models.event import Event
from games.models.hand import Hand
from tests.tournaments.views.public.scene import Scene, event, order, running, win
from tests.tournaments.views.searching import Nothing, text_of, urls_of
from tournaments import logs
from tournaments.access.table_codes import code_for
from tournaments.models.tournament import Match, Tournament
from tournaments.services import figures, matches, money, own_links, tournaments, undoing
from tournaments.services import hands as hand_services

pytestmark = pytest.mark.django_db

OUTSIDE = ("visitor", "player", "other")
"""Nobody, a player of another table of the round, the director of another club."""
WAYS = (((239, 3), (9, 1)), ((3, 239), (1, 9)))
"""How the match at table 2 ends: points and hands won. The larger number nowhere else."""
HAND = [{"hand": 1}, {"e": "counted", "knocker": 0, "deadwood": [3, 20]}]
SCORE = re.compile(r"(?<![\w-])239(?![\w-])")
EACH_TIME = re.compile(
    r'(csrfmiddlewaretoken|name="key")" value="[\w-]+"|"?now"?(=|:) ?"?[\dT:.+-]+|<time>.*?</time>'
    r'|name="key" value="[\w-]+"'
)  # fmt: skip
"""What differs from one answer to the next: tokens, keys of forms, and the time."""


def at_the_close(scene: Scene) -> Scene:
    tournaments.change_words(scene.row, results=Tournament.Results.AFTER_CLOSE)
    return scene


class Planted:
    """A round being played: a match at table 2 comes to count, one at table 3 is given up after a hand."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        row = scene.row
        self.draft = tournaments.clone_tournament(order(), row, name="Draft", starts_at=row.starts_at)
        self.own, self.scored, self.given_up = (row.pk for row in scene.matches(2))
        urls = urls_of(scene, scene.whole_hand().pk)
        self.people = [side.entry.people[0] for side in self.row(self.scored).sides.all()]
        one, other = str(scene.player("Bo Diddley").pk), str(scene.player("Cy Young").pk)
        met = {one: str(self.people[0].pk), other: str(self.people[1].pk)}
        first = list(urls.values())
        self.urls = dict.fromkeys([
            *first,
            *(url.replace("/rounds/1", "/rounds/2") for url in first),
            *(url.replace(str(self.own), str(self.scored)) for url in first),
            *(url.replace(str(self.own), str(self.given_up)) for url in first if url.count("/") < 6),
            *(re.sub("|".join(met), lambda found: met[found[0]], url) for url in first),
        ])  # fmt: skip
        del self.urls[urls["logout"]], self.urls[urls["table_code"]]

    @staticmethod
    def row(pk) -> Match:
        return Match.objects.select_related("round__stage__tournament__club").get(pk=pk)

    def end(self, way: int = 0) -> None:
        """The two matches end, and all that follows from results is computed."""
        logs._folded.clear()  # what the process remembers of the other way
        if way:  # entered the other way round at first: nobody outside counts what is entered
            win(self.row(self.scored), *WAYS[0])
            again = {"points": (WAYS[way][0],), "hands_won": (WAYS[way][1],)}
            matches.correct(order(), self.row(self.scored), reason="The wrong way round.", **again)
        else:
            win(self.row(self.scored), *WAYS[way])
            # What nobody outside sees makes the whole log as long as in the other way.
            money.set_money(order(), self.draft.pk, terms={"currency": "EUR", "fee": 500})
        matches.forfeit(order(), self.row(self.given_up), losers=[way], reason="Had to go.")
        self.scene.refresh()
        figures.refresh(self.scene.club.pk)

    def asked(self, role: str) -> dict[str, str]:
        """What every address answers this role."""
        client, said = self.scene.client(role), {}
        for url in self.urls:
            with Nothing():
                answer = client.get(url)
            said[url] = told(answer)
        return said


def told(answer) -> str:
    kept = {name: answer[name] for name in ("ETag", "Location") if answer.has_header(name)}
    body = text_of(answer).partition("\n")[2]
    return f"{answer.status_code} {kept} {EACH_TIME.sub('', body)}"


def unlike(one: str, other: str) -> list[str]:
    """The lines in which two answers differ."""
    return [line for line in ndiff(one.splitlines(), other.splitlines()) if line[0] in "+-"]


@pytest.fixture(scope="module")
def planted(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), Nothing():
        yield Planted(at_the_close(running()))


@pytest.mark.parametrize("role", OUTSIDE)
def test_no_answer_to_those_outside_depends_on_a_result_of_the_round(planted, role):
    answered = []
    for way in range(len(WAYS)):
        with Nothing():
            planted.end(way)
            answered.append(planted.asked(role))
    one, other = answered
    assert [(url, unlike(one[url], other[url])) for url in other if one[url] != other[url]] == []
    assert [url for url in other if SCORE.search(one[url])] == []
    assert sum(said.startswith("200") for said in other.values()) > 60


# ---------------------------------------------------------------- what is shown, to whom


@pytest.fixture
def ended(planted):
    """The round is being played, its results at tables 2 and 3 are in."""
    with Nothing():
        planted.end()
        yield planted


def lines_of(page) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.text).split())


def sees(client, ended) -> list[bool]:
    """Does this browser see the result on the match's page, its API, its file, and the other match's hand?"""
    match, hand = ended.scored, Hand.objects.get(match_id=ended.given_up).pk
    return [
        bool(SCORE.search(client.get(f"/matches/{match}/").text)),
        client.get(f"/api/v1/matches/{match}/").json()["winner"] == 0,
        client.get(f"/matches/{match}/hands.csv").status_code == 200,
        client.get(f"/hands/{hand}/").status_code == 200,
    ]


def test_a_match_is_its_pairing_alone_to_a_visitor(ended):
    visitor, match = ended.scene.visitor, ended.scored
    page = visitor.get(f"/matches/{match}/")
    names = [side.entry.public_name for side in ended.row(match).sides.all()]
    assert all(name in page.text for name in names)
    assert "Results are shown when round 2 is closed." in page.text
    assert "hands.csv" not in page.text
    assert "/embed/" not in page.text
    said = visitor.get(f"/api/v1/matches/{match}/").json()
    assert [side["name"] for side in said["sides"]] == names
    assert (said["withheld"], said["in"], said["state"]) == (True, True, "playing")
    assert {said[key] for key in ("points", "hands_won", "games_won", "winner", "over", "score_only")} == {
        None
    }
    assert {"sheet", "hands", "rulings", "waiting"} & said.keys() == set()
    assert sees(visitor, ended) == [False] * 4
    for gone in (f"/embed/matches/{match}/", f"/matches/{match}/what-if/", ended.scene.url("live")):
        assert visitor.get(gone).status_code == 404, gone


def test_a_page_without_the_result_does_not_listen_to_what_is_entered(ended, settings):
    settings.LIVE_URL = "https://cards.example.org"
    url = f"/matches/{ended.own}/"
    heard = ["data-live" in ended.scene.client(role).get(url).text for role in ("visitor", "scorer")]
    assert heard == [False, True]


def test_the_round_says_how_many_are_in_and_when_results_are_shown(ended):
    visitor, said = ended.scene.visitor, "Results are shown when round 2 is closed. 2 of 3 matches in"
    for url in (ended.scene.url("round", 2), ended.scene.url("tournament"), ended.scene.url("wall")):
        assert said in lines_of(visitor.get(url)), url
    found = visitor.get(ended.scene.url("round", 2, form="_json")).json()["matches"]
    assert [each.get("in") for each in found] == [False, True, True]
    standings = [screen for screen in visitor.get(ended.scene.url("wall")).context["screens"]
                 if screen["kind"] == "standings"]  # fmt: skip
    assert {each["state"] for each in standings} == {"published"}


def test_a_screen_in_the_room_shows_no_more_whoever_opened_it(ended):
    for role in ("visitor", "scorer", "director"):
        page = ended.scene.client(role).get(ended.scene.url("wall"))
        assert not SCORE.search(page.text)
        assert {screen["state"] for screen in page.context["screens"] if "state" in screen} == {"published"}


@pytest.mark.parametrize("role", ["scorer", "deputy", "director", "admin"])
def test_who_helps_at_the_event_sees_every_result(ended, role):
    client = ended.scene.client(role)
    assert sees(client, ended) == [True] * 4
    assert "239–3" in client.get(ended.scene.url("round", 2)).text
    assert client.get(ended.scene.url("live")).status_code == 200
    for url in (ended.scene.url("round", 2), f"/matches/{ended.scored}/"):
        assert "Others see these results when round 2 is closed." in lines_of(client.get(url)), url


def test_a_match_is_seen_by_its_own_people_and_theirs_alone(ended):
    scene, (person, _other) = ended.scene, ended.people
    by_link, by_phone = Client(), Client()
    by_link.get(f"/p/{own_links.give_link(person)}/")
    by_phone.get(f"/t/{code_for(ended.row(ended.scored).table)}/")
    for client in (by_link, by_phone):
        assert sees(client, ended) == [True, True, True, False]
        page = lines_of(client.get(scene.url("round", 2)))
        assert "239–3" in page
        assert page.count(" in ") >= 1
        assert client.get(scene.url("live")).status_code == 404
    assert sees(scene.client("player"), ended) == [False] * 4
    assert sees(scene.client("table"), ended) == [False] * 4


def test_a_phone_that_went_with_its_player_to_another_table_keeps_no_view_of_the_first(planted):
    with Nothing():
        moved, other = planted.row(planted.given_up), planted.row(planted.scored)
        person, phone = moved.sides.first().entry.people[0], Client()
        phone.get(f"/t/{code_for(moved.table)}/")
        phone.post("/table/who/", {"person": str(person.pk)})
        Match.objects.filter(pk=moved.pk).update(table=other.table)
        Match.objects.filter(pk=other.pk).update(table=moved.table)
        assert phone.get(f"/matches/{moved.pk}/enter/now/").status_code == 200
        planted.end()
        assert sees(phone, planted) == [False, False, False, True]
        assert phone.get(f"/matches/{other.pk}/enter/now/").status_code == 403
        assert not SCORE.search(phone.get(planted.scene.url("round", 2)).text)


def test_ones_own_page_has_ones_own_result_and_the_public_one_waits(ended):
    person, client = ended.people[0], Client()
    client.get(f"/p/{own_links.give_link(person)}/")
    assert "239–3" in client.get("/me/").text
    assert "239–3" in str(client.get("/api/v1/me/").json()["matches"])
    for url in (f"/players/{person.pk}/", f"/players/{person.pk}.json"):
        assert "239–3" not in client.get(url).text


# ---------------------------------------------------------------- until the close, and by the setting


def rated(scene: Scene, person) -> int:
    lines = Client().get(f"/clubs/{scene.club.slug}/ratings.json").json()["lines"]
    return next(line["matches"] for line in lines if line["player"] == str(person.pk))


def close(ended) -> None:
    win(ended.row(ended.own), (125, 87))
    ended.scene.close(2)
    ended.scene.refresh()
    figures.refresh(ended.scene.club.pk)


def test_when_the_round_is_closed_everybody_sees_its_results(ended):
    scene, person = ended.scene, ended.people[0]
    before = Event.objects.latest("position").position
    url = scene.url("round", 2)
    known = scene.visitor.get(url)["ETag"]
    assert rated(scene, person) == 1
    close(ended)
    page = scene.visitor.get(url, headers={"if-none-match": known})
    assert page.status_code == 200
    assert "239–3" in page.text
    assert "Results are shown" not in page.text
    assert sees(scene.visitor, ended) == [True] * 4
    assert scene.visitor.get(scene.url("live")).status_code == 200
    assert "239–3" in scene.visitor.get(f"/players/{person.pk}/").text
    assert rated(scene, person) == 2
    then = scene.visitor.get(f"{url}?at={before}")
    assert "running" in then.text
    assert "239–3" in then.text, "the round is closed now"


def test_a_round_that_is_out_again_hides_its_results_again_and_in_every_past(ended):
    scene, person = ended.scene, ended.people[0]
    close(ended)
    closed = Event.objects.latest("position").position
    version = undoing.steps_of(scene.row.pk).version
    undoing.undo(order(), scene.row.pk, version=version, reason="Too early.")
    figures.refresh(scene.club.pk)
    url = scene.url("round", 2)
    assert rated(scene, person) == 1
    for page in (url, f"{url}?at={closed}", f"/players/{person.pk}/?at={closed}", scene.url("crosstable", 1)):
        assert "239–3" not in scene.visitor.get(page).text, page
    assert sees(scene.visitor, ended) == [False] * 4
    assert scene.visitor.get(f"/matches/{ended.scored}/hands.csv?at={closed}").status_code == 404
    assert "239–3" in scene.client("scorer").get(f"{url}?at={closed}").text


def test_standings_that_were_taken_down_with_a_round_are_not_told_before_it_is_closed_again(ended):
    scene, person = ended.scene, ended.people[0]
    side = scene.row.entries.get(persons__player=person).pk
    before = scene.visitor.get(scene.url("report", 1)).text
    close(ended)
    scene.publish_standings(2)
    hung = Event.objects.latest("position").position
    for _each in range(2):
        version = undoing.steps_of(scene.row.pk).version
        undoing.undo(order(), scene.row.pk, version=version, reason="Too early.")
    scene.refresh()
    api = f"/api/v1/tournaments/{scene.row.pk}/stages/1/standings/"
    urls = [
        *(scene.url("publication", 2, form=form) for form in ("", "_json", "_csv")),
        *(scene.url("side", 2, side, form=form) for form in ("", "_json", "_csv")),
    ]
    for url in (*urls, *(f"{each}?at={hung}" for each in urls), f"{api}2/"):
        assert scene.visitor.get(url).status_code == 404, url
        assert scene.client("scorer").get(url).status_code == 200, url
    assert [each["number"] for each in scene.visitor.get(api).json()] == [1]
    then = scene.visitor.get(f"{scene.url('standings', form='_json')}?at={hung}")
    assert then.json()["number"] == 1, "what hangs now"
    assert scene.visitor.get(f"{scene.url('report', 1)}?at={hung}").text == before, "its ranks too"
    scene.close(2)
    assert scene.visitor.get(urls[0]).status_code == 200


def test_no_past_of_an_open_round_tells_its_results(ended):
    scene, person = ended.scene, ended.people[0]
    asked = [
        scene.url("round", 2), scene.url("tournament"), scene.url("crosstable", 1), f"/players/{person.pk}/",
        f"/matches/{ended.scored}/", f"/api/v1/matches/{ended.scored}/", f"/players/{person.pk}.json",
    ]  # fmt: skip
    for url in asked:
        answer = scene.visitor.get(f"{url}?at=now")
        assert answer.has_header("Memento-Datetime"), url
        assert not SCORE.search(answer.text), url
    for url in (scene.url("live"), f"/matches/{ended.scored}/hands.csv"):
        assert scene.visitor.get(f"{url}?at=now").status_code == 404


def test_the_setting_holds_at_once_both_ways_whatever_a_browser_keeps(ended):
    scene, person = ended.scene, ended.people[0]
    urls = [scene.url("round", 2), f"/matches/{ended.scored}/", scene.url("wall")]
    for results, shown in (("at_once", True), ("after_close", False)):
        kept = [scene.visitor.get(url)["ETag"] for url in urls]
        tournaments.change_words(scene.row, results=results)
        for url, etag in zip(urls, kept, strict=True):
            page = scene.visitor.get(url, headers={"if-none-match": etag})
            assert (page.status_code, bool(SCORE.search(page.text))) == (200, shown), url
        assert rated(scene, person) == (2 if shown else 1)
        assert scene.visitor.get(scene.url("live")).status_code == (200 if shown else 404)


def test_by_api_the_setting_is_read_and_changed_by_who_runs_the_event(planted):
    director, url = planted.scene.client("director"), f"/api/v1/tournaments/{planted.scene.row.pk}/"
    sent = {"data": {"results": "at_once"}, "content_type": "application/json"}
    assert director.get(url).json()["results"] == "after_close"
    assert director.patch(url, **sent).json()["results"] == "at_once"
    assert planted.scene.client("scorer").patch(url, **sent).status_code == 404
    assert director.patch(url, {"results": "never"}, content_type="application/json").status_code == 400


def test_a_bracket_tells_nobody_outside_who_goes_on(planted):
    club = planted.scene.club
    row = event(club, name="Cup", names=("Ada", "Bo", "Cy", "Dee"), format="knockout")
    scene = at_the_close(Scene(club=club, row=row, users=planted.scene.users))
    scene.publish_round(1)
    pages = [
        *(scene.url("bracket", form=form) for form in ("", "_json", "_csv", "_svg")),
        scene.url("tournament"),
    ]
    said = []
    for points, hands in WAYS:
        with Nothing():
            for row in scene.matches(1):
                win(row, points, hands)
            said.append([told(scene.visitor.get(url)) for url in pages])
            assert SCORE.search(scene.client("admin").get(pages[0]).text)
    assert said[0] == said[1]
    assert all(each.startswith("200") for each in said[0])
    scene.play(1)
    scene.close(1)
    winner = scene.visitor.get(pages[1]).json()["rounds"][0][0]["winner"]
    assert winner is not None


def test_a_hand_entered_after_the_first_changes_no_answer_to_those_outside(planted):
    with Nothing():
        for own in (planted.own, planted.scored):
            hand_services.record_hand(order(), planted.row(own), HAND)
        planted.scene.refresh()
        before = planted.asked("visitor")
        hand_services.record_hand(order(), planted.row(planted.scored), HAND)
        planted.scene.refresh()
        after = planted.asked("visitor")
    assert [url for url in after if after[url] != before[url]] == []
