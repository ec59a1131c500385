"""The club's own rule sets: made from any, explained while they are edited, changed, taken away."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.engine.rulesets import DEFAULT, RULESETS, RuleSet, read_rules
from tournaments.access.desk import club_of_rule_sets
from tournaments.access.viewer import viewer_of
from tournaments.forms.rule_sets import RuleSetForm
from tournaments.models.club import Club, ClubRuleSet
from tournaments.selectors.own_rule_sets import about_field, explained
from tournaments.selectors.rule_fields import FIELDS
from tournaments.selectors.rules_in_words import preset_name
from tournaments.services import rule_sets
from tournaments.views.desk.base import at_desk, done, tried


@at_desk
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """A rule set of the club's own, from a preset or from another of its own (`?from=`)."""
    club = club_of_rule_sets(viewer_of(request), slug)
    return _form_page(request, club, _base(club, request.GET.get("from", "")), None)


@at_desk
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Another name, other numbers; events made with it keep theirs."""
    club = club_of_rule_sets(viewer_of(request), slug)
    row = _row(club, pk)
    return _form_page(request, club, read_rules(row.rules), row)


@at_desk
@require_GET
def words(request: HttpRequest, slug: str) -> HttpResponse:
    """What the form holds, in words: what does not fit, the field just changed, all sentences."""
    club = club_of_rule_sets(viewer_of(request), slug)
    form = RuleSetForm(request.GET, rules=_base(club, request.GET.get("preset", "")))
    form.is_valid()
    asked = request.headers.get("HX-Trigger-Name", "")
    return render(request, "tournaments/desk/_rule_set_said.html", _in_words(form, asked))


@at_desk
@require_POST
def delete(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """It is no longer offered; events made with it are as they were."""
    club = club_of_rule_sets(viewer_of(request), slug)

    def act() -> str:
        gone = rule_sets.delete_rule_set(club, pk=pk)
        return _("The rule set is deleted. Events made with it keep their rules.") if gone else ""

    return done(request, act, back=reverse("club_rules", args=[slug]))


def _form_page(request: HttpRequest, club: Club, base: RuleSet, row: ClubRuleSet | None) -> HttpResponse:
    explained_at = reverse("desk_rule_set_words", args=[club.slug])
    posted = request.POST if request.method == "POST" else None
    form = RuleSetForm(
        posted, rules=base, explained_at=explained_at, initial={"name": row.name} if row else {}
    )
    if posted is not None and form.is_valid():
        saved: list[ClubRuleSet] = []
        data = form.cleaned_data
        if tried(form, lambda: saved.append(rule_sets.save_rule_set(
            club, name=data["name"], rules=data["rules"], pk=row.pk if row else None,
        ))):  # fmt: skip
            messages.success(request, _("Saved. It can be chosen for new events."))
            return redirect("club_rule_set", club.slug, saved[0].pk)
    context = {
        "club": club, "form": form, "row": row, "made_from": preset_name(base.key), **_in_words(form, ""),
        "cancel": reverse("club_rules", args=[club.slug]),
    }  # fmt: skip
    return render(request, "tournaments/desk/rule_set.html", context, status=422 if form.errors else 200)


def _in_words(form: RuleSetForm, asked: str) -> dict[str, Any]:
    """The form's rule set explained, or what keeps it from being one; `asked`: the field just changed."""
    rules = form.initial_rules if not form.is_bound else form.cleaned_data.get("rules")
    name = "length" if asked == "hands" else asked
    if rules is None:
        return {"problems": form.problems(), "explained": None, "field": None}
    return {
        "problems": [],
        "explained": explained(rules),
        "field": about_field(rules, name) if name in FIELDS else None,
    }


def _base(club: Club, choice: str) -> RuleSet:
    """What a new one is made from: a preset's key, one of the club's own, else the default."""
    if choice.startswith("own:"):
        row = next((each for each in club.rule_sets.all() if str(each.pk) == choice[4:]), None)
        return DEFAULT if row is None else read_rules(row.rules)
    return next((each for each in RULESETS if each.key == choice), DEFAULT)


def _row(club: Club, pk: UUID) -> ClubRuleSet:
    found = club.rule_sets.filter(pk=pk).first()
    if found is None:
        raise Http404("There is no such rule set.")
    return found
