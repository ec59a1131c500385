"""Settings of the club. What differs from place to place is read in env.py; docs/operations.md lists it."""

import os
import tomllib
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from config import env, languages

BASE_DIR = Path(__file__).resolve().parent.parent

# What we are: pages that a browser keeps are fetched anew after an update
RELEASE = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

# Where we are
PUBLIC_URL = env.public_url()
LIVE_URL = env.web_address("LIVE_URL")
IS_HTTPS = PUBLIC_URL.startswith("https://")
PRODUCTION = env.flag("PRODUCTION", default=IS_HTTPS)
DEBUG = env.flag("DEBUG", default=False)
if PRODUCTION and DEBUG:
    raise env.WrongSetting(
        "DEBUG", "this shows the program's inside to everybody and is refused in production."
    )
if PRODUCTION and not IS_HTTPS:
    raise env.WrongSetting("PUBLIC_URL", "in production this must be the https address that people open.")

# Data
DATABASES = {"default": env.database(BASE_DIR / "data" / "club.sqlite3")}
IS_SQLITE = DATABASES["default"]["ENGINE"] == env.ENGINES["sqlite"]
DATA_DIR = Path(DATABASES["default"]["NAME"]).parent if IS_SQLITE else BASE_DIR / "data"
DATA_DIR.mkdir(parents=True, exist_ok=True)
SECRET_KEY = env.secret_key(production=PRODUCTION, beside=DATA_DIR)
# The second place: the whole club in one file after every closed round. A folder that was named must be there
# (a stick may be missing); beside the data we make our own. So many of the newest files stay, and the last of
# each evening.
BACKUP_FOLDER = env.folder("BACKUP_FOLDER", default=DATA_DIR / "backups")
BACKUP_FOLDER_IS_OURS = BACKUP_FOLDER is not None and not env.text("BACKUP_FOLDER")
BACKUP_KEEP = env.number("BACKUP_KEEP", default=20, least=1, most=10_000)
BACKUP_RETRY_SECONDS = 30
# What an admin may bring in by his browser; larger files are the command line's.
IMPORT_MEGABYTES = env.number("IMPORT_MEGABYTES", default=50, least=1, most=2000)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# In the process: a page or a recorded move must never depend on Redis being up.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# Broker
REDIS_URL = env.redis_url()
HAS_BROKER = bool(REDIS_URL)

INSTALLED_APPS = [
    "games",
    "tournaments",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "rest_framework",
    "knox",
    "drf_spectacular",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.private_answers.PrivateAnswers",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "config.only_buttons.OnlyButtons",
    "tournaments.views.as_it_stood.AsItStood",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Languages and time
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGES = languages.offered(BASE_DIR / "locale")
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")

# Static files: names carry a hash, so a browser may keep them for ever
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").is_dir() else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.InOnePiece"},
}

# People
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "/"

# Throttled login: ten wrong passwords for one name from one address close that pair for a quarter of an hour.
# Never the address alone: a whole club sits behind one.
AXES_FAILURE_LIMIT = 10
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_CALLABLE = "config.login.locked_out"
AXES_VERBOSE = False

# What a browser is told
ALLOWED_HOSTS = [str(urlsplit(PUBLIC_URL).hostname), *env.words("ALLOWED_HOSTS")]
if not PRODUCTION:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
CSRF_FAILURE_VIEW = "tournaments.views.desk.base.token_is_old"
CSRF_COOKIE_SECURE = IS_HTTPS
SESSION_COOKIE_SECURE = IS_HTTPS
SESSION_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = IS_HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = (
    env.number("HSTS_SECONDS", default=31_536_000, least=0, most=63_072_000) if PRODUCTION else 0
)
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
SECURE_HSTS_PRELOAD = PRODUCTION
SECURE_REFERRER_POLICY = "same-origin"  # a table's code is part of its address and must not travel
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.flag("BEHIND_PROXY", default=False) else None
)
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF, LIVE_URL] if LIVE_URL else [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# API: JSON alone; nobody may do anything unless the view says who may
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.api_json.Json"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "config.api_session.Cookies",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["config.api_permissions.NobodyUnlessNamed"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "config.api_errors.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Tokens: the database holds their digests alone (docs/decisions); a token lives for thirty days.
REST_KNOX = {"TOKEN_TTL": timedelta(days=30), "TOKEN_LIMIT_PER_USER": 20, "AUTO_REFRESH": False}
SPECTACULAR_SETTINGS = {
    "TITLE": "Gin rummy club",
    "DESCRIPTION": "Hands, matches and tournaments of a card club. Errors are {code, message, data}.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    # Fields of one name with other choices; without names of their own a new one would rename the old.
    "ENUM_NAME_OVERRIDES": {
        "ApartEnum": ["never", "rather_not", "free"],
        "FeeEnum": ["paid", "waived", "open"],
    },
}

# Celery: a task lost with its worker comes back; the guarantee is the sweep (docs/operations.md)
CELERY_BROKER_URL = REDIS_URL or None
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_STORE_ERRORS_EVEN_IF_IGNORED = False
CELERY_TASK_SOFT_TIME_LIMIT = 10
CELERY_TASK_TIME_LIMIT = 20
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A worker keeps its database connection as the server's threads do (config/celery.py looks whether it holds).
CELERY_DB_REUSE_MAX = 1_000_000_000
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 0.5,
}
# With a broker beat sends the sweep; without one the loop in `manage.py serve` runs it. A sweep that no
# worker took before the next one is thrown away.
SWEEP_SECONDS = 5
# Standings that are behind for so long are told as an error: sweeps fail, or nobody runs them.
STALE_SECONDS = 30
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "tournaments.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},
    },
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")

# The server of `manage.py serve`: processes, and threads in each; a thread keeps one database connection
WEB_PROCESSES = env.number("WEB_PROCESSES", default=min(os.cpu_count() or 1, 4), least=1, most=64)
WEB_THREADS = env.number("WEB_THREADS", default=4, least=1, most=64)
# The live channel (config/asgi.py): its port beside the server's (0: none), and how many pages may listen
LIVE_PORT = env.number("LIVE_PORT", default=0, least=0, most=65_535) if env.text("LIVE_PORT") else None
LIVE_LISTENERS = env.number("LIVE_LISTENERS", default=2000, least=1, most=100_000)
WORKER_PROCESSES = env.number("WORKER_PROCESSES", default=1, least=1, most=64)

# Logging: one line an event on stderr; codes and tokens in addresses are blotted out
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"blot": {"()": "config.logs.BlotSecrets"}},
    "formatters": {
        "line": {
            "class": "config.logs.Line",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["blot"]},
    },
    "root": {"handlers": ["stderr"], "level": env.level("LOG_LEVEL", "INFO")},
    "loggers": {
        "axes": {"level": "WARNING"},
        "django.server": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
    },
}
