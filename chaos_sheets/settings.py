import os
import secrets
from contextlib import suppress
from pathlib import Path

import environ
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.FileAwareEnv()

# Everything that a running table makes lives in one folder: back it up and nothing is lost.
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var")))


def kept_secret(file: Path) -> str:
    """The key of this installation, made when it is first needed and kept beside the data."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as new:
            new.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    return file.read_text().strip()


def for_owner_only(database: Path) -> None:
    """Make the file of a database before SQLite does, or take from others what they may; SQLite's own follow it."""
    with suppress(OSError):  # What cannot be done here, SQLite will say of itself.
        database.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(database, os.O_CREAT | os.O_RDONLY, 0o600))
    for beside in ("", "-wal", "-shm", ".writer"):
        with suppress(OSError):
            Path(f"{database}{beside}").chmod(0o600)


SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret(DATA_DIR / "secret-key")
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# A table at home has no certificate; behind a proxy that has one, HTTPS=true hardens cookies and headers.
HTTPS = env.bool("HTTPS", default=False)
PROXIES = env.int("PROXIES", default=0)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS and PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
    "form-action": [CSP.SELF],
}

# A sheet with sixty items is far below this; a pasted novel is refused before it is read.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3_000

INSTALLED_APPS = [
    "chaos_sheets",
    "combat",
    "chaos_sheets.administration.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "django_filters",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "chaos_sheets.middleware.Preferences",
    "chaos_sheets.middleware.TooMuch",
    "chaos_sheets.middleware.SignedOut",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "chaos_sheets.urls"
WSGI_APPLICATION = "chaos_sheets.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

if env.str("DATABASE_URL", default=""):
    DATABASES = {"default": env.db("DATABASE_URL")}
else:
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "chaos.sqlite3"}}

# A thread keeps its connection: opening one costs more than most requests.
DATABASES["default"] |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    if not str(DATABASES["default"]["NAME"]).startswith((":memory:", "file:")):
        for_owner_only(Path(DATABASES["default"]["NAME"]))
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        "init_command": (
            "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA mmap_size=134217728;"
            "PRAGMA journal_size_limit=27103364;PRAGMA cache_size=2000;"
        ),
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# "default" is shared by all processes, because login limits count in it; "process" holds what any process can
# compute again; "prints" holds finished PDFs, as many as it has room for.
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "shared_cache"},
    "process": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "process"},
    "prints": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA_DIR / "prints",
        "OPTIONS": {"MAX_ENTRIES": 300},
    },
}

AUTH_USER_MODEL = "chaos_sheets.User"
AUTHENTICATION_BACKENDS = ["chaos_sheets.accounts.ByPassword"]
SESSION_ENGINE = "chaos_sheets.sessions"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "account_login"

# Names and passwords only: people come in by an invitation link, so no mail server is needed.
ACCOUNT_FORMS = {"login": "chaos_sheets.forms.SignInForm"}
ACCOUNT_ADAPTER = "chaos_sheets.accounts.InvitedOnly"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
MAILERS = {"default": {"BACKEND": "django.core.mail.backends.dummy.EmailBackend"}}

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("Deutsch")), ("en", _("Englisch"))]
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Berlin")
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "chaos_sheets.storage.StaticFiles"
        )
    },
}

WHITENOISE_KEEP_ONLY_HASHED_FILES = True
# Maps for other people's debuggers are large, slow to compress and hardly ever asked for.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["png", "ico", "woff2", "ttf", "map"]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # The first one says how to sign in: without it, a program would be told 403 instead of 401.
        "chaos_sheets.api.signing_in.ByToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["chaos_sheets.api.parsing.ShallowParser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "EXCEPTION_HANDLER": "chaos_sheets.api.errors.handler",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Chaos Sheets",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    # Docstrings speak to whoever reads the code, and a class without one hands on that of its base.
    "DISABLE_DOCSTRING_DESCRIPTIONS": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "chaos_sheets.api.shape.with_records",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
    # A mistyped address or a refused input is no event for the operator.
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
    },
}
