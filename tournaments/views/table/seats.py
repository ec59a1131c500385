"""What the views of a table share: the match, what its viewer may do there, its page, and what is refused."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.errors import Refusal
from games.eventstore.log import largest_position
from games.selectors.seat import names_at_the_table
from games.services.command import Command, digest_of
from tournaments import logs
from tournaments.access import fetch
from tournaments.access.results import sees_result
from tournaments.access.viewer import Viewer, viewer_of
from tournaments.engine.errors import SENTENCES, not_allowed, not_now
from tournaments.engine.rights import Action, When, right
from tournaments.forms.entry import HandForm, ScoreForm
from tournaments.forms.rounds import RoundForm, hand_form
from tournaments.models.tournament import Match, Round
from tournaments.selectors.clocks import clock_of, clock_shown, time_rule
from tournaments.selectors.table_page import TablePage, board_lines, deal_facts, place_of, table_page
from tournaments.services import matches, playing
from tournaments.services.playing import Seating
from tournaments.views.table.words import queue_texts, texts

DESK = frozenset({"director", "deputy", "admin"})
LONGEST_WORD = 9
"""Letters. Who has a longer word in the name is written smaller, so that it holds on a phone."""
SETTLING: frozenset[Action] = frozenset({"accept", "dispute"})
"""What a side says of a result: there everybody who plays is a player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A viewer at a match: on which board, as which side, in which role."""

    request: HttpRequest
    viewer: Viewer
    row: Match
    board: int
    mine: int | None
    role: str
    is_left: bool = False
    """A phone that is at another table by now, with something it had still to send for this one."""

    @property
    def at_table(self) -> bool:
        """A phone at the table, as opposed to a login."""
        return self.role == "table"

    @property
    def sees_result(self) -> bool:
        """May he be told what stands on the sheet? One who left it may have to wait for the round's close."""
        return not self.is_left or sees_result(self.viewer, self.row)

    @property
    def at_desk(self) -> bool:
        """Somebody of the desk who does not play in this match."""
        return self.role in DESK and self.mine is None

    @property
    def plays(self) -> bool:
        """A login or link of somebody who plays here: he settles as a player, whatever else he may do."""
        return self.mine is not None and not self.at_table

    @property
    def lends(self) -> bool:
        """May the other side accept on this device? Not at the login of somebody who rules elsewhere."""
        return not (self.plays and self.role in DESK)

    @property
    def home(self) -> str:
        """The page this viewer enters from."""
        if self.at_table:
            return reverse("table")
        return reverse("match_enter", args=[self.row.pk]) + ("?board=b" if self.board else "")

    @property
    def table(self) -> int | None:
        """The number of the table whose card this phone opened; None for a login or an own link."""
        return None if self.viewer.phone is None else self.viewer.phone.card.table.number

    def command(self, route: str, key: UUID, body: Any) -> Command:
        """A command of this viewer on this match."""
        actor = self.viewer.actor(self.row.round.stage.tournament, self.row)
        if self.plays and route in SETTLING:
            actor = replace(actor, role="player")
        digest = digest_of(f"{route} {self.row.pk}", actor, json.loads(json.dumps(body, default=str)))
        return Command(actor=actor, key=key, digest=digest)


def seat_at(request: HttpRequest, pk: UUID) -> Seat:
    """The viewer at a match he may enter for. Raises Http404, `WrongTable`, PermissionDenied."""
    viewer = viewer_of(request)
    return _seat(request, viewer, fetch.writable_match(viewer, pk))


def seat_to_send(request: HttpRequest, pk: UUID) -> Seat:
    """The same; also for the page of a phone that went on to another table before this could be sent, and of
    a player whose sheet went to others meanwhile.
    """
    try:
        return seat_at(request, pk)
    except PermissionDenied:
        if not wants_json(request):
            raise
        viewer = viewer_of(request)
        row = fetch.match_left_behind(viewer, pk)
        if row is None:
            raise
        return replace(_seat(request, viewer, row), is_left=True)


def wants_json(request: HttpRequest) -> bool:
    """The page's script asks for JSON; a browser's form for a page."""
    return request.headers.get("Accept", "").startswith("application/json")


def seat_of_phone(request: HttpRequest) -> Seat | None:
    """A phone at the match that is seated for it now."""
    viewer = viewer_of(request)
    row = fetch.seated_match(viewer)
    return None if row is None else _seat(request, viewer, row)


def _seat(request: HttpRequest, viewer: Viewer, row: Match) -> Seat:
    mine = viewer.side_in(row)
    role = viewer.role_in(row.round.stage.tournament) or "player"
    return Seat(request=request, viewer=viewer, row=row, board=_board(request, viewer, row, mine), mine=mine,
                role=role)  # fmt: skip


def _board(request: HttpRequest, viewer: Viewer, row: Match, mine: int | None) -> int:
    """The board of the card; without one the board asked for, or that of the place something is sent for."""
    if row.round.stage.tournament.side_size == 1:
        return 0
    if viewer.phone is not None:
        return viewer.phone.card.board
    asked, place = request.GET.get("board"), place_of(request.POST.get("place", ""))
    if asked is None and place is not None:
        return min(place.board, 1)
    return 1 if asked == "b" else 0


# ---------------------------------------------------------------- rights


def want(seat: Seat, action: Action, state: Any) -> None:
    """Raise the refusal the rights table gives for this action, here and now."""
    if seat.is_left:
        raise not_now("sent_from_elsewhere")
    role: Any = "player" if seat.plays and action in SETTLING else seat.role
    answer = right(action, role, when=when_of(seat.row), match=state.status, own=seat.mine is not None)
    if not answer.may:
        raise (not_now if answer.why in _LATER else not_allowed)(answer.why)


def want_unless_repeat(seat: Seat, command: Command, action: Action) -> None:
    """The same for a button that may be pressed twice: the second press gets the first one's answer."""
    if not matches.is_repeat(command):
        want(seat, action, page_of(seat).state)


_LATER = frozenset({"match_begun", "round_closed", "already_accepted", "already_decided", "not_published",
                    "not_over", "nothing_to_dispute"})  # fmt: skip


def when_of(row: Match) -> When:
    """The state of the match's round; to a table the one closed last and those before are the same."""
    if row.round.state == Round.State.DRAFT:
        return "next"
    if row.round.state == Round.State.PUBLISHED or (row.is_adjourned and row.is_open):
        return "current"
    return "previous"


# ---------------------------------------------------------------- the page


def page_of(seat: Seat) -> TablePage:
    """The page of this viewer's board as the match stands."""
    version, state = logs.match_at(seat.row.pk)
    role: Any = "player" if seat.plays else seat.role
    when = when_of(seat.row)
    may = right("accept", role, when=when, match=state.status, own=False).may
    return table_page(
        seat.row, version, state, board=seat.board, mine=seat.mine, may_settle=may, at_desk=seat.at_desk,
        lends=seat.lends,
    )  # fmt: skip


def context_of(
    seat: Seat, *, hand: HandForm | RoundForm | None = None, score: ScoreForm | None = None
) -> dict[str, Any]:
    """What the page's template takes."""
    page = page_of(seat)
    amend = seat.request.GET.get("amend", "")
    seating = seating_on(seat, page)
    is_played_here = seating is not None and seating.hand is not None
    facts = {**deal_facts(page), "playing": is_played_here}
    lines = board_lines(page) if page.can_enter and page.state.score is None else []
    return {
        "page": page,
        "row": seat.row,
        "tournament": seat.row.round.stage.tournament,
        "club": seat.row.round.stage.tournament.club,
        "seat": seat,
        "facts": json.dumps(facts),
        "etag": live_etag(seat),
        "places": [_half(page, side) for side in range(len(page.names.full))],
        "holder": _holder(seat, page),
        "round_words": _("Round %(number)s") % {"number": seat.row.round.number},
        "board_letter": "ab"[seat.board] if page.state.started.boards == 2 else "",
        "other_letter": "ba"[seat.board] if not seat.at_table else "",
        "lines": lines,
        "undo": lines[-1] if lines else None,
        "now": now_address(seat),
        "texts": json.dumps(texts()),
        "queue_texts": json.dumps(queue_texts()),
        "fresh_key": uuid4(),
        **_clock(seat, page),
        "missing": _missing(page),
        "people_a_side": seat.row.round.stage.tournament.side_size,
        "seating": seating,
        "is_played_here": is_played_here,
        "play": told(seating),
        "hand_form": hand or _blank_hand(page, facts, amend, lines),
        "score_form": score
        or ScoreForm(rules=page.rules, names=page.names.short, initial={"seated": facts["seated"]}),
        "by_form": hand is not None or score is not None or bool(amend),
    }


def _holder(seat: Seat, page: TablePage) -> str:
    """Whose phone it is: the person who said so, who may sit at the other board of a pair."""
    person = seat.viewer.phone.person if seat.viewer.phone is not None else None
    return page.names.persons.get(str(person), page.mine_name)


def _clock(seat: Seat, page: TablePage) -> dict[str, Any]:
    """The time left at this table, and what happens at time."""
    round = seat.row.round
    found = clock_of(round)
    if found is None:
        return {"clock": None, "time_rule": []}
    zone = round.stage.tournament.zone
    return {
        "clock": clock_shown(round, zone, match=str(seat.row.pk)),
        "time_rule": time_rule(page.rules, found[0], deciding=page.state.started.deciding),
    }


def _missing(page: TablePage) -> dict[str, Any] | None:
    """Who may be said to be missing here, and who is; None once something is entered."""
    if not page.can_enter or page.state.status != "none":
        return None
    names, gone = page.names.short, page.state.missing
    return {
        "names": ", ".join(names[side] for side in gone),
        "key": uuid4(),
        "sides": [
            {"name": name, "said": [*gone, side], "key": uuid4()}
            for side, name in enumerate(names)
            if side != page.mine and side not in gone
        ],
    }


def _blank_hand(
    page: TablePage, facts: dict[str, Any], amend: str, lines: list[dict[str, str]]
) -> HandForm | RoundForm:
    change = amend in [line["place"] for line in lines]
    stands = next((line["stands"] for line in lines if line["place"] == amend), "")
    first = {"place": amend if change else facts["place"], "amend": change, "instead": stands,
             "version": page.version, "seated": facts["seated"]}  # fmt: skip
    place = place_of(amend) if change else None
    names = page.seated if place is None else page.seated_at(place)
    return hand_form(rules=page.rules, names=names, initial=first)


def _half(page: TablePage, side: int) -> dict[str, Any]:
    waiting = page.waiting if page.can_enter else None
    points = page.row.summary.get("points") or list(page.state.started.start_points)
    name = page.names.full[side] if page.state.started.boards == 1 else page.seated[side]
    return {
        "name": name,
        "long": max(map(len, re.split(r"[\s-]", name))) > LONGEST_WORD,
        "score": points[side],
        "deals": waiting is not None and waiting.dealer == side,
        "rests": waiting is not None and side not in waiting.sides,
        "side": _colour(page, side),
    }


def told(seating: Seating | None) -> dict[str, Any] | None:
    """The seating in names: who deals, who is ready, who asks for the hand to be void."""
    if seating is None:
        return None
    names, me = names_at_the_table(seating.persons), seating.me
    others = [seat for seat in range(len(names)) if seat != me]
    return {
        "names": names,
        "dealer": names[seating.at.dealer_seat],
        "me": me,
        "ready": me is not None and me in seating.deal,
        "waiting": [names[seat] for seat in others if seat not in seating.deal],
        "asking": [names[seat] for seat in others if seat in seating.deal],
        "void_mine": me is not None and me in seating.void,
        "void_theirs": [names[seat] for seat in others if seat in seating.void],
    }


def seating_on(seat: Seat, page: TablePage) -> Seating | None:
    """The place this viewer plays at next, or looks on."""
    if not page.can_enter:
        return None
    return playing.seating_of(seat.row, page.state, seat.viewer.person, seat.board)


def _colour(page: TablePage, side: int) -> str:
    """The colour of a side's buttons: left and right of the two who play; none where more do."""
    sides = page.waiting.sides if page.waiting is not None and page.can_enter else ()
    return "ab"[sides.index(side)] if len(sides) == 2 and side in sides else ""


def now_address(seat: Seat) -> str:
    """Where the live part of this page is asked for."""
    query = f"?match={seat.row.pk}" if seat.at_table else f"?board={'ab'[seat.board]}"
    return (reverse("table_now") if seat.at_table else reverse("match_enter_now", args=[seat.row.pk])) + query


def live_etag(seat: Seat) -> str:
    """Changes when what the live part shows may have changed: the match's stream, the round, who looks."""
    row, phone = seat.row, seat.viewer.phone
    shown = (
        largest_position([row.pk]), row.pk, row.round.state, row.is_adjourned, row.table_number, seat.role,
        row.round.clock, row.round.clock_since, seat.mine, seat.board, phone and phone.person,
        row.round.stage.tournament.acceptance, row.round.stage.tournament.announcement, get_language(),
        *playing.signs(row),
    )  # fmt: skip
    return f'"{hashlib.sha256(repr(shown).encode()).hexdigest()[:32]}"'


# ---------------------------------------------------------------- words


def refusal_words(error: Refusal) -> str:
    """A refusal in the reader's language, where its sentence is known."""
    sentence = SENTENCES.get(error.code)
    return _(sentence) % error.data if sentence else error.message
