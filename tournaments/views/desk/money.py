"""Money at the desk: what the event costs, fees, lives, prizes, and the cash sheet that balances."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.eventstore.log import known_command
from tournaments import logs
from tournaments.access.desk import HELP, RUN, entry_for
from tournaments.engine.formats import LIVES
from tournaments.engine.money.sheet import cash_sheet
from tournaments.engine.tournament import TournamentState
from tournaments.forms.money import CountForm, FeeButton, LifeBackButton, LifeButton, MoneyForm, PrizeButton
from tournaments.selectors.cash import cash_csv, cash_page, expected_words, lives_page
from tournaments.selectors.desk_people import desk_names, entries_of
from tournaments.services import money
from tournaments.services.rounds import states_of
from tournaments.views.desk.base import (
    REFUSALS,
    Desk,
    Keys,
    at_desk,
    desk_of,
    done,
    tried,
    want_form,
    words_of,
)
from tournaments.views.desk.people import desk_side
from tournaments.views.public.answers import as_csv


@at_desk
@require_http_methods(["GET", "POST"])
def terms(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What the event costs and pays; lives bought back."""
    desk = desk_of(request, pk, RUN)
    _version, state = logs.tournament_at(desk.row.pk)
    lives = any(stage.format == LIVES.key for stage in state.stages.values())
    form = MoneyForm(request.POST or None, terms=state.till.terms, lives=lives)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        command = desk.command("money", data["key"], data["terms"])
        behind = known_command(data["key"]) is None and form.is_behind()
        if not behind and tried(form, lambda: money.set_money(command, desk.row.pk, terms=data["terms"])):
            return done(request, lambda: _("Saved."), back=reverse("desk_money", args=[pk]))
    return desk.page(
        "money.html", _terms_page(desk, state, form), current="desk_money", status=422 if form.errors else 200
    )


def _terms_page(desk: Desk, state: TournamentState, form: MoneyForm) -> dict[str, Any]:
    said = state.till.terms
    matches = states_of(desk.row.pk) if said is not None and said.rebuy is not None else {}
    return {
        "form": form,
        "terms": said,
        "expected": expected_words(state),
        "lives": lives_page(state, matches, desk_names(entries_of(desk.row))) if matches else None,
    }


@at_desk
@require_POST
def fee(request: HttpRequest, pk: UUID, entry: UUID) -> HttpResponse:
    """One tap: the fee is taken; another: it is given back. Waiving is the director's."""
    desk = desk_of(request, pk, HELP)
    side = entry_for(desk.event, entry)

    def act() -> str:
        data = want_form(FeeButton(request.POST))
        command = desk.command("fee", data["key"], [str(side.pk), str(data["person"]), data["how"]])
        money.settle_fee(
            command, desk.row.pk, side=str(side.pk), person=str(data["person"]), how=data["how"],
            reason=data["reason"],
        )  # fmt: skip
        return ""

    if not request.htmx:  # type: ignore[attr-defined]
        back = "desk_side" if request.POST.get("back") == "side" else "desk_people"
        args = [pk, side.pk] if back == "desk_side" else [pk]
        return done(request, act, back=reverse(back, args=args) + f"#side-{side.pk}")
    refused = ""
    try:
        act()
    except REFUSALS as error:
        refused = words_of(error)
    context = {
        "side": desk_side(desk, side), "tournament": desk.row, "keys": Keys(), "refused": refused,
        "runs": desk.event.runs,
    }  # fmt: skip
    return render(request, "tournaments/desk/_side.html", context)


# ---------------------------------------------------------------- lives


@at_desk
@require_POST
def life(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A beaten side buys a life back."""
    desk = desk_of(request, pk, RUN)

    def act() -> str:
        data = want_form(LifeButton(request.POST))
        command = desk.command("life", data["key"], [str(data["side"]), data["waived"]])
        money.buy_life(command, desk.row, side=str(data["side"]), waived=data["waived"])
        name = desk_names(entries_of(desk.row)).get(str(data["side"]), "–")
        return _("%(name)s plays on.") % {"name": name}

    back = reverse("desk_money", args=[pk]) + "#lives"
    if request.POST.get("back") == "people":
        back = reverse("desk_people", args=[pk])
    return done(request, act, back=back)


@at_desk
@require_POST
def life_back(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A life given back before its round was out."""
    desk = desk_of(request, pk, RUN)

    def act() -> str:
        data = want_form(LifeBackButton(request.POST))
        command = desk.command("life_back", data["key"], str(data["life"]))
        money.return_life(command, desk.row.pk, life=str(data["life"]), reason=_("Given back"))
        return _("The life is given back.")

    return done(request, act, back=reverse("desk_money", args=[pk]) + "#lives")


# ---------------------------------------------------------------- cash sheet


@at_desk
@require_GET
def cash(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Everything that came in and goes out, to print; `format=csv` as a file."""
    desk = desk_of(request, pk, RUN)
    return cash_answer(desk, as_file=request.GET.get("format") == "csv")


def cash_answer(
    desk: Desk, form: CountForm | None = None, *, as_file: bool = False, status: int = 200
) -> HttpResponse:
    """The sheet as page or file; a page to the terms where there are none yet."""
    _version, state = logs.tournament_at(desk.row.pk)
    sheet = cash_sheet(state, states_of(desk.row.pk))
    if sheet is None:
        return redirect("desk_money", desk.row.pk)
    page = cash_page(sheet, state, entries_of(desk.row))
    if as_file:
        return as_csv(cash_csv(page), f"{desk.row.slug}-cash")
    context = {"sheet": page, "form": form or CountForm(currency=sheet.terms.currency)}
    return desk.page("cash.html", context, current="desk_money", status=status, follows=True)


@at_desk
@require_POST
def pay(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A prize given out, or taken back."""
    desk = desk_of(request, pk, RUN)

    def act() -> str:
        data = want_form(PrizeButton(request.POST))
        said = {"pot": data["pot"], "side": str(data["side"]), "amount": data["amount"]}
        money.pay_prize(desk.command("pay", data["key"], said), desk.row, **said)
        return ""

    return done(request, act, back=reverse("desk_cash", args=[pk]))


@at_desk
@require_POST
def count(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The box was counted."""
    desk = desk_of(request, pk, RUN)
    _version, state = logs.tournament_at(desk.row.pk)
    said = state.till.terms
    form = CountForm(request.POST, currency=said.currency if said is not None else "")
    if form.is_valid():
        data = form.cleaned_data
        command = desk.command("count", data["key"], [data["coins"], data["note"]])
        if tried(form, lambda: money.count_cash(command, pk, amount=data["coins"], note=data["note"])):
            return redirect("desk_cash", pk)
    return cash_answer(desk, form, status=422)
