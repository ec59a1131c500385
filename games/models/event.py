"""The tables of the log. Only the event store and the read-only admin import this module.

The models are thin: writing goes through the event store in SQL, and the database itself refuses changes.
"""

from __future__ import annotations

import uuid
from typing import Any, NoReturn

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext_lazy as _


class AppendOnly(TypeError):
    """Somebody tried to change history through the model."""

    def __init__(self, *_args: object, **_kwargs: object) -> None:
        super().__init__("the log is append-only: events are written by the event store alone")


def _refuse(*_args: object, **_kwargs: object) -> NoReturn:
    raise AppendOnly


class EventQuerySet(models.QuerySet["Event"]):
    """Reads events; every way to write through it is closed."""

    create = get_or_create = update_or_create = bulk_create = bulk_update = update = delete = _refuse
    acreate = aget_or_create = aupdate_or_create = abulk_create = abulk_update = aupdate = adelete = _refuse


class PositionField(models.BigIntegerField):
    """A place in the log, 64 bits. On SQLite the number of the row itself: else it needs another index."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        """The column's type."""
        return "integer" if connection.vendor == "sqlite" else "bigint"


class Stream(models.Model):
    """One hand, match or tournament: its version counts its events, its position is that of the last."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=32)
    tournament_id = models.UUIDField(null=True)
    version = models.BigIntegerField()
    position = models.BigIntegerField()

    class Meta:
        verbose_name = _("stream")
        verbose_name_plural = _("streams")
        indexes = (models.Index(fields=["tournament_id", "kind"], name="games_stream_of_tournament"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.id} @{self.version}"


class Event(models.Model):
    """One fact. Positions are gapless, in the order of commits; `data` is the payload, encoded once."""

    position = PositionField(primary_key=True)
    # No constraint in the database: the store writes both in one transaction and check_log proves them equal.
    stream = models.ForeignKey(
        Stream, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="events"
    )
    version = models.BigIntegerField()
    name = models.CharField(max_length=64)
    schema = models.IntegerField()
    data = models.TextField()
    meta = models.TextField()
    recorded_at = models.BigIntegerField(help_text=_("Microseconds of UTC since 1970."))
    payload_digest = models.BinaryField(max_length=32)
    hash = models.BinaryField(max_length=32)
    redacted_at = models.BigIntegerField(null=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("position",)
        default_permissions = ("view",)
        constraints = (
            models.UniqueConstraint(fields=["stream", "version"], name="games_event_once_a_version"),
        )

    def __str__(self) -> str:
        return f"{self.position} {self.name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Refused."""
        raise AppendOnly

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise AppendOnly


class Command(models.Model):
    """A command that was carried out: its key, the digest of the request, and the first answer to it."""

    id = models.UUIDField(primary_key=True, editable=False)
    stream_id = models.UUIDField(null=True)
    request_digest = models.BinaryField(max_length=64, null=True)
    version = models.BigIntegerField()
    position = models.BigIntegerField()
    answer = models.TextField()

    class Meta:
        verbose_name = _("command")
        verbose_name_plural = _("commands")

    def __str__(self) -> str:
        return str(self.id)


class LogHead(models.Model):
    """The one row that says where the log ends. `installation` names this club's log in exports."""

    id = models.SmallIntegerField(primary_key=True, default=1, editable=False)
    installation = models.UUIDField(default=uuid.uuid4)
    position = models.BigIntegerField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        verbose_name = _("head of the log")
        verbose_name_plural = _("head of the log")

    def __str__(self) -> str:
        return str(self.position)


class Projection(models.Model):
    """How far a fold over the whole log has come; a new version is built beside the active one."""

    class Status(models.TextChoices):
        """Building beside the live one, live, or done with."""

        BUILDING = "building", _("building")
        ACTIVE = "active", _("active")
        RETIRED = "retired", _("retired")

    name = models.CharField(max_length=64)
    version = models.IntegerField()
    status = models.CharField(max_length=8, choices=Status.choices)
    position = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("projection")
        verbose_name_plural = _("projections")
        constraints = (
            models.UniqueConstraint(fields=["name", "version"], name="games_projection_once"),
            models.UniqueConstraint(
                fields=["name"], condition=models.Q(status="active"), name="games_projection_one_active"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.status}) @{self.position}"
