"""The games app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """People at a table, playing hands."""

    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Keep the log append-only in the database."""
        from games import logs  # noqa: F401
        from games.eventstore import startup

        startup.connect(self)
