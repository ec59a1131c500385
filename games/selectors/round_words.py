"""Why a tap of a round's scribe was refused, in words without packs: nobody at a table sees those."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.errors import Refusal
from games.selectors.hands import card_sign


def refusal_words(refusal: Refusal, names: Sequence[str]) -> str:
    """The sentence of a refusal; `names` are by seat. One without a sentence of its own speaks English."""
    data = refusal.data
    said = {"rule": "5", **data, "cards": " ".join(map(_sign, data.get("cards", [])))}
    if isinstance(data.get("card"), str):
        said["card"] = _sign(data["card"])
    if isinstance(data.get("seat"), int) and data["seat"] < len(names):
        said["name"] = names[data["seat"]]
    sentence = _sentence(refusal.code, data)
    return sentence % said if sentence else _(refusal.message)


def _sentence(code: str, data: dict[str, object]) -> str:
    if code == "not_a_meld":
        return _not_a_meld(str(data.get("rule", "")), bool(data.get("cards")))
    if code == "card_seen_elsewhere":
        if "card" in data:
            return _("%(card)s lies elsewhere: there is no other one. Look again, or undo. (rules %(rule)s)")
        return _("%(cards)s was seen elsewhere. Look again, or undo. (rules %(rule)s)")
    if code == "card_not_held":
        if "held" in data:
            return _("%(held)s cards are left in this hand, and %(shown)s are ticked. (rules %(rule)s)")
        return _("There are not so many cards left in this hand. Look again. (rules %(rule)s)")
    if code == "counts_do_not_fit":
        if "least" in data and "seat" not in data:
            if data["least"] == data["most"]:
                return _("No card is in the stock: all hands count %(most)s, not %(count)s. (rules %(rule)s)")
            return _("All hands together count from %(least)s to %(most)s, not %(count)s. (rules %(rule)s)")
        if "least" in data:
            return _("%(name)s’s cards count from %(least)s to %(most)s, not %(count)s. (rules %(rule)s)")
        return _("Who played out has 0, and nobody else has. Look again. (rules %(rule)s)")
    sentences = {
        "over_limit": _("%(count)s points are too many to knock: at most %(limit)s may. (rules %(rule)s)"),
        "wrong_phase": _("This is not possible now. Look again. (rules %(rule)s)"),
        "unreadable": _("“%(text)s” is no card. Write 8s, or *=Qh for a joker as the queen of hearts.")
        if "text" in data
        else _("Write a whole number for everybody."),
    }
    return sentences.get(code, "")


def _not_a_meld(rule: str, names_cards: bool) -> str:
    if rule == "5.6":
        return _("%(cards)s keeps its meaning until the real card takes its place. (rules %(rule)s)")
    if rule == "5.5":
        if names_cards:
            return _("%(cards)s must stay on the table: no card goes back into a hand. (rules %(rule)s)")
        return _("At least one card from the hand must be melded. (rules %(rule)s)")
    return _("%(cards)s is no group and no sequence. (rules %(rule)s)")


def _sign(code: str) -> str:
    """A card without its pack: `8♠`, the joker, the joker as `Q♥`."""
    face, _equals, meaning = code.partition("=")
    if not face.startswith("*"):
        return card_sign(face.partition(".")[0])
    return _("the joker as %(card)s") % {"card": card_sign(meaning)} if meaning else _("the joker")
