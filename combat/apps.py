from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CombatConfig(AppConfig):
    name = "combat"
    verbose_name = _("Kampf")
    default_auto_field = "django.db.models.BigAutoField"
    journalled = True
