"""The rule sets, each explained in sentences built from its fields."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.engine.rulesets import RULESETS
from tournaments.selectors.rules_in_words import preset_name, rules_in_words, rules_line


def rules(request: HttpRequest) -> HttpResponse:
    """All presets."""
    shown = [{"key": each.key, "name": preset_name(each.key), "line": rules_line(each)} for each in RULESETS]
    return render(request, "tournaments/public/rules.html", {"rule_sets": shown})


def rule_set(request: HttpRequest, key: str) -> HttpResponse:
    """One preset in plain sentences."""
    found = next((each for each in RULESETS if each.key == key), None)
    if found is None:
        raise Http404
    context = {"name": preset_name(key), "line": rules_line(found), "paragraphs": rules_in_words(found)}
    return render(request, "tournaments/public/rule_set.html", context)
