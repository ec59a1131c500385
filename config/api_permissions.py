"""The default permission of the API: closed."""

from rest_framework.permissions import BasePermission
from rest_framework.request import Request


class NobodyUnlessNamed(BasePermission):
    """A view that forgets to say who may use it lets nobody in."""

    def has_permission(self, request: Request, view: object) -> bool:
        """Never."""
        return False
