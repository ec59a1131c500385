"""Tables of the games app.

The log's module is imported so that Django finds its tables, and no name of it is exported here: only the event
store and the read-only admin may touch them.
"""

from games.models import event  # noqa: F401
