"""The log in the admin pages, to read only; of a hand in play no more than the public sees."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import access
from games.eventstore import clock
from games.models.event import Event
from games.models.hand import Hand


@admin.register(Event)
class EventAdmin(admin.ModelAdmin):
    """One event a line, the newest first; nobody adds, changes or deletes any."""

    list_display = ("position", "name", "kind", "stream_id", "version", "recorded")
    list_select_related = ("stream",)
    list_per_page = 50
    ordering = ("-position",)
    search_fields = ("=name", "=stream__id", "=stream__tournament_id")
    search_help_text = _("An event's name, or the id of a hand, a match or a tournament.")
    show_full_result_count = False
    fields = (
        "position",
        "name",
        "schema",
        "kind",
        "stream_id",
        "version",
        "recorded",
        "payload",
        "circumstances",
    )
    readonly_fields = fields

    @admin.display(description=_("stream"))
    def kind(self, event: Event) -> str:
        """Hand, match or tournament."""
        return event.stream.kind

    @admin.display(description=_("recorded"), ordering="position")
    def recorded(self, event: Event) -> Any:
        """When, in the zone of the pages."""
        return clock.as_time(event.recorded_at)

    @admin.display(description=_("payload"))
    def payload(self, event: Event) -> str:
        """What is stored; of a hand in play what everybody at the table may see."""
        if event.redacted_at is not None:
            return str(_("redacted"))
        stored = json.loads(event.data)
        if event.name.startswith("hand."):
            hand = Hand.objects.filter(pk=event.stream_id).first()
            if hand is None:
                return str(_("not shown: this hand has no row yet"))
            if not access.is_finished(hand):
                stored = access.visible_events(hand)[event.version - 1]
        return json.dumps(stored, ensure_ascii=False, indent=2)

    @admin.display(description=_("by whom and how"))
    def circumstances(self, event: Event) -> str:
        """The circumstances stored beside it."""
        return json.dumps(json.loads(event.meta), ensure_ascii=False, indent=2)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Events are written by the event store alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        """A correction is a new event."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        """Nothing is forgotten."""
        return False
