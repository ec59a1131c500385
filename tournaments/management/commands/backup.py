"""Write the whole club to a file in the backup folder, now."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from tqdm import tqdm

from games.eventstore.log import head
from tournaments.services import backups


class Command(BaseCommand):
    help = "Write the whole club to a file in BACKUP_FOLDER, as it is done after every closed round."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with tqdm(total=head().position, unit=_("events"), disable=None, leave=False) as bar:
                saved = backups.save(on_event=bar.update)
        except backups.NoFolder as error:
            raise CommandError(
                _("BACKUP_FOLDER is set to nothing. Name a folder in it, or use export_log FILE.")
            ) from error
        except backups.Busy as error:
            raise CommandError(_("A backup is being written at this moment.")) from error
        except OSError as error:
            raise CommandError(_("No backup was written: %(why)s") % {"why": error}) from error
        self.stdout.write(str(saved.file))
        self.stderr.write(
            _("%(events)d events and %(rows)d rows, up to position %(position)d.")
            % {"events": saved.events, "rows": saved.rows, "position": saved.position},
            self.style.SUCCESS,
        )
