"""Addresses of the pages: the public ones, the table, the desk, links for one person."""

from tournaments.urls import desk, people, public, table

urlpatterns = [*table.urlpatterns, *desk.urlpatterns, *people.urlpatterns, *public.urlpatterns]
