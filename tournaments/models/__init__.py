"""Django finds the tables here; import each from its own module."""

from tournaments.models import club, invitation, playing, season, tournament  # noqa: F401
