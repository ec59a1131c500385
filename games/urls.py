"""Addresses of hands."""

from django.urls import URLPattern, path

from games.views import hands

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:pk>/", hands.hand, name="hand"),
    path("hands/<uuid:pk>/record.jsonl", hands.record, name="hand_record"),
]
