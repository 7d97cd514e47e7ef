from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# The admin's own login page is not limited against guessing; this one is.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("konto/", include("allauth.account.urls")),
    path("verwaltung/", admin.site.urls),
    path("sprache/", include("django.conf.urls.i18n")),
]
