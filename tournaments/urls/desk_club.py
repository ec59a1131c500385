"""The desk's pages about who is who: a club's people and admins, helpers of an event by invitation."""

from django.urls import URLPattern, path

from tournaments.views.desk import admins, club_people, roles

EVENT = "desk/t/<uuid:pk>"
CLUB = "desk/clubs/<slug:slug>"

urlpatterns: list[URLPattern] = [
    path(f"{CLUB}/admins/", admins.admins, name="desk_admins"),
    path(f"{CLUB}/admins/invite/", admins.invite, name="desk_admins_invite"),
    path(f"{CLUB}/admins/revoke/", admins.revoke, name="desk_admins_revoke"),
    path(f"{CLUB}/admins/take/", admins.take, name="desk_admins_take"),
    path(f"{CLUB}/people/", club_people.listing, name="desk_club_people"),
    path(f"{CLUB}/people/merge/", club_people.merge, name="desk_merge"),
    path(f"{CLUB}/people/part/", club_people.part, name="desk_part"),
    path(f"{CLUB}/people/<uuid:pk>/", club_people.person, name="desk_person"),
    path(f"{CLUB}/people/<uuid:pk>/link/", club_people.link, name="desk_person_link"),
    path(f"{CLUB}/people/<uuid:pk>/<slug:action>/", club_people.act, name="desk_person_act"),
    path(f"{EVENT}/helpers/invite/", roles.invite, name="desk_invite"),
    path(f"{EVENT}/helpers/revoke/", roles.revoke, name="desk_invitation_revoke"),
]
