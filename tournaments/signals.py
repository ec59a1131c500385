"""News of a tournament, sent before anything is written: receivers add to the plan and never append
themselves.
"""

from django.dispatch import Signal

result_recorded = Signal()
"""A match's stream gets events. Sends `plan`, `match_id`, `tournament_id`."""

tournament_changed = Signal()
"""A tournament's stream gets events. Sends `plan`, `tournament_id`."""

standings_published = Signal()
"""Standings are being published. Sends `plan`, `tournament_id`."""
