"""A hand played on two phones in a real browser: taps, a drag, a phone that comes back, keys alone."""

import pytest

from games import logs
from games.engine.bots import Temper
from games.engine.cards import card_text
from games.engine.gin.by_bots import move_for
from games.models.hand import Hand
from games.services import hands
from tests.camera import Camera
from tests.seen import faults
from tests.tournaments.views.live import deck_of
from tests.tournaments.views.scene import Evening, evening
from tests.tournaments.views.two_phones import Seats, dealt, seats_before

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
IN_VIEW = "key => key.getBoundingClientRect().top >= 0 && key.getBoundingClientRect().bottom <= innerHeight"
LINES = "words => Math.round(words.offsetHeight / parseFloat(getComputedStyle(words).lineHeight))"
# Cards of the own hand that reach under the buttons that stay at the screen's lower edge.
COVERED = """() => {
    const edge = document.querySelector("#do-discard").getBoundingClientRect().top;
    const isUnder = (card) => card.getBoundingClientRect().bottom > edge;
    const cards = [...document.querySelectorAll(".hand [data-card]")];
    return cards.filter(isUnder).map((card) => card.dataset.card);
}"""
SHORT = 29
"""A deal in which both pass, one knocks with a card from the pile, and something can be laid off."""


@pytest.fixture
def scene(db) -> Evening:
    return evening()


@pytest.fixture
def a_short_hand(scene, monkeypatch):
    """The next shuffle gives this deck."""
    monkeypatch.setattr(hands, "_shuffled", lambda pack: deck_of(scene.state, SHORT))


class Player:
    """Somebody with a phone at table 1."""

    def __init__(self, new_page, live_server, scene: Evening, side: int, **options) -> None:
        self.scene, self.side, self.address = scene, side, live_server.url
        self.page = new_page(360, 640, **PHONE, **options)
        self.page.goto(f"{self.address}/t/{scene.code()}/")
        self.page.get_by_role("button", name=f"I am {scene.names()[side]}").tap()
        self.page.wait_for_selector("#sheet")

    def ready(self) -> None:
        self.page.goto(f"{self.address}/matches/{self.scene.match.pk}/play/")
        self.page.locator("#ready").tap()

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def press(self, selector: str) -> None:
        """A tap on something that lies on the screen as it is."""
        assert self.page.locator(selector).first.evaluate(IN_VIEW), f"{selector} is not in view"
        self.tap(selector)

    def choose(self, card: str) -> None:
        self.press(f"label:has(#card-{card})")

    def wait(self, selector: str) -> None:
        self.page.wait_for_selector(selector)

    def shown(self) -> set[str]:
        return set(self.page.locator("[data-card]").evaluate_all("all => all.map(each => each.dataset.card)"))


def state_of(hand: Hand):
    return logs.hand_at(hand.pk)[1].state


def own(hand: Hand, seat: int) -> set[str]:
    held = state_of(hand).hands[seat].known
    return {card_text(card) for card in range(52) if held >> card & 1}


def drag(page, what: str, onto: str) -> None:
    """By pointer, as a thumb does."""
    start, goal = page.locator(what).bounding_box(), page.locator(onto).bounding_box()
    page.mouse.move(start["x"] + 30, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(start["x"] + 45, start["y"] + 60, steps=3)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    page.mouse.up()


def test_a_whole_hand_is_played_on_two_phones(new_page, live_server, scene, a_short_hand):
    ann, bo = (Player(new_page, live_server, scene, side) for side in (0, 1))
    ann.ready()
    ann.wait("text=Waiting for")
    bo.ready()
    for player in (ann, bo):
        player.wait("#play .hand")
    hand, camera = Hand.objects.get(), Camera("play-here")
    leader, other = (bo, ann) if state_of(hand).turn == 1 else (ann, bo)
    for player in (ann, bo):
        assert own(hand, player.side) <= player.shown()
        assert own(hand, 1 - player.side) & player.shown() == set()

    leader.press("#do-pass")
    other.press("#do-pass")
    leader.wait("#stock")
    assert leader.page.title().startswith("● Your turn")
    drag(leader.page, "#stock", ".hand")  # the stock onto the own cards is a draw
    leader.wait("#do-discard")
    assert leader.page.locator(".felt__words").evaluate(LINES) == 1, "nothing moves as turns go by"
    leader.press("#do-discard")
    leader.wait(".note--wrong >> text=Choose a card first")
    assert leader.page.evaluate(COVERED) == [], "what is refused leaves every own card to be tapped"
    camera.take(leader.page, "eleven-cards")
    assert len(own(hand, leader.side)) == 11
    leader.choose(bots_card(hand))
    leader.press("#do-discard")

    other.page.close()  # the phone is lost; the card on the table brings another one back to the same hand
    again = Player(new_page, live_server, scene, other.side)
    again.tap("text=To your cards")
    again.wait("button#pile")
    again.press("#pile")
    again.wait("#do-knock")
    again.choose(bots_card(hand))
    again.press("#do-knock")
    again.wait("#do-spread")
    camera.take(again.page, "spreads")
    assert "proposed" in again.page.locator(".spreads__way").first.inner_text()
    again.press("#do-spread")

    leader.wait(".layoff")
    camera.take(leader.page, "layoffs")
    laid = leader.page.locator(".layoff [data-card]").first.get_attribute("data-card")
    leader.tap(".layoff")
    leader.page.wait_for_selector(f".hand [data-card='{laid}']", state="detached")
    assert laid not in own(hand, leader.side)
    leader.press("#do-done")
    for player in (leader, again):
        player.wait("#to-sheet")
        player.page.locator("summary", has_text="can be proved").tap()
        player.wait("[data-noted-same]")
    camera.take(again.page, "the-deal-is-proved")
    again.tap("#to-sheet")
    again.wait("text=Hand 2")
    line = scene.state.lines[0]
    assert (line.hand, line.by, line.result.outcome) == (str(hand.pk), "system", "knock")
    assert f"+{max(line.result.points)}" in again.page.locator(".sheet").inner_text()


def bots_card(hand: Hand) -> str:
    """The card a bot in this seat would throw or knock with."""
    move = move_for(state_of(hand), Temper())
    return card_text(move.discard if hasattr(move, "discard") else move.card)


def test_a_card_dragged_onto_the_pile_is_thrown(new_page, live_server, scene):
    seats = seats_before(scene, "discarded")
    turn = seats.state.turn
    player = Player(new_page, live_server, scene, turn)
    player.page.goto(live_server.url + seats.address)
    card = player.page.locator(".hand input:enabled").first.get_attribute("value")
    drag(player.page, f"label:has(#card-{card})", "#pile")
    player.wait("text=It is")
    assert card_text(seats.state.pile[-1]) == card


def test_a_phone_without_a_network_at_any_moment_of_a_hand_comes_back_to_it(new_page, live_server, scene):
    """One phone loses the network at the first moment of each kind, and the hand goes on: what stands then is
    shown once the network is back, and after a reload.
    """
    seats = seats_before(scene, "passed")
    player = Player(new_page, live_server, scene, 0)
    player.page.goto(live_server.url + seats.address)
    back_at = set()
    while not seats.state.is_over:
        moment = (seats.state.phase, seats.state.turn)
        if moment in back_at:
            seats.move()
            continue
        back_at.add(moment)
        player.wait(standing(seats))
        player.page.context.set_offline(True)
        seats.move()
        player.page.context.set_offline(False)
        if not seats.state.is_over:
            player.wait(standing(seats))
            assert player.shown() - {"back"} == seats.cards_seen(0) >= own(seats.hand, 0)
            assert player.shown() & own(seats.hand, 1) == set()
            player.page.reload()
            player.wait(standing(seats))
    player.wait("#to-sheet")
    assert len(back_at) >= 6, back_at


def test_who_waits_for_the_other_is_told_that_nothing_answers(new_page, live_server, scene):
    seats = seats_before(scene, "drew")
    player = Player(new_page, live_server, scene, 1 - seats.state.turn)
    player.page.goto(live_server.url + seats.address)
    player.wait("text=It is")
    player.page.context.set_offline(True)
    player.wait("#no-answer")
    player.page.context.set_offline(False)
    player.page.wait_for_selector("#no-answer", state="detached")


@pytest.mark.parametrize("width", [360, 390])
def test_the_limit_stands_in_one_line(new_page, live_server, scene, width):
    seats = seats_before(scene, "drew")
    player = Player(new_page, live_server, scene, 0)
    player.page.set_viewport_size({"width": width, "height": 740})
    player.page.goto(live_server.url + seats.address)
    limit = player.page.locator(".felt__limit")
    assert (limit.inner_text(), limit.evaluate(LINES)) == ("Knock with 10 or less", 1)


def standing(seats: Seats) -> str:
    """The page that shows the hand as it stands now."""
    return f"#play:has(input[name=version][value='{seats.version}'])"


def test_without_a_script_and_by_keys_alone(new_page, live_server, scene):
    seats = seats_before(scene, "discarded")
    player = Player(new_page, live_server, scene, seats.state.turn, java_script_enabled=False)
    page = player.page
    page.goto(live_server.url + seats.address)
    page.locator(".hand input:enabled").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    chosen = page.locator(".hand input:checked").get_attribute("value")
    page.keyboard.press("Tab")
    assert page.locator("#do-discard:focus").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_selector("text=It is")
    assert card_text(seats.state.pile[-1]) == chosen


def test_axe_finds_nothing_serious_in_either_theme(new_page, live_server, scene):
    seats = seats_before(scene, "melded", layoffs=True)
    player = Player(new_page, live_server, scene, seats.state.turn)
    check(player, live_server, seats.address)
    check(player, live_server, f"/matches/{scene.match.pk}/play/")
    seats.move()
    check(player, live_server, seats.address)
    check(player, live_server, f"/hands/{seats.hand.pk}/deal/")
    seats = Seats(dealt(scene, *seats.phones), *seats.phones)
    check(player, live_server, seats.address)


def check(player: Player, live_server, address: str) -> None:
    player.page.goto(live_server.url + address)
    assert faults(player.page, address) == []
