"""The desk's pages for setting up: clubs and their room, events, people, helpers."""

from django.urls import URLPattern, path

from tournaments.views.desk import club, events, home, lists, money, people, roles, rule_sets, seasons, stages

EVENT = "desk/t/<uuid:pk>"
SIDE = f"{EVENT}/people/<uuid:entry>"
CLUB = "desk/clubs/<slug:slug>"

urlpatterns: list[URLPattern] = [
    path("desk/", home.home, name="desk"),
    path("desk/clubs/new/", home.new_club, name="desk_new_club"),
    path(f"{CLUB}/new/", events.new, name="desk_new"),
    path(f"{CLUB}/new/evening/", events.evening, name="desk_new_evening"),
    path(f"{CLUB}/tables/", club.tables, name="desk_tables"),
    path(f"{CLUB}/tables/add/", club.add, name="desk_tables_add"),
    path(f"{CLUB}/tables/change/", club.change, name="desk_tables_change"),
    path(f"{CLUB}/tables/<uuid:table>/revoke/", club.revoke, name="desk_table_revoke"),
    path(f"{CLUB}/cards/", club.cards, name="desk_cards"),
    path(f"{CLUB}/cards/printed/", club.printed, name="desk_cards_printed"),
    path(f"{CLUB}/phones/", club.phones, name="desk_phones"),
    path(f"{CLUB}/evening-code/", club.evening_code, name="desk_evening_code"),
    path(f"{CLUB}/seasons/", seasons.listing, name="desk_seasons"),
    path(f"{CLUB}/seasons/<uuid:pk>/", seasons.season, name="desk_season"),
    path(f"{CLUB}/seasons/<uuid:pk>/remove/", seasons.remove, name="desk_season_remove"),
    path(f"{CLUB}/rules/new/", rule_sets.new, name="desk_rule_set_new"),
    path(f"{CLUB}/rules/words/", rule_sets.words, name="desk_rule_set_words"),
    path(f"{CLUB}/rules/<uuid:pk>/", rule_sets.edit, name="desk_rule_set"),
    path(f"{CLUB}/rules/<uuid:pk>/delete/", rule_sets.delete, name="desk_rule_set_delete"),
    path(f"{EVENT}/settings/", events.settings, name="desk_settings"),
    path(f"{EVENT}/stages/new/", stages.new, name="desk_stage_new"),
    path(f"{EVENT}/stages/<int:stage>/", stages.edit, name="desk_stage"),
    path(f"{EVENT}/stages/<int:stage>/cut/", stages.qualify, name="desk_qualify"),
    path(f"{EVENT}/stages/<int:stage>/tie-break/", stages.tiebreak, name="desk_tiebreak"),
    path(f"{EVENT}/stages/<int:stage>/put-right/", stages.put_right, name="desk_put_right"),
    path(f"{EVENT}/play-by/", stages.play_by, name="desk_play_by"),
    path(f"{EVENT}/announce/", events.announce, name="desk_announce"),
    path(f"{EVENT}/clone/", events.clone, name="desk_clone"),
    path(f"{EVENT}/helpers/", roles.roles, name="desk_roles"),
    path(f"{EVENT}/helpers/take/", roles.take, name="desk_role_take"),
    path(f"{EVENT}/money/", money.terms, name="desk_money"),
    path(f"{EVENT}/money/life/", money.life, name="desk_life"),
    path(f"{EVENT}/money/life/back/", money.life_back, name="desk_life_back"),
    path(f"{EVENT}/cash/", money.cash, name="desk_cash"),
    path(f"{EVENT}/cash/pay/", money.pay, name="desk_cash_pay"),
    path(f"{EVENT}/cash/count/", money.count, name="desk_cash_count"),
    path(f"{EVENT}/people/", people.listing, name="desk_people"),
    path(f"{EVENT}/people/paste/", lists.paste, name="desk_paste"),
    path(f"{EVENT}/people/import/", lists.upload, name="desk_import"),
    path(f"{EVENT}/people/import/confirm/", lists.confirm, name="desk_confirm"),
    path(f"{SIDE}/", people.side, name="desk_side"),
    path(f"{SIDE}/here/", people.check_in, name="desk_check_in"),
    path(f"{SIDE}/fee/", money.fee, name="desk_fee"),
    path(f"{SIDE}/<slug:action>/", people.act, name="desk_side_act"),
]
