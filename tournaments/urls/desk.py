"""The desk: everything of those who run an event."""

from django.urls import URLPattern

from tournaments.urls import desk_club, desk_people, desk_rounds

urlpatterns: list[URLPattern] = [
    *desk_club.urlpatterns, *desk_people.urlpatterns, *desk_rounds.urlpatterns,
]  # fmt: skip
