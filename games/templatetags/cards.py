"""Cards in templates: their names and their signs."""

from django import template

from games.selectors.hands import card_name, card_sign

register = template.Library()
register.filter("card_name", card_name)
register.filter("card_sign", card_sign)


@register.filter
def card_suit(code: str) -> str:
    """The letter of a card's suit, for its colour in running text."""
    return code[1] if len(code) == 2 else ""
