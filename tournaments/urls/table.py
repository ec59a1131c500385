"""The table: what a phone at a table opens."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
