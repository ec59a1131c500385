"""Settings of the tests: the real ones, on the database and broker that the tests were given."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "only-for-tests-" * 4)
os.environ.setdefault("PUBLIC_URL", "http://testserver")
for name in ("PRODUCTION", "DEBUG", "REDIS_URL", "ALLOWED_HOSTS", "LIVE_URL"):
    os.environ.pop(name, None)
# Each process a file of its own: in memory there is no WAL, no lock file and no second process.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
if not os.environ.get("TEST_FOLDER"):
    os.environ["TEST_FOLDER"] = tempfile.mkdtemp(prefix="club-tests-")
    atexit.register(shutil.rmtree, os.environ["TEST_FOLDER"], ignore_errors=True)
FOLDER = Path(os.environ["TEST_FOLDER"])
os.environ["DATABASE_URL"] = (
    os.environ.get("TEST_DATABASE_URL") or f"sqlite:///{FOLDER / f'club-{WORKER}.sqlite3'}"
)

from config.settings import *  # noqa: E402, F403
from config.settings import ALLOWED_HOSTS, DATABASES, IS_SQLITE, STATICFILES_DIRS, STORAGES  # noqa: E402

ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver"]
if IS_SQLITE:
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / f"test-{WORKER}.sqlite3")}
STATIC_ROOT = FOLDER / "static"
STATIC_ROOT.mkdir(exist_ok=True)
# Nothing was collected, so names carry no hash; browsers find the sheets joined here (tests/conftest.py).
JOINED = FOLDER / f"joined-{WORKER}"
JOINED.mkdir(exist_ok=True)
STATICFILES_DIRS = [JOINED, *STATICFILES_DIRS]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Tests of backups name a folder of their own; all others close rounds without one.
BACKUP_FOLDER = None
BACKUP_FOLDER_IS_OURS = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
