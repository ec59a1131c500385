"""A log line holds no code, token, key or password."""

import logging
import sys

import pytest
from django.conf import settings as django_settings

from config.logs import BlotSecrets, Line, blotted


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("GET /t/K7M2QX/ 200", "GET /t/…/ 200"),
        ("GET /t/K7M2QX 200", "GET /t/… 200"),
        ("GET /tables/7/ 200", "GET /tables/7/ 200"),
        ("from https://club.example:8000/r/K7M2QX/", "from https://club.example:8000/r/…/"),
        ("Not Found: //p/K7M2QX", "Not Found: //p/…"),
        ("next=%2Fr%2FK7M2QX%2F&a=1", "next=%2Fr%2F…%2F&a=1"),
        ("from=https%3A%2F%2Fclub.example%2Fp%2FK7M2QX", "from=https%3A%2F%2Fclub.example%2Fp%2F…"),
        ("https://club.example/clubs/my/t/abcd", "https://club.example/clubs/my/t/abcd"),
        ("?next=/x&code=K7M2QX&a=1", "?next=/x&code=…&a=1"),
        ("Authorization: Token 9f8e7d6c5b4a", "Authorization: Token …"),
        ("{'password': 'right horse', 'a': 1}", "{'password': '…', 'a': 1}"),
        ("redis://:pa55@here:6379/0", "redis://…@here:6379/0"),
        ("postgresql://ada:pa55@here/club", "postgresql://…@here/club"),
    ],
)
def test_secrets_are_blotted_out(line, kept):
    assert blotted(line) == kept


def test_an_error_s_own_words_are_blotted_below_its_line():
    assert django_settings.LOGGING["formatters"]["line"]["class"] == "config.logs.Line"
    try:
        raise ValueError("no such address: https://club.example/r/K7M2QX/")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "Failed.", (), sys.exc_info())
    told = Line("{message}", style="{").format(record)
    assert told.endswith("ValueError: no such address: https://club.example/r/…/")
    assert "Traceback" in told


def test_the_arguments_of_a_line_are_blotted_too():
    record = logging.LogRecord("x", logging.INFO, "x.py", 1, "Not found: %s", ("/t/K7M2QX/",), None)
    assert BlotSecrets().filter(record)
    assert record.getMessage() == "Not found: /t/…/"
