"""The administration. Every kind of thing has the same class; none of it is written in a ruleset's name."""

from django.apps import apps
from django.contrib import admin

from chaos_sheets.admin.accounts import AccountAdmin
from chaos_sheets.admin.catalogue import CatalogueAdmin
from chaos_sheets.models import Item, User

for model in apps.get_app_config("chaos_sheets").get_models():
    if issubclass(model, Item) and model._meta.proxy:
        admin.site.register(model, CatalogueAdmin)
admin.site.register(User, AccountAdmin)
