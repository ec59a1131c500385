"""Rounds of Manipulation Rummy in a match at one table: whole, or in the middle of being played."""

from __future__ import annotations

from random import Random

from games.engine import record
from games.engine.cards import cards_of
from games.engine.manipulation.by_bots import play_out, shuffled_deal
from games.engine.manipulation.cards import card_text
from games.models.hand import Hand
from games.services import hands
from tests.tournaments.views.scene import Evening, evening, order
from tournaments import logs
from tournaments.engine.match.entering import places_waiting
from tournaments.models.tournament import Match
from tournaments.services.hands import new_hand, record_hand

THREE = (("Ann",), ("Bo",), ("Cy",))


def table_evening(names=THREE, rules="manipulation", **more) -> Evening:
    """A published round of one table."""
    return evening(rules, names, format="one_table", **more)


def round_lines(scene: Evening, seed: int = 1, *, ending: str | None = None) -> list[dict]:
    """A whole round of bots as lines, for the place that waits; `ending`: the first seed that ends so."""
    state = scene.state
    dealer = places_waiting(state)[0].dealer
    while True:
        dealt = shuffled_deal(state.rules, dealer, Random(seed), players=len(state.started.sides))
        lines = record.write_hand(state.rules, dealt, play_out(dealt))
        if ending is None or record.read_hand(lines).result.outcome == ending:
            return lines
        seed += 1


def finished_round(scene: Evening, seed: int = 1, *, ending: str | None = None) -> Hand:
    """A whole round on the scene's sheet."""
    place = places_waiting(scene.state)[0].place
    record_hand(order(), scene.match, round_lines(scene, seed, ending=ending))
    return Hand.objects.get(match_id=scene.match.pk, game=place.game, deal=place.deal)


def planted_round(scene: Evening, *, moves: int = 6, seed: int = 1) -> Hand:
    """A round of the scene's match, dealt by the server and in the middle of play."""
    return planted_round_of(scene.match, moves=moves, seed=seed)


def planted_round_of(match: Match, *, moves: int, seed: int) -> Hand:
    """A round of this match, dealt by the server, after so many moves."""
    state = logs.match_at(match.pk)[1]
    place = places_waiting(state)[0]
    dealt = shuffled_deal(state.rules, place.dealer, Random(seed), players=len(state.started.sides))
    hand = new_hand(match, state, place.place)
    hands.deal_hand(order(), hand, rules=state.rules, dealer=place.dealer, deck=deck_of(dealt))
    for version, line in enumerate(record.write_hand(state.rules, dealt, play_out(dealt))[1 : moves + 1], 1):
        hands.play(order(), hand.pk, line, version=version)
    hand.refresh_from_db()
    assert hand.phase == Hand.Phase.PLAYING
    return hand


def deck_of(dealt) -> list[int]:
    """The packs as they were dealt: one card at a time, the dealer's left first."""
    players = len(dealt.hands)
    deck = [0] * (10 * players)
    for seat, held in enumerate(dealt.hands):
        deck[(seat - dealt.dealer - 1) % players :: players] = held
    return [*deck, *dealt.stock]


def held_by(state, seat: int) -> list[str]:
    """The cards in a hand, as the record writes them."""
    return [card_text(card) for card in cards_of(state.hands[seat].known)]
