import pytest
from django.conf import settings

from tests.games.eventstore.scene import WRITERS, Store

# The function lives in PostgreSQL; the statements one by one are there on both, and its reference.
IS_POSTGRESQL = "postgresql" in settings.DATABASES["default"]["ENGINE"]


@pytest.fixture(params=["statements", "function"] if IS_POSTGRESQL else ["statements"])
def store(request) -> Store:
    """Each way to write that the database of this run has."""
    return Store(request.param, WRITERS[request.param])
