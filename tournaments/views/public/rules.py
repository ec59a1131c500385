"""The presets, each explained in sentences built from its fields."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.rulesets import RULESETS, write_rules
from tournaments.exchange.csv_out import write_csv
from tournaments.selectors import presets_in_words
from tournaments.selectors.happenings import happenings
from tournaments.selectors.rules_in_words import preset_name, rules_in_words, rules_line
from tournaments.views.public.answers import Form, as_csv, as_json


@require_safe
def rules(request: HttpRequest, form: Form = "html") -> HttpResponse:
    """All presets."""
    if form == "json":
        return as_json({"rule_sets": [write_rules(each) for each in RULESETS]})
    if form == "csv":
        rows = [(each.key, preset_name(each.key), rules_line(each)) for each in RULESETS]
        return as_csv(write_csv([_("Key"), _("Name"), _("In short")], rows), "rules")
    shown = [
        {
            "key": each.key,
            "name": preset_name(each.key),
            "line": rules_line(each),
            "about": presets_in_words.about(each.key),
        }
        for each in RULESETS
    ]
    return render(request, "tournaments/public/rules.html", {"presets": shown})


@require_safe
def irregularities(request: HttpRequest, form: Form = "html") -> HttpResponse:
    """What happens when something goes wrong at a table."""
    found = happenings()
    if form == "json":
        return as_json({"groups": found})
    return render(request, "tournaments/public/irregularities.html", {"groups": found})


@require_safe
def rule_set(request: HttpRequest, key: str, form: Form = "html") -> HttpResponse:
    """One preset: what it is, every rule in force, what its sources leave open."""
    found = next((each for each in RULESETS if each.key == key), None)
    if found is None:
        raise Http404("There is no such rule set.")
    if form == "json":
        return as_json(presets_in_words.rules_json(found))
    context = {
        "name": preset_name(found.key),
        "line": rules_line(found),
        "about": presets_in_words.about(found.key),
        "source": presets_in_words.source(found.key),
        "choices": presets_in_words.choices(found.key),
        "paragraphs": rules_in_words(found),
        "key": found.key,
    }
    return render(request, "tournaments/public/rule_set.html", context)
