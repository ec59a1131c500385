"""The club's settings with two addresses more, for bench_http_append."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.http_urls"
