"""The desk: everything of those who run an event."""

from django.urls import URLPattern, path

from tournaments.views.desk import (
    evening,
    events,
    home,
    inbox,
    line,
    lists,
    matches,
    people,
    roles,
    room,
    rounds,
    standings,
)

EVENT = "desk/t/<uuid:pk>/"
CLUB = "desk/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("desk/", home.home, name="desk_home"),
    path("desk/new-club/", home.new_club, name="desk_new_club"),
    # one event
    path(EVENT, evening.event, name="desk_event"),
    path(f"{EVENT}board/", evening.board, name="desk_board"),
    path(f"{EVENT}line/", line.line, name="desk_line"),
    path(f"{EVENT}draw/", rounds.draw, name="desk_draw"),
    path(f"{EVENT}discard/", rounds.discard, name="desk_discard"),
    path(f"{EVENT}publish/", rounds.publish, name="desk_publish"),
    path(f"{EVENT}swap/", rounds.swap, name="desk_swap"),
    path(f"{EVENT}swap-tables/", rounds.swap_tables, name="desk_swap_tables"),
    path(f"{EVENT}move/", rounds.move, name="desk_move"),
    path(f"{EVENT}closing/", rounds.closing, name="desk_closing"),
    path(f"{EVENT}close/", rounds.close, name="desk_close"),
    path(f"{EVENT}announce/", events.announce, name="desk_announce"),
    path(f"{EVENT}settings/", events.settings, name="desk_settings"),
    path(f"{EVENT}clone/", events.clone, name="desk_clone"),
    path(f"{EVENT}people/", people.listing, name="desk_people"),
    path(f"{EVENT}people/paste/", lists.paste, name="desk_paste"),
    path(f"{EVENT}people/import/", lists.upload, name="desk_upload"),
    path(f"{EVENT}people/confirm/", lists.confirm, name="desk_confirm"),
    path(f"{EVENT}people/<uuid:entry>/", people.side, name="desk_side"),
    path(f"{EVENT}people/<uuid:entry>/here/", people.check_in, name="desk_check_in"),
    path(f"{EVENT}people/<uuid:entry>/<slug:action>/", people.act, name="desk_side_act"),
    path(f"{EVENT}standings/", standings.page, name="desk_standings"),
    path(f"{EVENT}standings/publish/", standings.publish, name="desk_publish_standings"),
    path(f"{EVENT}finish/", standings.finish, name="desk_finish"),
    path(f"{EVENT}inbox/", inbox.listing, name="desk_inbox"),
    path(f"{EVENT}inbox/<int:entry>/settle/", inbox.settle, name="desk_settle"),
    path(f"{EVENT}roles/", roles.roles, name="desk_roles"),
    path(f"{EVENT}roles/<int:role>/take/", roles.take, name="desk_take_role"),
    # one match
    path("desk/matches/<uuid:pk>/", matches.detail, name="desk_match"),
    path("desk/matches/<uuid:pk>/<slug:action>/", matches.act, name="desk_match_act"),
    # one club
    path(f"{CLUB}new/", events.new, name="desk_new"),
    path(f"{CLUB}new/evening/", events.evening, name="desk_new_evening"),
    path(f"{CLUB}phones/", room.phones, name="desk_phones"),
    path(f"{CLUB}phones/now/", room.phones_now, name="desk_phones_now"),
    path(f"{CLUB}cards/", room.cards, name="desk_cards"),
    path(f"{CLUB}cards/print/", room.cards_print, name="desk_cards_print"),
    path(f"{CLUB}cards/sheet/", room.cards_sheet, name="desk_cards_sheet"),
    path(f"{CLUB}tables/", room.tables, name="desk_tables"),
    path(f"{CLUB}tables/<uuid:pk>/", room.table, name="desk_table"),
    path(f"{CLUB}tables/<uuid:pk>/revoke/", room.revoke, name="desk_revoke"),
    path("hello/<slug:slug>/", room.hello, name="phone_hello"),
]
