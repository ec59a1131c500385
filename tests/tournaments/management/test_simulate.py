"""Bots play whole tournaments, at tables too."""

import pytest
from django.core.management import CommandError, call_command

from tournaments.models.tournament import Match, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("rules", "players"), [("three_handed", 3), ("manipulation", 4), ("manipulation", 2), ("pagat", 2)]
)
def test_a_table_is_played_to_its_published_end(rules, players, capsys):
    call_command("simulate", players=players, rounds=2, rules=rules, format="one_table", verbosity=0)
    row = Tournament.objects.get()
    matches = Match.objects.filter(round__stage__tournament=row)
    assert [match.sides.count() for match in matches] == [players] * 2
    assert {match.state for match in matches} == {"accepted"}
    assert row.stages.get().publications.last().final
    assert "The leaders" in capsys.readouterr().out


def test_rules_of_a_table_ask_for_a_format_that_makes_one():
    with pytest.raises(CommandError, match="--format one_table"):
        call_command("simulate", players=4, rounds=1, rules="three_handed", verbosity=0)
