"""Pages and API, as a WSGI application."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# The collector need not walk through the whole program in the midst of an answer.
gc.collect()
gc.freeze()
