"""What everybody may open."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
