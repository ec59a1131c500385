"""Which club a page belongs to, for pages of hands: a hand knows its match alone."""

from __future__ import annotations

from uuid import UUID

from django import template

from tournaments.models.club import Club

register = template.Library()


@register.simple_tag
def club_of(match_id: UUID | None) -> Club | None:
    """The club whose match it is; None for a hand without a match."""
    if match_id is None:
        return None
    return Club.objects.filter(tournaments__stages__rounds__matches=match_id).first()
