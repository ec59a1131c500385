"""Links that open something for one person: an invitation to a role."""

from django.urls import URLPattern, path

from tournaments.views import invitations

urlpatterns: list[URLPattern] = [
    path("r/<str:token>/", invitations.door, name="invitation_door"),
    path("invitation/", invitations.invitation, name="invitation"),
]
