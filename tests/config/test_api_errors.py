"""Whatever goes wrong below /api/, the answer is {code, message, data}."""

from types import SimpleNamespace
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.urls import path
from rest_framework import exceptions, serializers
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.views import APIView

from config.urls import handler404, handler500  # noqa: F401
from games.engine.errors import IllegalMove, NotationError
from games.eventstore.plan import Conflict, KeyReused
from tournaments.engine import errors as tournament_errors

ID = UUID(int=7)
TO_RAISE = SimpleNamespace(error=None)


class Fails(APIView):
    permission_classes = (AllowAny,)

    def get(self, request):
        raise TO_RAISE.error


class Checks(APIView):
    permission_classes = (AllowAny,)

    class Form(serializers.Serializer):
        points = serializers.IntegerField(max_value=100)

    def post(self, request):
        self.Form(data=request.data).is_valid(raise_exception=True)
        return Response({})


class NamesNobody(APIView):
    def get(self, request):
        return Response({"secret": 1})


urlpatterns = [
    path("api/v1/fails/", Fails.as_view()),
    path("api/v1/checks/", Checks.as_view()),
    path("api/v1/names-nobody/", NamesNobody.as_view()),
]
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.mark.parametrize(
    ("error", "status", "code", "data"),
    [
        (NotationError("unreadable", "“7x” is no card.", {"text": "7x"}), 400, "unreadable", {"text": "7x"}),
        (IllegalMove("over_limit", "Too much.", {"deadwood": 14}), 422, "over_limit", {"deadwood": 14}),
        (tournament_errors.NotNow("no_round", "Not now.", {}), 422, "no_round", {}),
        (tournament_errors.NotAllowed("not_yours", "Not for you.", {}), 403, "not_yours", {}),
        (tournament_errors.Conflict("two_results", "Two.", {"a": 1}), 409, "two_results", {"a": 1}),
        (Conflict(ID, 3, 4), 409, "stale_version", {"expected": 3, "actual": 4}),
        (KeyReused(ID), 422, "key_reused", {}),
        (Http404("hand 7 of Ada"), 404, "not_found", {}),
        (PermissionDenied("Another table's card."), 403, "permission_denied", {}),
        (exceptions.NotFound(), 404, "not_found", {}),
        (exceptions.Throttled(wait=12.4), 429, "throttled", {"wait_seconds": 13}),
        (exceptions.ParseError(), 400, "parse_error", {}),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_every_kind_of_error_has_the_three_keys(client, error, status, code, data):
    TO_RAISE.error = error
    answer = client.get("/api/v1/fails/")
    body = answer.json()
    assert (answer.status_code, list(body), body["code"], body["data"]) == (
        status,
        ["code", "message", "data"],
        code,
        data,
    )
    assert body["message"]


def test_what_was_not_found_is_not_told(client):
    TO_RAISE.error = Http404("hand 7 of Ada")
    assert client.get("/api/v1/fails/").json()["message"] == "There is nothing at this address."


def test_values_that_cannot_be_used_are_named(client):
    answer = client.post("/api/v1/checks/", {"points": 101}, content_type="application/json")
    assert (answer.status_code, answer.json()) == (
        400,
        {
            "code": "invalid",
            "message": "Some of the values cannot be used.",
            "data": {
                "fields": {
                    "points": [
                        {"message": "Ensure this value is less than or equal to 100.", "code": "max_value"}
                    ]
                }
            },
        },
    )


def test_json_that_cannot_be_read_is_refused(client):
    answer = client.post("/api/v1/checks/", "{", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")


def test_a_view_that_names_nobody_lets_nobody_in(client, admin_client):
    unknown, admin = client.get("/api/v1/names-nobody/"), admin_client.get("/api/v1/names-nobody/")
    assert (unknown.status_code, unknown.json()["code"]) == (401, "not_authenticated")
    assert (admin.status_code, admin.json()["code"]) == (403, "permission_denied")


def test_a_token_nobody_has_is_refused(client):
    answer = client.get("/api/v1/checks/", headers={"Authorization": "Token 0123456789"})
    assert (answer.status_code, answer.json()["code"]) == (401, "authentication_failed")


def test_a_method_that_is_not_there(client):
    answer = client.get("/api/v1/checks/")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


def test_an_address_nobody_serves(client):
    answer = client.get("/api/v1/nowhere/")
    assert (answer.status_code, answer.json()) == (
        404,
        {"code": "not_found", "message": "There is nothing at this address.", "data": {}},
    )


def test_a_crash_shows_nothing_of_the_inside():
    TO_RAISE.error = RuntimeError("the stock is 7d 8c")
    answer = Client(raise_request_exception=False).get("/api/v1/fails/")
    assert (answer.status_code, answer.json()) == (
        500,
        {
            "code": "server_error",
            "message": "Something went wrong here; nothing was recorded. Please try again.",
            "data": {},
        },
    )


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"note": "\\ud800"}',
        b'{"notes": [{"\\u0000": 1}]}',
        b'{"points": 9' + b"9" * 5000 + b"}",
        b"\xff\xfe",
    ],
)
def test_a_body_that_cannot_be_read_or_kept_is_a_bad_request(body):
    answer = Client().post("/api/v1/checks/", body, content_type="application/json")
    assert (answer.status_code, set(answer.json())) == (400, {"code", "message", "data"})


def test_every_real_text_is_read():
    body = b'{"points": 7, "note": "\\ud83c\\udca1 \\u00e9 \\\\u0000 \\\\ud800"}'
    assert Client().post("/api/v1/checks/", body, content_type="application/json").status_code == 200
