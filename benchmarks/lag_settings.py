"""The club's settings with one Celery task more, whose end can be waited for: for bench_standings_lag."""

from config.settings import *  # noqa: F403
from config.settings import REDIS_URL

CELERY_IMPORTS = ("benchmarks.lag_tasks",)
CELERY_RESULT_BACKEND = REDIS_URL
