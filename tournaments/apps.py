"""The tournaments app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """The club's events: who enters, who meets, what is published."""

    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the events known to the store, let receivers hear the news, and guard the matches' hands."""
        from tournaments import logs, receivers  # noqa: F401
        from tournaments.access import hands

        hands.register()
