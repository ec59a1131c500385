"""Logging a program in: a token whose digest alone is kept."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema, inline_serializer
from knox.models import get_token_model
from rest_framework import serializers
from rest_framework.authtoken.serializers import AuthTokenSerializer
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

TokenAnswer = inline_serializer(
    "TokenAnswer", {"token": serializers.CharField(), "expires_at": serializers.DateTimeField()}
)


class TokenThrottle(AnonRateThrottle):
    """A program logs in now and then, not all the time."""

    scope = "tokens"
    rate = "20/min"


class Tokens(APIView):
    """POST name and password for a token; DELETE with the token ends it."""

    permission_classes = (AllowAny,)
    throttle_classes = (TokenThrottle,)

    @extend_schema(request=AuthTokenSerializer, responses={201: TokenAnswer}, operation_id="token_create")
    def post(self, request: Request) -> Response:
        """A new token. It is shown this once."""
        form = AuthTokenSerializer(data=request.data, context={"request": request._request})
        form.is_valid(raise_exception=True)
        instance, token = get_token_model().objects.create(user=form.validated_data["user"])
        return Response({"token": token, "expires_at": instance.expiry.isoformat()}, status=201)

    @extend_schema(responses={204: None}, operation_id="token_delete")
    def delete(self, request: Request) -> Response:
        """The token of this request opens nothing any more."""
        if request.auth is None:
            raise NotAuthenticated
        request.auth.delete()
        return Response(status=204)
