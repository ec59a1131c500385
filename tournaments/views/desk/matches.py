"""A match at the desk: entering for the table, and every ruling, each with its reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.engine.errors import Refusal
from games.eventstore.log import known_command
from games.services.command import Command
from scoring.sheets.sheet import Place
from tournaments import logs
from tournaments.access.desk import ruled_match
from tournaments.access.viewer import viewer_of
from tournaments.engine.errors import not_allowed, not_now
from tournaments.engine.match import MatchState
from tournaments.engine.match.entering import place_at, places_waiting
from tournaments.engine.rights import Action, right, when_of
from tournaments.engine.tournament import TournamentState, has_entries
from tournaments.forms.agreeing import add_agreement, agreed_in
from tournaments.forms.buttons import ForfeitForm, MissingForm, ReasonForm
from tournaments.forms.entry import HandForm, KeyedForm, ScoreForm
from tournaments.forms.rounds import RoundForm, hand_form
from tournaments.forms.rulings import (
    CorrectHandForm,
    CorrectRoundForm,
    CorrectScoreForm,
    DecisionForm,
    correct_hand_form,
)
from tournaments.models.tournament import Match, Tournament
from tournaments.selectors import desk_rulings
from tournaments.selectors.clocks import clock_shown
from tournaments.selectors.corrections import window_for
from tournaments.selectors.deputies import entrants_aside, uninvolved_names
from tournaments.selectors.desk_match import DeskMatch, desk_match
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.selectors.desk_repair import other_tables
from tournaments.selectors.match_history import result_words
from tournaments.selectors.sheets import Names, line_id, seated
from tournaments.services import clocks, hands, matches
from tournaments.views.desk.base import REFUSALS, Desk, at_desk, desk_at, status_of, words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """One request at the desk about one match."""

    desk: Desk
    row: Match
    page: DeskMatch
    event: TournamentState

    @property
    def state(self) -> MatchState:
        """The match as it stands."""
        return self.page.state

    def command(self, route: str, key: UUID, body: Any = None) -> Command:
        """A command on this match; the actor's side is in it where he plays himself."""
        return self.desk.command(route, key, body, self.row)

    @property
    def asks_entrants(self) -> bool:
        """Does the reader play himself, and nobody of the desk is left who could rule?"""
        own = self.desk.viewer.side_in(self.row) is not None and self.page.may["enter_ruling"]
        return own and not uninvolved_names(self.desk.row, self.row)

    def want(self, action: Action) -> None:
        """Raise the refusal of the rights table, where there is one."""
        if self.page.may.get(action, True):
            return
        why = self._answer(action).why
        raise (not_allowed if why in ("own_match", "not_yours", "director_only") else not_now)(why)

    def _answer(self, action: Action) -> Any:
        own = self.desk.viewer.side_in(self.row) is not None
        late = matches.is_late(self.row, self.state)
        when = when_of(self.event, _key(self.row), str(self.row.pk), self.state, late=late)
        return right(action, self.desk.event.role, when=when, match=self.state.status, own=own)


def _key(row: Match) -> tuple[int, int]:
    return row.round.stage.number, row.round.number


def ruled_at(request: HttpRequest, pk: UUID) -> Ruled:
    """A match at the desk, for those who rule at its event. Raises Http404."""
    viewer = viewer_of(request)
    event, row = ruled_match(viewer, pk)
    if not row.version:
        raise Http404("This match has not begun: its round is not published.")
    version, state = logs.match_at(row.pk)
    _version, tournament = logs.tournament_at(event.row.pk)
    when = when_of(tournament, _key(row), str(pk), state, late=matches.is_late(row, state))
    page = desk_match(
        row, version, state, role=event.role, when=when, own=viewer.side_in(row) is not None,
        window=window_for(row.round), names_then=lambda sides: _called(event.row, sides),
    )  # fmt: skip
    return Ruled(desk=desk_at(request, viewer, event), row=row, page=page, event=tournament)


def _called(row: Tournament, sides: Sequence[str]) -> Names:
    """The names of sides, whether they sit here now or not."""
    names = desk_names(entries_of(row))
    called = tuple(names.get(side, "–") for side in sides)
    return Names(full=called, short=called)


@at_desk
@require_GET
def detail(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The match, what can be done about it, and how it came about."""
    return _page(ruled_at(request, pk))


def _page(
    ruled: Ruled, *, status: int = 200, refused: str = "", unsent: Sequence[str] = (), **bound: Any
) -> HttpResponse:
    page, decides = ruled.page, _decides(ruled)
    made = {name: make for name, make in FORMS.items() if name != "decision_form" or decides is not None}
    context = {
        "page": page,
        "match": ruled.row,
        "more_minutes": (2, 5),
        "clock": clock_shown(ruled.row.round, ruled.desk.row.zone, match=str(ruled.row.pk)),
        "refused": refused,
        "unsent": unsent,
        "decides": decides,
        **(_repairs(ruled) if page.may["repair"] else {}),
        **_rulings(ruled),
        **{name: make(page) for name, make in made.items() if name not in bound},
        **bound,
        "opened": next(iter(bound), ""),
    }
    here = reverse("desk_match", args=[ruled.row.pk])
    return ruled.desk.page("match.html", context, current="", status=status, follows=True, at=here)


def _decides(ruled: Ruled) -> dict[str, Any] | None:
    """Where the reader plays himself and a side disputes: who decides instead."""
    if ruled.desk.viewer.side_in(ruled.row) is None or not ruled.page.may["enter_decision"]:
        return None
    return {"deputies": uninvolved_names(ruled.desk.row, ruled.row)}


def _rulings(ruled: Ruled) -> dict[str, Any]:
    """What may have gone wrong at the table, what was ruled, and who was warned this evening."""
    row, page = ruled.row, ruled.page
    may = page.may["rule"] or ruled.asks_entrants
    warned = desk_rulings.warned_before(row, page.state, page.names) if may else []
    return {
        "happenings": desk_rulings.may_have_happened(row, page.state, page.names) if may else [],
        "entrants_rule": ruled.asks_entrants,
        "rulings": desk_rulings.rulings_shown(page.state, page.names),
        "warned": desk_rulings.told(warned),
    }


def _repairs(ruled: Ruled) -> dict[str, Any]:
    """What the repair drawer offers: the other tables of the round."""
    return {"others": other_tables(ruled.row), "has_entries": has_entries(ruled.state)}


# ---------------------------------------------------------------- the forms of the page


def _hand_form(page: DeskMatch, data: Any = None) -> HandForm | RoundForm:
    waiting = places_waiting(page.state) if page.state.is_open and page.state.score is None else ()
    initial = {"place": line_id(waiting[0].place) if waiting else "", "version": page.version}
    names = seated(page.names.short, waiting[0].sides) if waiting else page.names.short
    return hand_form(data, rules=page.state.rules, names=names, initial=initial, auto_id="hand_%s")


def _score_form(page: DeskMatch, data: Any = None) -> ScoreForm:
    initial = {"version": page.version}
    return ScoreForm(
        data, rules=page.state.rules, names=page.names.short, initial=initial, auto_id="score_%s"
    )


def _correct_form(page: DeskMatch, data: Any = None) -> CorrectScoreForm:
    first: dict[str, Any] = {"version": page.version}
    played = [game for game in page.row.summary.get("games") or [] if not game.get("given")]
    for number, game in enumerate(played):
        for side, points in enumerate(game["hand_points"]):
            first[f"points_{number}_{side}"] = points
            first[f"won_{number}_{side}"] = game["hands_won"][side]
    return CorrectScoreForm(
        data, rules=page.state.rules, names=page.names.short, initial=first, auto_id="correct_%s"
    )


def _correct_hand_form(page: DeskMatch, data: Any = None) -> CorrectHandForm | CorrectRoundForm:
    def seats_of(place: Place) -> tuple[int, ...]:
        at = place_at(page.state, place)
        return tuple(range(len(page.names.short))) if at is None else at.sides

    return correct_hand_form(
        data, rules=page.state.rules, names=page.names.short, places=page.places, seats_of=seats_of,
        initial={"version": page.version}, auto_id="other_%s",
    )  # fmt: skip


def _forfeit_form(page: DeskMatch, data: Any = None) -> ForfeitForm:
    return ForfeitForm(data, names=page.names.full, auto_id="forfeit_%s")


def _missing_form(page: DeskMatch, data: Any = None) -> MissingForm:
    return MissingForm(data, names=page.names.full, auto_id="missing_%s")


def _decision_form(page: DeskMatch, data: Any = None) -> DecisionForm:
    return DecisionForm(
        data, rules=page.state.rules, names=page.names.short, entrants=those_aside(page.row),
        initial={"version": page.version}, auto_id="decision_%s",
    )  # fmt: skip


def those_aside(row: Match) -> list[tuple[str, str]]:
    """(id, name) of the sides entered that do not play in this match, by name."""
    event = row.round.stage.tournament
    aside = set(entrants_aside(event, row).values_list("pk", flat=True))
    found = [(str(each.pk), each.name) for each in entries_of(event) if each.pk in aside]
    return sorted(found, key=lambda each: each[1])


def _reason(prefix: str) -> Callable[..., ReasonForm]:
    def make(page: DeskMatch, data: Any = None) -> ReasonForm:
        return ReasonForm(data, auto_id=f"{prefix}_%s")

    return make


def _agreed(make: Callable[..., Any]) -> Callable[..., Any]:
    """The same form, with a box for each side where both have to agree by now."""

    def with_boxes(page: DeskMatch, data: Any = None) -> Any:
        form = make(page, data)
        if page.asks_both:
            add_agreement(form, page.names.full)
        return form

    return with_boxes


FORMS: dict[str, Callable[..., Any]] = {
    "hand_form": _hand_form, "score_form": _score_form, "correct_form": _agreed(_correct_form),
    "correct_hand_form": _agreed(_correct_hand_form), "forfeit_form": _agreed(_forfeit_form),
    "void_form": _agreed(_reason("void")), "decision_form": _decision_form,
    "reopen_form": _reason("reopen"), "missing_form": _missing_form,
}  # fmt: skip


# ---------------------------------------------------------------- doing it


@at_desk
@require_POST
def act(request: HttpRequest, pk: UUID, action: str) -> HttpResponse:
    """One ruling or entry; what is refused stands beside what was entered."""
    ruled = ruled_at(request, pk)
    if action not in ACTIONS:
        raise Http404("There is nothing to do under this name.")
    name, right_of, do = ACTIONS[action]
    form = FORMS[name](ruled.page, request.POST) if name else KeyedForm(request.POST)
    bound: dict[str, Any] = {name: form} if name else {}
    if not form.is_valid():
        unsent = _unsent(ruled, right_of, form)
        refused = ruled.page.why.get(right_of, "") if unsent else ""
        return _page(ruled, status=422, refused=refused, unsent=unsent, **bound)
    try:
        if known_command(form.cleaned_data["key"]) is None:  # a second tap gets the first one's answer
            ruled.want(right_of)
        said = do(ruled, form)
    except REFUSALS as error:
        words = words_of(error)
        if name:
            form.add_error(None, words)
            _ask_again(form, error)
        unsent = _unsent(ruled, right_of, form) if name else []
        if unsent and right_of == "enter" and ruled.page.may["correct"]:
            words = _("There is a result that counts by now. If yours is right, correct it below.")
        refused = "" if name and not unsent else words
        return _page(ruled, status=status_of(error), refused=refused, unsent=unsent, **bound)
    messages.success(request, said)
    board = request.POST.get("to") == "board"  # tapped there, and read there
    here = reverse("desk_match", args=[pk])
    if action == "came" and ruled.page.may["rule"]:
        here += "?wrong=1#wrong"  # he was called because something is
    return redirect(ruled.desk.home if board else here)


def _unsent(ruled: Ruled, right_of: Action, form: Any) -> list[str]:
    """What was typed into a form that the page shows no more, since somebody was faster; line by line."""
    if ruled.page.may.get(right_of, True):
        return []
    return [f"{each.label}: {words}" for each in form.visible_fields() if (words := _typed(each))]


def _typed(field: BoundField) -> str:
    value = field.value()
    words = {str(key): str(said) for key, said in getattr(field.field, "choices", ())}
    values = value if isinstance(value, list) else [value]
    return ", ".join(words.get(str(each), str(each)) for each in values if each not in ("", None, False))


def _ask_again(form: Any, error: Exception) -> None:
    """Hands that a score would replace: the same form, sent once more, confirms it."""
    if isinstance(error, Refusal) and error.code == "hands_exist":
        form.data = form.data.copy()
        form.data["confirm"] = "1"


def _hand(ruled: Ruled, form: HandForm | RoundForm) -> str:
    data, lines = form.cleaned_data, form.lines
    command = ruled.command("hand", data["key"], [lines, line_id(data["place"])])
    hands.record_hand(command, ruled.row, lines, place=data["place"], amend=data["amend"])
    return _("Hand %(number)s is entered.") % {"number": data["place"].deal}


def _score(ruled: Ruled, form: ScoreForm) -> str:
    data = form.cleaned_data
    points, won = form.scores("points"), form.scores("won")
    matches.enter_score(
        ruled.command("score", data["key"], [points, won]), ruled.row, points=points, hands_won=won,
        confirm=data["confirm"], replace=True, version=data["version"],
    )  # fmt: skip
    return _("The score is entered.")


def _accept(ruled: Ruled, form: KeyedForm) -> str:
    data = form.cleaned_data
    command = ruled.command("accept", data["key"])
    matches.accept(command, ruled.row, side=None, via="desk", version=data["version"])
    return _("Accepted. The result counts.")


def _correct(ruled: Ruled, form: CorrectScoreForm) -> str:
    data = form.cleaned_data
    points, won = form.scores("points"), form.scores("won")
    matches.correct(
        ruled.command("correct", data["key"], [points, won, data["reason"], *agreed_in(form)]), ruled.row,
        reason=data["reason"], points=points, hands_won=won, agreed=agreed_in(form), version=data["version"],
    )  # fmt: skip
    return _corrected(ruled)


def _correct_hand(ruled: Ruled, form: CorrectHandForm | CorrectRoundForm) -> str:
    data = form.cleaned_data
    resume = data["unfinished"] == "resume"
    agreed = tuple(range(len(ruled.page.names.full))) if resume else agreed_in(form)
    body = [line_id(data["place"]), form.lines, data["reason"], data["unfinished"], *agreed]
    hands.correct_hand(
        ruled.command("correct_hand", data["key"], body), ruled.row, reason=data["reason"],
        place=data["place"], lines=form.lines, with_time=data["unfinished"] == "time", resume=resume,
        agreed=agreed, version=data["version"],
    )  # fmt: skip
    return _corrected(ruled)


def _corrected(ruled: Ruled) -> str:
    _version, after = logs.match_at(ruled.row.pk)
    said = {"old": ruled.page.result, "new": result_words(after, ruled.page.names)}
    return _("Corrected from “%(old)s” to “%(new)s”.") % said


def _forfeit(ruled: Ruled, form: ForfeitForm) -> str:
    data = form.cleaned_data
    command = ruled.command("forfeit", data["key"], [data["losers"], data["reason"], *agreed_in(form)])
    matches.forfeit(command, ruled.row, losers=data["losers"], reason=data["reason"], agreed=agreed_in(form))
    return _("Recorded as a forfeit.")


def _void(ruled: Ruled, form: ReasonForm) -> str:
    data = form.cleaned_data
    command = ruled.command("void", data["key"], [data["reason"], *agreed_in(form)])
    matches.void(command, ruled.row, reason=data["reason"], agreed=agreed_in(form))
    return _("Void: it counts for nothing, and the two may meet again.")


def _reopen(ruled: Ruled, form: ReasonForm) -> str:
    data = form.cleaned_data
    matches.reopen(ruled.command("reopen", data["key"], data["reason"]), ruled.row, reason=data["reason"])
    return _("Reopened: the match stands where its lines left it.")


def _time(ruled: Ruled, form: KeyedForm) -> str:
    matches.call_time(ruled.command("time", form.cleaned_data["key"]), ruled.row)
    return _("Time is called: the hand in play is finished, no new one is dealt.")


def _came(ruled: Ruled, form: KeyedForm) -> str:
    matches.answer_director(ruled.command("came", form.cleaned_data["key"]), ruled.row)
    return _("Noted: you are there.")


def _missing(ruled: Ruled, form: MissingForm) -> str:
    missing = form.cleaned_data["missing"]
    clocks.say_missing(
        ruled.command("missing", form.cleaned_data["key"], missing), ruled.row, missing=missing
    )
    if not missing:
        return _("Noted: everybody is at the table.")
    names = ", ".join(ruled.page.names.full[side] for side in missing)
    return _("Noted as not at the table: %(names)s") % {"names": names}


def _decision(ruled: Ruled, form: DecisionForm) -> str:
    data, kind = form.cleaned_data, form.cleaned_data["decision"].partition(":")[0]
    deciders = (data["one"], data["other"])
    score = {"points": form.scores("points"), "hands_won": form.scores("won")} if kind == "score" else {}
    body = [*deciders, data["decision"], data["reason"], *score.values()]
    matches.enter_decision(
        ruled.command("decision", data["key"], body), ruled.row, deciders=deciders, decision=kind,
        reason=data["reason"], losers=form.losers, version=data["version"], **score,
    )  # fmt: skip
    return _("Entered, with the names of both who decided.")


ACTIONS: dict[str, tuple[str, Action, Callable[[Ruled, Any], str]]] = {
    "hand": ("hand_form", "enter", _hand),
    "score": ("score_form", "enter", _score),
    "decision": ("decision_form", "enter_decision", _decision),
    "accept": ("", "accept", _accept),
    "correct": ("correct_form", "correct", _correct),
    "correct-hand": ("correct_hand_form", "correct", _correct_hand),
    "forfeit": ("forfeit_form", "forfeit", _forfeit),
    "void": ("void_form", "void", _void),
    "reopen": ("reopen_form", "reopen", _reopen),
    "time": ("", "call_time", _time),
    "missing": ("missing_form", "say_missing", _missing),
    "came": ("", "answer_director", _came),
}
