"""Addresses of the pages: the public ones, the table, the desk."""

from tournaments.urls import desk, public, table

urlpatterns = [*table.urlpatterns, *desk.urlpatterns, *public.urlpatterns]
