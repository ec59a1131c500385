"""The page of events names every event there is."""

from pathlib import Path

from games.logs import WORDS
from tournaments.engine.club_events import CLUB_EVENTS
from tournaments.engine.events import MATCH_EVENTS, TOURNAMENT_EVENTS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "events.md").read_text()


EVENTS = (*MATCH_EVENTS, *TOURNAMENT_EVENTS, *CLUB_EVENTS)


def test_every_event_is_described() -> None:
    names = [f"hand.{word}" for word in WORDS] + [each.NAME for each in EVENTS]
    assert [name for name in names if f"| `{name}` |" not in PAGE] == []
