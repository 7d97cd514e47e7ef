from django.contrib.admin.apps import AdminConfig


class AdministrationConfig(AdminConfig):
    """Django's administration with our rules of who may enter."""

    default_site = "chaos_sheets.admin_site.Administration"
