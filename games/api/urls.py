"""Addresses of the API of hands."""

from django.urls import URLPattern, path

from games.api import views

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:pk>/", views.HandDetail.as_view(), name="api_hand"),
    path("hands/<uuid:pk>/record", views.HandRecord.as_view(), name="api_hand_record"),
    path("hands/<uuid:pk>/replay/", views.HandReplay.as_view(), name="api_hand_replay"),
    path("hands/<uuid:pk>/proposals/", views.Proposals.as_view(), name="api_hand_proposals"),
    path("hands/<uuid:pk>/moves/", views.Moves.as_view(), name="api_hand_moves"),
]
