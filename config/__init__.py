"""Wiring: may import everything, imported by nothing."""

from config.celery import app as celery_app  # tasks shared by the apps belong to this application

__all__ = ["celery_app"]
