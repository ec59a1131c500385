"""Addresses of hands."""

from django.urls import URLPattern, path

from games.views import deals, hands, play

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:pk>/", hands.hand, name="hand"),
    path("hands/<uuid:pk>/record.jsonl", hands.record, name="hand_record"),
    path("embed/hands/<uuid:pk>/", hands.embed, name="hand_embed"),
    path("hands/<uuid:pk>/play/", play.play, name="hand_play"),
    path("hands/<uuid:pk>/play/now/", play.now, name="hand_play_now"),
    path("hands/<uuid:pk>/deal/", deals.deal, name="hand_deal"),
]
