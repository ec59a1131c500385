"""What tournaments prove beside the log, for `manage.py check_log`: rows are what a replay gives.

Each tournament is replayed whole: its own stream, its matches, and their hands by the rules. What stands in a
match's stream must be what its hands come to, every row must say what its streams do, and a club's ratings
and season tables what its results come to. Who is whose duplicate is what the club's own stream says.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.eventstore import checks
from tournaments.models.club import Club
from tournaments.services import figures_again, merging, rebuild


def rows_are_what_a_replay_gives() -> Iterator[str]:
    """One sentence for each row and field that is not what the streams say."""
    for tournament_id in rebuild.all_tournaments():
        yield from rebuild.check(tournament_id).sentences()
    for player in merging.wrong_rows():
        yield merging.sentence(player)
    for club in Club.objects.all():
        if figures_again.differ(club.pk):
            yield figures_again.sentence(club)


checks.register(rows_are_what_a_replay_gives)
