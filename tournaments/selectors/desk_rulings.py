"""What the desk shows of irregularities: what may have happened, what the rules propose, who was warned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.eventstore.clock import now
from tournaments import logs
from tournaments.engine.clock import WALK_IN
from tournaments.engine.events import IrregularityRuled
from tournaments.engine.irregularities import Choice, Irregularity, irregularities_for
from tournaments.engine.match import MatchState, times
from tournaments.engine.match.entering import places_waiting
from tournaments.models.tournament import Match
from tournaments.selectors.clocks import missing_from
from tournaments.selectors.happenings import by_group
from tournaments.selectors.rulings_in_words import award_of, ruling_words, what_happened
from tournaments.selectors.scores import signed
from tournaments.selectors.sheets import Names, line_id, numbered

MOST_MINUTES = 24 * 60
"""Nobody is later than that: it is another day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned:
    """A side of this match, or somebody of it, was warned: in which round (None: in this match), for what."""

    side: int
    round: int | None
    code: str
    words: str


def rulings_shown(state: MatchState, names: Names) -> list[dict[str, Any]]:
    """The rulings that hold, each with its number, so that it can be taken back."""
    return [
        {
            "number": each.number,
            "words": ruling_words(each, names, with_note=True),
            "hand": "" if each.place is None else numbered(each.place, state),
        }
        for each in state.rulings
    ]


def may_have_happened(row: Match, state: MatchState, names: Names) -> list[dict[str, Any]]:
    """Every irregularity of this game in its group; each side a way to its ruling."""
    kinds = irregularities_for(state.rules.family, sides=len(state.started.sides))
    return [
        {
            "title": title,
            "kinds": [
                {"code": each.code, "words": _(each.words), "ways": ways_to(row, each, names)}
                for each in members
            ],
        }
        for title, members in by_group(kinds)
    ]


def ways_to(row: Match, kind: Irregularity, names: Names) -> list[dict[str, str]]:
    """A way to the ruling for each side it may have been, and for nobody's fault."""
    address = reverse("desk_match_rule", args=[row.pk, kind.code])
    sides = [{"words": name, "href": f"{address}?side={side}"} for side, name in enumerate(names.short)]
    if kind.who == "one":
        return sides
    nobody = {"words": _("Rule on it") if kind.who == "nobody" else _("Nobody’s fault"), "href": address}
    return [nobody] if kind.who == "nobody" else [*sides, nobody]


def warned_before(row: Match, state: MatchState, names: Names) -> list[Warned]:
    """Who of this match was warned, in it or in another match of the event, oldest first."""
    event = row.round.stage.tournament_id
    rows = Match.objects.filter(round__stage__tournament=event, summary__has_key="warned").exclude(pk=row.pk)
    rounds = dict(rows.values_list("pk", "round__number"))
    found: list[Warned] = []
    persons = [set(each) for each in state.started.persons]
    for pk, other in sorted(logs.matches_at(rounds).items(), key=lambda each: rounds[each[0]]):
        for ruled in _warnings(other):
            assert ruled.offender is not None
            them = set(other.started.persons[ruled.offender])
            found += [
                _warned(ruled, names, side=side, round=rounds[pk])
                for side, mine in enumerate(persons)
                if mine & them
            ]
    return [*found, *(_warned(each, names, side=each.offender, round=None) for each in _warnings(state))]


def told(warned: Iterable[Warned]) -> list[str]:
    """Their words, each once."""
    return list(dict.fromkeys(each.words for each in warned))


def _warnings(state: MatchState) -> list[IrregularityRuled]:
    return [each for each in state.rulings if each.warned and each.offender is not None]


def _warned(ruled: IrregularityRuled, names: Names, *, side: int | None, round: int | None) -> Warned:
    assert side is not None
    said = {"name": names.short[side], "round": round, "what": what_happened(ruled.code)}
    words = (
        _("%(name)s was warned in this match: %(what)s")
        if round is None
        else _("%(name)s was warned in round %(round)s: %(what)s")
    )
    return Warned(side=side, round=round, code=ruled.code, words=words % said)


def late_by(row: Match, grace: int) -> int | None:
    """Whole minutes since play began, as the clock of the round tells, 0 before it; None where it stands."""
    begins = missing_from(row.round, timedelta(seconds=WALK_IN), timedelta(seconds=grace))
    if begins is None or begins.year < 2000:
        return None
    seconds = (now() - begins).total_seconds() + grace
    return min(max(0, int(seconds // 60)), MOST_MINUTES)


def hands_to_choose(state: MatchState) -> list[tuple[str, str]]:
    """The hands a ruling may be about: those being played, then those on the sheet, the last one first."""
    waiting = places_waiting(state) if state.is_open and state.score is None else ()
    running = [
        (line_id(each.place), _("Hand %(number)s, being played") % {"number": numbered(each.place, state)})
        for each in waiting
    ]
    entered = [
        (line_id(each.place), _("Hand %(number)s, on the sheet") % {"number": numbered(each.place, state)})
        for each in reversed(state.lines)
        if each.is_played
    ]
    return [*running, *entered]


def choice_help(choice: Choice, state: MatchState, names: Names, offender: int | None) -> str:
    """What the table is told, with the points and who has them."""
    says = _(choice.says)
    award = award_of(choice, state)
    if award is None or offender is None:
        return says
    if len(names.short) != 2:
        return _("%(says)s That is %(points)s.") % {"says": says, "points": signed(award)}
    said = {"says": says, "name": names.short[1 - offender], "points": signed(award)}
    return _("%(says)s %(name)s %(points)s.") % said


def which_time(state: MatchState, kind: Irregularity, offender: int | None) -> str:
    """Whether the side did this before in this match; empty where it did not."""
    count = times(state, kind.code, offender)
    return _("It is time number %(number)s in this match.") % {"number": count + 1} if count else ""
