"""News that travels upward, before anything is written: receivers add to the plan and never append
themselves.
"""

from django.dispatch import Signal

hand_finished = Signal()
"""A hand ended. Sends `plan`, `hand` (the row, unsaved changes allowed) and `result` (HandResult)."""
