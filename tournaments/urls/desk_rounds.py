"""The desk's pages for running an event: the evening, its rounds and matches, standings, the inbox."""

from django.urls import URLPattern, path

from tournaments.views.desk import (
    clocks,
    evening,
    hello,
    inbox,
    irregularities,
    line,
    log,
    matches,
    past,
    repairs,
    rounds,
    saved,
    slips,
    standings,
    wall,
)

EVENT = "desk/t/<uuid:pk>"

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}/", evening.event, name="desk_event"),
    path(f"{EVENT}/board/", evening.board, name="desk_board"),
    path(f"{EVENT}/line/", line.line, name="desk_line"),
    path(f"{EVENT}/draw/", rounds.draw, name="desk_draw"),
    path(f"{EVENT}/discard/", rounds.discard, name="desk_discard"),
    path(f"{EVENT}/publish/", rounds.publish, name="desk_publish"),
    path(f"{EVENT}/clock/", clocks.run, name="desk_clock"),
    path(f"{EVENT}/clock/set/", clocks.set_clock, name="desk_clock_set"),
    path(f"{EVENT}/swap/", rounds.swap, name="desk_swap"),
    path(f"{EVENT}/swap-tables/", rounds.swap_tables, name="desk_swap_tables"),
    path(f"{EVENT}/move/", rounds.move, name="desk_move"),
    path(f"{EVENT}/closing/", rounds.closing, name="desk_closing"),
    path(f"{EVENT}/close/", rounds.close, name="desk_close"),
    path(f"{EVENT}/standings/", standings.page, name="desk_standings"),
    path(f"{EVENT}/standings/publish/", standings.publish, name="desk_publish_standings"),
    path(f"{EVENT}/finish/", standings.finish, name="desk_finish"),
    path(f"{EVENT}/inbox/", inbox.listing, name="desk_inbox"),
    path(f"{EVENT}/inbox/<int:entry>/settle/", inbox.settle, name="desk_settle"),
    path(f"{EVENT}/wall/", wall.announce, name="desk_wall"),
    path(f"{EVENT}/saved/", saved.saved, name="desk_saved"),
    path(f"{EVENT}/save-now/", saved.save_now, name="desk_save_now"),
    path(f"{EVENT}/slips/", slips.page, name="desk_slips"),
    path(f"{EVENT}/log/", log.page, name="desk_log"),
    path(f"{EVENT}/log/undo/", log.undo_last, name="desk_undo"),
    path(f"{EVENT}/past/", past.page, name="desk_past"),
    path(f"{EVENT}/seated/", repairs.seated, name="desk_seated"),
    path("desk/matches/<uuid:pk>/", matches.detail, name="desk_match"),
    path("desk/matches/<uuid:pk>/belongs/", repairs.belongs, name="desk_belongs"),
    path("desk/matches/<uuid:pk>/rule/<slug:code>/", irregularities.rule, name="desk_match_rule"),
    path("desk/matches/<uuid:pk>/rulings/<int:number>/", irregularities.take_back, name="desk_match_ruling"),
    path("desk/matches/<uuid:pk>/<slug:action>/", matches.act, name="desk_match_act"),
    path("hello/<slug:slug>/", hello.hello, name="phone_hello"),
]
