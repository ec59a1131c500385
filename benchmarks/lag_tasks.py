"""A task that does nothing: there and back is the least that anything takes through broker and worker."""

from __future__ import annotations

from celery import shared_task


@shared_task(ignore_result=False)
def nothing() -> None:
    """Nothing."""
