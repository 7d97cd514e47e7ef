from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChaosSheetsConfig(AppConfig):
    name = "chaos_sheets"
    verbose_name = _("Kampagnen und Figuren")
    default_auto_field = "django.db.models.BigAutoField"
    journalled = True
