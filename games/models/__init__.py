"""Django finds the tables here; import each from its own module.

No name of the log's module is exported: only the event store and the read-only admin may touch its tables.
"""

from games.models import event, hand, player  # noqa: F401
