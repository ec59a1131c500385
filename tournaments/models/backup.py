"""How far this installation's log lies in a second place."""

from __future__ import annotations

from django.db import models


class Backup(models.Model):
    """One row: the last whole file, and why there is none after it. It stays with the machine it tells of.

    The file ends at `position` of the log; up to `looked` nothing asks for another one. `wanted_at`: somebody
    pressed "save now". `begun_at`: one is being written since then. `error` is a code (`services.backups`),
    `detail` what the system said.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    position = models.BigIntegerField(default=0)
    looked = models.BigIntegerField(default=0)
    saved_at = models.DateTimeField(null=True)
    file = models.CharField(max_length=1000, blank=True, default="")
    same_disk = models.BooleanField(default=False)
    wanted_at = models.DateTimeField(null=True)
    begun_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=12, blank=True, default="")
    detail = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="one_backup_row"),)

    def __str__(self) -> str:
        return self.file or "–"
