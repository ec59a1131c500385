"""The repair drawer: played as seated, and a sheet that belongs to another table. Two taps each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.errors import Refusal
from tournaments import logs
from tournaments.access.desk import RULE, ruled_match
from tournaments.access.viewer import viewer_of
from tournaments.engine import tournament
from tournaments.engine.errors import not_allowed, not_now
from tournaments.engine.events import Pairing, TournamentEvent
from tournaments.engine.match import MatchState
from tournaments.engine.rights import Answer, right, when_of
from tournaments.engine.tournament import Round, TournamentState
from tournaments.engine.tournament.seating import Seated
from tournaments.forms.repairs import (
    MOST,
    AdjournForm,
    BelongsForm,
    RecallForm,
    SeatedForm,
    columns_to_text,
    seated_to_text,
)
from tournaments.models.tournament import Match
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.selectors.desk_repair import (
    MOST_COLUMNS,
    Choice,
    columns_of,
    crossings,
    effects_of,
    people_at,
    tables_words,
)
from tournaments.services import repairs, rounds
from tournaments.views.desk.base import (
    REFUSALS,
    Desk,
    at_desk,
    desk_at,
    desk_of,
    done,
    status_of,
    want_form,
    words_of,
)

Names = dict[str, str]


class Repair:
    """What both pages share: the round that is out, its matches, and who asks."""

    def __init__(self, desk: Desk, match: UUID | None) -> None:
        self.desk = desk
        self.version, self.state = logs.tournament_at(desk.row.pk)
        self.names: Names = desk_names(entries_of(desk.row))
        self.states = rounds.states_of(desk.row.pk)
        self.round = self._round(match)
        field = tournament.field_of(self.state, self.round.key, self.states)
        self.byes_had = {side.id: side.byes for side in field.entrants}

    def _round(self, match: UUID | None) -> Round:
        """The round of the match, or the newest one that is out."""
        out = [each for each in self.state.out_rounds() if each.status == "published"]
        if match is not None:
            of_match = (each for each in self.state.out_rounds() if str(match) in self.matches_of(each))
            found = next(of_match, None)
        else:
            found = out[-1] if out else None
        if found is None:
            raise Http404("No round is out that could be put right.")
        return found

    @staticmethod
    def matches_of(round: Round) -> list[str]:
        """The ids of a round's matches."""
        return [each.match for each in round.pairings]

    def picked(self, matches: Sequence[str]) -> list[Pairing]:
        """The pairings of these matches, in the round's order."""
        return [each for each in self.round.pairings if each.match in matches]

    def answer(self, matches: Sequence[str]) -> Answer:
        """What the rights table says of these matches; nobody rules on one he plays in."""
        when = when_of(self.state, self.round.key)
        rows = Match.objects.filter(pk__in=matches).prefetch_related("sides__entry__persons__player")
        own = any(self.desk.viewer.side_in(row) is not None for row in rows)
        return right("repair", self.desk.event.role, when=when, match="none", own=own)

    def want(self, matches: Sequence[str]) -> None:
        """Raise the refusal of the rights table, where there is one."""
        answer = self.answer(matches)
        if not answer.may:
            raise (not_allowed if answer.why in ("own_match", "not_yours") else not_now)(answer.why)

    def choice(
        self,
        events: Callable[[], Sequence[TournamentEvent]],
        value: str,
        pairings: Sequence[Pairing],
        words: tuple[str, ...] = (),
    ) -> Choice:
        """A choice at these tables with what it brings about; what cannot be says why. `events` makes it."""
        matches = [each.match for each in pairings]
        try:
            made = events()
        except Refusal as error:
            tables = tables_words(pairings, self.names, matches)
            return Choice(tables=tables, effects=[], refused=words_of(error), value=value, words=words)
        after: TournamentState = reduce(tournament.evolve, made, self.state)
        now = after.rounds[self.round.key]
        names = {**self.names, **_formed_names(after, self.names)}
        return Choice(
            tables=tables_words(now.pairings, names, matches),
            effects=effects_of(self.round, now, names, self.states, self.byes_had),
            refused="" if made else _("That is how it stands already."),
            value=value,
            words=words,
        )


def _formed_names(state: TournamentState, names: Names) -> Names:
    """Names of partners made for a round, those not stored yet too."""
    return {
        side: " & ".join(names.get(each, "–") for each in formed.members)
        for side, formed in state.formed.items()
    }


# ---------------------------------------------------------------- called back, put off


@at_desk
@require_POST
def recall(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The round that is out becomes a draft again."""
    desk = desk_of(request, pk)

    def act() -> str:
        data = want_form(RecallForm(request.POST))
        stage, number, reason = data["stage"], data["round"], data["reason"]
        command = desk.command("recall", data["key"], [stage, number, reason])
        rounds.recall_round(
            command, desk.row, stage=stage, round=number, reason=reason, version=data["version"]
        )
        if (stage, number) not in logs.tournament_at(desk.row.pk)[1].rounds:
            return _("The tie-break games are called back; the tie on the line is open again.")
        return _("Round %(round)s is a draft again; nobody else sees it.") % {"round": number}

    return done(request, act, back=desk.home)


@at_desk
@require_POST
def adjourn(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A match is finished later, or goes on after all."""
    viewer = viewer_of(request)
    event, row = ruled_match(viewer, pk)
    desk = desk_at(request, viewer, event)

    def act() -> str:
        data = want_form(AdjournForm(request.POST))
        command = desk.command("adjourn", data["key"], [data["resume"], data["reason"]], row)
        if data["resume"]:
            repairs.resume(command, row)
            return _("It goes on: the round waits for it again.")
        repairs.adjourn(command, row, reason=data["reason"])
        return _("Adjourned: the round closes without waiting for it.")

    return done(request, act, back=reverse("desk_match", args=[pk]))


# ---------------------------------------------------------------- played as seated


@at_desk
@require_http_methods(["GET", "POST"])
def seated(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Pick the tables; say who really sat there."""
    desk = desk_of(request, pk, RULE)
    if request.method == "POST":
        return _seat(desk)
    return _seated_page(desk)


def _seat(desk: Desk) -> HttpResponse:
    form = SeatedForm(desk.request.POST)
    try:
        data = want_form(form)
        found: Seated = data["seated"]
        repair = Repair(desk, UUID(next(iter(found))))
        body = [data["stage"], data["round"], sorted(found.items()), data["reason"]]
        command = desk.command("seated", data["key"], body)
        repair.want(list(found))
        repairs.play_as_seated(
            command, desk.row, stage=data["stage"], round=data["round"], seated=found,
            reason=data["reason"], version=data["version"],
        )  # fmt: skip
    except REFUSALS as error:
        return _seated_page(desk, refused=words_of(error), status=status_of(error))
    messages.success(desk.request, _("Put right: who sat there has the result, and accepts it anew."))
    return redirect(desk.home)


def _seated_page(desk: Desk, *, refused: str = "", status: int = 200) -> HttpResponse:
    asked = desk.request.GET
    wanted = _uuids(asked.getlist("match"))
    repair = Repair(desk, UUID(wanted[0]) if wanted else None)
    picked = repair.picked(wanted)
    answer = repair.answer([each.match for each in picked])
    said = {each.match: tuple(_uuids(asked.getlist(f"seat_{each.match}"))) for each in picked}
    own = said if picked and all(said.values()) else None
    every = [*([own] if own else []), *([] if own else crossings(repair.state, repair.round, picked))]
    context = {
        "repair": repair,
        "round": repair.round,
        "picked": [each.match for each in picked],
        "seats": _seats(repair, picked, own),
        "choices": [_seated_choice(repair, each) for each in every] if answer.may else [],
        "every": tables_words(repair.round.pairings, repair.names, repair.matches_of(repair.round)),
        "people": _people(repair, picked),
        "why_not": "" if answer.may else _(answer.sentence),
        "refused": refused,
        "reason": desk.request.POST.get("reason") or _("They sat down so"),
    }
    return desk.page("seated.html", context, current="desk_event", status=status)


def _seated_choice(repair: Repair, seated: Seated) -> Choice:
    def events() -> Sequence[TournamentEvent]:
        return repairs.as_seated(repair.state, repair.round.key, seated, repair.states, "–")

    return repair.choice(events, seated_to_text(seated), repair.picked(list(seated)))


def _seats(repair: Repair, picked: Sequence[Pairing], said: Seated | None) -> list[dict[str, Any]]:
    """The seats of the tables that were picked, each with who is chosen for it."""
    found = []
    for pairing in picked:
        people = people_at(repair.state, pairing)
        chosen = said[pairing.match] if said and len(said[pairing.match]) == len(people) else people
        numbers = (_("left"), _("right")) if len(people) == 2 else [str(n + 1) for n in range(len(people))]
        found.append(
            {
                "match": pairing.match,
                "table": pairing.table,
                "seats": [
                    {"words": words, "side": side} for words, side in zip(numbers, chosen, strict=True)
                ],
            }
        )
    return found


def _people(repair: Repair, picked: Sequence[Pairing]) -> list[dict[str, str]]:
    """Who may have sat there: those of the tables, and who had the bye."""
    sides = [side for pairing in picked for side in people_at(repair.state, pairing)]
    sides += [side for side, kind, _points in repair.round.byes if kind == "pairing"]
    return [{"id": side, "name": repair.names.get(side, "–")} for side in sides]


def _uuids(texts: Sequence[str]) -> list[str]:
    """What is an id among what was asked for."""
    found = []
    for text in texts[:MOST]:
        try:
            found.append(str(UUID(text)))
        except ValueError:
            continue
    return found


# ---------------------------------------------------------------- this belongs to table n


@at_desk
@require_http_methods(["GET", "POST"])
def belongs(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Choose the table it belongs to; say whose columns they are."""
    row = Match.objects.filter(pk=pk).select_related("round__stage").first()
    if row is None:
        raise Http404("There is no such match.")
    desk = desk_of(request, row.round.stage.tournament_id, RULE)
    if not row.version:
        raise Http404("This match has not begun: its round is not published.")
    if request.method == "POST":
        return _move(desk, row)
    return _belongs_page(desk, row)


def _move(desk: Desk, row: Match) -> HttpResponse:
    form = BelongsForm(desk.request.POST)
    try:
        data = want_form(form)
        other = str(data["other"])
        repair = Repair(desk, row.pk)
        columns, other_columns = data["columns"]
        body = [other, columns, other_columns, data["swap"], data["reason"]]
        command = desk.command("belongs", data["key"], body, row)
        repair.want([str(row.pk), other])
        repairs.move_sheet(
            command, desk.row, stage=repair.round.stage, round=repair.round.number, match=str(row.pk),
            other=other, columns=columns, other_columns=other_columns, swap=data["swap"],
            reason=data["reason"], version=data["version"],
        )  # fmt: skip
    except REFUSALS as error:
        return _belongs_page(desk, row, refused=words_of(error), status=status_of(error))
    messages.success(desk.request, _("The sheet is where it belongs. Both matches are accepted anew."))
    return redirect(reverse("desk_match", args=[row.pk]))


def _belongs_page(desk: Desk, row: Match, *, refused: str = "", status: int = 200) -> HttpResponse:
    repair = Repair(desk, row.pk)
    asked = _uuids([desk.request.POST.get("other") or desk.request.GET.get("other", "")])
    (here,) = repair.picked([str(row.pk)])
    there = next(iter(repair.picked(asked)), None)
    answer = repair.answer([here.match, *([there.match] if there else [])])
    others = [each for each in repair.round.pairings if each.match != here.match]
    context = {
        "match": row,
        "round": repair.round,
        "here": tables_words([here], repair.names, [here.match])[0],
        "there": there and tables_words([there], repair.names, [there.match])[0],
        "swaps": bool(there and tournament.has_entries(repair.states[there.match])),
        "others": tables_words(others, repair.names, [each.match for each in others]),
        "choices": _columns(repair, here, there) if there is not None and answer.may else [],
        "version": repair.version,
        "many": len(here.sides) > MOST_COLUMNS,
        "why_not": "" if answer.may else _(answer.sentence),
        "refused": refused,
        "reason": desk.request.POST.get("reason") or _("Entered at the wrong table"),
    }
    return desk.page("belongs.html", context, current="desk_event", status=status)


def _columns(repair: Repair, here: Pairing, there: Pairing) -> list[Choice]:
    """Whose columns the sheet's can be, in words, each with what it brings about."""
    swap = tournament.has_entries(repair.states[there.match])
    size = len(here.sides) if len(here.sides) == len(there.sides) else 0
    return [
        _moved(repair, here, there, one, other, swap)
        for one, other in columns_of(size, both=swap and size == 2)
    ]


def _moved(
    repair: Repair,
    here: Pairing,
    there: Pairing,
    columns: tuple[int, ...],
    other_columns: tuple[int, ...] | None,
    swap: bool,
) -> Choice:
    def events() -> Sequence[TournamentEvent]:
        states: dict[str, MatchState] = repair.states
        return tournament.sheet_belongs_to(
            repair.state, stage=repair.round.stage, round=repair.round.number, match=here.match,
            other=there.match, matches=states, columns=columns, other_columns=other_columns, swap=swap,
            reason="–",
        )  # fmt: skip

    words = _column_words(repair.names, here, there, columns, other_columns)
    return repair.choice(events, columns_to_text(columns, other_columns), [here, there], tuple(words))


def _column_words(
    names: Names,
    here: Pairing,
    there: Pairing,
    columns: tuple[int, ...],
    other_columns: tuple[int, ...] | None,
) -> list[str]:
    """ "Ann’s column is Cleo’s", for each column of the sheets that move."""
    found = [
        _("%(one)s’s column is %(other)s’s.")
        % {"one": names.get(here.sides[column], "–"), "other": names.get(there.sides[who], "–")}
        for column, who in enumerate(columns)
    ]
    return found + [
        _("%(one)s’s column is %(other)s’s.")
        % {"one": names.get(there.sides[column], "–"), "other": names.get(here.sides[who], "–")}
        for column, who in enumerate(other_columns or ())
    ]
