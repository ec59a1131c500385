"""Links that open something for one person: an invitation to a role, a player's own page."""

from django.urls import URLPattern, path

from tournaments.views import invitations, own

urlpatterns: list[URLPattern] = [
    path("r/<str:token>/", invitations.door, name="invitation_door"),
    path("p/<str:token>/", own.door, name="own_door"),
    path("me/", own.me, name="me"),
    path("me/hide/", own.hide, name="me_hide"),
    path("me/login/", own.give_login, name="me_login"),
    path("me/leave/", own.leave, name="me_leave"),
    path("invitation/", invitations.invitation, name="invitation"),
]
