"""The desk: everything of those who run an event."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
