"""What Django is asked to do for the log: triggers after each migrate, and a check that they are there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.module_loading import autodiscover_modules

from games.eventstore import guards


def connect(app: AppConfig) -> None:
    """Called once, when the app is ready."""
    # Each app says what it has: logs.py events, backup.py rows beside them, proofs.py what it can prove.
    autodiscover_modules("logs", "backup", "proofs")
    post_migrate.connect(restore_guards, sender=app, dispatch_uid="games.eventstore.guards")
    register(check_guards, Tags.database)


def restore_guards(*, using: str, **_: Any) -> None:
    """After a migrate or a flush."""
    guards.restore(connections[using])


def check_guards(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Fail where the database would let somebody change history; before the first migrate there is none."""
    return [
        Error(
            f"The database “{alias}” would let events be changed: {', '.join(lost)} missing.",
            hint="Run “manage.py migrate”: it puts them back.",
            id="games.E001",
        )
        for alias in databases or ()
        if guards.has_log(connections[alias]) and (lost := guards.missing(connections[alias]))
    ]
