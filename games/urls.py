"""Addresses of hands."""

from django.urls import URLPattern, path

from games import views

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:pk>/", views.hand, name="hand"),
    path("hands/<uuid:pk>/record.jsonl", views.record, name="hand_record"),
]
