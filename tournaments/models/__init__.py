"""Django finds the tables here; import each from its own module."""

from tournaments.models import backup, club, invitation, own_link, playing, season, tournament  # noqa: F401
