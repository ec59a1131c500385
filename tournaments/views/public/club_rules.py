"""A club's rule sets: its own and the presets, each explained; its admins change them from here."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.rulesets import RULESETS, read_rules, write_rules
from tournaments.access.desk import changes_rule_sets
from tournaments.access.viewer import viewer_of
from tournaments.exchange.csv_out import write_csv
from tournaments.models.club import Club
from tournaments.selectors import public
from tournaments.selectors.own_rule_sets import explained, own_json, own_rule_sets
from tournaments.selectors.presets_in_words import about
from tournaments.selectors.rules_in_words import preset_name, rules_line
from tournaments.views.public.answers import Form, as_csv, as_json


@require_safe
def rule_sets(request: HttpRequest, slug: str, form: Form = "html") -> HttpResponse:
    """The club's own rule sets and the presets."""
    club = _club(slug)
    own = own_rule_sets(club)
    if form == "json":
        presets = [write_rules(each) for each in RULESETS]
        return as_json({"own": [own_json(row) for row in club.rule_sets.all()], "presets": presets})
    if form == "csv":
        rows = [(each["name"], each["made_from"], each["line"]) for each in own]
        rows += [(preset_name(each.key), preset_name(each.key), rules_line(each)) for each in RULESETS]
        return as_csv(write_csv([_("Name"), _("Made from"), _("In short")], rows), f"{club.slug}-rules")
    context = {
        "club": club,
        "own": own,
        "presets": [
            {
                "key": each.key,
                "name": preset_name(each.key),
                "line": rules_line(each),
                "about": about(each.key),
            }
            for each in RULESETS
        ],
        "may_change": changes_rule_sets(viewer_of(request), club),
    }
    return render(request, "tournaments/public/club_rules.html", context)


@require_safe
def rule_set(request: HttpRequest, slug: str, pk: UUID, form: Form = "html") -> HttpResponse:
    """One of the club's own: every rule in force, and what differs from the preset it was made from."""
    club = _club(slug)
    row = club.rule_sets.filter(pk=pk).first()
    if row is None:
        raise Http404("There is no such rule set.")
    if form == "json":
        return as_json(own_json(row))
    rules = read_rules(row.rules)
    context = {
        "club": club,
        "row": row,
        "key": rules.key,
        "explained": explained(rules),
        "may_change": changes_rule_sets(viewer_of(request), club),
    }
    return render(request, "tournaments/public/club_rule_set.html", context)


def _club(slug: str) -> Club:
    found = public.clubs().filter(slug=slug).first()
    if found is None:
        raise Http404("There is no such club.")
    return found
