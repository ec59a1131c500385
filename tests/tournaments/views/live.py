"""Hands with real cards in a match: played out by bots, or in the middle of being played."""

from __future__ import annotations

from random import Random

from games.engine import record
from games.engine.bots import Temper
from games.engine.gin.by_bots import play_out, shuffled_deal
from games.engine.rulesets import RuleSet
from games.models.hand import Hand
from games.services import hands
from tests.tournaments.views.scene import Evening, order
from tournaments.engine.match import MatchState
from tournaments.engine.match.entering import places_waiting
from tournaments.services.hands import new_hand, record_hand

TEMPERS = (Temper(), Temper())


def played_lines(rules: RuleSet, dealer: int = 0, seed: int = 1, *, ending: str | None = None) -> list[dict]:
    """A whole hand of two bots as lines of the record; `ending`: the first seed that ends so."""
    while True:
        dealt = shuffled_deal(rules, dealer, Random(seed))
        lines = record.write_hand(rules, dealt, play_out(dealt, TEMPERS))
        if ending is None or record.read_hand(lines).result.outcome == ending:
            return lines
        seed += 1


def planted(scene: Evening, *, moves: int = 9, seed: int = 3) -> Hand:
    """A hand of the scene's match, dealt by the server and in the middle of play."""
    state = scene.state
    place = places_waiting(state)[0]
    hand = new_hand(scene.match, state, place.place)
    dealt = shuffled_deal(state.rules, place.dealer, Random(seed))
    deck = _deck(dealt, place.dealer)
    hands.deal_hand(order(), hand, rules=state.rules, dealer=place.dealer, deck=deck)
    lines = record.write_hand(state.rules, dealt, play_out(dealt, TEMPERS))
    for version, line in enumerate(lines[1 : moves + 1], start=1):
        hands.play(order(), hand.pk, line, version=version)
    hand.refresh_from_db()
    assert hand.phase == Hand.Phase.PLAYING
    return hand


def deck_of(state: MatchState, seed: int) -> list[int]:
    """The pack that a seed deals at the place that waits."""
    dealer = places_waiting(state)[0].dealer
    return _deck(shuffled_deal(state.rules, dealer, Random(seed)), dealer)


def finished(scene: Evening, *, seed: int = 1, ending: str | None = None) -> Hand:
    """A whole hand on the scene's sheet."""
    place = places_waiting(scene.state)[0]
    record_hand(order(), scene.match, played_lines(scene.state.rules, place.dealer, seed, ending=ending))
    return Hand.objects.get(match_id=scene.match.pk, game=place.place.game, deal=place.place.deal)


def _deck(dealt, dealer: int) -> list[int]:
    """The pack as it was dealt: a card in turn, the other one first, then the upcard and the stock."""
    other, own = dealt.hands[1 - dealer], dealt.hands[dealer]
    dealt_cards = [card for pair in zip(other, own, strict=True) for card in pair]
    return [*dealt_cards, dealt.upcard, *dealt.stock]
