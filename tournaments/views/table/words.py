"""The words of the keypad's script, in the reader's language; placeholders stand in braces."""

from __future__ import annotations

from django.utils.translation import gettext as _


def texts() -> dict[str, str]:
    """The words of the keypad's script, placeholders in braces."""
    return {
        "knocked": _("KNOCKED"),
        "gin": _("GIN"),
        "big_gin": _("BIG GIN"),
        "out": _("OUT"),
        "stock": _("STOCK OUT"),
        "askRound": _("Hand {deal}: who ended it?"),
        "outGain": _("OUT · {gain}"),
        "stockGain": _("STOCK OUT · {gain}"),
        "wall": _("WALL"),
        "wallWords": _("nobody knocked"),
        "points": _("Points only"),
        "score": _("Final score only"),
        "askCall": _("Hand {deal}: how did it end?"),
        "askCount": _("{name} knocked with …"),
        "askOther": _("{name}’s count after laying off"),
        "askMelds": _("{name}’s count"),
        "askPoints": _("{name}’s points"),
        "askCard": _("The upcard of hand {deal}"),
        "spade": _("It is a spade ♠"),
        "limit": _("Knock with {limit} or less"),
        "onlyGin": _("Only gin may knock"),
        "doubled": _("doubled"),
        "gain": _("{name} +{points}"),
        "undercut": _("UNDERCUT · {name} +{points}"),
        "ginGain": _("GIN · {name} +{points}"),
        "bigGinGain": _("BIG GIN · {name} +{points}"),
        "nobody": _("Nobody scores"),
        "back": _("Back"),
        "delete": _("Delete"),
        "typeCount": _("Type the count"),
        "typePoints": _("Type the points"),
        "changing": _("Changing hand {deal}"),
        "hand": _("Hand {deal}"),
        "saved": _("Written: {words}"),
        "moved": _("The sheet has changed. What you typed is still here; look at the sheet, then send it."),
        "scoreAsk": _("The final score of this game"),
        "scorePoints": _("Points of {name}"),
        "scoreWon": _("Hands {name} won"),
        "scoreWonLoser": _("… and {name}? This sends the result."),
        "scoreGain": _("{winner} {a}–{b}"),
        "scoreHands": _("hands {a}–{b}"),
        "next": _("Next"),
        "close": _("Close"),
        "upcard": _("Upcard {card}"),
        "change": _("change"),
        "dealt": _("Hand {deal} · {name} deals"),
    }


def queue_texts() -> dict[str, str]:
    """The words of what waits on the phone (`static/js/queue.js`)."""
    return {
        "sending": _("Sending …"),
        "waiting": _("{count} waiting, saved on this phone"),
        "waitingHere": _("{count} waiting. This browser cannot save it: keep this page open"),
        "keepOpen": _("Keep this page open. It is sent by itself as soon as the network is back."),
        "sendNow": _("Send now"),
        "dropLast": _("Take the last one back"),
        "gap": _("Enter the hand that was taken back first; the others are sent after it."),
        "again": _("Send again"),
        "drop": _("Take it back"),
        "yes": _("Yes, enter it"),
        "no": _("No, change it"),
        "theirs": _("Yes, it is theirs"),
        "notTheirs": _("No, give it to the director"),
        "keepFirst": _("Keep what is there"),
        "takeMine": _("Write mine"),
        "there": _("Already on the sheet"),
        "other": _("You entered"),
        "replace": _("Yes, replace the hands"),
        "refused": _("That did not work. Reload the page and try again."),
        "close": _("Close"),
    }
