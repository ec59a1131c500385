"""What waits for the director, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.engine.sentences import SENTENCES
from tournaments.exchange.csv_out import write_csv
from tournaments.models.tournament import Entry, KeptEntry, Match, Round
from tournaments.selectors.ids import is_id
from tournaments.selectors.scores import score_said, scores_said, signed


def inbox_of(
    *,
    called: Sequence[Match],
    disputed: Sequence[Match],
    adjourned: Sequence[Match],
    kept: Sequence[KeptEntry],
) -> dict[str, Any]:
    """Calls, disputes, matches to be finished, kept entries still open and those settled."""
    whose = _whose(kept)
    shown = [_kept(each, whose) for each in kept]
    return {
        "called": waiting_matches(called),
        "disputed": waiting_matches(disputed),
        "adjourned": waiting_matches(adjourned),
        "kept": [each for each in shown if not each["settled_at"]],
        "settled": [each for each in shown if each["settled_at"]],
        "quiet": not (called or disputed or adjourned) and all(each.settled_at for each in kept),
    }


def inbox_csv(found: Mapping[str, Any], zone: str) -> bytes:
    """The same as a file: calls, disputes, what is kept, what was settled."""

    def at(moment: datetime | None) -> str | None:
        return None if moment is None else moment.astimezone(ZoneInfo(zone)).isoformat(timespec="seconds")

    waiting = [(_("Tables that call you"), each) for each in found["called"]]
    waiting += [(_("Disputes"), each) for each in found["disputed"]]
    waiting += [(_("Adjourned, to be finished"), each) for each in found["adjourned"]]
    kept = [*found["kept"], *found["settled"]]
    rows = [
        *([kind, each["round"], each["table"], each["names"], each["state"], None, None]
          for kind, each in waiting),
        *([_("Came too late"), each["round"], each["table"], _with_names(each), each["why"],
           at(each["received_at"]), at(each["settled_at"])] for each in kept),
    ]  # fmt: skip
    headings = [_("Kind"), _("Round"), _("Table"), _("What"), _("State"), _("Received"), _("Settled")]
    return write_csv(headings, rows)


def waiting_matches(matches: Sequence[Match]) -> list[dict[str, Any]]:
    """Matches that wait for the director, as lists of the desk show them."""
    return [_match(each) for each in matches]


def _match(match: Match) -> dict[str, Any]:
    return {
        "href": reverse("desk_match", args=[match.pk]),
        "table": match.table_number,
        "names": " – ".join(side.entry.name for side in match.sides.all()),
        "state": _("adjourned") if match.is_adjourned and match.is_open else match.get_state_display(),
        "round": match.round.number,
    }


@dataclass(frozen=True, slots=True)
class _Sides:
    """Whom something was entered for: their names, and the match they have in the same round, if any."""

    names: str
    match: Match | None


def _whose(kept: Sequence[KeptEntry]) -> dict[int, _Sides]:
    """By kept entry the sides its page showed, where that was said; they may sit at another sheet by now."""
    wanted = {each.pk: [str(side) for side in each.body.get("entered_for") or []] for each in kept}
    ids = {side for sides in wanted.values() for side in sides if is_id(side)}
    if not ids:
        return {}
    rows = Entry.objects.filter(tournament=kept[0].tournament_id).prefetch_related("persons__player")
    names = {str(row.pk): row.name for row in rows.filter(pk__in=ids)}
    played: dict[frozenset[str], Match] = {}  # of several the newest
    theirs = Match.objects.filter(sides__entry__in=list(names)).exclude(round__state=Round.State.DRAFT)
    for match in theirs.distinct().select_related("round").prefetch_related("sides").order_by("round"):
        played[frozenset(str(side.entry_id) for side in match.sides.all())] = match
    return {
        pk: _Sides(" – ".join(names[side] for side in sides if side in names), played.get(frozenset(sides)))
        for pk, sides in wanted.items()
    }


def _with_names(kept: Mapping[str, Any]) -> str:
    return f"{kept['what']} ({kept['names']})" if kept["names"] else str(kept["what"])


def _kept(entry: KeptEntry, whose: Mapping[int, _Sides]) -> dict[str, Any]:
    sides = whose.get(entry.pk, _Sides("", None))
    other = sides.match if sides.match is not None and sides.match.pk != entry.match_id else None
    return {
        "names": sides.names,
        "theirs": reverse("desk_match", args=[other.pk]) if other else None,
        "pk": entry.pk,
        "table": entry.table_number,
        "round": entry.match.round.number if entry.match else None,
        "href": reverse("desk_match", args=[entry.match_id]) if entry.match_id else None,
        "why": _(SENTENCES[entry.code]) if entry.code in SENTENCES else entry.code,
        "what": kept_words(entry.body),
        "received_at": entry.received_at,
        "settled_at": entry.settled_at,
    }


def kept_words(body: Mapping[str, Any]) -> str:
    """What was sent: a final score, a hand, or the records of several."""
    if body.get("points"):
        said = {"points": scores_said(body["points"]), "hands": scores_said(body.get("hands_won") or [])}
        return _("Final score %(points)s, hands %(hands)s") % said
    if "records" in body:
        return "; ".join(_hand_words(lines) for lines in body["records"])
    if "written" in body:
        said = {"number": body["place"][1], "words": body["written"]}
        return _("Hand %(number)s as it was written down: %(words)s") % said
    return _hand_words(body.get("lines") or [])


def _hand_words(lines: Sequence[Any]) -> str:
    event = lines[-1] if lines and isinstance(lines[-1], Mapping) else {}
    number = lines[0].get("hand") if lines and isinstance(lines[0], Mapping) else None
    words = _event_words(event)
    return _("Hand %(number)s: %(words)s") % {"number": number, "words": words} if number else words


def _event_words(event: Mapping[str, Any]) -> str:
    if event.get("outcome") == "wall":
        return _("wall")
    if "points" in event:
        side = "left" if event.get("seat") == 0 else "right"
        said = {"points": signed(event["points"])}
        return (_("left side %(points)s") if side == "left" else _("right side %(points)s")) % said
    if event.get("deadwood"):
        left = event.get("knocker") == 0
        counts = score_said(event["deadwood"])
        return (_("left side knocked, counts %(counts)s") if left else
                _("right side knocked, counts %(counts)s")) % {"counts": counts}  # fmt: skip
    return _("a record of %(event)s") % {"event": event.get("e", "–")}
