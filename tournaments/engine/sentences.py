"""Every sentence the engine of tournaments refuses with: what was asked, and what is possible now."""

from __future__ import annotations

from collections.abc import Mapping


def gettext_noop(message: str) -> str:
    """Marks a text for translation; it is translated where it is shown."""
    return message


SENTENCES: Mapping[str, str] = {
    # ------------------------------------------------------------------ a match
    "already_accepted": gettext_noop("This result is accepted. Ask the director to change it."),
    "already_decided": gettext_noop("The director has decided this match. Ask the director to change it."),
    "place_taken": gettext_noop(
        "Another result is already entered for this hand. Compare both and choose one."
    ),
    "place_not_open": gettext_noop("This hand is not the next one. The sheet shows which hand comes next."),
    "place_empty": gettext_noop("There is no hand at this place of the sheet."),
    "not_last": gettext_noop("Only the last hand can be taken back. Amend an earlier one instead."),
    "score_stands": gettext_noop("A final score is entered. Take it back before entering hands."),
    "hands_exist": gettext_noop("Hands are already entered. Confirm that the final score replaces them."),
    "score_taken": gettext_noop(
        "The other side entered another result. Both are kept; the director decides."
    ),
    "bad_score": gettext_noop("This cannot be a final score: %(why)s."),
    "no_score": gettext_noop("There is no final score to take back."),
    "not_over": gettext_noop("The match is not over yet. Enter the next hand, or ask the director."),
    "own_result": gettext_noop("You entered this result. The other side accepts it."),
    "other_side_only": gettext_noop("The other side has to accept, on its own phone or on this one."),
    "accept_on_own_phone": gettext_noop("In this tournament each side accepts on its own phone."),
    "director_accepts": gettext_noop("In this tournament the director accepts results."),
    "own_match": gettext_noop(
        "You play this match yourself. Your opponent accepts; a dispute goes to the deputy."
    ),
    "director_only": gettext_noop("Only the director can do this."),
    "reason_missing": gettext_noop("Say why: the reason is recorded."),
    "nothing_to_correct": gettext_noop("Give either the hands or the final score."),
    "correction_unfinished": gettext_noop(
        "With these hands the match is not over. Call time, or enter the score."
    ),
    "nobody_loses": gettext_noop("Say which side forfeits."),
    "unknown_side": gettext_noop("There is no such side here."),
    "nothing_to_stand": gettext_noop(
        "Nothing is entered that could stand. Choose forfeit, void or adjourned."
    ),
    "nothing_to_dispute": gettext_noop("There is no result to dispute yet."),
    "not_decided": gettext_noop("This match is still open; there is nothing to take back."),
    "time_already_called": gettext_noop("Time is already called for this match."),
    "nobody_called": gettext_noop("Nobody at this table asks for the director."),
}
