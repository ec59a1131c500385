"""The desk's pages about who runs what: admins of the club, helpers of an event by invitation."""

from django.urls import URLPattern, path

from tournaments.views.desk import admins, roles

EVENT = "desk/t/<uuid:pk>"
CLUB = "desk/clubs/<slug:slug>"

urlpatterns: list[URLPattern] = [
    path(f"{CLUB}/admins/", admins.admins, name="desk_admins"),
    path(f"{CLUB}/admins/invite/", admins.invite, name="desk_admins_invite"),
    path(f"{CLUB}/admins/revoke/", admins.revoke, name="desk_admins_revoke"),
    path(f"{CLUB}/admins/take/", admins.take, name="desk_admins_take"),
    path(f"{EVENT}/helpers/invite/", roles.invite, name="desk_invite"),
    path(f"{EVENT}/helpers/revoke/", roles.revoke, name="desk_invitation_revoke"),
]
