"""Hands of the club's matches: who may know of them, who sits at them (registered with `games.access`)."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from games import access
from games.models.hand import Hand
from tournaments.access import fetch
from tournaments.access.results import sees_result
from tournaments.access.viewer import Viewer, viewer_of
from tournaments.models.tournament import Match


def register() -> None:
    """Let the hands' own pages and API ask here."""
    access.register_gate(may_know_of)
    access.register_seat_finder(seat_of)


def may_know_of(request: HttpRequest, hand: Hand) -> bool:
    """A hand of a match is public once the match counts; before, it is for its table and those who run it."""
    if hand.match_id is None:
        return True
    viewer = viewer_of(request)
    try:
        row = fetch.match_for(viewer, hand.match_id)
    except Http404:
        return False
    return sees_hands(viewer, row)


def sees_hands(viewer: Viewer, row: Match) -> bool:
    """May this viewer see the single hands of a match he may know of?"""
    if not sees_result(viewer, row):
        return False
    return row.is_counted or bool(viewer.roles_in(row.round.stage.tournament)) or at_its_table(viewer, row)


def at_its_table(viewer: Viewer, row: Match) -> bool:
    """A player of the match, or a phone at its table while the match is on."""
    if viewer.side_in(row) is not None:
        return True
    return viewer.phone is not None and row.is_open and row.table_id == viewer.phone.card.table.pk


def seat_of(request: HttpRequest, hand: Hand) -> int | None:
    """The seat of a hand that a login or a phone's person plays."""
    viewer = viewer_of(request)
    seats = [str(seat) for seat in hand.seats]
    if viewer.phone is not None and viewer.phone.person is not None and str(viewer.phone.person) in seats:
        return seats.index(str(viewer.phone.person))
    if viewer.link is not None and str(viewer.link) in seats:
        return seats.index(str(viewer.link))
    player = getattr(viewer.user, "player", None) if viewer.is_known else None
    return seats.index(str(player.pk)) if player is not None and str(player.pk) in seats else None
