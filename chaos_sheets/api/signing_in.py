"""Programs sign in with a token of which only the hash is kept."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from chaos_sheets.models import User
from chaos_sheets.services.account import token_owner


class ByToken(TokenAuthentication):
    """`Authorization: Token …`; a token may do what its owner may do."""

    def authenticate_credentials(self, key: str) -> tuple[User, None]:
        found = token_owner(token=key)
        if found is None:
            raise AuthenticationFailed(_("Dieser Schlüssel gilt nicht. Mach auf deiner Kontoseite einen neuen."))
        return found, None
