"""What somebody sets for himself: his password, how pages look to him, a token for programs."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone

from chaos_sheets.errors import Invalid
from chaos_sheets.models import AccessToken, User
from chaos_sheets.services.common import column_errors, hashed
from combat.core.value import Json

SETTINGS = ("first_name", "language", "look", "own_dice", "letter_keys")


def settings_set(*, user: User, values: Mapping[str, Json]) -> None:
    """Save some of one's settings; raises Invalid for a value that is none."""
    known = {name: value for name, value in values.items() if name in SETTINGS}
    errors = column_errors(user, known)
    if errors:
        raise Invalid(errors)
    for name, value in known.items():
        setattr(user, name, value)
    user.save(update_fields=list(known))


def password_set(*, user: User, old: str, password: str) -> None:
    """Another password for who knows the one that holds; links made for the old one die with it."""
    if not user.check_password(old):
        raise Invalid.of("old", "wrong_password")
    try:
        validate_password(password, user)
    except ValidationError:
        raise Invalid.of("password", "weak_password") from None
    user.set_password(password)
    user.save(update_fields=["password"])


def token_create(*, user: User) -> str:
    """A new token, the only one that works from now on. It is told this once: only its hash is kept."""
    token = secrets.token_urlsafe(32)
    AccessToken.objects.update_or_create(user=user, defaults={"token_hash": hashed(token), "created": timezone.now()})
    return token


def token_owner(*, token: str) -> User | None:
    """Whom a token signs in; nobody by one that was replaced, taken back or never was."""
    found = AccessToken.objects.select_related("user").filter(token_hash=hashed(token), user__is_active=True).first()
    return found.user if found else None


def token_revoke(*, user: User) -> None:
    AccessToken.objects.filter(user=user).delete()


def has_token(*, user: User) -> bool:
    return AccessToken.objects.filter(user=user).exists()
