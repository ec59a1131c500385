"""A log line holds no code, token, key or password."""

import logging

import pytest

from config.logs import BlotSecrets, blotted


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("GET /t/K7M2QX/ 200", "GET /t/…/ 200"),
        ("GET /t/K7M2QX 200", "GET /t/… 200"),
        ("GET /tables/7/ 200", "GET /tables/7/ 200"),
        ("?next=/x&code=K7M2QX&a=1", "?next=/x&code=…&a=1"),
        ("Authorization: Token 9f8e7d6c5b4a", "Authorization: Token …"),
        ("{'password': 'right horse', 'a': 1}", "{'password': '…', 'a': 1}"),
        ("redis://:pa55@here:6379/0", "redis://…@here:6379/0"),
        ("postgresql://ada:pa55@here/club", "postgresql://…@here/club"),
    ],
)
def test_secrets_are_blotted_out(line, kept):
    assert blotted(line) == kept


def test_the_arguments_of_a_line_are_blotted_too():
    record = logging.LogRecord("x", logging.INFO, "x.py", 1, "Not found: %s", ("/t/K7M2QX/",), None)
    assert BlotSecrets().filter(record)
    assert record.getMessage() == "Not found: /t/…/"
