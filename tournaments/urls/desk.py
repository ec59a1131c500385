"""The desk: everything of those who run an event."""

from django.urls import URLPattern

from tournaments.urls import desk_people, desk_rounds

urlpatterns: list[URLPattern] = [*desk_people.urlpatterns, *desk_rounds.urlpatterns]
