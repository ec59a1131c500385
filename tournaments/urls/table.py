"""The table: what a phone at a table opens."""

from django.urls import URLPattern, path

from tournaments.views import matches, postponing
from tournaments.views.table import doors, entering, page, playing, scribing, scribing_rounds, settling
from tournaments.views.worker import worker

urlpatterns: list[URLPattern] = [
    path("t/<str:code>/", doors.by_code, name="table_code"),
    path("table/", page.table, name="table"),
    path("table/now/", page.now, name="table_now"),
    path("table/evening/", doors.evening, name="table_evening"),
    path("table/who/", doors.who, name="table_who"),
    path("table/worker.js", worker, name="table_worker"),
    path("matches/<uuid:pk>/", matches.detail, name="match"),
    path("matches/<uuid:pk>/hands.csv", matches.sheet, name="match_csv"),
    path("matches/<uuid:pk>/record/", matches.record, name="match_record"),
    path("matches/<uuid:pk>/enter/", page.enter, name="match_enter"),
    path("matches/<uuid:pk>/enter/now/", page.enter_now, name="match_enter_now"),
    path("matches/<uuid:pk>/enter/hand/", entering.hand, name="match_hand"),
    path("matches/<uuid:pk>/enter/score/", entering.score, name="match_score"),
    path("matches/<uuid:pk>/enter/strike/", entering.strike, name="match_strike"),
    path("matches/<uuid:pk>/enter/verdict/", settling.verdict, name="match_verdict"),
    path("matches/<uuid:pk>/enter/not-right/", settling.not_right, name="match_not_right"),
    path("matches/<uuid:pk>/scribe/", scribing.scribe, name="match_scribe"),
    path("matches/<uuid:pk>/scribe/send/", scribing.send, name="match_scribe_send"),
    path("matches/<uuid:pk>/scribe/worker.js", worker, name="scribe_worker"),
    path("matches/<uuid:pk>/scribe/round/", scribing_rounds.scribe, name="match_scribe_round"),
    path("matches/<uuid:pk>/scribe/round/send/", scribing_rounds.send, name="match_scribe_round_send"),
    path("matches/<uuid:pk>/play/", playing.play, name="match_play"),
    path("matches/<uuid:pk>/play/now/", playing.play_now, name="match_play_now"),
    path("matches/<uuid:pk>/play/ready/", playing.ready, name="match_play_ready"),
    path("matches/<uuid:pk>/play/back/", playing.take_back, name="match_play_back"),
    path("matches/<uuid:pk>/play/void/", playing.void, name="match_play_void"),
    path("matches/<uuid:pk>/postpone/", postponing.postpone, name="match_postpone"),
    path("matches/<uuid:pk>/enter/missing/", settling.missing, name="match_missing"),
    path("matches/<uuid:pk>/enter/director/", settling.director, name="match_director"),
]
