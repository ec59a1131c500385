"""Where a part of a page listens for news."""

from uuid import UUID

from django import template
from django.utils.html import format_html

from games.live import address_of

register = template.Library()


@register.simple_tag
def listens_to(*channels: UUID | None) -> str:
    """The attribute that lets a part listen to hands, matches, events; nothing where pages only poll."""
    address = address_of(*channels)
    return format_html(' data-live="{}"', address) if address else ""
