"""A round of Manipulation Rummy on a phone: cards chosen by taps, a table proposed, laid, the turn ended."""

import pytest

from games.engine.manipulation.cards import card_text
from tests.games.views.test_play_round import Table, meldable
from tests.seen import faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_cards(page, live_server, table: Table) -> None:
    """The page of whoever's turn it is."""
    player = table.scene.match.sides.get(index=table.turn).entry.people[0]
    page.goto(f"{live_server.url}/t/{table.scene.code()}/")
    page.get_by_role("button", name=f"I am {player.name}").tap()
    page.wait_for_selector("#pad-now[data-drawn]", state="attached")
    page.goto(f"{live_server.url}/hands/{table.hand.pk}/play/")


def choose(page, cards) -> None:
    for card in cards:
        page.locator(f"label:has(input[value='{card_text(card)}'])").tap()


def test_cards_are_chosen_proposed_and_laid_on_a_small_phone(new_page, live_server):
    table = Table(moves=12, seed=3)
    cards = meldable(table)
    seat, before = table.turn, table.state
    page = new_page(360, 740, has_touch=True, is_mobile=True)
    open_cards(page, live_server, table)
    choose(page, cards)
    page.wait_for_timeout(1500)  # a poll that brings nothing new leaves what was chosen
    assert page.locator(".hand input:checked").count() == len(cards)
    assert faults(page, "chosen", grave=False) == []
    page.locator("#do-propose").tap()
    page.wait_for_selector("#do-lay")
    assert faults(page, "proposed", grave=False) == []
    page.locator("#do-lay").tap()
    page.wait_for_selector("#do-end")
    assert table.state.hands[seat].count == before.hands[seat].count - len(cards)
    page.locator("#do-end").tap()
    page.wait_for_selector("text=’s turn.")
    assert table.turn != seat


def test_what_is_refused_leaves_no_empty_frame_on_a_low_screen(new_page, live_server):
    table = Table()
    page = new_page(360, 740, has_touch=True, is_mobile=True)
    open_cards(page, live_server, table)
    page.locator("#do-draw").tap()
    page.wait_for_selector("#do-propose")
    page.locator("#do-propose").tap()
    page.wait_for_selector(".felt > .note--wrong")
    empty = "all => all.filter(each => each.checkVisibility() && !each.innerText.trim()).length"
    assert page.locator(".felt__other").evaluate_all(empty) == 0


def test_what_somebody_else_does_appears_by_itself(new_page, live_server):
    table = Table()
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    seat = table.turn
    open_cards(page, live_server, table)
    page.locator("#do-draw").tap()
    page.wait_for_selector("#do-propose")
    for _draw in range(2):
        table.press("draw")
    table.press("end")
    other = table.turn
    assert other != seat
    page.wait_for_selector(".others__turn")
    table.press("draw")
    page.wait_for_selector("text=draws a card.")
