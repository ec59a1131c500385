"""What tournaments prove beside the log, for `manage.py check_log`: rows are what a replay gives.

Each match is folded again and compared with its row, and each of its hands is replayed by the rules: the
result that stands in the match's stream must be the one its own stream comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.utils.translation import gettext as _

from games.engine.errors import Refusal
from games.eventstore import checks
from games.eventstore.log import load_many
from games.logs import hand_at
from games.models.hand import Hand
from tournaments.engine import match
from tournaments.engine.match import MatchState
from tournaments.models.tournament import Match
from tournaments.services.projection import summary_of

BATCH = 100


def rows_are_what_a_replay_gives() -> Iterator[str]:
    """One sentence for each match or hand that is not what its stream says."""
    ids = list(Match.objects.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        some = ids[start : start + BATCH]
        rows = Match.objects.in_bulk(some)
        for match_id, (version, stored) in load_many(some).items():
            if version:
                state = match.fold(stored)
                yield from _match(rows[match_id], version, state)
                yield from _hands(rows[match_id], state)
            elif rows[match_id].version:
                yield _("Match %(match)s has a row and no events.") % {"match": match_id}


def _match(row: Match, version: int, state: MatchState) -> Iterator[str]:
    shown = (row.version, row.state, row.summary, row.director_called)
    if shown != (version, state.status, summary_of(state), state.director_call is not None):
        yield _("The row of match %(match)s is not what its events come to.") % {"match": row.pk}


def _hands(row: Match, state: MatchState) -> Iterator[str]:
    hands = {line.hand: line for line in state.lines if line.hand is not None}
    versions = dict(Hand.objects.filter(pk__in=hands).values_list("pk", "version"))
    for hand_id, line in hands.items():
        told = {"hand": hand_id, "match": row.pk}
        try:
            version, replayed = hand_at(UUID(hand_id))
        except (Refusal, AssertionError) as error:
            yield _("Hand %(hand)s of match %(match)s cannot be replayed: %(error)s") % {
                **told,
                "error": error,
            }
            continue
        if replayed.result != line.result:
            yield _("Hand %(hand)s ended otherwise than match %(match)s says.") % told
        if versions.get(UUID(hand_id)) != version:
            yield _("The row of hand %(hand)s in match %(match)s is not as far as its events.") % told


checks.register(rows_are_what_a_replay_gives)
