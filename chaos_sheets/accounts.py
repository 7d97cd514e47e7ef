"""Accounts: who may have one, and how whoever is signed in is read."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from chaos_sheets.models import User
from chaos_sheets.prepared import Prepared

_user = Prepared(lambda number: User.objects.filter(pk=number))


class InvitedOnly(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made through an invitation link of a campaign, never from outside."""
        return False


class ByPassword(AuthenticationBackend):  # type: ignore[misc]  # allauth ships no types
    """Signs in by name and password; every later request reads the account by one prepared query."""

    def get_user(self, user_id: int) -> User | None:
        found = _user.first(user_id)
        return found if found is not None and self.user_can_authenticate(found) else None
