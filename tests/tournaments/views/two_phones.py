"""Two phones that play a hand by the forms of their pages, as a browser without scripts sends them."""

from __future__ import annotations

import re
import uuid
from random import Random

from django.test import Client

from games import logs
from games.engine import record
from games.engine.bots import Temper
from games.engine.cards import card_text
from games.engine.gin import moves
from games.engine.gin.by_bots import move_for, play_out, shuffled_deal
from games.engine.gin.events import happened
from games.models.hand import Hand
from games.selectors.seat import seat_view
from tests.tournaments.views.live import TEMPERS, planted
from tests.tournaments.views.scene import Evening
from tournaments.engine.match.entering import places_waiting

CARD = re.compile(r'data-card="(\w\w)"')


def press(phone: Client, address: str, **more) -> object:
    """One button of a page."""
    return phone.post(address, {"key": str(uuid.uuid4()), **more})


def dealt(scene: Evening, *phones: Client) -> Hand:
    """All of them say they are ready; the hand that is dealt then."""
    before = set(Hand.objects.values_list("pk", flat=True))
    for phone in phones:
        press(phone, f"/matches/{scene.match.pk}/play/ready/")
    return Hand.objects.exclude(pk__in=before).get()


def seats_before(scene: Evening, word: str, *, layoffs: bool = False) -> Seats:
    """A hand that bots have played until the next line would be this word (`layoffs`: some are free)."""
    state, seed = scene.state, 1
    while True:
        dealt = shuffled_deal(state.rules, places_waiting(state)[0].dealer, Random(seed))
        lines = record.write_hand(state.rules, dealt, play_out(dealt, TEMPERS))
        moves = next((at for at, line in enumerate(lines[1:]) if line["e"] == word), None)
        if moves is not None and (not layoffs or _has_free_layoffs(record.read_hand(lines[: moves + 1]))):
            return Seats(planted(scene, moves=moves, seed=seed), scene.phone(0), scene.phone(1))
        seed += 1


def _has_free_layoffs(read: record.RecordedHand) -> bool:
    state = read.state
    if state.phase != "defence":
        return False
    view = seat_view(read, ("", ""), state.turn)
    return any(not each["costs"] for each in view["defence"]["layoffs"])


def button_of(state, temper: Temper | None = None) -> dict:
    """The line of the record a bot in the seat whose turn it is would send."""
    line = record.FAMILIES["gin"].write_event(happened(move_for(state, temper or Temper())))
    return {key: value for key, value in line.items() if key != "card" or line["e"] != "drew"}


class Seats:
    """A hand that is being played, and the phones of its seats."""

    def __init__(self, hand: Hand, *phones: Client) -> None:
        self.hand, self.phones = hand, phones

    @property
    def address(self) -> str:
        return f"/hands/{self.hand.pk}/play/"

    @property
    def state(self):
        return logs.hand_at(self.hand.pk)[1].state

    @property
    def version(self) -> int:
        return logs.hand_at(self.hand.pk)[0]

    def send(self, seat: int | None = None, *, version: int | None = None, hx: bool = False, **fields):
        """A button of a seat's page (None: the one whose turn it is)."""
        seat = self.state.turn if seat is None else seat
        body = {"key": str(uuid.uuid4()), "version": version or self.version, **fields}
        headers = {"HX-Request": "true"} if hx else {}
        return self.phones[seat].post(self.address, body, headers=headers)

    def button(self) -> dict[str, str]:
        """What the bot in the seat whose turn it is would press."""
        match move_for(self.state, Temper()):
            case moves.Pass():
                return {"do": "pass"}
            case moves.Draw(_seat, source, _card):
                return {"do": source}
            case moves.Discard(_seat, card):
                return {"do": "discard", "card": card_text(card)}
            case moves.Knock(_seat, discard):
                return {"do": "knock", "card": card_text(discard)}
            case _:
                return {"do": "done"}

    def play_until(self, phase: str) -> Seats:
        """Bots play on to a moment of this kind, or to the end."""
        while not self.state.is_over and self.state.phase != phase:
            self.move()
        return self

    def move(self) -> None:
        pressed = self.button()
        answer = self.send(**pressed)
        if pressed["do"] == "knock":
            way = re.search(r'name="spread" value="([^"]*)"', answer.text)[1]
            answer = self.send(do="spread", card=pressed["card"], spread=way)
        assert answer.status_code == 302, answer.text

    def cards_seen(self, seat: int) -> set[str]:
        return set(CARD.findall(self.phones[seat].get(self.address).text))

    def own(self, seat: int) -> set[str]:
        _version, recorded = logs.hand_at(self.hand.pk)
        held = recorded.state.hands[seat].known
        return {card_text(card) for card in range(52) if held >> card & 1}
