"""An address that only takes a button says so where a browser would show an empty page."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_page_that_takes_buttons_alone_says_that_nothing_was_done():
    answer = Client().get("/logout/")
    assert (answer.status_code, "POST" in answer["Allow"]) == (405, True)
    assert "Nothing was done" in answer.text


def test_programs_and_buttons_get_their_answers_as_ever():
    assert Client().get("/api/v1/tokens/").json()["code"] == "method_not_allowed"
    assert Client().put("/logout/").content == b""
