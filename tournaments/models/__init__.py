"""Django finds the tables here; import each from its own module."""

from tournaments.models import club, playing, tournament  # noqa: F401
