"""Rulings on irregularities (rules 4.3) in the reader's language: on the sheet, in the log, at the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.engine.events import IrregularityRuled, RulingWithdrawn
from tournaments.engine.irregularities import Choice, Irregularity, irregularity
from tournaments.engine.match import MatchState
from tournaments.selectors.deputies import entrants_named
from tournaments.selectors.scores import signed

if TYPE_CHECKING:
    from tournaments.selectors.sheets import Names  # the sheet asks here for the words of its rulings


def what_happened(code: str) -> str:
    """The irregularity in plain words; its code where a later version of the program knew it."""
    kind = irregularity(code)
    return code if kind is None else _(kind.words)


def choice_words(code: str, key: str) -> str:
    """The ruling in a few words."""
    kind = irregularity(code)
    choice = None if kind is None else kind.choice(key)
    return key if choice is None else _(choice.words)


def ruling_words(ruled: IrregularityRuled, names: Names, *, with_note: bool) -> str:
    """ "Looked through the discards (Bo) · Points to the other side · Ann +25 in the standings"."""
    what = what_happened(ruled.code)
    if ruled.offender is not None:
        what = _("%(what)s (%(name)s)") % {"what": what, "name": _name(names, ruled.offender)}
    parts = [what, choice_words(ruled.code, ruled.choice), *effects(ruled, names)]
    if with_note and ruled.note:
        parts.append(_("“%(note)s”") % {"note": ruled.note})
    return " · ".join(parts)


def log_words(ruled: IrregularityRuled, names: Names, number: str) -> str:
    """The same as the log tells it; `number` of the hand it was about, empty where it was about none."""
    words = _decided(ruled.deciders, ruling_words(ruled, names, with_note=True))
    if not number:
        return _("Ruling: %(words)s") % {"words": words}
    return _("Ruling on hand %(number)s: %(words)s") % {"number": number, "words": words}


def sheet_words(ruled: IrregularityRuled, names: Names) -> str:
    """The line on the score sheet; what the director wrote is not for everybody who reads it."""
    if ruled.deciders:
        return _decided(ruled.deciders, ruling_words(ruled, names, with_note=False))
    return _("Director: %(words)s") % {"words": ruling_words(ruled, names, with_note=False)}


def withdrawn_words(back: RulingWithdrawn, before: MatchState | None, names: Names) -> str:
    """A ruling taken back, with what it was and, in a match of the director's own, who decided so."""
    known = before.rulings if before is not None else ()
    ruled = next((each for each in known if each.number == back.number), None)
    if ruled is None:
        return _decided(back.deciders, _("Ruling taken back: %(reason)s") % {"reason": back.reason})
    said = {"words": ruling_words(ruled, names, with_note=False), "reason": back.reason}
    return _decided(back.deciders, _("Ruling taken back, %(reason)s: %(words)s") % said)


def _decided(deciders: Sequence[str], words: str) -> str:
    """With the two entrants who decided it, where the director plays himself."""
    if not deciders:
        return words
    one, other = entrants_named(deciders)
    said = {"one": one, "other": other, "words": words}
    return _("%(one)s and %(other)s decided, who do not play here: %(words)s") % said


def effects(ruled: IrregularityRuled, names: Names) -> list[str]:
    """What it comes to: points, games, the match."""
    found = [
        _awarded(ruled, _name(names, side), points) for side, points in enumerate(ruled.points) if points
    ]
    if ruled.late:
        found.append(_("%(minutes)s minutes late") % {"minutes": ruled.late // 60})
    found += [
        _("game %(number)s to %(name)s") % {"number": number, "name": _name(names, winner)}
        for number, winner in ruled.games
    ]
    if ruled.forfeit:
        found.append(_("the match is forfeit"))
    return found


def _awarded(ruled: IrregularityRuled, name: str, points: int) -> str:
    said = {"name": name, "points": signed(points)}
    if ruled.toward is not None:
        return _("%(name)s %(points)s in the game and the standings") % said
    return _("%(name)s %(points)s in the standings") % said


def shows_in_public(ruled: IrregularityRuled) -> bool:
    """Did it change anything on the sheet? A warning alone is between the table and the director."""
    kind = irregularity(ruled.code)
    choice = None if kind is None else kind.choice(ruled.choice)
    changed = any(ruled.points) or bool(ruled.games) or ruled.forfeit
    return changed or choice is None or choice.hand not in ("", "goes_on")


def rulings_json(state: MatchState, *, notes: bool) -> list[dict[str, Any]]:
    """The rulings that hold, for the API; `notes`: for those who run the event, with what the director wrote
    and those that changed nothing on the sheet.
    """
    return [
        {
            "number": each.number,
            "code": each.code,
            "choice": each.choice,
            "words": what_happened(each.code),
            "offender": each.offender,
            "place": None
            if each.place is None
            else {"game": each.place.game, "deal": each.place.deal, "board": each.place.board},
            "chooser": each.chooser,
            "warned": each.warned,
            "points": list(each.points),
            "in_game": each.toward is not None,
            "games": [{"game": number, "winner": winner} for number, winner in each.games],
            "forfeit": each.forfeit,
            "late": each.late,
            "deciders": list(each.deciders),
            **({"note": each.note} if notes else {}),
        }
        for each in state.rulings
        if notes or shows_in_public(each)
    ]


def kind_json(kind: Irregularity, state: MatchState) -> dict[str, Any]:
    """An irregularity with its choices, for the API."""
    return {
        "code": kind.code,
        "group": kind.group,
        "words": _(kind.words),
        "says": _(kind.says),
        "who": kind.who,
        "choices": [
            {
                "choice": each.key,
                "words": _(each.words),
                "says": _(each.says),
                "hand": each.hand,
                "points": award_of(each, state),
                "warns": each.warns,
                "games": each.games,
            }
            for each in kind.choices
        ],
    }


def award_of(choice: Choice, state: MatchState) -> int | None:
    """How many points this choice awards under the rules of the match."""
    return state.rules.undercut_bonus if choice.points == "undercut_bonus" else choice.points


def _name(names: Names, side: int) -> str:
    return names.short[side] if 0 <= side < len(names.short) else "–"
