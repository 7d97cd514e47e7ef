"""Accounts, for whoever runs the server: to let somebody in or keep somebody out, not to look into campaigns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from chaos_sheets.admin.filters import PlainLookups
from chaos_sheets.models import User

if TYPE_CHECKING:
    _Accounts = UserAdmin[User]
else:
    _Accounts = UserAdmin


class AccountAdmin(PlainLookups, _Accounts):
    list_display = ("username", "first_name", "is_active", "is_superuser", "last_login")
    list_filter = ("is_active", "is_superuser")
    search_fields = ("username", "first_name")
    filter_horizontal = ()
    fieldsets: ClassVar[Any] = (
        (None, {"fields": ("username", "password", "first_name")}),
        (_("Einstellungen"), {"fields": ("language", "look", "own_dice", "letter_keys")}),
        (_("Rechte"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Zeiten"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self._is_operator(request)

    def has_view_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return self._is_operator(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._is_operator(request)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return self._is_operator(request)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """An account is closed, not deleted: what its owner did stays in the journal under his name."""
        return False

    @staticmethod
    def _is_operator(request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)
