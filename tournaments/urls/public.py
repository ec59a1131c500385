"""What everybody may open."""

from django.urls import URLPattern, path

from tournaments.views.public import clubs, events, players, rules

EVENT = "clubs/<slug:club>/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("", clubs.home, name="home"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path(EVENT, events.overview, name="tournament"),
    path(f"{EVENT}rounds/<int:number>/", events.a_round, name="round"),
    path(f"{EVENT}live/", events.live, name="live"),
    path(f"{EVENT}standings/", events.publications, name="standings"),
    path(f"{EVENT}standings/<int:number>/", events.publications, name="publication"),
    path(f"{EVENT}standings/<int:number>.json", events.publication_json, name="publication_json"),
    path(f"{EVENT}standings/<int:number>.csv", events.publication_csv, name="publication_csv"),
    path(f"{EVENT}standings/<int:number>/<str:side>/", events.terms, name="terms"),
    path("players/<uuid:pk>/", players.player, name="player"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:key>/", rules.rule_set, name="rule_set"),
]
