"""A club's own rule sets: rows, no events. An event keeps the numbers it was made with, whatever becomes of
them.
"""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError

from games.engine.rulesets import RuleSet, write_rules
from games.eventstore.log import unit
from tournaments.engine.errors import not_now
from tournaments.exchange.texts import name_key
from tournaments.models.club import Club, ClubRuleSet
from tournaments.services.clubs import clean_name


def save_rule_set(club: Club, *, name: str, rules: RuleSet, pk: UUID | None = None) -> ClubRuleSet:
    """A new rule set of the club, or another name and other numbers for the one with this id.

    The same new one again is the one that is there. Raises NotNow `rule_set_name_missing`,
    `rule_set_name_taken` (data: `name`), `unknown_rule_set`.
    """
    name, wire = clean_name(name, most=60), write_rules(rules)
    if not name:
        raise not_now("rule_set_name_missing")
    try:
        with unit():
            there = _named(club, name)
            if there is not None and there.pk != pk:
                if pk is None and there.rules == wire:
                    return there
                raise not_now("rule_set_name_taken", name=there.name)
            if pk is None:
                return ClubRuleSet.objects.create(club=club, name=name, rules=wire)
            row = club.rule_sets.filter(pk=pk).first()
            if row is None:
                raise not_now("unknown_rule_set")
            row.name, row.rules = name, wire
            row.save(update_fields=["name", "rules"])
            return row
    except IntegrityError as error:  # somebody else took the name in this very moment
        raise not_now("rule_set_name_taken", name=name) from error


def delete_rule_set(club: Club, *, pk: UUID) -> bool:
    """The club's rule set is gone; False where it was already. Events made with it are as they were."""
    with unit():
        return bool(club.rule_sets.filter(pk=pk).delete()[0])


def _named(club: Club, name: str) -> ClubRuleSet | None:
    """The club's rule set of this name, however it is written."""
    key = name_key(name)
    return next((row for row in club.rule_sets.all() if name_key(row.name) == key), None)
