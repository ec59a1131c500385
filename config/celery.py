"""The Celery application: rebuilds standings beside the pages and sweeps what is stale."""

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import worker_process_init, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def sweep_at_the_start(**_: Any) -> None:
    """Whatever went stale while no worker was there is repaired at once, not at the next beat."""
    app.send_task("tournaments.tasks.sweep", expires=60)


@worker_process_init.connect
def leave_the_program_alone(**_: Any) -> None:
    """The collector need not walk through what was loaded at the start, in the midst of a task."""
    gc.freeze()
