"""The Celery application: rebuilds standings beside the pages and sweeps what is stale."""

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import task_prerun, worker_process_init, worker_ready
from django.db import close_old_connections

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


@task_prerun.connect
def look_whether_the_connection_holds(**_: Any) -> None:
    """As before a request: a connection that broke is made anew, one that holds is kept."""
    close_old_connections()
